"""Find the functions of a game that help bots to search: `evaluate_player` and `guess`.

A bot that searches imagines tables: it guesses the hidden cards, and plays on. The module with the game's
bots may have two functions for this:

- `evaluate_player(table, player)` returns a score of a player before the end of the game. Scores may have any
  size, but a difference of one must be a clear advantage. For games without this module, such as documents,
  bots use `Game.evaluate` instead.
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
"""Id of a game -> the module with the game's bots. `cheat.games` fills in this dict."""


def evaluation_of(game: AnyGame) -> Evaluation | None:
    """Return the function that scores the tables of a game, or None if the game has none."""
    evaluate_player: Callable[[Any, str], float] | None = getattr(
        BOT_MODULES.get(game.id), "evaluate_player", None
    )
    if evaluate_player is not None:
        return lambda table: {id: evaluate_player(table, id) for id in table.active()}
    return game.evaluate if type(game).evaluate is not Game.evaluate else None


def fast_options(game: AnyGame) -> dict[str, Any]:
    """Return the options that turn off a game's waiting times, for games among bots."""
    options: dict[str, Any] = getattr(BOT_MODULES.get(game.id), "FAST", {})
    return options


def guess_of(game: AnyGame) -> Guess | None:
    """Return the game's function `guess`, or None if the game has none.

    Without this function, all tables that agree with the seat's knowledge count as equally likely.
    """
    guess: Guess | None = getattr(BOT_MODULES.get(game.id), "guess", None)
    return guess
