"""The cost of an action in a few rooms, without and with a thousand idle rooms beside them.

    python bench/beside.py [--rooms 5] [--others 1000] [--seconds 5] [--rounds 5]

All rooms hold polls. Each round has a fresh server. The cost of the idle rooms by themselves, such as sweeps
and presence, is measured as well. Method and figures are in bench/README.md.
"""

from __future__ import annotations

import argparse
from statistics import median
from typing import NamedTuple

import redis
from fanout import WARM_UP_S, Meter, RoomSet, settle
from processes import Server, cpu_s, prepare, project_server, redis_server, two_cores


class Costs(NamedTuple):
    """CPU time of the server for an action, in µs: alone, and beside the other rooms.

    `net_of_idle`: beside the other rooms, without the time that those rooms take by themselves.
    """

    alone: float
    with_others: float
    net_of_idle: float


def measure_round(server: Server, store: redis.Redis, redis_pid: int, options: argparse.Namespace) -> Costs:
    """Measure one round."""
    playing, others = RoomSet(server), RoomSet(server)
    meter = Meter(playing, store, redis_pid)
    try:
        playing.open(options.rooms)
        playing.saturate(WARM_UP_S)
        alone = meter.measure(lambda: playing.saturate(options.seconds))
        playing.stop_playing()
        others.open(options.others)
        settle(others)
        began = cpu_s(server.pid)
        others.loop.run(options.seconds)
        idle_s = cpu_s(server.pid) - began
        playing.saturate(WARM_UP_S)
        beside_others = meter.measure(lambda: playing.saturate(options.seconds))
        playing.stop_playing()
        actions = beside_others.actions_per_s * options.seconds
        return Costs(
            alone.server_us, beside_others.server_us, beside_others.server_us - idle_s / actions * 1e6
        )
    finally:
        playing.close()
        others.close()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", type=int, default=5, help="rooms in which is played (default 5)")
    parser.add_argument("--others", type=int, default=1000, help="rooms beside them (default 1000)")
    parser.add_argument("--seconds", type=float, default=5, help="length of each measurement (default 5)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (default 5)")
    options = parser.parse_args()
    cores = two_cores()
    prepare(cores)
    rounds = []
    with redis_server(cores.client) as (store, redis_pid):
        for _ in range(options.rounds):
            with project_server(cores.server, store) as server:
                rounds.append(measure_round(server, store, redis_pid, options))
            show(rounds[-1])
    print("medians")
    show(Costs(*map(median, zip(*rounds, strict=True))))


def show(costs: Costs) -> None:
    """Print a line for a round."""
    print(
        f"{costs.alone:6.0f} µs alone, {costs.with_others:6.0f} beside the others "
        f"({costs.with_others / costs.alone:.2f}), "
        f"{costs.net_of_idle:6.0f} without what they take by themselves "
        f"({costs.net_of_idle / costs.alone:.2f})",
        flush=True,
    )


if __name__ == "__main__":
    main()
