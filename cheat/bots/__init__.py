"""Bots: pure functions from what a seat sees to a move. A module named like a game has its own."""

from __future__ import annotations

from cheat.bots import cheat, kittens, uno
from cheat.bots.bot import Bot, Level

LEVELS: dict[Level, str] = {"easy": "Easy", "normal": "Normal", "hard": "Hard"}

_OWN: dict[str, dict[Level, Bot]] = {"cheat": cheat.BOTS, "kittens": kittens.BOTS, "uno": uno.BOTS}
_GENERIC = Bot()


def bot_for(game: str, level: Level) -> Bot:
    """The bot that plays this game at this level; the generic one where a game has none of its own."""
    return _OWN.get(game, {}).get(level, _GENERIC)
