"""Held polls: records that look for news after a change.

The code that wakes a poll also answers it. The order of steps makes delivery lossless: before the room is
read, the poll is registered, and the room's wake-ups reach this worker. So no commit is missed between
reading and waiting.

Only two calls here wait: the first poll of a room, which subscribes to the room's wake-ups, and `events`,
which waits for its answer. So thousands of polls need no threads, and the event loop can call them.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable

from msgspec import UNSET

from cheat.engine.registry import GameRegistry
from cheat.errors import NotFound, Unauthorized
from cheat.i18n.messages import ENGLISH, Language
from cheat.ops import metrics
from cheat.ops.no_wait import AT_HAND, WouldWait
from cheat.rooms import presence
from cheat.rooms.player_names import told as told_name
from cheat.rooms.room import Seat
from cheat.service.delivery.answers import (
    EventsAnswer,
    Opened,
    PollQuery,
    Position,
    cursor,
    keep_views,
    opened,
    position,
    position_of,
    seat_by,
    seen_events,
    since_the_start,
)
from cheat.service.delivery.due_work import DueWork
from cheat.service.delivery.feeds import Feed, Feeds
from cheat.service.delivery.held_polls import PollLimits, ousted
from cheat.service.delivery.rules_time import RulesTime
from cheat.service.delivery.timer_wheel import TICK_S, TimerWheel
from cheat.service.tokens import hashed
from cheat.settings import Settings
from cheat.store.rooms import Logged, Stored

CROWDED_RETRY_S = 3.0
"""Seconds after which a client repeats a poll that was not held, since there are too many.

Actions must get through, and news can wait this long.
"""
REPLACED_RETRY_S = 2.0
"""Seconds after which a client may repeat a poll that a newer one of its page has ended.

Usually the page has given that poll up, and does not read the answer.
"""
DRAIN_SPREAD_S = 2.0
"""Seconds over which the clients of a draining worker spread their next polls."""
RULES_PATIENCE_S = 5.0
"""Longest time in seconds for which a poll with news waits for processor time.

Then it is refused.
"""
NOTHING_NEW_S = 1.0
"""Shortest time between two answers without news to one player, in seconds: no tight loops."""
CHECKED_FOR_S = 1.0
"""Shortest time between two reads of a room, in seconds.

