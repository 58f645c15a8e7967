"""The metrics of a worker, for /metrics in Prometheus' text format.

If there are several workers, each writes files into the folder PROMETHEUS_MULTIPROC_DIR, which
gunicorn.conf.py makes. So any worker can return the metrics of all workers. A delivery, an answer to a poll,
takes only twenty times as long as one increment of a counter of prometheus_client. So a worker counts actions
and deliveries in plain numbers. With each request for metrics and each sweep, `flush` passes these numbers to
prometheus_client. docs/deploy.md explains each metric.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper bounds of the buckets of histograms, in seconds.

People do not wait longer than the last bound.
"""

registry = CollectorRegistry()


class Flushable(Protocol):
    """A metric that collects counts before it passes them to prometheus_client."""

    def flush(self) -> None:
        """Pass on the counts since the last call."""


_flushable: list[Flushable] = []


class Count:
    """A counter for frequent events, such as actions: each event costs only an addition."""

    def __init__(self, name: str, about: str) -> None:
        self._counter = Counter(name, about, registry=registry)
        self._unflushed = 0.0
        _flushable.append(self)

    def inc(self, amount: float = 1) -> None:
        """Add to the count."""
        self._unflushed += amount

    def flush(self) -> None:
        """Pass on the counts since the last call."""
        amount, self._unflushed = self._unflushed, 0.0
        if amount:
            self._counter.inc(amount)


class Times:
    """A histogram of times in seconds, with or without a label."""

    def __init__(self, name: str, about: str, label: str = "") -> None:
        labels = [label] if label else []
        self._histogram = Histogram(name, about, labels, buckets=BUCKETS_S, registry=registry)
        self._unflushed: dict[str, tuple[list[int], list[float]]] = {}
        _flushable.append(self)

    def add(self, seconds: float, value: str = "") -> None:
        """Add a time. `value`: the value of the label."""
        entry = self._unflushed.get(value)
        if entry is None:
            entry = self._unflushed.setdefault(value, ([0] * (len(BUCKETS_S) + 1), [0.0]))
        counts, total = entry
        counts[bisect_left(BUCKETS_S, seconds)] += 1
        total[0] += seconds

    def flush(self) -> None:
        """Pass on the times since the last call.

        The method `observe` of prometheus_client adds only one value for each call, so this method does not
        use it.
        """
        entries, self._unflushed = self._unflushed, {}
        for value, (counts, total) in entries.items():
            metric: Any = self._histogram.labels(value) if value else self._histogram
            metric._sum.inc(total[0])
            for bucket, count in zip(metric._buckets, counts, strict=True):
                if count:
                    bucket.inc(count)


