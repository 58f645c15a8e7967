"""What the service answers, and the cursors in it."""

from __future__ import annotations

import re

import msgspec
from msgspec import UNSET, UnsetType

from cheat.engine.registry import GameRegistry
from cheat.engine.table import Event, EventView, sees
from cheat.errors import Unauthorized
from cheat.games import BUILT_IN
from cheat.i18n.messages import ENGLISH, NOBODY, Language, Names
from cheat.rooms.room import AnyRoom, Line, Seat, decode, why_removed
from cheat.rooms.view import TableView, Views
from cheat.service.tokens import hashed
from cheat.store.rooms import Logged, Stored


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
    """The answer to an action: the version that it made, or that there was where it was a private one."""

    version: int
    cursor: str


class PollQuery(msgspec.Struct, frozen=True, gc=False):
    """What a poll asks: what happened after the cursor `since`, held up to `wait` seconds while nothing does.

    `client` tells pages of one player apart. `past`: with a table that no cursor leads up to, also the
    events that are still known.
    """

    since: str | None = None
    wait: float = 0
    client: str = ""
    past: bool = False


class EventsAnswer(msgspec.Struct, kw_only=True, gc=False):
    """The answer to a poll. `hold` and `retry_after` are seconds. `names`: of players in past events who are
    no longer in the room, by their ids. `chat`: with the past, the last of what people said in their own
    words.
    """

    version: int
    cursor: str
    events: list[EventView] = []
    names: dict[str, str] | UnsetType = UNSET
    chat: list[Line] | UnsetType = UNSET
    table: TableView | UnsetType = UNSET
    reset: bool = False
    hold: float
    retry_after: float = 0


class LogEntry(msgspec.Struct, gc=False):
    """What is kept of a version: when it was made (ms since 1970) and its events, before redaction."""

    at: int
    events: list[Event]


CURSOR_MAX = 64
"""Characters of a text that may be a cursor; those that this server makes have at most 24."""

_CURSOR = re.compile(r"([^.]*)\.([0-9]{1,15})(?:\.([0-9]{1,15}))?")
_entries = msgspec.json.Decoder(LogEntry)


class Position(msgspec.Struct, frozen=True, gc=False):
    """What a cursor names: a version of one life of a room, and how many private acts its viewer knows of."""

    epoch: str
    version: int
    private: int = 0

    def is_ahead_of(self, other: Position) -> bool:
        """Whether it names more than `other`, in the same life of the room."""
        later = self.version > other.version or self.private > other.private
        return self.epoch == other.epoch and later


def position_of(stored: Stored, seat: Seat | None) -> Position:
    """Where a viewer is who has seen this."""
    return Position(stored.epoch, stored.version, seat.private if seat else 0)


def cursor(at: Position) -> str:
    """The opaque name of a position. Who has done nothing private has no third part."""
    parts = [at.epoch, str(at.version), *([str(at.private)] if at.private else [])]
    return ".".join(parts)


def position(text: str) -> Position | None:
    """The position that a cursor names, or None for anything that is not one."""
    found = _CURSOR.fullmatch(text[: CURSOR_MAX + 1])
    return found and Position(found[1], int(found[2]), int(found[3] or 0))


def seen_events(
    entries: list[bytes], first: int, seat: Seat | None, language: Language = ENGLISH, names: Names = NOBODY
) -> list[EventView]:
    """The events of log entries as a player sees them; `first` is the version of the first entry.

    Every version is told: one of which this player may know nothing by a single event that says nothing.
    """
    viewer = seat.id if seat else None
    views = []
    for version, entry in enumerate(map(_entries.decode, entries), first):
        views += told(entry.events, version, entry.at, viewer, language, names)
    return views


def since_the_start(entries: list[bytes]) -> list[bytes]:
    """The newest of these log entries: those of the last game that was started, or all."""
    starts = [
        place
        for place, entry in enumerate(map(_entries.decode, entries))
        if any(event.type == "started" for event in entry.events)
    ]
    return entries[starts[-1] :] if starts else entries


