"""A process that has to end answers all requests, and does not wait for idle connections."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable

import pytest

from tests.sampling import sampled
from tests.servers import PATIENCE_S, Client, Web, in_background, procfile, wait_until

LINES = [procfile(), "python app.py"]
ASK = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


def connected(web: Web, *requests: bytes) -> socket.socket:
    """Return a new connection on which these requests were sent."""
    connection = socket.create_connection(("127.0.0.1", web.port), timeout=PATIENCE_S)
    for request in requests:
        connection.sendall(request)
    return connection


def answered(connection: socket.socket) -> bytes:
    """Return the next complete answer."""
    data = b""
    while not (head := re.search(rb"(?is).*content-length: (\d+)\r\n.*?\r\n\r\n", data)) or (
        len(data) < head.end() + int(head[1])
    ):
        piece = connection.recv(65536)
        assert piece, data
        data += piece
    return data


@pytest.mark.parametrize("line", sampled(LINES, every=len(LINES)))
def test_ending_process_answers_begun_requests_only(start_web: Callable[..., Web], line: str) -> None:
    """Kept and unused connections, a held poll, and a request whose rest arrives while the process ends.

    Browsers keep such connections. For comparison, another process waits: it gets half of a request, and
    cuts it off after 8 s or more.
    """
    starting = [in_background(lambda: start_web(line=line, HOLD_MIN_S=20, HOLD_MAX_S=20)) for _ in range(2)]
    web, waiting = (one.value() for one in starting)
    body = json.dumps({"name": "Ada"}).encode()
    head = f"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    half, begun = (connected(one, head, body[:5]) for one in (waiting, web))
    for one in (waiting, web):
        with connected(one, ASK) as later:
            answered(later)  # so the process has read the request before it
    silent = [connected(web) for _ in range(5)]
    kept_connections = [connected(web, ASK) for _ in range(20)]
    assert all(answered(connection).startswith(b"HTTP/1.1 200") for connection in kept_connections)
    ada = Client([web])
    ada.create("Ada")
    held = in_background(lambda: ada.poll(since=ada.cursor, wait=25))
    wait_until(lambda: web.held_polls() == 1, "the poll is held")

    waits = in_background(waiting.stop)
    ends = in_background(web.stop)
    wait_until(lambda: refuses(web), "nobody new is let in")
    begun.sendall(body[5:])
    assert answered(begun).startswith(b"HTTP/1.1 201")
    assert ends.value() == 0
    assert not waits.done, "only what has begun is waited for"

    response = held.value()
    answer = response.json()
    assert (response.status_code, answer["events"], answer["cursor"]) == (200, [], ada.cursor)
    assert response.headers["Connection"] == "close"
    for one in (*kept_connections, *silent):
        with one:
            while one.recv(65536):  # the connection ends in order, not with an error
                pass
    for words in ("Traceback", "timeout"):
        assert words not in web.printed()
    half.close()
    begun.close()
    waits.value()


def refuses(web: Web) -> bool:
    """Return whether new requests are refused. gunicorn's master may still accept connections."""
    try:
        with connected(web, ASK) as connection:
            connection.settimeout(0.2)
            return not connection.recv(100)
    except OSError:
        return True
