"""Sentences of Cheat for the player that an event is about, such as “You lied!”."""

from __future__ import annotations

from cheat.i18n.addressed import Addressed

ADDRESSED = Addressed(
    by={
        "{by} passes.": "You pass.",
        "{by} won the round.": "You won the round.",
        "{by} placed {count} × {rank}.": "You placed {count} × {rank}.",
        "{by} placed {count} × {single}.": "You placed {count} × {single}.",
        "{by} calls Cheat!": "You call Cheat!",
        "{by} was wrong: {player} told the truth.": "You were wrong: {player} told the truth.",
        "{by} takes the pile ({count}).": "You take the pile ({count}).",
    },
    player={
        "{player} lied!": "You lied!",
        "{count} × {rank} by {player}": "{count} × {rank} by you",
        "{count} × {single} by {player}": "{count} × {single} by you",
        "{by} was wrong: {player} told the truth.": "{by} was wrong: you told the truth.",
    },
    winner={
        "{winner} won the game.": "You won the game.",
    },
)
