"""Start Redis and the servers under test on given cores, measure them, and stop them."""

from __future__ import annotations

import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import redis
from wire import HOST

ROOT = Path(__file__).resolve().parents[1]
START_S = 20.0
STOP_S = 10.0
STILL_S = 0.3
TICKS_PER_S = os.sysconf("SC_CLK_TCK")
MOST_POLLS = 6000
"""Maximum number of held polls, for either server.

gunicorn.conf.py allows a thousand connections more than held polls."""

SAME_FOR_BOTH = ["--log-level=warning"]
LIKE_OURS = [
    "--worker-class=gevent",
    f"--worker-connections={MOST_POLLS + 1000}",
    "--backlog=4096",
    "--keep-alive=75",
    "--timeout=60",
]
"""Options for the baseline: as in gunicorn.conf.py, with gunicorn's own worker for gevent."""


class Cores(NamedTuple):
    """The numbers of two cores: one for the server, one for everything else."""

    server: int
    client: int


class Server(NamedTuple):
    """A server under test, with the ids of its `workers`, without gunicorn's master."""

    name: str
    port: int
    workers: list[int]

    @property
    def pid(self) -> int:
        """The id of the first worker, which is mostly the only one."""
        return self.workers[0]


def two_cores() -> Cores:
    """Return the first two cores that this process may use. A single core is returned twice."""
    allowed_cores = sorted(os.sched_getaffinity(0))
    return Cores(allowed_cores[0], allowed_cores[-1 if len(allowed_cores) < 2 else 1])


def prepare(cores: Cores) -> None:
    """Move this process to its core, allow thousands of sockets, and clean up after signals."""
    os.sched_setaffinity(0, {cores.client})
    _, most_files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, frame: sys.exit(128 + number))


@contextmanager
def redis_server(core: int) -> Iterator[tuple[redis.Redis, int]]:
    """Yield a client of an empty Redis that writes nothing to disk, and the id of its process."""
    port = free_port()
    argv = ["redis-server", "--port", str(port), "--bind", HOST, "--save", "", "--appendonly", "no"]
    with tempfile.TemporaryDirectory() as folder, running(argv, core, Path(folder), {}) as process:
        client = redis.Redis(port=port)
        wait_for(lambda: bool(client.ping()), process)
        yield client, process.pid
        client.close()


@contextmanager
def project_server(core: int, store: redis.Redis, workers: int = 1, **environment: str) -> Iterator[Server]:
    """Yield this project's server as it is deployed, with all its workers on one core."""
    with _gunicorn("ours", "app:app", ROOT, [], core, store, environment, workers) as server:
        yield server


@contextmanager
def searching(core: int, store: redis.Redis, **environment: str) -> Iterator[Server]:
    """Yield the same server with bots that search.

    The child process for the searches shares the core of the server.
    """
    with _gunicorn("searching", "bench.searching:app", ROOT, [], core, store, environment) as server:
        yield server


@contextmanager
def baseline(core: int, store: redis.Redis) -> Iterator[Server]:
    """Yield the server of `baseline.py`, under gunicorn's worker for gevent."""
    options = [*LIKE_OURS, "--graceful-timeout=1", "--no-control-socket"]
    with _gunicorn("baseline", "baseline:app", ROOT / "bench", options, core, store) as server:
        yield server


def release(folder: Path) -> Callable[[int, redis.Redis], AbstractContextManager[Server]]:
    """Return a function that starts a server of another checkout, with the packages of this one."""

    @contextmanager
    def former(core: int, store: redis.Redis) -> Iterator[Server]:
        with _gunicorn("before", "app:app", folder, [], core, store) as server:
            yield server

    return former


SERVERS = {"ours": project_server, "baseline": baseline}


@contextmanager
def _gunicorn(
    name: str,
    app: str,
    folder: Path,
    options: list[str],
    core: int,
    store: redis.Redis,
    variables: Mapping[str, str] = MappingProxyType({}),
    workers: int = 1,
) -> Iterator[Server]:
    store.flushall()
    port = free_port()
    always = [*SAME_FOR_BOTH, f"--workers={workers}", "--bind", f"{HOST}:{port}"]
    argv = [sys.executable, "-m", "gunicorn", *always, *options, app]
    url = f"redis://{HOST}:{store.connection_pool.connection_kwargs['port']}/0"
    environment = {
        "REDIS_URL": url,
        "RATE_LIMITS": "off",
        "MAX_ROOMS": "1000000",
        "MAX_HELD_POLLS": str(MOST_POLLS),
        **variables,
    }
    with running(argv, core, folder, environment) as process:
        wait_for(lambda: _answers(port) and _are_up(process.pid, workers), process)
        yield Server(name, port, children(process.pid))


@contextmanager
def running(
    argv: list[str], core: int, folder: Path, environment: dict[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a process on one core, in its own session, so that Ctrl-C reaches only this program."""
    process = subprocess.Popen(
        argv,
        cwd=folder,
        env=os.environ | environment,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),
    )
    try:
        yield process
    finally:
        _stop(process)


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End a process; kill it with its workers if it does not end in time."""
    process.terminate()
    try:
        process.wait(STOP_S)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def wait_for(ready: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    """Wait until a started process is ready. Raises SystemExit if it ends, or takes too long."""
    end = time.monotonic() + START_S
    while time.monotonic() < end and process.poll() is None:
        try:
            if ready():
                return
        except (OSError, redis.ConnectionError):
            time.sleep(0.05)
    raise SystemExit(f"{process.args!r} did not start")


def _answers(port: int) -> bool:
    """Return whether a server answers.

    An open port is no proof, because the master listens before a worker runs.
    """
    with socket.create_connection((HOST, port), timeout=START_S) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n")
        return connection.recv(100).startswith(b"HTTP/1.1 ")


def _are_up(master: int, workers: int) -> bool:
    """Return whether all workers have started, and have nothing left to do."""
    pids = children(master)
    cpu_before = [cpu_s(pid) for pid in pids]
    time.sleep(STILL_S)
    return len(pids) == workers and cpu_before == [cpu_s(pid) for pid in pids] and min(cpu_before) > 0


def listens(port: int) -> bool:
    """Return whether a server accepts connections on this port."""
    with socket.create_connection((HOST, port), timeout=START_S):
        return True


def free_port() -> int:
    """Return a port that no server uses."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]


def children(pid: int) -> list[int]:
    """Return the ids of the processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def peers(pid: int) -> set[int]:
    """Return the ports at the other ends of a process's connections on this machine."""
    sockets = {os.readlink(path) for path in _open(pid)}
    ports = set[int]()
    for line in Path(f"/proc/{pid}/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if f"socket:[{fields[9]}]" in sockets:
            ports.add(int(fields[2].partition(":")[2], 16))
    return ports


def _open(pid: int) -> Iterator[Path]:
    for path in Path(f"/proc/{pid}/fd").iterdir():
        if path.is_symlink():
            yield path


# What a process has used


def cpu_s(pid: int) -> float:
    """Return the CPU seconds of all threads of a process, in user and system mode."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_PER_S


def resident_kb(pid: int) -> int:
    """Return the resident memory of a process in KB."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if "VmRSS" in line)
    return int(line.split()[1])
