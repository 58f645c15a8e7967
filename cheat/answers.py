"""What the service answers, and the cursors in it."""

from __future__ import annotations

import hashlib

import msgspec
from msgspec import UNSET, UnsetType

from cheat.errors import Unauthorized
from cheat.games.table import Event, EventView
from cheat.rooms.room import AnyRoom, Seat, decode
from cheat.rooms.view import TableView
from cheat.store.store import Stored


class Joined(msgspec.Struct, kw_only=True):
    """The answer to creating and joining. `token` is told only here."""

    code: str
    player: str
    token: str
    version: int
    cursor: str
    table: TableView


class Snapshot(msgspec.Struct, kw_only=True):
    """The table now."""

    version: int
    cursor: str
    table: TableView


class Acted(msgspec.Struct, kw_only=True):
    """The answer to an action: the version that it made."""

    version: int
    cursor: str


class EventsAnswer(msgspec.Struct, kw_only=True):
    """The answer to a poll. `hold` and `retry_after` are seconds."""

    version: int
    cursor: str
    events: list[EventView] = []
    table: TableView | UnsetType = UNSET
    reset: bool = False
    hold: float
    retry_after: float = 0


class LogEntry(msgspec.Struct):
    """What is kept of a version: when it was made (ms since 1970) and its events, before redaction."""

    at: int
    events: list[Event]


CURSOR_MAX = 64
"""Characters of a text that may be a cursor; those that this server makes have at most 24."""

_entries = msgspec.json.Decoder(LogEntry)


def cursor(epoch: str, version: int) -> str:
    """The opaque name of a version of one life of a room."""
    return f"{epoch}.{version}"


def position(text: str) -> tuple[str, int] | None:
    """(epoch, version) of a cursor, or None for anything that is not one."""
    epoch, dot, version = text[: CURSOR_MAX + 1].partition(".")
    return (
        (epoch, int(version))
        if dot and version.isascii() and version.isdigit() and len(version) < 16
        else None
    )


def seen_events(entries: list[bytes], first: int, seat: Seat | None) -> list[EventView]:
    """The events of log entries as a player sees them; `first` is the version of the first entry."""
    viewer = seat.id if seat else None
    views = []
    for version, entry in enumerate(map(_entries.decode, entries), first):
        views += [event.view(viewer, version, entry.at) for event in entry.events]
    return views


def decoded(stored: Stored) -> AnyRoom:
    """The room of a stored version, decoded once. Shared: look at it, never change it."""
    if stored.cache is None:
        stored.cache = decode(stored.data)
    room: AnyRoom = stored.cache
    return room


def hashed(token: str) -> str:
    """What is stored of a token. Tokens are 192 random bits, so a plain SHA-256 cannot be guessed back."""
    return hashlib.sha256(token.encode()).hexdigest()


def seat_for(room: AnyRoom, token: str | None) -> Seat | None:
    """The bearer's seat, None for a spectator without a token. Raises Unauthorized (`bad_token`)."""
    if token is None:
        return None
    seat = room.seat_of(hashed(token))
    if seat is None:
        raise Unauthorized("You are not (or no longer) in this room.")
    return seat
