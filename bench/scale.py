"""The load of a hundred workers and 100,000 tables on a Redis Cluster.

Servers, rooms and commits are real. A single process listens in place of the workers.

    PYTHONPATH=. python bench/scale.py [--tables 1000,100000] [--workers 1,100] [--commits 20000]

Method and figures are in bench/README.md.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import resource
import selectors
import socket
import tempfile
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import hiredis
from memory import NOON, Table
from processes import cpu_s, redis_server

from cheat.settings import Settings
from cheat.store import keys
from cheat.store.redis.cluster import Cluster
from cheat.store.rooms import RoomStore, StoredRoom, connect
from tests.clusters import ClusterOfServers, answer_of

PLAYERS = 4
DAY_MS = 24 * 3_600_000
EVERY_S = 5
"""Seconds between two actions at a table."""
VERSIONS = 120
"""Each table is a copy of one room at this version, which is some minutes into a game."""
BATCH = 500
SEED = 1


class Model(NamedTuple):
    """A room in the middle of a game, as it is stored in Redis."""

    stored: StoredRoom
    entries: list[bytes]
    blocks: list[bytes]


def model(game: str) -> Model:
    """Return a room in which bots have played `VERSIONS` versions."""
    with redis_server(0) as (plain, _):
        client = connect(f"redis://127.0.0.1:{plain.get_connection_kwargs()['port']}/0", 4)
        log_length = Settings().log_length
        table = Table(client, game, log_length)
        table.play(VERSIONS)
        store = RoomStore(client, log_length)
        logged, recorded = store.load_with_log(table.code), store.load_with_recording(table.code)
        assert logged is not None and recorded is not None
        return Model(logged.stored, logged.entries, recorded[1])


def fill(client: Cluster, copied: Model, codes: list[str]) -> None:
    """Store a copy of the room under each code, with the last polls of its players."""
    stored = copied.stored
    fields = {"epoch": stored.epoch, "version": stored.version, "private": 0, "data": stored.data}
    heard_at = {f"p{number}": NOON for number in range(PLAYERS)}
    for first in range(0, len(codes), BATCH):
        with client.pipeline(transaction=False) as pipe:
            for code in codes[first : first + BATCH]:
                pipe.hset(keys.room_key(code), mapping=fields)
                pipe.rpush(keys.log_key(code), *copied.entries)
                pipe.rpush(keys.recording_key(code), *copied.blocks)
                pipe.hset(keys.seen_key(code), mapping=heard_at)
                for name in (keys.room_key, keys.log_key, keys.recording_key, keys.seen_key):
                    pipe.pexpire(name(code), DAY_MS)
                pipe.zadd(keys.ROOMS, {code: NOON})
            pipe.execute()


def listen(ports: dict[str, int], workers: int, ready: Any) -> None:
    """Listen at each server as the workers would.

    A load balancer would send each player of a room to a random worker, which would listen for the room.
    """
    chance, waiting = random.Random(SEED), selectors.DefaultSelector()
    lines: dict[tuple[int, int], socket.socket] = {}
    for code, port in ports.items():
        for worker in {chance.randrange(workers) for _ in range(PLAYERS)}:
            line = lines.get((worker, port))
            if line is None:
                line = lines[worker, port] = socket.create_connection(("127.0.0.1", port))
                waiting.register(line, selectors.EVENT_READ)
            line.sendall(hiredis.pack_command(("SSUBSCRIBE", keys.wake_channel(code))))
            _hear(waiting, 0)
    while _hear(waiting, 1):
        pass
    ready.set()
    while True:
        _hear(waiting, None)


def _hear(waiting: selectors.BaseSelector, seconds: float | None) -> bool:
    ready = waiting.select(seconds)
    for key, _ in ready:
        key.fileobj.recv(1 << 20)  # type: ignore[union-attr]
    return bool(ready)


def measure(servers: ClusterOfServers, copied: Model, tables: int, workers: int, commits: int) -> str:
    """Measure one size of the service. Return the figures as a line."""
    client = connect(servers.url, 5)
    assert isinstance(client, Cluster)
    codes = [f"t{number}" for number in range(tables)]
    fill(client, copied, codes)
    slots = client.slots
    ports = {code: slots.owner(keys.room_key(code)).port for code in codes}
    ready = multiprocessing.Event()
    listener = multiprocessing.Process(target=listen, args=(ports, workers, ready), daemon=True)
    listener.start()
    try:
        assert ready.wait(300), "nobody listens"
        workers_reached = _measure_delivery(servers, ports)
        cpu_by_server = _commit(servers, client, copied, codes, commits)
        memory = [answer_of(server, "INFO", "memory")["used_memory"] / 2**20 for server in servers.masters]
        keyed = [answer_of(server, "MEMORY", "STATS") for server in servers.masters]
    finally:
        listener.terminate()
        listener.join()
        client.close()
    share = Counter(ports.values()).values()
    cores = tables / EVERY_S * sum(cpu_by_server) / commits
    data_mb = [_stat(stats, b"dataset.bytes") / 2**20 for stats in keyed]
    return (
        f"{tables:>7,} {workers:>7} {workers_reached:>6.1f} {min(share):>7,} to {max(share):>6,}"
        f" {sum(memory):>9,.0f} {max(memory):>9,.0f}"
        f" {sum(data_mb) * 1024 / tables:>8.1f} {sum(cpu_by_server) / commits * 1e6:>8.0f} {cores:>7.2f}"
        f" {cores * max(cpu_by_server) / sum(cpu_by_server):>7.2f}"
    )


def _measure_delivery(servers: ClusterOfServers, ports: dict[str, int]) -> float:
    """Return the mean number of workers that get a room's wake-ups, as the servers report it."""
    subscribers = []
    for server in servers.masters:
        channels = [keys.wake_channel(code) for code, port in ports.items() if port == server.port][:BATCH]
        subscribers += answer_of(server, "PUBSUB", "SHARDNUMSUB", *channels)[1::2]
    return sum(subscribers) / len(subscribers)


