"""What was asked for last and is dear to make: so many values, and so much of them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

V = TypeVar("V")


class LruCache(Generic[V]):
    """Keeps `most` values that weigh `most_weight` together, and always the last one; the one that was asked
    for longest ago is forgotten first. Others may ask at the same time: nothing is taken away from them.
    """

    def __init__(self, most: int, most_weight: int) -> None:
        self._most, self._most_weight = most, most_weight
        self._kept: OrderedDict[Hashable, tuple[V, int]] = OrderedDict()

    def get(self, key: Hashable) -> V | None:
        """The value that is kept under a key; None if none is."""
        found = self._kept.get(key)
        if found is None:
            return None
        self._kept[key] = found
        self._kept.move_to_end(key)
        return found[0]

    def put(self, key: Hashable, value: V, weight: int) -> V:
        """Keep a value; the same value."""
        self._kept.pop(key, None)
        self._kept[key] = value, weight
        while len(self._kept) > 1 and self._is_full():
            self._kept.popitem(last=False)
        return value

    def _is_full(self) -> bool:
        weight = sum(weight for _, weight in list(self._kept.values()))
        return len(self._kept) > self._most or weight > self._most_weight
