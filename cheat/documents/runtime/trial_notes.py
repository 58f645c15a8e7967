"""What is noted while a document is only tried, and that no table keeps."""

from __future__ import annotations

from collections import Counter

from cheat.documents.runtime.state import Broken
from cheat.engine.table import OutOfSteps

TOO_MANY_STEPS = "cards_are_moved_too_often"


class Watch:
    """Of one game: the phases that were `entered`; how often somebody who was asked could do nothing, by
    phase; the `cost` of the most expensive action; the `cause` for which its rules were broken off, empty
    if they were not.
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Another game begins."""
        self.entered: set[str] = set()
        self.stuck: Counter[str] = Counter()
        self.cost = 0
        self.cause = ""

    def broken(self, error: Broken | OutOfSteps) -> None:
        """Rules asked for more than they may."""
        self.cause = str(error) if isinstance(error, Broken) else TOO_MANY_STEPS
