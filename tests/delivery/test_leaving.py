"""A process that is asked to end answers what it was asked, and waits for nobody who asks nothing."""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Callable

import pytest

from tests.servers import Client, Web, in_background, procfile, wait_until

AT_ONCE_S = 6.0
"""Far more than it takes, and far less than the 8 s and 10 s after which connections are cut."""
LINES = [procfile(), "python app.py"]
ASK = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture(params=LINES)
def web(start_web: Callable[..., Web], request: pytest.FixtureRequest) -> Web:
    return start_web(line=request.param, HOLD_MIN_S=20, HOLD_MAX_S=20)


def connected(web: Web, *requests: bytes) -> socket.socket:
    """A connection on which so much was sent."""
    one = socket.create_connection(("127.0.0.1", web.port), timeout=20)
    for request in requests:
        one.sendall(request)
    return one


def answered(one: socket.socket) -> bytes:
    """The next whole answer."""
    data = b""
    while not (head := re.search(rb"(?is).*content-length: (\d+)\r\n.*?\r\n\r\n", data)) or (
        len(data) < head.end() + int(head[1])
    ):
        piece = one.recv(65536)
        assert piece, data
        data += piece
    return data


def stopped(web: Web) -> float:
    """Seconds that the process takes to end after SIGTERM."""
    began = time.monotonic()
    assert web.stop() == 0
    return time.monotonic() - began


def test_idle_connections_do_not_hold_up_the_end(web: Web) -> None:
    """Some have been answered and are kept, some have never asked; people's browsers do both."""
    silent = [connected(web) for _ in range(5)]
    kept = [connected(web, ASK) for _ in range(20)]
    assert all(answered(one).startswith(b"HTTP/1.1 200") for one in kept)
    assert stopped(web) < AT_ONCE_S
    for one in (*kept, *silent):
        with one:
            while one.recv(65536):  # the end comes in order, not as an error
                pass
    assert "Traceback" not in web.printed()
    assert "timeout" not in web.printed()


def test_held_polls_are_answered_although_others_are_idle(web: Web) -> None:
    idle = [connected(web, ASK) for _ in range(3)]
    ada = Client([web])
    ada.create("Ada")
    held = in_background(lambda: ada.poll(since=ada.cursor, wait=25))
    wait_until(lambda: "cheat_held_polls 1.0" in metrics(web), "the poll is held")
    assert stopped(web) < AT_ONCE_S
    response = held.value()
    answer = response.json()
    assert (response.status_code, answer["events"], answer["cursor"]) == (200, [], ada.cursor)
    assert response.headers["Connection"] == "close"
    for one in idle:
        one.close()


def metrics(web: Web) -> str:
    return Client([web]).call("GET", "/metrics").text


def test_request_that_has_begun_is_answered(web: Web) -> None:
    """Its body arrives when the process is already on its way out."""
    body = json.dumps({"name": "Ada"}).encode()
    head = f"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    with connected(web, head, body[:5]) as begun:
        with connected(web, ASK) as later:
            answered(later)  # so the one before it has been taken up, too
        stopping = in_background(lambda: stopped(web))
        wait_until(lambda: refuses(web), "nobody new is let in")
        begun.sendall(body[5:])
        assert answered(begun).startswith(b"HTTP/1.1 201")
    assert stopping.value() < AT_ONCE_S


def refuses(web: Web) -> bool:
    """Whether no new request is taken up; gunicorn's master may still let connections in."""
    try:
        with connected(web, ASK) as one:
            one.settimeout(0.2)
            return not one.recv(100)
    except OSError:
        return True
