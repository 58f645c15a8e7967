"""Compare this project with other servers that deliver changes of rooms, by the same work.

    python bench/peers/run.py [--rounds 3] [--seconds 8] [--connections 2000] [--only ours,nchan]

The server has a core of its own. The client, which is the same program for all, and Redis share another core.
What is measured, and how to install the peers, is in bench/README.md.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import redis

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import processes  # noqa: E402
from wire import BenchError  # noqa: E402

PACKAGES = HERE / "node_modules"
NCHAN = Path("/usr/lib/nginx/modules/ngx_nchan_module.so")
ROOMS, RATE = 50, 20
PATIENCE_S = 300


class Peer(NamedTuple):
    """A server to measure.

    `package`: the package that has the version of the server. `lacks`: the features that the server lacks.
    """

    title: str
    package: str
    lacks: str


PEERS = {
    "ours": Peer("this project, polling", "", "nothing of these"),
    "flask-socketio": Peer(
        "Flask-SocketIO, polling",
        "flask-socketio",
        "rules, hidden cards, delivery after a lost connection; several workers need sticky sessions",
    ),
    "boardgame.io-polling": Peer(
        "boardgame.io, polling", "boardgame.io", "as below; polling needs sticky sessions"
    ),
    "boardgame.io-websocket": Peer(
        "boardgame.io, websocket",
        "boardgame.io",
        "state outlives the process only with a database; one process for a room",
    ),
    "colyseus": Peer(
        "Colyseus, websocket",
        "@colyseus/core",
        "state that outlives the process; one process for a room; sends 20 times a second",
    ),
    "nchan": Peer(
        "nginx with nchan, polling", "nginx", "everything but delivery: it computes and knows nothing"
    ),
}


class Figures(NamedTuple):
    """The medians of one peer."""

    server_us: float
    connection_kb: float
    delivery_bytes: float
    p50_ms: float
    p99_ms: float


def version_of(peer: str) -> str:
    """Return the version of a peer; "" for this project."""
    package = PEERS[peer].package
    if not package:
        return ""
    if package == "nginx":
        banner = subprocess.run(["nginx", "-v"], capture_output=True, text=True, check=True).stderr
        nchan = subprocess.run(
            ["dpkg-query", "-W", "-f", "${Version}", "libnginx-mod-nchan"],
            capture_output=True,
            text=True,
            check=False,
        ).stdout
        return f"{banner.strip().rpartition('/')[2]} with nchan {nchan.partition(':')[2].partition('+')[0]}"
    if package == "flask-socketio":
        return importlib.metadata.version(package)
    found: str = json.loads((PACKAGES / package / "package.json").read_text())["version"]
    return found


@contextmanager
def started(peer: str, core: int, store: redis.Redis) -> Iterator[tuple[int, list[int]]]:
    """Start a peer on a core. Yield its port, and the ids of the processes to measure."""
    if peer in ("ours", "flask-socketio"):
        start = processes.project_server if peer == "ours" else processes.baseline
        with start(core, store) as server:
            yield server.port, server.workers
        return
    port = processes.free_port()
    with tempfile.TemporaryDirectory() as folder:
        if peer == "nchan":
            config = Path(folder, "nginx.conf")
            config.write_text((HERE / "nginx.conf").read_text().replace("@PORT@", str(port)))
            argv = ["nginx", "-p", folder, "-c", str(config)]
        else:
            name = "colyseus" if peer == "colyseus" else "boardgame"
            argv = ["node", str(HERE / f"{name}_server.mjs")]
        environment = {"PORT": str(port), "NODE_ENV": "production"}
        with processes.running(argv, core, HERE, environment) as process:
            processes.wait_for(lambda: processes.listens(port), process)
            yield port, processes.children(process.pid) if peer == "nchan" else [process.pid]


def measured(peer: str, port: int, pids: list[int], **task: Any) -> dict[str, float]:
    """Let the client do a task with a peer. Return the figures that the client measures."""
    options = json.dumps({"peer": peer, "port": port, "pids": pids, **task})
    done = subprocess.run(
        ["node", str(HERE / "client.mjs"), options],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    if done.returncode:
        raise BenchError(f"{peer}: {done.stderr[-2000:]}")
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


def compare(peers: list[str], options: argparse.Namespace) -> dict[str, Figures]:
    """Measure all peers in turns. Return the medians of each."""
    cores = processes.two_cores()
    processes.prepare(cores)
    loads: dict[str, list[dict[str, float]]] = {peer: [] for peer in peers}
    memory = dict[str, float]()
    with processes.redis_server(cores.client) as (store, _):
        for _ in range(options.rounds):
            for peer in peers:
                with started(peer, cores.server, store) as (port, pids):
                    load = {"task": "load", "rooms": ROOMS, "seconds": options.seconds, "rate": RATE}
                    loads[peer].append(measured(peer, port, pids, **load))
                print(f"{peer}: {loads[peer][-1]}", file=sys.stderr, flush=True)
        for peer in peers:
            with started(peer, cores.server, store) as (port, pids):
                idle = measured(peer, port, pids, task="idle", connections=options.connections)
            memory[peer] = idle["connectionKb"]

    def middle(peer: str, name: str) -> float:
        return median(load[name] for load in loads[peer])

    return {
        peer: Figures(
            middle(peer, "serverUs"),
            memory[peer],
            middle(peer, "deliveryBytes"),
            middle(peer, "p50Ms"),
            middle(peer, "p99Ms"),
        )
        for peer in peers
    }


def table(figures: dict[str, Figures]) -> Iterator[str]:
    """Yield the lines of the Markdown table."""
    yield "| Server | Action, µs | Connection, KB | Delivery, bytes | p50, ms | p99, ms | Does without |"
    yield "|---|---|---|---|---|---|---|"
    for peer, row in figures.items():
        title = f"{PEERS[peer].title} {version_of(peer)}".strip()
        yield (
            f"| {title} | {row.server_us:,.0f} | {row.connection_kb:.1f} | {row.delivery_bytes:,.0f} "
            f"| {row.p50_ms:.1f} | {row.p99_ms:.1f} | {PEERS[peer].lacks} |"
        )


def missing() -> str:
    """Return a message about software that has to be installed first, or "" if none is missing."""
    if not PACKAGES.is_dir():
        return f"run: npm ci --legacy-peer-deps --prefix {HERE}"
    if not (NCHAN.exists() and shutil.which("nginx")):
        return "install the packages nginx and libnginx-mod-nchan"
    return ""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="rounds, alternating (default 3)")
    parser.add_argument("--seconds", type=float, default=8, help="length of each measurement (default 8)")
    parser.add_argument("--connections", type=int, default=2000, help="idle connections (default 2000)")
    parser.add_argument("--only", default=",".join(PEERS), help=f"some of {', '.join(PEERS)}")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    options = parser.parse_args()
    if lacking := missing():
        raise SystemExit(lacking)
    began_at = time.monotonic()
    figures = compare(options.only.split(","), options)
    print("\n".join(table(figures)))
    print(f"{time.monotonic() - began_at:.0f} s", file=sys.stderr)
    if options.json:
        options.json.write_text(json.dumps({peer: row._asdict() for peer, row in figures.items()}, indent=1))


if __name__ == "__main__":
    try:
        main()
    except BenchError as error:
        raise SystemExit(f"void: {error}") from None
