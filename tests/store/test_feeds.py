"""Feeds miss nothing, no matter what happens to the wake-ups."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

import pytest
import redis

from cheat.errors import StoreUnavailable
from cheat.service.delivery import feeds as feeds_module
from cheat.service.delivery.feeds import Feed, Feeds
from cheat.store import keys
from cheat.store import rooms as rooms_module
from cheat.store.redis import subscriber
from cheat.store.redis.subscription import Message, new_subscription
from cheat.store.rooms import MOST_LOGGED, LoggedRoom, RoomStore, StoredRoom, connect
from tests.servers import LOG_LENGTH, PATIENCE_S, RedisServer, Running, in_background, unheard, wait_until

from .waiters import RegisteredWaiter, read, watching

MINUTE = 60_000
Make = Callable[..., Feeds]
SOON_S = PATIENCE_S


@pytest.fixture
def store(real: redis.Redis) -> RoomStore:
    """The store of another worker."""
    store = RoomStore(real, LOG_LENGTH)
    assert store.create("room", "e1", b'{"n":1}', b'"log 1"', MINUTE)
    return store


def commit(store: RoomStore, code: str = "room") -> int:
    """Commit the next version of the room as another worker."""
    read = store.load(code)
    assert read is not None
    number = read.version + 1
    assert store.commit(code, read, b'{"n":%d}' % number, b'"log %d"' % number, MINUTE)
    return number


def silently(store: RoomStore, code: str = "room", *, private: bool = False) -> int:
    """Commit a public or private version whose wake-up is lost."""
    read = store.load(code)
    assert read is not None
    number = read.version if private else read.version + 1
    entry = None if private else b'"log %d"' % number
    with unheard(store.client) as mute:
        assert RoomStore(mute, LOG_LENGTH).commit(code, read, b'{"n":%d}' % number, entry, MINUTE)
    return number


def privately(store: RoomStore, code: str = "room") -> tuple[int, int]:
    """Commit a private version as another worker. Return the new revision of the room."""
    read = store.load(code)
    assert read is not None
    assert store.commit(code, read, b'{"n":%d}' % read.version, None, MINUTE)
    return read.version, read.private + 1


class Counting(RoomStore):
    """A store that counts reads, and calls `before` and `after` around each read."""

    def __init__(self, client: redis.Redis) -> None:
        super().__init__(client, LOG_LENGTH)
        self.loads = 0
        self.before: Callable[[], Any] = lambda: None
        self.after: Callable[[], Any] = lambda: None

    def load_with_log(self, code: str) -> LoggedRoom | None:
        self.loads += 1
        self.before()
        try:
            return super().load_with_log(code)
        finally:
            self.after()


def once(do: Callable[[], Any]) -> Callable[[], Any]:
    """Call the function the first time only."""
    todo = [do]
    return lambda: todo.pop()() if todo else None


def known(feeds: Feeds, feed: Feed) -> int:
    logged = read(feeds, feed)
    assert logged is not None
    version = logged.stored.version
    assert logged.stored.data == b'{"n":%d}' % version
    assert logged.entries[-1] == b'"log %d"' % version
    assert len(logged.entries) == min(version, LOG_LENGTH)
    return version


def until(feeds: Feeds, waiter: RegisteredWaiter, version: int, within: float = SOON_S) -> bool:
    """Look, and wait to be woken, as a poll does. Return whether the version came in time."""
    end = time.monotonic() + within
    while known(feeds, waiter.feed) < version:
        left = end - time.monotonic()
        if left <= 0:
            return False
        waiter.wait(left)
    return True


def polls(feeds: Feeds, count: int, version: int, within: float = SOON_S) -> list[Running]:
    """Start so many polls that wait for a version. All are registered on return."""
    before = feeds.count_waiters()

    def poll() -> bool:
        with watching(feeds, "room") as waiter:
            return until(feeds, waiter, version, within)

    running = [in_background(poll) for _ in range(count)]
    wait_until(lambda: feeds.count_waiters() == before + count, "all polls are registered")
    return running


# Scenario b: a commit in every race window


def test_commit_before_registering_is_delivered(make_feeds: Make, store: RoomStore) -> None:
    """Scenario b."""
    feeds = make_feeds()
    commit(store)
    with watching(feeds, "room") as waiter:
        assert known(feeds, waiter.feed) == 2


def test_commit_before_registering_again_is_delivered(make_feeds: Make, store: RoomStore) -> None:
    """Scenario b: between two polls the feed goes on listening."""
    feeds = make_feeds()
    with watching(feeds, "room") as waiter:
        assert known(feeds, waiter.feed) == 1
    commit(store)
    with watching(feeds, "room") as waiter:
        assert until(feeds, waiter, 2)


def test_commit_between_registering_and_reading_is_delivered(make_feeds: Make, store: RoomStore) -> None:
    """Scenario b."""
    feeds = make_feeds()
    with watching(feeds, "room") as waiter:
        commit(store)
        assert known(feeds, waiter.feed) == 2


def test_commit_between_reading_and_waiting_is_delivered(make_feeds: Make, store: RoomStore) -> None:
    """Scenario b."""
    feeds = make_feeds()
    with watching(feeds, "room") as waiter:
        assert known(feeds, waiter.feed) == 1
        commit(store)
        waiter.wait(SOON_S)
        assert until(feeds, waiter, 2)


@pytest.mark.parametrize("moment", ["before", "after"])
def test_commit_while_the_store_is_being_read_is_delivered(
    make_feeds: Make, store: RoomStore, real: redis.Redis, moment: str
) -> None:
    """Scenario b: the read may or may not include the commit whose wake-up arrives meanwhile."""
    slow = Counting(real)
    setattr(slow, moment, once(lambda: [commit(store), commit(store)]))
    feeds = make_feeds(slow)
    with watching(feeds, "room") as waiter:
        assert until(feeds, waiter, 3)


def test_commits_while_a_known_feed_is_read_again_are_delivered(
    make_feeds: Make, store: RoomStore, real: redis.Redis
) -> None:
    """Scenario b: a wake-up during the read is newer than the result of the read."""
    slow = Counting(real)
    feeds = make_feeds(slow)
    with watching(feeds, "room") as waiter:
        assert known(feeds, waiter.feed) == 1
        latest = waiter.feed.latest

        def two_more() -> None:
            commit(store), commit(store)
            wait_until(lambda: waiter.feed.latest is not latest, "the commits are heard during the read")

        slow.after = once(two_more)
        waiter.feed.mark_stale()
        assert until(feeds, waiter, 3)


def test_commits_before_the_subscription_is_confirmed_are_delivered(
    make_feeds: Make, store: RoomStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scenario b: the poll does not wait forever for the confirmation, and reads again when that comes."""
    monkeypatch.setattr(feeds_module, "CONFIRM_S", 0.1)
    confirm, late = Feeds.on_subscribed, threading.Event()
    monkeypatch.setattr(
        Feeds, "on_subscribed", lambda self, code: (late.wait(SOON_S), confirm(self, code))[1]
    )
    feeds = make_feeds()
    with watching(feeds, "room") as waiter:
        assert known(feeds, waiter.feed) == 1
        commit(store)
        late.set()
        assert until(feeds, waiter, 2)


