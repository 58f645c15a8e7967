"""The counts of a run. All times are in seconds, by the clock `time.perf_counter`."""

from __future__ import annotations

from collections import Counter

from cheat.client.errors import ClientError, Refused
from cheat.load.deliveries import Delivery
from cheat.load.histogram import Histogram

SHOWN_FAULTS = 50
"""Maximum number of stored messages about faults. Further faults are only counted."""


class Times:
    """Histograms of a run.

    - `answer`: the time from the planned time of an action to its answer
    - `service`: the time from the sending of an action to its answer, without the time for which the action
      waits in this process
    - `delivery`: the time from the answer to the acting player until another seat gets the news, or 0 if the
      news comes first
    - `seen`: the time from the planned time until another seat gets the news
    - `late`: the time from the planned time until this process wakes up for the action. It is a part of
      `answer` and `seen` that the server does not cause
    """

    def __init__(self) -> None:
        self.answer, self.service = Histogram(), Histogram()
        self.delivery, self.seen, self.late = Histogram(), Histogram(), Histogram()

    def merge(self, times: Times) -> None:
        """Add the times of other histograms."""
        for name, histogram in vars(self).items():
            histogram.merge(vars(times)[name])


class Measures:
    """The counts of a run: those since its beginning, and those since the last sample."""

    def __init__(self) -> None:
        self.times, self.newest = Times(), Times()
        self.is_on = False
        self.held_polls = self.given_up = self.planned = self.idle = self.accepted = self.news = (
            self.versions
        ) = self.resets = 0
        self.lost_races: Counter[str] = Counter()
        self.failures: Counter[str] = Counter()
        self.faults: list[str] = []
        self.fault_count = 0

    def count_answered(self, planned_at: float, sent_at: float, answered_at: float) -> None:
        """Count an answered action."""
        if self.is_on:
            self.newest.answer.add(answered_at - planned_at)
            self.newest.service.add(answered_at - sent_at)

    def count_unanswered(self, planned_at: float, now: float) -> None:
        """Count an action that has no answer by the end, with the time since its planned time."""
        self.given_up += 1
        if self.is_on:
            self.newest.answer.add(now - planned_at)

    def count_delay(self, seconds: float) -> None:
        """Count the delay with which this process wakes up for an action."""
        if self.is_on:
            self.newest.late.add(seconds)

    def count_deliveries(self, deliveries: list[Delivery]) -> None:
        """Count deliveries of other players' actions."""
        if self.is_on:
            for act, at in deliveries:
                self.newest.delivery.add(at - act.answered_at)
                self.newest.seen.add(at - act.planned_at)

    def count_failure(self, error: ClientError) -> None:
        """Count a failure after which the client tries again."""
        self.failures[error.code if isinstance(error, Refused) else "unreachable"] += 1

    def count_faults(self, faults: list[str]) -> None:
        """Count faults: answers that contradict each other."""
        self.fault_count += len(faults)
        self.faults += faults[: SHOWN_FAULTS - len(self.faults)]

    def take_newest(self) -> Times:
        """Return the times since the last call."""
        newest, self.newest = self.newest, Times()
        self.times.merge(newest)
        return newest
