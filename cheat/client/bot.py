"""The part that all bots have in common: taking a seat, following the table, and making moves."""

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
    """What a bot has to say. `chance`: where its random numbers come from. `game`: the catalogue's entry of
    the game, with its name, rules and faces, whenever `choose` is called by `play`.
    """

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.game: Game | None = None

    def told(self, news: News) -> None:
        """Remember what has just happened; not needed by who decides by the table alone."""

    def choose(self, table: Table) -> Decision | None:
        """A move that `game_moves` offers, or None to let this moment pass."""
        raise NotImplementedError


def game_moves(table: Table) -> list[Form]:
    """What can be done in the game. While a bot of the server plays here, that is nothing."""
    if any(form["name"] == "take_over" for form in table["moves"]):
        return []
    return [form for form in table["moves"] if form.get("scope") != "room"]


def room_move(table: Table) -> Form | None:
    """What a bot does in the room: it takes back its seat, plays again, and starts a game where it is the
    host of none but the server's bots. Where people are, they decide.
    """
    others = [player for player in table["players"] if player["id"] != table["you"]]
    names = ["take_over", "play_again", *(["start"] if all(one.get("bot") for one in others) else [])]
    offered = {form["name"]: form for form in table["moves"] if form.get("scope") == "room"}
    return next((offered[name] for name in names if name in offered), None)


def play(seat: Seat, bot: Bot) -> None:
    """Play, game after game, until the seat or the room is gone."""
    while True:
        try:
            if bot.game is None or bot.game["id"] != seat.table["game"]:
                bot.game = seat.client.game(seat.table["game"])
            _move(seat, bot)
            bot.told(seat.poll())
        except Refused as refusal:
            if refusal.ends_seat:
                return
            raise


def _move(seat: Seat, bot: Bot) -> None:
    """Make one move, if there is one to be made."""
    table = seat.table
    form = room_move(table)
    decision = (form, {}) if form else bot.choose(table) if game_moves(table) else None
    if decision is None:
        return
    try:
        seat.send(decision[0], **decision[1])
    except Refused as refusal:
        if refusal.status != 409:  # somebody else was faster
            raise


def main(bot: Callable[[Random], Bot], program: str) -> None:
    """Read the command line (URL CODE NAME), take a seat and play; what goes wrong is said in a sentence."""
    parser = argparse.ArgumentParser(description=f"Lets {program} play in a room.")
    parser.add_argument("url", help="of the server, such as http://localhost:8000")
    parser.add_argument("code", help="of the room, five letters")
    parser.add_argument("name", nargs="?", default=program[:16], help="at the table")
    given = parser.parse_args()
    url = given.url if "://" in given.url else f"http://{given.url}"
    try:
        with Client(url, program=program, language="en", trouble=_tell) as client:
            play(client.join(given.code, given.name), bot(Random()))
    except ClientError as error:
        sys.exit(str(error))


def _tell(error: ClientError) -> None:
    print(f"{error}; trying again", file=sys.stderr)
