"""Notes on a game that is only played to try its document. They are not part of the table."""

from __future__ import annotations

from collections import Counter

from cheat.documents.runtime.state import Broken
from cheat.engine.table import OutOfSteps

TOO_MANY_STEPS = "cards_are_moved_too_often"


class TrialNotes:
    """Notes on one game.

    `begun_phases`: the phases that began; `stuck`: by phase, how often a player without a possible move was
    asked; `cost`: the steps of the most expensive action; `cause`: the limit that the rules exceeded, "" if
    none.
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Begin the notes on another game."""
        self.begun_phases: set[str] = set()
        self.stuck: Counter[str] = Counter()
        self.cost = 0
        self.cause = ""

    def note_broken(self, error: Broken | OutOfSteps) -> None:
        """Note that rules exceeded a limit."""
        self.cause = str(error) if isinstance(error, Broken) else TOO_MANY_STEPS
