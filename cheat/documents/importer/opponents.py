"""What becomes of a document's opponents: the weights of our bots, and what a script is told."""

from __future__ import annotations

from typing import Any

from cheat.documents.importer.reading import DRAW, Action

SCRIPT = "Script"
"""The opponent of a script that has no names for its opponents."""
LEVELS = ("easy", "normal", "hard")
MOST_NAMES, MOST_ORDERS = 16, 32
"""Of opponents and of their priorities: more are left out."""
WANTED, WANTED_LESS, LEAST, SELDOM = 16.0, 4.0, 0.05, 0.02
"""Weights of bots: of the most wanted action, by how much each other is wanted less, of the least wanted one,
and of closing the game.
"""


def unlike_levels(name: str) -> str:
    """What an opponent is called beside the usual levels."""
    return f"{name} ({SCRIPT})" if name in LEVELS else name


def as_told(action: Action) -> dict[str, Any]:
    """An action as a script is told it: as it was written, with what stands for what is missing."""
    return {
        **action.stated, "id": action.id, "origin": action.origin, "destination": action.destination,
        "numCards": action.count, "description": action.label,
        "preconditions": action.stated.get("preconditions") or [],
    }  # fmt: skip


def weight_of(action: Action, orders: list[list[int]]) -> float:
    """How much bots like an action: the mean over the orders; drawing less where there are none."""
    if not orders:
        return 1.0 if action.origin == DRAW else WANTED_LESS
    places = [order.index(action.id) if action.id in order else len(order) for order in orders]
    mean = sum(WANTED / WANTED_LESS**place for place in places) / len(places)
    return max(round(mean, 4), LEAST)
