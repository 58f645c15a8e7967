"""Schedules due work (deadlines, bot moves, absences) for the rooms that this worker polls.

No process works between requests, so the polls of a room carry out what is due in it. Any number of workers
may try at the same time: the commit compares versions, so only one succeeds.
"""

from __future__ import annotations

import _thread
import logging
import time
from collections.abc import Callable

from cheat.engine.registry import GameRegistry
from cheat.errors import CheatError
from cheat.ops.no_wait import AT_HAND, MAY_WAIT, WouldWait
from cheat.rooms import bots, presence
from cheat.service.delivery.answers import decoded
from cheat.service.delivery.feeds import Feed
from cheat.service.delivery.rules_time import RulesTime
from cheat.service.delivery.timer_wheel import TimerWheel
from cheat.store.rooms import Stored

SETTLE_AGAIN_S = 0.25
"""Pause after a due step.

Normally the wake-up of that step arrives before the pause ends, and plans the next step. If the wake-up is
lost, the end of the pause plans it.
"""

log = logging.getLogger(__name__)


class DueWork:
    """The schedules of this worker.

    `settle` applies what is due in a room. `consider` starts the bot searches of a room, before the bots'
    moves are due. Both may wait.
    """

    def __init__(
        self,
        wheel: TimerWheel,
        clock: Callable[[], int],
        settle: Callable[[str], None],
        consider: Callable[[str, Stored], None],
        games: GameRegistry,
        rules_time: RulesTime,
    ) -> None:
        self.wheel = wheel
        self.clock = clock
        self.settle = settle
        self.consider = consider
        self.games = games
        self.rules_time = rules_time

    def of(self, feed: Feed) -> RoomSchedule:
        """Return the schedule of a room."""
        if feed.agenda is None:
            feed.agenda = RoomSchedule(self, feed)
        agenda: RoomSchedule = feed.agenda
        return agenda

    def plan(self, feed: Feed) -> None:
        """Plan again after news of a room. A room without polls has no plan."""
        if feed.watches:
            self.of(feed).plan()
        else:
            self.of(feed).outdated = True

    def fetch(self, feed: Feed) -> None:
        """Load the games of a room on another thread. Does not wait.

        After that, the polls of the room look again, or fail.
        """
        if feed.fetching.acquire(blocking=False):
            _thread.start_new_thread(self._fetch, (feed,))  # a Thread's `start` would wait

    def _fetch(self, feed: Feed) -> None:
        """Load games, and let the polls look again on this thread, which may wait.

        If the polls looked on another thread, the cache could have dropped a loaded game before.
        """
        feed.fetching.release()  # a poll that misses a game from here on starts the next fetch
        try:
            with MAY_WAIT:
                feed.news()
        except Exception as error:  # all waiting polls are told, whatever it is
            feed.fail_all(error)


class RoomSchedule:
    """The due work of one room.

    `due`: the time of the next check (ms since 1970), which is never later than the next due work; None if
    there is none.
    """

    __slots__ = ("_all", "_considered", "_feed", "due", "outdated", "slot")

    def __init__(self, all_of_them: DueWork, feed: Feed) -> None:
        self._all = all_of_them
        self._feed = feed
        self._considered: Stored | None = None
        self.due: int | None = None
        self.outdated = True
        self.slot: int | None = None

    def plan(self) -> None:
        """Find what is due next, and set a timer."""
        self.outdated = False
        try:
            with AT_HAND:
                self.due = self._next()
        except WouldWait:
            self._all.fetch(self._feed)
            self.due, self.outdated = None, True
        except CheatError as error:  # polls get this error with the room itself
            log.debug("room %s: %s", self._feed.code, error)
            self.due = None
        if self.due is None:
            self._all.wheel.drop(self)
        else:
            left = max(self.due - self._all.clock(), 0) / 1000
            self._all.wheel.at(self, time.monotonic() + left)

    def keep(self) -> None:
        """Do now what is due, so that a new poll does not wait for the timer."""
        if self.outdated:
            self.plan()
        if self.due is not None and self.due <= self._all.clock():
            self.expired()

    def consider(self) -> None:
        """Start a bot search, since a poll waits here for the move of the bot."""
        stored = self._feed.logged.stored if self._feed.logged else None
        if stored is None or stored is self._considered:
            return
        self._considered = stored
        if bots.searching(decoded(stored, self._all.games)):
            _thread.start_new_thread(self._tell_bots, (stored,))

    def expired(self) -> None:
        """Do what is due. Plan again before: a player that polled in the meantime is not away."""
        feed = self._feed
        if not feed.watches:
            return
        self.plan()
        if self.due is None or self.due > self._all.clock():
            return
        pause = self._pause()
        self._all.wheel.at(self, time.monotonic() + (pause or SETTLE_AGAIN_S))
        if pause:
            return
        if feed.settling.acquire(blocking=False):
            _thread.start_new_thread(self._settle, ())  # a Thread's `start` would wait

    def _pause(self) -> float:
        """Return the seconds to wait if the room's address has no processor time left, or else 0."""
        logged = self._feed.logged
        if logged is None:
            return 0.0
        with AT_HAND:
            try:
                return self._all.rules_time.pause(decoded(logged.stored, self._all.games))
            except (CheatError, WouldWait):  # the due work fails with it, or fetches the game
                return 0.0

    def _next(self) -> int | None:
        feed = self._feed
        if feed.logged is None:
            return None
        room, now = decoded(feed.logged.stored, self._all.games), self._all.clock()
        left = feed.complete_in()
        someone = now + round(left * 1000) if left > 0 else presence.due(room, feed.seen, now)
        return min((at for at in (room.due(), someone) if at is not None), default=None)

    def _tell_bots(self, stored: Stored) -> None:
        try:
            self._all.consider(self._feed.code, stored)
        except Exception:  # a search is optional, and no poll waits for it
            log.exception(
                "the bots of room %s could not be told", self._feed.code, extra={"room": self._feed.code}
            )

    def _settle(self) -> None:
        feed, failure = self._feed, None
        try:
            self._all.settle(feed.code)
        except Exception as error:  # all waiting polls are told, whatever it is
            failure = error
        feed.settling.release()
        if failure is None:
            feed.wake_all()
        else:
            feed.fail_all(failure)
