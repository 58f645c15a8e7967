"""The metrics of a worker, for /metrics in Prometheus' text format.

With several workers each writes to files in PROMETHEUS_MULTIPROC_DIR (gunicorn.conf.py sets it up), and the
worker that is asked answers for all of them. Counts of every action or delivery are kept in plain numbers.
`flush` hands them on to prometheus_client only with each request for metrics and each sweep, because one of
its counters costs as much as a twentieth of a delivery. docs/deploy.md explains each metric.
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
"""Ends of the buckets of times, in seconds: from a machine's time to more than people wait."""

registry = CollectorRegistry()


class Flushable(Protocol):
    """A metric that is counted here first."""

    def flush(self) -> None:
        """Hand on what was counted since the last time."""


_flushable: list[Flushable] = []


class Count:
    """A counter that costs its callers an addition, for all that happens with every action."""

    def __init__(self, name: str, about: str) -> None:
        self._counter = Counter(name, about, registry=registry)
        self._new = 0.0
        _flushable.append(self)

    def inc(self, amount: float = 1) -> None:
        """Add to the count."""
        self._new += amount

    def flush(self) -> None:
        """Hand on what was counted since the last time."""
        new, self._new = self._new, 0.0
        if new:
            self._counter.inc(new)


class Times:
    """A histogram of seconds, for each value of a label or for all together."""

    def __init__(self, name: str, about: str, label: str = "") -> None:
        labels = [label] if label else []
        self._histogram = Histogram(name, about, labels, buckets=BUCKETS_S, registry=registry)
        self._new: dict[str, tuple[list[int], list[float]]] = {}
        _flushable.append(self)

    def add(self, seconds: float, value: str = "") -> None:
        """Add a time. `value`: the value of the label."""
        new = self._new.get(value)
        if new is None:
            new = self._new.setdefault(value, ([0] * (len(BUCKETS_S) + 1), [0.0]))
        counts, total = new
        counts[bisect_left(BUCKETS_S, seconds)] += 1
        total[0] += seconds

    def flush(self) -> None:
        """Hand on the times since the last time.

        prometheus_client takes single times only, so this goes past its `observe`.
        """
        new, self._new = self._new, {}
        for value, (counts, total) in new.items():
            metric: Any = self._histogram.labels(value) if value else self._histogram
            metric._sum.inc(total[0])
            for bucket, count in zip(metric._buckets, counts, strict=True):
                if count:
                    bucket.inc(count)


changes = Count("cheat_changes", "Versions of rooms that were written")
conflicts = Counter("cheat_conflicts", "Changes that lost a race and were judged again", registry=registry)
refusals = Counter("cheat_refusals", "Calls that were refused", ["code"], registry=registry)
rules_failures = Counter(
    "cheat_rules_failures", "Errors in rules or bots, by game", ["game"], registry=registry
)
moved_connections = Count(
    "cheat_connections_moved", "Connections that went to the worker with which their room is at home"
)
deliveries = Count("cheat_deliveries", "Polls that were answered with news")
resets = Counter(
    "cheat_resets", "Polls that were answered with the table, because they missed too much", registry=registry
)
actions = Times(
    "cheat_action_seconds",
    'Time that accepted actions took in the service, by move; "published" in games of documents',
    "move",
)
wakeups = Times(
    "cheat_wakeup_seconds", "From the moment of a version until another worker that follows it hears of it"
)
limit_hits = Counter(
    "cheat_limited", "Calls that met a limit, by the setting that says it", ["limit"], registry=registry
)
store_errors = Counter(
    "cheat_store_errors",
    "Commands that Redis did not carry out, by the kind of error",
    ["kind"],
    registry=registry,
)
reconnects = Counter(
    "cheat_listener_reconnects",
    "Times that a worker's listener lost its connection to Redis",
    registry=registry,
)
missed_wakeups = Counter(
    "cheat_sweeps_found",
    "Rooms of which a sweep has found news that no wake-up had brought",
    registry=registry,
)
bots_seconds = Count("cheat_bots_seconds", "Seconds in which bots decided, within the workers")
rereads = Counter("cheat_rereads", "Rooms that were read because a wake-up may be missing", registry=registry)
jobs_queued = Counter(
    "cheat_jobs_asked", "Jobs that the thinker was asked to do", ["kind"], registry=registry
)
jobs = Counter(
    "cheat_jobs",
    "What became of them: done, failed, spent (all that it may), dropped (no longer wanted), late, crowded, "
    "lost with the thinker",
    ["kind", "outcome"],
    registry=registry,
)
child_processes = Counter(
    "cheat_thinker",
    "What became of thinkers: started, not_started, killed (missed a deadline), died, idle, stopped",
    ["event"],
    registry=registry,
)
job_seconds = Counter(
    "cheat_thinker_seconds", "Seconds for which thinkers worked, by kind of job", ["kind"], registry=registry
)
searches_used = Counter("cheat_thoughts_taken", "Moves of bots that were thoughts", registry=registry)
held_polls = Gauge(
    "cheat_held_polls", "Polls that wait for news now", registry=registry, multiprocess_mode="livesum"
)
rooms = Gauge(
    "cheat_rooms",
    "Rooms that are followed now, by phase; each once for every worker that follows it",
    ["phase"],
    registry=registry,
    multiprocess_mode="livesum",
)
listening = Gauge(
    "cheat_listening", "Workers that hear wake-ups now", registry=registry, multiprocess_mode="livesum"
)


def flush() -> None:
    """Hand on what this worker has counted since the last time."""
    for one in _flushable:
        one.flush()


def text(redis: Mapping[str, float]) -> bytes:
    """Return all metrics, of all workers, and what is known of Redis: see `RoomCount.usage`.

    The plain numbers of other workers are as of their last sweep.
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
    """The use of the machine at this moment: by the workers, if /proc shows it, and by Redis."""

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
            yield CounterMetricFamily("cheat_redis_commands", "Commands that Redis has done", commands)


def _shared_folder() -> str:
    """Return the folder in which workers count together; "" if there is only one worker."""
    return os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")


def _workers() -> list[int]:
    """Return the ids of all live workers. Each has a file of `held_polls` that ends with its id."""
    if not _shared_folder():
        return [os.getpid()]
    files = Path(_shared_folder()).glob("gauge_livesum_*.db")
    return [int(file.stem.rpartition("_")[2]) for file in files]


def _worker(pid: int) -> tuple[float, float] | None:
    """Return processor time in seconds and memory in bytes, as proc(5) describes them.

    Returns None if this machine does not show them.
    """
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    fields = stat.rpartition(")")[2].split()
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds, float(int(fields[21]) * os.sysconf("SC_PAGE_SIZE"))
