"""The service handles unusual HTTP from proxies, old clients and curious people."""

from __future__ import annotations

import json
import socket
from typing import BinaryIO

import pytest

from tests.servers import PATIENCE_S, Web

BODY = b'{"name":"Ada"}'
LENGTH = f"Content-Length: {len(BODY)}\r\n".encode()
CHUNKS = b"%x\r\n%b\r\n0\r\n\r\n" % (len(BODY), BODY)
REQUESTS = {
    "HEAD of the page": (b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\n", 200),
    "HEAD of an answer": (b"HEAD /api/catalogue HTTP/1.1\r\nHost: x\r\n\r\n", 200),
    "HEAD of the health": (b"HEAD /healthz HTTP/1.1\r\nHost: x\r\n\r\n", 200),
    "GET with a body": (b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + LENGTH + b"\r\n" + BODY, 200),
    "GET with chunks": (
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + CHUNKS,
        200,
    ),
    "chunks": (b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + CHUNKS, 201),
    "HTTP/1.0": (b"GET / HTTP/1.0\r\n\r\n", 200),
    "HTTP/1.0 with a body": (b"POST /api/rooms HTTP/1.0\r\n" + LENGTH + b"\r\n" + BODY, 201),
    "HTTP/1.0 that is kept": (b"GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", 200),
    "an upgrade to HTTP/2": (
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
        b"HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
        200,
    ),
    "an absolute address": (b"GET http://x/healthz HTTP/1.1\r\nHost: x\r\n\r\n", 200),
    "an absolute address of a poll": (
        b"GET http://x/api/rooms/kwzpt/events HTTP/1.1\r\nHost: x\r\n\r\n",
        404,
    ),
    "a method in the way of a browser": (b"OPTIONS /api/rooms HTTP/1.1\r\nHost: x\r\n\r\n", 200),
}


def answers(web: Web, data: bytes, method: str) -> tuple[int, bytes, bool]:
    """Return status and body of the answer, and whether the connection serves another request after it."""
    with (
        socket.create_connection(("127.0.0.1", web.port), timeout=PATIENCE_S) as one,
        one.makefile("rb") as read,
    ):
        one.sendall(data)
        status, headers = head_of(read)
        body = read.read(int(headers.get("content-length", 0))) if method != "HEAD" else b""
        if headers.get("connection") == "close":
            return status, body, read.read() == b""
        one.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        return status, body, head_of(read)[0] == 200


def head_of(read: BinaryIO) -> tuple[int, dict[str, str]]:
    status = int(read.readline().split()[1])
    headers = {}
    while line := read.readline().strip():
        name, _, value = line.decode("latin-1").partition(": ")
        headers[name.lower()] = value.lower()
    return status, headers


@pytest.mark.parametrize(("data", "status"), REQUESTS.values(), ids=REQUESTS.keys())
def test_request_is_served_and_the_next_one_too(two_workers: list[Web], data: bytes, status: int) -> None:
    response, _, goes_on = answers(two_workers[0], data, data.split()[0].decode())
    assert (response, goes_on) == (status, True)


@pytest.mark.parametrize("path", ["rooms", "rooms/kwzpt/actions"])
def test_expect_continue_is_answered(two_workers: list[Web], path: str) -> None:
    """curl does that with bodies of more than a kilobyte."""
    fields = "Host: x\r\nAuthorization: Bearer t\r\nExpect: 100-continue\r\n"
    head = f"POST /api/{path} HTTP/1.1\r\n{fields}".encode()
    with (
        socket.create_connection(("127.0.0.1", two_workers[0].port), timeout=PATIENCE_S) as one,
        one.makefile("rb") as read,
    ):
        one.sendall(head + LENGTH + b"\r\n")
        assert read.readline() == b"HTTP/1.1 100 Continue\r\n"
        assert read.readline() == b"\r\n"
        one.sendall(BODY)
        status, headers = head_of(read)
        problem = json.loads(read.read(int(headers["content-length"])))
    assert (status, problem.get("code")) == (
        (201, problem["code"]) if path == "rooms" else (422, "bad_field")
    )
