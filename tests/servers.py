"""Real servers for tests: Redis and gunicorn on free ports, stopped by process id."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import redis
import requests

from cheat.rooms.lobby import MOVES as ROOM_MOVES
from cheat.settings import Settings
from cheat.store.rooms import connect
from tests.secured_redis import MAY_AT_SENTINELS, Secured

ROOT = Path(__file__).resolve().parents[1]
LOG_LENGTH = Settings().log_length
PATIENCE_S = 60
"""Maximum wait in seconds for things that take milliseconds on a quiet machine. After it, the test is red."""
START_WITHIN_S = 120
STOP_WITHIN_S = 60
MOST_BETWEEN_S = 0.1
"""Factor by which pauses between looks grow with the time of a wait.

A look is often a request, and costs both sides some milliseconds of processor time.
"""
RUN = ROOT / ".venv-run" / "bin"
"""The programs of the environment that has only requirements.txt, like a deployment."""


def wait_until(condition: Callable[[], Any], what: str, within: float = PATIENCE_S) -> Any:
    """Return the first true value of `condition`. Fails with `what` if there is none in time."""
    began = time.monotonic()
    while True:
        value = condition()
        if value:
            return value
        waited = time.monotonic() - began
        assert waited < within, f"not within {within} s: {what}"
        time.sleep(min(0.01 + waited / 20, MOST_BETWEEN_S))


_reserved: list[socket.socket] = []


def free_port() -> int:
    """Reserve a port until this process ends, so that no other process gets it.

    On Linux a server may listen on a port to which another socket is bound, as long as that socket does not
    listen and both have SO_REUSEADDR. The reservation also holds while the server is down. Otherwise a
    connection to the server could itself leave from this port, and would then be connected to itself.
    """
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    one.bind(("127.0.0.1", 0))
    port = int(one.getsockname()[1])
    if sys.platform == "linux":
        _reserved.append(one)
    else:
        one.close()
    return port


def in_background(work: Callable[[], Any]) -> Running:
    """Start `work` on a new thread."""
    return Running(work)


class Running:
    """Work on a thread: its value or its error, and its end."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work = work
        self._value: Any = None
        self._error: BaseException | None = None
        self.began = self.ended = time.monotonic()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._value = self._work()
        except BaseException as error:
            self._error = error
        self.ended = time.monotonic()

    @property
    def done(self) -> bool:
        return not self._thread.is_alive()

    @property
    def took(self) -> float:
        """The duration in seconds; known only after the work is done."""
        return self.ended - self.began

    def value(self, within: float = PATIENCE_S) -> Any:
        """Return the result of `work`, or raise its error."""
        self._thread.join(within)
        assert self.done, f"still running after {within} s"
        if self._error is not None:
            raise self._error
        return self._value


def request(method: str, url: str, **more: Any) -> requests.Response:
    """Send a request on a new connection. Skips the settings of proxies, which would be half of the work."""
    with requests.Session() as session:
        session.trust_env = False
        return session.request(method, url, **{"timeout": PATIENCE_S, **more})


def is_healthy(port: int) -> bool:
    """Return whether a service on this port answers. A closed port is found out almost at once."""
    try:
        socket.create_connection(("127.0.0.1", port), PATIENCE_S).close()
        return request("GET", f"http://127.0.0.1:{port}/healthz").ok
    except (OSError, requests.RequestException):
        return False


class Server:
    """A process on a port of this machine, with its output in a file."""

    def __init__(self, folder: Path, name: str, port: int | None = None) -> None:
        self.port = port or free_port()
        self.log = folder / f"{name}-{self.port}.log"
        self.process: subprocess.Popen[bytes] | None = None

    def _launch(self, command: list[str], folder: Path, environment: dict[str, str]) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=folder, env=deployed(environment), stdout=log, stderr=log
            )
        wait_until(self._answers, f"{command[:3]} answers\n{self.printed()}", START_WITHIN_S)

    def _answers(self) -> bool:
        raise NotImplementedError

    def hang(self) -> None:
        """Suspend the process: its connections stay open, but it answers nothing."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let a suspended process go on. It answers the requests that came meanwhile."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def printed(self) -> str:
        """Return the output of the process."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def stop(self) -> int:
        """End the process with SIGTERM. Return the exit code."""
        assert self.process is not None
        if self.running():
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(STOP_WITHIN_S)

    def kill(self) -> None:
        """Kill the process and all processes that it has started."""
        assert self.process is not None
        children = self.children()
        for pid in (self.process.pid, *children):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait(STOP_WITHIN_S)

    def children(self) -> list[int]:
        """Return the ids of the processes that this one has started."""
        assert self.process is not None
        return children_of(self.process.pid)


