"""Cases for a real server: chunked bodies, broken requests, a store that goes and comes back."""

from __future__ import annotations

import http.client
import json
import runpy
import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import requests

from cheat.web import schemas
from cheat.web.openapi import document
from tests.servers import PATIENCE_S, ROOT, Client, RedisServer, Web, in_background, request, wait_until

from .test_refusals import JUNK


@pytest.fixture
def ada(two_workers: list[Web]) -> Client:
    ada = Client(two_workers)
    ada.create("Ada")
    return ada


def chunks(*parts: bytes) -> Iterator[bytes]:
    """A body without a Content-Length."""
    yield from parts


def code(response: requests.Response) -> tuple[int, str]:
    assert response.headers["Content-Type"] == "application/problem+json"
    return response.status_code, response.json()["code"]


def test_body_in_chunks_is_read(ada: Client) -> None:
    url = f"{ada.servers[0].url}/api/rooms/{ada.code}/players"
    assert request("POST", url, data=chunks(b'{"name"', b': "Bob"}')).status_code == 201


def test_large_body_in_chunks_is_too_large(ada: Client) -> None:
    url = f"{ada.servers[0].url}/api/rooms/{ada.code}/players"
    body = chunks(b'{"name": "', *[b"x" * 8192] * 20, b'"}')
    assert code(request("POST", url, data=body)) == (413, "too_large")


def test_large_body_is_refused_by_its_length(ada: Client) -> None:
    url = f"{ada.servers[0].url}/api/rooms"
    assert code(request("POST", url, data=b"x" * 150_000)) == (413, "too_large")
    assert ada.snapshot(0)["version"] == 1


@pytest.mark.parametrize("body", JUNK.values(), ids=JUNK.keys())
def test_junk_never_stops_a_room(ada: Client, body: bytes) -> None:
    """Acceptance 31."""
    for path in ("/api/rooms", f"/api/rooms/{ada.code}/players", f"/api/rooms/{ada.code}/actions"):
        response = request("POST", ada.servers[0].url + path, data=body, headers=ada.headers)
        allowed = [(400, "bad_json"), (422, "bad_field")]
        assert code(response) in [*allowed, *([(413, "too_large")] if len(body) > schemas.MAX_PLAIN else [])]
    assert ada.act("rename", name="Bea")["version"] == 2


@pytest.mark.parametrize(
    "lines",
    [
        b"GET /api/rooms/\xff\xfe HTTP/1.1\r\nHost: x\r\n",
        b"GET /api/rooms/%zz HTTP/1.1\r\nHost: x\r\n",
        b"GET /api/rooms/kwzpt HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \xff\xfe\r\n",
        b"GET /api/rooms/kwzpt/events?since=\xff&wait=%ff HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n",
        b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        b"BREW /api/rooms HTTP/1.1\r\nHost: x\r\n",
    ],
)
def test_broken_request_is_refused_and_the_worker_goes_on(ada: Client, lines: bytes) -> None:
    with socket.create_connection(("127.0.0.1", ada.servers[0].port), timeout=PATIENCE_S) as one:
        one.sendall(lines + b"Connection: close\r\n\r\n")
        status = int(one.recv(100).split()[1])
    assert 400 <= status < 500
    assert ada.snapshot(0)["version"] == 1


def test_room_is_the_same_on_every_worker(ada: Client, two_workers: list[Web]) -> None:
    bob = Client(two_workers)
    joined = bob.join(ada.code.upper(), "Bob", at=1)
    assert joined["code"] == ada.code
    tables = [ada.snapshot(at)["table"] for at in (0, 1)]
    for table in tables:
        table.pop("now")
    assert tables[0] == tables[1]


def test_public_list_is_the_same_on_every_worker(two_workers: list[Web]) -> None:
    host = Client(two_workers)
    host.create("Ada", public=True)

    def listed(at: int) -> Any:
        rooms = host.call("GET", "/api/rooms", at).json()["rooms"]
        return [room["code"] for room in rooms] == [host.code]

    for at in (0, 1):
        wait_until(lambda at=at: listed(at), "the room is listed")


def test_served_document_is_the_one_that_the_tests_check(ada: Client) -> None:
    assert ada.call("GET", "/api/openapi.json").json() == json.loads(json.dumps(document()))


