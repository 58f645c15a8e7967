"""The answers that clients get about a room, and the cursors in these answers.

A cursor is the text that names the version a client has seen. Clients send it back and never read it.
"""

from __future__ import annotations

import re
from typing import overload
from weakref import ref

import msgspec
from msgspec import UNSET, UnsetType

from cheat.engine.registry import GameRegistry
from cheat.engine.table import Event, EventView, sees
from cheat.errors import Unauthorized
from cheat.games import BUILT_IN
from cheat.i18n.messages import ENGLISH, NO_NAMES, Language, Names
from cheat.rooms.room import AnyRoom, Line, Seat, decode, why_removed
from cheat.rooms.view import TableView, Views
from cheat.service.delivery.memory_budget import MemoryBudget
from cheat.service.limits.rules_time import rules_payers
from cheat.store.rooms import LoggedRoom, StoredRoom


class Joined(msgspec.Struct, kw_only=True):
    """The answer to creating or joining a room.

    Only this answer contains the secret `token` of the seat.
    """

    code: str
    player: str
    token: str
    version: int
    cursor: str
    table: TableView


class Snapshot(msgspec.Struct, kw_only=True):
    """The answer to a request for the present table."""

    version: int
    cursor: str
    table: TableView


class Acted(msgspec.Struct, kw_only=True):
    """The answer to an action. It names the version of the room after the action."""

    version: int
    cursor: str


class PollQuery(msgspec.Struct, frozen=True, gc=False):
    """The query parameters of a poll.

    The poll asks for the events after the cursor `since`. The worker holds the poll for at most `wait`
    seconds. `client` is a text that tells two pages of one player apart. The answer may be the whole table
    instead of new events. In that case, if `past` is true, the client also wants the past events of the log.
    """

    since: str | None = None
    wait: float = 0
    client: str = ""
    past: bool = False


class EventsAnswer(msgspec.Struct, kw_only=True, gc=False):
    """The answer to a poll.

    `hold`: the seconds for which the worker will hold the next poll. `retry_after`: the seconds that the
    client waits before that poll. `reset`: whether the answer lacks some events since the client's cursor, so
    that the client has to replace all it shows. `names`: id -> name of each player that has left, because
    past events may mention these players. `chat`: the newest lines of free text. An answer has `names` and
    `chat` only if it has past events.
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
    """The entry of a version in a room's log: its time (ms since 1970), and its events."""

    at: int
    events: list[Event]


CURSOR_MAX = 64
"""Maximum length of a cursor. The server itself makes cursors of at most 40 characters."""

DECODED_BYTES = 128_000_000
"""Maximum memory of all decoded rooms and their views, in bytes.

This size is enough for two thousand running games.
"""
MEMORY_FACTOR, VIEW_MEMORY_FACTOR = 20, 5
"""Bytes of memory that a decoded room takes per stored byte, and a view per byte of JSON.

Both are upper limits. Measurements gave 4 to 15 for a room, and 0.3 to 4 for a view.
"""

_CURSOR = re.compile(r"([^.]*)\.([0-9]{1,15})(?:\.([0-9]{1,15}))?(?:-[0-9]{1,15})?")
"""The form of a cursor: the epoch, the version, and the private version if there is one.

A spectator's cursor may end in a hyphen and the number of a slot, a period of time in which a worker holds
shared polls (`shared_polls.py`). `Position` leaves the slot out.
"""
_entries = msgspec.json.Decoder(LogEntry)
_encode = msgspec.json.Encoder().encode


class Position(msgspec.Struct, frozen=True, gc=False):
    """The meaning of a cursor: how much of a room a viewer has seen.

    `private`: how many private versions of the room the viewer has seen.
    """

    epoch: str
    version: int
    private: int = 0

    def is_ahead_of(self, earlier: Position) -> bool:
        """Return whether this position comes after `earlier`, in the same room."""
        later = self.version > earlier.version or self.private > earlier.private
        return self.epoch == earlier.epoch and later


