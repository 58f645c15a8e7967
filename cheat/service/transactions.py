"""The one loop that changes rooms: load, apply, commit.

Every change of a room goes through `Transactions.apply`: joins, moves and due work. So each change is checked
against the newest version, and is written at most once. Each change makes one new version. The new version is
private if only some players may know of the change.
"""

from __future__ import annotations

import logging
import random
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from cheat.engine.table import Event
from cheat.errors import Busy, CheatError, NotFound, RateLimited, RulesFailed, StoreUnavailable, Unreadable
from cheat.ops import metrics
from cheat.ops.log_throttle import LogThrottle
from cheat.rooms import bots, lobby, presence
from cheat.rooms.replay_recorder import ReplayChunk
from cheat.rooms.room import AnyRoom, FinishedAction, NewerVersion, decode, encode
from cheat.rooms.room_memory import SMALL_LOG
from cheat.rooms.room_moves import fail, is_all_chat, is_private
from cheat.rooms.session import close
from cheat.rooms.view import ListedRoom, listing
from cheat.service import room_codes
from cheat.service.delivery.answers import DecodedVersion, LogEntry, cache_decoded
from cheat.service.delivery.feeds import Feeds
from cheat.service.hub.hub import Hub
from cheat.service.jobs.search_requests import BotSearches
from cheat.service.limits.rules_time import RulesTime, is_of_users
from cheat.service.public_rooms import PublicRooms
from cheat.service.room_memory_limits import RoomMemoryLimits
from cheat.settings import Settings
from cheat.store.rooms import RoomStore, StoredRoom

MAX_CONFLICTS = 12
"""Maximum number of times that a commit may fail because another commit came first.

After one more failure, the change is refused with the error Busy. If ten players act at once, the commit of
each player fails at most nine times.
"""
JITTER_S = 0.02
MAX_OVERDUE = 1000
"""Maximum number of pieces of overdue work that one request does.

If there are more, the request is refused with the error Busy, so that other requests can run.
"""
MAX_OVERDUE_OF_USERS = 50
"""The limit instead of `MAX_OVERDUE` in rooms with games that users wrote.

The rules of such a game could make work without players forever. Usually only bots act between the moves of
two people, so a small number is enough.
"""
NO_ROOM = "There is no room with this code. Check the code."

log = logging.getLogger(__name__)

_encode = msgspec.json.Encoder().encode

Change = Callable[[AnyRoom, int, int], "list[Event] | FinishedAction"]
"""A function (room, its version, now) -> events.

For an action that was already carried out, the function returns its record (`FinishedAction`) instead.
"""


@lru_cache(4096)
def room_code(text: str) -> str:
    """Return the code as it is stored. Raises NotFound for a text that cannot be a code.

    This check comes first, so that a poll with such a text subscribes to nothing.
    """
    code = room_codes.normalized(text)
    if len(code) != room_codes.LENGTH or not set(code) <= set(room_codes.LETTERS):
        raise NotFound(NO_ROOM)
    return code


class _NextVersion(NamedTuple):
    """The next version to write.

    `listed_before`: the room's entry in the list of public rooms before the change. `is_overdue`: whether
    this version is a piece of overdue work that precedes the requested change. `is_from_search`: whether a
    bot search chose the move in it. `failure`: the error of the rules, if it ended the game.
    """

    room: AnyRoom
    outcome: list[Event] | FinishedAction
    now: int
    listed_before: ListedRoom | None
    is_overdue: bool = False
    is_from_search: bool = False
    failure: CheatError | None = None