def test_store_that_goes_away_is_a_503_and_comes_back(
    start_web: Callable[..., Web], start_redis: Callable[..., RedisServer]
) -> None:
    """A worker without its store is alive, but not ready. Held polls end with 503 or go on."""
    store = start_redis(durable=True)
    web = start_web(REDIS_URL=store.url, HOLD_MIN_S=4, HOLD_MAX_S=4)
    ada = Client([web])
    ada.create("Ada")
    assert ada.call("GET", "/readyz").status_code == 200
    ada.events(wait=0)
    held = in_background(lambda: ada.poll(since=ada.cursor, wait=25))
    store.kill()
    for response in (
        ada.call("GET", "/readyz"),
        ada.call("GET", f"/api/rooms/{ada.code}"),
        ada.try_act("rename", id="sent-during-the-outage", name="Bea"),
        ada.call("POST", "/api/rooms", body={"name": "Bob"}),
    ):
        assert code(response) == (503, "store_unavailable")
        assert int(response.headers["Retry-After"]) >= 1
    assert ada.call("GET", "/healthz").status_code == 200
    store.start()
    wait_until(lambda: ada.call("GET", "/readyz").status_code == 200, "ready again")
    acted = ada.act("rename", id="sent-during-the-outage", name="Bea")
    assert acted["version"] == 2
    first = held.value()
    assert first.status_code in (200, 503)
    versions = [event["v"] for event in first.json().get("events", [])]
    versions = versions or [event["v"] for event in ada.events(wait=20)["events"]]
    assert versions == [2]


RAW = {
    "bare line feeds": b"GET / HTTP/1.1\nHost: x\n\n",
    "one bare line feed": b"GET / HTTP/1.1\r\nHost: x\nX-Two: y\r\n\r\n",
    "folded header": b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: a\r\n  b\r\n\r\n",
    "blank before colon": b"GET / HTTP/1.1\r\nHost : x\r\n\r\n",
    "no name": b"GET / HTTP/1.1\r\n: x\r\n\r\n",
    "two lengths": b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
    "length and chunks": b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "target that is no ascii": b"GET /r/\xff HTTP/1.1\r\nHost: x\r\n\r\n",
    "no http": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n",
    "long line": b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    "long header": b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 9000 + b"\r\n\r\n",
}


def sent(web: Web, data: bytes) -> tuple[int, dict[str, str], bytes]:
    """Return status, headers and body of the answer to these bytes."""
    with socket.create_connection(("127.0.0.1", web.port), timeout=PATIENCE_S) as one:
        one.sendall(data)
        answer = http.client.HTTPResponse(one)
        answer.begin()
        return answer.status, dict(answer.headers), answer.read()


@pytest.mark.parametrize("data", RAW.values(), ids=RAW.keys())
def test_malformed_http_gets_a_problem_document(ada: Client, data: bytes) -> None:
    """gunicorn answers these before the application sees them, and closes the connection."""
    status, headers, body = sent(ada.servers[0], data)
    assert status in (400, 414, 431)
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert (headers["Cache-Control"], headers["Connection"]) == ("no-store", "close")
    assert headers["Content-Type"] == "application/problem+json"
    problem = json.loads(body)
    assert (problem["status"], problem["code"]) == (status, "bad_request")
    assert problem.keys() == {"type", "title", "status", "detail", "code"}


CHUNKS = {
    "no size": b"zz\r\n{}\r\n0\r\n\r\n",
    "negative": b"-5\r\nhello\r\n0\r\n\r\n",
    "too long for its size": b"2\r\n{}{}\r\n0\r\n\r\n",
    "bare line feed": b"2\n{}\n0\n\n\r\n",
    "bad extension": b"2;\x00\r\n{}\r\n0\r\n\r\n",
    "trailer with a length": b"2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n",
}


@pytest.mark.parametrize(
    "path", ["/api/rooms", "/api/quick", "/api/rooms/{}/players", "/api/rooms/{}/actions"]
)
@pytest.mark.parametrize("body", CHUNKS.values(), ids=CHUNKS.keys())
def test_malformed_chunks_are_a_bad_request(ada: Client, body: bytes, path: str) -> None:
    head = f"POST {path.format(ada.code)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {ada.token}\r\n"
    data = head.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + body
    status, _, answer = sent(ada.servers[0], data)
    assert (status, json.loads(answer)["code"]) == (400, "bad_json")
    assert ada.snapshot(0)["version"] == 1


def test_gunicorn_reads_requests_by_its_own_parser(ada: Client) -> None:
    """requirements.txt has no parser in C, and gunicorn would not use one."""
    settings = runpy.run_path(str(ROOT / "gunicorn.conf.py"))
    assert settings["http_parser"] == "python"
