"""A server of a cluster hangs: one caller waits for it, and all others are refused at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
import redis

from cheat.errors import StoreUnavailable
from cheat.service.delivery.feeds import Feeds
from cheat.store import keys
from cheat.store import rooms as store_module
from cheat.store.redis import hung_node, subscriber
from cheat.store.redis import pool as pool_module
from cheat.store.redis.cluster import Cluster
from cheat.store.redis.slots import Node
from cheat.store.rooms import RoomStore, StoredRoom, connect
from tests.clusters import ClusterOfServers
from tests.servers import LOG_LENGTH, PATIENCE_S, RedisServer, in_background, wait_until
from tests.store.waiters import read, watching

MINUTE = 60_000
LATE_S = 1.0
AT_ONCE_S = 0.3
TRIES = 20
FOR_LONG_S = 600
ITS_ROOM = "room"


class Hanging(NamedTuple):
    """A store with a hung server, which has `ITS_ROOM`, and the codes of rooms on other servers."""

    store: RoomStore
    server: RedisServer
    elsewhere: list[str]

    @property
    def client(self) -> Cluster:
        assert isinstance(self.store.client, Cluster)
        return self.store.client

    @property
    def node(self) -> Node:
        owner = self.client.slots.known_owner(keys.room_key(ITS_ROOM))
        assert owner is not None
        return owner

    @property
    def lasts(self) -> bool:
        return self.node.hang_guard.is_hung


@pytest.fixture
def late_s() -> float:
    """Set the seconds without an answer after which a server hangs."""
    return LATE_S


@pytest.fixture
def hanging(servers: ClusterOfServers, late_s: float, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hanging]:
    monkeypatch.setattr(store_module, "CLUSTER_TIMEOUT_S", late_s)
    monkeypatch.setattr(hung_node, "PING_PAUSE_S", 0.1)
    client = connect(servers.url, 5)
    store = RoomStore(client, LOG_LENGTH)
    codes = [ITS_ROOM, *(f"room{number}" for number in range(8))]
    for code in codes:
        assert store.create(code, "e1", b"{}", b'"log"', MINUTE)
        assert commit(store, code)
    server = servers.holder(keys.room_key(ITS_ROOM))
    elsewhere = [code for code in codes if servers.holder(keys.room_key(code)) is not server]
    server.hang()
    try:
        yield Hanging(store, server, elsewhere)
    finally:
        server.go_on()
        store.close()
        client.close()


def commit(store: RoomStore, code: str, read: StoredRoom | None = None) -> bool:
    read = read or store.load(code)
    assert read is not None
    return store.commit(code, read, b"{}", b'"log"', MINUTE)


def cause(work: Callable[[], object]) -> str:
    """Return the reason of the refusal."""
    with pytest.raises(StoreUnavailable) as refused:
        work()
    return refused.value.cause


def at_once(work: Callable[[], object]) -> bool:
    """Return whether this call does not wait.

    A waiting call waits each time, while no machine is busy forever: so the test tries several times.
    """
    tries = (in_background(work) for _ in range(TRIES))
    return any(attempt.value() and attempt.took < AT_ONCE_S for attempt in tries)


def test_only_the_first_command_waits_for_a_hung_server(hanging: Hanging) -> None:
    store = hanging.store
    ways: list[Callable[[], object]] = [
        lambda: store.load(ITS_ROOM),
        lambda: store.load_with_log(ITS_ROOM),
        lambda: store.sweep({ITS_ROOM: {}}, 0),
        lambda: commit(store, ITS_ROOM, StoredRoom("e1", 2, b"")),
    ]
    late = in_background(lambda: cause(ways[0]))
    assert late.value() == "Redis does not answer in time."
    assert late.took >= LATE_S
    for way in ways:
        assert cause(way) == "Redis does not answer in time."
        assert at_once(lambda way=way: cause(way))
    assert store.test_servers() == ["Redis does not answer in time."], "of one of three"
    assert at_once(store.test_servers)


@pytest.mark.parametrize("late_s", [FOR_LONG_S])
def test_rooms_of_other_servers_do_not_wait_during_the_timeout(hanging: Hanging) -> None:
    """A call that waited would wait for minutes."""
    pool = hanging.node.pool
    before = len(pool.in_use())
    late = in_background(lambda: hanging.store.load(ITS_ROOM))
    wait_until(lambda: len(pool.in_use()) > before, "it is asked")
    assert all(commit(hanging.store, code) for code in hanging.elsewhere)
    assert not late.done
    hanging.server.go_on()
    assert late.value() is not None


def test_rooms_of_other_servers_do_not_wait_for_one_that_is_known_to_hang(hanging: Hanging) -> None:
    cause(lambda: hanging.store.load(ITS_ROOM))
    assert at_once(lambda: [commit(hanging.store, code) for code in hanging.elsewhere])
    assert hanging.lasts


@pytest.mark.parametrize("late_s", [6 * LATE_S])
def test_caller_that_waits_for_a_connection_does_not_wait_twice(
    hanging: Hanging, late_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There are five connections, and many more callers."""
    monkeypatch.setattr(pool_module, "POOL_WAIT_S", PATIENCE_S)
    asking = [in_background(lambda: cause(lambda: hanging.store.load(ITS_ROOM))) for _ in range(20)]
    assert {caller.value() for caller in asking} == {"Redis does not answer in time."}
    assert max(caller.took for caller in asking) < 1.8 * late_s


