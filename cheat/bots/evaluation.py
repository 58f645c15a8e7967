"""What bots that look ahead go by in a game besides its rules.

The module with the bots of a game may have two functions for it. `promise(table, player)`: how well
somebody stands before the end, on any scale on which one more is a clear advantage; a game that brings no
module, as those that are data, says it itself. `guess(table, viewer, rng)`: exchanges hidden cards of an
imagined table where others would hardly have done what they did.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from cheat.engine.determinize import Guess
from cheat.engine.game import AnyGame, Game

Outlook = Callable[[Any], dict[str, float]]
"""A table -> what it promises to each active player."""


OWN: dict[str, ModuleType] = {}
"""The modules with bots of one game, by its id. `cheat.games` puts them here."""


def outlook_of(game: AnyGame) -> Outlook | None:
    """What judges tables of a game; None where nothing is said of them before the end."""
    promise: Callable[[Any, str], float] | None = getattr(OWN.get(game.id), "promise", None)
    if promise is not None:
        return lambda table: {id: promise(table, id) for id in table.active()}
    return game.promises if type(game).promises is not Game.promises else None


def guess_of(game: AnyGame) -> Guess | None:
    """What tables that are imagined are changed by; None where all that agree with the seat are as likely."""
    guess: Guess | None = getattr(OWN.get(game.id), "guess", None)
    return guess
