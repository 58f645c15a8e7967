"""A limit for the memory of cached data about rooms."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from cheat.ops.threads import brief_lock

V = TypeVar("V")


class MemoryBudget(Generic[V]):
    """A cache with one value for each room. The keys are the codes of the rooms.

    The weight of a value is its memory in bytes. If the weight of all values together is above `max_weight`,
    the least recently used values are dropped. The function `drop` gets each dropped value. The most
    recently used value is never dropped, even if it alone is over the limit. Many threads may use a budget at
    once.
    """

    def __init__(self, max_weight: int, drop: Callable[[V], None]) -> None:
        self._max_weight, self._drop = max_weight, drop
        self._values: OrderedDict[str, tuple[V, int]] = OrderedDict()
        self._lock = brief_lock()
        self.weight = 0

    def put(self, code: str, value: V, weight: int) -> None:
        """Set the value of a room, and count the value as the most recently used one."""
        with self._lock:
            former = self._values.pop(code, None)
            self._values[code] = value, weight
            self.weight += weight - (former[1] if former else 0)
            dropped = self._take_excess()
        for dropped_value in dropped:
            self._drop(dropped_value)

    def add(self, code: str, extra_weight: int) -> None:
        """Count more bytes for the value of a room, unless the value has been dropped."""
        entry = self._values.get(code)
        if entry is not None:
            self.put(code, entry[0], entry[1] + extra_weight)

    def forget(self, code: str) -> None:
        """Remove the value of a room, without a call of `drop`."""
        with self._lock:
            entry = self._values.pop(code, None)
            self.weight -= entry[1] if entry else 0

    def _take_excess(self) -> list[V]:
        dropped = []
        while self.weight > self._max_weight and len(self._values) > 1:
            _, (value, weight) = self._values.popitem(last=False)
            self.weight -= weight
            dropped.append(value)
        return dropped
