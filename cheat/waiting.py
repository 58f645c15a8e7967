"""Held polls: look, wait, look again.

The order is what makes delivery lossless: the poll is registered and the room's wake-ups reach this
worker before the room is read, so no commit falls between reading and waiting.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from msgspec import UNSET

from cheat import metrics
from cheat.answers import (
    Ask,
    EventsAnswer,
    cursor,
    decoded,
    position,
    position_of,
    seat_for,
    seen_events,
    since_the_start,
)
from cheat.errors import NotFound, Unauthorized
from cheat.games.library import Library
from cheat.polls import Polls
from cheat.rooms import presence
from cheat.rooms.names import told as told_name
from cheat.rooms.room import AnyRoom, Seat
from cheat.rooms.view import view
from cheat.settings import Settings
from cheat.store.feeds import Feed, Feeds, Watch
from cheat.store.store import Logged, Stored
from cheat.words import ENGLISH, Language

CROWDED_RETRY_S = 3.0
"""When too many polls are held already: actions must get through, news can wait for so long."""
REPLACED_RETRY_S = 2.0
"""For a poll that a newer one of the same page has ended. Nobody should be there to read it."""
DRAIN_SPREAD_S = 2.0
"""When a worker goes away its clients come back spread over so long."""
NOTHING_NEW_S = 1.0
"""Who asks again for what it was just told is told so again only after this long: no tight loops."""
CHECKED_FOR_S = 1.0
"""A room is read because a client knows better at most this often."""
SETTLE_AGAIN_S = 0.25
"""After a due step was applied its wake-up arrives; if it does not, look for another due step then."""


class Waiting:
    """Answers polls of this worker. `settle` applies what is due in a room; `consider` is told of a room that
    is waited for, before something is due in it.
    """

    def __init__(
        self,
        feeds: Feeds,
        settings: Settings,
        clock: Callable[[], int],
        settle: Callable[[str], None],
        consider: Callable[[str, Stored], None],
        games: Library,
    ) -> None:
        self._feeds = feeds
        self._settings = settings
        self._clock = clock
        self._settle = settle
        self.consider = consider
        self.games = games
        self._polls = Polls(settings)
        self.draining = False

    def drain(self) -> None:
        """Stop holding."""
        self.draining = True
        self._feeds.end_all()

    def events(
        self,
        code: str,
        token: str | None,
        ask: Ask,
        language: Language = ENGLISH,
    ) -> EventsAnswer:
        """See `Service.events`."""
        crowded = self._feeds.waiting() >= self._settings.max_held_polls
        hold = random.uniform(self._settings.hold_min_s, self._settings.hold_max_s)
        with self._feeds.watch(code) as watch, self._polls.admitted(code, token, watch):
            poll = _Poll(self, watch, token, ask, hold, language)
            answer = poll.look()
            if answer is None:
                with metrics.held.track_inprogress():
                    answer = poll.look_once_more() if crowded else poll.hold(min(ask.wait, hold))
            return answer or poll.nothing(CROWDED_RETRY_S if crowded else 0)

    def read(self, feed: Feed) -> Logged:
        """The room as this worker knows it. Raises NotFound."""
        logged = self._feeds.read(feed)
        if logged is None:
            raise NotFound("There is no room with this code.")
        return logged

    def now(self) -> int:
        """The time in ms since 1970."""
        return self._clock()

    def settle_due(self, feed: Feed, due: int | None) -> float:
        """Apply what is due, by one poll of this worker at a time; seconds until there is more to do."""
        if due is None:
            return float("inf")
        if due > self._clock():
            return (due - self._clock()) / 1000
        if feed.settling.acquire(blocking=False):
            try:
                self._settle(feed.code)
            finally:
                feed.settling.release()
        return SETTLE_AGAIN_S


class _Ahead(Exception):
    """A client has seen more than this worker has heard of."""


class _Poll:
    """One call of /events."""

    def __init__(
        self,
        waiting: Waiting,
        watch: Watch,
        token: str | None,
        ask: Ask,
        hold: float,
        language: Language,
    ) -> None:
        self.waiting = waiting
        self.watch = watch
        self.token = token
        self.since, self.past = ask.since, ask.past
        self.known = position(ask.since or "")
        self.client = ask.client
        self.language = language
        self.intended = round(hold, 1)
        self.asked_at = time.monotonic()
        self.stored: Stored | None = None
        self.seat: Seat | None = None
        self.due: int | None = None

    def look(self) -> EventsAnswer | None:
        """The answer, if there is one already."""
        logged, room = self._read()
        if self.since is None:
            return self._anew(room, logged, reset=False)
        known, here = self.known, position_of(logged.stored, self.seat)
        if known is None or known.epoch != here.epoch or known.is_ahead_of(here):
            return self._anew(room, logged, reset=True)
        if known == here:
            return None
        entries = logged.since(known.version)
        if entries is None:
            return self._anew(room, logged, reset=True)
        metrics.deliveries.inc()
        answer = self._with_table(room, logged.stored)
        answer.events = seen_events(entries, known.version + 1, self.seat, self.language, room.names())
        return answer

    def _read(self) -> tuple[Logged, AnyRoom]:
        """The room, as new as the client knows it. A token or a cursor that it does not fit is believed over
        what this worker has heard, so the store is read, but for all such polls together once a second: what
        is missing may be on its way, and is waited for.
        """
        feed = self.watch.feed
        while True:
            sure = feed.checked_at >= self.asked_at
            logged = self.waiting.read(feed)
            try:
                return logged, self._enter(logged.stored, sure=sure)
            except (Unauthorized, _Ahead):
                if sure:
                    raise
            left = feed.checked_at + CHECKED_FOR_S - time.monotonic()
            if feed.checked_at >= self.asked_at:
                continue  # another poll has seen to it
            if left > 0 and not self.waiting.draining:
                self.watch.wait(left)
            else:
                feed.check()

    def _enter(self, stored: Stored, *, sure: bool = False) -> AnyRoom:
        """Find the seat, be heard of, and see when something is due. Raises Unauthorized, or _Ahead for a
        cursor of a position after this one, unless that is `sure` to be the newest.
        """
        room, feed, now = decoded(stored, self.waiting.games), self.watch.feed, self.waiting.now()
        self.stored, self.seat = stored, seat_for(room, self.token)
        if not sure and self.known and self.known.is_ahead_of(position_of(stored, self.seat)):
            raise _Ahead
        watcher = presence.WATCHER + self.client
        if self.seat is None:
            presence.check_watching(room)
        counts = self.client and not self.seat and presence.may_count(feed.seen, watcher, now)
        who = self.seat.id if self.seat else watcher if counts else None
        if who is not None and self.watch.who != who:
            self.watch.who = who
            feed.hear(who, now)
            if self.seat and watcher in feed.seen:
                feed.forget_watcher(watcher)  # this page has a seat now
        left = feed.complete_in()
        someone = now + round(left * 1000) if left > 0 else presence.due(room, feed.seen, now)
        self.due = min((at for at in (room.due(), someone) if at is not None), default=None)
        return room

    def _with_table(self, room: AnyRoom, stored: Stored, *, reset: bool = False) -> EventsAnswer:
        return EventsAnswer(
            version=stored.version,
            cursor=cursor(position_of(stored, self.seat)),
            table=view(room, stored.version, self.seat, self.waiting.now(), self.language),
            reset=reset,
            hold=self.intended,
        )

    def _anew(self, room: AnyRoom, logged: Logged, *, reset: bool) -> EventsAnswer:
        """The table to which no cursor leads up, with the past if that is asked for. What happened in a game
        that is not for spectators stays among those who have a seat.
        """
        answer = self._with_table(room, logged.stored, reset=reset)
        if self.past and (self.seat is not None or room.is_open()):
            entries = logged.entries if self.seat else since_the_start(logged.entries)
            first = logged.stored.version - len(entries) + 1
            answer.events = seen_events(entries, first, self.seat, self.language, room.names())
            answer.names = {seat.id: told_name(seat.name) for seat in room.gone}
            answer.chat = room.lines if room.chat else UNSET
        return answer

    def hold(self, seconds: float) -> EventsAnswer | None:
        """Sleep and look until there is an answer, the time is over, or the poll is to end."""
        feed, who = self.watch.feed, self.seat.id if self.seat else ""
        if self.seat is not None:
            feed.replace(f"{who} {self.client}", self.watch)
        until = max(time.monotonic() + seconds, feed.told.get(who, 0) + NOTHING_NEW_S)
        while not self.watch.ended and not self.waiting.draining:
            due_in = self.waiting.settle_due(feed, self.due)
            left = until - time.monotonic()
            if left <= 0:
                feed.told[who] = time.monotonic()
                break
            if self.due is not None and self.stored is not None:
                self.waiting.consider(feed.code, self.stored)
            self.watch.wait(min(left, due_in))
            if answer := self.look():
                return answer
        return None

    def look_once_more(self) -> EventsAnswer | None:
        """For a poll that cannot be held: what is due happens all the same."""
        self.waiting.settle_due(self.watch.feed, self.due)
        return self.look()

    def nothing(self, retry_after: float) -> EventsAnswer:
        """No news: the cursor that the client has already."""
        assert self.stored is not None, "a poll looks before it answers"
        if self.waiting.draining:
            retry_after = round(random.uniform(0, DRAIN_SPREAD_S), 2)
        elif self.watch.ended:
            retry_after = REPLACED_RETRY_S
        return EventsAnswer(
            version=self.stored.version,
            cursor=cursor(position_of(self.stored, self.seat)),
            hold=self.intended,
            retry_after=retry_after,
        )
