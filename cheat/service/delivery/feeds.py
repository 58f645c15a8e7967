"""Feeds: what a worker knows of the rooms that it holds polls of.

A feed follows one room through its wake-ups, which carry the new version and its events. As long as no
wake-up is missing, polls of the room need no command to Redis. Wake-ups are only hints. One may have been
lost when a subscription is confirmed, when a version was skipped, or when the sweep finds another version.
Then the feed is `stale`, and the first poll that looks at it has the room read again. So a lost wake-up costs
at most the time between two sweeps, never an event. The sweep runs on a timer of its own: if Redis refuses
the subscription, changes arrive with the sweeps.
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
"""Time for which a feed is kept after its last poll, in seconds.

So a client that pauses between two polls causes no new subscription.
"""
COMPLETE_S = 10.0
"""Seconds after which a feed knows the presence of all players.

By then, at the default rate, every worker that holds polls has swept twice, and so sent its heartbeats.
"""
LAPSED_S = 20.0
"""Seconds without news of presence after which a feed does not know the presence any more.

That is half of the time after which a player is away. Even a sweep of many rooms over a slow network takes
less.
"""
LAPSED_SWEEPS = 2.5
"""The same limit as a number of sweeps. It counts if sweeps are rarer than usual."""
SHARES = 40
"""Parts of a sweep. A sweep of all rooms at once would keep a busy worker from answering."""
LEAST_SHARE = 25
"""Fewest rooms of a part. A part costs two round trips, however few rooms it has."""
LOGS_BYTES = 64_000_000
"""Most bytes of the logs of all rooms. With a running game, a log takes 5 to 10 KB."""
CONFIRM_S = 2.0
"""Seconds that the first poll of a room waits until its subscription is confirmed.

