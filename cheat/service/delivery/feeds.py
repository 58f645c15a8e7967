"""Feeds: what a worker knows of the rooms that somebody waits for here.

A feed follows one room through its wake-ups, which carry the new version and its events. As long as
none is missing, polls of the room are answered without a command to Redis. Wake-ups are only hints:
whenever one may have been lost - a subscription was confirmed, a version was skipped, the sweep
found another version - the feed is `stale` and is read again by the first poll that looks at it.
So a lost wake-up costs at most the time between two sweeps, never an event. The sweep runs on a timer of
its own: where Redis refuses to be listened to, news come with the sweeps.
"""

from __future__ import annotations

import _thread
import itertools
import logging
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

import msgspec
import redis

from cheat.errors import StoreUnavailable
from cheat.ops import metrics
from cheat.ops.periodic import Timer
from cheat.service.delivery.memory_budget import MemoryBudget
from cheat.store.redis.sharded_subscriber import listener
from cheat.store.rooms import Logged, RoomStore, Stored, newest_of

LINGER_S = 30.0
"""A feed is kept this long after its last poll, so that clients between two polls cost no subscription."""
COMPLETE_S = 10.0
"""After this every worker that holds polls has swept twice, as often as they do unless told otherwise, and a
feed knows who is here.
"""
LAPSED_S = 20.0
"""A feed that has learned nothing for so long does not know any more who is here. Half of what makes somebody
away; a sweep of many rooms over a slow network takes less.
"""
LAPSED_SWEEPS = 2.5
"""Where sweeps are rarer than usual, so many of them."""
SHARES = 40
"""Parts of a sweep. All rooms at once keep a busy worker from answering for as long as it takes."""
LEAST_SHARE = 25
"""Rooms. A part costs two round trips, however few there are in it."""
LOGS_BYTES = 64_000_000
"""Of the logs of all rooms together. Of rooms in which people play they take 5 to 10 KB each."""
CONFIRM_S = 2.0
"""How long a first poll waits for the confirmation of the subscription before it goes on without."""

log = logging.getLogger(__name__)


class Wakeup(msgspec.Struct):
    """What a commit publishes; a private act has no entry."""

    epoch: str
    version: int
    entry: msgspec.Raw
    data: msgspec.Raw
    private: int = 0


_wakeups = msgspec.json.Decoder(Wakeup)


def announced(stored: Stored, entry: bytes) -> bytes:
    """What `commit.lua` publishes of this version, with its entry of the log, or private act."""
    return b'%b"entry":%b,"data":%b}' % (_start_of(stored), entry or b"null", stored.data)


def _start_of(stored: Stored) -> bytes:
    """How that begins, which says which version it is."""
    told = (stored.epoch.encode(), stored.version, stored.private)
    return b'{"epoch":"%b","version":%d,"private":%d,' % told


class Waiter(Protocol):
    """One poll that is waiting. `who` it is the heartbeat of, `page` which of theirs. Nothing that is called
    here may wait.
    """

    who: str | None
    page: str | None

    def wake(self) -> None:
        """Something may have changed: look again."""

    def end(self) -> None:
        """Answer now, with what there is."""

    def fail(self, error: Exception) -> None:
        """The room cannot be read, or what is due in it not be done."""


Told = Callable[["Feed"], None]
"""Somebody who is told of a feed."""


def _nobody(feed: Feed) -> None:
    """Is told nothing."""


