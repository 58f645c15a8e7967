"""Bots: pure functions from what a seat sees to a move.

A module here that is named like a game has the bots of that game, `BOTS`, and in `FAST` the options
with which nothing waits when bots are among themselves; other rules stay as they are.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from cheat.bots.bot import Bot, Level
from cheat.games import GAMES

LEVELS: dict[Level, str] = {"easy": "Easy", "normal": "Normal", "hard": "Hard"}

GENERIC = Bot()
"""The bot that plays what no other does."""


def _found() -> dict[str, ModuleType]:
    names = {id: f"{__name__}.{id}" for id in GAMES}
    return {id: import_module(name) for id, name in names.items() if find_spec(name)}


_OWN = _found()

FAST: dict[str, dict[str, Any]] = {id: module.FAST for id, module in _OWN.items()}
"""Options for games among bots, by game."""


def bot_for(game: str, level: Level) -> Bot:
    """The bot that plays this game at this level; the generic one where a game has none of its own."""
    bots: dict[Level, Bot] = _OWN[game].BOTS if game in _OWN else {}
    return bots.get(level, GENERIC)
