"""The built-in games in Python: each folder here whose `rules.py` defines `GAME`.

Importing this package also adds the games' sentences for the player that an event is about to
`cheat.i18n.addressed`.

A folder may also have the bots of its game, in `bot.py`. There, `BOTS` has the bots by level, and `FAST` has
options without waiting times, for games among bots. `cheat.bots.evaluation` describes two more functions that
`bot.py` may have.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from cheat.bots.evaluation import BOT_MODULES
from cheat.engine.game import AnyGame
from cheat.engine.registry import GameRegistry
from cheat.games.addressed import ADDRESSED
from cheat.i18n.addressed import add_addressed


def _built_in_games() -> dict[str, AnyGame]:
    folders = [f"{__name__}.{module.name}" for module in pkgutil.iter_modules(__path__) if module.ispkg]
    games: list[AnyGame] = []
    for folder in folders:
        game = import_module(f"{folder}.rules").GAME
        games.append(game)
        add_addressed(game.addressed)
        if find_spec(f"{folder}.bot"):
            BOT_MODULES[game.id] = import_module(f"{folder}.bot")
    return {game.id: game for game in sorted(games, key=lambda game: game.name)}


add_addressed(ADDRESSED)
GAMES: dict[str, AnyGame] = _built_in_games()
"""All these games by id, in the order of the catalogue."""

BUILT_IN = GameRegistry(GAMES.values())
"""The registry of these games alone, without documents."""

AnyTable: Any = BUILT_IN.tables
"""The union of the table types of all these games; a tag tells them apart."""

built_in_game = BUILT_IN.game

FAST: dict[str, dict[str, Any]] = {id: module.FAST for id, module in BOT_MODULES.items()}
"""Options for games among bots, by game."""