class Feed:
    """One room as this worker knows it.

    `logged` is replaced as a whole, so whoever looks at it sees a version with its own log.
    `newest`: by player and page, the poll that counts; `told`: when each player, or "" anybody else, was
    last told nothing. `checked_at`: when the room was last to be read because a client knew better.
    `seen`: when a poll of whom was last heard of, by any worker (ms since 1970); `heard`: what of that
    this worker has still to tell the others. Nobody is absent before `seen` is `complete`, and it is not any
    more when nothing has been learned for `lapses_s`: the store may have been away for all workers.
    `expected`: the announcement of a commit that this worker is asking for, and what it brings.
    `changed` is called when `logged` or `seen` is another, `told` when all who wait have been told the news,
    `kept` when the log may be longer; `is_thin`: older entries of it were let go, and are read again where a
    poll needs them. `telling`: all who wait are being told the news.
    `agenda` is for whoever does what is due. `reading`, `fetching`, `settling`: held while the room is read,
    its games are searched for, or what is due is done.
    """

    def __init__(
        self,
        code: str,
        changed: Told = _nobody,
        told: Told = _nobody,
        kept: Told = _nobody,
        lapses_s: float = float("inf"),
    ) -> None:
        self.code = code
        self._lapses_s = lapses_s
        self._changed, self._told, self._kept = changed, told, kept
        self.agenda: Any = None
        self.logged: Logged | None = None
        self.stale = True
        self.is_thin = self.telling = False
        self.newest: dict[str, Waiter] = {}
        self.told: dict[str, float] = {}
        self.checked_at = float("-inf")
        self.seen: dict[str, int] = {}
        self.heard: dict[str, int] = {}
        self.expected: tuple[bytes, Stored, bytes] | None = None
        self._learned_at, self._learned = time.monotonic(), -1
        self.complete_at = self._learned_at + COMPLETE_S
        self.confirmed = threading.Event()
        self.watches: set[Waiter] = set()
        self.reading = threading.Lock()
        self.fetching = threading.Lock()
        self.settling = threading.Lock()
        self.left_at = time.monotonic()

    def complete_in(self) -> float:
        """Seconds until every worker may have had the time to tell whom it hears of; 0 when it has."""
        now = time.monotonic()
        return self._lapses_s if self._has_lapsed(now) else max(0.0, self.complete_at - now)

    def _has_lapsed(self, now: float) -> bool:
        return now - self._learned_at > self._lapses_s

    def hear(self, who: str, now: int) -> None:
        """A poll of `who` is here, now."""
        self.seen[who] = self.heard[who] = now

    def forget_watcher(self, who: str) -> None:
        """A page no longer watches: polls that it has left behind speak for nobody."""
        for watch in list(self.watches):
            if watch.who == who:
                watch.end()
                watch.who = None
        self.hear(who, 0)

    def forget_told(self, told: dict[str, int]) -> None:
        """The others know this now; what was heard since then is still to be told."""
        for who, at in told.items():
            if self.heard.get(who) == at:
                self.heard.pop(who, None)

    def wake_all(self) -> None:
        """Let every waiting poll look again."""
        for watch in list(self.watches):
            watch.wake()

    def fail_all(self, error: Exception) -> None:
        """Tell every waiting poll that it cannot be answered."""
        for watch in list(self.watches):
            watch.fail(error)

    def news(self) -> None:
        """What is known of the room is another."""
        self._kept(self)
        self._changed(self)
        self.telling = True
        try:
            self.wake_all()
        finally:
            self.telling = False
        self._told(self)

    def thin(self) -> None:
        """Let go of all entries of the log but the newest: polls that wait need no other."""
        if (known := self.logged) is not None and len(known.entries) > 1:
            self.is_thin = True
            self.logged = Logged(known.stored, known.entries[-1:])

    def learn_seen(self, seen: dict[str, int], asked: int) -> None:
        """Who was heard of by all workers; what was heard here since then is newer. `asked`: the number of
        the question. After a lapse the others may not have told for as long, and are given the time.
        """
        if asked < self._learned:
            return
        now = time.monotonic()
        if self._has_lapsed(now):
            self.complete_at = now + COMPLETE_S
        self._learned_at, self._learned = now, asked
        self.seen = {**seen, **self.heard}
        self._changed(self)

    def doubt(self) -> None:
        """Something may have been missed: the next poll reads the store."""
        self.stale = True
        self.wake_all()

    def check(self) -> None:
        """A client knows better: the next look reads the store."""
        now = time.monotonic()
        self.stale = True
        self.checked_at = now  # a read that begins from here on counts

    def append(self, stored: Stored, entry: bytes, keep: int) -> None:
        """Take over the next version, with its entry of the log, or private act. One that does not follow
        makes the feed stale; those that are known already change nothing.
        """
        known = self.logged
        if known is None or self.stale or known.stored.epoch != stored.epoch:
            self.doubt()
            return
        version, private = known.stored.revision
        if stored.revision == (version + 1, 0):
            self.logged = Logged(stored, newest_of([*known.entries, entry], keep))
            self.news()
        elif stored.revision == (version, private + 1):
            self.logged = Logged(stored, known.entries)
            self.news()
        elif stored.revision > known.stored.revision:
            self.doubt()

    def is_told(self, message: bytes) -> bool:
        """Whether a wake-up is that of the version that is known already."""
        stored = self.logged and self.logged.stored
        return stored is not None and not self.stale and message.startswith(_start_of(stored))

    def compare(self, before: Logged | None, newest: tuple[str, int, int] | None) -> None:
        """The store had this (epoch, version, private acts) shortly after this feed had `before`."""
        stored = before and before.stored
        if newest == (stored and (stored.epoch, *stored.revision)) or self.stale:
            return
        if newest is None or self.logged is before or not self._reaches(*newest):
            metrics.missed.inc()
            self.doubt()

    def _reaches(self, epoch: str, version: int, private: int) -> bool:
        stored = self.logged and self.logged.stored
        return stored is not None and stored.epoch == epoch and stored.revision >= (version, private)

    def replace(self, who: str, watch: Waiter) -> None:
        """From now on `watch` is the poll of this page; an older one, whose client is gone, is ended."""
        older, self.newest[who], watch.page = self.newest.get(who), watch, who
        if older is not None and older is not watch:
            older.end()

    def forget(self, watch: Waiter) -> None:
        """The poll is answered."""
        self.watches.discard(watch)
        if watch.page is not None and self.newest.get(watch.page) is watch:
            del self.newest[watch.page]
        self.left_at = time.monotonic() if self.logged else -LINGER_S  # nobody comes back to no room


