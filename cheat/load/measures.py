"""What a run counts. All moments are seconds of one clock, `time.perf_counter`."""

from __future__ import annotations

from collections import Counter

from cheat.client.errors import ClientError, Refused
from cheat.load.deliveries import Sight
from cheat.load.histogram import Histogram

SHOWN_FAULTS = 50
"""Sentences that are kept; of all faults there is the number."""


class Times:
    """How long things took.

    `answer`: from the planned moment of an action to its answer. `service`: from when it was sent, so the
    difference is what it waited for others. `delivery`: from that answer to the news of another seat; 0
    where the news came first. `seen`: from the planned moment to those news. `late`: how long after a
    planned moment this process came to it: its own fault, and part of `answer` and `seen`.
    """

    def __init__(self) -> None:
        self.answer, self.service = Histogram(), Histogram()
        self.delivery, self.seen, self.late = Histogram(), Histogram(), Histogram()

    def merge(self, other: Times) -> None:
        """Count all that the other has."""
        for name, histogram in vars(self).items():
            histogram.merge(vars(other)[name])


class Measures:
    """The counts of a run: since it began, and since they were last taken."""

    def __init__(self) -> None:
        self.times, self.newest = Times(), Times()
        self.is_on = False
        self.held = self.given_up = self.planned = self.idle = self.accepted = self.news = self.versions = (
            self.resets
        ) = 0
        self.lost: Counter[str] = Counter()
        self.failures: Counter[str] = Counter()
        self.faults: list[str] = []
        self.fault_count = 0

    def acted(self, planned: float, sent: float, answered: float) -> None:
        """An action was answered."""
        if self.is_on:
            self.newest.answer.add(answered - planned)
            self.newest.service.add(answered - sent)

    def unanswered(self, planned: float, now: float) -> None:
        """Nobody waits for this action any more. It took at least so long."""
        self.given_up += 1
        if self.is_on:
            self.newest.answer.add(now - planned)

    def delayed(self, seconds: float) -> None:
        """A planned moment, for which this process had been waiting, was met so late."""
        if self.is_on:
            self.newest.late.add(seconds)

    def saw(self, sights: list[Sight]) -> None:
        """Somebody heard of actions of others."""
        if self.is_on:
            for act, at in sights:
                self.newest.delivery.add(at - act.answered)
                self.newest.seen.add(at - act.planned)

    def trouble(self, error: ClientError) -> None:
        """Something failed that passes: the client tries again."""
        self.failures[error.code if isinstance(error, Refused) else "unreachable"] += 1

    def blame(self, faults: list[str]) -> None:
        """What does not fit together."""
        self.fault_count += len(faults)
        self.faults += faults[: SHOWN_FAULTS - len(self.faults)]

    def take(self) -> Times:
        """The times since this was called last."""
        newest, self.newest = self.newest, Times()
        self.times.merge(newest)
        return newest
