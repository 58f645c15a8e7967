"""The delay of actions in rooms of people, while 20 bots in other rooms search.

    PYTHONPATH=. python bench/thinking.py [--rounds 5] [--seconds 20] [--search]

The measured quantities and the method are in bench/README.md. All servers listen only on 127.0.0.1, and stop
at the end.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Mapping
from statistics import median
from typing import Any
from urllib.request import urlopen

import msgspec
import redis
from fanout import percentile
from processes import Server, children, cpu_s, prepare, redis_server, searching, two_cores
from rooms import CheatRoom, News, Room, SeatAnswer, Table
from wire import HOST, PATIENCE_S, BenchError, Connection, Loop

OTHERS = 20
"""Number of rooms with four people. The actions in these rooms are measured."""
BOT_ROOMS = 10
BOTS = 2
"""Number of bots in each room with bots. One person plays with them."""
WARM_UP_S = 8.0
"""Seconds before the measurement.

Then every bot has had its turn, and the child process that searches for bots has started."""

ARMS: dict[str, tuple[int, Mapping[str, str]]] = {
    "no bots": (0, {"THINK_CPU": "0"}),
    "20 bots that do not search": (BOT_ROOMS, {"THINK_CPU": "0"}),
    "20 bots that search": (BOT_ROOMS, {}),
}


class Figures(msgspec.Struct):
    """The figures of one arm, such as “no bots”, in one round.

    `took`: ms from each action to its last delivery. `worker`, `child`: shares of a core."""

    took: list[float]
    worker: float
    child: float
    searches_asked: float
    searches_done: float


class BotRoom:
    """A room with bots, and a person that plays a card at each turn."""

    def __init__(self, loop: Loop, port: int) -> None:
        self._poll, self._control = Connection(loop, port), Connection(loop, port)
        seat = self._take_seat(
            {"name": "Ada", "options": {"turn_s": 0, "min_call_window_s": 0, "reveal_s": 0}}
        )
        self._path, self._bearer = f"/api/rooms/{seat.code}", f"Authorization: Bearer {seat.token}\r\n"
        self._action_count = 0
        for _ in range(BOTS):
            self._post("add_bot", {"level": "hard"})
        self._post("start", {})
        self._news(self._poll.ask(f"GET {self._path}/events", self._bearer))

    def close(self) -> None:
        """Close the connections."""
        self._poll.close()
        self._control.close()

    def _take_seat(self, body: Any) -> SeatAnswer:
        answer = self._control.ask("POST /api/rooms", body=msgspec.json.encode(body))
        return msgspec.json.decode(answer, type=SeatAnswer)

    def _action(self, move: str, args: Any) -> bytes:
        self._action_count += 1
        return msgspec.json.encode({"id": f"bench-{self._action_count:08}", "move": move, "args": args})

    def _post(self, move: str, args: Any) -> None:
        self._control.ask(f"POST {self._path}/actions", self._bearer, self._action(move, args))

    def _news(self, body: bytes) -> None:
        news = msgspec.json.decode(body, type=News)
        start = f"GET {self._path}/events?since={news.cursor}&wait=25"
        self._poll.send(start, self._news, self._bearer)
        if news.table is not None and not self._control.waiting:
            self._play(news.table)

    def _play(self, table: Table) -> None:
        for name in ("place", "play_again", "start"):
            if move := table.move(name):
                args = {**move.ties, "cards": table.hand()[:1]} if name == "place" else {}
                start = f"POST {self._path}/actions"
                self._control.send(start, lambda body: None, self._bearer, self._action(name, args))
                return


def measure(server: Server, bot_rooms: int, options: argparse.Namespace) -> Figures:
    """Send `options.per_s` actions a second, evenly over the rooms of people, and measure."""
    loop, took = Loop(), []

    def note_latency(room: Room, seconds: float) -> None:
        took.append(1000 * seconds)

    bots = [BotRoom(loop, server.port) for _ in range(bot_rooms)]
    rooms: list[Room] = [
        CheatRoom(lambda: Connection(loop, server.port), note_latency) for _ in range(OTHERS)
    ]
    try:
        for room in rooms:
            room.open()
        _random_moves(loop, rooms, options.per_s, WARM_UP_S)
        took.clear()
        readings_before = _read(server)
        _random_moves(loop, rooms, options.per_s, options.seconds)
        differences = [after - before for before, after in zip(readings_before, _read(server), strict=True)]
        if not took:
            raise BenchError("no action was done in the time")
        return Figures(
            took, differences[0] / options.seconds, differences[1] / options.seconds, *differences[2:]
        )
    finally:
        for client in (*bots, *rooms):
            client.close()
        loop.close()


def _random_moves(loop: Loop, rooms: list[Room], per_s: float, seconds: float) -> None:
    ready = time.monotonic()
    for number in range(int(seconds * per_s)):
        room = rooms[number % len(rooms)]
        loop.at(ready + number / per_s, lambda room=room: room.act() if room.idle else None)
    loop.run(seconds)
    if not loop.run(PATIENCE_S, lambda: all(room.idle for room in rooms)):
        raise BenchError("an action was not delivered to everybody")


def _read(server: Server) -> tuple[float, float, float, float]:
    """Return four counters: CPU seconds of worker and child process, queued jobs, done jobs."""
    with urlopen(f"http://{HOST}:{server.port}/metrics") as answer:
        text = answer.read().decode()

    def count(name: str) -> float:
        return sum(float(value) for value in re.findall(rf"^{name}.*? (\S+)$", text, re.M))

    child_s = sum(map(cpu_s, children(server.pid)))
    done_searches = r'cheat_jobs_total\{kind="plan",outcome="done"\}'
    return cpu_s(server.pid), child_s, count(r"cheat_jobs_asked_total\{"), count(done_searches)


def show(name: str, rounds: list[Figures]) -> None:
    """Print the medians of the rounds, and the 99th percentile of all actions."""
    pooled = sorted(took_ms for figures in rounds for took_ms in figures.took)
    p50, p99 = (median(percentile(sorted(figures.took), share) for figures in rounds) for share in (50, 99))
    worker, child = (median(getattr(figures, name) for figures in rounds) for name in ("worker", "child"))
    searches_asked, searches_done = (
        sum(getattr(figures, name) for figures in rounds) for name in ("searches_asked", "searches_done")
    )
    print(
        f"{name:28} p50 {p50:6.1f}  p99 {p99:6.1f}  p99 of all {percentile(pooled, 99):6.1f} ms"
        f"  worker {worker:.2f}  child {child:.2f}  searches {searches_done:.0f} of {searches_asked:.0f}"
        f"  ({len(pooled)} actions)",
        flush=True,
    )


def run(store: redis.Redis, core: int, options: argparse.Namespace) -> dict[str, list[Figures]]:
    """Measure the rounds, each with all arms in turns, on fresh servers and an empty Redis."""
    figures_by_arm: dict[str, list[Figures]] = {name: [] for name in ARMS}
    spin = {} if options.search else {"SPIN": "1"}
    for number in range(options.rounds):
        for name, (bot_rooms, environment) in ARMS.items():
            with searching(core, store, **spin, **environment) as server:
                figures_by_arm[name].append(measure(server, bot_rooms, options))
        print(f"round {number + 1} of {options.rounds}")
        for name, rounds in figures_by_arm.items():
            show(name, rounds[-1:])
    return figures_by_arm


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, help="each with all arms (default 5)")
    parser.add_argument("--seconds", type=float, default=20, help="length of a measurement (default 20)")
    parser.add_argument("--per-s", type=float, default=40, help="actions a second (default 40)")
    parser.add_argument(
        "--search", action="store_true", help="search as usual, instead of only using the processor"
    )
    options = parser.parse_args()
    cores = two_cores()
    prepare(cores)
    with redis_server(cores.client) as (store, _):
        figures_by_arm = run(store, cores.server, options)
    print(f"medians of {options.rounds} rounds")
    for name, rounds in figures_by_arm.items():
        show(name, rounds)


if __name__ == "__main__":
    try:
        main()
    except BenchError as error:
        raise SystemExit(f"void: {error}") from None
