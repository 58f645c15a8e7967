"""Replays of games, from a room's recording or from a file.

A replay shows a finished game step by step; clients fetch the steps in pages. At the first request for a
replay, a worker plays the whole game again, which also proves that the recording is valid. It stores a
checkpoint, which is a complete step, after every `CHUNK_INPUTS` inputs. To make a page, the worker plays on
from the last checkpoint before the page. A worker plays one replay at a time, with short pauses, so that
other requests do not wait.
"""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from cheat.engine.game import AnyGame
from cheat.engine.lru import LruCache
from cheat.engine.registry import GameRegistry
from cheat.engine.table import Event, EventView, Standing
from cheat.errors import BadValue, Busy, NotAllowed, NotFound, RateLimited, Refused, StoreUnavailable
from cheat.i18n.messages import ENGLISH, Language, Text
from cheat.rooms import playback
from cheat.rooms.playback import ReplayStep
from cheat.rooms.replay_recorder import (
    CHUNK_INPUTS,
    MOST_INPUTS,
    Input,
    Recording,
    Start,
    read_recording,
    stored_inputs,
)
from cheat.rooms.room import AnyRoom
from cheat.rooms.view import TableView
from cheat.service.delivery.answers import decoded_room, event_views, seat_of_caller
from cheat.service.limits.rules_time import ChargedCall, RulesTime
from cheat.store.rooms import RoomStore
from cheat.version import __version__

PAGE = 50
MOST_PAGE = 100
"""Maximum number of steps on a page: about 300 KB."""
PAGE_BYTES = 2 * 1024 * 1024
"""Bytes after which a page ends early. Only games with very large tables reach this limit."""
MOST_REPLAYS, MOST_REPLAY_BYTES = 200, 16_000_000
"""Maximum number of replays that a worker keeps, and their maximum total size in bytes.

A long game takes 0.3 MB.
"""
MEMORY_FACTOR = 20
"""Maximum bytes of memory that each byte of JSON takes after decoding.

The worst case is `[],`: three bytes that become an empty list.
"""
OVERHEAD = 2000
"""Bytes that a replay and each of its checkpoints take in addition to their content."""
MOST_ARGS = 2048
"""Maximum size of a move's arguments in a file, in bytes.

The same limit applies to requests that make a move.
"""
SLICE_S = 0.004
"""Seconds of work between two pauses: about as long as a few actions take."""
QUEUE_S = 10.0
"""Maximum seconds that a request waits for other replays. Then the client has to try again."""
BUDGET_S = 5.0
"""Seconds of work after which the worker refuses a replay.

The longest replay, with 4000 inputs, takes a tenth of this time on a slow machine.
"""
MOST_EVENT_BYTES = 1000
"""Maximum size of a room event in a file, in bytes. The longest real event has two names."""
NO_REPLAY = "This game was recorded by another version of the server, so you can't watch it here."
NOT_RECORDED = "There is no complete recording of this game, so you can't watch it again."
TOO_MUCH_WORK = "This game takes the server too long to play again, so you can't watch it here."
BAD_REPLAY = "This file isn't a replay that can be watched here."

log = logging.getLogger(__name__)


class Outcome(msgspec.Struct):
    """The result of a game. A replay from a file must end with the result in the file."""

    winners: list[str]
    reason: str
    standing: list[Standing]


