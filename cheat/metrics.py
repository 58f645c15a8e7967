"""What a worker counts, for /metrics in Prometheus' text format.

With several workers each writes to files in PROMETHEUS_MULTIPROC_DIR (gunicorn.conf.py sets it up),
and whichever is asked answers for all of them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

registry = CollectorRegistry()


class Often:
    """A counter of what happens with nearly every request: a plain number, told to Prometheus now and then.

    Greenlets count exactly; threads at the same moment may count once.
    """

    def __init__(self, name: str, what: str) -> None:
        self._counter = Counter(name, what, registry=registry)
        self._untold = 0

    def inc(self) -> None:
        """It has happened once more."""
        self._untold += 1

    def tell(self) -> None:
        """Tell Prometheus."""
        untold, self._untold = self._untold, 0
        self._counter.inc(untold)


changes = Often("cheat_changes", "Versions of rooms that were written")
conflicts = Counter("cheat_conflicts", "Changes that lost a race and were judged again", registry=registry)
refusals = Counter("cheat_refusals", "Calls that were refused", ["code"], registry=registry)
rules_failures = Counter(
    "cheat_rules_failures", "Errors in rules or bots, by game", ["game"], registry=registry
)
deliveries = Often("cheat_deliveries", "Polls that were answered with news")
rereads = Counter("cheat_rereads", "Rooms that were read because a wake-up may be missing", registry=registry)
jobs_asked = Counter("cheat_jobs_asked", "Jobs that the thinker was asked to do", ["kind"], registry=registry)
jobs = Counter(
    "cheat_jobs",
    "What became of them: done, failed, dropped (no longer wanted), late, crowded, lost with the thinker",
    ["kind", "outcome"],
    registry=registry,
)
thinker = Counter(
    "cheat_thinker",
    "What became of thinkers: started, not_started, killed (missed a deadline), died, idle, stopped",
    ["event"],
    registry=registry,
)
thoughts_taken = Counter("cheat_thoughts_taken", "Moves of bots that were thoughts", registry=registry)
held = Gauge(
    "cheat_held_polls", "Polls that wait for news now", registry=registry, multiprocess_mode="livesum"
)


def tell() -> None:
    """Write down what is counted often. Done with each part of a sweep: other workers can read it then."""
    changes.tell()
    deliveries.tell()


def text(redis: Mapping[str, float]) -> bytes:
    """All metrics, of all workers, and what is known of Redis: see `Census.taken`."""
    tell()
    taken = CollectorRegistry()
    taken.register(_Taken(redis))
    if not _shared():
        return generate_latest(registry) + generate_latest(taken)
    everybody = CollectorRegistry()
    MultiProcessCollector(everybody)  # type: ignore[no-untyped-call]
    return generate_latest(everybody) + generate_latest(taken)


class _Taken(Collector):
    """What is taken of the machine at this moment: by the workers, where /proc tells it, and by Redis."""

    def __init__(self, redis: Mapping[str, float]) -> None:
        self._redis = redis

    def collect(self) -> Iterator[Metric]:
        """Called by prometheus_client."""
        workers = [worker for pid in _workers() if (worker := _worker(pid))]
        if workers:
            seconds, memory = (sum(figures) for figures in zip(*workers, strict=True))
            yield CounterMetricFamily("cheat_worker_cpu_seconds", "Processor time of the workers", seconds)
            yield GaugeMetricFamily("cheat_worker_memory_bytes", "Resident memory of the workers", memory)
        if self._redis:
            memory, commands = self._redis["memory"], self._redis["commands"]
            yield GaugeMetricFamily("cheat_redis_memory_bytes", "Memory that Redis uses", memory)
            yield CounterMetricFamily("cheat_redis_commands", "Commands that Redis has done", commands)


def _shared() -> str:
    """The folder in which workers count together, "" where there is one worker."""
    return os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")


def _workers() -> list[int]:
    """The ids of all workers that live: `held` has a file of each, which ends with it."""
    if not _shared():
        return [os.getpid()]
    files = Path(_shared()).glob("gauge_livesum_*.db")
    return [int(file.stem.rpartition("_")[2]) for file in files]


def _worker(pid: int) -> tuple[float, float] | None:
    """Processor time in seconds and memory in bytes; None where this machine does not tell (proc(5))."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    fields = told.rpartition(")")[2].split()
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds, float(int(fields[21]) * os.sysconf("SC_PAGE_SIZE"))