def children_of(pid: int) -> list[int]:
    """Return the ids of the running processes that a process has started."""
    if Path("/proc/self/task").exists():  # reading /proc takes a hundredth of the time of `ps`
        try:
            told = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        except (FileNotFoundError, ProcessLookupError):
            return []
        return [int(child) for child in told if is_running(int(child))]
    listed = ["ps", "-o", "pid=", "-o", "stat=", "--ppid", str(pid)]
    rows = subprocess.run(listed, capture_output=True, text=True).stdout.splitlines()
    return [int(row.split()[0]) for row in rows if not row.split()[1].startswith("Z")]


def is_running(pid: int) -> bool:
    """Return whether a process exists. A zombie does not count."""
    if Path("/proc/self/stat").exists():
        try:
            return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        except (FileNotFoundError, ProcessLookupError):
            return False
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return listed.stdout.strip()[:1] not in ("", "Z")


class RedisServer(Server):
    """A Redis that keeps nothing on disk unless `durable`.

    `replica_of`: the port of its master; `more`: further arguments of its command; `secured`: it uses TLS and
    accounts.
    """

    def __init__(
        self,
        folder: Path,
        *,
        durable: bool = False,
        replica_of: int | None = None,
        more: Sequence[str] = (),
        secured: Secured | None = None,
    ) -> None:
        super().__init__(folder, "redis")
        self.more = more
        self.secured = secured
        self.replica_of = replica_of
        self.folder = folder
        self.durable = durable
        self.url = f"redis://127.0.0.1:{self.port}/0"
        if secured:
            self.url = f"rediss://{secured.operator}127.0.0.1:{self.port}/0{secured.query()}{secured.shown}"

    def start(self) -> RedisServer:
        at = [*self.secured.settings(self.port), *self.secured.following()] if self.secured else []
        at = at or ["--port", str(self.port)]
        command = ["redis-server", *at, "--bind", "127.0.0.1", "--dir", str(self.folder)]
        append = (
            ["--appendonly", "yes", "--appendfsync", "always"] if self.durable else ["--appendonly", "no"]
        )
        follow = ["--replicaof", "127.0.0.1", str(self.replica_of)] if self.replica_of else []
        at_once = ["--repl-diskless-sync-delay", "0"]
        self._launch([*command, "--save", "", *append, *follow, *at_once, *self.more], self.folder, {})
        return self

    def _answers(self) -> bool:
        assert self.running(), self.printed()
        return answers_ping(self.url)

    @contextlib.contextmanager
    def client(self) -> Iterator[Any]:
        """Yield a plain client, which is closed at the end."""
        client = redis.Redis.from_url(self.url, protocol=2)
        try:
            yield client
        finally:
            client.close()
            client.connection_pool.disconnect()


@contextlib.contextmanager
def unheard(admin: Any) -> Iterator[Any]:
    """Yield a client like that of the service, which may not publish: no worker hears of its commits."""
    admin.execute_command("ACL", "SETUSER", "mute", "on", ">secret", "~*", "&*", "+@all", "-publish")
    port = admin.connection_pool.connection_kwargs["port"]
    client = connect(f"redis://mute:secret@127.0.0.1:{port}/0", 2)
    try:
        yield client
    finally:
        client.close()
        client.connection_pool.disconnect()


def clients_of(server: RedisServer) -> list[str]:
    """Return the clients of a server, without tests, sentinels and other servers."""
    with server.client() as client:
        others = [one for one in client.client_list() if int(one["id"]) != client.client_id()]
    return [
        one["addr"] for one in others if not one["name"].startswith("sentinel") and one["flags"] not in "SM"
    ]


def answers_ping(url: str) -> bool:
    """Return whether a Redis or a sentinel answers."""
    client = redis.Redis.from_url(url, protocol=2)
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False
    finally:
        client.close()


