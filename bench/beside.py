"""The cost of an action in a few rooms, alone and beside a thousand others with held polls.

    python bench/beside.py [--rooms 5] [--others 1000] [--seconds 5] [--rounds 5]

Each round has a fresh server. The cost of the others themselves in the same time, such as sweeps and
presence, is measured as well. Method and figures are in bench/README.md.
"""

from __future__ import annotations

import argparse
from statistics import median
from typing import NamedTuple

import redis
from fanout import WARM_UP_S, Meter, RoomSet, settle
from processes import Server, cpu_s, ours, prepare, redis_server, two_cores


class Costs(NamedTuple):
    """Microseconds of the server for an action: alone, beside the others, and there without what those take
    by themselves.
    """

    alone: float
    with_others: float
    net_of_idle: float


def measure_round(server: Server, store: redis.Redis, redis_pid: int, given: argparse.Namespace) -> Costs:
    """One round."""
    played, others = RoomSet(server), RoomSet(server)
    meter = Meter(played, store, redis_pid)
    try:
        played.open(given.rooms)
        played.saturate(WARM_UP_S)
        alone = meter.measure(lambda: played.saturate(given.seconds))
        played.stop_playing()
        others.open(given.others)
        settle(others)
        began = cpu_s(server.pid)
        others.loop.run(given.seconds)
        idle_s = cpu_s(server.pid) - began
        played.saturate(WARM_UP_S)
        beside = meter.measure(lambda: played.saturate(given.seconds))
        played.stop_playing()
        actions = beside.actions_per_s * given.seconds
        return Costs(alone.server_us, beside.server_us, beside.server_us - idle_s / actions * 1e6)
    finally:
        played.close()
        others.close()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", type=int, default=5, help="rooms in which is played (default 5)")
    parser.add_argument("--others", type=int, default=1000, help="rooms beside them (default 1000)")
    parser.add_argument("--seconds", type=float, default=5, help="length of each measurement (default 5)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (default 5)")
    given = parser.parse_args()
    cores = two_cores()
    prepare(cores)
    rounds = []
    with redis_server(cores.client) as (store, redis_pid):
        for _ in range(given.rounds):
            with ours(cores.server, store) as server:
                rounds.append(measure_round(server, store, redis_pid, given))
            show(rounds[-1])
    print("medians")
    show(Costs(*map(median, zip(*rounds, strict=True))))


def show(one: Costs) -> None:
    """A line for a round."""
    print(
        f"{one.alone:6.0f} µs alone, {one.with_others:6.0f} beside the others "
        f"({one.with_others / one.alone:.2f}), "
        f"{one.net_of_idle:6.0f} without what they take by themselves ({one.net_of_idle / one.alone:.2f})",
        flush=True,
    )


if __name__ == "__main__":
    main()
