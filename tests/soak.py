"""Games at many tables while all parts of the service fail now and then: `make soak`.

    python -m tests.soak [--tables 1000] [--duration 600] [--think 10] [--seed 1] [--json FILE]

There are two machines of two workers each, and a durable Redis. nginx stands in front of the machines, and
sends each request to a random one. If a worker dies, the client gets a 502. Some connections are slow.
`cheat.load` plays and checks: every player gets every version once and in order, all refusals are lost races,
and snapshots equal tables. The exit code is 0 if nothing was lost or doubled, and no player saw an error.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from tests.servers import ROOT, RedisServer, Server, Web, is_healthy

PLAYERS = 4
GAMES = ("cheat", "uno", "kittens")
SLOW = 0.1
"""Share of the connections that carry 10 KB a second."""
CALM_S = 15.0
"""Seconds before the end without faults, so that all news can reach all players."""
NGINX = """daemon off;
user {user};
worker_processes 1;
error_log stderr crit;
pid nginx.pid;
events {{ worker_connections 65000; }}
http {{
    access_log off;
    client_body_temp_path .; proxy_temp_path .; fastcgi_temp_path .; uwsgi_temp_path .; scgi_temp_path .;
    keepalive_requests 1000000;
    split_clients $connection $bytes_a_second {{ {slow} * 0; }}
    upstream machines {{ random; {machines} keepalive 1000; }}
    server {{
        listen 127.0.0.1:{port} backlog=4096;
        limit_rate $bytes_a_second;
        location / {{
            proxy_pass http://machines;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_read_timeout 60s;
            proxy_next_upstream off;
        }}
    }}
}}
"""
"""A balancer that never repeats a request. After three failures, it leaves a machine out for a second."""


class Nginx(Server):
    """nginx as the balancer in front of machines. `slow`: the share of slow connections."""

    def __init__(self, folder: Path, webs: list[Web], slow: float) -> None:
        super().__init__(folder, "nginx")
        self.url = f"http://127.0.0.1:{self.port}"
        self._folder = folder
        machines = " ".join(f"server 127.0.0.1:{web.port} max_fails=3 fail_timeout=1s;" for web in webs)
        user = "root" if os.geteuid() == 0 else "nobody"
        share = f"{slow:.0%} 10k;" if slow else ""  # nginx refuses 0%
        configuration = NGINX.format(user=user, slow=share, machines=machines, port=self.port)
        (folder / "nginx.conf").write_text(configuration)

    def start(self) -> Nginx:
        words = ["nginx", "-p", str(self._folder), "-c", str(self._folder / "nginx.conf")]
        self._launch(words, self._folder, {})
        return self

    def _answers(self) -> bool:
        assert self.running(), self.printed()
        return is_healthy(self.port)


class Soaked:
    """All running parts, and the ways to break them. `done`: the number of times for each way."""

    def __init__(self, folder: Path, tables: int, seed: int, slow: float = SLOW) -> None:
        self.chance = Random(seed)
        self.done: Counter[str] = Counter()
        self.store = RedisServer(folder, durable=True)
        settings = {"MAX_ROOMS": 10 * tables + 100, "MAX_HELD_POLLS": 20 * tables + 100, "WEB_CONCURRENCY": 2}
        self.webs = [Web(folder, REDIS_URL=self.store.url, **settings) for _ in range(2)]
        self.balancer = Nginx(folder, self.webs, slow)

    def __enter__(self) -> Soaked:
        for server in (self.store, *self.webs, self.balancer):
            server.start()
        return self

    def __exit__(self, *error: object) -> None:
        for server in (self.balancer, *self.webs, self.store):
            if server.running():
                server.kill()

    def kill_worker(self) -> None:
        """Kill a random worker."""
        workers = [pid for web in self.webs if web.running() for pid in web.children()]
        with suppress(ProcessLookupError):
            os.kill(self.chance.choice(workers), signal.SIGKILL)

    def deafen(self) -> None:
        """Cut the connections of all subscribers."""
        with self.store.client() as client:
            client.client_kill_filter(_type="pubsub")

    def kill_store(self) -> None:
        """Kill Redis, and start a new one that reads the written data."""
        self.store.kill()
        self.store.start()

    def restart_machine(self) -> None:
        """Replace a machine as a deployment does: the old one ends in order, then a new one starts."""
        web = self.chance.choice(self.webs)
        web.stop()
        web.start()

    def damage(self, every: dict[str, float], until: float, goes_on: Callable[[], bool]) -> None:
        """Break each of these things at its interval in seconds, until a time of the monotonic clock."""
        due = {name: time.monotonic() + seconds for name, seconds in every.items()}
        while goes_on() and time.monotonic() < until:
            name = min(due, key=due.__getitem__)
            if due[name] > time.monotonic():
                time.sleep(min(0.2, due[name] - time.monotonic()))
                continue
            getattr(self, name)()
            self.done[name] += 1
            due[name] = max(due[name] + every[name], time.monotonic())


EVERY = {"kill_worker": 5.0, "deafen": 17.0, "kill_store": 41.0, "restart_machine": 29.0}
"""Seconds between two faults of each kind, chosen so that they seldom coincide."""


def play(
    url: str, tables: int, duration: float, think: float, file: Path, seed: int
) -> subprocess.Popen[bytes]:
    """Start a process that plays games at an address."""
    words = ["--url", url, "--tables", f"{tables}", "--players", f"{PLAYERS}", "--think", f"{think}"]
    words += ["--duration", f"{duration}", "--seed", f"{seed}", "--json", str(file)]
    words += [word for game in GAMES for word in ("--game", game)]
    command = [sys.executable, "-m", "cheat.load", *words]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)


def summary_of(figures: dict[str, Any], done: Counter[str]) -> dict[str, Any]:
    """Return the result of a run.

    `lost` and `doubled` are versions, `errors` messages to players.
    """
    faults = figures["checks"]["first_faults"]
    return {
        "asked": figures["asked"],
        "broken": dict(done),
        "lost": sum("not told" in fault or "still at" in fault for fault in faults),
        "doubled": sum("told again" in fault for fault in faults),
        "errors": figures["checks"]["faults"] + figures["actions"]["unanswered"],
        "actions": figures["actions"],
        "deliveries": figures["deliveries"],
        "versions_checked": figures["checks"]["versions"],
        "tried_again": figures["failures"],
        "late_ms": {name: figures["ms"][name]["max"] for name in ("answer", "delivery", "seen")},
        "first_faults": faults,
    }


def soak(tables: int, duration: float, think: float, seed: int) -> dict[str, Any]:
    """Do a whole run."""
    with tempfile.TemporaryDirectory() as place, Soaked(Path(place), tables, seed) as all_of_it:
        file = Path(place) / "load.json"
        playing = play(all_of_it.balancer.url, tables, duration, think, file, seed)
        _wait_for_games(all_of_it.store, tables, playing)
        all_of_it.damage(EVERY, time.monotonic() + duration - CALM_S, lambda: playing.poll() is None)
        playing.wait(duration + 300)
        if not file.exists():
            raise SystemExit("nobody could sit down")
        return summary_of(json.loads(file.read_text()), all_of_it.done)


def _wait_for_games(store: RedisServer, tables: int, playing: subprocess.Popen[bytes]) -> None:
    """Wait until all players have sat down."""
    with store.client() as client:
        while client.zcard("cheat:rooms") < tables and playing.poll() is None:
            time.sleep(0.2)


def main() -> int:
    """Do a run. Return the exit code, 0 if nothing was lost, doubled or shown as an error."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--duration", type=float, default=600)
    parser.add_argument("--think", type=float, default=10.0, help="seconds between two actions at a table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    result = soak(given.tables, given.duration, given.think, given.seed)
    text = json.dumps(result, indent=1)
    if given.json:
        given.json.write_text(text + "\n")
    sys.stdout.write(text + "\n")
    return 1 if result["lost"] or result["doubled"] or result["errors"] else 0


if __name__ == "__main__":
    sys.exit(main())
