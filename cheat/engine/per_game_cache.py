"""A cache of values derived from a game, kept as long as the game itself and no longer."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from cheat.engine.game import AnyGame
from cheat.engine.lru import LruCache

V = TypeVar("V")


class PerGameCache(Generic[V]):
    """Cache of the last `most` values derived from each game, by their keys.

    The cache keeps no game alive: a compiled document that is used nowhere else is freed.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: WeakKeyDictionary[AnyGame, LruCache[V]] = WeakKeyDictionary()

    def get(self, game: AnyGame, key: Hashable, make: Callable[[], V]) -> V:
        """Return the value kept for a game, or else make it now."""
        recent = self._made.get(game)
        if recent is None:
            recent = self._made[game] = LruCache(self._most, self._most)
        made = recent.get(key)
        return recent.put(key, make(), 1) if made is None else made