Cursors and tokens that do not fit cause such reads.
"""

Reply = Callable[["EventsAnswer | Exception"], None]
"""A function that takes the answer to a poll, or the error. Must not wait."""


class LongPolls:
    """The polls of this worker. `settle` and `consider`: see `DueWork`."""

    def __init__(
        self,
        feeds: Feeds,
        settings: Settings,
        clock: Callable[[], int],
        settle: Callable[[str], None],
        consider: Callable[[str, Stored], None],
        games: GameRegistry,
        rules_time: RulesTime,
    ) -> None:
        self.feeds = feeds
        self.settings = settings
        self.clock = clock
        self.games = games
        self.holds = settings.hold_min_s, settings.hold_max_s
        self.polls = PollLimits(settings)
        self.wheel = TimerWheel()
        self.rules_time = rules_time
        self.agendas = DueWork(self.wheel, clock, settle, consider, games, rules_time)
        self.draining = False
        feeds.changed = self.agendas.plan
        feeds.told = _forget_views

    def drain(self) -> None:
        """Stop holding."""
        self.draining = True
        self.feeds.end_all()

    def poll(self, code: str, secret: str | None, ask: PollQuery, language: Language, reply: Reply) -> Poll:
        """Return a poll that has not begun. `secret`: the hashed token."""
        return Poll(self, code, secret, ask, language, reply)

    def events(
        self,
        code: str,
        token: str | None,
        ask: PollQuery,
        language: Language = ENGLISH,
    ) -> EventsAnswer:
        """Return the answer to a poll, for a caller that waits; see `Service.events`."""
        answered, answers = threading.Event(), list[EventsAnswer | Exception]()

        def reply(answer: EventsAnswer | Exception) -> None:
            answers.append(answer)
            answered.set()

        poll = self.poll(code, None if token is None else hashed(token), ask, language, reply)
        try:
            poll.begin()
            answered.wait()
        finally:
            poll.leave()
        if isinstance(answers[0], Exception):
            raise answers[0]
        return answers[0]


def _forget_views(feed: Feed) -> None:
    """Drop the shared views of a version after all polls got it.

    This saves memory until the next version.
    """
    if feed.logged is not None and isinstance(made := feed.logged.stored.cache, Opened):
        made.forget()


class _Ahead(Exception):
    """Raised if a client has seen more than this worker has heard of."""


class Poll:
    """One call of /events. `reply` is called once, unless the caller leaves before.

    `asker`: room and hashed token. `until`: the end of its hold, on the monotonic clock; None until it first
    looks and finds no news. `ended`: it must not be held.
    """

    __slots__ = (
        "_asked_at",
        "_at",
        "_client",
        "_crowded",
        "_feed",
        "_intended",
        "_known",
        "_language",
        "_past",
        "_patience",
        "_reply",
        "_seat",
        "_secret",
        "_since",
        "_turn_has_come",
        "_wait",
        "_waiting",
        "asker",
        "ended",
        "page",
        "slot",
        "until",
        "who",
    )

    def __init__(
        self,
        waiting: LongPolls,
        code: str,
        secret: str | None,
        ask: PollQuery,
        language: Language,
        reply: Reply,
    ) -> None:
        least, most = waiting.holds
        hold = least + (most - least) * random.random()
        self._waiting = waiting
        self.asker = (code, secret or "")
        self._secret = secret
        self._since, self._past, self._client = ask.since, ask.past, ask.client
        self._known = position(ask.since or "")
        self._wait = min(ask.wait, hold)
        self._intended = round(hold, 1)
        self._language = language
        self._reply = reply
        self._crowded = waiting.feeds.waiting() >= waiting.settings.max_held_polls
        self._asked_at = time.monotonic()
        self._turn_has_come = False
        self._patience = 0.0
        self._feed: Feed | None = None
        self._seat: Seat | None = None
        self._at: Position | None = None
        self.until: float | None = None
        self.ended = False
        self.who: str | None = None
        self.page: str | None = None
        self.slot: int | None = None

    # Called from outside

    def begin(self) -> None:
        """Register, and look for news. Waits only if the worker does not follow the room yet."""
        self._feed = self._waiting.feeds.enter(self.asker[0], self)
        try:
            self._waiting.polls.enter(self)
        except Exception as error:
            self.fail(error)
        else:
            self._await_turn()

    def leave(self) -> bool:
        """Give the poll up. Return False if it is answered or given up already."""
        if self._feed is None or not self._waiting.feeds.leave(self._feed, self):
            return False
        self._waiting.polls.leave(self)
        self._waiting.wheel.drop(self)
        return True

    def wake(self) -> None:
        """Look for news, and answer if there are any."""
        feed = self._feed
        if feed is None or not self._turn_has_come:
            return
        if feed.stale or feed.reading.locked():
            self._waiting.feeds.refresh(feed)
            return
        try:
            with AT_HAND:
                answer = self._look(feed)
        except WouldWait:
            self._waiting.agendas.fetch(feed)
        except Exception as error:  # the caller gets any error
            self.fail(error)
        else:
            if answer is not None:
                self._answer(answer)
                if not feed.telling and answer.table is not UNSET and feed.logged is not None:
                    keep_views(feed.logged.stored, answer.table, self._language)

    def end(self) -> None:
        """Answer now, or if the poll has not seen the room yet, as soon as it has."""
        self.ended = True
        if not self._turn_has_come:
            self.fail(ousted())
        elif self.until is not None:
            self._answer(self._nothing())

    def fail(self, error: Exception) -> None:
        """Answer with an error."""
        self._answer(error)

    def expired(self) -> None:
        """Handle the timer: its turn comes, the room may be read again, or the hold is over."""
        feed = self._feed
        assert feed is not None, "a waiting poll has a feed"
        if not self._turn_has_come:
            self._await_turn()
        elif self.until is None or time.monotonic() < self.until:
            self.wake()
        elif feed.settling.locked():
            self._call_at(time.monotonic() + TICK_S)  # due work may bring news, so wait for its end
        else:
            self._answer(self._time_is_over(feed))

    # Looking

    def _answer(self, answer: EventsAnswer | Exception) -> None:
        if self.leave():
            self._reply(answer)

    def _await_turn(self) -> None:
        """Look now, or later if the caller polls too often."""
        wait = self._waiting.polls.take(self)
        if wait:
            self._call_at(time.monotonic() + wait)
        else:
            self._turn_has_come = True
            self.wake()

    def _call_at(self, when: float) -> None:
        self._waiting.wheel.at(self, when)
        if self._feed is None or self not in self._feed.watches:  # another thread has answered it
            self._waiting.wheel.drop(self)

    def _look(self, feed: Feed) -> EventsAnswer | None:
        """Return the answer, None if there is none yet.

        If the room does not fit the token or cursor, this worker may have missed a commit. Then the poll
        waits until the room is read from the store, at most once a second for all such polls together.
        """
        logged = feed.logged
        if logged is None:
            raise NotFound("There is no room with this code. Check the code.")
        sure = feed.checked_at >= self._asked_at
        try:
            made = self._enter(feed, logged.stored, sure=sure)
        except (Unauthorized, _Ahead):
            if sure:
                raise
            self._look_into(feed)
            return None
        if feed.is_thin and self._needs_more_of(logged):
            feed.stale = True
            self._waiting.feeds.refresh(feed)
            return None
        if self._known != self._at and self._waits_for_rules(made):
            return None
        return self._news(made, logged) or self._hold(feed)

    def _waits_for_rules(self, made: Opened) -> bool:
        """Return whether the room's address has no processor time left; if so, look again later.

        Raises RateLimited if that would take too long.
        """
        pause = self._waiting.rules_time.pause(made.room)
        if not pause or self.ended or self._waiting.draining:
            return False
        now = time.monotonic()
        self._patience = self._patience or now + RULES_PATIENCE_S
        if now + pause > self._patience:
            self._waiting.rules_time.check(made.room)
        self._call_at(now + pause)
        return True

    def _needs_more_of(self, logged: Logged) -> bool:
        """Return whether the poll may need entries that are older than the log kept here."""
        known, here = self._known, self._at
        assert here is not None, "a poll has entered before it is told anything"
        if known is None or known.epoch != here.epoch:
            return self._past
        return known != here and (self._past or logged.since(known.version) is None)

    def _look_into(self, feed: Feed) -> None:
        again = feed.checked_at + CHECKED_FOR_S
        if again > time.monotonic() and not self._waiting.draining:
            self._call_at(again)
        else:
            feed.check()
            self._waiting.feeds.refresh(feed)

    def _enter(self, feed: Feed, stored: Stored, *, sure: bool) -> Opened:
        """Find the seat, and keep its player present.

        Raises Unauthorized for an unknown token. Raises _Ahead for a cursor after this version, unless the
        version is `sure` to be the newest.
        """
        made = opened(stored, self._waiting.games)
        room = made.room
        seat = self._seat = None if self._secret is None else seat_by(room, self._secret)
        self._at = position_of(stored, seat)
        known = self._known
        if known != self._at and known and not sure and known.is_ahead_of(self._at):
            raise _Ahead
        if seat is None:
            presence.check_watching(room)
        if self.who is None:
            self._be_heard_of(feed, seat)
        return made

    def _be_heard_of(self, feed: Feed, seat: Seat | None) -> None:
        now, watcher = self._waiting.clock(), presence.WATCHER + self._client
        counts = self._client and not seat and presence.may_count(feed.seen, watcher, now)
        self.who = seat.id if seat else watcher if counts else None
        if self.who is None:
            return
        surprise = self.who not in feed.seen or (seat is not None and seat.away)
        feed.hear(self.who, now)
        if seat and watcher in feed.seen:
            feed.forget_watcher(watcher)  # this page has a seat now
            surprise = True
        if surprise:
            self._waiting.agendas.plan(feed)

    def _news(self, made: Opened, logged: Logged) -> EventsAnswer | None:
        """Return the news, None if there are none."""
        if self._since is None:
            return self._anew(made, logged, reset=False)
        known, here = self._known, self._at
        assert here is not None, "a poll has entered before it is told anything"
        if known == here:
            return None
        if known is None or known.epoch != here.epoch or known.is_ahead_of(here):
            return self._anew(made, logged, reset=True)
        events = made.news(logged, known.version, self._seat, self._language)
        if events is None:
            return self._anew(made, logged, reset=True)
        metrics.deliveries.inc()
        answer = self._with_table(made, logged.stored)
        answer.events = events
        return answer

    def _with_table(self, made: Opened, stored: Stored, *, reset: bool = False) -> EventsAnswer:
        assert self._at is not None, "a poll has entered before it is told anything"
        with self._waiting.rules_time.of(made.room):
            table = made.views.of(self._seat, self._waiting.clock(), self._language)
        return EventsAnswer(
            version=stored.version,
            cursor=cursor(self._at),
            table=table,
            reset=reset,
            hold=self._intended,
        )

    def _anew(self, made: Opened, logged: Logged, *, reset: bool) -> EventsAnswer:
        """Return the full table, with past events if the query asks for them.

        If the game is not for spectators, only players with a seat get its past events.
        """
        if reset:
            metrics.resets.inc()
        room, answer = made.room, self._with_table(made, logged.stored, reset=reset)
        if self._past and (self._seat is not None or room.is_open()):
            entries = logged.entries if self._seat else since_the_start(logged.entries)
            first = logged.stored.version - len(entries) + 1
            language = room.spoken_in(self._language)
            answer.events = seen_events(entries, first, self._seat, language, room.names())
            answer.names = {seat.id: told_name(seat.name) for seat in room.gone}
            answer.chat = room.lines if room.chat else UNSET
        made.forget()
        return answer

    # Waiting

    def _hold(self, feed: Feed) -> EventsAnswer | None:
        """Hold the poll if it may be held, or else return an answer without news. Start due work."""
        if self.ended or self._waiting.draining:
            return self._nothing()
        now, agenda = time.monotonic(), feed.agenda or self._waiting.agendas.of(feed)
        if self.until is None:
            self.until = now if self._crowded else self._held_until(feed, now)
            agenda.keep()
        if now < self.until:
            agenda.consider()
        elif not feed.settling.locked():
            return self._time_is_over(feed)
        self._call_at(self.until)
        return None

    def _held_until(self, feed: Feed, now: float) -> float:
        if self._seat is not None:
            feed.replace(f"{self._seat.id} {self._client}", self)
        return max(now + self._wait, feed.told.get(self._player(), 0) + NOTHING_NEW_S)

    def _time_is_over(self, feed: Feed) -> EventsAnswer:
        if self._crowded:
            metrics.limited.labels("max_held_polls").inc()
            return self._nothing(CROWDED_RETRY_S)
        feed.told[self._player()] = time.monotonic()
        return self._nothing()

    def _player(self) -> str:
        return self._seat.id if self._seat else ""

    def _nothing(self, retry_after: float = 0) -> EventsAnswer:
        """Return an answer without news: the client keeps its cursor."""
        assert self._at is not None, "a poll looks before it is told that there is nothing"
        if self._waiting.draining:
            retry_after = round(random.uniform(0, DRAIN_SPREAD_S), 2)
        elif self.ended:
            retry_after = REPLACED_RETRY_S
        return EventsAnswer(
            version=self._at.version,
            cursor=cursor(self._at),
            hold=self._intended,
            retry_after=retry_after,
        )