class SentinelServer(Server):
    """A sentinel that watches the master `cards` and decides alone. `secured`: see `RedisServer`."""

    def __init__(self, folder: Path, master: int, secured: Secured | None = None) -> None:
        super().__init__(folder, "sentinel")
        self.file = folder / f"sentinel-{self.port}.conf"
        self.file.write_text(
            f"bind 127.0.0.1\nsentinel monitor cards 127.0.0.1 {master} 1\n"
            "sentinel down-after-milliseconds cards 1000\nsentinel failover-timeout cards 3000\n"
            + (secured.watching("cards") if secured else "")
        )
        at = f"127.0.0.1:{self.port}"
        self.url, self._own = f"redis+sentinel://{at}/cards/0", f"redis://{at}"
        self._settings = ["--port", f"{self.port}"]
        if secured:
            asking = secured.query() + secured.asking()
            self.url = f"rediss+sentinel://{secured.login()}{at}/cards/0{asking}"
            self._own = f"rediss://{secured.operator}{at}{secured.query()}"
            self._settings = secured.settings(self.port, MAY_AT_SENTINELS)
        self._client: Any = redis.Redis.from_url(self._own, protocol=2)

    def start(self) -> SentinelServer:
        command = ["redis-server", str(self.file), "--sentinel", *self._settings]
        self._launch(command, self.file.parent, {})
        return self

    def _answers(self) -> bool:
        assert self.running(), self.printed()
        return answers_ping(self._own)

    def good_replicas(self) -> list[int]:
        """Return the ports of the replicas that could take over."""
        known = self._client.sentinel_slaves("cards")
        return [one["port"] for one in known if one["master-link-status"] == "ok"]

    def master(self) -> int:
        """Return the port of the master."""
        return int(self._client.sentinel_get_master_addr_by_name("cards")[1])

    def hand_over(self) -> None:
        """Let a replica take over from a running master."""
        self._client.execute_command("SENTINEL", "FAILOVER", "cards")


@contextlib.contextmanager
def redis_in(folder: Path) -> Iterator[RedisServer]:
    """Yield a Redis, which ends with the block."""
    server = RedisServer(folder)
    try:
        yield server.start()
    finally:
        if server.process:
            server.stop()


class Web(Server):
    """The service with these settings, started by the command of the Procfile.

    `folder`: the folder of the sources, by default the project.
    """

    def __init__(self, folder: Path, line: str = "", **environment: object) -> None:
        super().__init__(folder, "web")
        self.folder = ROOT
        self.line = line or procfile()
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {
            "WEB_CONCURRENCY": "1",
            "PORT": str(self.port),
            "REDIS_URL": "",
            "RATE_LIMITS": "off",
        }
        self.environment |= {name: str(value) for name, value in environment.items()}

    def start(self) -> Web:
        self._launch(shell(self.line), self.folder, self.environment)
        return self

    def _answers(self) -> bool:
        assert self.running(), self.printed()
        return is_healthy(self.port)

    def held_polls(self) -> int:
        """Return the number of polls that the workers hold now."""
        text = request("GET", f"{self.url}/metrics").text
        found = re.search(r"^cheat_held_polls (\S+)$", text, re.M)
        assert found is not None, text
        return int(float(found[1]))


class SharedWebs:
    """Services that tests share.

    Each combination of settings is started once, and all services end together.
    """

    def __init__(self, folder: Path, **environment: object) -> None:
        self._folder, self._environment = folder, environment
        self._started: dict[tuple[tuple[str, str], ...], list[Web]] = {}
        self._all: list[Web] = []

    def get(self, count: int, **environment: object) -> list[Web]:
        """Return `count` services with these settings. Start the ones that do not run yet."""
        settings = {name: str(value) for name, value in {**self._environment, **environment}.items()}
        there = self._started.setdefault(tuple(sorted(settings.items())), [])
        new = [Web(self._folder, **settings) for _ in range(count - len(there))]
        self._all += new
        for starting in [in_background(one.start) for one in new]:
            starting.value(START_WITHIN_S)
        there += new
        for one in there:
            assert one.running(), f"a test has ended a service that tests share\n{one.printed()}"
        return there[:count]

    def stop(self) -> None:
        """End all services."""
        running = [one for one in self._all if one.running()]
        for stopping in [in_background(one.stop) for one in running]:
            stopping.value(STOP_WITHIN_S)


