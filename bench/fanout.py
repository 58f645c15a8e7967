"""The cost of an action that is delivered to four held polls: this project and a baseline.

    python bench/fanout.py [--rooms 50] [--seconds 10] [--rounds 3] [--before CHECKOUT] [--json FILE]

The server has a core of its own; the client and Redis share another. The measured quantities and the method
are in bench/README.md. All servers listen only on 127.0.0.1, and stop at the end, also after Ctrl-C.
"""

from __future__ import annotations

import argparse
import math
import platform
import time
from collections.abc import Callable
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path
from statistics import median

import msgspec
import redis
from processes import SERVERS, Cores, Server, cpu_s, prepare, redis_server, release, resident_kb, two_cores
from rooms import PLAYERS, ROOMS, PlainRoom, Room
from wire import PATIENCE_S, BenchError, Connection, Loop

WARM_UP_S = 1.5
FIRST_ROOMS = 5
"""Number of rooms that are open when memory is measured for the first time.

So memory that the first requests take counts as memory of the server, not of the polls."""
TURN_S = 1.0
CALM_CPU = 0.1
"""Share of a core below which a server counts as idle."""


class Load(msgspec.Struct, kw_only=True):
    """One round on one server: all figures at full load, except `calm_p50_ms` and `calm_p99_ms`.

    Microseconds and round trips are for an action with its four deliveries. `server_busy`: a share of a core.
    """

    actions_per_s: float
    server_us: float
    redis_us: float
    client_us: float
    round_trips: float
    answer_bytes: float
    server_busy: float
    saturated_p50_ms: float
    saturated_p99_ms: float
    calm_p50_ms: float = float("nan")
    calm_p99_ms: float = float("nan")


class Memory(msgspec.Struct):
    """Resident memory of one worker: before the polls, and the growth for each held poll."""

    base_mb: float
    per_poll_kb: float
    polls: int


LINES = [
    ("actions per second, saturated", "actions_per_s", "{:.0f}"),
    ("server CPU per action, µs", "server_us", "{:.0f}"),
    ("Redis CPU per action, µs", "redis_us", "{:.0f}"),
    ("client CPU per action, µs", "client_us", "{:.0f}"),
    ("Redis round trips per action", "round_trips", "{:.2f}"),
    ("bytes per delivery", "answer_bytes", "{:.0f}"),
    ("server core busy", "server_busy", "{:.2f}"),
    ("saturated: last delivery p50, ms", "saturated_p50_ms", "{:.1f}"),
    ("saturated: last delivery p99, ms", "saturated_p99_ms", "{:.1f}"),
    ("moderate: last delivery p50, ms", "calm_p50_ms", "{:.1f}"),
    ("moderate: last delivery p99, ms", "calm_p99_ms", "{:.1f}"),
]
MEMORY_LINES = [
    ("worker before the polls, MB", "base_mb", "{:.1f}"),
    ("memory per idle held poll, KB", "per_poll_kb", "{:.1f}"),
]


