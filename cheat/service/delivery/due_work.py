"""Schedules of due work: deadlines, bot moves and absences in rooms with held polls.

There is no background process, so a worker that holds polls of a room also does the room's due work. Several
workers may try the same work at once. Only one of them succeeds, because the commit compares versions.
"""

from __future__ import annotations

import _thread
import logging
import time
from collections.abc import Callable

from cheat.engine.registry import GameRegistry
from cheat.errors import CheatError
from cheat.ops.no_wait import MAY_WAIT, NO_WAIT, WouldWait
from cheat.rooms import bots, presence
from cheat.service.delivery.answers import decoded_room, decoded_version
from cheat.service.delivery.feeds import Feed
from cheat.service.delivery.timer_wheel import TimerWheel
from cheat.service.limits.rules_time import RulesTime
from cheat.store.rooms import StoredRoom

RETRY_S = 0.25
"""Seconds that a worker waits after due work in a room before it looks for more.

Normally the wake-up for the commit of that work arrives earlier, and the worker then plans the next due work.
The pause matters only if the wake-up is lost.
"""

log = logging.getLogger(__name__)


class DueWork:
    """The schedules of due work in this worker, one for each room with polls.

    `apply_due` does the due work of a room. `start_searches` starts the bot searches of a room, before the
    time of the bots' moves. Both functions may wait for Redis.
    """

    def __init__(
        self,
        timers: TimerWheel,
        clock: Callable[[], int],
        apply_due: Callable[[str], None],
        start_searches: Callable[[str, StoredRoom], None],
        games: GameRegistry,
        rules_time: RulesTime,
    ) -> None:
        self.timers = timers
        self.clock = clock
        self.apply_due = apply_due
        self.start_searches = start_searches
        self.games = games
        self.rules_time = rules_time

    def schedule_of(self, feed: Feed) -> RoomSchedule:
        """Return the schedule of a room."""
        if feed.schedule is None:
            feed.schedule = RoomSchedule(self, feed)
        schedule: RoomSchedule = feed.schedule
        return schedule

    def plan(self, feed: Feed) -> None:
        """Plan the due work of a room again after the room has changed. Without polls, plan nothing."""
        if feed.waiters:
            self.schedule_of(feed).plan()
        else:
            self.schedule_of(feed).is_outdated = True

    def load_games(self, feed: Feed) -> None:
        """Load the rules that a room needs, on another thread. The call itself does not wait.

        After loading, the polls of the room look for events again. If loading fails, these polls fail, too.
        """
        if feed.game_lock.acquire(blocking=False):
            _thread.start_new_thread(self._load_games, (feed,))  # `Thread.start` would wait

    def _load_games(self, feed: Feed) -> None:
        """Load missing rules, and let the polls of the room look for events again.

        The call may wait. The polls load the rules themselves, on this thread, so that the cache cannot drop
        the rules before the polls use them.
        """
        feed.game_lock.release()  # from now on, a poll that misses rules starts a new thread
        try:
            with MAY_WAIT:
                feed.deliver()
        except Exception as error:  # all waiting polls get this error, of whatever kind
            feed.fail_all(error)


class RoomSchedule:
    """The due work of one room.

    `is_outdated`: whether the plan must be made again. `_due_at` (ms since 1970): when to check next. Work
    may turn out to be due later than that, but not earlier. `_due_at` is None if no check is planned.
    """

    __slots__ = ("_due_at", "_due_work", "_feed", "_searched_version", "is_outdated", "slot")

    def __init__(self, due_work: DueWork, feed: Feed) -> None:
        self._due_work = due_work
        self._feed = feed
        self._searched_version: StoredRoom | None = None
        self._due_at: int | None = None
        self.is_outdated = True
        self.slot: int | None = None

    def plan(self) -> None:
        """Find the next due work, and set a timer for it."""
        self.is_outdated = False
        try:
            with NO_WAIT:
                self._due_at = self._next_due()
        except WouldWait:
            self._due_work.load_games(self._feed)
            self._due_at, self.is_outdated = None, True
        except CheatError as error:  # polls meet the same error when they read the room
            log.debug("room %s: %s", self._feed.code, error)
            self._due_at = None
        if self._due_at is None:
            self._due_work.timers.cancel(self)
        else:
            wait_s = max(self._due_at - self._due_work.clock(), 0) / 1000
            self._due_work.timers.set(self, time.monotonic() + wait_s)

    def apply_now(self) -> None:
        """Do the due work if its time has come.

        A new poll calls this, to avoid waiting for the timer.
        """
        if self.is_outdated:
            self.plan()
        if self._due_at is not None and self._due_at <= self._due_work.clock():
            self.on_timeout()

    def start_searches(self) -> None:
        """Start the bot searches of the newest version, once for each version.

        Held polls call this, so that bots have their moves ready when the moves are due.
        """
        stored = self._feed.latest.stored if self._feed.latest else None
        if stored is None or stored is self._searched_version:
            return
        self._searched_version = stored
        if bots.seats_to_search(decoded_room(stored, self._due_work.games)):
            _thread.start_new_thread(self._start_searches, (stored,))

    def on_timeout(self) -> None:
        """Do the due work.

        Before that, plan again, because an absent player may have polled meanwhile.
        """
        feed = self._feed
        if not feed.waiters:
            return
        self.plan()
        if self._due_at is None or self._due_at > self._due_work.clock():
            return
        pause = self._pause()
        self._due_work.timers.set(self, time.monotonic() + (pause or RETRY_S))
        if pause:
            return
        if feed.due_lock.acquire(blocking=False):
            _thread.start_new_thread(self._apply_due, ())  # `Thread.start` would wait

    def _pause(self) -> float:
        """Return the seconds to wait before the next check; 0 to go on now.

        The rules of the room have to wait if they have used up their share of processor time
        (`limits/rules_time.py`).
        """
        latest = self._feed.latest
        if latest is None:
            return 0.0
        with NO_WAIT:
            try:
                decoded = decoded_version(latest.stored, self._due_work.games)
                return self._due_work.rules_time.pause(decoded.payers)
            except (CheatError, WouldWait):  # the due work meets the same error, or loads the game
                return 0.0

    def _next_due(self) -> int | None:
        feed = self._feed
        if feed.latest is None:
            return None
        room, now = decoded_room(feed.latest.stored, self._due_work.games), self._due_work.clock()
        presence_wait_s = feed.presence_complete_in()
        presence_due = (
            now + round(presence_wait_s * 1000)
            if presence_wait_s > 0
            else presence.next_due_at(room, feed.heartbeats, now)
        )
        return min((at for at in (room.next_due_at(), presence_due) if at is not None), default=None)

    def _start_searches(self, stored: StoredRoom) -> None:
        try:
            self._due_work.start_searches(self._feed.code, stored)
        except Exception:  # a search is optional, and no poll waits for it
            log.exception(
                "no bot search could be started in room %s", self._feed.code, extra={"room": self._feed.code}
            )

    def _apply_due(self) -> None:
        feed, failure = self._feed, None
        try:
            self._due_work.apply_due(feed.code)
        except Exception as error:  # all waiting polls get this error, of whatever kind
            failure = error
        feed.due_lock.release()
        if failure is None:
            feed.wake_all()
        else:
            feed.fail_all(failure)
