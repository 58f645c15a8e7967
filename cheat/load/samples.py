"""Samples: the counts of a run for each second."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import NamedTuple

from cheat.load.measures import Measures, Times
from cheat.load.server import Reading


class Counts(NamedTuple):
    """All counts from the beginning to the time `at`. `cpu_s`: processor time of this process."""

    at: float
    planned: int
    idle: int
    accepted: int
    lost_races: int
    news: int
    versions: int
    cpu_s: float
    server: Reading


class Sample(NamedTuple):
    """A part of a run, such as a second: the counts at its beginning and at its end.

    `held_polls`: the number of held polls at its end.
    """

    start: Counts
    end: Counts
    times: Times
    held_polls: int
    faults: int

    @property
    def seconds(self) -> float:
        """The length of the sample."""
        return self.end.at - self.start.at

    def rate(self, name: str) -> float:
        """Return a count per second. For processor time, this is the share of a core."""
        return float(getattr(self.end, name) - getattr(self.start, name)) / self.seconds

    def server_rate(self, name: str) -> float | None:
        """Return a figure of the server per second, or None if the server does not show it."""
        at_start, at_end = self.start.server.get(name), self.end.server.get(name)
        return None if at_start is None or at_end is None else (at_end - at_start) / self.seconds


class Sampler:
    """The object that takes the samples of a run."""

    def __init__(self, measures: Measures, reading: Callable[[], Awaitable[Reading]]) -> None:
        self._measures, self._reading = measures, reading
        self._last_counts: Counts

    async def begin(self) -> Counts:
        """Return the counts at the beginning of the first sample."""
        self._last_counts = await self._counts()
        return self._last_counts

    async def take(self) -> Sample:
        """Return a sample of the time since the last sample."""
        start, self._last_counts = self._last_counts, await self._counts()
        return Sample(
            start,
            self._last_counts,
            self._measures.take_newest(),
            self._measures.held_polls,
            self._measures.fault_count,
        )

    async def _counts(self) -> Counts:
        reading, measures = await self._reading(), self._measures
        return Counts(
            at=perf_counter(),
            planned=measures.planned,
            idle=measures.idle,
            accepted=measures.accepted,
            lost_races=measures.lost_races.total(),
            news=measures.news,
            versions=measures.versions,
            cpu_s=time.process_time(),
            server=reading,
        )
