"""Effects that have been checked: functions that carry them out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cheat.documents.values import Run

Do = Callable[[Run], bool]
"""Carry something out; whether that says how the game goes on."""


class Block(NamedTuple):
    """Effects one after the other. `stops`: whichever way is taken, it says how the game goes on; if not,
    `way` tells a way on which it does not.
    """

    do: Do
    stops: bool
    way: str = ""


def _nothing(r: Run) -> bool:
    return False


EMPTY = Block(_nothing, stops=False)


def in_a_row(parts: Sequence[Block]) -> Block:
    """Effects one after the other, up to one that says how the game goes on."""
    dos = [part.do for part in parts]
    stops = any(part.stops for part in parts)
    way = next((part.way for part in reversed(parts) if part.way), "") if not stops else ""
    if len(dos) == 1:
        return Block(dos[0], stops, way)

    def do(r: Run) -> bool:
        for one in dos:  # noqa: SIM110 - effects nest, and a generator is one frame more
            if one(r):
                return True
        return False

    return Block(do, stops, way)
