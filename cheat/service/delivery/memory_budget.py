"""A memory limit for room data that a worker can read or compute again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

V = TypeVar("V")


class MemoryBudget(Generic[V]):
    """An LRU index of values by room code, with a limit for their bytes.

    `most`: the limit for all values together, in bytes. `drop` is called with each value that is dropped, the
    least recently used first. The last remaining value is never dropped. Safe to use from many threads.
    """

    def __init__(self, most: int, drop: Callable[[V], None]) -> None:
        self._most, self._drop = most, drop
        self._values: OrderedDict[str, tuple[V, int]] = OrderedDict()
        self._lock = threading.Lock()
        self.weight = 0

    def put(self, code: str, value: V, weight: int) -> None:
        """Store a value of a room as the most recently used. It replaces the room's former value."""
        with self._lock:
            before = self._values.pop(code, None)
            self._values[code] = value, weight
            self.weight += weight - (before[1] if before else 0)
            dropped = self._take_excess()
        for one in dropped:
            self._drop(one)

    def add(self, code: str, more: int) -> None:
        """Add bytes to the value of a room if it is still kept."""
        counted = self._values.get(code)
        if counted is not None:
            self.put(code, counted[0], counted[1] + more)

    def forget(self, code: str) -> None:
        """Forget the value of a room."""
        with self._lock:
            counted = self._values.pop(code, None)
            self.weight -= counted[1] if counted else 0

    def _take_excess(self) -> list[V]:
        dropped = []
        while self.weight > self._most and len(self._values) > 1:
            _, (value, weight) = self._values.popitem(last=False)
            self.weight -= weight
            dropped.append(value)
        return dropped