class ReplayFile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A finished game as a file.

    `start`: everything on which the deal depends. `inputs`: everything that happened after the deal.
    `release`: the release of the server that wrote the file.
    """

    replay: Literal[1] = 1
    release: Annotated[str, Meta(max_length=40)] = __version__
    room: Annotated[str, Meta(max_length=10)] = ""
    game: Annotated[str, Meta(max_length=100)]
    start: Start
    inputs: Annotated[list[Input], Meta(max_length=MOST_INPUTS)]
    result: Outcome


class Frame(msgspec.Struct):
    """A step as a viewer sees it. `index`: its number (0 is the deal). `at`: ms since 1970."""

    index: int
    at: int
    events: list[EventView]
    table: TableView


class Turn(msgspec.Struct, array_like=True):
    """The beginning of a turn: the number of the step, and the player."""

    index: int
    player: str


class Highlight(msgspec.Struct, array_like=True):
    """A step with an event that all players notice: its number, and the event's type and tone.

    The tone is `good` or `bad`.
    """

    index: int
    kind: str
    tone: str


class ReplayPage(msgspec.Struct, kw_only=True, rename={"highlights": "moments"}):
    """Some of the `count` steps of a replay, and all turns and highlights of the replay."""

    game: str
    count: int
    turns: list[Turn]
    highlights: list[Highlight]
    frames: list[Frame]


class ReplayQuery(NamedTuple):
    """The query parameters of a page.

    `seat`: the player whose view the page shows ("" for a spectator). `is_open`: whether all cards are face
    up. `first`: the first step of the page. `limit`: the maximum number of steps.
    """

    seat: str = ""
    is_open: bool = False
    first: int = 0
    limit: int = PAGE
    language: Language = ENGLISH


class Checkpoint(NamedTuple):
    """A stored step of a replay: table and events as JSON."""

    number: int
    at: int
    table: bytes
    events: bytes
    players_gone: frozenset[str]
    failed: bool


class Replay:
    """A game that a worker has played again from its recording.

    The inputs are divided into chunks, and `_checkpoints` has the step before each chunk. Inputs and steps
    are encoded as JSON, so that the worker knows how much memory they take.
    """

    def __init__(self, games: GameRegistry, code: str, recording: Recording) -> None:
        self.games, self.code, self.start = games, code, recording.start
        self.count = len(recording.inputs) + 1
        """Number of steps: the deal, and one for each input."""
        self._checkpoints: list[Checkpoint] = []
        self._turns: list[Turn] = []
        self._highlights: list[Highlight] = []
        self.outcome: Outcome | None = None
        self.options: Any = None
        self._chunks = [
            msgspec.json.encode(recording.inputs[at : at + CHUNK_INPUTS])
            for at in range(0, len(recording.inputs), CHUNK_INPUTS)
        ]

    @property
    def weight(self) -> int:
        """An upper limit for the memory that the replay takes, in bytes."""
        checkpoint_bytes = sum(
            OVERHEAD + len(checkpoint.table) + len(checkpoint.events) for checkpoint in self._checkpoints
        )
        small_parts = msgspec.json.encode((self.start, self._turns, self._highlights, self.outcome))
        return OVERHEAD + sum(map(len, self._chunks)) + checkpoint_bytes + MEMORY_FACTOR * len(small_parts)

    def play(self, pause: Callable[[], None]) -> None:
        """Play the complete game once. Raises any error of the rules."""
        turn: str | None = None
        for step in self._steps_after(playback.first_step(self._rules(), self.start)):
            if step.number % CHUNK_INPUTS == 0:
                self._checkpoints.append(_checkpoint(step))
                self.options = step.table.options
            if step.table.turn not in (None, turn):
                turn = step.table.turn
                self._turns.append(Turn(step.number, str(turn)))
            if (loud := _loudest(step.events)) is not None:
                self._highlights.append(Highlight(step.number, loud.kind, loud.tone))
            pause()
        result = step.table.result
        if result is not None:
            self.outcome = Outcome(result.winners, result.reason, result.standing)

    def page(self, query: ReplayQuery, pause: Callable[[], None]) -> ReplayPage:
        """Return a page. Raises BadValue for a seat that the game did not have."""
        start, frames, size = self.start, list[Frame](), 0
        seat = playback.seat_of(start.seats, query.seat) if query.seat else None
        language = self._rules().language_with_terms(query.language)
        viewer, names = seat.id if seat else None, {player.id: player.name for player in start.seats}
        last = min(query.first + query.limit, self.count)
        for step in self._steps_from(query.first):
            if step.number >= last or size >= PAGE_BYTES:
                break
            if step.number >= query.first:
                visible = playback.with_open_cards(step, viewer) if query.is_open else step
                events = event_views(visible.events, step.number + 1, step.at, viewer, language, names)
                table = playback.table_of(visible, self.games, self.code, start, seat, query.language)
                frames.append(Frame(step.number, step.at, events, table))
                size += len(msgspec.json.encode(frames[-1]))
            pause()
        return ReplayPage(
            game=start.game, count=self.count, turns=self._turns, highlights=self._highlights, frames=frames
        )

    def _rules(self) -> AnyGame:
        """Return the rules.

        A replay does not keep its rules, because the rules of a document take a megabyte. The registry of
        games, which loads rules, has a cache for them.
        """
        return self.games.game(self.start.game)

    def _steps_after(self, step: ReplayStep) -> Iterator[ReplayStep]:
        """Yield `step` and all later steps. `step` must be the last step before a chunk of inputs."""
        yield step
        rules = self._rules()
        for chunk in self._chunks[step.number // CHUNK_INPUTS :]:
            for move_input in _inputs.decode(chunk):
                step = playback.next_step(rules, step, move_input)
                yield step

    def _steps_from(self, index: int) -> Iterator[ReplayStep]:
        """Return all steps to the end, beginning with the last checkpoint at or before `index`."""
        checkpoint = self._checkpoints[min(index, self.count - 1) // CHUNK_INPUTS]
        table = msgspec.json.decode(checkpoint.table, type=self._rules().table_type)
        table.options = self.options
        events = _events.decode(checkpoint.events)
        return self._steps_after(
            ReplayStep(
                checkpoint.number, checkpoint.at, table, events, checkpoint.players_gone, checkpoint.failed
            )
        )


def _loudest(events: list[Event]) -> Event | None:
    """Return the first public event of the tone `bad`, or else of the tone `good`, or else None."""
    loud = [event for event in events if event.viewers == "all" and event.tone in ("good", "bad")]
    return min(loud, key=lambda event: event.tone, default=None)


def _checkpoint(step: ReplayStep) -> Checkpoint:
    table, events = msgspec.json.encode(step.table), msgspec.json.encode(step.events)
    return Checkpoint(step.number, step.at, table, events, step.left, step.failed)


class Replays:
    """The replays of a worker."""

    def __init__(self, store: RoomStore, games: GameRegistry, rules_time: RulesTime) -> None:
        self._store = store
        self._games = games
        self._rules_time = rules_time
        self._cache = LruCache[Replay](MOST_REPLAYS, MOST_REPLAY_BYTES)
        self._play_lock = threading.Lock()

    def of_room(self, code: str, token_hash: str | None, query: ReplayQuery, address: str = "") -> ReplayPage:
        """Return some steps of the room's last finished game.

        Raises the errors of `file_of`, Busy and StoreUnavailable. Raises BadValue for a seat that the game
        did not have, and RateLimited if replays for this address take up too much processor time.
        """
        payers = self._rules_time.check_address(address)
        room, recording = self._load_recording(code, token_hash)
        key = _digest(msgspec.json.encode((code, recording)))
        try:
            with self._rules_time.charge(payers) as charged_call:
                return self._page(self._replay(key, code, recording, charged_call), query, charged_call)
        except (BadValue, Busy, RateLimited, StoreUnavailable):
            raise
        except _TooMuchWork:
            raise Refused(TOO_MUCH_WORK, "no_replay") from None
        except Exception as error:
            log.warning(
                "the recording of room %s cannot be played again",
                room.code,
                exc_info=error,
                extra={"room": room.code},
            )
            raise Refused(NO_REPLAY, "no_replay") from error

    def file_of(self, code: str, token_hash: str | None) -> ReplayFile:
        """Return the room's last finished game as a file.

        Raises NotFound, Unauthorized, NotAllowed (`no_spectators`) or Refused (`not_started`, `game_running`,
        `no_replay`).
        """
        room, (start, inputs) = self._load_recording(code, token_hash)
        result = room.running().result
        assert result is not None, "the game is over"
        outcome = Outcome(result.winners, result.reason, result.standing)
        return ReplayFile(
            room=room.code, game=start.game, start=start, inputs=stored_inputs(inputs), result=outcome
        )

    def of_file(self, data: bytes, query: ReplayQuery, address: str = "") -> ReplayPage:
        """Return some steps of a file.

        Raises BadValue (`bad_replay`, `bad_field`), Busy, or RateLimited as `of_room` does. The rules deal
        the cards and check each input. So the worker accepts a file only if the game in it is possible here.
        """
        key = _digest(data)
        try:
            with self._rules_time.charge(self._rules_time.check_address(address)) as charged_call:
                return self._page(self._replay_of(key, data, charged_call), query, charged_call)
        except _TooMuchWork:
            raise BadValue(TOO_MUCH_WORK, "bad_replay") from None

    def _load_recording(self, code: str, token_hash: str | None) -> tuple[AnyRoom, Recording]:
        loaded = self._store.load_with_recording(code)
        if loaded is None:
            raise NotFound("There is no room with this code. Check the code.")
        stored, chunks = loaded
        room = decoded_room(stored, self._games)
        seat = seat_of_caller(room, token_hash)
        if room.phase == "playing":
            raise Refused("The game is running. You can watch the replay when it is over.", "game_running")
        if room.table is None:
            raise Refused("No game has been played in this room yet.", "not_started")
        if seat is None and not room.running().options.spectators:
            raise NotAllowed("Spectators can't watch this game.", "no_spectators")
        recording = read_recording(chunks, room.recorder)
        if recording is None:
            raise Refused(NOT_RECORDED, "no_replay")
        return room, recording

    def _replay_of(self, key: bytes, data: bytes, charged_call: ChargedCall) -> Replay:
        """Return the replay of a file. Raises the errors of `of_file`, or `_TooMuchWork`."""
        replay = self._cache.get(key)
        if replay is not None:
            return replay
        try:
            file = _check_file(_files.decode(data))
            recording = Recording(file.start, file.inputs)
            return self._replay(key, file.room, recording, charged_call, file.result)
        except (Busy, RateLimited, StoreUnavailable, _TooMuchWork):
            raise
        except Exception as error:  # any error is the fault of the file
            log.debug("a file is not a replay: %r", error)
            raise BadValue(BAD_REPLAY, "bad_replay") from None

    def _replay(
        self,
        key: bytes,
        code: str,
        recording: Recording,
        charged_call: ChargedCall,
        outcome: Outcome | None = None,
    ) -> Replay:
        """Return the replay. If this worker does not have the replay yet, play the game first.

        Raises Busy, `_TooMuchWork`, or ValueError if the game does not end with `outcome`.
        """
        if not self._play_lock.acquire(timeout=QUEUE_S):
            raise Busy("Too many replays were requested at once. Try again.")
        charged_call.resume()
        try:
            replay = self._cache.get(key)
            if replay is None:
                self._load_rules(recording.start, charged_call)
                replay = Replay(self._games, code, recording)
                replay.play(_Pacer(charged_call))
                if outcome not in (None, replay.outcome):
                    raise ValueError("the game ends differently")
                self._cache.put(key, replay, replay.weight)
        finally:
            self._play_lock.release()
        return replay

    def _page(self, replay: Replay, query: ReplayQuery, charged_call: ChargedCall) -> ReplayPage:
        self._load_rules(replay.start, charged_call)
        return replay.page(query, _Pacer(charged_call))

    def _load_rules(self, start: Start, charged_call: ChargedCall) -> None:
        """Load the rules of a replay. The processor time counts for the payers of the request."""
        self._games.game(start.game, charged_call.payers)


class _TooMuchWork(Exception):
    """Raised if a replay takes more than `BUDGET_S` of work."""


class _Pacer:
    """A function that long work calls often.

    It pauses now and then, so that other requests can run. Before each pause, it charges the processor time
    since the last pause to the payers of the request. Raises `_TooMuchWork` once the work has taken
    `BUDGET_S`.
    """

    def __init__(self, charged_call: ChargedCall) -> None:
        self._slice_began_at, self._spent_s = time.monotonic(), 0.0
        self._charged_call = charged_call

    def __call__(self) -> None:
        elapsed = time.monotonic() - self._slice_began_at
        if elapsed > SLICE_S:
            self._spent_s += elapsed
            self._charged_call.spend()
            if self._spent_s > BUDGET_S:
                raise _TooMuchWork
            time.sleep(SLICE_S)
            self._charged_call.resume()
            self._slice_began_at = time.monotonic()


_files = msgspec.json.Decoder(ReplayFile)
_inputs = msgspec.json.Decoder(list[Input])
_events = msgspec.json.Decoder(list[Event])


def _check_file(file: ReplayFile) -> ReplayFile:
    """Return the file if its moves and room events obey the limits that rooms have.

    Raises ValueError otherwise.
    """
    if file.game != file.start.game:
        raise ValueError("the file names two games")
    for move_input in file.inputs:
        if move_input.args and (not move_input.move or len(msgspec.json.encode(move_input.args)) > MOST_ARGS):
            raise ValueError("no room accepts these arguments")
    for event in (
        *file.start.room_events,
        *(event for move_input in file.inputs for event in move_input.room_events),
    ):
        nested = [value for value in event.args.values() if isinstance(value, Text)]
        is_plain = all(isinstance(value, (str, int)) for text in nested for value in text.args.values())
        if event.cards or not is_plain or len(msgspec.json.encode(event)) > MOST_EVENT_BYTES:
            raise ValueError("no room makes such an event")
    return file


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()
