"""Evaluation of a game's tables for bots that search.

The module with the bots of a game may have two functions for this:

- `evaluate_player(table, player)` returns a score of a player before the end. Any scale will do, as long as a
  difference of one is a clear advantage. A game without such a module, for example a game that is data, has
  `Game.evaluate` instead.
- `guess(table, viewer, rng)` swaps hidden cards of an imagined table if players with these cards would
  probably have acted differently.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from cheat.engine.determinize import Guess
from cheat.engine.game import AnyGame, Game

Evaluation = Callable[[Any], dict[str, float]]
"""A function from a table to the score of each active player."""


BOT_MODULES: dict[str, ModuleType] = {}
"""The modules with bots, by the id of their game. `cheat.games` fills this."""


def evaluation_of(game: AnyGame) -> Evaluation | None:
    """Return the function that scores tables of a game; None if the game has none."""
    evaluate_player: Callable[[Any, str], float] | None = getattr(
        BOT_MODULES.get(game.id), "evaluate_player", None
    )
    if evaluate_player is not None:
        return lambda table: {id: evaluate_player(table, id) for id in table.active()}
    return game.evaluate if type(game).evaluate is not Game.evaluate else None


def fast_options(game: AnyGame) -> dict[str, Any]:
    """Return options of a game without waiting times, for games among bots."""
    options: dict[str, Any] = getattr(BOT_MODULES.get(game.id), "FAST", {})
    return options


def guess_of(game: AnyGame) -> Guess | None:
    """Return the function that makes imagined tables of a game more likely.

    None means that all tables that agree with the seat's knowledge are equally likely.
    """
    guess: Guess | None = getattr(BOT_MODULES.get(game.id), "guess", None)
    return guess
