"""Commits share one connection. If it fails, each commit is still carried out once, or refused."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import redis

from cheat.errors import StoreUnavailable
from cheat.store.redis import commit_pipeline as pipe_module
from cheat.store.redis.commit_pipeline import CommitPipeline
from cheat.store.redis.pool import Pool
from cheat.store.rooms import RoomStore, connect
from tests.servers import LOG_LENGTH, RedisServer, in_background, wait_until

MINUTE = 60_000


@pytest.fixture
def server(start_redis: Callable[..., RedisServer]) -> RedisServer:
    """A Redis of the test's own, with one room."""
    started = start_redis(durable=True)
    with started.client() as client:
        assert RoomStore(client, LOG_LENGTH).create("room", "e1", b'{"n":1}', b'"log 1"', MINUTE)
    return started


@pytest.fixture
def client(server: RedisServer) -> Iterator[redis.Redis]:
    redis_client = connect(server.url, 5)
    yield redis_client
    redis_client.connection_pool.disconnect()


@pytest.fixture
def store(client: redis.Redis) -> Iterator[RoomStore]:
    room_store = RoomStore(client, LOG_LENGTH)
    yield room_store
    room_store.close()


def commit(store: RoomStore, data: bytes = b'{"n":2}') -> bool:
    """Commit the next version, unless another writer is faster."""
    read = store.load("room")
    assert read is not None
    return store.commit("room", read, data, b'"log"', MINUTE)


def version(store: RoomStore) -> int:
    read = store.load("room")
    assert read is not None
    return read.version


def lines(store: RoomStore) -> int:
    pool = store.client.connection_pool
    assert isinstance(pool, Pool)
    return pool.pipelines


def test_concurrent_commits_share_a_connection_and_get_their_own_answers(store: RoomStore) -> None:
    assert commit(store)
    pipeline, together = store.pipeline, threading.Barrier(12)
    assert pipeline is not None

    def ask(number: int) -> list[bytes]:
        together.wait()
        return [pipeline.execute("ECHO", f"{number} {turn} " + "x" * number * 500) for turn in range(50)]

    with ThreadPoolExecutor(12) as pool:
        echoes = list(pool.map(ask, range(12)))
    for number, answers in enumerate(echoes):
        assert answers == [f"{number} {turn} ".encode() + b"x" * number * 500 for turn in range(50)]
    assert lines(store) == 1


def test_one_of_many_concurrent_commits_succeeds(store: RoomStore) -> None:
    assert commit(store)
    read = store.load("room")
    assert read is not None
    with ThreadPoolExecutor(12) as pool:
        outcomes = list(
            pool.map(lambda n: store.commit("room", read, b"%d" % n, b'"log"', MINUTE), range(12))
        )
    assert outcomes.count(True) == 1
    assert version(store) == read.version + 1


def test_lost_scripts_are_sent_again(store: RoomStore, client: Any) -> None:
    assert commit(store)
    client.script_flush()
    assert commit(store)
    assert commit(store)
    assert (version(store), lines(store)) == (4, 1)


def test_refusals_of_redis_are_raised(store: RoomStore, client: Any) -> None:
    assert commit(store)
    assert store.pipeline is not None
    with pytest.raises(redis.ResponseError, match="unknown command"):
        store.pipeline.execute("DANCE")
    client.config_set("maxmemory", 1)
    with pytest.raises(StoreUnavailable):
        store.commit("room", store.load("room"), b"{}", b'"log"', MINUTE)  # type: ignore[arg-type]
    client.config_set("maxmemory", 0)
    assert commit(store)


def test_killed_connection_is_replaced(store: RoomStore, client: Any) -> None:
    assert commit(store)
    for expected in (3, 4, 5):
        client.client_kill_filter(_type="normal", skipme=True)
        assert commit(store)
        assert version(store) == expected
    no_pause(store)
    assert commit(store)
    assert lines(store) == 1


def no_pause(store: RoomStore) -> None:
    assert store.pipeline is not None
    store.pipeline.retry_at = 0


def test_pipeline_works_after_a_restart_of_redis(store: RoomStore, server: RedisServer) -> None:
    assert commit(store)
    server.kill()
    with pytest.raises(StoreUnavailable):
        commit(store)
    server.start()
    wait_until(lambda: attempt(store), "the store is back")
    assert lines(store) in (0, 1)


def attempt(store: RoomStore) -> bool:
    try:
        return commit(store)
    except StoreUnavailable:
        return False


def test_wait_for_a_hung_redis_is_bounded(
    store: RoomStore, server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipe_module, "TIMEOUT_S", 0.3)
    monkeypatch.setattr(pipe_module, "MONITOR_S", 0.1)
    assert commit(store)
    read = store.load("room")
    assert read is not None
    assert server.process is not None
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        late = in_background(lambda: store.commit("room", read, b"{}", b'"log"', MINUTE))
        with pytest.raises(StoreUnavailable):
            late.value()
    finally:
        os.kill(server.process.pid, signal.SIGCONT)
    wait_until(lambda: attempt(store), "the store is back")


def test_few_connections_leave_none_for_the_pipeline(server: RedisServer) -> None:
    """Requests come first: of two connections, one is for them and one listens."""
    few = connect(server.url, 2)
    store = RoomStore(few, LOG_LENGTH)
    assert commit(store)
    assert lines(store) == 0
    few.connection_pool.disconnect()


def test_pipeline_gives_up_its_connection_if_redis_refuses_others(
    store: RoomStore, client: Any, server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipe_module, "MONITOR_S", 0.05)
    assert commit(store)
    assert lines(store) == 1
    with server.client() as admin:
        admin.config_set("maxclients", 2)
        admin.client_kill_filter(_type="normal", skipme=True)
        wait_until(lambda: lines(store) == 0, "given up")
        no_pause(store)
        assert commit(store)
        assert lines(store) == 0


def test_close_leaves_nothing_behind(store: RoomStore, client: Any) -> None:
    assert commit(store)
    store.close()
    store.close()
    assert lines(store) == 0
    wait_until(lambda: not client.connection_pool.in_use(), "all connections are given back")
    assert isinstance(store.pipeline, CommitPipeline)