# Wake-ups


def test_events_need_no_read_if_no_version_is_skipped(
    make_feeds: Make, store: RoomStore, real: redis.Redis
) -> None:
    """Rule 8: a hundred versions for twenty polls, and the room was read once."""
    counting = Counting(real)
    feeds = make_feeds(counting)
    with watching(feeds, "room") as waiter:
        assert known(feeds, waiter.feed) == 1
        reads = counting.loads
        waiting = polls(feeds, 20, 101)
        for _ in range(100):
            commit(store)
        assert all(poll.value() for poll in waiting)
        assert until(feeds, waiter, 101)
    assert counting.loads == reads


def test_skipped_version_is_read_once_for_all_waiters(
    make_feeds: Make, store: RoomStore, real: redis.Redis
) -> None:
    """Rule 8: no poll misses a version because another poll was reading."""
    counting = Counting(real)
    feeds = make_feeds(counting)
    with watching(feeds, "room") as waiter:
        assert known(feeds, waiter.feed) == 1
        waiting = polls(feeds, 30, 3)
        reads = counting.loads
        counting.before = lambda: time.sleep(0.2)  # the others look while the first poll reads
        silently(store)
        commit(store)
        assert [poll.value() for poll in waiting] == [True] * 30
    assert counting.loads == reads + 1


def test_polls_of_a_room_that_is_being_read_for_the_first_time_wait_for_it(
    make_feeds: Make, store: RoomStore, real: redis.Redis
) -> None:
    """A poll does not report a missing room while its first read is still running."""
    slow = Counting(real)
    slow.before = lambda: time.sleep(0.2)
    feeds = make_feeds(slow)

    def look() -> int:
        with watching(feeds, "room") as waiter:
            return known(feeds, waiter.feed)

    assert [one.value() for one in [in_background(look) for _ in range(10)]] == [1] * 10
    assert slow.loads <= 2


def test_lost_wakeup_is_found_by_the_sweep(make_feeds: Make, store: RoomStore) -> None:
    """Scenario f: the connection is healthy, but the message was lost."""
    feeds = make_feeds(sweep_s=0.5)
    waiting = polls(feeds, 5, 2)
    wait_until(lambda: feeds.known_version("room"), "the room is known")
    silently(store)
    assert all(poll.value() for poll in waiting)


def test_without_the_sweep_a_lost_wakeup_is_not_found(make_feeds: Make, store: RoomStore) -> None:
    """Scenario f, the negative control: only the sweep recovers the version."""
    feeds = make_feeds()
    waiting = polls(feeds, 2, 2, within=1)
    wait_until(lambda: feeds.known_version("room"), "the room is known")
    silently(store)
    assert [poll.value() for poll in waiting] == [False, False]


def test_sweep_does_not_read_current_rooms(make_feeds: Make, store: RoomStore, real: redis.Redis) -> None:
    counting = Counting(real)
    feeds = make_feeds(counting, sweep_s=0.05)
    with watching(feeds, "room") as waiter:
        known(feeds, waiter.feed)
        waiter.wait(0)  # the confirmation of the subscription woke the poll
        reads, woken = counting.loads, []
        end = time.monotonic() + 0.5
        while time.monotonic() < end:
            waiter.wait(end - time.monotonic())
            woken.append(time.monotonic() < end)
            known(feeds, waiter.feed)
        assert (counting.loads, woken) == (reads, [False])


