"""Feeds: what a worker knows of the rooms that somebody waits for here.

A feed follows one room through its wake-ups, which carry the new version and its events. As long as
none is missing, polls of the room are answered without a command to Redis. Wake-ups are only hints:
whenever one may have been lost - a subscription was confirmed, a version was skipped, the sweep
found another version - the feed is `stale` and is read again by the first poll that looks at it.
So a lost wake-up costs at most the time between two sweeps, never an event. The sweep runs on a timer of
its own: where Redis refuses to be listened to, news come with the sweeps.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec
import redis

from cheat import metrics
from cheat.errors import StoreUnavailable
from cheat.store.store import Logged, RoomStore, Stored
from cheat.store.timer import Timer
from cheat.store.wakeups import Wakeups

LINGER_S = 30.0
"""A feed is kept this long after its last poll, so that clients between two polls cost no subscription."""
COMPLETE_S = 10.0
"""After this every worker that holds polls has swept twice, and a feed knows who is here."""
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


class Watch:
    """One poll that is waiting. `who` it is the heartbeat of, `page` which of theirs.

    `ended`: it was told to answer now, with what it has.
    """

    def __init__(self, feed: Feed) -> None:
        self.feed = feed
        self.who: str | None = None
        self.page: str | None = None
        self.ended = False
        self._woken = threading.Event()

    def end(self) -> None:
        """Let the poll answer now, with what it has."""
        self.ended = True
        self._woken.set()

    def wake(self) -> None:
        """Let the poll look again."""
        self._woken.set()

    def wait(self, seconds: float) -> None:
        """Sleep until something may have changed, at most so long."""
        self._woken.wait(max(seconds, 0))
        self._woken.clear()


class Feed:
    """One room as this worker knows it.

    `logged` is replaced as a whole, so whoever looks at it sees a version with its own log.
    `newest`: by player and page, the poll that counts; `told`: when each player, or "" anybody else, was
    last told nothing. `checked_at`: when the room was last to be read because a client knew better.
    `seen`: when a poll of whom was last heard of, by any worker (ms since 1970); `heard`: what of that
    this worker has still to tell the others. Nobody is absent before `seen` is `complete`.
    """

    def __init__(self, code: str) -> None:
        self.code = code
        self.logged: Logged | None = None
        self.stale = True
        self.newest: dict[str, Watch] = {}
        self.told: dict[str, float] = {}
        self.checked_at = float("-inf")
        self.seen: dict[str, int] = {}
        self.heard: dict[str, int] = {}
        self.complete_at = time.monotonic() + COMPLETE_S
        self.confirmed = threading.Event()
        self.watches: set[Watch] = set()
        self.reading = threading.Lock()
        self.settling = threading.Lock()
        self.left_at = time.monotonic()

    def complete_in(self) -> float:
        """Seconds until every worker has had the time to tell whom it hears of; 0 when it has."""
        return max(0.0, self.complete_at - time.monotonic())

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

    def doubt(self) -> None:
        """Something may have been missed: the next poll reads the store."""
        self.stale = True
        self.wake_all()

    def check(self) -> None:
        """A client knows better: the next look reads the store."""
        self.stale = True
        self.checked_at = time.monotonic()

    def append(self, wakeup: Wakeup, keep: int) -> None:
        """Take over the next version or private act; one that does not follow makes the feed stale."""
        known = self.logged
        if known is None or self.stale or known.stored.epoch != wakeup.epoch:
            self.doubt()
            return
        stored = Stored(wakeup.epoch, wakeup.version, bytes(wakeup.data), wakeup.private)
        version, private = known.stored.revision
        if stored.revision == (version + 1, 0):
            self.logged = Logged(stored, [*known.entries, bytes(wakeup.entry)][-keep:])
            self.wake_all()
        elif stored.revision == (version, private + 1):
            self.logged = Logged(stored, known.entries)
            self.wake_all()
        elif stored.revision > known.stored.revision:
            self.doubt()

    def compare(self, before: Logged | None, newest: tuple[str, int, int] | None) -> None:
        """The store had this (epoch, version, private acts) shortly after this feed had `before`."""
        stored = before and before.stored
        if newest == (stored and (stored.epoch, *stored.revision)) or self.stale:
            return
        if newest is None or self.logged is before or not self._reaches(*newest):
            self.doubt()

    def _reaches(self, epoch: str, version: int, private: int) -> bool:
        stored = self.logged and self.logged.stored
        return stored is not None and stored.epoch == epoch and stored.revision >= (version, private)

    def replace(self, who: str, watch: Watch) -> None:
        """From now on `watch` is the poll of this page; an older one, whose client is gone, is ended."""
        older, self.newest[who], watch.page = self.newest.get(who), watch, who
        if older is not None:
            older.end()

    def forget(self, watch: Watch) -> None:
        """The poll is answered."""
        self.watches.discard(watch)
        if watch.page is not None and self.newest.get(watch.page) is watch:
            del self.newest[watch.page]
        self.left_at = time.monotonic() if self.logged else -LINGER_S  # nobody comes back to no room


class Feeds:
    """The feeds of this worker, by code of the room."""

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
        self._waiting = 0
        self._lock = threading.Lock()
        self._wakeups = Wakeups(client, self)
        self._timer = Timer(self._tidy, sweep_s)

    @contextmanager
    def watch(self, code: str) -> Iterator[Watch]:
        """Register a poll of this room, and make sure that its wake-ups reach this worker."""
        with self._lock:
            feed = self._feeds.get(code)
            if feed is None:
                feed = self._feeds[code] = Feed(code)
                self._wakeups.subscribe(code)
                self._timer.start()
            watch = Watch(feed)
            feed.watches.add(watch)
            self._waiting += 1
        try:
            feed.confirmed.wait(CONFIRM_S)
            feed.confirmed.set()  # nobody waits a second time for what may never come
            yield watch
        finally:
            feed.forget(watch)
            with self._lock:
                self._waiting -= 1

    def read(self, feed: Feed) -> Logged | None:
        """The newest version that this worker knows, read from the store where that may not be all.

        While one poll reads, the others wait for what it finds: what the feed has until then may be
        out of date, or nothing at all.
        """
        if feed.stale or feed.reading.locked():
            with feed.reading:
                if feed.stale:
                    self._reread(feed)
        return feed.logged

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
        if logged is None or heard is None or heard.stored.revision < logged.stored.revision:
            feed.logged = logged

    def known(self, code: str) -> Stored | None:
        """The version that this worker knows without asking, if it follows the room."""
        feed = self._feeds.get(code)
        logged = feed.logged if feed is not None and not feed.stale else None
        return logged.stored if logged else None

    def seen(self, code: str) -> dict[str, int] | None:
        """Who was heard of when, if this worker follows the room long enough to know."""
        feed = self._feeds.get(code)
        return feed.seen if feed is not None and not feed.complete_in() else None

    def doubt(self, code: str) -> None:
        """What this worker knows of a room may be out of date: the next poll reads the store."""
        if feed := self._feeds.get(code):
            feed.doubt()

    def waiting(self) -> int:
        """Polls that are registered in this worker."""
        return self._waiting

    def end_all(self) -> None:
        """Let every poll answer now: the worker is going away."""
        for feed in list(self._feeds.values()):
            for watch in list(feed.watches):
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
        """A commit was announced."""
        if feed := self._feeds.get(code):
            feed.append(_wakeups.decode(message), self._store.log_length)

    # What the timer does

    def _tidy(self) -> None:
        """Forget rooms nobody asks for, and compare the others with the store."""
        self._forget_idle(time.monotonic() - LINGER_S)
        try:
            self._sweep()
        except StoreUnavailable as error:
            log.warning("the sweep could not reach the store: %s", error.__cause__)

    def _forget_idle(self, before: float) -> None:
        with self._lock:
            for feed in list(self._feeds.values()):
                if not feed.watches and feed.left_at < before:
                    del self._feeds[feed.code]
                    self._wakeups.unsubscribe(feed.code)

    def _sweep(self) -> None:
        feeds = list(self._feeds.values())
        if not feeds:
            return
        self._exchange_seen([feed for feed in feeds if feed.watches])
        known = [feed.logged for feed in feeds]
        newest = self._store.versions([feed.code for feed in feeds])
        for feed, before, there in zip(feeds, known, newest, strict=True):
            feed.compare(before, there)

    def _exchange_seen(self, feeds: list[Feed]) -> None:
        now = self._clock()
        for feed in feeds:
            for watch in list(feed.watches):
                if watch.who is not None:
                    feed.hear(watch.who, now)
        told = {feed.code: dict(feed.heard) for feed in feeds}
        seen = self._store.exchange_seen(told, now)
        for feed in feeds:
            feed.forget_told(told[feed.code])
            feed.seen = {**seen[feed.code], **feed.heard}