After that it goes on without the confirmation.
"""

log = logging.getLogger(__name__)


class Wakeup(msgspec.Struct):
    """The message that a commit publishes. For a private act, `entry` is null."""

    epoch: str
    version: int
    entry: msgspec.Raw
    data: msgspec.Raw
    private: int = 0


_wakeups = msgspec.json.Decoder(Wakeup)


def announced(stored: Stored, entry: bytes) -> bytes:
    """Return the message that `commit.lua` publishes for a version or private act."""
    return b'%b"entry":%b,"data":%b}' % (_start_of(stored), entry or b"null", stored.data)


def _start_of(stored: Stored) -> bytes:
    """Return the beginning of that message, which names the version."""
    told = (stored.epoch.encode(), stored.version, stored.private)
    return b'{"epoch":"%b","version":%d,"private":%d,' % told


class Waiter(Protocol):
    """A waiting poll. None of its methods may wait.

    `who`: the player or watcher that it keeps present; `page`: the page of that player which it came from.
    """

    who: str | None
    page: str | None

    def wake(self) -> None:
        """Look for news again, since something may have changed."""

    def end(self) -> None:
        """Answer now, with the news that there are."""

    def fail(self, error: Exception) -> None:
        """Answer with an error: the room cannot be read, or due work in it has failed."""


Told = Callable[["Feed"], None]
"""A function that is called with a feed."""


def _nobody(feed: Feed) -> None:
    """Do nothing."""


class Feed:
    """One room as this worker knows it.

    State:

    - `logged`: the version and its log. It is replaced as a whole, so a reader never sees a version with
      another one's log. `is_thin`: older entries of the log were dropped, and are read again if a poll needs
      them.
    - `newest`: by player and page, the poll that counts.
    - `told`: when each player, or "" for all others, last got an answer without news.
    - `telling`: the waiting polls are getting the news.
    - `checked_at`: when a client last knew more than this feed, so that the room had to be read.
    - `seen`: the time of the last poll of each player and watcher, at any worker (ms since 1970). `heard`:
      those entries of `seen` that this worker has not sent to the others yet. No player counts as absent
      before `seen` is complete (`complete_in`). After `lapses_s` without an answer about presence it is not
      complete any more: Redis may have been out of reach for all workers.
    - `expected`: the announcement of a commit that this worker is making, with its version and entry.
    - `agenda`: the schedule of due work.
    - `reading`, `fetching`, `settling`: locks, held while the room is read, its games are loaded, or due work
      is done.

    Callbacks: `changed` after `logged` or `seen` is replaced, `told` after all waiting polls got the news,
    `kept` after the log may have grown.
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
        """Return the seconds until every worker has had time to send heartbeats; 0 if it has had."""
        now = time.monotonic()
        return self._lapses_s if self._has_lapsed(now) else max(0.0, self.complete_at - now)

    def _has_lapsed(self, now: float) -> bool:
        return now - self._learned_at > self._lapses_s

    def hear(self, who: str, now: int) -> None:
        """Note a poll of `who` at the time `now`."""
        self.seen[who] = self.heard[who] = now

    def forget_watcher(self, who: str) -> None:
        """Forget a page that no longer watches. Polls that it left behind do not keep it present."""
        for watch in list(self.watches):
            if watch.who == who:
                watch.end()
                watch.who = None
        self.hear(who, 0)

    def forget_told(self, told: dict[str, int]) -> None:
        """Forget heartbeats that the other workers know now, except newer ones."""
        for who, at in told.items():
            if self.heard.get(who) == at:
                self.heard.pop(who, None)

    def wake_all(self) -> None:
        """Let every waiting poll look again."""
        for watch in list(self.watches):
            watch.wake()

    def fail_all(self, error: Exception) -> None:
        """Answer every waiting poll with an error."""
        for watch in list(self.watches):
            watch.fail(error)

    def news(self) -> None:
        """Tell all waiting polls about a change of the room."""
        self._kept(self)
        self._changed(self)
        self.telling = True
        try:
            self.wake_all()
        finally:
            self.telling = False
        self._told(self)

    def thin(self) -> None:
        """Drop all entries of the log but the newest. Polls that are waiting need no older ones."""
        if (known := self.logged) is not None and len(known.entries) > 1:
            self.is_thin = True
            self.logged = Logged(known.stored, known.entries[-1:])

    def learn_seen(self, seen: dict[str, int], asked: int) -> None:
        """Take over the heartbeats of all workers, except where this worker has heard newer ones.

        `asked`: the number of the question; an answer to an older question changes nothing. If this feed had
        no answer for `lapses_s`, the other workers may not have sent heartbeats for as long, either. So
        presence counts as complete only after they had time to do so.
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
        """Note that something may have been missed: the next poll reads the store."""
        self.stale = True
        self.wake_all()

    def check(self) -> None:
        """Note that a client knows more than this feed: the next look reads the store."""
        now = time.monotonic()
        self.stale = True
        self.checked_at = now  # any read that begins from here on is new enough

    def append(self, stored: Stored, entry: bytes, keep: int) -> None:
        """Take over the next version or private act, with its entry of the log.

        If versions are missing in between, the feed becomes stale. A version that is known already changes
        nothing.
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
        """Return whether a wake-up is about the known version."""
        stored = self.logged and self.logged.stored
        return stored is not None and not self.stale and message.startswith(_start_of(stored))

    def compare(self, before: Logged | None, newest: tuple[str, int, int] | None) -> None:
        """Compare this feed with the store, and doubt it if something was missed.

        `newest`: (epoch, version, private acts) in the store shortly after this feed had `before`.
        """
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
        """Make `watch` the poll that counts for a page.

        An older one was left by its client, and ends.
        """
        older, self.newest[who], watch.page = self.newest.get(who), watch, who
        if older is not None and older is not watch:
            older.end()

    def forget(self, watch: Waiter) -> None:
        """Forget a poll that is answered."""
        self.watches.discard(watch)
        if watch.page is not None and self.newest.get(watch.page) is watch:
            del self.newest[watch.page]
        self.left_at = time.monotonic() if self.logged else -LINGER_S  # a missing room is not kept


