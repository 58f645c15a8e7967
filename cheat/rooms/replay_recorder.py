"""The recording of a game: the deal, and every input since.

An input is an action, a timeout, the departure of a player, or a change that has only events of the room. The
same deal and the same inputs always give the same game, so the recording is enough to compute every table and
event again.

A room keeps only the newest inputs, in its `ReplayRecorder`. As soon as these inputs fill a chunk, the commit
packs the chunk and stores it beside the room. So no commit writes more than one chunk, even in a long game.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import UNSET, Meta, UnsetType

from cheat.bots.bot import Level
from cheat.engine.table import Event

CHUNK_INPUTS = 32
"""Number of inputs in a chunk.

A chunk of this size packs well. But each commit stores the inputs of an unfinished chunk again, so a chunk
must also be small.
"""
MOST_TAIL = 8 * 1024
"""Maximum size of the inputs of an unfinished chunk, in bytes.

Inputs of this size fill a chunk, even if there are fewer than `CHUNK_INPUTS`.
"""
MOST_INPUTS = 4000
"""Maximum number of inputs of a recorded game: four times a long match of Uno."""
MOST_BYTES = 96 * 1024
"""Maximum packed size of a recording, in bytes.

An input of the built-in games takes 10 to 15 bytes, so 4,000 inputs take up to 60 KB.
"""
END = "end"
"""The move of the input that ends a game whose rules have failed. This input has no player."""
CHAT_EVENTS = {"said", "chat_changed", "crowd_changed", "muted", "unmuted"}
"""Types of events about chat, and about permissions to chat."""
PRESENCE_EVENTS = {"away", "here", "watchers"}
"""Types of events about presence. Like chat, these events are not part of a game."""

Name = Annotated[str, Meta(max_length=240)]
Id = Annotated[str, Meta(pattern="^(p[0-9]{1,6})?$")]
TimeMs = Annotated[int, Meta(ge=0, le=10**14)]
"""Milliseconds since 1970."""


def is_chat(event: Event) -> bool:
    """Return whether an event is chat, or changes the permissions to chat.

    A game may have events of the type `said`, too. These have a text in `Event.text`. In chat, `Event.text`
    is empty, and the words are in `args`.
    """
    return event.type in CHAT_EVENTS and not (event.type == "said" and event.text)


class RecordedSeat(msgspec.Struct, array_like=True):
    """A seat when the game was dealt.

    `level`: the level of a bot. `wins`: the number of earlier games won in this room. `colour`: the colour of
    the avatar, if the player has chosen one.
    """

    id: Id
    name: Name
    level: Annotated[Level, Meta(max_length=64)] = ""
    wins: Annotated[int, Meta(ge=0, le=10**6)] = 0
    colour: Annotated[int, Meta(ge=0, le=9)] | None = None


START_FIELDS = {"seats": "chairs", "room_events": "said", "room_events_before": "before"}
"""Field of `Start` -> its name in stored recordings, where they differ."""


class Start(msgspec.Struct, omit_defaults=True, kw_only=True, rename=START_FIELDS):
    """Everything on which a deal depends.

    - `now`: the time of the deal
    - `previous`: the part of the previous game's table that the deal may read
    - `room_events` (stored as `said`): the events of the room itself (not of the game) in the same change
    - `room_events_before` (stored as `before`): the number of `room_events` that precede the events of the
      game
    """

    game: Annotated[str, Meta(max_length=100)]
    seats: Annotated[list[RecordedSeat], Meta(min_length=1, max_length=20)]
    host: Id = ""
    options: dict[str, Any] = {}
    seed: Annotated[str, Meta(max_length=128)]
    now: TimeMs
    previous: dict[str, Any] | UnsetType = UNSET
    room_events: Annotated[list[Event], Meta(max_length=20)] = []
    room_events_before: int = 0


class Input(msgspec.Struct, array_like=True):
    """One input of a game. `after_ms`: ms since the previous input.

    - With a player and a move, the input is an action.
    - With a player and no move, this player has left for good.
    - With no player and the move `END`, the rules have failed, and the game ends.
    - With neither player nor move, the input is a timeout, or a change that has only events of the room. In
      such a change, `room_events_before` is -1.

    In all other inputs, `room_events` and `room_events_before` have the same meaning as in `Start`.
    """

    after_ms: Annotated[int, Meta(ge=-(10**11), le=10**11)]
    player: Id = ""
    move: Annotated[str, Meta(max_length=64)] = ""
    args: dict[str, Any] = {}
    room_events: Annotated[list[Event], Meta(max_length=20)] = []
    room_events_before: Annotated[int, Meta(ge=-1, le=20)] = 0


class Recording(NamedTuple):
    """A complete recording of a game."""

    start: Start
    inputs: list[Input]


class ReplayChunk(NamedTuple):
    """A packed part of a recording, for a commit to store.

    - `data`: the packed inputs, or the packed deal. Empty if there is nothing to store.
    - `first`: whether the commit first deletes all stored chunks, such as those of the previous game
    """

    data: bytes
    first: bool


NO_CHUNK = ReplayChunk(b"", first=False)


class ReplayRecorder(msgspec.Struct, omit_defaults=True, rename={"newest": "row", "events": "made"}):
    """The part of a recording that the room keeps.

    - `at`: the time of the last input, in ms since 1970, or 0 if the room records no game
    - `count`: the number of inputs of the game so far
    - `tail`: the inputs of the unfinished chunk, as JSON without trailing default values. Most changes need
      not decode this JSON.
    - `size`: the packed size of all chunks, in bytes
    - `start`: the deal, until it is packed
    - `newest`: the newest input, only while the room changes
    - `events`: the events of the game in this change, only while the room changes. Unset if there are none.
    """

    at: int = 0
    count: int = 0
    tail: list[msgspec.Raw] = []
    size: int = 0
    start: Start | UnsetType = UNSET
    newest: list[Any] | UnsetType = UNSET
    events: list[Event] | UnsetType = UNSET

    def add_input(
        self, now: int, player: str = "", move: str = "", args: dict[str, Any] | None = None
    ) -> None:
        """Append an input, if the room records a game."""
        if not self.at:
            return
        self._append_newest()
        self.newest = _row(now - self.at, player, move, args or {})
        self.at, self.count = now, self.count + 1

    def add_events(self, events: list[Event]) -> None:
        """Note the events of the game that the last input has caused."""
        if self.at:
            self.events = [*(self.events or []), *events]

    def close(self, events: Sequence[Event], now: int, *, running: bool) -> ReplayChunk:
        """Finish the recording of a change of the room. Return the chunk to store beside the room.

        `events`: all events of the change, both of the game and of the room.
        """
        own_events, self.events = self.events, UNSET
        if not self.at:
            return NO_CHUNK
        own_ids = set(map(id, own_events or ()))
        room_events = [event for event in events if id(event) not in own_ids]
        if own_events is not UNSET:
            self._add_room_events(room_events, _count_before(events, own_ids))
        elif running and any(
            event.viewers == "all" and not (event.type in PRESENCE_EVENTS or is_chat(event))
            for event in room_events
        ):
            self.add_input(now)
            self._add_room_events(room_events, -1)
        self._append_newest()
        return self._full_chunk()

    def _append_newest(self) -> None:
        newest, self.newest = self.newest, UNSET
        if newest is not UNSET:
            self.tail.append(msgspec.Raw(_encode(newest)))

    def _add_room_events(self, events: list[Event], count_before: int) -> None:
        if not events:
            return
        if self.newest is not UNSET:
            self.newest += ["", "", {}][len(self.newest) - 1 :]
            self.newest += [events, count_before]
        elif self.start is not UNSET:
            self.start.room_events, self.start.room_events_before = events, count_before

    def stop(self) -> ReplayChunk:
        """Stop recording this game.

        Return an empty chunk, which makes the store delete the recording.
        """
        self.at, self.count, self.size, self.tail, self.start = 0, 0, 0, [], UNSET
        return ReplayChunk(b"", first=True)

    def _full_chunk(self) -> ReplayChunk:
        if self.count > MOST_INPUTS:
            return self.stop()
        if self.start is not UNSET:
            start, self.start, self.size = self.start, UNSET, 0
            return self._chunk(start, first=True)
        if len(self.tail) < CHUNK_INPUTS and sum(map(len, self.tail)) < MOST_TAIL:
            return NO_CHUNK
        tail, self.tail = self.tail, []
        return self._chunk(tail, first=False)

    def _chunk(self, value: Any, *, first: bool) -> ReplayChunk:
        data = _pack(value)
        self.size += len(data)
        return ReplayChunk(data, first) if self.size <= MOST_BYTES else self.stop()


def read_recording(chunks: Sequence[bytes], recorder: ReplayRecorder) -> Recording | None:
    """Return the recording from its stored chunks and the room's recorder.

    Returns None if there is no recording, or if inputs are missing.
    """
    if not recorder.at or not chunks:
        return None
    start = msgspec.json.decode(zlib.decompress(chunks[0]), type=Start)
    inputs = [entry for chunk in chunks[1:] for entry in _inputs.decode(zlib.decompress(chunk))]
    inputs += _inputs.decode(msgspec.json.encode(recorder.tail))
    return Recording(start, inputs) if len(inputs) == recorder.count else None


def stored_inputs(inputs: list[Input]) -> Any:
    """Return the stored form of inputs, without trailing default values."""
    return [_row(*msgspec.to_builtins(entry)) for entry in inputs]


_inputs = msgspec.json.Decoder(list[Input])
_encode = msgspec.json.Encoder().encode


def _pack(value: Any) -> bytes:
    return zlib.compress(msgspec.json.encode(value), 9)


def _row(*values: Any) -> list[Any]:
    """Return the values of an input as a list without empty values at the end.

    The list always has the first value, the time.
    """
    row = list(values)
    while len(row) > 1 and not row[-1]:
        row.pop()
    return row


def _count_before(events: Sequence[Event], own_ids: set[int]) -> int:
    """Return the number of events before the first event of the game itself."""
    return next((place for place, event in enumerate(events) if id(event) in own_ids), len(events))
