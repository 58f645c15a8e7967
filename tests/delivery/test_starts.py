"""Other ways to start the service than the Procfile's, and other ways to its Redis."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cheat import create_app
from cheat.settings import Settings
from tests.servers import Client, RedisServer, Web, answers_ping, in_background, wait_until

LINES = {
    "workers before their application": "gunicorn app:app",
    "application before the workers": "gunicorn --preload app:app",
    "sync workers": "gunicorn --worker-class sync app:app",
    "threads": "gunicorn --worker-class gthread --threads 8 app:app",
    "flask": "flask --app app run --port $PORT",
    "one process": "python app.py",
}
"""Games can be played with all of them. A sync worker serves one request at a time, so only one client
plays.
"""


@pytest.fixture
def start_line(tmp_path: Path, redis_server: RedisServer) -> Iterator[Callable[..., Web]]:
    """Start the service by a line of a shell."""
    started: list[Web] = []

    def start(line: str, **environment: object) -> Web:
        variables = {"REDIS_URL": redis_server.url, "HOLD_MIN_S": 1, "HOLD_MAX_S": 1.5, **environment}
        started.append(Web(tmp_path, line, **variables))
        return started[-1].start()

    yield start
    for web in started:
        if web.running():
            web.kill()


@pytest.mark.long
@pytest.mark.parametrize("line", LINES.values(), ids=LINES.keys())
def test_every_way_to_start_serves_a_game(start_line: Callable[..., Web], line: str) -> None:
    web = start_line(line)
    ada, bob = Client([web]), Client([web])
    ada.create("Ada")
    bob.join(ada.code, "Bob")
    assert [event["v"] for event in ada.events()["events"]] == [2]
    if "sync" not in line:
        held = in_background(lambda: bob.events(wait=1))
        acted = ada.act("rename", name="Bea")
        assert held.value()["version"] == acted["version"]
    assert web.stop() == 0 or "flask" in line


@pytest.mark.long
def test_two_workers_share_a_unix_socket(start_line: Callable[..., Web], tmp_path: Path) -> None:
    """As behind nginx on the same machine: only the proxy knows the addresses of clients."""
    path = tmp_path / "cheat.sock"
    served = start_line(f"gunicorn --bind unix:{path} --bind 127.0.0.1:$PORT app:app", WEB_CONCURRENCY=2)
    for number in range(8):
        with socket.socket(socket.AF_UNIX) as unix_socket:
            unix_socket.settimeout(20)
            unix_socket.connect(str(path))
            from_ = b"X-Forwarded-For: 192.0.2.%d\r\nConnection: close\r\n\r\n" % number
            unix_socket.sendall(b"GET /api/rooms HTTP/1.1\r\nHost: x\r\n" + from_)
            assert unix_socket.makefile("rb").readline() == b"HTTP/1.1 200 OK\r\n"
    assert len(served.children()) >= 2


def test_redis_has_only_an_address_of_ipv6(tmp_path: Path) -> None:
    """Some platforms set these variables."""
    if not socket.has_ipv6:
        pytest.skip("this machine has no IPv6")
    server = RedisServer(tmp_path, more=["--bind", "::1"])
    server.url = f"redis://[::1]:{server.port}/0"
    try:
        server.start()
        assert not answers_ping(f"redis://127.0.0.1:{server.port}")
        app = create_app(Settings(redis_url=server.url))
        client = app.test_client()
        assert client.post("/api/rooms", json={"name": "Ada"}).status_code == 201
        wait_until(lambda: client.get("/readyz").get_json() == {"status": "ready"}, "it is ready")
        app.extensions["cheat"].stop()
    finally:
        if server.running():
            server.kill()
