"""Shared polls: polls of spectators. Caches may store the answers to these polls.

The answer to a shared poll depends only on the room, the language and the cursor. The time is divided into
slots, and the cursor of a shared poll also names a slot. If there are no events, the worker answers when this
slot ends. The cursor in that answer names the next slot. So the client's next poll differs from its last
poll, and a cache does not repeat the empty answer. An answer with events names the present slot. So all
spectators that have seen the newest version send the same poll.

A worker makes one answer for all equal shared polls. docs/protocol.md describes shared polls for clients.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple
from zlib import crc32

from cheat.errors import RateLimited
from cheat.i18n.messages import Language
from cheat.ops import metrics
from cheat.ops.threads import brief_lock
from cheat.service.delivery.answers import (
    DecodedVersion,
    EventsAnswer,
    PollQuery,
    Position,
    position_of_cursor,
)
from cheat.service.delivery.feeds import Feed
from cheat.service.delivery.long_poll import CROWDED_RETRY_S, LongPolls, Poll, Reply
from cheat.service.delivery.poll_limits import SHARED, polled_too_often
from cheat.service.limits.rate_limits import rate_limited
from cheat.settings import Settings
from cheat.store.rooms import StoredRoom

SLOT_S = 10.0
"""Length of a slot in seconds.

With longer slots, spectators would notice a dead connection later: only when no answer comes at the end of a
slot. With shorter slots, each cache would send more polls, because it sends one in each slot.
"""
LEAST_SLOT_S = 1.0
EARLY_MS = 1000
"""If the next slot begins within this many milliseconds, a worker already holds polls of it.

Another worker, whose clock is ahead, may already have named the next slot in an answer.
"""
WORKER_SHARE = 4
"""A worker holds at most `MAX_HELD_POLLS / WORKER_SHARE` shared polls.