class Transactions:
    """The changes of rooms. `clock`: ms since 1970.

    `failure_log`: the log of failed rules and unreadable rooms.
    """

    def __init__(
        self,
        feeds: Feeds,
        store: RoomStore,
        clock: Callable[[], int],
        hub: Hub,
        bot_searches: BotSearches,
        public_rooms: PublicRooms,
        memory: RoomMemoryLimits,
        rules_time: RulesTime,
        settings: Settings,
    ) -> None:
        self._feeds, self._store, self._clock = feeds, store, clock
        self._hub, self._games = hub, hub.games
        self._bot_searches, self._public, self._settings = bot_searches, public_rooms, settings
        self._room_memory, self._rules_time = memory, rules_time
        self.failure_log = LogThrottle()

    def load(self, code: str) -> StoredRoom:
        """Return the newest version. Raises NotFound (`room_not_found`)."""
        stored = self._store.load(code)
        if stored is None:
            raise NotFound(NO_ROOM)
        return stored

    def create(self, room: AnyRoom, events: list[Event], now: int) -> StoredRoom | None:
        """Write a new room. Return None if its code is taken."""
        self._follow_up(room, events, now)
        chunk, data, ttl_ms = close(room, events, now), encode(room), self.ttl_ms(room)
        entry = _encode(LogEntry(now, events))
        if not self._store.create(room.code, room.epoch, data, entry, ttl_ms, chunk.data):
            return None
        return StoredRoom(room.epoch, 1, data)

    def update_lists(
        self, listed_before: ListedRoom | None, room: AnyRoom, events: list[Event], now: int
    ) -> None:
        """Update the list of rooms and the counts of plays.

        `listed_before`: the room's entry in the list of public rooms before the change.
        """
        self._public.update(listed_before, room, now)
        if not room.trial and any(event.type == "started" for event in events):
            with suppress(StoreUnavailable):  # a lost count of plays does no harm
                self._hub.count_play(room.dealt_rules)

    def ttl_ms(self, room: AnyRoom) -> int:
        """Return the milliseconds for which the store keeps a room without a change."""
        settings = self._settings
        seconds = settings.game_ttl_s if room.phase == "playing" else settings.lobby_ttl_s
        return 1000 * (min(seconds, settings.quick_ttl_s) if room.solo else seconds)

    def apply_due(self, code: str) -> None:
        """Apply the due work of a room, if there is any."""
        try:
            self.apply(code, lambda room, version, now: [])
        except Busy:
            log.info("room %s stays busy: other workers are doing its due work", code)
        except RateLimited:
            log.debug("room %s: its due work waits for processor time", code)

    def apply(self, code: str, change: Change) -> tuple[StoredRoom, AnyRoom]:
        """Apply `change` to the newest version, and write the next one.

        Before that, `apply` does overdue work, and writes a version after each piece of it. It returns the
        written version and the room. If there is nothing to write, it returns the present version. Raises
        RateLimited if the rules of the room have used up their processor time (`limits/rules_time.py`).

        The first attempt uses the newest version that this worker knows, to save a read. That version may be
        outdated. If it is, the commit fails, and `apply` reads the room and tries again. If a change of such
        a version is refused, `apply` also reads the room and tries again, because the refusal may be wrong.
        If the rules of a game fail, `apply` writes the end of the game, and then raises RulesFailed.
        """
        code = room_code(code)
        conflicts, overdue_steps, stored = 0, 0, self._feeds.known_version(code)
        is_fresh = stored is None
        for _ in range(MAX_OVERDUE):
            stored = stored or self.load(code)
            next_version = self._next_version(code, stored, change, is_fresh)
            if next_version is None:
                stored, is_fresh = None, True
                continue
            if isinstance(next_version.outcome, FinishedAction) or not next_version.outcome:
                return stored, next_version.room
            new_version = self._commit(code, stored, next_version, next_version.outcome)
            if new_version is None:
                conflicts, stored, is_fresh = conflicts + 1, None, True
                if conflicts > MAX_CONFLICTS:
                    break
                time.sleep(random.uniform(0, JITTER_S * conflicts))
                continue
            if next_version.failure is not None:
                raise next_version.failure
            if not next_version.is_overdue:
                return new_version, next_version.room
            stored, is_fresh, overdue_steps = new_version, True, overdue_steps + 1
            if overdue_steps >= MAX_OVERDUE_OF_USERS and is_of_users(next_version.room):
                break
        raise Busy("Too many people acted at once. Try again.")

    def _next_version(
        self, code: str, stored: StoredRoom, change: Change, is_fresh: bool
    ) -> _NextVersion | None:
        """Return the version after `stored`. Raises CheatError if the change is refused.

        `is_fresh`: whether `stored` has just been read. If not, a refusal may be wrong. So the result is None
        instead of a refusal, and the caller tries again with a fresh version.
        """
        room = self._decode(code, stored)
        self._rules_time.check(room)
        listed_before, now = listing(room), self._clock()
        room, overdue_events, is_from_search = self._apply_overdue(room, stored, now)
        if overdue_events:
            return _NextVersion(
                room, overdue_events, now, listed_before, is_overdue=True, is_from_search=is_from_search
            )
        try:
            with self._rules_time.charge_room(room):
                outcome = change(room, stored.version, now)
            return _NextVersion(room, outcome, now, listed_before)
        except CheatError as refusal:
            end_of_game = self._end_failed_game(stored, refusal)
            if end_of_game is None and not is_fresh:
                return None
            self.log_failure(code, refusal)
            if end_of_game is None:
                raise
            return _NextVersion(*end_of_game, now, listed_before, failure=refusal)

    def _apply_overdue(
        self, room: AnyRoom, stored: StoredRoom, now: int
    ) -> tuple[AnyRoom, list[Event], bool]:
        """Do the first overdue work. Return room, events, and whether a bot search chose the move.

        The work: of the game's clocks and bots first, then of presence. It comes before any other change.
        """
        try:
            is_from_search = self._bot_searches.use_result(room, stored, now)
            with self._rules_time.charge_room(room):
                events = lobby.expire(room, now, "" if room.phase == "playing" else secrets.token_hex(32))
        except RulesFailed as failed:
            self.log_failure(room.code, failed)
            room = decode(stored.data, self._games)
            return room, fail(room) if failed.ends else lobby.cancel_countdown(room), False
        return room, events or self._update_presence(room, now), is_from_search

    def _update_presence(self, room: AnyRoom, now: int) -> list[Event]:
        """Return the events of players that went away or came back.

        A heartbeat is the time of a player's last poll. A worker uses its own heartbeats only to decide when
        to fetch the heartbeats of all workers. If workers changed presence by their own heartbeats alone,
        they would contradict each other, and write version after version.
        """
        heartbeats = self._feeds.heartbeats(room.code)
        due_at = None if heartbeats is None else presence.next_due_at(room, heartbeats, now)
        if due_at is None or due_at > now:
            return []
        all_heartbeats = self._feeds.fetch_heartbeats(room.code)
        return [] if all_heartbeats is None else presence.update(room, all_heartbeats, now)

    def _end_failed_game(self, stored: StoredRoom, refusal: CheatError) -> tuple[AnyRoom, list[Event]] | None:
        """If the rules failed, end the game, and return room and events. Otherwise return None."""
        if not isinstance(refusal, RulesFailed) or not refusal.ends:
            return None
        room = decode(stored.data, self._games)
        events = fail(room)
        return (room, events) if events else None

    def _decode(self, code: str, stored: StoredRoom) -> AnyRoom:
        try:
            return decode(stored.data, self._games)
        except Unreadable as error:
            self.failure_log.log(code, error)
            raise

    def _commit(
        self, code: str, base: StoredRoom, next_version: _NextVersion, events: list[Event]
    ) -> StoredRoom | None:
        """Write the next version. Return None if another commit came first."""
        room, now = next_version.room, next_version.now
        new_version = self._write(code, base, room, events, now)
        if new_version is None:
            metrics.conflicts.inc()
            return None
        metrics.changes.inc()
        if next_version.is_from_search:
            metrics.searches_used.inc()
        self.update_lists(next_version.listed_before, room, events, now)
        return new_version

    def _write(
        self, code: str, base: StoredRoom, room: AnyRoom, events: list[Event], now: int
    ) -> StoredRoom | None:
        self._follow_up(room, events, now)
        chunk = close(room, events, now)
        entry = None if is_private(events) else _encode(LogEntry(now, events))
        former_memory = msgspec.structs.replace(room.memory) if room.memory is not UNSET else None
        data, chunk, log_length = self._encode_within_limits(room, entry or b"", chunk)
        if entry is None:
            new_version = StoredRoom(base.epoch, base.version, data, base.private + 1)
        else:
            new_version = StoredRoom(base.epoch, base.version + 1, data)
        # From now on nothing changes this object, so polls can use it.
        cache_decoded(new_version, DecodedVersion(room, new_version.version))
        self._feeds.expect_wakeup(code, new_version, entry or b"")
        if not self._store.commit(
            code,
            base,
            data,
            entry,
            self.ttl_ms(room),
            chunk.data,
            first=chunk.first,
            log_length=log_length,
        ):
            return None
        if former_memory is not None and room.memory is not UNSET:
            self._room_memory.give_back(code, former_memory, room.memory)
        self._feeds.on_commit(code, new_version, entry or b"")
        return new_version

    def _encode_within_limits(
        self, room: AnyRoom, entry: bytes, chunk: ReplayChunk
    ) -> tuple[bytes, ReplayChunk, int]:
        """Encode a room. If it has grown, ask for more memory in Redis (`room_memory_limits`).

        Returns the bytes, the chunk of the recording to store, and the number of log entries to keep (0 for
        the usual number).
        """
        memory = room.memory
        if memory is UNSET:
            return encode(room), chunk, 0
        memory.add_to_log(len(entry), self._store.log_length)
        if chunk.first:
            self._room_memory.begin(room, memory)
        data = encode(room)
        size = len(data) + room.recorder.size + memory.log
        if memory.small or size <= memory.granted:
            return data, chunk, SMALL_LOG if memory.small else 0
        new_size = memory.next_grant(size)
        if self._room_memory.grant(room, memory, new_size):
            return encode(room), chunk, 0
        memory.small, memory.log = True, len(entry)
        last_chunk = room.recorder.stop()
        return encode(room), last_chunk, SMALL_LOG

    def _follow_up(self, room: AnyRoom, events: list[Event], now: int) -> None:
        """After a change, update countdowns, bot plans, pins, and the note of a newer game version."""
        if is_all_chat(events):
            room.chat_versions += 1
            return
        self._pin_documents(room)
        lobby.update_countdown(room, events, now)
        started_at = time.perf_counter()
        try:
            with self._rules_time.charge_room(room):
                failures = bots.update_plans(room, events, now, self._settings.bot_pace)
        except RulesFailed as failed:
            failures = [failed]
            events += fail(room)
        metrics.bots_seconds.inc(time.perf_counter() - started_at)
        for failure in failures:
            self.log_failure(room.code, failure)

    def log_failure(self, code: str, error: CheatError) -> None:
        """Log a failure. If rules took too long, let no new room use their document."""
        self.failure_log.log(code, error)
        if isinstance(error, RulesFailed) and error.slow:
            with suppress(StoreUnavailable):  # the next slow call of these rules tries again
                self._hub.bar(error.game)

    def _pin_documents(self, room: AnyRoom) -> None:
        """Pin the documents of a room, and note a newer version of the chosen game."""
        for game in {room.game, room.dealt_game} if room.table else {room.game}:
            if game not in room.lost_games:
                self._hub.pin(room.rules_of(game))
        if room.phase != "playing":
            newer = self._hub.newer(room.rules)
            room.newer = NewerVersion(newer.id, newer.version, newer.differs) if newer else None
