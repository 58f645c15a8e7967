"""Convert the bots of a document in the older format.

- A list of priorities has the ids of actions, the most wanted first. Our bots choose among moves by weights:
  they prefer moves with greater weights. So the importer makes weights from priorities.
- A script is the author's code for choosing cards. The script gets actions as the author wrote them.
"""

from __future__ import annotations

from typing import Any

from cheat.documents.importer.reading import DRAW, Action, Older
from cheat.documents.parse.diagnostics import Path

SCRIPT = "Script"
"""The name of the only bot of a document that has a script, but no names of bots."""
LEVELS = ("easy", "normal", "hard")
MOST_NAMES, MOST_ORDERS = 16, 32
"""Maximum number of names of bots, and of lists of priorities. All further ones are ignored."""
TOP_WEIGHT, WEIGHT_DIVISOR, LEAST_WEIGHT, CLOSING_WEIGHT = 16.0, 4.0, 0.05, 0.02
"""Numbers for the weights of moves.

`TOP_WEIGHT` is the weight of the most wanted action. For each further position in a list of priorities, the
weight is divided by `WEIGHT_DIVISOR`, down to `LEAST_WEIGHT`. `CLOSING_WEIGHT` is the weight of closing the
game, which makes the game end with the present turn.
"""


def unlike_levels(name: str) -> str:
    """Return a name for a bot. A name like a level, such as “easy”, becomes “easy (Script)”."""
    return f"{name} ({SCRIPT})" if name in LEVELS else name


def unused_names(older: Older, script: str) -> list[Path]:
    """Return the path of `AIs` and of `AIPriorities`, if some of their entries have no effect.

    Without a script, no name of a bot (`AIs`) has an effect, but all lists of priorities have. With a script,
    only the first `MOST_NAMES` names and the first `MOST_ORDERS` lists have an effect.
    """
    most_names, most_orders = MOST_NAMES if script else 0, MOST_ORDERS if script else len(older.priorities)
    return [
        *([("AIs",)] if len(older.names) > most_names else []),
        *([("AIPriorities",)] if len(older.priorities) > most_orders else []),
    ]


def for_script(action: Action) -> dict[str, Any]:
    """Return an action for a script: as the author wrote it, with defaults for missing keys."""
    return {
        **action.stated, "id": action.id, "origin": action.origin, "destination": action.destination,
        "numCards": action.count, "description": action.label,
        "preconditions": action.stated.get("preconditions") or [],
    }  # fmt: skip


def weight_of(action: Action, orders: list[list[int]]) -> float:
    """Return the weight of an action for bots: the mean of its weights in all `orders`.

    `orders`: the lists of priorities. If there are no lists, drawing has a lower weight than all other
    actions.
    """
    if not orders:
        return 1.0 if action.origin == DRAW else WEIGHT_DIVISOR
    places = [order.index(action.id) if action.id in order else len(order) for order in orders]
    mean = sum(TOP_WEIGHT / WEIGHT_DIVISOR**place for place in places) / len(places)
    return max(round(mean, 4), LEAST_WEIGHT)
