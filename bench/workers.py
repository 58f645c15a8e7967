"""How much more two workers carry on two cores than one carries on one.

    python bench/workers.py [--rooms 40] [--rate 250] [--seconds 4] [--rounds 10]

Client and servers have but two cores between them, so nothing is saturated: the same load is offered to one
worker and to two, in turns, and what counts is the processor time that an action takes. See bench/README.md.
"""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from statistics import median

import msgspec
from fanout import WARM_UP_S, Crowd
from processes import Cores, Server, cpu_s, ours, prepare, redis_server, two_cores
from wire import BenchError


class Used(msgspec.Struct):
    """Seconds of CPU that so many actions with their four deliveries took, of each worker and of Redis."""

    actions: int
    workers: list[float]
    redis: float

    def plus(self, more: Used) -> Used:
        """Both together."""
        workers = [one + other for one, other in zip(self.workers, more.workers, strict=True)]
        return Used(self.actions + more.actions, workers, self.redis + more.redis)

    def worker_us(self) -> float:
        """Of all workers together, for an action."""
        return sum(self.workers) / self.actions * 1e6

    def busiest_us(self) -> float:
        """Of the busiest worker, for an action of all: its core is full first."""
        return max(self.workers) / self.actions * 1e6

    def redis_us(self) -> float:
        """Of Redis, for an action."""
        return self.redis / self.actions * 1e6


class Setup:
    """A server with its players, and a Redis of its own."""

    def __init__(self, server: Server, redis_pid: int, rooms: int) -> None:
        self._server, self._redis_pid = server, redis_pid
        self.crowd = Crowd(server)
        self.crowd.open(rooms)
        self.crowd.saturate(WARM_UP_S)
        self.crowd.rest()

    def measure(self, rate: float, seconds: float) -> Used:
        """What a load takes."""
        self.crowd.took.clear()
        before = self._read()
        self.crowd.stroll(rate, seconds)
        spent = [after - was for was, after in zip(before, self._read(), strict=True)]
        if not self.crowd.took:
            raise BenchError("no action was done in the time")
        return Used(len(self.crowd.took), spent[:-1], spent[-1])

    def _read(self) -> list[float]:
        return [cpu_s(pid) for pid in (*self._server.workers, self._redis_pid)]


def set_up(stack: ExitStack, cores: Cores, workers: int, rooms: int) -> Setup:
    """A server with so many workers, until the stack is left."""
    store, redis_pid = stack.enter_context(redis_server(cores.client))
    setup = Setup(stack.enter_context(ours(cores.server, store, workers)), redis_pid, rooms)
    stack.callback(setup.crowd.close)
    return setup


def elsewhere(one: Used, two: Used) -> float:
    """How much more two carry, each on a core, where Redis has another machine."""
    return one.worker_us() / two.busiest_us()


def beside(one: Used, two: Used) -> float:
    """The same where Redis shares the cores."""
    return 2 * (one.worker_us() + one.redis_us()) / (two.worker_us() + two.redis_us())


def show(ones: list[Used], twos: list[Used]) -> None:
    """The sums of all rounds, and the spread of the ratios."""
    one, two = _sum(ones), _sum(twos)
    print(f"{'':40}{'one':>10}{'two':>10}")
    for label, name in [
        ("CPU of the workers per action, µs", "worker_us"),
        ("of these the busiest one, µs", "busiest_us"),
        ("CPU of Redis per action, µs", "redis_us"),
    ]:
        print(f"{label:40}{getattr(one, name)():10.0f}{getattr(two, name)():10.0f}")
    for label, ratio in [("Redis elsewhere", elsewhere), ("Redis on the same cores", beside)]:
        each = sorted(ratio(*pair) for pair in zip(ones, twos, strict=True))
        spread = f"rounds {each[0]:.2f} to {each[-1]:.2f}, median {median(each):.2f}"
        print(f"two workers / one, {label}: {ratio(one, two):.2f} ({spread})")


def _sum(parts: list[Used]) -> Used:
    first, *others = parts
    for other in others:
        first = first.plus(other)
    return first


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", type=int, default=40, help="rooms of four players (default 40)")
    parser.add_argument("--rate", type=float, default=250, help="actions per second (default 250)")
    parser.add_argument("--seconds", type=float, default=4, help="length of each measurement (default 4)")
    parser.add_argument("--rounds", type=int, default=10, help="measurements of each (default 10)")
    return parser.parse_args()


def main() -> None:
    """Measure and print."""
    options, cores = arguments(), two_cores()
    prepare(cores)
    print(f"workers on core {cores.server}; client and Redis on core {cores.client}")
    ones: list[Used] = []
    twos: list[Used] = []
    with ExitStack() as stack:
        one, two = (set_up(stack, cores, workers, options.rooms) for workers in (1, 2))
        for _ in range(options.rounds):
            ones.append(one.measure(options.rate, options.seconds))
            twos.append(two.measure(options.rate, options.seconds))
    show(ones, twos)


if __name__ == "__main__":
    try:
        main()
    except BenchError as error:
        raise SystemExit(f"void: {error}") from None
