"""A Redis Cluster: readers, writers and subscribers follow a room when its slot moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import redis
from redis.exceptions import MovedError

from cheat import create_app
from cheat.errors import RateLimited, StoreUnavailable
from cheat.service.delivery.feeds import Feeds
from cheat.service.limits.rate_limits import AddressLimits
from cheat.settings import Settings, SettingsError
from cheat.store import keys
from cheat.store.published import DocumentStore
from cheat.store.redis import cluster as cluster_module
from cheat.store.redis import subscriber
from cheat.store.redis.cluster import Cluster
from cheat.store.redis.sharded_subscriber import ShardedSubscriber
from cheat.store.redis.slots import PORT, UNSIGNED, Node, address_of, slot_of
from cheat.store.room_count import RoomCount
from cheat.store.rooms import RoomStore, SweptRoom, connect
from tests.clusters import ClusterOfServers, answer_of
from tests.servers import LOG_LENGTH, PATIENCE_S, RedisServer, in_background, wait_until

from .sweeps import heartbeats_of, versions
from .waiters import RegisteredWaiter, read, watching

MINUTE = 60_000
SOON_S = PATIENCE_S
ROOM = "room"
SLOT = slot_of(keys.room_key(ROOM))
WAKE = keys.wake_channel(ROOM)


@pytest.mark.parametrize(
    ("url", "hosts", "settings"),
    [
        ("redis+cluster://a", [("a", PORT)], {}),
        (
            "redis+cluster://me:p%40ss@a:1,b,[::1]:3/0",
            [("a", 1), ("b", PORT), ("::1", 3)],
            {"username": "me", "password": "p@ss"},
        ),
        (
            "rediss+cluster://:x@a?ssl_ca_certs=/ca.pem",
            [("a", PORT)],
            {"password": "x", "ssl_ca_certs": "/ca.pem", "connection_class": redis.SSLConnection},
        ),
    ],
)
def test_address_of_a_cluster(url: str, hosts: list[tuple[str, int]], settings: dict[str, Any]) -> None:
    assert address_of(url) == (hosts, settings)


@pytest.mark.parametrize("url", ["redis+cluster://", "redis+cluster://a/1", "redis+cluster://a,:5"])
def test_address_that_lacks_something_is_refused(url: str) -> None:
    with pytest.raises(SettingsError, match="REDIS_URL: "):
        create_app(Settings(redis_url=url))


def test_nothing_is_connected_before_the_first_command() -> None:
    """A service starts while the cluster is away, and reports that."""
    store = RoomStore(connect("redis+cluster://127.0.0.1:1", 4), LOG_LENGTH)
    with pytest.raises(StoreUnavailable) as refused:
        store.load(ROOM)
    assert refused.value.cause == "Redis cannot be reached."


@pytest.fixture
def store(cluster: redis.Redis) -> Iterator[RoomStore]:
    """The store of another worker, with a room without a record, so that not all of its keys exist."""
    room_store = RoomStore(cluster, LOG_LENGTH)
    assert room_store.create(ROOM, "e1", b'{"n":1}', b'"log 1"', MINUTE)
    yield room_store
    room_store.close()


@pytest.fixture
def worker(servers: ClusterOfServers, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Feeds]]:
    """Makes the feeds of a worker that listens and never sweeps, and knows the map."""
    monkeypatch.setattr(subscriber, "TICK_S", 0.05)
    workers: list[tuple[Feeds, redis.Redis]] = []

    def make() -> Feeds:
        client = connect(servers.url, 5)
        client.ping()
        workers.append((Feeds(RoomStore(client, LOG_LENGTH), client, 1e9), client))
        return workers[-1][0]

    yield make
    for feeds, _ in workers:
        feeds.stop()
    for _, client in workers:
        client.close()


def commit(store: RoomStore) -> int:
    """Commit the next version of the room."""
    read = store.load(ROOM)
    assert read is not None
    number = read.version + 1
    assert store.commit(ROOM, read, b'{"n":%d}' % number, b'"log %d"' % number, MINUTE)
    return number


def hears_of(feeds: Feeds, waiter: RegisteredWaiter, version: int) -> bool:
    """Return whether a poll gets a version."""

    def told() -> bool:
        logged = read(feeds, waiter.feed)
        assert logged is not None
        assert logged.entries == [b'"log %d"' % number for number in range(1, logged.stored.version + 1)]
        return logged.stored.version == version

    return bool(wait_until(told, f"version {version}", SOON_S))


def works(store: RoomStore, version: int) -> bool:
    """Return whether all commands for a room are answered."""
    logged = store.load_with_log(ROOM)
    assert logged is not None
    assert store.load(ROOM) == logged.stored
    assert logged.entries[-1] == b'"log %d"' % version
    assert versions(store, [ROOM, "other", "third"]) == [("e1", version, 0), None, None]
    assert heartbeats_of(store, {ROOM: {"p1": 5}, "other": {"p2": 6}}, 7) == {
        ROOM: {"p1": 5},
        "other": {"p2": 6},
    }
    assert store.list_publicly(ROOM, 1) == store.unlist(ROOM)[ROOM] == logged.stored
    return logged.stored.version == version


def listened_for_at(feeds: Feeds) -> int:
    """Return the port of the server at which the worker listens for the room."""
    assert isinstance(feeds.subscriber, ShardedSubscriber)
    subscriber = feeds.subscriber.subscriber_by_room[ROOM]
    return subscriber.node.port if subscriber else 0


def test_room_and_subscription_follow_a_moved_slot(
    servers: ClusterOfServers, store: RoomStore, worker: Callable[[], Feeds]
) -> None:
    """Move the slot to a server that has no slot yet, and does not have the script."""
    source, target = servers.holder(keys.room_key(ROOM)), servers.add()
    feeds, late = worker(), worker()
    with watching(feeds, ROOM) as waiter:
        assert hears_of(feeds, waiter, commit(store))
        servers.begin_to_move(SLOT, source, target)
        assert hears_of(feeds, waiter, commit(store))
        assert keys.room_key(ROOM) in servers.move_keys(SLOT, source, target)
        version = commit(store)
        assert works(store, version)
        servers.end_move(SLOT, source, target)
        assert hears_of(feeds, waiter, version)
        wait_until(lambda: listened_for_at(feeds) == target.port, "listened for where it is", SOON_S)
        assert hears_of(feeds, waiter, commit(store))
        with watching(late, ROOM) as other:
            wait_until(lambda: listened_for_at(late) == target.port, "who comes late is sent there", SOON_S)
            assert hears_of(late, other, commit(store))
    assert servers.holder(keys.room_key(ROOM)) is target
    assert store.test_servers() == []


def test_wakeups_of_other_servers_are_not_trusted(
    cluster: redis.Redis, store: RoomStore, worker: Callable[[], Feeds], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hung server announces an old commit in vain, because another has taken over and the worker listens
    there.
    """
    assert isinstance(cluster, Cluster)
    feeds, reads = worker(), 0
    load_with_log = feeds.store.load_with_log

    def counted(code: str) -> Any:
        nonlocal reads
        reads += 1
        return load_with_log(code)

    monkeypatch.setattr(feeds.store, "load_with_log", counted)
    with watching(feeds, ROOM) as waiter:
        assert hears_of(feeds, waiter, commit(store))
        before = reads
        version = commit(store)
        assert hears_of(feeds, waiter, version)
        assert reads == before, "all of it was announced"
        lost_commit = b'{"epoch":"e1","version":%d,"private":0,"entry":"lost","data":{}' % (version + 1)
        other = next(node for node in cluster.slots.masters() if node is not cluster.slots.owner(WAKE))
        for end in (other.signature, UNSIGNED):
            before = reads
            cluster.execute_command("SPUBLISH", WAKE, lost_commit + end)
            wait_until(lambda: waiter.feed.is_stale, "it is doubted", SOON_S)
            assert hears_of(feeds, waiter, version)
            assert reads == before + 1


