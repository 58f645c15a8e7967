"""Tests that take minutes as a whole: the gate runs a sample, always the same, and the rest is long."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from itertools import count
from typing import Any

import pytest


def pairs(first: Sequence[Any], second: Sequence[Any], *, every: int) -> list[Any]:
    """All pairs as arguments of `parametrize`, of which all but each so many-th are `long`.

    What is left moves on by one from each of the first ones to the next, so it has all of both lists where
    neither is shorter than `every`.
    """
    return [
        pytest.param(
            one,
            other,
            id=f"{_called(one)}-{_called(other)}",
            marks=[] if (here + there) % every == 0 else pytest.mark.long,
        )
        for here, one in enumerate(first)
        for there, other in enumerate(second)
    ]


def seeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a service in this process deal the same cards in each run: its seeds are counted, not drawn."""
    numbers = count(1)
    monkeypatch.setattr(secrets, "token_hex", lambda size=32: f"{next(numbers):0{2 * size}x}")


def sampled(values: Sequence[Any], *, every: int) -> list[Any]:
    """Return the values as parameters, all but each so many-th of them `long`."""
    return [
        pytest.param(value, marks=[] if at % every == 0 else pytest.mark.long)
        for at, value in enumerate(values)
    ]


def few_and_many(*few: tuple[Any, int], many: int) -> list[Any]:
    """Return `few`, pairs of a way and how often it is tried, and as `long` each way tried `many` times."""
    often = [pytest.param(way, many, marks=pytest.mark.long) for way, _ in few]
    return [*(pytest.param(*one) for one in few), *often]


def _called(value: Any) -> str:
    """A function by its name."""
    return str(getattr(value, "__name__", value))
