"""The games. A module in this folder that defines `GAME` is a game; nothing else registers it."""

from __future__ import annotations

import importlib
import pkgutil
from functools import reduce
from operator import or_
from typing import Any

from cheat.errors import NotFound
from cheat.games.game import AnyGame


def _found() -> dict[str, AnyGame]:
    modules = [
        importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)
    ]
    games = [module.GAME for module in modules if hasattr(module, "GAME")]
    return {game.id: game for game in sorted(games, key=lambda game: game.name)}


GAMES: dict[str, AnyGame] = _found()
"""Every game by its id, in the order of the catalogue."""

AnyTable: Any = reduce(or_, (game.table_type for game in GAMES.values()))
"""The union of all tables, told apart by their tag: what a room's table is decoded as."""


def game_called(id: str) -> AnyGame:
    """The game with this id. Raises NotFound (`game_not_found`)."""
    try:
        return GAMES[id]
    except KeyError:
        raise NotFound("There is no such game.", "game_not_found") from None