def procfile() -> str:
    """Return the command that a PaaS runs for `web`."""
    return re.findall(r"^web: (.+)$", (ROOT / "Procfile").read_text(), re.M)[0]


def shell(line: str) -> list[str]:
    """Return the command by which a PaaS runs a line. Its process is the program, not the shell."""
    return ["sh", "-c", f"exec {line}"]


def deployed(environment: dict[str, str]) -> dict[str, str]:
    """Return the environment variables of a deployment, without those that lead to the tests' packages."""
    assert (RUN / "python").exists(), "`make environments` makes the environment in which servers run"
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_"))}
    return {**plain, **environment, "PATH": f"{RUN}:{os.environ['PATH']}"}


class Address(NamedTuple):
    """A service at an address, no matter which code has started it."""

    url: str


class Client:
    """A player or spectator that uses HTTP. Each call may go to another server."""

    def __init__(self, servers: Sequence[Web | Address], token: str | None = None) -> None:
        self.servers = servers
        self.token = token
        self.code = self.player = self.cursor = ""
        self.made = 0

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def call(
        self,
        method: str,
        path: str,
        at: int = 0,
        body: Any = None,
        within: float = 2 * PATIENCE_S,
        **query: Any,
    ) -> requests.Response:
        """Send a request to server number `at`."""
        return request(
            method,
            self.servers[at].url + path,
            headers=self.headers,
            json=body,
            params=query,
            timeout=within,
        )

    def create(self, name: str, at: int = 0, **body: Any) -> dict[str, Any]:
        return self._joined(self.call("POST", "/api/rooms", at, {"name": name, **body}))

    def join(self, code: str, name: str, at: int = 0) -> dict[str, Any]:
        return self._joined(self.call("POST", f"/api/rooms/{code}/players", at, {"name": name}))

    def _joined(self, response: requests.Response) -> dict[str, Any]:
        assert response.status_code == 201, response.text
        joined: dict[str, Any] = response.json()
        self.code, self.player, self.cursor = joined["code"], joined["player"], joined["cursor"]
        self.token = joined["token"]
        return joined

    def snapshot(self, at: int = 0) -> dict[str, Any]:
        response = self.call("GET", f"/api/rooms/{self.code}", at)
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.json()
        return answer

    def poll(self, at: int = 0, **query: Any) -> requests.Response:
        return self.call("GET", f"/api/rooms/{self.code}/events", at, **query)

    def events(self, at: int = 0, since: str | None = None, wait: float = 0, **query: Any) -> dict[str, Any]:
        response = self.poll(at, since=self.cursor if since is None else since, wait=wait, **query)
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.json()
        return answer

    def try_act(self, move: str, at: int = 0, id: str = "", **args: Any) -> requests.Response:
        self.made += 1
        if "moment" not in args:
            args = {**self.ties(move, at), **args}
        body = {"id": id or f"{self.player}-action-{self.made}", "move": move, "args": args}
        return self.call("POST", f"/api/rooms/{self.code}/actions", at, body)

    def act(self, move: str, at: int = 0, id: str = "", **args: Any) -> dict[str, Any]:
        response = self.try_act(move, at, id, **args)
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.json()
        return answer

    def ties(self, move: str, at: int = 0) -> dict[str, Any]:
        """Return the moment that a move of the game has to name, as arguments; empty if it is not offered."""
        if move in ROOM_MOVES:
            return {}
        forms = self.call("GET", f"/api/rooms/{self.code}", at).json().get("table", {}).get("moves", [])
        return next((form.get("with", {}) for form in forms if form["name"] == move), {})

    def form(self, name: str, at: int = 0) -> dict[str, Any]:
        """Return the form of a move that is offered now."""
        moves = self.snapshot(at)["table"]["moves"]
        return next(form for form in moves if form["name"] == name)

    def hand(self, at: int = 0) -> list[str]:
        zones = self.snapshot(at)["table"]["zones"]
        cards: list[str] = next(zone["cards"] for zone in zones if zone["id"] == f"hand:{self.player}")
        return cards
