"""A Redis that refuses new connections or subscriptions: existing connections go on serving all requests."""

from __future__ import annotations

import contextlib
import re
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import redis

from cheat.errors import NotFound, RateLimited, StoreUnavailable
from cheat.service.delivery import feeds as feeds_module
from cheat.service.delivery.feeds import Feeds
from cheat.service.limits.rate_limits import AddressLimits, GuessLimits
from cheat.settings import Settings
from cheat.store.redis import pool as pool_module
from cheat.store.redis import subscriber
from cheat.store.room_count import RoomCount
from cheat.store.rooms import RoomStore, SweptRoom, connect
from tests.servers import LOG_LENGTH, PATIENCE_S, ROOT, RedisServer, in_background, wait_until

from .sweeps import heartbeats_of
from .test_feeds import SOON_S, commit, known, polls
from .waiters import read, watching

MINUTE = 60_000
Make = Callable[..., Any]


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let callers wait for a shared connection as long as a busy machine may need."""
    monkeypatch.setattr(pool_module, "POOL_WAIT_S", PATIENCE_S)


@pytest.fixture
def admin(start_redis: Make) -> Iterator[Any]:
    """The administrator of a Redis of the test's own, with one room."""
    server: RedisServer = start_redis()
    with server.client() as client:
        client.connection_pool.connection_kwargs["port"] = server.port
        assert RoomStore(client, LOG_LENGTH).create("room", "e1", b'{"n":1}', b'"log 1"', MINUTE)
        yield client


@pytest.fixture
def make_client(admin: Any) -> Iterator[Make]:
    """Makes clients as the service does, for any user."""
    clients: list[redis.Redis] = []

    def make(connections: int = 5, user: str = "") -> redis.Redis:
        port = admin.connection_pool.connection_kwargs["port"]
        clients.append(connect(f"redis://{user}127.0.0.1:{port}/0", connections))
        return clients[-1]

    yield make
    for client in clients:
        client.connection_pool.disconnect()


@pytest.fixture
def client_without_listening(admin: Any, make_client: Make) -> redis.Redis:
    """A client of a user that may do everything except subscribe."""
    admin.execute_command("ACL", "SETUSER", "deaf", "on", ">secret", "~*", "&*", "+@all", "-subscribe")
    client: redis.Redis = make_client(5, user="deaf:secret@")
    return client


@pytest.fixture
def make_feeds(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Feeds]]:
    """Makes feeds that sweep five times a second."""
    monkeypatch.setattr(subscriber, "TICK_S", 0.05)
    monkeypatch.setattr(subscriber, "RECONNECT_S", 0.05)
    monkeypatch.setattr(feeds_module, "CONFIRM_S", 0.1)
    all_feeds: list[Feeds] = []

    def make(client: redis.Redis, sweep_s: float = 0.2) -> Feeds:
        all_feeds.append(Feeds(RoomStore(client, LOG_LENGTH), client, sweep_s))
        return all_feeds[-1]

    yield make
    for feeds in all_feeds:
        feeds.stop()


def warm(client: redis.Redis, count: int) -> None:
    """Open so many idle connections."""
    connections = [client.connection_pool.get_connection() for _ in range(count)]
    for connection in connections:
        client.connection_pool.release(connection)


def fill(admin: Any, room: int = 0) -> None:
    """Let Redis accept so many more connections, and refuse all others."""
    admin.config_set("maxclients", len(admin.client_list()) + room)


def connected(admin: Any) -> int:
    """Open connections of other clients."""
    return len(admin.client_list()) - 1


# Memory


def everything(admin: Any) -> dict[bytes, bytes]:
    """Return all data of Redis, as DUMP gives it."""
    return {key: admin.dump(key) for key in admin.keys("*")}


WRITES: dict[str, Callable[[RoomStore, Any], Any]] = {
    "a version": lambda store, read: store.commit("room", read, b'{"n":2}', b'"log 2"', MINUTE, b"block"),
    "a version of the next game": lambda store, read: store.commit(
        "room", read, b'{"n":2}', b'"log 2"', MINUTE, b"block", first=True
    ),
    "a private version": lambda store, read: store.commit("room", read, b'{"n":2}', None, MINUTE, b"block"),
    "another room": lambda store, read: store.create("other", "e2", b"{}", b'"log 1"', MINUTE),
    "who is here": lambda store, read: store.sweep({"room": {"p1": 1}}, 1),
}