class Feeds:
    """The feeds of this worker, by code of the room.

    `changed`, `told`: see `Feed`; set before the first feed. `swept` is called with each sweep, `on_heard`
    with the entry of each version that is heard of. None may wait.
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
        """Return whether `enter` would not wait."""
        return code in self._feeds

    def enter(self, code: str, watch: Waiter) -> Feed:
        """Register a poll of this room, and make sure that the room's wake-ups reach this worker.

        The first poll of a room waits for that.
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
        """Remove a poll. Return False if it is removed already.

        So if several threads want to answer a poll, only one does.
        """
        try:
            self._waiting.remove(watch)
        except KeyError:
            return False
        feed.forget(watch)
        return True

    def follow(self, code: str) -> Feed:
        """Follow this room from now on. Waits if this worker does not follow it yet."""
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
        """Have the room read from the store, once for all callers. Does not wait.

        After that, the polls of the room look again, or fail.
        """
        if feed.reading.acquire(blocking=False):
            _thread.start_new_thread(self._refresh, (feed,))  # a Thread's `start` would wait

    def _refresh(self, feed: Feed) -> None:
        """Read the room until the feed is not stale, then let its polls look again, or fail them.

        Until then the feed may be out of date or empty.
        """
        failure: Exception | None = None
        try:
            feed.confirmed.wait(CONFIRM_S)
            feed.confirmed.set()  # no poll waits again for a confirmation that may never come
            while feed.stale:
                self._reread(feed)
        except Exception as error:  # all waiting polls are told, whatever it is
            failure = error
        feed.reading.release()
        if failure is None:
            feed.news()
        else:
            feed.fail_all(failure)

    def _reread(self, feed: Feed) -> None:
        """Read the room. A version that is heard of meanwhile wins if it is newer."""
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
        """Return the version that this worker knows without asking the store; None if it knows none."""
        feed = self._feeds.get(code)
        logged = feed.logged if feed is not None and not feed.stale else None
        return logged.stored if logged else None

    def seen(self, code: str) -> dict[str, int] | None:
        """Return the heartbeats; None unless this worker has followed the room long enough."""
        feed = self._feeds.get(code)
        return feed.seen if feed is not None and not feed.complete_in() else None

    def ask_seen(self, code: str) -> dict[str, int] | None:
        """Ask the store for the heartbeats of all workers; return them with those heard here since.

        None if this worker does not know all of them, or the store does not answer.
        """
        feed = self._feeds.get(code)
        if feed is None:
            return None
        try:
            self._exchange_seen([feed])
        except StoreUnavailable as error:
            log.debug("the presence in room %s cannot be read: %s", code, error.__cause__)
            return None
        return self.seen(code)

    def doubt(self, code: str) -> None:
        """Note that this worker's data of a room may be out of date: the next poll reads the store."""
        if feed := self._feeds.get(code):
            feed.doubt()

    def waiting(self) -> int:
        """Return the number of polls that are registered in this worker."""
        return len(self._waiting)

    def is_listening(self) -> bool:
        """Return whether this worker hears of commits; True if it follows no room."""
        return self._wakeups.is_listening()

    def followed(self) -> list[Stored]:
        """Return the rooms that this worker follows, as it knows them."""
        return [feed.logged.stored for feed in list(self._feeds.values()) if feed.logged is not None]

    def end_all(self) -> None:
        """Let every poll answer now, since the worker is going to end."""
        for watch in list(self._waiting):
            watch.end()

    def stop(self) -> None:
        """End all polls, and stop listening and sweeping."""
        self.end_all()
        self._wakeups.stop()
        self._timer.stop()

    # Called by the subscriber

    def confirmed(self, code: str) -> None:
        """Note that commits are announced from now on; earlier ones have to be read."""
        if feed := self._feeds.get(code):
            feed.doubt()
            feed.confirmed.set()

    def heard(self, code: str, message: bytes) -> None:
        """Take over an announced commit.

        Mostly this worker made it, so it knows the version already.
        """
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
        """Prepare for a commit of this worker, which may be announced before it is answered."""
        if feed := self._feeds.get(code):
            feed.expected = announced(stored, entry), stored, entry

    def committed(self, code: str, stored: Stored, entry: bytes) -> None:
        """Take over a commit of this worker, so that its polls need not wait for the announcement."""
        if feed := self._feeds.get(code):
            feed.expected = None
            feed.append(stored, entry, self._store.log_length)

    # Called by the timer

    def _tidy(self) -> None:
        """Do one part of the sweep: compare a share of the rooms with the store.

        All parts together take `sweep_s`. The first one of a sweep also forgets idle rooms.
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
        self._exchange_seen(feeds)  # even if no room has a waiting poll: its clients may be between two polls
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
