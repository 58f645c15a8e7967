"""Calls to a server before a person takes a seat: find rooms, games, and saved seats."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from cheat.client import Client, Refused, Seat, hub
from cheat.client.types import Brief, ListedRoom, ReplayFile, Saved
from cheat.terminal.form_dialog import InvalidAnswer
from cheat.terminal.messages import say
from cheat.terminal.replay import Replay
from cheat.terminal.saved_seats import SavedSeats
from cheat.terminal.session import Games, Session


class Server:
    """A server, and those of its seats that are saved on this machine.

    Methods that call the server may raise ClientError.
    """

    def __init__(self, client: Client, saved_seats: SavedSeats) -> None:
        self.client, self.saved_seats = client, saved_seats

    def report_trouble(self, tell: Callable[[str], None]) -> None:
        """Call `tell` when the server does not answer, until a session at a table begins."""
        words = say("The server isn't answering. Trying again…")
        self.client.retry_policy = self.client.retry_policy._replace(trouble=lambda error: tell(words))

    def session_at(self, seat: Seat) -> Session:
        """Return the session of a seat, or of a place to watch."""
        return Session(self.client, seat, self.saved_seats)

    def seats(self) -> list[Saved]:
        """Return the seats of this server, newest first."""
        return [seat for seat in reversed(self.saved_seats.seats()) if seat["url"] == self.client.url]

    def seat_in(self, code: str) -> Saved | None:
        """Return the saved seat in a room."""
        return self.saved_seats.of(self.client.url, code)

    def save_linked_seat(self, code: str, token: str) -> None:
        """Save the seat to which a link leads. `code` and `token` are parts of the link.

        If the link has no token, or if the seat no longer exists, nothing is saved.
        """
        if not token:
            return
        linked = Saved(url=self.client.url, code=code.lower(), player="", token=token, version=0, cursor="")
        with suppress(Refused):
            self.saved_seats.keep(self.client.resume(linked).saved())

    def resume(self, saved: Saved) -> Seat:
        """Return to a saved seat. If the seat no longer exists, it is removed from the saved seats."""
        try:
            return self.client.resume(saved)
        except Refused as refusal:
            if refusal.ends_seat:
                self.saved_seats.forget(saved["url"], saved["code"])
            raise

    def join(self, code: str, name: str) -> Seat:
        """Take a new seat in a room. Without a name, take a place for watching."""
        return self.client.join(code, name, next_game=True) if name else self.client.watch(code)

    def rooms(self) -> list[tuple[ListedRoom, str]]:
        """Return the public rooms, each with its description."""
        names = {game["id"]: game["name"] for game in self.client.catalogue()}
        return [(room, _room_text(room, names)) for room in self.client.rooms()]

    def games(self) -> list[tuple[str, str]]:
        """Return the ids and descriptions of the catalogue's games."""
        return [(game["id"], _game_text(game)) for game in self.client.catalogue()]

    def published(self, words: str) -> list[tuple[str, str]]:
        """Return slugs and descriptions of published games with these words, the most played first."""
        games = self.client.published(words, sort="played")["games"]
        return [(game["slug"], _game_text(game)) for game in games]

    def replay_of(self, file: Path) -> Replay:
        """Return the game that a file contains. Raises OSError, or InvalidAnswer if it has none."""
        game, client = _replay_file(file.read_bytes()), self.client
        if game is None:
            raise InvalidAnswer(say("{file} is not a saved game.", file=str(file)))
        return Replay(
            lambda seat, is_open, start: client.replay_of(game, seat, is_open=is_open, start=start),
            Games(client),
        )


def _replay_file(data: bytes) -> ReplayFile | None:
    """Return the object in a JSON text, or None if there is no object."""
    try:
        parsed = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return parsed if isinstance(parsed, dict) else None


def _room_text(room: ListedRoom, games: dict[str, str]) -> str:
    return say(
        "{code}: {game} with {host}, {players} of {seats} seats taken",
        code=room["code"].upper(),
        game=games.get(room["game"], room["game"]),
        host=room["host"],
        players=room["players"],
        seats=room["seats"],
    )


def _game_text(game: Brief | hub.Entry) -> str:
    return f"{game['name']}: {game['summary']}" if game["summary"] else game["name"]