def test_room_that_is_gone_wakes_its_polls(make_feeds: Make, store: RoomStore, real: redis.Redis) -> None:
    """Scenario e: no wake-up tells that a room has expired, so the sweep finds out."""
    feeds = make_feeds(sweep_s=0.2)
    with watching(feeds, "room") as waiter:
        known(feeds, waiter.feed)
        waiter.wait(0)  # the confirmation of the subscription woke the poll
        real.flushdb()
        waiter.wait(SOON_S)
        assert read(feeds, waiter.feed) is None


def test_new_life_of_a_room_is_found(make_feeds: Make, store: RoomStore, real: redis.Redis) -> None:
    """A wake-up of another epoch does not fit the known version, even with the next number."""
    feeds = make_feeds()
    with watching(feeds, "room") as waiter:
        assert known(feeds, waiter.feed) == 1
        real.flushdb()
        assert store.create("room", "e2", b'{"n":1}', b'"log 1"', MINUTE)
        commit(store)
        assert until(feeds, waiter, 2)
        logged = read(feeds, waiter.feed)
        assert logged is not None
        assert logged.stored.epoch == "e2"


def test_killed_subscription_is_renewed_without_loss(make_feeds: Make, store: RoomStore, real: Any) -> None:
    """Scenario g in small: after a reconnect, missed versions are found without a sweep."""
    feeds = make_feeds()
    version = 1
    for _ in range(3):
        version += 3
        waiting = polls(feeds, 5, version)
        wait_until(lambda: feeds.known_version("room"), "the room is known")
        silently(store), silently(store), silently(store)
        assert real.client_kill_filter(_type="pubsub") == 1
        assert all(poll.value() for poll in waiting)
        wait_until(lambda: subscribers(real) == 1, "subscribed again")


def test_many_rooms_are_all_followed_after_a_reconnect(make_feeds: Make, store: RoomStore, real: Any) -> None:
    feeds = make_feeds()
    codes = [f"room{number}" for number in range(20)]
    for code in codes:
        assert store.create(code, "e1", b'{"n":1}', b'"log 1"', MINUTE)
        with watching(feeds, code) as waiter:
            assert known(feeds, waiter.feed) == 1
    for code in codes:
        silently(store, code)
    real.client_kill_filter(_type="pubsub")
    for code in codes:
        with watching(feeds, code) as waiter:
            assert until(feeds, waiter, 2)
        commit(store, code)
        with watching(feeds, code) as waiter:
            assert until(feeds, waiter, 3)


