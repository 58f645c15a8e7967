"""gunicorn's own parsers read plain heads in the same way, byte for byte."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import pytest
from gunicorn.config import Config
from gunicorn.http.parser import RequestParser
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cheat.server.request_head import Head, parse_plain

ACTION = (
    b"POST /api/rooms/bcdfg/actions HTTP/1.1\r\nHost: a\r\n"
    b"Authorization: Bearer x\r\nContent-Length: 4\r\n\r\nbody"
)
POLL = b"GET /api/rooms/bcdfg/events?since=e.1&wait=25 HTTP/1.1\r\nHost: a\r\nAccept: */*\r\n\r\n"
_poll = parse_plain(POLL)
POLL_FIELDS = _poll and _poll.fields
PARSERS = ["python", "fast"] if find_spec("gunicorn_h1c") else ["python"]
"""gunicorn has an optional parser in C. If it is installed, it has to agree, too."""


def config(parser: str) -> Config:
    """Return gunicorn's settings as in the service, with this parser."""
    settings = Config()
    settings.set("http_parser", parser)
    return settings


def by_gunicorn(data: bytes, parser: str) -> tuple[Any, ...]:
    """Return method, target, fields and body of the first request, and the remaining bytes."""
    requests = RequestParser(config(parser), iter([data]), ("127.0.0.1", 1))
    request = next(requests)
    body = request.body.read() if any(name == "CONTENT-LENGTH" for name, _ in request.headers) else b""
    fields = {name.lower().encode("latin-1"): value.encode("latin-1") for name, value in request.headers}
    unread = requests.unreader.take_buffered()
    return request.method.encode(), request.uri.encode("latin-1"), fields, body, unread, request.version


def ours(data: bytes, head: Head) -> tuple[Any, ...]:
    end = head.end + (head.fields.length or 0)
    return head.method, head.target, head.fields.values, data[head.end : end], data[end:], (1, 1)


def compare(data: bytes) -> Head | None:
    """Compare both parsers on this data, with the head of an earlier request. Return the plain head."""
    head = parse_plain(data)
    for before in (POLL_FIELDS, head and head.fields):
        assert parse_plain(data, before) == head
    if head is not None and len(data) >= head.end + (head.fields.length or 0):
        for parser in PARSERS:
            assert ours(data, head) == by_gunicorn(data, parser)
    return head


def test_polls_and_actions_have_plain_heads() -> None:
    for data in (ACTION, POLL, ACTION + POLL, POLL + ACTION):
        assert compare(data) is not None
    head = parse_plain(ACTION)
    assert head is not None
    assert (head.fields.length, head.fields.values[b"authorization"]) == (4, b"Bearer x")


def fields(*lines: bytes) -> bytes:
    """Return an action with other fields."""
    return b"\r\n".join([b"POST /api/rooms/bcdfg/actions HTTP/1.1", *lines, b"", b"body"])