Any stranger can send shared polls. Shared polls must not take the place of the players' polls.
"""
_SLOT = re.compile(r"-([0-9]{1,15})")


class SlotTimes(NamedTuple):
    """The slots of a room. Each slot lasts `slot_ms`.

    `offset` shifts the slots by some milliseconds, so that the slots of different rooms end at different
    times.
    """

    slot_ms: int
    offset: int

    def now(self, now: int) -> tuple[int, int]:
        """Return the number of the present slot, and the milliseconds until its end."""
        slot, passed_ms = divmod(now + self.offset, self.slot_ms)
        return slot, self.slot_ms - passed_ms

    def time_left(self, slot: int, now: int) -> int:
        """Return the milliseconds for which a worker holds a poll of `slot`; 0 if it holds none."""
        present_slot, left_ms = self.now(now)
        if slot == present_slot:
            return left_ms
        return left_ms + self.slot_ms if slot == present_slot + 1 and left_ms <= EARLY_MS else 0

    def after(self, slot: int, now: int) -> int:
        """Return the slot to name in an empty answer to a poll of `slot`. It is never `slot`."""
        return slot + 1 if self.time_left(slot, now) else self.now(now)[0]


def slot_times(code: str, settings: Settings) -> SlotTimes:
    """Return the slots of a room."""
    slot_ms = round(1000 * max(LEAST_SLOT_S, min(SLOT_S, settings.hold_min_s)))
    return SlotTimes(slot_ms, crc32(code.encode()) % slot_ms)


def slot_of_cursor(cursor: str) -> int:
    """Return the slot that a cursor names, or -1 if it names none."""
    match = _SLOT.search(cursor)
    return int(match[1]) if match and match.end() == len(cursor) else -1


class _SharedPoll(Poll):
    """The poll that gets the one answer for a group of equal shared polls."""

    __slots__ = ("_slot", "_times")

    def __init__(
        self, polls: LongPolls, code: str, since: str | None, slot: int, language: Language, reply: Reply
    ) -> None:
        super().__init__(polls, code, None, PollQuery(since, past=True), language, reply)
        self.caller_key = (code, SHARED)
        self._slot, self._times = slot, slot_times(code, polls.settings)
        self._hold_s = self._times.slot_ms / 1000

    def empty_answer(self) -> EventsAnswer | None:
        """Return an answer without events, or None if the worker has not begun to hold the poll."""
        return None if self._hold_until is None else self._empty_answer()

    def _end_of_hold(self, feed: Feed, now: float) -> float:
        return now + self._times.time_left(self._slot, self._polls.clock()) / 1000

    def _end_hold(self, feed: Feed) -> EventsAnswer:
        if self._is_crowded:
            metrics.limit_hits.labels("max_held_polls").inc()
        return self._empty_answer(CROWDED_RETRY_S if self._is_crowded else 0)

    def _empty_answer(self, retry_after: float = 0) -> EventsAnswer:
        answer = super()._empty_answer(retry_after)
        answer.cursor += f"-{self._times.after(self._slot, self._polls.clock())}"
        return answer

    def _answer_with_table(
        self, decoded: DecodedVersion, stored: StoredRoom, *, reset: bool = False
    ) -> EventsAnswer:
        answer = super()._answer_with_table(decoded, stored, reset=reset)
        answer.cursor += f"-{self._times.now(self._polls.clock())[0]}"
        return answer


class _Question(NamedTuple):
    """All values on which the answer to a shared poll depends.

    `position`: the position of the cursor, or None without a valid cursor. `slot`: the slot of the cursor, or
    -1 if the worker holds no polls of that slot.
    """

    code: str
    has_cursor: bool
    position: Position | None
    slot: int
    language: str


class SharedPolls:
    """The shared polls of this worker."""

    def __init__(self, polls: LongPolls, settings: Settings) -> None:
        self._polls = polls
        self._settings = settings
        self._is_limited = settings.rate_limits == "on"
        self._max_in_room = settings.shared_polls
        self._max_in_worker = max(1, settings.max_held_polls // WORKER_SHARE)
        self._groups: dict[_Question, _Group] = {}
        self._counts = Counter[str]()
        self._lock = brief_lock()

    def poll(self, code: str, since: str | None, language: Language, reply: Reply) -> SharedPoll:
        """Return a new poll. Its method `begin` looks for events."""
        return SharedPoll(self, code, since, language, reply)

    def count(self) -> int:
        """Return the number of clients that wait for an answer."""
        return self._counts.total()

    def count_joined(self) -> int:
        """Return the number of waiting clients that `Feeds.count_waiters` leaves out.

        The feeds count each group of equal polls as one waiter.
        """
        with self._lock:
            return self.count() - len(self._groups)

    def events(self, code: str, since: str | None, language: Language) -> EventsAnswer:
        """Carry out a poll, wait for its answer, and return it."""
        return self._polls.wait_for(lambda reply: self.poll(code, since, language, reply))

    # Called by the polls

    def enter(self, poll: SharedPoll) -> None:
        """Add a poll to the group of equal polls.

        The first poll of a group starts the search for events. Raises RateLimited if the room or the worker
        has too many shared polls.
        """
        question = self._question(poll)
        with self._lock:
            self._check_limits(poll.code)
            self._counts[poll.code] += 1
            group = self._groups.get(question)
            if is_first := group is None:
                group = self._groups[question] = _Group(self, question, poll)
            group.members[poll] = None
            poll.group = group
        if is_first:
            group.poll.begin()

    def leave(self, poll: SharedPoll) -> bool:
        """Remove a poll. Return False if it already has its answer, or was removed before."""
        with self._lock:
            group, poll.group = poll.group, None
            if group is None:
                return False
            self._uncount(poll.code, 1)
            del group.members[poll]
            is_last = not group.members
            if is_last:
                self._groups.pop(group.question, None)
        if is_last:
            group.poll.leave()
        return True

    def answer(self, group: _Group, answer: EventsAnswer | Exception) -> None:
        """Give an answer to all polls of a group."""
        with self._lock:
            if self._groups.get(group.question) is group:
                del self._groups[group.question]
            members, group.members = group.members, {}
            for poll in members:
                poll.group = None
            self._uncount(group.question.code, len(members))
        for poll in members:
            poll.reply(answer)

    def new_poll(
        self, question: _Question, since: str | None, language: Language, reply: Reply
    ) -> _SharedPoll:
        """Return the poll that gets the answer to a question."""
        return _SharedPoll(self._polls, question.code, since, question.slot, language, reply)

    def _question(self, poll: SharedPoll) -> _Question:
        """Return the question of a poll.

        The worker holds no poll whose slot is past or invented. So if two cursors differ only in such slots,
        their questions are equal.
        """
        since, code = poll.since, poll.code
        slot = slot_of_cursor(since or "")
        if not slot_times(code, self._settings).time_left(slot, self._polls.clock()):
            slot = -1
        return _Question(code, bool(since), position_of_cursor(since or ""), slot, poll.language.tag)

    def _check_limits(self, code: str) -> None:
        if self._is_limited and (
            self._counts[code] >= self._max_in_room or self.count() >= self._max_in_worker
        ):
            raise rate_limited("shared_polls", "Too many people are watching this room.", CROWDED_RETRY_S)

    def _uncount(self, code: str, count: int) -> None:
        self._counts[code] -= count
        if not self._counts[code]:
            del self._counts[code]


class _Group:
    """Shared polls with the same question.

    `poll`: the poll that gets the answer for all of them.
    """

    def __init__(self, shared: SharedPolls, question: _Question, first: SharedPoll) -> None:
        self.question = question
        self.members: dict[SharedPoll, None] = {}
        self.poll = shared.new_poll(question, first.since, first.language, self._answer)
        self._shared = shared

    def _answer(self, answer: EventsAnswer | Exception) -> None:
        self._shared.answer(self, answer)


class SharedPoll:
    """A poll: a request for /watch. It calls `reply` once, but not if the client leaves first."""

    __slots__ = ("_shared", "code", "group", "language", "reply", "since")

    def __init__(
        self, shared: SharedPolls, code: str, since: str | None, language: Language, reply: Reply
    ) -> None:
        self._shared = shared
        self.code, self.since, self.language, self.reply = code, since, language, reply
        self.group: _Group | None = None

    def begin(self) -> None:
        """Look for events, or join the group of equal polls that are waiting.

        This method waits only if the worker does not follow the room yet.
        """
        try:
            self._shared.enter(self)
        except RateLimited as error:
            self.reply(error)

    def leave(self) -> bool:
        """Abandon the poll. Return False if it already has its answer, or was abandoned before."""
        return self._shared.leave(self)

    def end(self) -> None:
        """Answer this poll now, but not the other polls of its group."""
        group = self.group
        answer = group and group.poll.empty_answer()
        if self.leave():
            self.reply(answer or polled_too_often())
