"""Long polls: each poll is an object that looks for events whenever its room changes.

A poll first registers itself with the room's feed, and the worker subscribes to the room's wake-ups. Only
then does the worker read the room. In this order, no commit can go unnoticed between the read and the wait,
so delivery loses no event.

Only two methods here wait. At the first poll of a room, `begin` waits for the subscription. `wait_for` waits
for the answer. The event loop can call all other methods, so thousands of polls need no threads.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from typing import Protocol

from msgspec import UNSET

from cheat.engine.registry import GameRegistry, Payers
from cheat.errors import NotFound, Unauthorized
from cheat.i18n.messages import ENGLISH, Language
from cheat.ops import metrics
from cheat.ops.no_wait import NO_WAIT, WouldWait
from cheat.rooms import presence
from cheat.rooms.player_names import event_arg as name_for_events
from cheat.rooms.room import Seat
from cheat.service.delivery.answers import (
    DecodedVersion,
    EventsAnswer,
    PollQuery,
    Position,
    count_view_memory,
    cursor_of,
    decoded_version,
    entries_since_start,
    position_of,
    position_of_cursor,
    seat_of_caller,
    views_of_entries,
)
from cheat.service.delivery.due_work import DueWork
from cheat.service.delivery.feeds import Feed, Feeds
from cheat.service.delivery.poll_limits import PollLimits, polled_too_often
from cheat.service.delivery.timer_wheel import TICK_S, TimerWheel
from cheat.service.limits.rules_time import RulesTime
from cheat.settings import Settings
from cheat.store.rooms import LoggedRoom, StoredRoom

CROWDED_RETRY_S = 3.0
"""Seconds after which a client repeats a poll that the worker could not hold.

The worker holds too many other polls, and the pause leaves it time for actions. Events can wait this long.
"""
REPLACED_RETRY_S = 2.0
"""Seconds until a client may repeat a poll that was ended by a newer poll of the same page.

A page, such as a browser tab, has usually abandoned its older poll, and does not read the answer.
"""
DRAIN_SPREAD_S = 2.0
"""Seconds over which clients spread their next polls if their worker is about to exit."""
RULES_PATIENCE_S = 5.0
"""Maximum seconds that a poll waits until the rules of its room may run again.

A poll with new events runs the rules to make the table. Rules written by users have a share of processor time
(`limits/rules_time.py`). If they have used up their share, the poll waits. After this number of seconds, the
worker refuses the poll.
"""
EMPTY_ANSWER_S = 1.0
"""Minimum seconds between two empty answers to one player.

This limit keeps a faulty client from polling in a tight loop.
"""
HEARTBEAT_S = 1.0
"""Minimum seconds that a poll must last for its end to be a heartbeat.

