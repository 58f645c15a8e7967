"""An LRU cache with limits for the number and the total weight of its values."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

V = TypeVar("V")


class LruCache(Generic[V]):
    """Cache of at most `max_values` values with a total weight of at most `max_weight`.

    The caller gives each value a weight, such as its size in bytes. The least recently used value is dropped
    first. The last remaining value is never dropped, even if it is too heavy. Several threads may use the
    cache at the same time. A caller may go on using a value that was dropped.
    """

    def __init__(self, max_values: int, max_weight: int) -> None:
        self.max_values, self.max_weight = max_values, max_weight
        self._entries: OrderedDict[Hashable, tuple[V, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def weight(self) -> int:
        """The total weight of the values."""
        return sum(weight for _, weight in list(self._entries.values()))

    def values(self) -> list[V]:
        """Return all values, least recently used first."""
        return [value for value, _ in list(self._entries.values())]

    def get(self, key: Hashable) -> V | None:
        """Return the value under a key, or None if there is none."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        self._entries[key] = entry
        self._entries.move_to_end(key)
        return entry[0]

    def put(self, key: Hashable, value: V, weight: int) -> V:
        """Store a value under a key, and return the value."""
        self._entries.pop(key, None)
        self._entries[key] = value, weight
        while len(self) > 1 and (len(self) > self.max_values or self.weight > self.max_weight):
            self._entries.popitem(last=False)
        return value
