"""The common part of all bots: take a seat, follow the table, make moves."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from random import Random
from typing import Any

from cheat.client.errors import ClientError, Refused
from cheat.client.place import News
from cheat.client.sync import Client, Seat
from cheat.client.types import Form, Game, Table

Decision = tuple[Form, dict[str, Any]]
"""A form and the values of its fields."""


class Bot:
    """A bot: the part that decides which moves to make.

    - `chance`: the generator of the bot's random numbers
    - `game`: the catalogue's entry of the game, with its name, rules and faces. It is never None when `play`
      calls `choose`.
    """

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.game: Game | None = None

    def remember(self, news: News) -> None:
        """Remember news. A bot needs this only if the table is not enough for its decisions."""
        self.told(news)

    def told(self, news: News) -> None:
        """Do nothing. Bots for older clients define this method instead of `remember`."""

    def choose(self, table: Table) -> Decision | None:
        """Return a move that `game_moves` offers, or None to make no move now."""
        raise NotImplementedError


def game_moves(table: Table) -> list[Form]:
    """Return the moves of the game, or none while a bot of the server plays for this seat."""
    if any(form["name"] == "take_over" for form in table["moves"]):
        return []
    return [form for form in table["moves"] if form.get("scope") != "room"]


def room_move(table: Table) -> Form | None:
    """Return a move of the room (not of the game) that a bot makes, or None.

    If a bot of the server plays for this seat, the move takes the seat back (`take_over`). After a game, the
    move is `play_again`. The bot starts a game only if all other players are bots of the server: otherwise,
    people decide when to start.
    """
    others = [player for player in table["players"] if player["id"] != table["you"]]
    names = ["take_over", "play_again", *(["start"] if all(player.get("bot") for player in others) else [])]
    forms_by_name = {form["name"]: form for form in table["moves"] if form.get("scope") == "room"}
    return next((forms_by_name[name] for name in names if name in forms_by_name), None)


def play(seat: Seat, bot: Bot) -> None:
    """Play, game after game, until the seat or the room is gone."""
    while True:
        try:
            if bot.game is None or bot.game["id"] != seat.table["game"]:
                bot.game = seat.client.game(seat.table["game"])
            _move(seat, bot)
            bot.remember(seat.poll())
        except Refused as refusal:
            if refusal.ends_seat:
                return
            raise


def _move(seat: Seat, bot: Bot) -> None:
    """Make one move, if there is one."""
    table = seat.table
    form = room_move(table)
    decision = (form, {}) if form else bot.choose(table) if game_moves(table) else None
    if decision is None:
        return
    try:
        seat.send(decision[0], **decision[1])
    except Refused as refusal:
        if refusal.status != 409:  # 409: another player was faster
            raise


def main(bot: Callable[[Random], Bot], program: str) -> None:
    """Read the command line (URL CODE NAME), take a seat and play.

    Exits with a message if something goes wrong.
    """
    parser = argparse.ArgumentParser(description=f"Lets {program} play in a room.")
    parser.add_argument("url", help="address of the server, such as http://localhost:8000")
    parser.add_argument("code", help="code of the room, five letters")
    parser.add_argument(
        "name", nargs="?", default=program[:16], help="name at the table (default: %(default)s)"
    )
    arguments = parser.parse_args()
    url = arguments.url if "://" in arguments.url else f"http://{arguments.url}"
    try:
        with Client(url, program=program, language="en", trouble=_print_trouble) as client:
            play(client.join(arguments.code, arguments.name), bot(Random()))
    except ClientError as error:
        sys.exit(str(error))


def _print_trouble(error: ClientError) -> None:
    print(f"{error}; trying again", file=sys.stderr)
