"""The gain of two workers on two cores over one worker on one core.

    python bench/workers.py [--rooms 100] [--rate 700] [--seconds 3] [--rounds 10]

One worker gets `--rate` actions a second; two workers get 1.7 times as many. The measured worker has the
first core for itself, and all other processes share the second one. The result is the share of the first core
that this worker uses. See bench/README.md.
"""

from __future__ import annotations

import argparse
import os
import random
from contextlib import ExitStack
from statistics import median

import msgspec
from fanout import WARM_UP_S, RoomSet
from processes import Cores, Server, cpu_s, peers, prepare, project_server, redis_server, two_cores
from wire import PATIENCE_S, BenchError, Connection

AT_ONCE = 32
"""Number of connections that are made together. Then the program looks up their workers."""
SEED = 4
GOAL = 1.7
"""The load of two workers, as a multiple of the load of one.

If each of the two is as busy with this load as the single worker, two workers carry this many times as much.
"""
SETTLE_S = 0.5
"""Seconds of load before each measurement."""
LEAST = 0.97
"""The share of the actions that have to be done in time; otherwise the measurement is void."""


class SpreadRooms(RoomSet):
    """Rooms whose connections are spread over the workers at random.

    The random generator chooses the worker, so the order in which workers accept connections does not matter.
    """

    def __init__(self, server: Server) -> None:
        super().__init__(server)
        self._chance = random.Random(SEED)
        self._spare: dict[int, list[Connection]] = {pid: [] for pid in server.workers}

    def connect(self) -> Connection:
        """Return a connection with a random worker."""
        spare = self._spare[self._chance.choice(self.server.workers)]
        while not spare:
            self._connect_more()
        return spare.pop()

    def _connect_more(self) -> None:
        by_port = {
            connection.port: connection
            for connection in (super(SpreadRooms, self).connect() for _ in range(AT_ONCE))
        }

        def are_accepted() -> bool:
            return by_port.keys() <= set().union(*map(peers, self.server.workers))

        if not self.loop.run(PATIENCE_S, are_accepted):
            raise BenchError("a connection was not accepted")
        for pid, spare in self._spare.items():
            spare += [by_port[port] for port in peers(pid) & by_port.keys()]

    def open(self, rooms: int) -> None:
        """Open more rooms. Close spare connections, before the server itself closes them."""
        super().open(rooms)
        for spare in self._spare.values():
            while spare:
                spare.pop().close()


class CoreUse(msgspec.Struct):
    """The use of a core: CPU seconds of a worker, while all workers did `actions` in `seconds`."""

    actions: int = 0
    cpu: float = 0.0
    seconds: float = 0.0

    def plus(self, other_use: CoreUse) -> CoreUse:
        """Return the sum."""
        return CoreUse(
            self.actions + other_use.actions, self.cpu + other_use.cpu, self.seconds + other_use.seconds
        )

    def us(self) -> float:
        """Return the CPU time for an action, in µs."""
        return self.cpu / self.actions * 1e6

    def busy(self) -> float:
        """Return the share of the core that was used."""
        return self.cpu / self.seconds


class Setup:
    """A server with its players, and a Redis of its own."""

    def __init__(self, server: Server, cores: Cores, rooms: int) -> None:
        self._server, self._cores = server, cores
        self._crowd = SpreadRooms(server)
        self._crowd.open(rooms)
        self._crowd.saturate(WARM_UP_S)
        self._crowd.stop_playing()

    def measure(self, rate: float, seconds: float) -> CoreUse:
        """Measure each worker in turn, while the others are on the other core. Return the sum."""
        total = CoreUse()
        for measured_pid in self._server.workers:
            for pid in self._server.workers:
                os.sched_setaffinity(pid, {self._cores.server if pid == measured_pid else self._cores.client})
            self._crowd.play_at_rate(rate, SETTLE_S)
            self._crowd.latencies.clear()
            cpu_before = cpu_s(measured_pid)
            self._crowd.play_at_rate(rate, seconds)
            total = total.plus(CoreUse(len(self._crowd.latencies), cpu_s(measured_pid) - cpu_before, seconds))
        if total.actions < LEAST * rate * seconds * len(self._server.workers):
            raise BenchError("the actions could not be offered as fast")
        return total

    def close(self) -> None:
        """Close all connections."""
        self._crowd.close()


def set_up(stack: ExitStack, cores: Cores, workers: int, rooms: int) -> Setup:
    """Start a server with this number of workers. It stops when the stack is closed."""
    store, _ = stack.enter_context(redis_server(cores.client))
    setup = Setup(stack.enter_context(project_server(cores.server, store, workers)), cores, rooms)
    stack.callback(setup.close)
    return setup


def show(ones: list[CoreUse], twos: list[CoreUse], rate: float) -> None:
    """Print the sums of all rounds, and the spread of the ratios."""
    one_total, two_total = _sum(ones), _sum(twos)
    print(
        f"one worker, {rate:.0f} actions a second: {one_total.busy():.2f} of its core, "
        f"{one_total.us():.0f} µs an action"
    )
    print(
        f"two, {GOAL * rate:.0f}: {two_total.busy():.2f} of its core each, "
        f"{two_total.us():.0f} µs an action of all"
    )
    ratios = sorted(one_use.us() / two_use.us() for one_use, two_use in zip(ones, twos, strict=True))
    spread = f"rounds {ratios[0]:.2f} to {ratios[-1]:.2f}, median {median(ratios):.2f}"
    print(f"two workers / one: {one_total.us() / two_total.us():.2f} ({spread})")


def _sum(parts: list[CoreUse]) -> CoreUse:
    total = CoreUse()
    for part in parts:
        total = total.plus(part)
    return total


def arguments() -> argparse.Namespace:
    """Return the arguments of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", type=int, default=100, help="rooms of four players (default 100)")
    parser.add_argument("--rate", type=float, default=700, help="actions per second (default 700)")
    parser.add_argument("--seconds", type=float, default=3, help="length of each measurement (default 3)")
    parser.add_argument("--rounds", type=int, default=10, help="measurements of each (default 10)")
    return parser.parse_args()


def main() -> None:
    """Measure and print."""
    options, cores = arguments(), two_cores()
    prepare(cores)
    print(f"a worker on core {cores.server}; client, Redis and the other worker on core {cores.client}")
    ones: list[CoreUse] = []
    twos: list[CoreUse] = []
    with ExitStack() as stack:
        one, two = (set_up(stack, cores, workers, options.rooms) for workers in (1, 2))
        for _ in range(options.rounds):
            ones.append(one.measure(options.rate, options.seconds))
            twos.append(two.measure(GOAL * options.rate, options.seconds))
    show(ones, twos, options.rate)


if __name__ == "__main__":
    try:
        main()
    except BenchError as error:
        raise SystemExit(f"void: {error}") from None
