"""A number of attempts in a window, for each of many keys."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from cheat.service.limits import gcra
from cheat.service.limits.gcra import Debts, ExpiringMarks, Rate, RateLimiter

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


@pytest.fixture
def hundred(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each limiter store at most a hundred keys."""
    monkeypatch.setattr(gcra, "MOST_KEYS", 100)


@pytest.mark.usefixtures("hundred")
def test_stored_keys_are_bounded() -> None:
    limited, until, debts = RateLimiter(Rate(1, 60.0)), ExpiringMarks(), Debts()
    for number in range(1000):
        limited.take(number)
        until.mark(number, 60)
        debts.add(number, 60)
        assert number < 90 or 90 <= len(limited) == len(until) == len(debts) <= 100


@pytest.mark.usefixtures("hundred")
def test_expired_keys_are_dropped_first() -> None:
    until = ExpiringMarks()
    until.mark("blocked", 3600)
    for number in range(99):
        until.mark(number, 0)
    until.mark("one more", 3600)
    assert until.seconds_left("blocked") > 3000
    assert until.seconds_left(5) == 0


@pytest.mark.usefixtures("hundred")
def test_many_keys_do_not_lift_the_limit_of_one_that_has_used_it_up() -> None:
    """An address, or someone with thousands of addresses, gains nothing by calls under other keys."""
    limited = RateLimiter(Rate(2, 3600.0))
    assert [limited.take("greedy"), limited.take("greedy")] == [0, 0]
    for number in range(1000):
        assert limited.take(number) == 0
        assert limited.take("greedy") > 1000


@pytest.mark.usefixtures("hundred")
def test_marks_and_debts_that_end_last_are_kept() -> None:
    until, debts = ExpiringMarks(), Debts(lambda: 0.0)
    for number in range(1000):
        seconds = 7 * number % 1000
        until.mark(seconds, seconds)
        debts.add(seconds, seconds)
    for seconds in range(910, 1000):
        assert until.seconds_left(seconds) > seconds - 100
        assert debts.left(seconds, 0) == seconds


@pytest.mark.usefixtures("hundred")
def test_known_key_is_renewed_without_dropping_others() -> None:
    until = ExpiringMarks()
    for number in range(100):
        until.mark(number, 60)
    for number in range(100):
        until.mark(number, 3600)
    assert all(until.seconds_left(number) > 3000 for number in range(100))


@pytest.mark.usefixtures("hundred")
def test_keys_are_sorted_once_for_every_tenth_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """A flood of new keys costs a few steps for each of them, not a look at all stored keys."""
    sizes = list[int]()

    def counted(items: Any, **more: Any) -> Any:
        sizes.append(len(items))
        return sorted(items, **more)

    monkeypatch.setattr(gcra, "sorted", counted, raising=False)
    limited = RateLimiter(Rate(1, 3600.0))
    for number in range(1100):
        limited.take(number)
    assert sizes == [100] * 100