def position_of(stored: StoredRoom, seat: Seat | None) -> Position:
    """Return the position of a viewer that has seen this version."""
    return Position(stored.epoch, stored.version, seat.private_version if seat else 0)


def cursor_of(position: Position) -> str:
    """Return the cursor of a position.

    The cursor has no third part if there are no private versions.
    """
    cursor = position.epoch + "." + str(position.version)
    return cursor + "." + str(position.private) if position.private else cursor


def position_of_cursor(text: str) -> Position | None:
    """Return the position of a cursor, or None if the text is no cursor."""
    match = _CURSOR.fullmatch(text[: CURSOR_MAX + 1])
    return match and Position(match[1], int(match[2]), int(match[3] or 0))


def views_of_entries(
    entries: list[bytes],
    first_version: int,
    seat: Seat | None,
    language: Language = ENGLISH,
    names: Names = NO_NAMES,
) -> list[EventView]:
    """Return the events of log entries as a player sees them.

    `first_version`: the version of the first entry. Each entry gives at least one event. If the player may
    see no event of an entry, the result has one event without content for that entry.
    """
    viewer = seat.id if seat else None
    views = []
    for version, entry in enumerate(map(_entries.decode, entries), first_version):
        views += event_views(entry.events, version, entry.at, viewer, language, names)
    return views


def entries_since_start(entries: list[bytes]) -> list[bytes]:
    """Return the log entries since the last start of a game, or all if no game started in them."""
    starts = [
        index
        for index, entry in enumerate(map(_entries.decode, entries))
        if any(event.type == "started" for event in entry.events)
    ]
    return entries[starts[-1] :] if starts else entries


def event_views(
    events: list[Event],
    version: int,
    at: int,
    viewer: str | None,
    language: Language = ENGLISH,
    names: Names = NO_NAMES,
) -> list[EventView]:
    """Return the events of one version as a viewer sees them.

    If the viewer may see none of them, the result is a single event without content.
    """
    visible = [event for event in events if sees(event.viewers, viewer)] or events[:1]
    return [event.view(viewer, version, at, language, names) for event in visible]


class _NewestEntry:
    """The newest log entry, decoded once, because nearly all polls need this entry.

    Viewers that see the same part of the entry in the same language share one list of events.
    """

    __slots__ = ("_audiences", "_decoded_entry", "_views", "entry")

    def __init__(self, entry: bytes) -> None:
        self.entry = entry
        self._decoded_entry = _entries.decode(entry)
        self._audiences = _audiences_of(self._decoded_entry.events)
        self._views: dict[tuple[Language, tuple[bool, ...]], list[EventView]] = {}

    def views_for(self, version: int, seat: Seat | None, language: Language, names: Names) -> list[EventView]:
        """Return the events of the entry as a player sees them."""
        viewer = seat.id if seat else None
        key = language, tuple([viewer in players for players in self._audiences])
        if (views := self._views.get(key)) is None:
            entry = self._decoded_entry
            views = self._views[key] = event_views(entry.events, version, entry.at, viewer, language, names)
        return views


def _audiences_of(events: list[Event]) -> list[list[str]]:
    """Return one list of players for each event or card that only some players can see.

    Two viewers see the same if each list contains both of them, or neither of them.
    """
    viewers = [event.viewers for event in events] + [
        card_move.viewers for event in events for card_move in event.cards
    ]
    return [players for players in viewers if not isinstance(players, str)]


