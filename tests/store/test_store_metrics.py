"""Metrics of the store: each changes if its event happens, and only then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import redis

from cheat.errors import StoreUnavailable
from cheat.ops import metrics
from cheat.rooms.tokens import hashed
from cheat.service.delivery.feeds import Feeds
from cheat.service.service import Service
from cheat.settings import Settings
from cheat.store.rooms import RoomStore, connect
from tests.servers import LOG_LENGTH, PATIENCE_S, wait_until

from .waiters import read, watching

MINUTE = 60_000
ROOM = "room"
Make = Callable[..., Feeds]


@contextmanager
def counts(name: str, by: int, **labels: str) -> Iterator[None]:
    """A context in which a figure changes by this much."""
    before = value(name, **labels)
    yield
    wait_until(lambda: value(name, **labels) == before + by, f"{name} has grown by {by}")


def value(name: str, **labels: str) -> float:
    metrics.flush()
    return metrics.registry.get_sample_value(name, labels) or 0


@pytest.fixture
def store(real: redis.Redis) -> Iterator[RoomStore]:
    """Commit the next version as another worker."""
    room_store = RoomStore(real, LOG_LENGTH)
    assert room_store.create(ROOM, "e1", b"{}", b'{"at":1}', MINUTE)
    yield room_store
    room_store.close()


def commit(store: RoomStore, announce: str = "PUBLISH") -> int:
    """Commit the next version, announced or not."""
    stored = store.load(ROOM)
    assert stored is not None
    store.publish_command = announce
    assert store.commit(ROOM, stored, b"{}", b'{"at":1}', MINUTE)
    return stored.version + 1


def test_rereads_and_missed_wakeups_are_counted(make_feeds: Make, store: RoomStore) -> None:
    feeds = make_feeds()
    with watching(feeds, ROOM) as waiter, counts("cheat_sweeps_found_total", 1):
        with counts("cheat_rereads_total", 1):
            wait_until(waiter.feed.subscribed.is_set, "it listens")
            assert read(feeds, waiter.feed)
        with counts("cheat_rereads_total", 0):
            version = commit(store)
            wait_until(lambda: waiter.feed.latest.stored.version == version, "it is heard")
            feeds.sweep()
        with counts("cheat_rereads_total", 1):
            version = commit(store, announce="NOTHING")
            feeds.sweep()
            logged = read(feeds, waiter.feed)
            assert logged is not None
            assert logged.stored.version == version


def test_lost_subscriptions_are_counted(make_feeds: Make, store: RoomStore, real: Any) -> None:
    feeds = make_feeds()
    with watching(feeds, ROOM) as waiter:
        wait_until(waiter.feed.subscribed.is_set, "it listens")
        with counts("cheat_listener_reconnects_total", 1):
            waiter.feed.subscribed.clear()
            assert real.client_kill_filter(_type="pubsub") == 1
            wait_until(waiter.feed.subscribed.is_set, "it listens again")


def test_errors_of_redis_are_counted_by_kind() -> None:
    away = RoomStore(connect("redis://127.0.0.1:1", 4), LOG_LENGTH)
    with counts("cheat_store_errors_total", 1, kind="ConnectionError"), pytest.raises(StoreUnavailable):
        away.load(ROOM)


@pytest.fixture
def workers(real: redis.Redis) -> Iterator[list[Service]]:
    """Two stores that share a Redis, within one process: they count together."""
    services = [Service(real, Settings(rate_limits="off", sweep_s=3600)) for _ in range(2)]
    yield services
    for service in services:
        service.stop()


def test_wakeups_are_timed_at_other_workers(workers: list[Service]) -> None:
    writer, follower = workers
    joined = writer.create("Ada", "cheat", {}, public=False)
    with counts("cheat_wakeup_seconds_count", 0):
        writer.act(joined.code, hashed(joined.token), "rename-0001", "rename", {"name": "Bea"})
    follower.feeds.follow(joined.code)
    feed = follower.feeds.feed(joined.code)
    wait_until(feed.subscribed.is_set, "it listens")
    before = value("cheat_wakeup_seconds_sum")
    with counts("cheat_wakeup_seconds_count", 1):
        writer.act(joined.code, hashed(joined.token), "rename-0002", "rename", {"name": "Cyd"})
    assert 0 <= value("cheat_wakeup_seconds_sum") - before < PATIENCE_S


def test_listening_workers_are_counted(workers: list[Service], real: Any, monkeypatch: Any) -> None:
    worker = workers[0]
    worker.update_metrics()
    assert value("cheat_listening") == 1, "nobody needs to be heard of"
    monkeypatch.setattr(worker.feeds, "is_listening", lambda: False)
    worker.update_metrics()
    assert value("cheat_listening") == 0


def test_lost_races_are_counted(workers: list[Service], monkeypatch: pytest.MonkeyPatch) -> None:
    """Another worker was first, so the action is tried again, and succeeds."""
    first_worker, second_worker = workers
    joined = first_worker.create("Ada", "cheat", {}, public=False)
    load, first = first_worker.store.load, [True]

    def load_and_lose(code: str) -> Any:
        stored = load(code)
        if first and first.pop():
            second_worker.act(joined.code, hashed(joined.token), "rename-0001", "rename", {"name": "Bea"})
        return stored

    monkeypatch.setattr(first_worker.store, "load", load_and_lose)
    with counts("cheat_conflicts_total", 1):
        first_worker.act(joined.code, hashed(joined.token), "rename-0002", "rename", {"name": "Cyd"})