def test_keys_without_a_room_work_in_a_cluster(cluster: redis.Redis) -> None:
    """Lists, counters and documents are each on one server, so each command goes to its server."""
    room_count = RoomCount(cluster, 2, 0.9)
    for code in ("a", "b", "c"):
        assert RoomStore(cluster, LOG_LENGTH).create(code, "e", b"{}", b"1", MINUTE)
        room_count.add(code, 0, MINUTE)
    assert "3 rooms" in room_count.full(MINUTE + 1)
    assert [room_count.claim_public("192.0.2.1", code, number) for number, code in enumerate("ab")] == [0, 1]
    assert room_count.usage()["memory"] > 3_000_000, "of three servers"
    limits = AddressLimits(cluster, Settings(room_limit="2/minute"))
    for _ in range(2):
        limits.count("rooms", "192.0.2.1")
    with pytest.raises(RateLimited):
        limits.count("rooms", "192.0.2.1")
    documents = DocumentStore(cluster)
    assert documents.publish("x", 0, b"{}", ("doc:1", b"[]"), 1) == 1
    assert [written and written.slug for _, written in documents.changed_since(0)] == ["x"]
    assert documents.document("doc:1") == b"[]"


def test_each_server_has_one_pipeline_and_one_subscriber(
    servers: ClusterOfServers, worker: Callable[[], Feeds], store: RoomStore
) -> None:
    """The number of rooms does not matter."""
    feeds = worker()
    waiters = [RegisteredWaiter(feeds, f"room{number}") for number in range(50)]
    for waiter in waiters:
        assert read(feeds, waiter.feed) is None
        assert feeds.store.create(waiter.feed.code, "e", b"{}", b"1", MINUTE)
        stored = feeds.store.load(waiter.feed.code)
        assert stored is not None
        assert feeds.store.commit(waiter.feed.code, stored, b"{}", b"2", MINUTE)
    assert isinstance(feeds.store.client, Cluster)
    for node in feeds.store.client.slots.masters():
        assert node.pool.pipelines <= 1
        assert node.pool.count_connected() <= 5
    assert sum(node.pool.pipelines for node in feeds.store.client.slots.masters()) >= 3


