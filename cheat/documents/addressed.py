"""Sentences that the engine of documents tells, for the player that they are about."""

from __future__ import annotations

from cheat.i18n.addressed import Addressed

ADDRESSED = Addressed(
    winners={
        "{winners} won the game.": "You won the game.",
    },
)