def test_late_commit_marks_the_server_as_hung(hanging: Hanging) -> None:
    late = in_background(lambda: cause(lambda: commit(hanging.store, ITS_ROOM, StoredRoom("e1", 2, b""))))
    assert late.value() == "Redis does not answer in time."
    assert hanging.lasts


def test_waiting_commands_fail_once_a_server_hangs(hanging: Hanging) -> None:
    """When the server goes on, its answers may be outdated."""
    pool = hanging.node.pool
    used = pool.get_connection()
    asking = [in_background(lambda: cause(lambda: hanging.store.load(ITS_ROOM))) for _ in range(3)]
    assert {caller.value() for caller in asking} == {"Redis does not answer in time."}
    assert used._sock.recv(1) == b""
    pool.release(used)


def test_closing_the_client_lets_threads_release_their_connections(hanging: Hanging) -> None:
    """A thread that still pings a hung server would fail with a TypeError if its socket were gone."""
    pool = hanging.node.pool
    hanging.server.go_on()
    used = pool.get_connection()
    hanging.client.close()
    assert used._sock.recv(1) == b""
    pool.release(used)
    assert not used.is_connected


def test_wakeups_of_a_hung_server_are_ignored(hanging: Hanging, monkeypatch: pytest.MonkeyPatch) -> None:
    """Callers are refused at once, not only after the next ping, until the server is back."""
    hanging.server.go_on()
    monkeypatch.setattr(subscriber, "TICK_S", 60)
    feeds = Feeds(hanging.store, hanging.client, 1e9)
    with watching(feeds, ITS_ROOM) as waiter:
        assert read(feeds, waiter.feed) is not None
        wait_until(feeds.subscriber.is_listening, "it is listened for")
        hanging.server.hang()
        cause(lambda: hanging.store.load(ITS_ROOM))
        wait_until(lambda: not feeds.subscriber.is_listening(), "no more")
        hanging.server.go_on()
        wait_until(feeds.subscriber.is_listening, "it is listened for again")
    feeds.stop()


def test_recovered_server_is_used_again(hanging: Hanging) -> None:
    """The server is noticed even if only the pings reach it."""
    cause(lambda: hanging.store.load(ITS_ROOM))
    assert hanging.lasts
    hanging.server.go_on()
    wait_until(lambda: not hanging.lasts, "it is heard of")
    assert commit(hanging.store, ITS_ROOM)


def test_removed_server_is_not_pinged(hanging: Hanging) -> None:
    node = hanging.node
    cause(lambda: hanging.store.load(ITS_ROOM))
    hanging.client.close()
    wait_until(lambda: not node.hang_guard.is_hung, "it is given up")


def test_refusing_server_does_not_count_as_hung() -> None:
    def refuse() -> None:
        raise redis.AuthenticationError("WRONGPASS")

    quiet = hung_node.HangGuard(refuse, lambda: None)
    quiet.note_timeout()
    wait_until(lambda: not quiet.is_hung, "it has answered")
    with quiet:
        pass


def test_busy_pool_does_not_count_as_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hung_node, "PING_PAUSE_S", 0.01)
    errors = [redis.exceptions.MaxConnectionsError("none"), redis.TimeoutError("late")]
    pings: list[bool] = []

    def ask() -> None:
        pings.append(quiet.is_hung)
        if errors:
            raise errors.pop()

    quiet = hung_node.HangGuard(ask, lambda: None)
    quiet.note_timeout()
    wait_until(lambda: len(pings) == 3 and not quiet.is_hung, "it has answered")
    assert pings == [True] * 3