class DecodedVersion:
    """The objects that a worker makes from a stored version, once for all polls.

    Never change these objects. `payers`: the address and network that are charged with the processor time of
    the room's rules (`limits/rules_time.py`).
    """

    __slots__ = ("_counted_views", "_newest_entry", "_version", "_views", "payers", "room")

    def __init__(self, room: AnyRoom, version: int) -> None:
        self.room = room
        self.payers = rules_payers(room)
        self._version = version
        self._views: Views | None = None
        self._newest_entry: _NewestEntry | None = None
        self._counted_views: set[tuple[str | None, str]] = set()

    @property
    def views(self) -> Views:
        """The views of this version: the table as each player sees it."""
        views = self._views
        if views is None:
            views = self._views = Views(self.room, self._version)
        return views

    def count_view(self, viewer: str | None, language: Language) -> bool:
        """Return whether the caller has to count the memory of this viewer's view in this language.

        A second call for the same view returns False. The result is also False if this version keeps no
        views.
        """
        if self._views is None or (viewer, language.tag) in self._counted_views:
            return False
        self._counted_views.add((viewer, language.tag))
        return True

    def drop_views(self) -> None:
        """Drop everything that the worker can make again: views, rules, and the decoded log entry.

        Called while no poll needs this version. The rules of a document take a megabyte, and a worker may
        follow as many rooms as it holds polls.
        """
        self._views = self.room.rules_of_table = None
        self._newest_entry = None

    def events_since(
        self, logged: LoggedRoom, version: int, seat: Seat | None, language: Language
    ) -> list[EventView] | None:
        """Return the events after a version as a player sees them, or None if the log lacks some."""
        entries = logged.since(version)
        if not entries:
            return None if entries is None else []
        views = self.views
        game_language, names = views.language_with_terms(language), views.names
        newest = self._newest_entry  # another thread may set it to None meanwhile
        if newest is None or newest.entry is not entries[-1]:
            newest = self._newest_entry = _NewestEntry(entries[-1])
        newest_views = newest.views_for(logged.stored.version, seat, game_language, names)
        if len(entries) == 1:
            return newest_views
        return views_of_entries(entries[:-1], version + 1, seat, game_language, names) + newest_views


def decoded_version(stored: StoredRoom, games: GameRegistry = BUILT_IN) -> DecodedVersion:
    """Return the objects made from a stored version.

    Decode the version only if no poll has done so before.
    """
    decoded: DecodedVersion | None = stored.cache
    return decoded or cache_decoded(stored, DecodedVersion(decode(stored.data, games), stored.version))


def cache_decoded(stored: StoredRoom, decoded: DecodedVersion) -> DecodedVersion:
    """Keep the objects made from a stored version until other rooms need the memory."""
    stored.cache = decoded
    DECODED.put(decoded.room.code, ref(stored), MEMORY_FACTOR * len(stored.data))
    return decoded


def count_view_memory(stored: StoredRoom, table: TableView, language: Language) -> None:
    """Count the memory of a view in `DECODED`, because a version keeps views for later polls."""
    decoded: DecodedVersion | None = stored.cache
    if decoded is not None and decoded.count_view(table.you, language):
        DECODED.add(decoded.room.code, VIEW_MEMORY_FACTOR * len(_encode(table)))


def drop_decoded(stored_ref: ref[StoredRoom]) -> None:
    stored = stored_ref()
    if stored is not None:
        stored.cache = None


DECODED = MemoryBudget[ref[StoredRoom]](DECODED_BYTES, drop_decoded)
"""The decoded rooms of this process."""


def decoded_room(stored: StoredRoom, games: GameRegistry = BUILT_IN) -> AnyRoom:
    """Return the room of a stored version.

    Never change the returned object, because all polls share it.
    """
    return decoded_version(stored, games).room


@overload
def seat_of_caller(room: AnyRoom, token_hash: str) -> Seat: ...
@overload
def seat_of_caller(room: AnyRoom, token_hash: str | None) -> Seat | None: ...


def seat_of_caller(room: AnyRoom, token_hash: str | None) -> Seat | None:
    """Return the seat that has this hashed token.

    Return None for a spectator, which has no token. Raises Unauthorized (`bad_token`) if no seat has the
    token.
    """
    if token_hash is None:
        return None
    seat = room.seat_of(token_hash)
    if seat is None:
        raise Unauthorized(why_removed(room, token_hash) or "You aren't in this room. Join it first.")
    return seat
