"""A cache of values that are computed from games.

When a game is freed, its values are freed, too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from cheat.engine.game import AnyGame
from cheat.engine.lru import LruCache

V = TypeVar("V")


class PerGameCache(Generic[V]):
    """Cache of the `max_values` most recently used values of each game, by their keys.

    The cache does not keep games in memory: a compiled document that is used nowhere else is freed.
    """

    def __init__(self, max_values: int) -> None:
        self._max_values = max_values
        self._caches: WeakKeyDictionary[AnyGame, LruCache[V]] = WeakKeyDictionary()

    def get(self, game: AnyGame, key: Hashable, make: Callable[[], V]) -> V:
        """Return the cached value of a game. If there is none, call `make` and cache the result."""
        cache = self._caches.get(game)
        if cache is None:
            cache = self._caches[game] = LruCache(self._max_values, self._max_values)
        cached = cache.get(key)
        return cache.put(key, make(), 1) if cached is None else cached
