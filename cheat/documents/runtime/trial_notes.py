"""The notes of a trial: facts about its game that are shown to the author of the document."""

from __future__ import annotations

from collections import Counter

from cheat.documents.runtime.state import Broken
from cheat.engine.table import OutOfSteps

TOO_MANY_STEPS = "cards_are_moved_too_often"


class TrialNotes:
    """The notes of one trial.

    - `begun_phases`: the phases that have begun
    - `stuck`: for each phase, the number of times that an asked player had no legal move
    - `cost`: the greatest number of steps that an action used
    - `cause`: the code of the limit that the rules exceeded, or ""
    - `none_operands`: number of an operand that was `none` -> the first phase in which this happened
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forget everything, because another game begins."""
        self.begun_phases: set[str] = set()
        self.stuck: Counter[str] = Counter()
        self.cost = 0
        self.cause = ""
        self.none_operands: dict[int, str] = {}

    def note_broken(self, error: Broken | OutOfSteps) -> None:
        """Note that rules exceeded a limit."""
        self.cause = str(error) if isinstance(error, Broken) else TOO_MANY_STEPS

    def note_none(self, number: int, phase: str) -> None:
        """Note that an operand is `none` in a phase."""
        self.none_operands.setdefault(number, phase)
