"""Several machines: a balancer that shuffles requests, and Redis servers that replace each other."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cheat import create_app
from cheat.settings import Settings, SettingsError
from cheat.store.redis.sentinel import Address, SentinelPool, address_of
from cheat.store.rooms import SOCKET_TIMEOUT_S
from tests.delivery.machines import Load, balanced, load
from tests.servers import PATIENCE_S, RedisServer, SentinelServer, Web, clients_of, in_background, wait_until


def test_two_machines_behind_a_balancer_that_shuffles(two_workers: list[Web]) -> None:
    """Each request may go to either machine: polls, actions, and the compared snapshots."""
    balancer = balanced(*two_workers)
    with Load(balancer.url, 4) as games:
        wait_until(lambda: sum(balancer.sent.values()) > 300, "games are played")
        assert games.end() == 0
    first, second = balancer.sent.values()
    assert min(first, second) > 0.3 * (first + second), "less happens once in a billion runs"


# Sentinel


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("redis+sentinel://a/cards", Address([("a", 26379)], "cards", 0, False, {}, {})),
        (
            "rediss+sentinel://me:p%40ss@a:1,b,c:3/cards/2?sentinel_password=x",
            Address(
                [("a", 1), ("b", 26379), ("c", 3)],
                "cards",
                2,
                True,
                {"username": "me", "password": "p@ss"},
                {"password": "x"},
            ),
        ),
        (
            "rediss+sentinel://a/cards?ssl_ca_certs=/ca%20of%20ours.pem&socket_timeout=3",
            Address(
                [("a", 26379)],
                "cards",
                0,
                True,
                {},
                {},
                {"ssl_ca_certs": "/ca of ours.pem", "socket_timeout": 3},
            ),
        ),
        (
            "redis+sentinel://:secret@[::1]:5/c",
            Address([("::1", 5)], "c", 0, False, {"password": "secret"}, {}),
        ),
    ],
)
def test_address_of_sentinels(url: str, address: Address) -> None:
    assert address_of(url) == address


@pytest.mark.parametrize(
    "url", ["redis+sentinel://a", "redis+sentinel:///cards", "redis+sentinel://a/cards/x"]
)
def test_address_that_lacks_something_is_refused(url: str) -> None:
    with pytest.raises(SettingsError, match="REDIS_URL: it must be redis"):
        create_app(Settings(redis_url=url))


def test_command_is_repeated_at_the_new_master(
    redis_server: RedisServer, start_redis: Callable[..., RedisServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = start_redis()
    pool = SentinelPool(address_of("redis+sentinel://127.0.0.1:1/cards"), protocol=2)
    masters = [("127.0.0.1", redis_server.port)]
    monkeypatch.setattr(pool._proxy, "get_master_address", lambda: masters[-1])
    connection = pool.get_connection()
    assert connection.port == redis_server.port
    masters.append(("127.0.0.1", other.port))
    connection.disconnect()
    connection.send_command("SET", "here", 1)
    assert connection.read_response() == b"OK"
    connection.disconnect()
    with other.client() as client:
        assert client.get("here") == b"1"


@pytest.fixture
def replicated(tmp_path: Path) -> Iterator[tuple[list[RedisServer], SentinelServer]]:
    """A master, its replica, and a sentinel that knows both."""
    first = RedisServer(tmp_path).start()
    second = RedisServer(tmp_path, replica_of=first.port).start()
    sentinel = SentinelServer(tmp_path, first.port).start()
    wait_until(lambda: sentinel.good_replicas() == [second.port], "the replica is known and up to date")
    yield [first, second], sentinel
    for server in (sentinel, first, second):
        if server.running():
            server.kill()


@pytest.mark.long
@pytest.mark.parametrize("dies", [False, True], ids=["shut down", "killed"])
def test_games_lose_nothing_when_another_redis_takes_over(
    replicated: tuple[list[RedisServer], SentinelServer], start_web: Callable[..., Web], dies: bool
) -> None:
    """Replace the master while games are played at two machines.

    A master that is shut down waits for its replica. A killed master loses commits that it has answered
    and not yet sent to its replica. Here it sends them in the same turn of its loop.
    """
    (first, second), sentinel = replicated
    balancer = balanced(*(start_web(REDIS_URL=sentinel.url) for _ in range(2)))
    running = in_background(lambda: load(balancer.url, 12))
    wait_until(lambda: sum(balancer.sent.values()) > 100, "games are played")
    if dies:
        first.kill()
    else:
        first.stop()
    wait_until(lambda: sentinel.master() == second.port, "the replica has taken over")
    assert running.value(10 * PATIENCE_S) == 0


@pytest.mark.long
def test_games_lose_nothing_when_another_redis_takes_over_from_one_that_hangs(
    replicated: tuple[list[RedisServer], SentinelServer], start_web: Callable[..., Web]
) -> None:
    """The connections of the hung master stay open. When it goes on, it acts as the master for a while.

    Commits that it then still carries out are lost, but no client gets an answer to them: their requests
    have already failed.
    """
    (first, second), sentinel = replicated
    balancer = balanced(*(start_web(REDIS_URL=sentinel.url) for _ in range(2)))
    with Load(balancer.url, 6) as games:
        wait_until(lambda: sum(balancer.sent.values()) > 400, "games are played")
        first.hang()
        wait_until(lambda: sentinel.master() == second.port, "the replica has taken over")
        given_up = time.monotonic() + SOCKET_TIMEOUT_S
        wait_until(lambda: time.monotonic() > given_up and len(clients_of(second)) >= 4, "all are there")
        first.go_on()
        before = dict(balancer.sent)
        wait_until(
            lambda: all(sent > before[at] + 50 for at, sent in balancer.sent.items()), "they play on", 30
        )
        wait_until(lambda: clients_of(first) == [], "no connection of the workers is left")
        assert games.end() == 0


@pytest.mark.long
def test_connections_leave_a_replaced_master(
    replicated: tuple[list[RedisServer], SentinelServer], start_web: Callable[..., Web]
) -> None:
    """The old master lives on, and would take writes that are lost, until Sentinel makes it a replica."""
    (first, second), sentinel = replicated
    web = start_web(REDIS_URL=sentinel.url)
    assert load(web.url, 1) == 0
    sentinel.hand_over()
    wait_until(lambda: sentinel.master() == second.port, "the replica has taken over")
    wait_until(lambda: clients_of(first) == [], "no connection of the worker is left")
    assert load(web.url, 1) == 0
