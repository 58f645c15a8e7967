"""Answers from bytes that are cut anywhere, and requests that a server reads correctly."""

from __future__ import annotations

import json

import pytest

from cheat.client.calls import Request
from cheat.load.http import MAX_HEAD, Answer, BadAnswer, Reader, encoded

BODY = '{"version": 7, "name": "Zoë"}'.encode()
SIZED = b"HTTP/1.1 200 OK\r\nServer: x\r\ncontent-length: %d\r\nRetry-After: 3\r\n\r\n%s" % (len(BODY), BODY)
CHUNKED = (
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nRetry-After: 3\r\n\r\n"
    b"5;note\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n" % (BODY[:5], len(BODY) - 5, BODY[5:])
)
INTERIM = b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"


@pytest.mark.parametrize("sent", [SIZED, CHUNKED, INTERIM + SIZED], ids=["sized", "chunked", "interim"])
@pytest.mark.parametrize("step", [1, 7, 10_000])
def test_answer_is_whole_with_its_last_byte(sent: bytes, step: int) -> None:
    """An answer is complete with its last byte, and the next answer follows on the same connection."""
    reader = Reader()
    for number in range(2):
        pieces = [sent[place : place + step] for place in range(0, len(sent), step)]
        assert [reader.feed(piece, number) for piece in pieces[:-1]] == [None] * (len(pieces) - 1)
        answer = reader.feed(pieces[-1], number)
        assert answer is not None
        assert (answer.status_code, answer.json(), answer.at) == (200, json.loads(BODY), number)
        assert (answer.headers.get("retry-after"), answer.closes) == ("3", False)


@pytest.mark.parametrize(
    "sent",
    [
        b"SSH-2.0-OpenSSH\r\n\r\n",
        b"HTTP/2 200 OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n\r\nwithout an end",
        SIZED + b"x",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnumber\r\n",
        b"x" * (MAX_HEAD + 1),
    ],
)
def test_what_cannot_be_read_is_an_error_and_no_answer(sent: bytes) -> None:
    with pytest.raises(BadAnswer):
        Reader().feed(sent, 0)


def test_connection_that_ends_says_so() -> None:
    answer = Reader().feed(b"HTTP/1.1 204 No Content\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", 0)
    assert answer is not None
    assert answer.closes


def test_page_of_a_proxy_is_no_json() -> None:
    with pytest.raises(ValueError, match="Expecting value"):
        Answer(502, b"", b"<h1>Bad gateway</h1>", 0).json()


def test_request_has_what_the_steps_ask_for() -> None:
    request = Request("POST", "/api/rooms", {"lang": "es", "since": "a b"}, {"name": "Zoë"}, "secret")
    head, _, body = encoded(request, "here:8000").partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    assert lines[:2] == ["POST /api/rooms?lang=es&since=a+b HTTP/1.1", "Host: here:8000"]
    assert {"Authorization: Bearer secret", f"Content-Length: {len(body)}"} <= set(lines)
    assert json.loads(body) == {"name": "Zoë"}