NOT_PLAIN = {
    "both lengths": fields(b"Host: a", b"Content-Length: 4", b"Transfer-Encoding: chunked"),
    "chunks": fields(b"Host: a", b"Transfer-Encoding: chunked"),
    "chunks, hidden": fields(b"Host: a", b"Content-Length: 4", b"Transfer-Encoding : chunked"),
    "two lengths": fields(b"Host: a", b"Content-Length: 4", b"Content-Length: 5"),
    "the same length twice": fields(b"Host: a", b"Content-Length: 4", b"content-length: 4"),
    "lengths in a list": fields(b"Host: a", b"Content-Length: 4, 4"),
    "a signed length": fields(b"Host: a", b"Content-Length: +4"),
    "a negative length": fields(b"Host: a", b"Content-Length: -4"),
    "a length in hex": fields(b"Host: a", b"Content-Length: 0x4"),
    "a length beyond 64 bits": fields(b"Host: a", b"Content-Length: 18446744073709551620"),
    "an empty length": fields(b"Host: a", b"Content-Length:"),
    "a length with a blank": fields(b"Host: a", b"Content-Length: 4 4"),
    "digits that are none": fields(b"Host: a", b"Content-Length: \xb2"),
    "a folded line": fields(b"Host: a", b"Content-Length: 4", b"X-A: b", b" c"),
    "a folded length": fields(b"Host: a", b"Content-Length:", b" 4"),
    "a lone line feed": fields(b"Host: a\nContent-Length: 4"),
    "a lone carriage return": fields(b"Host: a\rContent-Length: 4"),
    "line feeds alone": ACTION.replace(b"\r\n", b"\n"),
    "a blank before the colon": fields(b"Host : a", b"Content-Length: 4"),
    "a line without a colon": fields(b"Host: a", b"Content-Length 4"),
    "an empty name": fields(b"Host: a", b": b"),
    "an underscore": fields(b"Host: a", b"Content_Length: 4"),
    "two hosts": fields(b"Host: a", b"Host: b"),
    "no host": fields(b"Content-Length: 4"),
    "a null": fields(b"Host: a\x00b"),
    "a control character": fields(b"Host: a", b"X-A: \x7f"),
    "an end in the value": fields(b"Host: a", b"Expect: 100-continue"),
    "an upgrade": fields(b"Host: a", b"Upgrade: h2c", b"Connection: Upgrade, HTTP2-Settings"),
    "a trailer": fields(b"Host: a", b"Trailer: X-A"),
    "TE": fields(b"Host: a", b"TE: trailers"),
    "close": fields(b"Host: a", b"Connection: close"),
    "a hop's header": fields(b"Host: a", b"Connection: keep-alive, Authorization"),
    "another scheme": fields(b"Host: a", b"X-Forwarded-Ssl: on"),
    "HTTP/1.0": ACTION.replace(b"1.1", b"1.0"),
    "HTTP/0.9": b"GET /api/rooms/bcdfg/events\r\n\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "two blanks": POLL.replace(b"GET ", b"GET  "),
    "a tab": POLL.replace(b"GET ", b"GET\t"),
    "a blank at the end": POLL.replace(b"1.1\r\n", b"1.1 \r\n"),
    "an empty line before": b"\r\n" + POLL,
    "another method": POLL.replace(b"GET", b"PUT"),
    "a method in small letters": POLL.replace(b"GET", b"get"),
    "bytes in the target": POLL.replace(b"since", b"s\xc3\xa4"),
    "a line that is too long": POLL.replace(b"since", b"s" * 5000),
    "too many fields": fields(b"Host: a", *[b"X-%d: a" % n for n in range(200)]),
    "a field that is too long": fields(b"Host: a", b"X: " + b"a" * 9000),
    "half a head": POLL[:-2],
}  # fmt: skip


@pytest.mark.parametrize("what", NOT_PLAIN)
def test_ambiguous_heads_are_not_plain(what: str) -> None:
    assert parse_plain(NOT_PLAIN[what]) is None


PIECES = [
    b"GET", b"POST", b" ", b"  ", b"\t", b"\r\n", b"\n", b"\r", b"\r\n\r\n", b":", b": ", b" :", b",",
    b";", b"0", b"4", b"/api/rooms/bcdfg/events", b"/api/rooms/bcdfg/actions", b"?", b"#", b"%0d%0a",
    b"//", b"http://a/", b"*", b"HTTP/1.1", b"HTTP/1.0", b"HTTP/1.1\r\n", b"Host: a\r\n",
    b"host: b\r\n", b"Content-Length: 4\r\n", b"content-length:4\r\n", b"Content-Length",
    b"Transfer-Encoding: chunked\r\n", b"Transfer-Encoding", b"chunked", b"Connection: keep-alive\r\n",
    b"Connection: close\r\n", b"Authorization: Bearer x\r\n", b"X_A: 1\r\n",
    b"X-Forwarded-Proto: https\r\n", b"body", b"\x00", b"\x7f", b"\x80", b"\xff", b"\xa0", b"\x0b",
    b"-", b"_", b"+", b"!",
]  # fmt: skip


@st.composite
def nearly_plain(draw: st.DrawFn) -> bytes:
    """Return a request of one of the two kinds, with some changes."""
    data = draw(st.sampled_from([ACTION, POLL, ACTION + POLL, POLL + POLL]))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(data)))
        end = start + draw(st.sampled_from([0, 0, 0, 1, 2, 5]))
        piece = draw(st.sampled_from(PIECES) | st.binary(max_size=2))
        data = data[:start] + piece + data[end:]
    return data


NO_LIMITS = {"deadline": None, "suppress_health_check": list(HealthCheck), "database": None}


@settings(max_examples=250, **NO_LIMITS)
@given(nearly_plain())
def test_gunicorn_reads_plain_heads_alike(data: bytes) -> None:
    compare(data)


@pytest.mark.long
@settings(max_examples=300_000, derandomize=False, **NO_LIMITS)
@given(nearly_plain() | st.lists(st.sampled_from(PIECES), max_size=30).map(b"".join))
def test_gunicorn_reads_many_heads_alike(data: bytes) -> None:
    compare(data)
