"""The games. A module in this folder that defines `GAME` is a game; nothing else registers it."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

from cheat.games.game import AnyGame
from cheat.games.library import Library


def _found() -> dict[str, AnyGame]:
    modules = [
        importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)
    ]
    games = [module.GAME for module in modules if hasattr(module, "GAME")]
    return {game.id: game for game in sorted(games, key=lambda game: game.name)}


GAMES: dict[str, AnyGame] = _found()
"""Every game that is built in, by its id, in the order of the catalogue."""

BUILT_IN = Library(GAMES.values())
"""The library of a service that is handed no other."""

AnyTable: Any = BUILT_IN.tables
"""The union of their tables, told apart by their tag."""

game_called = BUILT_IN.called
