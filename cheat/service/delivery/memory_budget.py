"""A limit for the memory of a worker's room data that can be read or made again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

V = TypeVar("V")


class MemoryBudget(Generic[V]):
    """The sizes of values by the code of their room. Over the limit, it drops values.

    `most`: the limit, in bytes of all values together. `let_go` is called with each value to drop, first the
    one that was used longest ago, but never with the only one that is left. Safe to use from many threads.
    """

    def __init__(self, most: int, let_go: Callable[[V], None]) -> None:
        self._most, self._let_go = most, let_go
        self._kept: OrderedDict[str, tuple[V, int]] = OrderedDict()
        self._lock = threading.Lock()
        self.weight = 0

    def keep(self, code: str, value: V, weight: int) -> None:
        """Count a value of a room as used now. It replaces the room's former value."""
        with self._lock:
            before = self._kept.pop(code, None)
            self._kept[code] = value, weight
            self.weight += weight - (before[1] if before else 0)
            gone = self._too_much()
        for one in gone:
            self._let_go(one)

    def add(self, code: str, more: int) -> None:
        """Add bytes to the value of a room, if it is still kept."""
        known = self._kept.get(code)
        if known is not None:
            self.keep(code, known[0], known[1] + more)

    def forget(self, code: str) -> None:
        """Forget the value of a room."""
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