@pytest.mark.parametrize("write", WRITES)
def test_redis_without_memory_is_read_and_writes_all_or_nothing(
    admin: Any, make_client: Make, write: str
) -> None:
    store = RoomStore(make_client(), LOG_LENGTH)
    read = store.load("room")
    assert read is not None
    assert store.commit("room", read, b'{"n":2}', b'"log 2"', MINUTE, b"block")
    read, before = store.load("room"), everything(admin)
    admin.config_set("maxmemory-policy", "noeviction")
    admin.config_set("maxmemory", 100_000)
    with pytest.raises(StoreUnavailable) as refused:
        WRITES[write](store, read)
    assert refused.value.cause == "Redis has no memory left."
    assert everything(admin) == before
    assert store.load("room") == read
    admin.config_set("maxmemory", 0)
    assert WRITES[write](store, read)
    assert everything(admin) != before


# Requests


def test_idle_connections_serve_after_one_more_was_refused(admin: Any, make_client: Make) -> None:
    """Five requests need a fifth connection, which Redis refuses. Then they share the four others."""
    client = make_client(5)
    store = RoomStore(client, LOG_LENGTH)
    warm(client, 4)
    fill(admin)
    connections = [client.connection_pool.get_connection() for _ in range(4)]
    fifth = in_background(lambda: store.load("room"))
    wait_until(lambda: admin.info("stats")["rejected_connections"] > 0, "a fifth connection is refused")
    assert not fifth.done, "it waits for one of the four"
    for connection in connections:
        client.connection_pool.release(connection)
    assert fifth.value() is not None
    for _ in range(10):
        assert store.load("room") is not None
    assert connected(admin) == 4


def test_many_at_once_share_the_connections_that_there_are(admin: Any, make_client: Make) -> None:
    client = make_client(5)
    store = RoomStore(client, LOG_LENGTH)
    warm(client, 2)
    fill(admin)
    loads = [in_background(lambda: [store.load("room") for _ in range(20)]) for _ in range(12)]
    assert all(None not in load.value() for load in loads)


def test_connection_is_made_as_soon_as_there_is_room_again(admin: Any, make_client: Make) -> None:
    """The only connection is in use for long. The waiting request still asks Redis for a new one."""
    client = make_client(5)
    lent = client.connection_pool.get_connection()
    fill(admin)
    load = in_background(lambda: RoomStore(client, LOG_LENGTH).load("room"))
    wait_until(lambda: admin.info("stats")["rejected_connections"] > 0, "a second connection is refused")
    admin.config_set("maxclients", 100)
    assert load.value() is not None
    client.connection_pool.release(lent)


def test_waiting_for_a_healthy_connection_ends(
    admin: Any, make_client: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool_module, "POOL_WAIT_S", 0.3)
    client = make_client(5)
    lent = client.connection_pool.get_connection()
    fill(admin)
    with pytest.raises(StoreUnavailable) as caught:
        RoomStore(client, LOG_LENGTH).load("room")
    assert "max number of clients" in str(caught.value.__cause__)
    client.connection_pool.release(lent)
    assert RoomStore(client, LOG_LENGTH).load("room") is not None


def test_request_without_any_connection_fails_at_once(admin: Any, make_client: Make) -> None:
    fill(admin)
    began_at = time.monotonic()
    with pytest.raises(StoreUnavailable):
        RoomStore(make_client(5), LOG_LENGTH).load("room")
    assert time.monotonic() - began_at < pool_module.POOL_WAIT_S


def test_idle_connections_that_redis_closed_are_no_healthy_ones(admin: Any, make_client: Make) -> None:
    """The server has closed the connections, unnoticed. One of them can be opened again."""
    client = make_client(5)
    store = RoomStore(client, LOG_LENGTH)
    warm(client, 3)
    admin.client_kill_filter(_type="normal", skipme=True)
    wait_until(lambda: connected(admin) == 0, "closed")
    fill(admin, room=1)
    for _ in range(5):
        assert store.load("room") is not None


# Subscriptions


