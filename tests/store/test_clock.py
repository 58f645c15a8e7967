"""All workers use the clock of Redis, also to compare heartbeats."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import redis

from cheat import create_app
from cheat.rooms.tokens import hashed
from cheat.service.delivery import feeds as feeds_module
from cheat.service.delivery.answers import PollQuery
from cheat.service.service import Service
from cheat.settings import Settings
from cheat.store import clock as clock_module
from cheat.store.clock import RedisClock, monotonic_ms
from cheat.store.redis import subscriber
from cheat.store.rooms import RoomStore, connect
from tests.servers import LOG_LENGTH, RedisServer, free_port, in_background

MINUTE = 60_000
NEAR_MS = 15_000
"""Far less than a minute, and far more than a busy machine takes."""
MOST_POLLS = 20
"""Number of polls in a row: workers with different clocks would answer them without end."""


def told(ms: float) -> tuple[int, int]:
    """Return an answer to TIME."""
    return int(ms // 1000), int(ms % 1000 * 1000)


def machine_time() -> int:
    return time.time_ns() // 1_000_000


def test_clock_returns_the_time_of_redis(real: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock_module, "wall_clock", lambda: machine_time() + MINUTE)
    clock = RedisClock(real)
    seconds, _ = real.time()
    assert abs(clock() - seconds * 1000) < NEAR_MS


def test_time_costs_one_round_trip_once(real: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, requests, ask = RedisClock(real), [], real.time
    monkeypatch.setattr(real, "time", lambda: (requests.append(1), ask())[1])
    assert [clock() for _ in range(100)]
    assert requests == [1]


def test_worker_that_does_not_sweep_asks_again_after_a_while(
    real: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, requests, ask = RedisClock(real), [], real.time
    monkeypatch.setattr(real, "time", lambda: (requests.append(1), ask())[1])
    clock()
    monkeypatch.setattr(clock_module, "STALE_S", 0)
    monkeypatch.setattr(clock_module, "RETRY_S", MINUTE)
    clock()
    assert requests == [1], "but not before that is over"
    monkeypatch.setattr(clock_module, "RETRY_S", 0)
    clock()
    assert requests == [1, 1]


def test_own_clock_counts_until_redis_was_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking at the clock does not ask Redis each time."""
    monkeypatch.setattr(clock_module, "RETRY_S", MINUTE)
    client = connect(f"redis://127.0.0.1:{free_port()}/0", 2)
    clock, requests, ask = RedisClock(client), [], client.time
    monkeypatch.setattr(client, "time", lambda: (requests.append(1), ask())[1])
    for _ in range(20):
        assert abs(clock() - machine_time()) < MINUTE / 2
    assert len(requests) == 1
    sent = monotonic_ms()
    clock.update(sent, told(5_000_000), sent)
    assert 5_000_000 <= clock() < 5_000_000 + MINUTE


def test_slow_answers_do_not_move_the_clock(real: redis.Redis) -> None:
    """An answer that took two seconds hardly moves the clock; one that contradicts the clock does."""
    clock = RedisClock(real)
    clock.update(1000, told(501_000), 1000)
    ahead = clock.offset
    clock.update(2000, told(503_900), 4000)
    assert clock.offset == ahead == 500_000
    clock.update(6000, told(507_500), 6200)
    assert clock.offset == 501_300, "as far as it must"
    clock.update(7000, told(407_000), 7000)
    assert clock.offset == 400_000, "Redis's clock was set"


def test_sweep_corrects_the_clock(real: redis.Redis) -> None:
    store = RoomStore(real, LOG_LENGTH)
    store.clock.update(0, (0, 0), 0)
    assert store.clock() < machine_time() / 2
    store.sweep({"room": {}}, 0)
    assert abs(store.clock() - machine_time()) < MINUTE


# Two workers with clocks a minute apart


@pytest.fixture
def two_services(redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Service]]:
    """The clock of the second worker's machine is a minute ahead. Both follow presence, and sweep all the
    time.
    """
    monkeypatch.setattr(feeds_module, "PRESENCE_COMPLETE_S", 0)
    monkeypatch.setattr(subscriber, "TICK_S", 0.05)
    services = []
    for ahead in (0, MINUTE):
        monkeypatch.setattr(clock_module, "wall_clock", lambda ahead=ahead: machine_time() + ahead)
        settings = Settings(redis_url=redis_server.url, sweep_s=0.05, hold_min_s=1, hold_max_s=1)
        services.append(create_app(settings).extensions["cheat"])
    yield services
    for service in services:
        service.stop()


def follow(service: Service, who: Any) -> list[str]:
    """Return the types of all events of a player, until a poll of twenty sweeps gets none."""
    types, since = [], who.cursor
    for _ in range(MOST_POLLS):
        answer = service.events(who.code, hashed(who.token), PollQuery(since, 1, "page"))
        if not answer.events:
            break
        types += [event.type for event in answer.events]
        since = answer.cursor
    return types


def test_workers_with_different_clocks_agree_on_presence(two_services: list[Service]) -> None:
    one, two = two_services
    ada = one.create("Ada", "cheat", {}, public=False)
    ben = two.join(ada.code, "Ben")
    watching = [in_background(lambda: follow(one, ada)), in_background(lambda: follow(two, ben))]
    assert [poll.value() for poll in watching] == [["joined"], []]
    assert one.snapshot(ada.code, hashed(ada.token)).version == ben.version == 2


@pytest.mark.parametrize("dealer", [0, 1])
def test_different_clocks_do_not_shorten_turns(two_services: list[Service], dealer: int) -> None:
    dealing_service, other_service = two_services[dealer], two_services[1 - dealer]
    ada = dealing_service.create("Ada", "cheat", {"turn_s": 120}, public=False)
    others = [dealing_service.join(ada.code, name) for name in ("Ben", "Cyd")]
    begun = dealing_service.act(ada.code, hashed(ada.token), "action-01", "start", {})
    for service in two_services:
        table = service.snapshot(ada.code, hashed(ada.token)).table
        assert table.deadline is not None
        assert abs(table.deadline - table.now - 120_000) < NEAR_MS
    polls: list[tuple[Callable[..., Any], Any]] = [
        (dealing_service, ada),
        (other_service, others[0]),
        (other_service, others[1]),
    ]
    running = [in_background(lambda at=at, who=who: follow(at, who)) for at, who in polls]
    assert "timed_out" not in [kind for one in running for kind in one.value()]
    assert other_service.snapshot(ada.code, hashed(ada.token)).version == begun.version


def test_given_clock_is_used(redis_server: RedisServer) -> None:
    app = create_app(Settings(redis_url=redis_server.url), lambda: 12_345)
    service = app.extensions["cheat"]
    joined = service.create("Ada", "cheat", {}, public=False)
    assert joined.table.now == 12_345
    service.stop()


def test_estimate_asks_redis_nothing(real: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """The estimate never waits: it is the machine's time until Redis has answered, then the time of Redis."""
    clock = RedisClock(real)
    redis_time = clock()
    monkeypatch.setattr(real, "time", None)
    monkeypatch.setattr("cheat.store.clock.STALE_S", 0)
    assert redis_time <= clock.estimate() < redis_time + 60_000
    assert RedisClock(real).estimate() > 0
