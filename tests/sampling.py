"""Sampling of tests that would take minutes: the gate runs a fixed sample, and `make long` runs the rest."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from itertools import count
from typing import Any

import pytest


def pairs(first: Sequence[Any], second: Sequence[Any], *, every: int) -> list[Any]:
    """Return all pairs as arguments of `parametrize`. All but every `every`-th pair are `long`.

    The sample shifts by one from each first item to the next. So it contains all items of both lists if
    neither list is shorter than `every`.
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
    """Let a service in this process deal the same cards in each run: its seeds are numbers in order."""
    numbers = count(1)
    monkeypatch.setattr(secrets, "token_hex", lambda size=32: f"{next(numbers):0{2 * size}x}")


def sampled(values: Sequence[Any], *, every: int) -> list[Any]:
    """Return the values as parameters. All but every `every`-th of them are `long`."""
    return [
        pytest.param(value, marks=[] if at % every == 0 else pytest.mark.long)
        for at, value in enumerate(values)
    ]


def few_and_many(*few: tuple[Any, int], many: int) -> list[Any]:
    """Return `few`, pairs of a way and its number of tries, and each way with `many` tries as `long`."""
    often = [pytest.param(way, many, marks=pytest.mark.long) for way, _ in few]
    return [*(pytest.param(*one) for one in few), *often]


def _called(value: Any) -> str:
    """Return the name of a function."""
    return str(getattr(value, "__name__", value))