class RoomSet:
    """Rooms full of players on one server, with the durations of their actions in seconds."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.loop = Loop()
        self.rooms: list[Room] = []
        self.latencies: list[float] = []
        self._restless = False

    def connect(self) -> Connection:
        """Return a new connection to the server."""
        return Connection(self.loop, self.server.port)

    def open(self, rooms: int) -> None:
        """Open more rooms."""
        for _ in range(rooms):
            room = ROOMS[self.server.name](self.connect, self._note_latency)
            self.rooms.append(room)
            room.open()

    def saturate(self, seconds: float) -> None:
        """Send one action after the other in every room."""
        self._restless = True
        for room in self.rooms:
            if room.idle:
                room.act()
        self.loop.run(seconds)

    def stop_playing(self) -> None:
        """Wait until all actions that have been sent are delivered."""
        self._restless = False
        if not self.loop.run(PATIENCE_S, lambda: all(room.idle for room in self.rooms)):
            raise BenchError("an action was not delivered to everybody")

    def play_at_rate(self, per_s: float, seconds: float) -> None:
        """Send `per_s` actions a second, evenly, one room after the other."""
        start = time.monotonic()
        for n in range(int(seconds * per_s)):
            room = self.rooms[n % len(self.rooms)]
            self.loop.at(start + n / per_s, lambda room=room: room.act() if room.idle else None)
        self.loop.run(seconds)
        self.stop_playing()

    def close(self) -> None:
        """Close all connections."""
        for room in self.rooms:
            room.close()
        self.loop.close()

    def _note_latency(self, room: Room, seconds: float) -> None:
        self.latencies.append(seconds)
        if self._restless:
            room.act()


class Meter:
    """A meter for the load of some work. It reads counters before and after the work."""

    def __init__(self, crowd: RoomSet, store: redis.Redis, redis_pid: int) -> None:
        self._crowd, self._store, self._redis_pid = crowd, store, redis_pid

    def measure(self, work: Callable[[], None]) -> Load:
        """Do the work, and return its load."""
        readings_before = self._read()
        work()
        differences = [after - before for before, after in zip(readings_before, self._read(), strict=True)]
        seconds, actions, server, store, client, reads, size = differences
        if not actions:
            raise BenchError("no action was done in the time")
        took = sorted(self._crowd.latencies[-int(actions) :])
        return Load(
            actions_per_s=actions / seconds,
            server_us=server / actions * 1e6,
            redis_us=store / actions * 1e6,
            client_us=client / actions * 1e6,
            round_trips=(reads - 1) / actions,
            answer_bytes=size / actions / PLAYERS,
            server_busy=server / seconds,
            saturated_p50_ms=percentile(took, 50) * 1000,
            saturated_p99_ms=percentile(took, 99) * 1000,
        )

    def _read(self) -> tuple[float, ...]:
        """Return the present counters.

        These are seconds, actions, CPU seconds of the server, of Redis and of the client, reads of Redis, and
        delivered bytes.
        """
        return (
            time.perf_counter(),
            len(self._crowd.latencies),
            cpu_s(self._crowd.server.pid),
            cpu_s(self._redis_pid),
            time.process_time(),
            self._store.info("stats")["total_reads_processed"],
            sum(room.delivered_bytes for room in self._crowd.rooms),
        )


def percentile(ordered: list[float], percent: int) -> float:
    """Return the value that `percent` of the ordered values do not exceed."""
    return ordered[min(len(ordered) * percent // 100, len(ordered) - 1)]


def load_of(server: Server, store: redis.Redis, redis_pid: int, options: argparse.Namespace) -> Load:
    """Measure a server at full load, then at a moderate load."""
    crowd = RoomSet(server)
    try:
        crowd.open(options.rooms)
        crowd.saturate(WARM_UP_S)
        load = Meter(crowd, store, redis_pid).measure(lambda: crowd.saturate(options.seconds))
        crowd.stop_playing()
        if options.calm:
            crowd.latencies.clear()
            crowd.play_at_rate(options.calm, options.seconds)
            took = sorted(crowd.latencies)
            load.calm_p50_ms, load.calm_p99_ms = (percentile(took, percent) * 1000 for percent in (50, 99))
        return load
    finally:
        crowd.close()


def memory_of(server: Server, polls: int) -> Memory:
    """Measure the memory of a fresh worker with the polls of some rooms, then with `polls` more."""
    crowd = RoomSet(server)
    try:
        crowd.open(FIRST_ROOMS)
        settle(crowd)
        kb_before, held_before = resident_kb(server.pid), held_polls(crowd)
        for _ in range(polls // PLAYERS):
            crowd.open(1)
            crowd.rooms[-1].hang_up()
        settle(crowd)
        grown, added = resident_kb(server.pid) - kb_before, held_polls(crowd) - held_before
        return Memory(kb_before / 1024, grown / added, added)
    finally:
        crowd.close()


def held_polls(crowd: RoomSet) -> int:
    return sum(room.held_polls() for room in crowd.rooms)


def settle(crowd: RoomSet) -> None:
    """Wait until the server has read all polls and only holds them."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        cpu_before = cpu_s(crowd.server.pid)
        crowd.loop.run(0.5)
        if cpu_s(crowd.server.pid) - cpu_before < CALM_CPU * 0.5:
            return


def medians(loads: list[Load]) -> Load:
    """Return the median of each figure."""
    return Load(**{name: median(getattr(load, name) for load in loads) for name in Load.__struct_fields__})


def show(title: str, lines: list[tuple[str, str, str]], by_server: dict[str, object]) -> None:
    """Print a column for each server, and the ratios of the first server to all others."""
    others = [f"/{name}" for name in list(by_server)[1:]]
    heads = [*by_server, *others]
    print(f"\n{title:38}" + "".join(f"{head:>10}" for head in heads))
    for label, name, form in lines:
        values = [getattr(figures, name) for figures in by_server.values()]
        if any(map(math.isnan, values)):
            continue  # not measured
        cells = [form.format(value) for value in values]
        cells += [f"{values[0] / value:.2f}" if value else "" for value in values[1:]]
        print(f"{label:38}" + "".join(f"{cell:>10}" for cell in cells), flush=True)


