"""Bounds the bytes of what a worker keeps of rooms, though it could be read or made again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

V = TypeVar("V")


class MemoryBudget(Generic[V]):
    """Keeps count of values by the code of their room, and has those let go that were used longest ago.

    `most`: bytes of all together; `let_go` is called with each value that is too much, but never with the
    last one. Safe to use from many threads.
    """

    def __init__(self, most: int, let_go: Callable[[V], None]) -> None:
        self._most, self._let_go = most, let_go
        self._kept: OrderedDict[str, tuple[V, int]] = OrderedDict()
        self._lock = threading.Lock()
        self.weight = 0

    def keep(self, code: str, value: V, weight: int) -> None:
        """Count a value in the place of the one that this room had; it is used now."""
        with self._lock:
            before = self._kept.pop(code, None)
            self._kept[code] = value, weight
            self.weight += weight - (before[1] if before else 0)
            gone = self._too_much()
        for one in gone:
            self._let_go(one)

    def add(self, code: str, more: int) -> None:
        """The value of this room takes so many bytes more, if it is still kept."""
        known = self._kept.get(code)
        if known is not None:
            self.keep(code, known[0], known[1] + more)

    def forget(self, code: str) -> None:
        """Nothing is kept of this room any more."""
        with self._lock:
            known = self._kept.pop(code, None)
            self.weight -= known[1] if known else 0

    def _too_much(self) -> list[V]:
        gone = []
        while self.weight > self._most and len(self._kept) > 1:
            _, (value, weight) = self._kept.popitem(last=False)
            self.weight -= weight
            gone.append(value)
        return gone
