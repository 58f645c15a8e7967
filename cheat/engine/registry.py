"""The games that a service knows.

There is no global list of games: code that needs games gets a registry, or a game from it.

Built-in games are in the folders of `cheat.games`. All other games are data, and share one type of table. A
registry may search for such a game only when a caller asks for its id.
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
"""Maximum number of cached games outside the catalogue, and their maximum total bytes.

That is 1 MB for each game. Few games take more.
"""

NO_GAME = "There is no such game. Choose another."

Payers = Sequence[str]
"""Keys of addresses and networks. The processor time of rules counts against their limits."""

FindGame = Callable[[str, Payers], AnyGame | None]
"""A function that returns the game with this id, or None. It need not know built-in games.

Loading the game counts against the limits of the payers.
"""


def _find_none(id: str, payers: Payers) -> None:
    return None


class Conclusion(msgspec.Struct, array_like=True):
    """A public conclusion about a hidden zone.

    If `is_there`, the zone holds one of these faces; otherwise it holds none of them.
    """

    zone: str
    is_there: bool
    faces: list[str]


STORED_NAMES = {"phases_begun": "entered", "steps_taken": "taken", "conclusions": "claims"}
"""Field of the table -> its name in stored tables, where they differ."""


class DataTable(Table, tag="doc", kw_only=True, omit_defaults=True, rename=STORED_NAMES):
    """A table of a game that is data.

    - `doc`: the id of the game
    - `values`: the values that its rules remember
    - `phase`: the present phase of its rules
    - `phases_begun`: the number of phases entered so far
    - `after_pause`: the phase that comes next, while players look at a result
    - `seat`: the index in `players` of the player on turn
    - `direction`: the direction of turns
    - `conclusions`: public conclusions about hidden zones
    - `steps_taken`: the number of steps so far
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
        """Return whether no public conclusion excludes this face from the zone."""
        return not any(
            conclusion.zone == zone.id and not conclusion.is_there and face in conclusion.faces
            for conclusion in self.conclusions
        )


class GameRegistry:
    """The games of a catalogue, built-in games first, and further games that `find` returns."""

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
        """Return whether there is a game with this id or slug. `payers`: as in `FindGame`."""
        return (self.in_catalogue(id) or self._search(id, payers)) is not None

    @property
    def tables(self) -> Any:
        """The union of all table types, by which a room's table is decoded. A tag tells them apart."""
        return self._tables

    def with_finder(self, find: FindGame) -> GameRegistry:
        """Return a registry that asks `find` for games which this registry does not know."""
        return SearchingRegistry(self, find)

    def in_catalogue(self, name: str) -> AnyGame | None:
        """Return the catalogue's game with this id or slug, or None. Does not search anywhere else."""
        return self._games.get(name) or self._slugs.get(name)

    def game(self, id: str, payers: Payers = ()) -> AnyGame:
        """Return the game with this id or slug. `payers`: as in `FindGame`.

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
    """The games of another registry, and games that `find` finds."""

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
        """The type of the catalogue's tables. Any other game has a table of one of these types."""
        return self._catalogue.tables
