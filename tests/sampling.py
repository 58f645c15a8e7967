"""Tests of all pairs of two lists, which as a whole take minutes: the gate runs a sample of them."""

from __future__ import annotations

from collections.abc import Sequence
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


def _called(value: Any) -> str:
    """A function by its name."""
    return str(getattr(value, "__name__", value))