def test_a_room_that_is_made_waits_for_its_slot(servers: ClusterOfServers, cluster: redis.Redis) -> None:
    """None of the room's keys exists there, and the server cannot know that the other one has none either."""
    key = keys.room_key("new")
    slot, source = slot_of(key), servers.holder(key)
    target = next(server for server in servers.masters if server is not source)
    servers.begin_to_move(slot, source, target)
    making = in_background(
        lambda: RoomStore(cluster, LOG_LENGTH).create("new", "e1", b"{}", b"1", MINUTE, b"dealt")
    )
    wait_until(lambda: refusals(target, "TRYAGAIN"), "it is refused")
    assert not making.done
    servers.end_move(slot, source, target)
    assert making.value() is True


def refusals(server: RedisServer, kind: str) -> int:
    """Return how often a server has refused a command in this way since its start."""
    info = answer_of(server, "INFO", "errorstats")
    return int(info.get(f"errorstat_{kind}", {}).get("count", 0))


def test_redirections_in_a_circle_end(
    servers: ClusterOfServers, cluster: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This happens for a moment when a slot has moved and not all servers know it."""
    monkeypatch.setattr(cluster_module, "PATIENCE_S", 0.3)
    assert isinstance(cluster, Cluster)
    one, two, *_ = cluster.slots.masters()
    nodes_asked: list[Node] = []

    def refused(node: Node, asking: bool) -> None:
        nodes_asked.append(node)
        other = two if node is one else one
        raise MovedError(f"{SLOT} {other.host}:{other.port}")

    with pytest.raises(MovedError):
        cluster.on_owner(keys.room_key(ROOM), refused)
    assert {one, two} <= set(nodes_asked)
    assert len(nodes_asked) < 12


def test_sweep_continues_if_one_server_is_down(
    worker: Callable[[], Feeds], store: RoomStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    feeds = worker()
    codes = [f"room{number}" for number in range(12)]
    groups = store.sweep_groups(codes)
    assert sorted(code for group in groups for code in group) == sorted(codes)
    assert len(groups) > 1
    waiters = [RegisteredWaiter(feeds, code) for code in codes]
    swept: list[list[str]] = []

    def sweep(heartbeats: dict[str, dict[str, int]], now: int) -> dict[str, SweptRoom]:
        swept.append(list(heartbeats))
        if len(swept) == 1:
            raise StoreUnavailable("It is down.")
        return dict.fromkeys(heartbeats, SweptRoom(None, {}))

    monkeypatch.setattr(feeds.store, "sweep", sweep)
    with pytest.raises(StoreUnavailable):
        feeds.sweep()
    assert sorted(swept) == sorted(groups)
    for waiter in waiters:
        feeds.leave(waiter.feed, waiter)


def test_no_connection_stays_with_a_server_that_others_have_replaced(
    servers: ClusterOfServers, cluster: redis.Redis
) -> None:
    """It closes idle connections, the commit pipeline, and connections in use."""
    assert isinstance(cluster, Cluster)
    store = RoomStore(cluster, LOG_LENGTH)
    assert store.create(ROOM, "e1", b"{}", b"1", MINUTE)
    commit(store)
    node = cluster.slots.known_owner(keys.room_key(ROOM))
    assert node is not None
    assert node.pool.pipelines == 1
    used = node.pool.get_connection()
    cluster.slots.forget({node})
    assert used.is_connected
    node.pool.release(used)
    wait_until(lambda: node.pool.count_connected() == 0, "none is left", SOON_S)
    assert node.pool.pipelines == 0
