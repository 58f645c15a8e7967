"""The ways to a table, for somebody who has no seat yet."""

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
"""Where the address of a room has its code. More may follow: a page of the room, a query, a full stop."""
_TOKEN = re.compile(r"/r/[a-z]+/?[^#\s]*#seat=([\w-]+)", re.IGNORECASE)
_CODE = re.compile(r"(?<![a-z])[a-z]{5}(?![a-z])", re.IGNORECASE)
_VOWELS = re.compile(r"[aeiou]", re.IGNORECASE)
"""No code has one, and most words do."""


def address(url: str, code: str = "") -> tuple[str, str]:
    """The server and the code of the room in what was typed: an address, with or without http, or a link."""
    url = _cleaned(url)
    link = _LINK.search(url)
    server = re.split(r"[?#]", url[: link.start()] if link else url)[0].rstrip("/.,;:!)")
    return server if "://" in server else f"http://{server}", code_of(code) or (link[1] if link else "")


def code_of(typed: str) -> str:
    """A code that was typed, in whatever words and signs, or that of a link that was pasted."""
    typed = _cleaned(typed)
    if link := _LINK.search(typed):
        return link[1]
    whole = re.sub(r"[\W_]+", "", typed)
    if _CODE.fullmatch(whole):
        return whole
    words = _CODE.findall(typed)
    return next((one for one in reversed(words) if not _VOWELS.search(one)), words[-1] if words else typed)


def token_in(typed: str) -> str:
    """The token in a link that is a seat; empty in any other."""
    token = _TOKEN.search(_cleaned(typed))
    return token[1] if token else ""


def _cleaned(typed: str) -> str:
    """What was typed without marks that cannot be seen, and with plain letters for full-width ones."""
    plain = unicodedata.normalize("NFKC", typed)
    return "".join(one for one in plain if unicodedata.category(one) != "Cf").strip()


class Entry:
    """A server, and the seats there that were taken on this machine. What it asks may raise ClientError."""

    def __init__(self, client: Client, kept: Kept) -> None:
        self.client, self.kept = client, kept

    def tells(self, tell: Callable[[str], None]) -> None:
        """From now on, until one sits at a table, say when the server does not answer."""
        words = say("The server does not answer. Trying again…")
        self.client.manner = self.client.manner._replace(trouble=lambda error: tell(words))

    def at(self, seat: Seat) -> Session:
        """The table at which one sits, or looks on."""
        return Session(self.client, seat, self.kept)

    def seats(self) -> list[Saved]:
        """Seats of this server, newest first."""
        return [one for one in reversed(self.kept.seats()) if one["url"] == self.client.url]

    def seat_in(self, code: str) -> Saved | None:
        """The seat in a room that was taken before."""
        return self.kept.of(self.client.url, code)

    def take_up(self, code: str, token: str) -> None:
        """Keep the seat that a link is. Where it is none, or no longer, nothing is kept."""
        if not token:
            return
        linked = Saved(url=self.client.url, code=code.lower(), player="", token=token, version=0, cursor="")
        with suppress(Refused):
            self.kept.keep(self.client.resume(linked).saved())

    def back(self, saved: Saved) -> Seat:
        """Take up a seat again; where it is no more, it is forgotten."""
        try:
            return self.client.resume(saved)
        except Refused as refusal:
            if refusal.ends_seat:
                self.kept.forget(saved["url"], saved["code"])
            raise

    def into(self, code: str, name: str) -> Seat:
        """A new seat in a room, without a name a place to look on."""
        return self.client.join(code, name, next_game=True) if name else self.client.watch(code)

    def rooms(self) -> list[tuple[ListedRoom, str]]:
        """The public rooms, each with what is to be said of it."""
        names = {game["id"]: game["name"] for game in self.client.catalogue()}
        return [(one, _room_text(one, names)) for one in self.client.rooms()]

    def games(self) -> list[tuple[str, str]]:
        """The catalogue: by what each game is called by, and what is to be said of it."""
        return [(one["id"], _game_text(one)) for one in self.client.catalogue()]

    def published(self, words: str) -> list[tuple[str, str]]:
        """The same of published games that have these words, those that are played most first."""
        found = self.client.published(words, sort="played")["games"]
        return [(one["slug"], _game_text(one)) for one in found]

    def replay_of(self, file: Path) -> Replay:
        """The game of a file. Raises OSError, or Wrong where it is none."""
        game, client = _object(file.read_bytes()), self.client
        if game is None:
            raise Wrong(say("{file} is no game that was kept.", file=str(file)))
        return Replay(
            lambda seat, is_open, start: client.replay_of(game, seat, is_open=is_open, start=start),
            Games(client),
        )


def _object(data: bytes) -> ReplayFile | None:
    """What a JSON text has in it, if it is an object."""
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
