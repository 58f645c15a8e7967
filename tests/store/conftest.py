"""Stores and feeds inside the test's process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import redis

from cheat.service.delivery import feeds as feeds_module
from cheat.service.delivery.feeds import Feeds
from cheat.store.in_memory import embedded
from cheat.store.redis import subscriber
from cheat.store.rooms import RoomStore, connect
from tests.clusters import ClusterOfServers, answer_of
from tests.servers import LOG_LENGTH, PATIENCE_S, RedisServer, redis_in


@pytest.fixture(scope="package")
def _redis_of_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """A Redis for these tests alone, because they count its connections."""
    with redis_in(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture
def real(redis_server: RedisServer) -> Iterator[redis.Redis]:
    """A client as the service makes it, for an empty Redis."""
    client = connect(redis_server.url, 10)
    yield client
    client.close()
    client.connection_pool.disconnect()


@pytest.fixture(scope="package")
def _cluster_of_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClusterOfServers]:
    servers = ClusterOfServers(tmp_path_factory.mktemp("cluster"))
    try:
        yield servers.start()
    finally:
        servers.stop()


@pytest.fixture
def servers(_cluster_of_all: ClusterOfServers) -> ClusterOfServers:
    """An empty cluster of three servers."""
    for server in _cluster_of_all.servers:
        answer_of(server, "FLUSHALL")
    return _cluster_of_all


@pytest.fixture
def cluster(servers: ClusterOfServers) -> Iterator[redis.Redis]:
    """A client of a cluster, as the service makes it."""
    client = connect(servers.url, 10)
    yield client
    client.close()


@pytest.fixture(params=["embedded", "real", "cluster"])
def client(request: pytest.FixtureRequest) -> Any:
    """Clients of all kinds of Redis, which must behave the same."""
    return embedded() if request.param == "embedded" else request.getfixturevalue(request.param)


@pytest.fixture
def store(client: redis.Redis) -> RoomStore:
    return RoomStore(client, log_length=4)


@pytest.fixture
def make_feeds(real: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Feeds]]:
    """Makes the feeds of a worker on a real Redis, by default without a sweep.

    A first poll waits for the confirmation of its subscription. Otherwise it would read the room twice on a
    busy machine.
    """
    monkeypatch.setattr(feeds_module, "CONFIRM_S", PATIENCE_S)
    monkeypatch.setattr(subscriber, "TICK_S", 0.05)
    monkeypatch.setattr(subscriber, "RECONNECT_S", 0.05)
    all_feeds: list[Feeds] = []

    def make(store: RoomStore | None = None, sweep_s: float = 1e9) -> Feeds:
        feeds = Feeds(store or RoomStore(real, LOG_LENGTH), real, sweep_s)
        all_feeds.append(feeds)
        return feeds

    yield make
    for feeds in all_feeds:
        feeds.stop()
