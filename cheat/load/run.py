"""A run: all players take seats and play for some time.

At the end, the run checks all seats.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from cheat.client.aio import carry_out
from cheat.client.calls import Request, RetryPolicy, send_once
from cheat.load import server
from cheat.load.measures import Measures
from cheat.load.samples import Counts, Sample, Sampler
from cheat.load.seat import RunContext
from cheat.load.table import Party, Table
from cheat.load.target import Target
from cheat.load.wire import ConnectionPool

TABLES_AT_ONCE = 4
"""Maximum number of tables that open at the same time.

A worker has four connections to Redis for requests. If all tables opened at once, requests would wait for
these connections, and the figures would measure this wait.
"""
PATIENCE_S = 20.0
"""Seconds for which a seat repeats a failing call.

A player would not wait longer for a move.
"""
SETTLE_S = 10.0
"""Seconds after the load within which all seats must have the last news.

This time is long enough to notice a lost wake-up. After that, the run has the same time again to check that a
request without a poll (a snapshot) reads the same table as the last poll. A table with bots may change
between the poll and the snapshot, so the run repeats the check until it has compared each table.
"""
LEAVE_S = 30.0
"""Maximum number of seconds in which all players leave their rooms.

The server itself removes the seats of players that do not leave in this time.
"""
CHECK_S = 0.05
COMPARED_EACH_S = 60
"""Average seconds between two comparisons of a table with a snapshot, during the load."""


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Switch the garbage collector off within the block.

    The tables and seats of a run stay until the end, and an answer leaves few reference cycles, so there is
    little to collect. But each answer brings a new copy of a table's data. So even a collection of new
    objects examines nearly all objects. With 3,000 tables, a collection takes a third of a second every few
    seconds, which would look like a delay of the server.
    """
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def _end_task(task: asyncio.Future[Any]) -> None:
    """End a task if it is still running. Raises the error of the task."""
    if not task.done():
        task.cancel()
    with suppress(asyncio.CancelledError):
        await task


class Plan(NamedTuple):
    """The plan of a run.

    A party is a kind of table: a game and its players. The first table gets the first party, the second table
    the second, and so on. `metrics_token`: the token that the server demands for /metrics.
    """

    target: Target
    parties: list[Party]
    tables: int
    think_s: float
    duration_s: float
    seed: int
    metrics_token: str = ""


class Run:
    """A run. If a caller sets `stop`, the load ends early, and the figures end at that time.

    `seated_s`: the seconds until all players had a seat. `first`, `last`: the counts at the beginning and at
    the end of the load.
    """

    def __init__(self, plan: Plan, progress: Callable[[Sample], None]) -> None:
        self.plan, self._progress = plan, progress
        self.measures = Measures()
        self.connections = ConnectionPool(plan.target)
        self.stop = asyncio.Event()
        self.samples: list[Sample] = []
        self.seated_s = 0.0
        self.first: Counts
        self.last: Counts
        policy = RetryPolicy(patience=PATIENCE_S, trouble=self.measures.count_failure)
        context = RunContext(self.connections, policy, self.measures)
        parties = itertools.islice(itertools.cycle(plan.parties), plan.tables)
        self.tables = [
            Table(party, context, Random(f"{plan.seed} {number}")) for number, party in enumerate(parties)
        ]

    async def execute(self) -> None:
        """Carry out the run. Raises ClientError if there is no server, or if a player gets no seat."""
        try:
            await carry_out(send_once(Request("GET", "/healthz")), self.connections.send)
            await self._run_all()
        finally:
            self.connections.close()

    async def _run_all(self) -> None:
        try:
            began = perf_counter()
            await self._for_each(Table.open, self.tables)
            self.seated_s = perf_counter() - began
            with _without_garbage_collection():
                await self._play()
                await self._settle()
        finally:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._for_each(Table.close, self.tables), LEAVE_S)

    async def _for_each(self, action: Callable[[Table], Awaitable[None]], tables: Iterable[Table]) -> None:
        """Call `action` for all these tables, several at a time, until a call fails."""
        slots = asyncio.Semaphore(TABLES_AT_ONCE)

        async def run_one(table: Table) -> None:
            async with slots:
                await action(table)

        tasks = [asyncio.create_task(run_one(table)) for table in tables]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    async def _play(self) -> None:
        """Let all tables play, and take a sample every second."""
        sampler = Sampler(self.measures, self._reading)
        self.first = await sampler.begin()
        until = self.first.at + self.plan.duration_s
        self.measures.is_on = True
        playing = asyncio.gather(*[table.play(self.plan.think_s, until) for table in self.tables])
        stop_signal = asyncio.create_task(self.stop.wait())
        sampling = asyncio.create_task(self._sample(sampler))
        ends: list[asyncio.Future[Any]] = [playing, stop_signal]
        longest = self.plan.duration_s + SETTLE_S
        await asyncio.wait(ends, timeout=longest, return_when=asyncio.FIRST_COMPLETED)
        for task in (playing, sampling, stop_signal):
            await _end_task(task)
        self.measures.is_on = False
        self.last = (await sampler.take()).end

    async def _reading(self) -> server.Reading:
        return await server.read(self.connections.send, self.plan.metrics_token)

    async def _sample(self, sampler: Sampler) -> None:
        chance = Random(f"{self.plan.seed}")
        share = min(len(self.tables), 1 + len(self.tables) // COMPARED_EACH_S)
        for second in itertools.count(1):
            await asyncio.sleep(self.first.at + second - perf_counter())
            sample = await sampler.take()
            self.samples.append(sample)
            self._progress(sample)
            await self._for_each(Table.compare, chance.sample(self.tables, share))

    async def _settle(self) -> None:
        """Check that all seats get all news, and that snapshots are equal to the tables of polls."""
        until = time.monotonic() + SETTLE_S
        newest_versions = [(table, table.newest) for table in self.tables]
        while (
            any(table.seats_behind(version) for table, version in newest_versions)
            and time.monotonic() < until
        ):
            await asyncio.sleep(CHECK_S)
        for table, version in newest_versions:
            self.measures.count_faults(table.seats_behind(version))
        with suppress(TimeoutError):
            await asyncio.wait_for(self._compare_the_rest(), SETTLE_S)

    async def _compare_the_rest(self) -> None:
        while uncompared := [table for table in self.tables if not table.compared_count]:
            await self._for_each(Table.compare, uncompared)
            await asyncio.sleep(CHECK_S)