A heartbeat tells all workers that the player is connected. The beginning of a poll is always a heartbeat.
"""
CHECK_PAUSE_S = 1.0
"""Minimum seconds between two reads of a room that are caused by unknown cursors or tokens."""

Reply = Callable[["EventsAnswer | Exception"], None]
"""A function that takes the answer to a poll, or its error. The function must not wait."""


class BegunPoll(Protocol):
    """The interface of a `Poll` or a `SharedPoll`."""

    def begin(self) -> None:
        """Look for events, and wait for them if there are none."""

    def leave(self) -> bool:
        """Abandon the poll. Return False if it already has its answer, or was abandoned before."""
        ...

    def end(self) -> None:
        """Answer the poll now, even without events."""


class LongPolls:
    """The polls of this worker. `DueWork` explains `apply_due` and `start_searches`."""

    def __init__(
        self,
        feeds: Feeds,
        settings: Settings,
        clock: Callable[[], int],
        apply_due: Callable[[str], None],
        start_searches: Callable[[str, StoredRoom], None],
        games: GameRegistry,
        rules_time: RulesTime,
    ) -> None:
        self.feeds = feeds
        self.settings = settings
        self.clock = clock
        self.games = games
        self.hold_range = settings.hold_min_s, settings.hold_max_s
        self.limits = PollLimits(settings)
        self.timers = TimerWheel()
        self.rules_time = rules_time
        self.due_work = DueWork(self.timers, clock, apply_due, start_searches, games, rules_time)
        self.draining = False
        feeds.on_change = self.due_work.plan
        feeds.on_delivery = _drop_views

    def drain(self) -> None:
        """Answer all polls, and stop holding new ones, because the worker is about to exit."""
        self.draining = True
        self.feeds.end_all()

    def events(
        self,
        code: str,
        token_hash: str | None,
        query: PollQuery,
        language: Language = ENGLISH,
    ) -> EventsAnswer:
        """Carry out a poll, wait for its answer, and return it; see `Service.events`."""
        return self.wait_for(lambda reply: Poll(self, code, token_hash, query, language, reply))

    def wait_for(self, poll_with: Callable[[Reply], BegunPoll]) -> EventsAnswer:
        """Begin a poll, and return its answer. The function `poll_with` makes the poll."""
        has_answer, answers = threading.Event(), list[EventsAnswer | Exception]()

        def reply(answer: EventsAnswer | Exception) -> None:
            answers.append(answer)
            has_answer.set()

        poll = poll_with(reply)
        try:
            poll.begin()
            has_answer.wait()
        finally:
            poll.leave()
        if isinstance(answers[0], Exception):
            raise answers[0]
        return answers[0]


def _drop_views(feed: Feed) -> None:
    """Drop the views of the newest version after all polls have used them, to save memory."""
    if feed.latest is not None and isinstance(decoded := feed.latest.stored.cache, DecodedVersion):
        decoded.drop_views()


class _ClientIsAhead(Exception):
    """Raised if a client has seen a newer version than this worker knows."""


class Poll:
    """A poll: a request for /events. It calls `reply` once, but not if the client leaves first.

    `token_hash`: the hashed token of the seat, or None for a spectator. `caller_key`: the room's code and the
    hashed token. `_has_turn`: whether the rate limit lets the poll look for events. `_hold_until`: the time
    on the monotonic clock at which the hold ends. It is None until the poll first looks and finds no events.
    `_is_ended`: whether the poll must be answered at once.
    """

    __slots__ = (
        "_client",
        "_client_position",
        "_feed",
        "_has_turn",
        "_hold_s",
        "_hold_until",
        "_is_crowded",
        "_is_ended",
        "_language",
        "_max_wait_s",
        "_patience_ends_at",
        "_polls",
        "_position",
        "_reply",
        "_requested_at",
        "_seat",
        "_since",
        "_token_hash",
        "_wants_past",
        "caller_key",
        "page_id",
        "present_id",
        "slot",
    )

    def __init__(
        self,
        polls: LongPolls,
        code: str,
        token_hash: str | None,
        query: PollQuery,
        language: Language,
        reply: Reply,
    ) -> None:
        hold_min, hold_max = polls.hold_range
        hold = hold_min + (hold_max - hold_min) * random.random()
        self._polls = polls
        self.caller_key = (code, token_hash or "")
        self._token_hash = token_hash
        self._since, self._wants_past, self._client = query.since, query.past, query.client
        self._client_position = position_of_cursor(query.since or "")
        self._max_wait_s = min(query.wait, hold)
        self._hold_s = round(hold, 1)
        self._language = language
        self._reply = reply
        self._is_crowded = polls.feeds.count_waiters() >= polls.settings.max_held_polls
        self._requested_at = time.monotonic()
        self._has_turn = False
        self._patience_ends_at = 0.0
        self._feed: Feed | None = None
        self._seat: Seat | None = None
        self._position: Position | None = None
        self._hold_until: float | None = None
        self._is_ended = False
        self.present_id: str | None = None
        self.page_id: str | None = None
        self.slot: int | None = None

    # Called from outside

    def begin(self) -> None:
        """Register the poll, and look for events.

        This method waits only if the worker does not follow the room yet.
        """
        self._feed = self._polls.feeds.enter(self.caller_key[0], self)
        try:
            self._polls.limits.enter(self)
        except Exception as error:
            self.fail(error)
        else:
            self._await_turn()

    def leave(self) -> bool:
        """Abandon the poll. Return False if it already has its answer, or was abandoned before."""
        if self._feed is None or not self._polls.feeds.leave(self._feed, self):
            return False
        if self.present_id is not None and time.monotonic() - self._requested_at > HEARTBEAT_S:
            self._feed.note_heartbeat(self.present_id, self._polls.clock())
        self._polls.limits.leave(self)
        self._polls.timers.cancel(self)
        return True

    def wake(self) -> None:
        """Look for events, and answer if there are any."""
        feed = self._feed
        if feed is None or not self._has_turn:
            return
        if feed.is_stale or feed.read_lock.locked():
            self._polls.feeds.refresh(feed)
            return
        try:
            with NO_WAIT:
                answer = self._look(feed)
        except WouldWait:
            self._polls.due_work.load_games(feed)
        except Exception as error:  # the client gets this error, of whatever kind
            self.fail(error)
        else:
            if answer is not None:
                self._answer(answer)
                if not feed.is_delivering and answer.table is not UNSET and feed.latest is not None:
                    count_view_memory(feed.latest.stored, answer.table, self._language)

    def end(self) -> None:
        """Answer the poll now, even without events.

        If the rate limit still makes the poll wait, the answer is an error. If the worker has yet to read the
        room, the answer comes after the read.
        """
        self._is_ended = True
        if not self._has_turn:
            self.fail(polled_too_often())
        elif self._hold_until is not None:
            self._answer(self._empty_answer())

    def fail(self, error: Exception) -> None:
        """Answer with an error."""
        self._answer(error)

    def on_timeout(self) -> None:
        """Handle the timer: let the poll look for events, or end its hold."""
        feed = self._feed
        assert feed is not None, "a waiting poll has a feed"
        if not self._has_turn:
            self._await_turn()
        elif self._hold_until is None or time.monotonic() < self._hold_until:
            self.wake()
        elif feed.due_lock.locked():
            self._set_timer(time.monotonic() + TICK_S)  # a thread is doing due work, which may bring events
        else:
            self._answer(self._end_hold(feed))

    # Looking for events

    def _answer(self, answer: EventsAnswer | Exception) -> None:
        if self.leave():
            self._reply(answer)

    def _await_turn(self) -> None:
        """Look for events now, or later if the client polls too often."""
        wait = self._polls.limits.take(self)
        if wait:
            self._set_timer(time.monotonic() + wait)
        else:
            self._has_turn = True
            self.wake()

    def _set_timer(self, at: float) -> None:
        self._polls.timers.set(self, at)
        if self._feed is None or self not in self._feed.waiters:  # another thread has answered the poll
            self._polls.timers.cancel(self)

    def _look(self, feed: Feed) -> EventsAnswer | None:
        """Return the answer, or None if there is no answer yet.

        If the known version has no seat with the token, or is older than the cursor, this worker may have
        missed a commit. Then the poll waits for a read of the room. All such polls of a room together cause
        at most one read a second.
        """
        logged = feed.latest
        if logged is None:
            raise NotFound("There is no room with this code. Check the code.")
        is_newest = feed.checked_at >= self._requested_at
        try:
            decoded = self._find_seat(feed, logged.stored, is_newest=is_newest)
        except (Unauthorized, _ClientIsAhead):
            if is_newest:
                raise
            self._check_later(feed)
            return None
        if feed.is_log_trimmed and self._needs_older_entries(logged):
            feed.is_stale = True
            self._polls.feeds.refresh(feed)
            return None
        if (
            decoded.payers
            and self._client_position != self._position
            and self._waits_for_rules(decoded.payers)
        ):
            return None
        return self._answer_with_events(decoded, logged) or self._hold(feed)

    def _waits_for_rules(self, payers: Payers) -> bool:
        """Return whether the poll has to wait until the rules of its room may run again.

        `payers`: the address and network that are charged with the processor time of these rules. If the poll
        has to wait, set its timer. Raises RateLimited if the poll would have to wait too long.
        """
        pause = self._polls.rules_time.pause(payers)
        if not pause or self._is_ended or self._polls.draining:
            return False
        now = time.monotonic()
        self._patience_ends_at = self._patience_ends_at or now + RULES_PATIENCE_S
        if now + pause > self._patience_ends_at:
            self._polls.rules_time.check_payers(payers)
        self._set_timer(now + pause)
        return True

    def _needs_older_entries(self, logged: LoggedRoom) -> bool:
        """Return whether the answer may need log entries that this worker has dropped."""
        client_position, position = self._client_position, self._position
        assert position is not None, "a poll finds its seat before it is answered"
        if client_position is None or client_position.epoch != position.epoch:
            return self._wants_past
        return client_position != position and (
            self._wants_past or logged.since(client_position.version) is None
        )

    def _check_later(self, feed: Feed) -> None:
        check_at = feed.checked_at + CHECK_PAUSE_S
        if check_at > time.monotonic() and not self._polls.draining:
            self._set_timer(check_at)
        else:
            feed.request_check()
            self._polls.feeds.refresh(feed)

    def _find_seat(self, feed: Feed, stored: StoredRoom, *, is_newest: bool) -> DecodedVersion:
        """Find the seat of the poll, and note that the seat's player is connected.

        `is_newest`: whether the worker knows that no version is newer than this one. Raises Unauthorized for
        an unknown token. Raises _ClientIsAhead if the cursor is newer than this version and `is_newest` is
        false: a newer version may exist, for which the cursor is valid.
        """
        decoded = decoded_version(stored, self._polls.games)
        room = decoded.room
        seat = self._seat = seat_of_caller(room, self._token_hash)
        self._position = position_of(stored, seat)
        client_position = self._client_position
        if (
            client_position != self._position
            and client_position
            and not is_newest
            and client_position.is_ahead_of(self._position)
        ):
            raise _ClientIsAhead
        if seat is None:
            presence.check_watching(room)
        if self.present_id is None:
            self._note_presence(feed, seat)
        return decoded

    def _note_presence(self, feed: Feed, seat: Seat | None) -> None:
        now, watcher = self._polls.clock(), presence.WATCHER + self._client
        is_counted = self._client and not seat and presence.may_count(feed.heartbeats, watcher, now)
        self.present_id = seat.id if seat else watcher if is_counted else None
        if self.present_id is None:
            return
        has_changed = feed.heartbeats.get(self.present_id, 0) <= 0 or (seat is not None and seat.is_away)
        feed.note_heartbeat(self.present_id, now)
        if seat and watcher in feed.heartbeats:  # a page with a seat is no spectator
            has_changed = has_changed or feed.heartbeats[watcher] > 0
            feed.note_seated(watcher, now)
        if has_changed:
            self._polls.due_work.plan(feed)

    def _answer_with_events(self, decoded: DecodedVersion, logged: LoggedRoom) -> EventsAnswer | None:
        """Return the answer with the new events, or None if there are none."""
        if self._since is None:
            return self._full_answer(decoded, logged, reset=False)
        client_position, position = self._client_position, self._position
        assert position is not None, "a poll finds its seat before it is answered"
        if client_position == position:
            return None
        if (
            client_position is None
            or client_position.epoch != position.epoch
            or client_position.is_ahead_of(position)
        ):
            return self._full_answer(decoded, logged, reset=True)
        events = decoded.events_since(logged, client_position.version, self._seat, self._language)
        if events is None:
            return self._full_answer(decoded, logged, reset=True)
        metrics.deliveries.inc()
        answer = self._answer_with_table(decoded, logged.stored)
        answer.events = events
        return answer

    def _answer_with_table(
        self, decoded: DecodedVersion, stored: StoredRoom, *, reset: bool = False
    ) -> EventsAnswer:
        assert self._position is not None, "a poll finds its seat before it is answered"
        with self._polls.rules_time.charge_rules(decoded.payers):
            table = decoded.views.view_of(self._seat, self._polls.clock(), self._language)
        return EventsAnswer(
            version=stored.version,
            cursor=cursor_of(self._position),
            table=table,
            reset=reset,
            hold=self._hold_s,
        )

    def _full_answer(self, decoded: DecodedVersion, logged: LoggedRoom, *, reset: bool) -> EventsAnswer:
        """Return an answer with the whole table, and with past events if the query asks for them.

        Spectators get past events only if they may watch the game.
        """
        if reset:
            metrics.resets.inc()
        room, answer = decoded.room, self._answer_with_table(decoded, logged.stored, reset=reset)
        if self._wants_past and (self._seat is not None or room.is_open()):
            entries = logged.entries if self._seat else entries_since_start(logged.entries)
            first_version = logged.stored.version - len(entries) + 1
            language = room.language_with_terms(self._language)
            answer.events = views_of_entries(entries, first_version, self._seat, language, room.names())
            answer.names = {seat.id: name_for_events(seat.name) for seat in room.leavers}
            answer.chat = room.chat_lines if room.chat else UNSET
        decoded.drop_views()
        return answer

    # Waiting for events

    def _hold(self, feed: Feed) -> EventsAnswer | None:
        """Hold the poll and return None, or return an empty answer if the hold is over.

        Also do the room's due work, and start its bot searches.
        """
        if self._is_ended or self._polls.draining:
            return self._empty_answer()
        now, schedule = time.monotonic(), feed.schedule or self._polls.due_work.schedule_of(feed)
        if self._hold_until is None:
            self._hold_until = now if self._is_crowded else self._end_of_hold(feed, now)
            schedule.apply_now()
        if now < self._hold_until:
            schedule.start_searches()
        elif not feed.due_lock.locked():
            return self._end_hold(feed)
        self._set_timer(self._hold_until)
        return None

    def _end_of_hold(self, feed: Feed, now: float) -> float:
        if self._seat is not None:
            feed.replace_waiter(f"{self._seat.id} {self._client}", self)
        return max(now + self._max_wait_s, feed.empty_answer_at.get(self._player_id(), 0) + EMPTY_ANSWER_S)

    def _end_hold(self, feed: Feed) -> EventsAnswer:
        if self._is_crowded:
            metrics.limit_hits.labels("max_held_polls").inc()
            return self._empty_answer(CROWDED_RETRY_S)
        feed.empty_answer_at[self._player_id()] = time.monotonic()
        return self._empty_answer()

    def _player_id(self) -> str:
        return self._seat.id if self._seat else ""

    def _empty_answer(self, retry_after: float = 0) -> EventsAnswer:
        """Return an answer without events. The client keeps its cursor."""
        # `_position` may be newer, if the client's next events still wait for processor time
        position = self._client_position
        assert position is not None, "a poll without a cursor gets the table"
        if self._polls.draining:
            retry_after = round(random.uniform(0, DRAIN_SPREAD_S), 2)
        elif self._is_ended:
            retry_after = REPLACED_RETRY_S
        return EventsAnswer(
            version=position.version,
            cursor=cursor_of(position),
            hold=self._hold_s,
            retry_after=retry_after,
        )