changes = Count("cheat_changes", "Versions of rooms that were written")
conflicts = Counter("cheat_conflicts", "Changes that lost a race and were tried again", registry=registry)
refusals = Counter("cheat_refusals", "Calls that were refused", ["code"], registry=registry)
rules_failures = Counter(
    "cheat_rules_failures", "Errors in rules or bots, by game", ["game"], registry=registry
)
moved_connections = Count(
    "cheat_connections_moved", "Connections that moved to the home worker of their room"
)
deliveries = Count("cheat_deliveries", "Polls that were answered with events")
resets = Counter(
    "cheat_resets", "Polls that were answered with the table, because they missed too much", registry=registry
)
actions = Times(
    "cheat_action_seconds",
    'Time that accepted actions took in the service, by move; "published" in games of documents',
    "move",
)
wakeups = Times(
    "cheat_wakeup_seconds",
    "Time from a commit until its wake-up reaches another worker that follows the room",
)
limit_hits = Counter(
    "cheat_limited", "Calls that met a limit, by the setting of the limit", ["limit"], registry=registry
)
store_errors = Counter(
    "cheat_store_errors",
    "Commands that Redis did not carry out, by the kind of error",
    ["kind"],
    registry=registry,
)
reconnects = Counter(
    "cheat_listener_reconnects",
    "Times that a worker's subscriber lost its connection to Redis",
    registry=registry,
)
missed_wakeups = Counter(
    "cheat_sweeps_found",
    "Rooms for which a sweep found a version that no wake-up had announced",
    registry=registry,
)
bots_seconds = Count("cheat_bots_seconds", "Seconds that workers spent on the decisions of bots")
rereads = Counter("cheat_rereads", "Rooms that were read because a wake-up may be missing", registry=registry)
jobs_queued = Counter(
    "cheat_jobs_asked",
    "Jobs for the child processes that search for bots and check games",
    ["kind"],
    registry=registry,
)
jobs = Counter(
    "cheat_jobs",
    "Jobs by outcome: done, failed, spent (used up its processor time), dropped (no longer wanted), "
    "late, crowded, lost (with the child process)",
    ["kind", "outcome"],
    registry=registry,
)
child_processes = Counter(
    "cheat_thinker",
    "Child processes: started, not_started, killed (too late), spent, died, idle, stopped",
    ["event"],
    registry=registry,
)
job_seconds = Counter(
    "cheat_thinker_seconds",
    "Seconds that child processes worked, by kind of job",
    ["kind"],
    registry=registry,
)
searches_used = Counter("cheat_thoughts_taken", "Moves of bots that a search found", registry=registry)
held_polls = Gauge(
    "cheat_held_polls", "Polls that are held now", registry=registry, multiprocess_mode="livesum"
)
rooms = Gauge(
    "cheat_rooms",
    "Rooms that workers follow now, by phase; a room counts once for each of its workers",
    ["phase"],
    registry=registry,
    multiprocess_mode="livesum",
)
listening = Gauge(
    "cheat_listening", "Workers that receive wake-ups now", registry=registry, multiprocess_mode="livesum"
)


def flush() -> None:
    """Pass on everything that this worker has counted since the last call."""
    for metric in _flushable:
        metric.flush()


def text(redis: Mapping[str, float]) -> bytes:
    """Return all metrics of all workers, and those of Redis. `redis`: see `RoomCount.usage`.

    The numbers of other workers may be some seconds old.
    """
    flush()
    usage = CollectorRegistry()
    usage.register(Usage(redis))
    if not _shared_folder():
        return generate_latest(registry) + generate_latest(usage)
    all_workers = CollectorRegistry()
    MultiProcessCollector(all_workers)  # type: ignore[no-untyped-call]
    return generate_latest(all_workers) + generate_latest(usage)


class Usage(Collector):
    """Processor time and memory of the workers, if /proc shows them, and figures of Redis."""

    def __init__(self, redis: Mapping[str, float]) -> None:
        self._redis = redis

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics. prometheus_client calls this."""
        workers = [worker for pid in _workers() if (worker := _worker(pid))]
        if workers:
            seconds, memory = (sum(figures) for figures in zip(*workers, strict=True))
            yield CounterMetricFamily("cheat_worker_cpu_seconds", "Processor time of the workers", seconds)
            yield GaugeMetricFamily("cheat_worker_memory_bytes", "Resident memory of the workers", memory)
        if self._redis:
            memory, commands = self._redis["memory"], self._redis["commands"]
            yield GaugeMetricFamily("cheat_redis_memory_bytes", "Memory that Redis uses", memory)
            yield CounterMetricFamily("cheat_redis_commands", "Commands that Redis has carried out", commands)


def _shared_folder() -> str:
    """Return the folder with the counts of all workers, or "" if there is only one worker."""
    return os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")


def _workers() -> list[int]:
    """Return the process ids of all live workers, from the names of their `held_polls` files."""
    if not _shared_folder():
        return [os.getpid()]
    files = Path(_shared_folder()).glob("gauge_livesum_*.db")
    return [int(file.stem.rpartition("_")[2]) for file in files]


def _worker(pid: int) -> tuple[float, float] | None:
    """Return the processor time (seconds) and memory (bytes) of a process; see proc(5).

    Returns None if this machine has no such data.
    """
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    fields = stat.rpartition(")")[2].split()
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds, float(int(fields[21]) * os.sysconf("SC_PAGE_SIZE"))
