"""A number of attempts in a window, for each of many keys."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from cheat.service.limits import gcra
from cheat.service.limits.gcra import ExpiringMarks, Rate, RateLimiter

TEN = Rate(10, 1000)


def accepted(rate: Rate, times: list[int]) -> int:
    """Return how many attempts at these times are allowed."""
    paced, count = 0.0, 0
    for now in times:
        if not rate.wait(paced, now):
            paced, count = rate.next_arrival(paced, now), count + 1
    return count


@pytest.mark.parametrize("amount", [1, 3, 7, 10, 13])
def test_burst_of_the_rate_is_allowed(amount: int) -> None:
    assert accepted(Rate(amount, 1000), [5_000] * 50) == amount


@pytest.mark.parametrize("amount", [1, 3, 7, 10, 13])
def test_a_flood_gets_the_rate_and_no_more(amount: int) -> None:
    """The first window's attempts may come at once; then each window allows the same number."""
    assert accepted(Rate(amount, 1000), list(range(1_000_000, 1_010_000))) in (11 * amount, 11 * amount - 1)


def test_an_even_flow_of_the_rate_is_never_refused() -> None:
    times = list(range(1_000_000, 1_100_000, 100))
    assert accepted(TEN, times) == len(times)


def test_wait_says_when_the_next_one_may_happen() -> None:
    paced = 0.0
    for _ in range(10):
        paced = TEN.next_arrival(paced, 5_000)
    assert TEN.wait(paced, 5_000) == 100
    assert TEN.wait(paced, 5_040) == 60
    assert TEN.wait(paced, 5_100) == 0


def test_moment_of_a_fast_clock_is_ignored() -> None:
    assert TEN.wait(65_000, 5_000) == 0
    assert TEN.next_arrival(65_000, 5_000) == 5_100


def test_keys_do_not_share_their_pace() -> None:
    limited = RateLimiter(Rate(1, 3600.0))
    assert limited.take("ada") == 0
    assert 3000 < limited.take("ada") <= 3600
    assert limited.take("bob") == 0


def test_concurrent_threads_get_the_rate_and_no_more() -> None:
    limited, gate, usual = RateLimiter(Rate(1, 3600.0)), Barrier(8), sys.getswitchinterval()

    def ask(_: int) -> list[int]:
        gate.wait(60)
        return [key for key in range(3000) if not limited.take(key)]

    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            taken = [key for keys in pool.map(ask, range(8)) for key in keys]
    finally:
        sys.setswitchinterval(usual)
    assert sorted(taken) == list(range(3000))


def test_stored_keys_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gcra, "MOST_KEYS", 100)
    limited, until = RateLimiter(Rate(1, 60.0)), ExpiringMarks()
    for number in range(1000):
        limited.take(number)
        until.mark(number, 60)
    assert len(limited) <= 100
    assert len(until) <= 100


def test_expired_keys_are_dropped_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gcra, "MOST_KEYS", 100)
    until = ExpiringMarks()
    until.mark("blocked", 3600)
    for number in range(99):
        until.mark(number, 0)
    until.mark("one more", 3600)
    assert until.seconds_left("blocked") > 3000
    assert until.seconds_left(5) == 0
