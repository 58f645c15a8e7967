"""Feeds: a worker's knowledge of the rooms for which it holds polls.

A feed knows the newest version of one room. The worker follows the room: it subscribes to the room's
wake-ups, and each wake-up carries a new version and its events. As long as no wake-up is lost, the polls of
the room need no command to Redis.

A feed may have missed a wake-up in three cases:

- A subscription has just begun, so earlier wake-ups did not arrive.
- A wake-up skips a version.
- The sweep finds a newer version in Redis.

Then the feed becomes stale, and the next poll that uses the feed causes the worker to read the room again. So
when a wake-up is lost, its events are not lost, only late: by at most the time between two sweeps.

A timer runs the sweep. The sweep compares a room with Redis every `sweep_s`, unless the subscriber can prove
that all wake-ups of the room arrive. With this proof, the room waits for the next sweep of all rooms, in
which one command covers many rooms. If Redis refuses the subscription, the sweeps alone find new versions.
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
from cheat.store.redis.sharded_subscriber import subscriber_of
from cheat.store.rooms import LoggedRoom, RoomStore, StoredRoom, newest_of

LINGER_S = 30.0
"""Seconds for which a worker keeps a feed after its last poll.

A client may pause this long between two polls without causing a new subscription.
"""
SWEEP_ALL_S = 12.0
"""Maximum seconds between two sweeps of all rooms. A longer `sweep_s` replaces this limit.

Each sweep sends heartbeats: the times of the last polls of players. So the stored heartbeat of a player that
polls is never much older than this limit. This limit is less than a third of the time after which a player
counts as away. Workers of older releases rely on this limit, too.
"""
SWEEPS_OF_ALL = 3
"""Maximum time between two sweeps of all rooms, as a multiple of `sweep_s`."""
PRESENCE_COMPLETE_S = 10.0
"""Seconds after which a new feed has the heartbeats of all players, from all workers.

With the default `sweep_s`, every worker that holds polls sweeps twice in this time. So by then all workers
have sent the heartbeats of players that have just come. The heartbeats of players that were there before were
sent earlier.
"""
PRESENCE_STALE_S = 16.0
"""Seconds without an answer from Redis after which the heartbeats of a feed are too old.

A heartbeat in Redis may already be some seconds old. The sum of its age and this limit is less than the time
after which a player counts as away.
"""
PRESENCE_STALE_SWEEPS = 1.3
"""A limit like `PRESENCE_STALE_S`, as a multiple of the time between sweeps of all rooms.

The longer of the two limits applies.
"""
LOOKS = 16
"""Number of times in `sweep_s` that the timer looks for rooms to sweep."""
MERGED_AT_ONCE = 25
"""Number of rooms after which a sweep pauses, so that the worker can answer polls."""
MERGE_PAUSE_S = 0.01
LOGS_BYTES = 64_000_000
"""Maximum size of the logs of all feeds, in bytes.

The log of a running game takes 5 to 10 KB.
"""
CONFIRM_S = 2.0
"""Maximum seconds for which a room's first poll waits until Redis confirms the subscription.