class Feeds:
    """The feeds of this worker, by code of the room. `changed`, `told`: see `Feed`; set before the first.
    `swept` is called with each sweep, `on_heard` with the entry of each version that was heard of. None may
    wait.
    """

    def __init__(
        self,
        store: RoomStore,
        client: redis.Redis,
        sweep_s: float,
        clock: Callable[[], int] | None = None,
    ) -> None:
        self._store = store
        self._clock = clock or store.clock
        self._feeds: dict[str, Feed] = {}
        self._waiting: set[Waiter] = set()
        self._lock = threading.Lock()
        self._wakeups = listener(client, self)
        self._lapses_s = max(LAPSED_S, LAPSED_SWEEPS * sweep_s)
        self._questions = itertools.count()
        self._logs = MemoryBudget[Feed](LOGS_BYTES, Feed.thin)
        self._timer = Timer(self._tidy, sweep_s / SHARES)
        self._turns = max(1, round(sweep_s / self._timer.seconds))
        self._turns_left = 0
        self._unswept: list[Feed] = []
        self.changed: Told = _nobody
        self.told: Told = _nobody
        self.swept: Callable[[], None] = lambda: None
        self.on_heard: Callable[[bytes], None] = lambda entry: None

    def follows(self, code: str) -> bool:
        """Whether `enter` would not wait."""
        return code in self._feeds

    def enter(self, code: str, watch: Waiter) -> Feed:
        """Register a poll of this room, and make sure that its wake-ups reach this worker. Waits where nobody
        has asked for the room before.
        """
        feed = self._feeds.get(code) or self.follow(code)
        feed.watches.add(watch)
        while self._feeds.get(code) is not feed:  # it was being forgotten
            feed.watches.discard(watch)
            feed = self.follow(code)
            feed.watches.add(watch)
        self._waiting.add(watch)
        return feed

    def leave(self, feed: Feed, watch: Waiter) -> bool:
        """The poll is over. False if it was so already: of several who want to answer it, one does."""
        try:
            self._waiting.remove(watch)
        except KeyError:
            return False
        feed.forget(watch)
        return True

    def follow(self, code: str) -> Feed:
        """Hear of this room from now on. Waits where this worker does not do so yet."""
        with self._lock:
            feed = self._feeds.get(code)
            if feed is None:
                feed = self._feeds[code] = Feed(code, self.changed, self.told, self._weigh, self._lapses_s)
                self._wakeups.subscribe(code)
                self._timer.start()
            return feed

    def _weigh(self, feed: Feed) -> None:
        if (known := feed.logged) is not None:
            self._logs.keep(feed.code, feed, sum(map(len, known.entries)))

    def refresh(self, feed: Feed) -> None:
        """Have the room read from the store, once for all who ask meanwhile; its polls look again after that,
        or fail. Does not wait.
        """
        if feed.reading.acquire(blocking=False):
            _thread.start_new_thread(self._refresh, (feed,))  # a Thread's `start` would wait

    def _refresh(self, feed: Feed) -> None:
        """What the feed has until then may be out of date, or nothing at all."""
        failure: Exception | None = None
        try:
            feed.confirmed.wait(CONFIRM_S)
            feed.confirmed.set()  # nobody waits a second time for what may never come
            while feed.stale:
                self._reread(feed)
        except Exception as error:  # all who wait are told, whatever it is
            failure = error
        feed.reading.release()
        if failure is None:
            feed.news()
        else:
            feed.fail_all(failure)

    def _reread(self, feed: Feed) -> None:
        """What is heard meanwhile is newer than what is read, unless nothing was heard."""
        metrics.rereads.inc()
        before, feed.stale = feed.logged, False
        try:
            logged = self._store.load_with_log(feed.code)
        except BaseException:
            feed.stale = True
            raise
        heard = feed.logged if feed.logged is not before else None
        if logged is not None and heard is not None:
            newer = heard.stored.revision > logged.stored.revision
            if newer or (heard.stored.revision == logged.stored.revision and not feed.is_thin):
                return
        feed.logged, feed.is_thin = logged, False

    def known(self, code: str) -> Stored | None:
        """The version that this worker knows without asking, if it follows the room."""
        feed = self._feeds.get(code)
        logged = feed.logged if feed is not None and not feed.stale else None
        return logged.stored if logged else None

    def seen(self, code: str) -> dict[str, int] | None:
        """Who was heard of when, if this worker follows the room long enough to know."""
        feed = self._feeds.get(code)
        return feed.seen if feed is not None and not feed.complete_in() else None

    def ask_seen(self, code: str) -> dict[str, int] | None:
        """The same as all workers know it at this moment, and what was heard here since; None also where the
        store does not tell.
        """
        feed = self._feeds.get(code)
        if feed is None:
            return None
        try:
            self._exchange_seen([feed])
        except StoreUnavailable as error:
            log.debug("who is in room %s cannot be asked: %s", code, error.__cause__)
            return None
        return self.seen(code)

    def doubt(self, code: str) -> None:
        """What this worker knows of a room may be out of date: the next poll reads the store."""
        if feed := self._feeds.get(code):
            feed.doubt()

    def waiting(self) -> int:
        """Polls that are registered in this worker."""
        return len(self._waiting)

    def is_listening(self) -> bool:
        """Whether this worker hears of commits, if it follows any room."""
        return self._wakeups.is_listening()

    def followed(self) -> list[Stored]:
        """The rooms that this worker follows, as it knows them."""
        return [feed.logged.stored for feed in list(self._feeds.values()) if feed.logged is not None]

    def end_all(self) -> None:
        """Let every poll answer now: the worker is going away."""
        for watch in list(self._waiting):
            watch.end()

    def stop(self) -> None:
        """End all polls, stop listening and sweeping."""
        self.end_all()
        self._wakeups.stop()
        self._timer.stop()

    # What the listener tells

    def confirmed(self, code: str) -> None:
        """Commits are heard from now on; what came before has to be read."""
        if feed := self._feeds.get(code):
            feed.doubt()
            feed.confirmed.set()

    def heard(self, code: str, message: bytes) -> None:
        """A commit was announced. Mostly it is one of this worker, which it knows, or is just asking for."""
        feed = self._feeds.get(code)
        if feed is None or feed.is_told(message):
            return
        if feed.expected is not None and feed.expected[0] == message:
            _, stored, entry = feed.expected
        else:
            wakeup = _wakeups.decode(message)
            stored = Stored(wakeup.epoch, wakeup.version, bytes(wakeup.data), wakeup.private)
            entry = bytes(wakeup.entry)
            if not wakeup.private:
                self.on_heard(entry)
        feed.append(stored, entry, self._store.log_length)

    def expect(self, code: str, stored: Stored, entry: bytes) -> None:
        """A commit of this worker is asked for; it may be announced before that is answered."""
        if feed := self._feeds.get(code):
            feed.expected = announced(stored, entry), stored, entry

    def committed(self, code: str, stored: Stored, entry: bytes) -> None:
        """A commit of this worker itself: its polls need not wait for the announcement."""
        if feed := self._feeds.get(code):
            feed.expected = None
            feed.append(stored, entry, self._store.log_length)

    # What the timer does

    def _tidy(self) -> None:
        """Forget rooms nobody asks for, and compare the others with the store: a share of them at each turn,
        all of them in `sweep_s`.
        """
        metrics.flush()
        if not self._turns_left:
            self.swept()
            self._forget_idle(time.monotonic() - LINGER_S)
            self._turns_left, self._unswept = self._turns, list(self._feeds.values())
        share = len(self._unswept) // self._turns_left
        self._turns_left -= 1
        if share < LEAST_SHARE and self._turns_left:
            return
        feeds, self._unswept = self._unswept[:share], self._unswept[share:]
        by_code = {feed.code: feed for feed in feeds}
        for codes in self._store.apart(list(by_code)):
            try:
                self._sweep([by_code[code] for code in codes])
            except StoreUnavailable as error:
                log.debug("the sweep could not reach the store: %s", error.__cause__)

    def _forget_idle(self, before: float) -> None:
        with self._lock:
            for feed in list(self._feeds.values()):
                if not feed.watches and feed.left_at < before:
                    del self._feeds[feed.code]
                    if feed.watches:  # a poll has entered meanwhile
                        self._feeds[feed.code] = feed
                    else:
                        self._logs.forget(feed.code)
                        self._wakeups.unsubscribe(feed.code)

    def _sweep(self, feeds: list[Feed]) -> None:
        if not feeds:
            return
        self._exchange_seen(feeds)  # also where all are between two polls just now
        known = [feed.logged for feed in feeds]
        newest = self._store.versions([feed.code for feed in feeds])
        for feed, before, there in zip(feeds, known, newest, strict=True):
            feed.compare(before, there)

    def _exchange_seen(self, feeds: list[Feed]) -> None:
        now, asked = self._clock(), next(self._questions)
        for feed in feeds:
            for watch in list(feed.watches):
                if watch.who is not None:
                    feed.hear(watch.who, now)
        told = {feed.code: dict(feed.heard) for feed in feeds}
        seen = self._store.exchange_seen(told, now)
        for feed in feeds:
            feed.forget_told(told[feed.code])
            feed.learn_seen(seen[feed.code], asked)