def run_loads(
    names: list[str], cores: Cores, store: redis.Redis, redis_pid: int, options: argparse.Namespace
) -> dict[str, list[Load]]:
    """Measure all servers in turns, each time on a fresh server and an empty Redis."""
    loads: dict[str, list[Load]] = {name: [] for name in names}
    for n in range(options.rounds):
        for name in names:
            with SERVERS[name](cores.server, store) as server:
                loads[name].append(load_of(server, store, redis_pid, options))
        show(f"round {n + 1} of {options.rounds}", LINES, {name: loads[name][-1] for name in names})
    if options.rounds > 1:
        show("medians", LINES, {name: medians(loads[name]) for name in names})
    return loads


def run_turns(
    names: list[str], cores: Cores, store: redis.Redis, options: argparse.Namespace
) -> dict[str, list[float]]:
    """Measure all servers in turns of a second.

    Returns a dict: server -> the µs of processor time per action, for each of its turns.

    All servers keep running, with the same rooms in each turn. Other programs disturb all servers alike, so
    the ratios are useful even on a busy machine.
    """
    per_action: dict[str, list[float]] = {name: [] for name in names}
    with ExitStack() as stack:
        servers = [stack.enter_context(SERVERS[name](cores.server, store)) for name in names]
        crowds = [RoomSet(server) for server in servers]
        for crowd in crowds:
            stack.callback(crowd.close)
            crowd.open(options.rooms)
            crowd.saturate(WARM_UP_S)
            crowd.stop_playing()
        for _ in range(options.turns):
            for name, crowd in zip(names, crowds, strict=True):
                done_before, cpu_before = len(crowd.latencies), cpu_s(crowd.server.pid)
                crowd.saturate(TURN_S)
                crowd.stop_playing()
                actions = len(crowd.latencies) - done_before
                per_action[name].append((cpu_s(crowd.server.pid) - cpu_before) / actions * 1e6)
    for name, figures in per_action.items():
        ratio = median(ours / other for ours, other in zip(per_action[names[0]], figures, strict=True))
        print(f"{name:10}{median(figures):7.0f} µs per action; {names[0]}/{name}: {ratio:.3f}")
    return per_action


def run_memory(names: list[str], cores: Cores, store: redis.Redis, polls: int) -> dict[str, Memory]:
    """Measure and print the memory of each server."""
    memory = {}
    for name in names:
        with SERVERS[name](cores.server, store) as server:
            memory[name] = memory_of(server, polls)
    show(f"{min(figures.polls for figures in memory.values())} idle held polls", MEMORY_LINES, dict(memory))
    return memory


def conditions() -> dict[str, str]:
    """Return the versions of Python and of packages, on which the figures depend, too."""
    packages = ["flask", "flask-socketio", "gevent", "gunicorn", "hiredis", "msgspec", "redis"]
    return {"python": platform.python_version(), **{name: version(name) for name in packages}}


def arguments() -> argparse.Namespace:
    """Return the arguments of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", type=int, default=50, help="rooms of four players (default 50)")
    parser.add_argument("--seconds", type=float, default=10, help="length of each measurement (default 10)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds, alternating; 0: none (default 3)")
    parser.add_argument("--turns", type=int, help="instead of rounds: turns of a second, in fixed rooms")
    parser.add_argument(
        "--calm", type=float, default=20, help="moderate load, actions/s; 0: none (default 20)"
    )
    parser.add_argument("--polls", type=int, default=2000, help="idle held polls; 0: none (default 2000)")
    parser.add_argument("--only", choices=list(SERVERS), help="measure one server, and that of --before")
    parser.add_argument(
        "--plain", action="store_true", help="polls of this project do not name the answer that they hold"
    )
    parser.add_argument(
        "--before", type=Path, metavar="CHECKOUT", help="measure another release of this project as well"
    )
    parser.add_argument("--json", type=Path, help="also write all figures to this file")
    return parser.parse_args()


def main() -> None:
    """Measure and print."""
    options = arguments()
    if options.before:
        SERVERS["before"] = release(options.before.resolve())
    names = [name for name in SERVERS if options.only in (None, name) or name == "before"]
    if options.plain:
        ROOMS["ours"] = PlainRoom
    cores = two_cores()
    prepare(cores)
    print(f"server on core {cores.server}; client and Redis on core {cores.client}")
    with redis_server(cores.client) as (store, redis_pid):
        if options.turns:
            run_turns(names, cores, store, options)
            return
        loads = run_loads(names, cores, store, redis_pid, options) if options.rounds else {}
        memory = run_memory(names, cores, store, options.polls) if options.polls else {}
    if options.json:
        options.json.write_bytes(
            msgspec.json.encode({"where": conditions(), "loads": loads, "memory": memory})
        )


if __name__ == "__main__":
    try:
        main()
    except BenchError as error:
        raise SystemExit(f"void: {error}") from None