def told(
    events: list[Event],
    version: int,
    at: int,
    viewer: str | None,
    language: Language = ENGLISH,
    names: Names = NOBODY,
) -> list[EventView]:
    """The events of one step as a viewer sees them; at least one, which may say nothing."""
    seen = [event for event in events if sees(event.seen, viewer)] or events[:1]
    return [event.view(viewer, version, at, language, names) for event in seen]


class _Newest:
    """The entry that nearly everybody is told, decoded once, and what it comes to for those who see the same
    of it, in a language.
    """

    __slots__ = ("_decoded", "_for_some", "_told", "entry")

    def __init__(self, entry: bytes) -> None:
        self.entry = entry
        self._decoded = _entries.decode(entry)
        self._for_some = _for_some(self._decoded.events)
        self._told: dict[tuple[Language, tuple[bool, ...]], list[EventView]] = {}

    def told(self, version: int, seat: Seat | None, language: Language, names: Names) -> list[EventView]:
        """Its events as a player sees them."""
        viewer = seat.id if seat else None
        key = language, tuple([viewer in players for players in self._for_some])
        if (views := self._told.get(key)) is None:
            decoded = self._decoded
            views = self._told[key] = told(decoded.events, version, decoded.at, viewer, language, names)
        return views


def _for_some(events: list[Event]) -> list[list[str]]:
    """For whose eyes these events, and the cards in them, are, where that is not for all or for nobody:
    whoever is among the same of them is told the same.
    """
    seen = [event.seen for event in events] + [moved.seen for event in events for moved in event.cards]
    return [players for players in seen if not isinstance(players, str)]


class Opened:
    """What a worker makes of a stored version, once for all who ask for it. Look at it, never change it."""

    __slots__ = ("_newest", "_version", "_views", "room")

    def __init__(self, room: AnyRoom, version: int) -> None:
        self.room = room
        self._version = version
        self._views: Views | None = None
        self._newest: _Newest | None = None

    @property
    def views(self) -> Views:
        """The version as everybody sees it."""
        views = self._views
        if views is None:
            views = self._views = Views(self.room, self._version)
        return views

    def forget(self) -> None:
        """Keep nothing that can be made again: nobody else is told of this version now. That includes the
        rules: of a document they take a megabyte, and as many rooms are followed as people wait.
        """
        self._views = self.room.dealt = None
        self._newest = None

    def news(
        self, logged: Logged, version: int, seat: Seat | None, language: Language
    ) -> list[EventView] | None:
        """The events after a version as a player sees them; None where the log does not cover them."""
        entries = logged.since(version)
        if not entries:
            return None if entries is None else []
        views = self.views
        spoken, names = views.spoken_in(language), views.names
        newest = self._newest  # another thread may forget it meanwhile
        if newest is None or newest.entry is not entries[-1]:
            newest = self._newest = _Newest(entries[-1])
        latest = newest.told(logged.stored.version, seat, spoken, names)
        older = entries[:-1]
        return seen_events(older, version + 1, seat, spoken, names) + latest if older else latest


def opened(stored: Stored, games: GameRegistry = BUILT_IN) -> Opened:
    """A stored version, decoded once."""
    if stored.cache is None:
        stored.cache = Opened(decode(stored.data, games), stored.version)
    made: Opened = stored.cache
    return made


def decoded(stored: Stored, games: GameRegistry = BUILT_IN) -> AnyRoom:
    """The room of a stored version. Shared: look at it, never change it."""
    return opened(stored, games).room


def seat_for(room: AnyRoom, token: str | None) -> Seat | None:
    """The bearer's seat, None for a spectator without a token. Raises Unauthorized (`bad_token`)."""
    return None if token is None else seat_by(room, hashed(token))


def seat_by(room: AnyRoom, secret: str) -> Seat:
    """The seat of whoever has the token that is hashed here. Raises Unauthorized (`bad_token`)."""
    seat = room.seat_of(secret)
    if seat is None:
        raise Unauthorized(why_removed(room, secret) or "You aren't in this room. Join it first.")
    return seat
