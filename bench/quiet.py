"""Commands to Redis while little happens: idle workers, idle rooms, an evening, an open tab.

    .venv/bin/python bench/quiet.py [--rooms 1,100] [--seconds 60] [--actions 600] [--json FILE]

Commands are counted twice: as clients send them (MONITOR), and as Redis carries them out, with those inside
scripts (INFO commandstats). bench/README.md says more.
"""

from __future__ import annotations

import argparse
import re
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import redis
from fanout import RoomSet
from processes import Server, prepare, project_server, redis_server, two_cores
from rooms import CheatRoom
from wire import HOST, PATIENCE_S, BenchError, Connection, Loop

SETTLE_S = 15.0
"""Seconds before a measurement. In this time, the presence of new rooms becomes complete."""
LINGER_S = 45.0
"""Seconds to wait after the last poll. A worker follows a room for 30 s after its last poll."""
EVENING_S = 6000.0
"""Length of an evening in seconds: an action every ten seconds, if there are 600."""
ACTIONS_PER_S = 5.0
"""Actions per second when an evening is measured. The pauses of the evening are calculated."""
LIMITS = {"RATE_LIMITS": "on", "CALL_LIMIT": "1000/second"}
"""Settings for one room: Redis counts calls for limits, but an address may make many."""
MONITORED = re.compile(rb'^\+[\d.]+ \[\d+ (lua|[^\]]+)\] "([^"]+)"')


class Count(msgspec.Struct):
    """The commands in some `seconds`: `sent` by clients, and `carried_out` by Redis.

    Only `pings` counts pings. `names`: name of a command -> how often clients sent it.
    """

    seconds: float
    sent: int
    pings: int
    carried_out: int
    names: dict[str, int] = {}

    def a_minute(self, number: float) -> float:
        """Return a number of commands in this time as a number per minute."""
        return number * 60 / self.seconds


class Monitor:
    """A record of the commands that reach a Redis. A thread reads them from MONITOR."""

    def __init__(self, store: redis.Redis) -> None:
        self._store = store
        port = store.connection_pool.connection_kwargs["port"]
        self._socket = socket.create_connection((HOST, port))
        self._socket.sendall(b"MONITOR\r\n")
        self._buffer = bytearray()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        while data := self._socket.recv(1 << 16):
            self._buffer += data

    def _marked(self) -> bytes:
        """Return all lines so far.

        The method sends a command itself, and waits for its line. So no earlier line is missing.
        """
        mark = f"mark {time.monotonic_ns()}".encode()
        self._store.echo(mark)
        end = time.monotonic() + PATIENCE_S
        while mark not in self._buffer:
            if time.monotonic() > end:
                raise BenchError("MONITOR shows nothing")
            time.sleep(0.01)
        lines, self._buffer = bytes(self._buffer), bytearray()
        return lines

    def count(self, seconds: float, wait: Callable[[float], Any] = time.sleep) -> Count:
        """Return the commands while `wait` runs for `seconds`."""
        self._marked()
        before, start = self._calls(), time.monotonic()
        wait(seconds)
        took, lines, calls = time.monotonic() - start, self._marked(), self._calls() - before
        sent = Counter[str]()
        for line in lines.split(b"\r\n"):
            if (found := MONITORED.match(line)) and found[1] != b"lua":
                sent[found[2].decode().upper()] += 1
        for name in ("ECHO", "INFO", "MONITOR"):
            del sent[name]
        pings = sent.pop("PING", 0)
        carried_out = sum(calls.values()) - calls["echo"] - calls["info"] - calls["ping"]
        return Count(took, sent.total(), pings, carried_out, dict(sent))

    def _calls(self) -> Counter[str]:
        info: dict[str, Any] = self._store.info("commandstats")
        return Counter({name.removeprefix("cmdstat_"): value["calls"] for name, value in info.items()})

    def close(self) -> None:
        """Stop reading."""
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._socket.close()


@contextmanager
def fresh(workers: int, limits: Mapping[str, str] = LIMITS) -> Iterator[tuple[Server, Monitor]]:
    """Yield a fresh server as it is deployed, and a monitor of its Redis."""
    cores = two_cores()
    with (
        redis_server(cores.client) as (store, _),
        project_server(cores.server, store, workers, **limits) as server,
    ):
        monitor = Monitor(store)
        try:
            yield server, monitor
        finally:
            monitor.close()


def idle_worker(monitor: Monitor, crowd: RoomSet, seconds: float) -> Count:
    """Return the commands of a worker that has held polls before, and holds none now."""
    crowd.open(1)
    crowd.close()
    time.sleep(LINGER_S)
    return monitor.count(seconds)


def idle_rooms(monitor: Monitor, crowd: RoomSet, rooms: int, seconds: float) -> Count:
    """Return the commands while polls are held in rooms in which nothing happens."""
    for _ in range(rooms):
        crowd.open(1)
        crowd.rooms[-1].hang_up()
    crowd.loop.run(SETTLE_S)
    return monitor.count(seconds, crowd.loop.run)


