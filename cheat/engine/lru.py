"""A cache of recently used values, bounded by number and by weight."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

V = TypeVar("V")


class LruCache(Generic[V]):
    """Cache of at most `most` values, which together weigh at most `most_weight`.

    The least recently used value is dropped first; a single value is kept, however heavy it is. Several
    threads may use the cache at the same time: a value stays valid for its callers after it is dropped.
    """

    def __init__(self, most: int, most_weight: int) -> None:
        self.most, self.most_weight = most, most_weight
        self._entries: OrderedDict[Hashable, tuple[V, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def weight(self) -> int:
        """The weight of all values together."""
        return sum(weight for _, weight in list(self._entries.values()))

    def values(self) -> list[V]:
        """Return all values, the most recently used last."""
        return [value for value, _ in list(self._entries.values())]

    def get(self, key: Hashable) -> V | None:
        """Return the value kept under a key; None if there is none."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        self._entries[key] = entry
        self._entries.move_to_end(key)
        return entry[0]

    def put(self, key: Hashable, value: V, weight: int) -> V:
        """Keep a value, and return it."""
        self._entries.pop(key, None)
        self._entries[key] = value, weight
        while len(self) > 1 and (len(self) > self.most or self.weight > self.most_weight):
            self._entries.popitem(last=False)
        return value