def _stat(stats: list[Any], name: bytes) -> float:
    return float(stats[stats.index(name) + 1])


def _commit(
    servers: ClusterOfServers, client: Cluster, copied: Model, codes: list[str], commits: int
) -> list[float]:
    """Make `commits` at random tables. Return the processor seconds of each server."""
    chance, versions = random.Random(SEED), dict.fromkeys(codes, copied.stored.version)
    store = RoomStore(client, Settings().log_length)
    entry, block = copied.entries[-1], b""

    def commit_some(count: int) -> None:
        for _ in range(count):
            code = chance.choice(codes)
            read = copied.stored
            read = StoredRoom(read.epoch, versions[code], read.data, 0)
            assert store.commit(code, read, read.data, entry, DAY_MS, block)
            versions[code] += 1

    commit_some(500)
    pids = [server.process.pid for server in servers.masters if server.process]
    cpu_before = [cpu_s(pid) for pid in pids]
    commit_some(commits)
    cpu_used = [cpu_s(pid) - before for pid, before in zip(pids, cpu_before, strict=True)]
    store.close()
    return cpu_used


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", default="1000,100000")
    parser.add_argument("--workers", default="1,100", help="how many there are with each number of tables")
    parser.add_argument("--commits", type=int, default=20_000)
    parser.add_argument("--game", default="cheat")
    options = parser.parse_args()
    most_files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))
    copied = model(options.game)
    bytes_of = len(copied.stored.data), len(copied.entries[-1]), sum(map(len, copied.blocks))
    print("bytes of room, entry and record: {}, {}, {}".format(*bytes_of))
    print(" tables workers  heard  rooms of a server    all MB   most MB  KB/room commit µs  cores    most")
    for tables, workers in zip(options.tables.split(","), options.workers.split(","), strict=True):
        with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
            servers = ClusterOfServers(Path(folder))
            stack.callback(servers.stop)
            servers.start()
            for server in servers.masters:
                answer_of(server, "CONFIG", "SET", "cluster-node-timeout", 15_000)
            print(measure(servers, copied, int(tables), int(workers), options.commits), flush=True)


if __name__ == "__main__":
    main()
