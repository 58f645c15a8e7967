"""A crowd of spectators behind nginx: its cost for the worker, and the delay of its news.

    .venv/bin/python bench/crowd.py [--watchers 0,1000,10000] [--tables 20] [--pause 2] [--seconds 60]

The worker plays some games of Cheat, and the crowd watches one of them. nginx has the configuration of
docs/deploy.md. The worker and nginx share a core; players, crowd and Redis share the other one.
Percentages are relative to the first size of the crowd. bench/README.md says more.
"""

from __future__ import annotations

import argparse
import gzip
import os
import re
import shutil
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec
from processes import (
    ROOT,
    Server,
    cpu_s,
    free_port,
    listens,
    prepare,
    project_server,
    redis_server,
    running,
    two_cores,
    wait_for,
)
from rooms import CheatRoom, Room
from wire import HOST, PATIENCE_S, BenchError, Connection, Loop

WARM_UP_S = 4.0
NGINX = """daemon off;
user {user};
worker_processes 1;
error_log stderr error;
pid nginx.pid;
events {{ worker_connections 15000; }}
http {{
    access_log off;
    client_body_temp_path .; proxy_temp_path .; fastcgi_temp_path .; uwsgi_temp_path .; scgi_temp_path .;
    keepalive_requests 1000000;
    keepalive_timeout 300s;
    {configuration}
}}
"""


