"""Times of `/healthz` and of a normal room, while sixty rooms of an attacker play.

All sixty rooms come from one address, and use all its limits.

    python bench/hostile.py [--seconds 60]

It starts a Redis and a server with two workers, with the default limits except ROOM_LIMIT and JOIN_LIMIT.
Method and figures are in bench/README.md.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.hostile_rooms import LIMITS, HealthChecks, HonestRoom, HostileRooms
from tests.servers import Web, redis_in


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60, help="length of the measurement (default 60)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, redis_in(folder := Path(name)) as store:
        web = Web(folder, WEB_CONCURRENCY=2, REDIS_URL=store.url, **LIMITS).start()
        try:
            measure(web, store.url, options.seconds)
        finally:
            web.stop()


def measure(web: Web, url: str, seconds: float) -> None:
    """Attack for `seconds`. Print the times of `/healthz` and of the honest room."""
    rooms, honest, health = HostileRooms([web], url), HonestRoom([web]), HealthChecks(web)
    rooms.open()
    print(f"{len(rooms.hosts)} rooms play", flush=True)
    with rooms.attack(), health.running():
        until, number = time.monotonic() + seconds, 0
        while time.monotonic() < until:
            honest.act(number := number + 1)
            time.sleep(0.1)
    show("/healthz", health.seconds)
    show("honest room, action until delivery", honest.seconds)
    print(f"failed: {len(health.failed)}; asked again after a 503: {honest.asked_again}")
    print(f"answers to the hostile rooms: {dict(sorted(rooms.answers.items()))}")
    print(f"their games: {dict(rooms.results())}")


def show(title: str, seconds: list[float]) -> None:
    """Print a line of figures."""
    in_order = sorted(seconds)
    late = in_order[len(in_order) * 99 // 100]
    print(
        f"{title}: {len(in_order)} answers, median {median(in_order) * 1e3:.0f} ms, "
        f"99th percentile {late * 1e3:.0f} ms, slowest {in_order[-1] * 1e3:.0f} ms",
        flush=True,
    )


if __name__ == "__main__":
    main()