def test_connection_that_died_silently_is_found_by_the_probe(
    make_feeds: Make, store: RoomStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule 7: nothing arrives any more, not even answers to pings."""
    monkeypatch.setattr(subscriber, "PING_S", 0.2)
    monkeypatch.setattr(subscriber, "SILENCE_S", 0.2)
    feeds = make_feeds()
    with watching(feeds, "room") as waiter:
        assert known(feeds, waiter.feed) == 1
        subscription, was_pinged = feeds.subscriber.subscription, threading.Event()

        def hear_nothing(seconds: float) -> list[Message]:
            was_pinged.set()
            time.sleep(seconds)
            return []

        monkeypatch.setattr(subscription, "receive", hear_nothing)
        monkeypatch.setattr(subscription, "handle", lambda message: True)
        assert was_pinged.wait(SOON_S)
        commit(store)
        assert until(feeds, waiter, 2)
        assert feeds.subscriber.subscription is not subscription


def test_idle_connection_is_kept(make_feeds: Make, monkeypatch: pytest.MonkeyPatch, real: Any) -> None:
    """A silent connection is alive as long as pings are answered."""
    monkeypatch.setattr(subscriber, "PING_S", 0.5)
    feeds = make_feeds()
    with watching(feeds, "nobody") as waiter:
        assert waiter.feed.subscribed.wait(SOON_S)

        def lasts() -> bool:
            """Wait while the connection is silent for longer than allowed. A busy machine may send more
            pings.
            """
            first, before = feeds.subscriber.subscription, pings(real)
            wait_until(lambda: pings(real) >= before + 4, "it is asked for signs of life")
            return first is not None and feeds.subscriber.subscription is first

        wait_until(lasts, "it is kept", 2 * PATIENCE_S)


def pings(client: Any) -> int:
    """Return the number of pings that this Redis has answered."""
    return int(client.info("commandstats").get("cmdstat_ping", {"calls": 0})["calls"])


@pytest.mark.parametrize("junk", [b"junk", b"{}", b'{"epoch":1}', b"\xff"])
def test_junk_on_a_channel_does_not_end_the_listening(
    make_feeds: Make, store: RoomStore, real: Any, junk: bytes
) -> None:
    feeds = make_feeds()
    with watching(feeds, "room") as waiter:
        assert known(feeds, waiter.feed) == 1
        assert real.publish(keys.wake_channel("room"), junk) == 1
        commit(store)
        assert until(feeds, waiter, 2)
        wait_until(lambda: subscribers(real) == 1, "listening")
        commit(store)
        assert until(feeds, waiter, 3)


def test_older_and_repeated_announcements_change_nothing(
    make_feeds: Make, store: RoomStore, real: Any
) -> None:
    feeds = make_feeds()
    commit(store), commit(store)
    with watching(feeds, "room") as waiter:
        assert known(feeds, waiter.feed) == 3
        for version in (1, 2, 3):
            message = b'{"epoch":"e1","version":%d,"entry":"x","data":{"n":0}}' % version
            real.publish(keys.wake_channel("room"), message)
        commit(store)
        assert until(feeds, waiter, 4)


# Private versions


def until_revision(
    feeds: Feeds, waiter: RegisteredWaiter, revision: tuple[int, int], within: float = SOON_S
) -> bool:
    """Wait as `until` does, for a version with private versions."""
    end = time.monotonic() + within
    while known(feeds, waiter.feed) and waiter.feed.latest.stored.revision < revision:
        left = end - time.monotonic()
        if left <= 0:
            return False
        waiter.wait(left)
    return waiter.feed.latest.stored.revision == revision


def test_private_acts_and_versions_in_any_order_cost_no_read(
    make_feeds: Make, store: RoomStore, real: redis.Redis
) -> None:
    counting = Counting(real)
    feeds = make_feeds(counting)
    with watching(feeds, "room") as waiter:
        assert known(feeds, waiter.feed) == 1
        waiter.wait(0)
        known(feeds, waiter.feed)
        reads = counting.loads
        for _ in range(3):
            privately(store)
            assert until_revision(feeds, waiter, privately(store))
            assert until_revision(feeds, waiter, (commit(store), 0))
            assert waiter.feed.latest == store.load_with_log("room")
    assert counting.loads == reads


@pytest.mark.parametrize("entry", [b'"log 2"', b""], ids=["version", "private version"])
def test_own_commit_is_recognised_when_it_is_announced(
    make_feeds: Make, store: RoomStore, entry: bytes
) -> None:
    """The wake-up of an own commit arrives before the answer, and is not decoded. Others' wake-ups are."""
    feeds = make_feeds()
    with watching(feeds, "room") as waiter:
        assert known(feeds, waiter.feed) == 1
        before = newest(waiter)
        mine = StoredRoom("e1", 2, b'{"n":2}') if entry else StoredRoom("e1", 1, b'{"n":1}', 1)
        feeds.expect_wakeup("room", mine, entry)
        assert store.commit("room", before, mine.data, entry or None, MINUTE)
        wait_until(lambda: newest(waiter) is mine, "it is what this worker has written")
        feeds.expect_wakeup("room", StoredRoom("e1", mine.version + 1, b'{"n":"lost"}'), b'"lost"')
        assert until(feeds, waiter, commit(store))


def newest(waiter: RegisteredWaiter) -> StoredRoom:
    """Return the newest version of the feed."""
    assert waiter.feed.latest is not None
    return waiter.feed.latest.stored


def test_skipped_private_act_is_read(make_feeds: Make, store: RoomStore, real: redis.Redis) -> None:
    counting = Counting(real)
    feeds = make_feeds(counting)
    with watching(feeds, "room") as waiter:
        assert known(feeds, waiter.feed) == 1
        silently(store, private=True)
        assert until_revision(feeds, waiter, privately(store))
        assert waiter.feed.latest == store.load_with_log("room")


def test_version_after_a_missed_private_act_is_accepted(
    make_feeds: Make, store: RoomStore, real: redis.Redis
) -> None:
    """A wake-up contains the whole room."""
    counting = Counting(real)
    feeds = make_feeds(counting)
    with watching(feeds, "room") as waiter:
        assert known(feeds, waiter.feed) == 1
        waiter.wait(0)
        known(feeds, waiter.feed)
        reads = counting.loads
        silently(store, private=True)
        assert until(feeds, waiter, commit(store))
        assert waiter.feed.latest == store.load_with_log("room")
        assert counting.loads == reads


def test_lost_wakeup_of_a_private_act_is_found_by_the_sweep(make_feeds: Make, store: RoomStore) -> None:
    feeds = make_feeds(sweep_s=0.2)
    with watching(feeds, "room") as waiter:
        assert known(feeds, waiter.feed) == 1
        silently(store, private=True)
        assert until_revision(feeds, waiter, (1, 1))


def test_private_act_while_the_store_is_being_read_is_delivered(
    make_feeds: Make, store: RoomStore, real: redis.Redis
) -> None:
    slow = Counting(real)
    feeds = make_feeds(slow)
    with watching(feeds, "room") as waiter:
        assert known(feeds, waiter.feed) == 1
        latest = waiter.feed.latest

        def act() -> None:
            privately(store)
            wait_until(lambda: waiter.feed.latest is not latest, "it is heard during the read")

        slow.after = once(act)
        waiter.feed.mark_stale()
        assert until_revision(feeds, waiter, (1, 1))


def test_older_and_repeated_private_acts_change_nothing(
    make_feeds: Make, store: RoomStore, real: Any
) -> None:
    feeds = make_feeds()
    commit(store), privately(store), privately(store)
    with watching(feeds, "room") as waiter:
        assert known(feeds, waiter.feed) == 2
        for version, private in ((1, 5), (2, 0), (2, 1), (2, 2)):
            message = b'{"epoch":"e1","version":%d,"private":%d,"entry":null,"data":{"n":0}}'
            real.publish(keys.wake_channel("room"), message % (version, private))
        assert until_revision(feeds, waiter, privately(store))
        assert waiter.feed.latest == store.load_with_log("room")


# Memory


@pytest.mark.parametrize("length", [1, 2, 3])
def test_log_of_a_feed_is_as_long_as_the_store_keeps_it(
    make_feeds: Make, real: redis.Redis, length: int
) -> None:
    short = RoomStore(real, log_length=length)
    assert short.create("room", "e1", b'{"n":1}', b'"log 1"', MINUTE)
    feeds = make_feeds(short)
    with watching(feeds, "room") as waiter:
        assert read(feeds, waiter.feed)
        for version in range(2, 8):
            commit(short)
            wait_until(lambda v=version: waiter.feed.latest.stored.version == v, "heard")
            assert waiter.feed.latest == short.load_with_log("room")
            assert len(waiter.feed.latest.entries) == min(length, version)


def test_log_of_a_feed_takes_no_more_than_that_of_the_store(
    make_feeds: Make, store: RoomStore, real: redis.Redis
) -> None:
    """The store keeps fewer versions if they are long."""
    longer = RoomStore(real, log_length=24)
    feeds = make_feeds(longer)
    with watching(feeds, "room") as waiter:
        assert read(feeds, waiter.feed)
        sizes = [2_000] * 26 + [16_000] * 6 + [70_000, 10, 3_000] + [10] * 24 + [60_000, 6_000]
        for version, size in enumerate(sizes, 2):
            before = longer.load("room")
            assert before is not None
            assert longer.commit("room", before, b"{}", b'"%b"' % (b"x" * size), MINUTE)
            wait_until(lambda v=version: waiter.feed.latest.stored.version == v, "heard")
            assert waiter.feed.latest == longer.load_with_log("room")
            assert sum(map(len, waiter.feed.latest.entries)) <= 2 * MOST_LOGGED


def test_logs_of_all_feeds_together_are_bounded(
    make_feeds: Make, real: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A poll of the room that was quiet for longest keeps waiting, and loses nothing."""
    monkeypatch.setattr(feeds_module, "LOGS_BYTES", 100_000)
    store = RoomStore(real, log_length=24)
    feeds, codes = make_feeds(store), [f"room{number}" for number in range(5)]
    with ExitStack() as open_ones:
        waiting = {}
        for code in codes:
            assert store.create(code, "e1", b"{}", b'"1"', MINUTE)
            waiting[code] = open_ones.enter_context(watching(feeds, code))
            assert read(feeds, waiting[code].feed)
        for code in codes:
            for _ in range(4):
                before = store.load(code)
                assert before is not None
                assert store.commit(code, before, b"{}", b'"%b"' % (b"x" * 10_000), MINUTE)
            feed = waiting[code].feed
            wait_until(lambda f=feed: f.latest.stored.version == 5, "heard")
        log_sizes = [sum(map(len, waiting[code].feed.latest.entries)) for code in codes]
        assert [size > 40_000 for size in log_sizes] == [False, False, False, True, True]
        first = waiting[codes[0]].feed
        assert first.is_log_trimmed and not first.is_stale and first.latest.entries[-1].startswith(b'"x')
        commit(store, codes[0])
        wait_until(lambda: first.latest.stored.version == 6, "the next version is heard")
        assert len(first.latest.entries) == 2
        first.is_stale = True
        assert read(feeds, first) == store.load_with_log(codes[0])
        assert not first.is_log_trimmed


def test_store_that_fails_is_read_again_by_the_next_poll(
    make_feeds: Make, store: RoomStore, real: redis.Redis
) -> None:
    """After a failed read the feed is still stale, and knows nothing."""
    failing = Counting(real)

    def fail() -> None:
        raise StoreUnavailable("gone")

    failing.before = once(fail)
    feeds = make_feeds(failing)
    with watching(feeds, "room") as waiter:
        with pytest.raises(StoreUnavailable):
            read(feeds, waiter.feed)
        assert feeds.known_version("room") is None
        assert known(feeds, waiter.feed) == 1


# Costs


def connections(client: Any) -> int:
    return len(client.client_list())


def subscribers(client: Any, code: str = "room") -> int:
    return int(client.pubsub_numsub(keys.wake_channel(code))[0][1])


def test_held_polls_use_no_connection(make_feeds: Make, store: RoomStore, real: Any) -> None:
    """Invariant 7: fifty held polls in fifty rooms use one connection, as one poll does."""
    feeds = make_feeds()
    release = threading.Event()

    def hold(number: int) -> None:
        with watching(feeds, f"room{number}") as waiter:
            read(feeds, waiter.feed)
            release.wait(PATIENCE_S)

    running = [in_background(lambda: hold(0))]
    wait_until(lambda: feeds.count_waiters() == 1, "held")
    wait_until(lambda: subscribers(real, "room0") == 1, "the first one is followed")
    listening = len(real.client_list(_type="pubsub"))
    for number in range(1, 50):
        running.append(in_background(lambda number=number: hold(number)))
        wait_until(lambda number=number: feeds.count_waiters() == number + 1, "held")
    wait_until(lambda: subscribers(real, "room49") == 1, "the last one is followed")
    busy = [
        client
        for client in real.client_list()
        if client["cmd"].startswith(("subscribe", "ping")) or client["sub"] != "0"
    ]
    assert (listening, len(busy)) == (1, 1)
    pool = real.connection_pool
    wait_until(lambda: len(pool.in_use()) == 1, "only the listener has a connection of the pool")
    release.set()
    for poll in running:
        poll.value()


def test_room_without_polls_is_unsubscribed_after_a_while(
    make_feeds: Make, store: RoomStore, real: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule 8: a worker gets no wake-ups of rooms that it no longer follows."""
    monkeypatch.setattr(feeds_module, "LINGER_S", 1)
    feeds = make_feeds(sweep_s=0.1)
    assert store.create("other", "e1", b'{"n":1}', b'"log 1"', MINUTE)
    with watching(feeds, "other") as other_waiter:
        with watching(feeds, "room") as waiter:
            known(feeds, waiter.feed)
        wait_until(lambda: subscribers(real) == 0, "unsubscribed")
        assert time.monotonic() - waiter.feed.last_poll_at >= 1
        assert subscribers(real, "other") == 1
        commit(store, "other")
        assert until(feeds, other_waiter, 2)
    commit(store)
    with watching(feeds, "room") as waiter:
        assert known(feeds, waiter.feed) == 2
        wait_until(lambda: subscribers(real) == 1, "subscribed again")


def test_room_is_followed_between_two_polls(make_feeds: Make, store: RoomStore, real: Any) -> None:
    """A client that comes back within seconds causes no subscription and no read."""
    feeds = make_feeds(sweep_s=0.05)
    for _ in range(3):
        with watching(feeds, "room") as waiter:
            known(feeds, waiter.feed)
        time.sleep(0.2)
        assert subscribers(real) == 1


def test_polls_are_forgotten_when_they_end(make_feeds: Make, store: RoomStore) -> None:
    """Scenario k: the table of waiters is empty afterwards, also after a poll that raised an error."""
    feeds = make_feeds()
    waiting = polls(feeds, 10, 2)
    commit(store)
    assert all(poll.value() for poll in waiting)
    with pytest.raises(RuntimeError, match="on purpose"), watching(feeds, "room"):
        raise RuntimeError("on purpose")
    assert feeds.count_waiters() == 0


def test_end_all_ends_every_poll(make_feeds: Make, store: RoomStore) -> None:
    feeds = make_feeds()
    running = []

    def hold() -> bool:
        with watching(feeds, "room") as waiter:
            waiter.wait(20)
            while not waiter.is_ended:
                waiter.wait(20)
            return waiter.is_ended

    running = [in_background(hold) for _ in range(5)]
    wait_until(lambda: feeds.count_waiters() == 5, "held")
    feeds.end_all()
    assert all(poll.value() for poll in running)


def test_stop_ends_the_listening(make_feeds: Make, store: RoomStore, real: Any) -> None:
    feeds = make_feeds()
    with watching(feeds, "room"):
        wait_until(lambda: subscribers(real) == 1, "followed")
    feeds.stop()
    wait_until(lambda: not real.client_list(_type="pubsub"), "the connection is closed")


def test_feed_never_goes_back() -> None:
    feed = Feed("room")
    feed.is_stale = False
    feed.latest = LoggedRoom(StoredRoom("e1", 5, b"5"), [b"5"])
    feed.append(StoredRoom("e1", 4, b"4"), b"4", 128)
    assert feed.latest.stored.version == 5
    assert not feed.is_stale


def test_restart_of_redis_loses_no_event(start_redis: Any, monkeypatch: Any) -> None:
    """Scenario g: Redis is killed during held polls. It restarts with its data, and each poll gets every
    version.
    """
    monkeypatch.setattr(subscriber, "TICK_S", 0.05)
    monkeypatch.setattr(subscriber, "RECONNECT_S", 0.05)
    server: RedisServer = start_redis(durable=True)
    client = connect(server.url, 8)
    store = RoomStore(client, LOG_LENGTH)
    assert store.create("room", "e1", b'{"n":1}', b'"log 1"', MINUTE)
    feeds = Feeds(RoomStore(client, LOG_LENGTH), client, 0.5)
    try:
        waiting = polls(feeds, 5, 4)
        wait_until(lambda: feeds.known_version("room"), "the room is known")
        commit(store)
        server.kill()
        with pytest.raises(StoreUnavailable):
            commit(store)
        server.start()
        wait_until(lambda: commits(store), "the store is back")
        commit(store)
        for poll in waiting:
            assert poll.value()
    finally:
        feeds.stop()
        client.connection_pool.disconnect()


def commits(store: RoomStore) -> bool:
    try:
        return bool(commit(store))
    except StoreUnavailable:
        return False


# Proofs that nothing is missing


def hears(feeds: Feeds, code: str = "room") -> bool:
    """Return whether the worker knows that it hears of all commits of the room."""
    return feeds.subscriber.hears(code)


@pytest.fixture
def quick_pings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a connection prove several times a second that it is alive."""
    monkeypatch.setattr(subscriber, "PING_S", 0.1)
    monkeypatch.setattr(subscriber, "ANSWER_S", PATIENCE_S)


def test_message_before_a_ping_is_heard_before_its_answer(real: Any) -> None:
    """All proofs rest on this: on one connection, Redis keeps the order."""
    kinds: list[str] = []
    listener = new_subscription(real, lambda message: kinds.append(message.kind) or True)
    listener.subscribe("room")
    wait_until(lambda: kinds == ["subscribe"], "the subscription is confirmed")
    for number in range(100):
        real.publish("room", number)
        listener.ping()
    wait_until(lambda: kinds.count("pong") == 100, "all pings are answered")
    listener.close()
    for number in range(1, 101):
        before_the_answer = kinds[: [at for at, kind in enumerate(kinds) if kind == "pong"][number - 1]]
        assert before_the_answer.count("message") >= number


@pytest.mark.usefixtures("quick_pings")
def test_worker_knows_that_it_hears_of_all_commits(
    make_feeds: Make, store: RoomStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A silent connection is in doubt long before it is replaced, and so is one that lost its room."""
    feeds = make_feeds()
    with watching(feeds, "room") as waiter:
        known(feeds, waiter.feed)
        assert not hears(feeds, "other")
        wait_until(lambda: hears(feeds), "it hears")
        monkeypatch.setattr(feeds.subscriber, "_heard_until", time.monotonic() - 2 * PATIENCE_S)
        monkeypatch.setattr(feeds.subscriber, "_pinged_at", time.monotonic() - 2 * PATIENCE_S)
        wait_until(lambda: hears(feeds), "the next answer is the next proof")
    feeds.subscriber.unsubscribe("room")
    assert not hears(feeds)


def test_proof_is_of_the_time_of_the_ping(real: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not of the time of its answer: what was announced in between may still be on its way."""
    one = subscriber.Subscriber(real, mock.Mock())
    monkeypatch.setattr(one, "_is_announcing", True)
    one._confirmed.add("room")
    one._pinged_at = time.monotonic() - subscriber.PING_S - subscriber.ANSWER_S
    one._handle_now(Message("pong", "", b""))
    assert not one.hears("room")
    one._pinged_at = time.monotonic()
    one._handle_now(Message("pong", "", b""))
    assert one.hears("room")


@pytest.mark.usefixtures("quick_pings")
def test_heard_rooms_are_not_swept_and_all_others_are(make_feeds: Make, store: RoomStore) -> None:
    feeds = make_feeds()
    assert store.create("other", "e1", b'{"n":1}', b'"log 1"', MINUTE)
    with watching(feeds, "room") as waiter, watching(feeds, "other") as other:
        known(feeds, waiter.feed), known(feeds, other.feed)
        wait_until(lambda: hears(feeds) and hears(feeds, "other"), "it hears of both")
        later = time.monotonic() + 2e9
        assert not feeds._needs_sweep(waiter.feed, later)
        feeds.subscriber._confirmed.discard("room")
        assert [feeds._needs_sweep(one.feed, later) for one in (waiter, other)] == [True, False]
        assert not feeds._needs_sweep(waiter.feed, waiter.feed.swept_at + 1), "not more often than before"


@pytest.mark.usefixtures("quick_pings")
def test_sweep_of_all_rooms_is_rare_and_includes_heard_rooms(
    make_feeds: Make, store: RoomStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    feeds, swept = make_feeds(), list[list[str]]()
    monkeypatch.setattr(feeds, "sweep", lambda rooms: swept.append([feed.code for feed in rooms]))
    with watching(feeds, "room") as waiter:
        known(feeds, waiter.feed)
        wait_until(lambda: hears(feeds), "it hears")
        feeds.look()
        feeds._sweep_all_at = time.monotonic()
        feeds.look(), feeds.look()
    assert swept == [[], ["room"], []]


def test_rooms_are_swept_less_often_than_players_go_away() -> None:
    """Also by workers of the former release, which do not ask more often than every four seconds."""
    assert feeds_module._sweep_all_s(4) == 12
    for sweep_s in (0, 0.05, 1, 3, 4, 4.5, 6, 8, 12, 20):
        sweep_all_s = feeds_module._sweep_all_s(sweep_s)
        assert sweep_s <= sweep_all_s <= max(sweep_s, feeds_module.SWEEP_ALL_S)
        assert sweep_all_s <= max(3 * sweep_s, 0)


@pytest.mark.usefixtures("quick_pings")
def test_reconnect_ends_all_proofs(make_feeds: Make, store: RoomStore, real: Any) -> None:
    """Until the new connection has proved itself, rooms are swept."""
    feeds = make_feeds()
    with watching(feeds, "room") as waiter:
        known(feeds, waiter.feed)
        wait_until(lambda: hears(feeds), "it hears")
        before, doubts = feeds.subscriber.subscription, []
        doubt = feeds.subscriber._doubt
        feeds.subscriber._doubt = lambda: (doubt(), doubts.append(hears(feeds)))[0]
        silently(store)
        assert real.client_kill_filter(_type="pubsub") == 1
        assert until(feeds, waiter, 2)
        wait_until(lambda: hears(feeds), "it hears again")
        assert feeds.subscriber.subscription is not before
        assert doubts == [False, False]


@pytest.mark.usefixtures("quick_pings")
def test_worker_that_is_told_nothing_goes_on_sweeping(
    start_redis: Callable[..., RedisServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redis answers pings, but announces nothing: a message of the worker to itself does not arrive."""
    with start_redis().client() as admin, unheard(admin) as mute:
        assert RoomStore(mute, LOG_LENGTH).create("room", "e1", b'{"n":1}', b'"log 1"', MINUTE)
        feeds = Feeds(RoomStore(mute, LOG_LENGTH), mute, 1e9)
        with watching(feeds, "room") as waiter:
            known(feeds, waiter.feed)
            proofs = set[float]()
            wait_until(lambda: proofs.add(feeds.subscriber._heard_until) or len(proofs) > 3, "pings work")
            assert not hears(feeds)
            assert feeds._needs_sweep(waiter.feed, time.monotonic() + 2e9)
        feeds.stop()


@pytest.mark.usefixtures("quick_pings")
def test_connection_that_does_not_bring_own_commits_is_replaced(make_feeds: Make, store: RoomStore) -> None:
    """Such as a connection to a server that another one has replaced."""
    feeds = make_feeds()
    with watching(feeds, "room") as waiter:
        known(feeds, waiter.feed)
        wait_until(lambda: hears(feeds), "it hears")
        commit_here(feeds)
        wait_until(lambda: not feeds.subscriber._own_commits, "its own commit is announced")
        wait_until(lambda: hears(feeds), "it hears")
        first = feeds.subscriber.subscription
        feeds.on_commit("room", StoredRoom("e1", 3, b'{"n":3}'), b'"log 3"')
        assert "room" in feeds.subscriber._own_commits
        wait_until(lambda: feeds.subscriber.subscription not in (first, None), "it is replaced")
        wait_until(lambda: hears(feeds), "the new one works")


def commit_here(feeds: Feeds) -> None:
    """Commit the next version as this worker does."""
    read = feeds.store.load("room")
    assert read is not None
    number = read.version + 1
    stored = StoredRoom("e1", number, b'{"n":%d}' % number)
    feeds.expect_wakeup("room", stored, b'"log %d"' % number)
    assert feeds.store.commit("room", read, stored.data, b'"log %d"' % number, MINUTE)
    feeds.on_commit("room", stored, b'"log %d"' % number)


def test_worker_without_rooms_pings_rarely(make_feeds: Make, store: RoomStore, real: Any) -> None:
    feeds = make_feeds()
    with watching(feeds, "room") as waiter:
        known(feeds, waiter.feed)
        assert feeds.subscriber._until_next_ping() <= subscriber.TICK_S
    feeds.subscriber.unsubscribe("room")
    with mock.patch.object(subscriber, "TICK_S", 1e9):
        wait_until(lambda: not feeds.subscriber._awaits_pong, "no answer is missing")
        assert feeds.subscriber._until_next_ping() > subscriber.PING_S


@pytest.mark.usefixtures("quick_pings")
def test_idle_rooms_cost_one_command_for_all_of_them(make_feeds: Make, store: RoomStore, real: Any) -> None:
    """Between two sweeps of all rooms they cost none, whatever their number."""
    feeds = make_feeds()
    codes = [f"room{number}" for number in range(30)]
    with ExitStack() as stack:
        for code in codes:
            assert store.create(code, "e1", b'{"n":1}', b'"log 1"', MINUTE)
            waiter = stack.enter_context(watching(feeds, code))
            waiter.present_id = "p1"
            known(feeds, waiter.feed)
        wait_until(lambda: all(hears(feeds, code) for code in codes), "it hears of all rooms")
        feeds.sweep()
        with commands_sent(real) as sent:
            for _ in range(10):
                feeds.look()
            assert sent() == []
            feeds._sweep_all_at = time.monotonic()
            for _ in range(10):
                feeds.look()
            assert sent() == ["EVALSHA"]


@contextmanager
def commands_sent(client: Any) -> Iterator[Callable[[], list[str]]]:
    """Yield a function that returns the commands that clients have sent since the start, without pings."""
    port = client.connection_pool.connection_kwargs["port"]
    with socket.create_connection(("127.0.0.1", port)) as monitor, monitor.makefile("rb") as lines:
        monitor.sendall(b"MONITOR\r\n")
        lines.readline()
        names: list[str] = []

        def sent() -> list[str]:
            client.echo("all of it")
            while b'"all of it"' not in (line := lines.readline()):
                words = line.decode(errors="replace").split('"')
                if "[0 lua]" not in words[0]:
                    names.append(words[1].upper())
            return [name for name in names if name != "PING"]

        yield sent


def test_many_rooms_are_swept_in_groups(real: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """No room is left out, and no command keeps Redis busy for long."""
    monkeypatch.setattr(rooms_module, "MAX_SWEPT", 25)
    codes = [f"room{number}" for number in range(60)]
    groups = RoomStore(real, LOG_LENGTH).sweep_groups(codes)
    assert [len(group) for group in groups] == [25, 25, 10]
    assert [code for group in groups for code in group] == codes
