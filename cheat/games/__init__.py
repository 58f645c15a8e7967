"""The built-in games in Python. Each has a folder here, and its `rules.py` defines `GAME`.

A folder may also have a `bot.py` with the bots of its game. There, `BOTS` has the bots by level, and `FAST`
has options without waiting times, for games among bots. `bot.py` may have two more functions, which
`cheat.bots.evaluation` describes.

The games also have sentences such as “You lied!” for the player that an event is about. An import of this
package registers these sentences in `cheat.i18n.addressed`.
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
"""All built-in games in Python by id, in the order in which the catalogue lists them."""

BUILT_IN = GameRegistry(GAMES.values())
"""A registry of `GAMES` alone, without documents."""

AnyTable: Any = BUILT_IN.tables
"""The union of the table types of all these games. Stored tables have a tag with their type."""

built_in_game = BUILT_IN.game

FAST: dict[str, dict[str, Any]] = {id: module.FAST for id, module in BOT_MODULES.items()}
"""Id of a game -> its options without waiting times, for games among bots."""