After this time, the poll goes on without the confirmation.
"""

log = logging.getLogger(__name__)


class Wakeup(msgspec.Struct):
    """A wake-up: the message that a commit publishes.

    `entry` is the new entry of the room's log. A private version has no entry in the log: `entry` is null.
    """

    epoch: str
    version: int
    entry: msgspec.Raw
    data: msgspec.Raw
    private: int = 0


_wakeups = msgspec.json.Decoder(Wakeup)


def wakeup_message(stored: StoredRoom, entry: bytes) -> bytes:
    """Return the message that `commit.lua` publishes for a public or private version."""
    return b'%b"entry":%b,"data":%b}' % (_message_start(stored), entry or b"null", stored.data)


def _message_start(stored: StoredRoom) -> bytes:
    """Return the beginning of the wake-up message, which names the version."""
    fields = (stored.epoch.encode(), stored.version, stored.private)
    return b'{"epoch":"%b","version":%d,"private":%d,' % fields


class Waiter(Protocol):
    """A worker's record of a poll. None of the methods may wait.

    `present_id`: the player or watcher that counts as present because of this poll. A watcher is a page of a
    spectator. `page_id`: the player's page (for example a browser tab) that sent the poll.
    """

    present_id: str | None
    page_id: str | None

    def wake(self) -> None:
        """Look for events again, because the room may have changed."""

    def end(self) -> None:
        """Answer the poll now, even without events."""

    def fail(self, error: Exception) -> None:
        """Answer with an error: the room cannot be read, or its due work has failed."""


FeedCallback = Callable[["Feed"], None]
"""A function that is called with a feed."""


def _ignore(feed: Feed) -> None:
    """Do nothing."""


class Feed:
    """One room as this worker knows it.

    State:

    - `latest`: the newest version and its log. The feed replaces both in one step, so a reader never sees a
      version together with the log of another version.
    - `is_stale`: whether this feed may have missed a version, so that the worker must read the room.
    - `is_log_trimmed`: whether this worker has dropped older entries of the log. If a poll needs them, the
      worker reads the room again.
    - `newest_by_page`: the newest waiting poll of each page of a player.
    - `empty_answer_at`: player id, or "" for all spectators -> the time of the last answer without events.
    - `is_delivering`: whether the feed is waking the waiting polls right now.
    - `checked_at`: the time of the last `request_check`. A later read of the room is new enough for all polls
      that began before this time.
    - `heartbeats`: the time of the last poll of each player and watcher, at any worker (ms since 1970). If
      a page has watched and then taken a seat, the value under its watcher's key is negative: minus the time
      of the page's last poll as a player. No player counts as absent until the heartbeats are complete
      (`presence_complete_in`). After `presence_stale_s` without an answer from Redis, they are no longer
      complete, because the other workers may be cut off from Redis, too.
    - `unsent_heartbeats`: the heartbeats that this worker has not sent to Redis yet.
    - `is_presence_unsent`: whether a player has come, or a watcher has gone, and other workers cannot know
      this yet. If so, the next sweep includes this room.
    - `swept_at`: the time at which this worker last compared the room with the store, or last tried to.
    - `announced`: the version that the last wake-up announced.
    - `expected_wakeup`: the wake-up message, the version and the log entry of a commit that this worker is
      making.
    - `schedule`: the schedule of the room's due work.
    - `subscribed`: an event that is set once Redis has confirmed the subscription.
    - `read_lock`, `game_lock`, `due_lock`: locked while a thread reads the room, loads its rules, or does its
      due work.

    The feed calls `on_change` after a change of `latest` or `heartbeats`. It calls `on_delivery` after it has
    woken all waiting polls, and `on_log_change` when the log may have grown.
    """

    def __init__(
        self,
        code: str,
        on_change: FeedCallback = _ignore,
        on_delivery: FeedCallback = _ignore,
        on_log_change: FeedCallback = _ignore,
        presence_stale_s: float = float("inf"),
        sweep_all_s: float = SWEEP_ALL_S,
    ) -> None:
        self.code = code
        self._presence_stale_s = presence_stale_s
        self._sweep_all_ms = sweep_all_s * 1000
        self._on_change, self._on_delivery, self._on_log_change = on_change, on_delivery, on_log_change
        self.schedule: Any = None
        self.latest: LoggedRoom | None = None
        self.is_stale = True
        self.is_log_trimmed = self.is_delivering = False
        self.newest_by_page: dict[str, Waiter] = {}
        self.empty_answer_at: dict[str, float] = {}
        self.checked_at = float("-inf")
        self.heartbeats: dict[str, int] = {}
        self.unsent_heartbeats: dict[str, int] = {}
        self.is_presence_unsent = False
        self.swept_at = time.monotonic()
        self.announced: StoredRoom | None = None
        self.expected_wakeup: tuple[bytes, StoredRoom, bytes] | None = None
        self._merged_at, self._merged_request = time.monotonic(), -1
        self._presence_complete_at = self._merged_at + PRESENCE_COMPLETE_S
        self.subscribed = threading.Event()
        self.waiters: set[Waiter] = set()
        self.read_lock = threading.Lock()
        self.game_lock = threading.Lock()
        self.due_lock = threading.Lock()
        self.last_poll_at = time.monotonic()

    def presence_complete_in(self) -> float:
        """Return the seconds until all workers have had time to send heartbeats; 0 after that."""
        now = time.monotonic()
        return (
            self._presence_stale_s
            if self._is_presence_stale(now)
            else max(0.0, self._presence_complete_at - now)
        )

    def _is_presence_stale(self, now: float) -> bool:
        return now - self._merged_at > self._presence_stale_s

    def note_heartbeat(self, present_id: str, now: int) -> None:
        """Note a poll of a player or watcher at the time `now`."""
        if now - self.heartbeats.get(present_id, 0) > self._sweep_all_ms:
            self.is_presence_unsent = True
        self.heartbeats[present_id] = self.unsent_heartbeats[present_id] = now

    def note_seated(self, present_id: str, now: int) -> None:
        """Note that a page that was a watcher now polls as a player. End its polls as a watcher.

        `present_id`: the key of the watcher.
        """
        for waiter in list(self.waiters):
            if waiter.present_id == present_id:
                waiter.end()
                waiter.present_id = None
        if self.heartbeats.get(present_id, 0) > 0:
            self.is_presence_unsent = True
        self.heartbeats[present_id] = self.unsent_heartbeats[present_id] = -now

    def forget_sent(self, sent_heartbeats: dict[str, int]) -> None:
        """Remove these heartbeats from `unsent_heartbeats`. Keep those that are newer by now."""
        for present_id, at in sent_heartbeats.items():
            if self.unsent_heartbeats.get(present_id) == at:
                self.unsent_heartbeats.pop(present_id, None)

    def wake_all(self) -> None:
        """Let every waiting poll look again."""
        for waiter in list(self.waiters):
            waiter.wake()

    def fail_all(self, error: Exception) -> None:
        """Answer every waiting poll with an error."""
        for waiter in list(self.waiters):
            waiter.fail(error)

    def deliver(self) -> None:
        """Wake all waiting polls, because the room has changed."""
        self._on_log_change(self)
        self._on_change(self)
        self.is_delivering = True
        try:
            self.wake_all()
        finally:
            self.is_delivering = False
        self._on_delivery(self)

    def trim_log(self) -> None:
        """Drop all entries of the log except the newest. Waiting polls need no older entries."""
        if (logged := self.latest) is not None and len(logged.entries) > 1:
            self.is_log_trimmed = True
            self.latest = LoggedRoom(logged.stored, logged.entries[-1:])

    def merge_heartbeats(self, heartbeats: dict[str, int], request: int) -> None:
        """Add the heartbeats of all workers, except where this worker has newer ones.

        `request`: the number of the request to Redis that returned these heartbeats. If the answer to a later
        request has already come, these heartbeats are ignored. If this feed got no answer for
        `presence_stale_s`, other workers may have been cut off from Redis, too. So the heartbeats count as
        complete only after the other workers have had time to send theirs.
        """
        if request < self._merged_request:
            return
        now = time.monotonic()
        if self._is_presence_stale(now):
            self._presence_complete_at = now + PRESENCE_COMPLETE_S
        self._merged_at, self._merged_request = now, request
        self.heartbeats = {**heartbeats, **self.unsent_heartbeats}
        self._on_change(self)

    def mark_stale(self) -> None:
        """Note that this feed may have missed a version, and wake the polls, which cause a new read."""
        self.is_stale = True
        self.wake_all()

    def request_check(self) -> None:
        """Note that a client may know a newer version than this feed. The next poll causes a read."""
        now = time.monotonic()
        self.is_stale = True
        self.checked_at = now  # every read from now on is new enough for that client

    def append(self, stored: StoredRoom, entry: bytes, keep: int) -> None:
        """Add the next public or private version, with its entry for the log.

        If this version is not the next one, the feed has missed versions and becomes stale. A version that
        the feed already knows changes nothing. `keep`: the number of entries that the log keeps.
        """
        latest = self.latest
        if latest is None or self.is_stale or latest.stored.epoch != stored.epoch:
            self.mark_stale()
            return
        version, private = latest_revision = latest.stored.revision
        revision = stored.revision
        if revision == (version + 1, 0):
            self.latest = LoggedRoom(stored, newest_of([*latest.entries, entry], keep))
            self.deliver()
        elif revision == (version, private + 1):
            self.latest = LoggedRoom(stored, latest.entries)
            self.deliver()
        elif revision > latest_revision:
            self.mark_stale()

    def is_announced(self, stored: StoredRoom) -> bool:
        """Return whether the last wake-up announced this version or a later version."""
        announced = self.announced
        return (
            announced is not None
            and announced.epoch == stored.epoch
            and announced.revision >= stored.revision
        )

    def is_known(self, message: bytes) -> bool:
        """Return whether a wake-up message announces exactly the version that this feed knows."""
        stored = self.latest and self.latest.stored
        return stored is not None and not self.is_stale and message.startswith(_message_start(stored))

    def compare(self, state_before: LoggedRoom | None, newest: tuple[str, int, int] | None) -> None:
        """Compare this feed with the store. If the feed has missed something, mark it as stale.

        `newest`: (epoch, version, private versions) in the store, or None if the room is gone.
        `state_before`: the value of `latest` just before the read of the store.
        """
        stored = state_before and state_before.stored
        if newest == (stored and (stored.epoch, *stored.revision)) or self.is_stale:
            return
        if newest is None or self.latest is state_before or not self._has_reached(*newest):
            metrics.missed_wakeups.inc()
            self.mark_stale()

    def _has_reached(self, epoch: str, version: int, private: int) -> bool:
        stored = self.latest and self.latest.stored
        return stored is not None and stored.epoch == epoch and stored.revision >= (version, private)

    def replace_waiter(self, page_id: str, waiter: Waiter) -> None:
        """Make `waiter` the newest poll of a page.

        End the page's older poll, because the page no longer waits for it.
        """
        older, self.newest_by_page[page_id], waiter.page_id = (
            self.newest_by_page.get(page_id),
            waiter,
            page_id,
        )
        if older is not None and older is not waiter:
            older.end()

    def remove_waiter(self, waiter: Waiter) -> None:
        """Remove a poll that has its answer."""
        self.waiters.discard(waiter)
        if waiter.page_id is not None and self.newest_by_page.get(waiter.page_id) is waiter:
            del self.newest_by_page[waiter.page_id]
        # The feed of a missing room need not stay for `LINGER_S`.
        self.last_poll_at = time.monotonic() if self.latest else -LINGER_S


class Feeds:
    """The feeds of this worker, by the code of the room.

    Set `on_change` and `on_delivery` (see `Feed`) before the first feed exists. `Feeds` calls `on_sweep`
    every `sweep_s`, and `on_wakeup_entry` with the log entry of each public version that it learns from a
    wake-up. None of these functions may wait.
    """

    def __init__(
        self,
        store: RoomStore,
        client: redis.Redis,
        sweep_s: float,
        clock: Callable[[], int] | None = None,
    ) -> None:
        self.store = store
        self._clock = clock or store.clock
        self._feeds: dict[str, Feed] = {}
        self._waiters: set[Waiter] = set()
        self._lock = threading.Lock()
        self.subscriber = subscriber_of(client, self)
        self._sweep_s, self._sweep_all_s = sweep_s, _sweep_all_s(sweep_s)
        self._presence_stale_s = max(PRESENCE_STALE_S, PRESENCE_STALE_SWEEPS * self._sweep_all_s)
        self._requests = itertools.count()
        self._logs = MemoryBudget[Feed](LOGS_BYTES, Feed.trim_log)
        self._timer = Timer(self.look, sweep_s / LOOKS)
        self._sweep_all_at = time.monotonic() + self._sweep_all_s
        self._clean_up_at = float("-inf")
        self.on_change: FeedCallback = _ignore
        self.on_delivery: FeedCallback = _ignore
        self.on_sweep: Callable[[], None] = lambda: None
        self.on_wakeup_entry: Callable[[bytes], None] = lambda entry: None

    def feed(self, code: str) -> Feed | None:
        """Return the feed of a room; None if this worker does not follow it."""
        return self._feeds.get(code)

    def follows(self, code: str) -> bool:
        """Return whether this worker already follows a room. If so, `enter` does not wait."""
        return code in self._feeds

    def enter(self, code: str, waiter: Waiter) -> Feed:
        """Register a poll of this room, and follow the room.

        At the first poll of a room, the call waits until the worker has asked Redis to send the room's
        wake-ups.
        """
        feed = self._feeds.get(code) or self.follow(code)
        feed.waiters.add(waiter)
        while self._feeds.get(code) is not feed:  # another thread has just forgotten this feed
            feed.waiters.discard(waiter)
            feed = self.follow(code)
            feed.waiters.add(waiter)
        self._waiters.add(waiter)
        return feed

    def leave(self, feed: Feed, waiter: Waiter) -> bool:
        """Remove a poll, and return True. Return False if another call has removed it before.

        If several threads want to answer a poll, only the thread that gets True may answer.
        """
        try:
            self._waiters.remove(waiter)
        except KeyError:
            return False
        feed.remove_waiter(waiter)
        return True

    def follow(self, code: str) -> Feed:
        """Follow this room from now on.

        Waits for the subscription if the worker does not follow it yet.
        """
        with self._lock:
            feed = self._feeds.get(code)
            if feed is None:
                feed = self._feeds[code] = Feed(
                    code,
                    self.on_change,
                    self.on_delivery,
                    self._count_log,
                    self._presence_stale_s,
                    self._sweep_all_s,
                )
                self.subscriber.subscribe(code)
                self._timer.start()
            return feed

    def _count_log(self, feed: Feed) -> None:
        if (logged := feed.latest) is not None:
            self._logs.put(feed.code, feed, sum(map(len, logged.entries)))

    def refresh(self, feed: Feed) -> None:
        """Start a thread that reads the room from the store, unless such a thread is running.

        Does not wait. After the read, the polls of the room look for events again. If the read fails, these
        polls fail, too.
        """
        if feed.read_lock.acquire(blocking=False):
            _thread.start_new_thread(self._refresh, (feed,))  # `Thread.start` would wait

    def _refresh(self, feed: Feed) -> None:
        """Read the room until the feed is no longer stale. Then wake its polls, or let them fail."""
        failure: Exception | None = None
        try:
            feed.subscribed.wait(CONFIRM_S)
            feed.subscribed.set()  # later reads must not wait again for a confirmation that never came
            while feed.is_stale:
                self._reread(feed)
        except Exception as error:  # all waiting polls get this error, of whatever kind
            failure = error
        feed.read_lock.release()
        if failure is None:
            feed.deliver()
        else:
            feed.fail_all(failure)

    def _reread(self, feed: Feed) -> None:
        """Read the room.

        If a wake-up brings a newer version during the read, keep the newer version.
        """
        metrics.rereads.inc()
        latest_before, feed.is_stale = feed.latest, False
        try:
            logged = self.store.load_with_log(feed.code)
        except BaseException:
            feed.is_stale = True
            raise
        newer = feed.latest if feed.latest is not latest_before else None
        if logged is not None and newer is not None:
            is_newer = newer.stored.revision > logged.stored.revision
            if is_newer or (newer.stored.revision == logged.stored.revision and not feed.is_log_trimmed):
                return
        feed.latest, feed.is_log_trimmed = logged, False

    def known_version(self, code: str) -> StoredRoom | None:
        """Return a room's newest version from its feed, or None if the feed is missing or stale."""
        feed = self._feeds.get(code)
        logged = feed.latest if feed is not None and not feed.is_stale else None
        return logged.stored if logged else None

    def heartbeats(self, code: str) -> dict[str, int] | None:
        """Return the heartbeats of a room, or None while they are not complete."""
        feed = self._feeds.get(code)
        return feed.heartbeats if feed is not None and not feed.presence_complete_in() else None

    def fetch_heartbeats(self, code: str) -> dict[str, int] | None:
        """Sweep a room, and return its heartbeats.

        Return None if the heartbeats are not complete, or if the store does not answer.
        """
        feed = self._feeds.get(code)
        if feed is None:
            return None
        try:
            self._sweep([feed])
        except StoreUnavailable as error:
            log.debug("the presence in room %s cannot be read: %s", code, error.__cause__)
            return None
        return self.heartbeats(code)

    def mark_stale(self, code: str) -> None:
        """Note that the feed of a room may have missed a version.

        The next poll causes a read of the room.
        """
        if feed := self._feeds.get(code):
            feed.mark_stale()

    def count_waiters(self) -> int:
        """Return the number of registered polls of this worker."""
        return len(self._waiters)

    def is_listening(self) -> bool:
        """Return whether this worker receives wake-ups.

        Also return True if the worker follows no room.
        """
        return self.subscriber.is_listening()

    def followed_rooms(self) -> list[StoredRoom]:
        """Return the newest known version of each room that this worker follows."""
        return [feed.latest.stored for feed in list(self._feeds.values()) if feed.latest is not None]

    def end_all(self) -> None:
        """End every poll now, because the worker is going to exit."""
        for waiter in list(self._waiters):
            waiter.end()

    def stop(self) -> None:
        """End all polls, and stop listening and sweeping."""
        self.end_all()
        self.subscriber.stop()
        self._timer.stop()

    # Called by the subscriber

    def on_subscribed(self, code: str) -> None:
        """Note that wake-ups of a room arrive from now on. The feed may have missed earlier commits."""
        if feed := self._feeds.get(code):
            feed.mark_stale()
            feed.subscribed.set()

    def on_wakeup(self, code: str, message: bytes) -> None:
        """Add the version that a wake-up brings.

        Usually this worker itself made the commit, so the feed already knows the version.
        """
        feed = self._feeds.get(code)
        if feed is None:
            return
        if feed.is_known(message):
            feed.announced = feed.latest.stored if feed.latest else None
            return
        if feed.expected_wakeup is not None and feed.expected_wakeup[0] == message:
            _, stored, entry = feed.expected_wakeup
        else:
            wakeup = _wakeups.decode(message)
            stored = StoredRoom(wakeup.epoch, wakeup.version, bytes(wakeup.data), wakeup.private)
            entry = bytes(wakeup.entry)
            if not wakeup.private:
                self.on_wakeup_entry(entry)
        feed.announced = stored
        feed.append(stored, entry, self.store.log_length)

    def expect_wakeup(self, code: str, stored: StoredRoom, entry: bytes) -> None:
        """Prepare for the wake-up of this worker's own commit.

        The wake-up may arrive before Redis answers the commit.
        """
        if feed := self._feeds.get(code):
            feed.expected_wakeup = wakeup_message(stored, entry), stored, entry

    def on_commit(self, code: str, stored: StoredRoom, entry: bytes) -> None:
        """Add the version of this worker's own commit, so that polls need not wait for its wake-up."""
        if feed := self._feeds.get(code):
            feed.expected_wakeup = None
            if not feed.is_announced(stored):
                self.subscriber.expect(code)
            feed.append(stored, entry, self.store.log_length)

    # The sweep

    def look(self) -> None:
        """Sweep the rooms that need a sweep now.

        Every `sweep_s`, call `on_sweep` and forget idle feeds.
        """
        metrics.flush()
        now = time.monotonic()
        if now >= self._clean_up_at:
            self._clean_up_at = now + self._sweep_s
            self.on_sweep()
            self._forget_idle(now - LINGER_S)
        feeds, includes_all = list(self._feeds.values()), now >= self._sweep_all_at
        if not includes_all:
            feeds = [feed for feed in feeds if self._needs_sweep(feed, now)]
        try:
            self.sweep(feeds)
        except StoreUnavailable as error:
            log.debug("the sweep could not reach the store: %s", error.__cause__)
        if includes_all:
            self._sweep_all_at = now + self._sweep_all_s

    def _needs_sweep(self, feed: Feed, now: float) -> bool:
        """Return whether a room cannot wait for the next sweep of all rooms.

        A room can wait if its wake-ups surely arrive, and if other workers already know which players are
        present.
        """
        return now - feed.swept_at >= self._sweep_s and (
            feed.is_presence_unsent or not self.subscriber.hears(feed.code)
        )

    def _forget_idle(self, idle_since: float) -> None:
        with self._lock:
            for feed in list(self._feeds.values()):
                if not feed.waiters and feed.last_poll_at < idle_since:
                    del self._feeds[feed.code]
                    if feed.waiters:  # a poll has entered meanwhile
                        self._feeds[feed.code] = feed
                    else:
                        self._logs.forget(feed.code)
                        self.subscriber.unsubscribe(feed.code)

    def sweep(self, feeds: list[Feed] | None = None) -> None:
        """Compare these feeds, or all feeds, with the store, and exchange their heartbeats.

        The sweep includes rooms without a waiting poll, because their clients may be between two polls. If a
        Redis server does not answer, sweep the rooms on all other servers, and then raise StoreUnavailable.
        """
        by_code = {feed.code: feed for feed in (self._feeds.values() if feeds is None else feeds)}
        failure: StoreUnavailable | None = None
        for codes in self.store.sweep_groups(list(by_code)):
            try:
                self._sweep([by_code[code] for code in codes])
            except StoreUnavailable as error:
                failure = error
        if failure is not None:
            raise failure

    def _sweep(self, feeds: list[Feed]) -> None:
        now, request = self._clock(), next(self._requests)
        own_heartbeats = {feed.code: self._collect_heartbeats(feed, now) for feed in feeds}
        states = [feed.latest for feed in feeds]
        try:
            swept = self.store.sweep(own_heartbeats, now)
        except StoreUnavailable:
            for feed in feeds:
                feed.is_presence_unsent = True  # repeat this sweep soon
            raise
        for number, (feed, state_before) in enumerate(zip(feeds, states, strict=True), 1):
            version, heartbeats = swept[feed.code]
            feed.forget_sent(own_heartbeats[feed.code])
            feed.merge_heartbeats(heartbeats, request)
            feed.compare(state_before, version)
            if not number % MERGED_AT_ONCE:
                time.sleep(MERGE_PAUSE_S)

    def _collect_heartbeats(self, feed: Feed, now: int) -> dict[str, int]:
        """Return the heartbeats to send. Each waiting poll counts as a heartbeat at the time `now`."""
        for waiter in list(feed.waiters):
            if waiter.present_id is not None:
                feed.note_heartbeat(waiter.present_id, now)
        feed.swept_at, feed.is_presence_unsent = time.monotonic(), False
        return dict(feed.unsent_heartbeats)


def _sweep_all_s(sweep_s: float) -> float:
    """Return the seconds between two sweeps of all rooms."""
    sweeps = int(SWEEP_ALL_S / sweep_s) if sweep_s > SWEEP_ALL_S / SWEEPS_OF_ALL else SWEEPS_OF_ALL
    return sweep_s * max(1, sweeps)
