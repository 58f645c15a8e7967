"""What a worker counts, for /metrics in Prometheus' text format.

With several workers each writes to files in PROMETHEUS_MULTIPROC_DIR (gunicorn.conf.py sets it up),
and whichever is asked answers for all of them.
"""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

registry = CollectorRegistry()

changes = Counter("cheat_changes", "Versions of rooms that were written", registry=registry)
conflicts = Counter("cheat_conflicts", "Changes that lost a race and were judged again", registry=registry)
refusals = Counter("cheat_refusals", "Calls that were refused", ["code"], registry=registry)
rules_failures = Counter(
    "cheat_rules_failures", "Errors in rules or bots, by game", ["game"], registry=registry
)
deliveries = Counter("cheat_deliveries", "Polls that were answered with news", registry=registry)
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


def text() -> bytes:
    """All metrics, of all workers."""
    if not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        return generate_latest(registry)
    everybody = CollectorRegistry()
    MultiProcessCollector(everybody)  # type: ignore[no-untyped-call]
    return generate_latest(everybody)