class Watcher:
    """A spectator: one connection, which sends the next poll as soon as it has an answer."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd
        self._buffer = b""
        self._socket = socket.create_connection((HOST, crowd.port), timeout=PATIENCE_S)
        self._socket.setblocking(False)
        crowd.loop.watch(self._socket.fileno(), self._readable)
        self.send("")

    def send(self, cursor: str) -> None:
        self._socket.send(self._crowd.request(cursor))

    def close(self) -> None:
        self._crowd.loop.forget(self._socket.fileno())
        self._socket.close()

    def _readable(self) -> None:
        data = self._socket.recv(65536)
        if not data:
            raise BenchError("nginx closed a connection")
        self._buffer = self._buffer + data if self._buffer else data
        head, blank, body = self._buffer.partition(b"\r\n\r\n")
        if blank and self._crowd.is_whole(head, body):
            self._buffer = b""
            self.send(self._crowd.on_answer(head, body))


class Answer(NamedTuple):
    """The parts of an answer that the bench uses. `is_empty`: it has no events."""

    cursor: str
    version: int
    is_empty: bool


class Crowd:
    """The spectators of one room.

    - `sent_at`: version -> the time when the action that makes the version was sent
    - `delays`: the seconds from this time until a spectator got the version, for all spectators
    - `asked_by_version`: version -> the number of polls that the worker itself answered with it
    - `asked_empty`: the number of polls that the worker answered without news
    """

    def __init__(self, loop: Loop, port: int, path: str) -> None:
        self.loop, self.port = loop, port
        self._path = path
        self._answers: dict[bytes, Answer] = {}
        self._requests: dict[str, bytes] = {}
        self.watchers: list[Watcher] = []
        self.reset()

    def reset(self) -> None:
        """Forget what was measured so far."""
        self.sent_at: dict[int, float] = {}
        self.delays: list[float] = []
        self.asked_by_version: dict[int, int] = {}
        self.asked_empty = 0

    def grow(self, count: int) -> None:
        """Add spectators until there are `count`."""
        while len(self.watchers) < count:
            self.watchers.append(Watcher(self))
            if not len(self.watchers) % 100:
                self.loop.run(0.05)

    def close(self) -> None:
        for watcher in self.watchers:
            watcher.close()

    def request(self, cursor: str) -> bytes:
        if (data := self._requests.get(cursor)) is None:
            since = f"&since={cursor}" if cursor else ""
            head = f"Host: {HOST}:{self.port}\r\nAccept-Encoding: gzip, br\r\n\r\n"
            data = self._requests[cursor] = (
                f"GET {self._path}/watch?lang=en{since} HTTP/1.1\r\n{head}".encode()
            )
        return data

    def is_whole(self, head: bytes, body: bytes) -> bool:
        if not head.startswith(b"HTTP/1.1 200"):
            raise BenchError(f"nginx answered {head.decode(errors='replace')}")
        length = re.search(rb"\r\nContent-Length: (\d+)", head)
        return length is not None and len(body) == int(length[1])

    def on_answer(self, head: bytes, body: bytes) -> str:
        """Measure an answer, and return its cursor."""
        if (answer := self._answers.get(body)) is None:
            plain = gzip.decompress(body) if body.startswith(b"\x1f\x8b") else body
            fields = msgspec.json.decode(plain)
            answer = Answer(fields["cursor"], fields["version"], "table" not in fields)
            self._answers[body] = answer
        asked = b"\r\nX-Cache: HIT" not in head
        if answer.is_empty:
            self.asked_empty += asked
        elif (sent_at := self.sent_at.get(answer.version)) is not None:
            self.delays.append(time.perf_counter() - sent_at)
            self.asked_by_version[answer.version] = self.asked_by_version.get(answer.version, 0) + asked
        return answer.cursor


class Result(NamedTuple):
    """Figures of one measurement. `cpu_ms`: processor time of the worker per action in a room."""

    watchers: int
    versions: int
    delivered: float
    polls_per_version: float
    most_polls: int
    empty_polls: int
    cpu_ms: float
    nginx_share: float
    p50_ms: float
    p99_ms: float
    longest_ms: float


@contextmanager
def nginx(core: int, server: Server) -> Iterator[tuple[int, int]]:
    """Yield the port of nginx, and the process id of its worker."""
    port = free_port()
    blocks = re.findall(r"```nginx\n(.*?)```", (ROOT / "docs/deploy.md").read_text(), re.S)
    beside, within = blocks[1].split('# within "server"\n')
    told = "add_header X-Cache $upstream_cache_status;\n    proxy_cache watch;"
    configuration = (beside + blocks[0].replace("    location / {", within + "\n    location / {")).replace(
        "proxy_cache watch;", told
    )
    with tempfile.TemporaryDirectory() as folder:
        configuration = (
            configuration.replace("/var/cache/nginx", folder)
            .replace("listen 80;", f"listen {HOST}:{port} backlog=4096;")
            .replace("127.0.0.1:8000", f"{HOST}:{server.port}")
        )
        file = Path(folder, "nginx.conf")
        user = "root" if os.geteuid() == 0 else "nobody"
        file.write_text(NGINX.format(user=user, configuration=configuration))
        with running(["nginx", "-p", folder, "-c", str(file)], core, Path(folder), {}) as process:
            wait_for(lambda: listens(port), process)
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
            yield port, int(children[0])


def measure(server: Server, count: int, core: int, tables: int, pause_s: float, seconds: float) -> Result:
    """Let `count` people watch one of the tables for some seconds.

    `pause_s`: the seconds between two actions of a table.
    """
    loop = Loop()
    with nginx(core, server) as (port, nginx_pid):
        rooms: list[CheatRoom] = []
        for _ in range(tables):
            rooms.append(CheatRoom(partial(Connection, loop, server.port), lambda room, seconds: None))
            rooms[-1].open()
        watched = rooms[0]
        crowd = Crowd(loop, port, watched._path)
        crowd.grow(count)
        acted, is_measured = 0, True

        def act(room: Room, next_at: float) -> None:
            nonlocal acted
            if room.idle:
                if room is watched and is_measured:
                    crowd.sent_at[max(watched._versions) + 1] = time.perf_counter()
                room.act()
                acted += 1
            loop.at(next_at + pause_s, partial(act, room, next_at + pause_s))

        began = time.monotonic() + 0.5
        for number, room in enumerate(rooms):
            at = began + pause_s * number / tables
            loop.at(at, partial(act, room, at))
        loop.run(WARM_UP_S)
        crowd.reset()
        acted, cpu_before, nginx_before = 0, cpu_s(server.pid), cpu_s(nginx_pid)
        loop.run(seconds)
        cpu, nginx_cpu, actions = cpu_s(server.pid) - cpu_before, cpu_s(nginx_pid) - nginx_before, acted
        versions, is_measured = len(crowd.sent_at), False
        loop.run(pause_s + 1)
        for room in rooms:
            room.close()
        crowd.close()
        delays = sorted(crowd.delays) or [0.0]
        polls = list(crowd.asked_by_version.values()) or [0]
        return Result(
            count,
            versions,
            len(crowd.delays) / max(1, count * versions),
            sum(polls) / versions,
            max(polls),
            crowd.asked_empty,
            1000 * cpu / actions,
            nginx_cpu / seconds,
            1000 * delays[len(delays) // 2],
            1000 * delays[int(0.99 * (len(delays) - 1))],
            1000 * delays[-1],
        )


def show(result: Result, none: Result) -> None:
    """Print a line for a measurement. `none`: the measurement for comparison, without a crowd."""
    print(
        f"{result.watchers:6} watch: {result.polls_per_version:.2f} polls a version at the worker (most "
        f"{result.most_polls}), {result.empty_polls} without news, {result.cpu_ms:.3f} ms of the worker an "
        f"action ({result.cpu_ms / none.cpu_ms - 1:+.1%}), nginx {result.nginx_share:.2f} of a core; "
        f"delay {result.p50_ms:.0f} ms, p99 {result.p99_ms:.0f}, longest {result.longest_ms:.0f}; "
        f"{result.versions} versions, {result.delivered:.1%} delivered",
        flush=True,
    )


def main() -> None:
    """Measure crowds of several sizes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--watchers", default="0,1000,10000", help="sizes of the crowd (default 0,1000,10000)"
    )
    parser.add_argument("--tables", type=int, default=20, help="rooms that play, one is watched (default 20)")
    parser.add_argument(
        "--pause", type=float, default=2, help="seconds between actions of a room (default 2)"
    )
    parser.add_argument("--seconds", type=float, default=60, help="length of each measurement (default 60)")
    parser.add_argument("--json", type=Path, help="write the figures to this file, too")
    options = parser.parse_args()
    if not shutil.which("nginx"):
        raise SystemExit("This program needs nginx: install the package nginx.")
    cores = two_cores()
    prepare(cores)
    results: list[Result] = []
    with redis_server(cores.client) as (store, _):
        for count in map(int, options.watchers.split(",")):
            with project_server(cores.server, store) as server:
                results.append(
                    measure(server, count, cores.server, options.tables, options.pause, options.seconds)
                )
            show(results[-1], results[0])
    if options.json:
        options.json.write_bytes(msgspec.json.encode([result._asdict() for result in results]))


if __name__ == "__main__":
    try:
        main()
    except BenchError as error:
        raise SystemExit(f"void: {error}") from None
