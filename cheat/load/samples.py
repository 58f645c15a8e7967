"""Samples of a run, one each second."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import NamedTuple

from cheat.load.measures import Measures, Times
from cheat.load.server import Reading


class Counts(NamedTuple):
    """All counts up to a time, `at`. `cpu_s`: processor time of this process."""

    at: float
    planned: int
    idle: int
    accepted: int
    lost: int
    news: int
    versions: int
    cpu_s: float
    server: Reading


class Sample(NamedTuple):
    """The counts of the previous sample and of this one. `held`: the held polls at its end."""

    before: Counts
    counts: Counts
    times: Times
    held: int
    faults: int

    @property
    def seconds(self) -> float:
        """The length of the sample."""
        return self.counts.at - self.before.at

    def rate(self, name: str) -> float:
        """Return the count per second; for processor time, the share of a core."""
        return float(getattr(self.counts, name) - getattr(self.before, name)) / self.seconds

    def server_rate(self, name: str) -> float | None:
        """Return the rate of a figure of the server, or None if the server does not show the figure."""
        before, now = self.before.server.get(name), self.counts.server.get(name)
        return None if before is None or now is None else (now - before) / self.seconds


class Sampler:
    """Takes samples of a run."""

    def __init__(self, measures: Measures, reading: Callable[[], Awaitable[Reading]]) -> None:
        self._measures, self._reading = measures, reading
        self._before: Counts

    async def begin(self) -> Counts:
        """Return the counts at the start of the first sample."""
        self._before = await self._counts()
        return self._before

    async def take(self) -> Sample:
        """Return the sample since the last one."""
        before, self._before = self._before, await self._counts()
        return Sample(
            before,
            self._before,
            self._measures.take_newest(),
            self._measures.held,
            self._measures.fault_count,
        )

    async def _counts(self) -> Counts:
        reading, measures = await self._reading(), self._measures
        return Counts(
            at=perf_counter(),
            planned=measures.planned,
            idle=measures.idle,
            accepted=measures.accepted,
            lost=measures.lost.total(),
            news=measures.news,
            versions=measures.versions,
            cpu_s=time.process_time(),
            server=reading,
        )
