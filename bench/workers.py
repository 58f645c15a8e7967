"""The gain of two workers on two cores over one worker on one core.

    python bench/workers.py [--rooms 100] [--rate 700] [--seconds 3] [--rounds 10]

One worker gets `--rate` actions a second; two workers get 1.7 times as many. Each worker has a core, and all
other processes share the second one. The result is the share of its own core that a worker uses. See
bench/README.md.
"""

from __future__ import annotations

import argparse
import os
import random
from contextlib import ExitStack
from statistics import median

import msgspec
from fanout import WARM_UP_S, RoomSet
from processes import Cores, Server, cpu_s, ours, peers, prepare, redis_server, two_cores
from wire import PATIENCE_S, BenchError, Connection

AT_ONCE = 32
"""Connections that are made together, before it is seen which worker has accepted which."""
SEED = 4
GOAL = 1.7
"""As many times the actions are offered to two workers: where each is as busy then as the only one was, they
carry as much more.
"""
SETTLE_S = 0.5
"""Under load before it is measured."""
LEAST = 0.97
"""Of the actions have to be done in the time in which they are offered."""


class Dealt(RoomSet):
    """Rooms of which each connection is with any of the workers, as chance will have it, whichever of them
    accepts one after the other.
    """

    def __init__(self, server: Server) -> None:
        super().__init__(server)
        self._chance = random.Random(SEED)
        self._spare: dict[int, list[Connection]] = {pid: [] for pid in server.workers}

    def connect(self) -> Connection:
        """A connection with a worker that is drawn."""
        spare = self._spare[self._chance.choice(self.server.workers)]
        while not spare:
            self._connect_more()
        return spare.pop()

    def _connect_more(self) -> None:
        made = {one.port: one for one in (super(Dealt, self).connect() for _ in range(AT_ONCE))}

        def are_accepted() -> bool:
            return made.keys() <= set().union(*map(peers, self.server.workers))

        if not self.loop.run(PATIENCE_S, are_accepted):
            raise BenchError("a connection was not accepted")
        for pid, spare in self._spare.items():
            spare += [made[port] for port in peers(pid) & made.keys()]

    def open(self, rooms: int) -> None:
        """More rooms, with all their connections; those that nobody uses would be closed by the server."""
        super().open(rooms)
        for spare in self._spare.values():
            while spare:
                spare.pop().close()


class Used(msgspec.Struct):
    """Seconds of CPU that one worker took of its core while all of them did so many actions, in so many
    seconds.
    """

    actions: int = 0
    cpu: float = 0.0
    seconds: float = 0.0

    def plus(self, more: Used) -> Used:
        """Both together."""
        return Used(self.actions + more.actions, self.cpu + more.cpu, self.seconds + more.seconds)

    def us(self) -> float:
        """Microseconds for an action."""
        return self.cpu / self.actions * 1e6

    def busy(self) -> float:
        """Of the core."""
        return self.cpu / self.seconds


class Setup:
    """A server with its players, and a Redis of its own."""

    def __init__(self, server: Server, cores: Cores, rooms: int) -> None:
        self._server, self._cores = server, cores
        self._crowd = Dealt(server)
        self._crowd.open(rooms)
        self._crowd.saturate(WARM_UP_S)
        self._crowd.stop_playing()

    def measure(self, rate: float, seconds: float) -> Used:
        """Return the use of each worker in turn, while the others are on the other core."""
        used = Used()
        for one in self._server.workers:
            for pid in self._server.workers:
                os.sched_setaffinity(pid, {self._cores.server if pid == one else self._cores.client})
            self._crowd.play_at_rate(rate, SETTLE_S)
            self._crowd.latencies.clear()
            before = cpu_s(one)
            self._crowd.play_at_rate(rate, seconds)
            used = used.plus(Used(len(self._crowd.latencies), cpu_s(one) - before, seconds))
        if used.actions < LEAST * rate * seconds * len(self._server.workers):
            raise BenchError("the actions could not be offered as fast")
        return used

    def close(self) -> None:
        """Everybody hangs up."""
        self._crowd.close()


def set_up(stack: ExitStack, cores: Cores, workers: int, rooms: int) -> Setup:
    """A server with so many workers, until the stack is left."""
    store, _ = stack.enter_context(redis_server(cores.client))
    setup = Setup(stack.enter_context(ours(cores.server, store, workers)), cores, rooms)
    stack.callback(setup.close)
    return setup


def show(ones: list[Used], twos: list[Used], rate: float) -> None:
    """The sums of all rounds, and the spread of the ratios."""
    one, two = _sum(ones), _sum(twos)
    print(
        f"one worker, {rate:.0f} actions a second: {one.busy():.2f} of its core, {one.us():.0f} µs an action"
    )
    print(f"two, {GOAL * rate:.0f}: {two.busy():.2f} of its core each, {two.us():.0f} µs an action of all")
    each = sorted(ours.us() / theirs.us() for ours, theirs in zip(ones, twos, strict=True))
    spread = f"rounds {each[0]:.2f} to {each[-1]:.2f}, median {median(each):.2f}"
    print(f"two workers / one: {one.us() / two.us():.2f} ({spread})")


def _sum(parts: list[Used]) -> Used:
    whole = Used()
    for part in parts:
        whole = whole.plus(part)
    return whole


def arguments() -> argparse.Namespace:
    """The command line."""
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
    ones: list[Used] = []
    twos: list[Used] = []
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