def test_pending_connection_is_not_used_for_listening(
    admin: Any, make_client: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The socket is open, but Redis has not accepted the connection yet."""
    client = make_client(2)
    warm(client, 1)
    asks, refuses = threading.Event(), threading.Event()

    def ask(*_: Any, **__: Any) -> None:
        asks.set()
        refuses.wait()
        raise redis.ConnectionError("max number of clients reached")

    monkeypatch.setattr(redis.Connection, "on_connect_check_health", ask)
    connecting = in_background(lambda: client.connection_pool.has_connections(2))
    asks.wait()
    assert pool_module.can_reserve_one(client) is False
    refuses.set()
    assert connecting.value() is False


def test_sweep_delivers_events_if_listening_is_refused(
    admin: Any, client_without_listening: redis.Redis, make_feeds: Callable[..., Feeds]
) -> None:
    feeds = make_feeds(client_without_listening)
    for version in range(2, 5):
        waiting = polls(feeds, 5, version)
        commit(RoomStore(client_without_listening, LOG_LENGTH))
        assert all(poll.value() for poll in waiting)
    assert not admin.client_list(_type="pubsub")


@pytest.mark.parametrize("rights", [("-publish",), ("resetchannels",)])
def test_commit_without_a_wakeup_is_delivered_by_the_sweep(
    admin: Any, make_client: Make, make_feeds: Callable[..., Feeds], rights: tuple[str]
) -> None:
    admin.execute_command("ACL", "SETUSER", "mute", "reset", "on", ">secret", "~*", "&*", "+@all", *rights)
    client = make_client(5, user="mute:secret@")
    feeds = make_feeds(client)
    waiting = polls(feeds, 5, 2)
    commit(RoomStore(client, LOG_LENGTH))
    assert all(poll.value() for poll in waiting)


def test_redis_rights_of_the_security_page_are_enough(
    admin: Any, make_client: Make, make_feeds: Callable[..., Feeds]
) -> None:
    named = re.search(r"`(~cheat:.*)`", (ROOT / "docs/security.md").read_text())
    assert named
    admin.execute_command("ACL", "SETUSER", "cheat", "reset", "on", ">secret", *named[1].split())
    client, settings = make_client(5, user="cheat:secret@"), Settings(room_limit="1/minute", max_rooms=9)
    store, feeds, room_count = RoomStore(client, LOG_LENGTH), make_feeds(client), RoomCount(client, 9, 0.5)
    waiting = polls(feeds, 3, 2)
    wait_until(lambda: admin.client_list(_type="pubsub"), "the worker listens")
    commit(store)
    assert all(poll.value() for poll in waiting)
    assert store.create("other", "e1", b"1", b"1", MINUTE)
    assert store.list_publicly("other", 1)
    assert [*store.listed_rooms(9)] == [*store.unlist("other")] == ["other"]
    assert heartbeats_of(store, {"room": {"p1": 1}}, 1) == {"room": {"p1": 1}}
    room_count.add("other", 1, MINUTE)
    assert (room_count.full(1), room_count.claim_public("::", "other", 1)) == ("", 0)
    AddressLimits(client, settings).count("rooms", "::")
    with pytest.raises(RateLimited):
        AddressLimits(client, settings).count("rooms", "::")
    guesses = GuessLimits(client, Settings(miss_limit="1/minute"))
    for refusal in (NotFound, RateLimited):
        with pytest.raises(refusal), guesses.guarded("::", None):
            raise NotFound("There is no such room.")


def test_without_sweeps_and_listening_nothing_is_delivered(
    client_without_listening: redis.Redis, make_feeds: Callable[..., Feeds]
) -> None:
    """The negative control."""
    feeds = make_feeds(client_without_listening, sweep_s=1e9)
    waiting = polls(feeds, 2, 2, within=1)
    wait_until(lambda: feeds.known_version("room"), "the room is known")
    commit(RoomStore(client_without_listening, LOG_LENGTH))
    assert [poll.value() for poll in waiting] == [False, False]


def test_sweep_delivers_events_without_a_connection_for_listening(
    admin: Any, make_client: Make, make_feeds: Callable[..., Feeds]
) -> None:
    """Redis accepts one connection of this worker: it is for the requests and the sweep."""
    client = make_client(5)
    store = RoomStore(client, LOG_LENGTH)
    fill(admin, room=1)
    assert store.load("room") is not None
    feeds = make_feeds(client)
    for version in range(2, 5):
        waiting = polls(feeds, 5, version)
        commit(store)
        assert all(poll.value() for poll in waiting)
    assert not admin.client_list(_type="pubsub")


def test_listening_begins_once_a_connection_is_free(
    admin: Any, make_client: Make, make_feeds: Callable[..., Feeds]
) -> None:
    client = make_client(5)
    fill(admin, room=1)
    feeds = make_feeds(client, sweep_s=1e9)
    with watching(feeds, "room") as waiter:
        assert known(feeds, waiter.feed) == 1
        admin.config_set("maxclients", 100)
        wait_until(lambda: len(admin.client_list(_type="pubsub")) == 1, "listening")
        waiting = polls(feeds, 2, 2)
        commit(RoomStore(client, LOG_LENGTH))
        assert [poll.value() for poll in waiting] == [True, True]


def test_subscriber_gives_up_its_connection_for_requests(
    admin: Any, make_client: Make, make_feeds: Callable[..., Feeds]
) -> None:
    """The connections of the requests break, and another client takes their places."""
    client, strangers = make_client(2), make_client(5)
    store = RoomStore(client, LOG_LENGTH)
    feeds = make_feeds(client)
    with watching(feeds, "room") as waiter:
        assert known(feeds, waiter.feed) == 1
        wait_until(lambda: admin.client_list(_type="pubsub"), "listening")
        admin.config_set("maxclients", 3)
        wait_until(lambda: pushes_in(admin, strangers), "somebody else is let in")
        wait_until(lambda: attempt(lambda: commit(store)), "requests are served again")
        assert not admin.client_list(_type="pubsub")
        waiting = polls(feeds, 3, 3)
        commit(store)
        assert all(poll.value() for poll in waiting)


def pushes_in(admin: Any, strangers: redis.Redis) -> bool:
    """Close all connections except subscribers. Return whether a stranger was the first to reconnect."""
    admin.client_kill_filter(_type="normal", skipme=True)
    return attempt(strangers.ping)


def attempt(do: Callable[[], Any]) -> bool:
    with contextlib.suppress(StoreUnavailable, redis.RedisError):
        return bool(do())
    return False


def test_idle_rooms_are_forgotten_if_listening_is_refused(
    client_without_listening: redis.Redis, make_feeds: Callable[..., Feeds], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds_module, "LINGER_S", 0.1)
    feeds = make_feeds(client_without_listening)
    with watching(feeds, "room") as waiter:
        assert known(feeds, waiter.feed) == 1
    wait_until(lambda: feeds.known_version("room") is None, "forgotten")


def test_first_poll_alone_waits_for_a_confirmation_that_does_not_come(
    client_without_listening: redis.Redis, make_feeds: Callable[..., Feeds], monkeypatch: pytest.MonkeyPatch
) -> None:
    feeds = make_feeds(client_without_listening)

    def ask() -> None:
        with watching(feeds, "room") as waiter:
            read(feeds, waiter.feed)

    monkeypatch.setattr(feeds_module, "CONFIRM_S", 0.5)
    first = in_background(ask)
    first.value()
    assert first.took >= 0.5
    monkeypatch.setattr(feeds_module, "CONFIRM_S", 600)
    for _ in range(2):
        in_background(ask).value()


def test_slow_store_does_not_delay_wakeups(
    admin: Any, make_client: Make, make_feeds: Callable[..., Feeds]
) -> None:
    """While the sweep waits for an answer, wake-ups arrive all the same."""
    client, was_asked, answer = make_client(5), threading.Event(), threading.Event()
    feeds = make_feeds(client)

    def slow(heartbeats: Any, now: int) -> dict[str, SweptRoom]:
        was_asked.set()
        answer.wait(PATIENCE_S)
        return dict.fromkeys(heartbeats, SweptRoom(("e1", 2, 0), {}))

    feeds.store.sweep = slow
    waiting = polls(feeds, 2, 2)
    assert was_asked.wait(SOON_S)
    commit(RoomStore(make_client(5), LOG_LENGTH))
    assert all(poll.value() for poll in waiting)
    answer.set()
