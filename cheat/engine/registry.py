"""Registries of games: find a game by its id.

There is no global list of games: code that needs games gets a registry, or a game from a registry.

A registry contains the games of the catalogue: the games in Python, and some bundled documents. They are part
of the project. All other games are documents that a `FindGame` function loads when a caller asks for their
ids. All documents share one type of table, `DataTable`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from cheat.engine.game import AnyGame
from cheat.engine.lru import LruCache
from cheat.engine.table import Table, Zone
from cheat.errors import NotFound

FOUND_MAX, FOUND_WEIGHT = 64, 64_000_000
"""Maximum number and total size (bytes) of the cached games that are not in the catalogue.

On average, each game may have 1 MB. Few games take more.
"""

NO_GAME = "There is no such game. Choose another."

Payers = Sequence[str]
"""The address and networks of a client, as keys of rate limits.

The processor time that rules of documents take counts against the limits of these keys.
"""

FindGame = Callable[[str, Payers], AnyGame | None]
"""A function that returns the game with this id, or None.

It need not find games of the catalogue. The processor time for loading the game counts against the limits of
the payers.
"""


def _find_none(id: str, payers: Payers) -> None:
    return None


class Conclusion(msgspec.Struct, array_like=True):
    """A conclusion: a fact about the cards of a hidden zone that all players know.

    If `is_there`, the zone holds one of these faces; otherwise, it holds none of them.
    """

    zone: str
    is_there: bool
    faces: list[str]


STORED_NAMES = {"phases_begun": "entered", "steps_taken": "taken", "conclusions": "claims"}
"""Field of the table -> its name in stored tables, where they differ."""


class DataTable(Table, tag="doc", kw_only=True, omit_defaults=True, rename=STORED_NAMES):
    """A table of a game that is a document.

    - `doc`: the id of the game
    - `values`: the values that its rules remember
    - `phase`: the present phase of its rules, a named part of the game
    - `phases_begun`: the number of phases that have begun
    - `after_pause`: during a pause in which players look at a result, the phase that comes next
    - `seat`: the index in `players` of the player on turn
    - `direction`: the direction of turns: 1 if the next seat in `players` comes next, otherwise -1
    - `conclusions`: public conclusions about hidden zones
    - `steps_taken`: the number of moves and timeouts so far
    """

    doc: str
    values: dict[str, Any] = {}
    phase: str = ""
    after_pause: str = ""
    phases_begun: int = 0
    seat: int = 0
    direction: int = 1
    steps_taken: int = 0
    conclusions: list[Conclusion] = []

    @property
    def game(self) -> str:
        """The id of the game for which the table was dealt."""
        return self.doc

    def admits(self, zone: Zone, face: str) -> bool:
        """Return False if a public conclusion excludes this face from the zone."""
        return not any(
            conclusion.zone == zone.id and not conclusion.is_there and face in conclusion.faces
            for conclusion in self.conclusions
        )


class GameRegistry:
    """The games of a catalogue (those in Python first), and further games that `find` returns."""

    def __init__(self, games: Iterable[AnyGame], find: FindGame = _find_none) -> None:
        self._games = {
            game.id: game for game in sorted(games, key=lambda game: (bool(game.source), game.name))
        }
        self._slugs = {game.slug: game for game in self._games.values() if game.slug}
        self._find = find
        self._found_games = LruCache[AnyGame](FOUND_MAX, FOUND_WEIGHT)
        types = {game.table_type for game in self._games.values()} - {DataTable}
        self._tables: Any = reduce(or_, sorted(types, key=lambda kind: kind.__name__), DataTable)

    def __iter__(self) -> Iterator[AnyGame]:
        return iter(self._games.values())

    def has(self, id: str, payers: Payers = ()) -> bool:
        """Return whether there is a game with this id or slug. `payers` are as in `FindGame`."""
        return (self.in_catalogue(id) or self._search(id, payers)) is not None

    @property
    def tables(self) -> Any:
        """The union of all table types, for decoding a room's table.

        Stored tables have a tag with their type.
        """
        return self._tables

    def with_finder(self, find: FindGame) -> GameRegistry:
        """Return a registry that calls `find` for games that this registry does not have."""
        return SearchingRegistry(self, find)

    def in_catalogue(self, name: str) -> AnyGame | None:
        """Return the catalogue's game with this id or slug, or None. Does not look for other games."""
        return self._games.get(name) or self._slugs.get(name)

    def game(self, id: str, payers: Payers = ()) -> AnyGame:
        """Return the game with this id or slug. `payers` are as in `FindGame`.

        Raises NotFound (`game_not_found`).
        """
        game = self.in_catalogue(id) or self._search(id, payers)
        if game is None:
            raise NotFound(NO_GAME, "game_not_found")
        return game

    def game_of(self, table: Table) -> AnyGame:
        """Return the game for which a table was dealt. Raises NotFound (`game_not_found`)."""
        return self.game(table.game)

    def _search(self, id: str, payers: Payers) -> AnyGame | None:
        if (cached := self._found_games.get(id)) is not None:
            return cached
        game = self._find(id, payers)
        return None if game is None else self._found_games.put(id, game, game.memory_bytes)


class SearchingRegistry(GameRegistry):
    """The games of another registry, and further games that `find` returns."""

    def __init__(self, catalogue: GameRegistry, find: FindGame) -> None:
        self._catalogue, self._find = (
            catalogue,
            lambda id, payers: catalogue._find(id, payers) or find(id, payers),
        )
        self._found_games = LruCache(FOUND_MAX, FOUND_WEIGHT)

    def __iter__(self) -> Iterator[AnyGame]:
        return iter(self._catalogue)

    def in_catalogue(self, name: str) -> AnyGame | None:
        """Return the catalogue's game with this id or slug."""
        return self._catalogue.in_catalogue(name)

    @property
    def tables(self) -> Any:
        """The union of the catalogue's table types. All other games use one of these types, too."""
        return self._catalogue.tables