def evening(monitor: Monitor, crowd: RoomSet, actions: int) -> Count:
    """Return the commands of a room from its opening until this number of actions is done."""

    def play(seconds: float) -> None:
        crowd.open(1)
        crowd.play_at_rate(ACTIONS_PER_S, seconds)
        crowd.rooms[-1].hang_up()

    finished = len(crowd.latencies)
    count = monitor.count(actions / ACTIONS_PER_S, play)
    finished = len(crowd.latencies) - finished
    if finished < actions * 0.98:
        raise BenchError(f"only {finished} of {actions} actions were made in time")
    return count


class Tab:
    """A page that is left open in a waiting room, and polls on and on."""

    def __init__(self, server: Server) -> None:
        self.loop = Loop()
        self._poll = Connection(self.loop, server.port)
        self._path, self._bearer = "", ""

    def open(self) -> None:
        """Open a room, and hold the first poll."""
        body = msgspec.json.encode({"name": "A", "options": CheatRoom.OPTIONS})
        seat = msgspec.json.decode(self._poll.ask("POST /api/rooms", body=body))
        self._path = f"/api/rooms/{seat['code']}/events"
        self._bearer = f"Authorization: Bearer {seat['token']}\r\n"
        self._answered(self._poll.ask(f"GET {self._path}", self._bearer))

    def _answered(self, body: bytes) -> None:
        cursor = msgspec.json.decode(body)["cursor"]
        self._poll.send(f"GET {self._path}?since={cursor}&wait=25", self._answered, self._bearer)

    def close(self) -> None:
        """Close the page."""
        self._poll.close()
        self.loop.close()


def forgotten_tab(monitor: Monitor, tab: Tab, seconds: float) -> Count:
    """Return the commands while one page is open, and nothing happens."""
    tab.open()
    tab.loop.run(SETTLE_S)
    return monitor.count(seconds, tab.loop.run)


def show(label: str, count: Count) -> None:
    """Print a line of the table, with numbers per minute."""
    numbers = (count.a_minute(number) for number in (count.sent, count.carried_out, count.pings))
    print(f"{label:34}" + "".join(f"{number:>16,.1f}" for number in numbers), flush=True)
    print(f"    {count.names}", flush=True)


def measure(options: argparse.Namespace) -> dict[str, Count]:
    """Make all measurements, each on a fresh server."""
    counts: dict[str, Count] = {}
    print(f"{'a minute':34}{'sent':>16}{'carried out':>16}{'pings':>16}")
    with fresh(options.workers) as (server, monitor):
        counts["idle"] = idle_worker(monitor, RoomSet(server), options.seconds)
        show("idle worker", counts["idle"])
    for rooms in [int(number) for number in options.rooms.split(",")]:
        with fresh(options.workers, {}) as (server, monitor):
            crowd = RoomSet(server)
            counts[f"{rooms} rooms"] = idle_rooms(monitor, crowd, rooms, options.seconds)
            crowd.close()
            show(f"{rooms:,} idle rooms, four polls each", counts[f"{rooms} rooms"])
    with fresh(options.workers) as (server, monitor):
        tab = Tab(server)
        counts["tab"] = forgotten_tab(monitor, tab, options.seconds)
        tab.close()
        show("forgotten tab", counts["tab"])
    with fresh(options.workers) as (server, monitor):
        crowd = RoomSet(server)
        counts["actions"] = evening(monitor, crowd, options.actions)
        crowd.loop.run(SETTLE_S)
        counts["room"] = monitor.count(options.seconds, crowd.loop.run)
        crowd.close()
        show(f"room with {options.actions} actions", counts["actions"])
        show("the same room afterwards", counts["room"])
    return counts


def show_times(counts: dict[str, Count], actions: int) -> None:
    """Print the commands of an evening, and of an hour of a forgotten tab, by calculation.

    An evening has the measured commands of its actions. For the rest of its time, the rate of the idle room
    counts.
    """
    played, idle = counts["actions"], counts["room"]
    rest_s = EVENING_S - played.seconds
    print(f"\n{'':34}{'sent':>16}{'carried out':>16}{'pings':>16}")
    for label, numbers in (
        (
            f"evening, {actions} actions in 100 min",
            [
                getattr(played, name) + getattr(idle, name) * rest_s / idle.seconds
                for name in ("sent", "carried_out", "pings")
            ],
        ),
        (
            "forgotten tab, an hour",
            [
                counts["tab"].a_minute(getattr(counts["tab"], name)) * 60
                for name in ("sent", "carried_out", "pings")
            ],
        ),
    ):
        print(f"{label:34}" + "".join(f"{number:>16,.0f}" for number in numbers))


def arguments() -> argparse.Namespace:
    """Return the arguments of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", default="1,100", help="numbers of idle rooms (default 1,100)")
    parser.add_argument("--workers", type=int, default=1, help="workers of the server (default 1)")
    parser.add_argument("--seconds", type=float, default=60, help="time of each measurement (default 60)")
    parser.add_argument("--actions", type=int, default=600, help="actions of the evening (default 600)")
    parser.add_argument("--json", type=Path, help="also write all figures to this file")
    return parser.parse_args()


def main() -> None:
    """Measure and print."""
    options = arguments()
    prepare(two_cores())
    counts = measure(options)
    show_times(counts, options.actions)
    if options.json:
        options.json.write_bytes(msgspec.json.encode(counts))


if __name__ == "__main__":
    try:
        main()
    except BenchError as error:
        raise SystemExit(f"void: {error}") from None
