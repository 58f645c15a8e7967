"""The ways to a table, for a person without a seat."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from cheat.client import Client, Refused, Seat
from cheat.client.hub import Entry as Listed
from cheat.client.types import Brief, ListedRoom, ReplayFile, Saved
from cheat.play.asking import Wrong
from cheat.play.kept import Kept
from cheat.play.replay import Replay
from cheat.play.session import Games, Session
from cheat.play.words import say

_LINK = re.compile(r"/r/([a-z]+)(?![\w-])", re.IGNORECASE)
"""The place of the code in the address of a room.

More may follow: a page of the room, a query, a full stop.
"""
_TOKEN = re.compile(r"/r/[a-z]+/?[^#\s]*#seat=([\w-]+)", re.IGNORECASE)
_CODE = re.compile(r"(?<![a-z])[a-z]{5}(?![a-z])", re.IGNORECASE)
_VOWELS = re.compile(r"[aeiou]", re.IGNORECASE)
"""The vowels: no code has one, and most words do."""


def address(url: str, code: str = "") -> tuple[str, str]:
    """Return the server and the room code in a typed address, with or without http, or a link."""
    url = _cleaned(url)
    link = _LINK.search(url)
    server = re.split(r"[?#]", url[: link.start()] if link else url)[0].rstrip("/.,;:!)")
    return server if "://" in server else f"http://{server}", code_of(code) or (link[1] if link else "")


def code_of(typed: str) -> str:
    """Return a code that was typed, in any words and signs, or the one in a pasted link."""
    typed = _cleaned(typed)
    if link := _LINK.search(typed):
        return link[1]
    whole = re.sub(r"[\W_]+", "", typed)
    if _CODE.fullmatch(whole):
        return whole
    words = _CODE.findall(typed)
    return next((one for one in reversed(words) if not _VOWELS.search(one)), words[-1] if words else typed)


def token_in(typed: str) -> str:
    """Return the token in the link of a seat; empty for any other link."""
    token = _TOKEN.search(_cleaned(typed))
    return token[1] if token else ""


def _cleaned(typed: str) -> str:
    """Return typed text without invisible marks, and with plain letters for full-width ones."""
    plain = unicodedata.normalize("NFKC", typed)
    return "".join(one for one in plain if unicodedata.category(one) != "Cf").strip()


class Entry:
    """A server, and the seats there that were taken on this machine.

    Methods that call the server may raise ClientError.
    """

    def __init__(self, client: Client, kept: Kept) -> None:
        self.client, self.kept = client, kept

    def tells(self, tell: Callable[[str], None]) -> None:
        """Say when the server does not answer, from now on until there is a session."""
        words = say("The server isn't answering. Trying again…")
        self.client.manner = self.client.manner._replace(trouble=lambda error: tell(words))

    def at(self, seat: Seat) -> Session:
        """Return the session of a seat, or of a place to watch."""
        return Session(self.client, seat, self.kept)

    def seats(self) -> list[Saved]:
        """Return the seats of this server, newest first."""
        return [one for one in reversed(self.kept.seats()) if one["url"] == self.client.url]

    def seat_in(self, code: str) -> Saved | None:
        """Return the seat in a room that was taken before."""
        return self.kept.of(self.client.url, code)

    def take_up(self, code: str, token: str) -> None:
        """Keep the seat of a link. Nothing is kept if the seat does not exist any more."""
        if not token:
            return
        linked = Saved(url=self.client.url, code=code.lower(), player="", token=token, version=0, cursor="")
        with suppress(Refused):
            self.kept.keep(self.client.resume(linked).saved())

    def back(self, saved: Saved) -> Seat:
        """Take up a seat again; a seat that is gone is forgotten."""
        try:
            return self.client.resume(saved)
        except Refused as refusal:
            if refusal.ends_seat:
                self.kept.forget(saved["url"], saved["code"])
            raise

    def into(self, code: str, name: str) -> Seat:
        """Take a new seat in a room; without a name, a place to watch."""
        return self.client.join(code, name, next_game=True) if name else self.client.watch(code)

    def rooms(self) -> list[tuple[ListedRoom, str]]:
        """Return the public rooms, each with its description."""
        names = {game["id"]: game["name"] for game in self.client.catalogue()}
        return [(one, _room_text(one, names)) for one in self.client.rooms()]

    def games(self) -> list[tuple[str, str]]:
        """Return the ids and descriptions of the catalogue's games."""
        return [(one["id"], _game_text(one)) for one in self.client.catalogue()]

    def published(self, words: str) -> list[tuple[str, str]]:
        """Return slugs and descriptions of published games with these words, the most played first."""
        found = self.client.published(words, sort="played")["games"]
        return [(one["slug"], _game_text(one)) for one in found]

    def replay_of(self, file: Path) -> Replay:
        """Return the game of a file. Raises OSError, or Wrong if there is none in it."""
        game, client = _object(file.read_bytes()), self.client
        if game is None:
            raise Wrong(say("{file} is not a saved game.", file=str(file)))
        return Replay(
            lambda seat, is_open, start: client.replay_of(game, seat, is_open=is_open, start=start),
            Games(client),
        )


def _object(data: bytes) -> ReplayFile | None:
    """Return the object of a JSON text; None if it has none."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _room_text(room: ListedRoom, games: dict[str, str]) -> str:
    return say(
        "{code}: {game} with {host}, {players} of {seats} seats taken",
        code=room["code"].upper(),
        game=games.get(room["game"], room["game"]),
        host=room["host"],
        players=room["players"],
        seats=room["seats"],
    )


def _game_text(game: Brief | Listed) -> str:
    return f"{game['name']}: {game['summary']}" if game["summary"] else game["name"]
