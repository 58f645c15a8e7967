"""A small HTTP/1.1 codec: it turns requests into bytes, and bytes into answers.

The codec does no input or output. The library httpx would need four to five times as much processor time for
a request; docs/load.md has the figures.
"""

from __future__ import annotations

import json
import re
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from cheat.client.calls import Request
from cheat.client.deflated import HEADER, WrongDictionary, inflated

MAX_HEAD = 64 * 1024
"""Maximum size of the head of an answer, in bytes.

No server of this protocol sends a longer head.
"""

_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})[ \r]")
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,12})[ \t]*\r\n", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding:[ \t]*chunked[ \t]*\r\n", re.IGNORECASE)
_DEFLATED = re.compile(rb"\r\n%b:[ \t]*([0-9a-f]+)[ \t]*\r\n" % HEADER.encode(), re.IGNORECASE)
_CLOSE = re.compile(rb"\r\nconnection:[ \t]*close[ \t]*\r\n", re.IGNORECASE)


class BadAnswer(ValueError):
    """Raised if bytes are not a readable answer."""


class Answer:
    """An answer, with the interface `cheat.client.calls.Response`.

    `at`: the time of its last byte, by `perf_counter`.
    """

    def __init__(self, status_code: int, head: bytes, content: bytes, at: float) -> None:
        self.status_code, self.content, self.at = status_code, content, at
        self._head = head

    @cached_property
    def headers(self) -> Headers:
        """The headers."""
        return Headers(self._head)

    @cached_property
    def closes(self) -> bool:
        """True if the server closes the connection after this answer."""
        return _CLOSE.search(self._head) is not None

    def inflated(self, dictionary: bytes) -> Answer:
        """Return the answer with inflated content, or the answer itself if inflating it fails."""
        deflated_header = _DEFLATED.search(self._head) if dictionary else None
        if deflated_header is None:
            return self
        try:
            content = inflated(self.content, dictionary, deflated_header[1].decode())
        except WrongDictionary:
            return self
        return Answer(self.status_code, self._head.replace(deflated_header[0], b"\r\n"), content, self.at)

    def json(self) -> Any:
        """Return the content as JSON. Only the first call parses it. Raises ValueError."""
        return self._decoded

    @cached_property
    def _decoded(self) -> Any:
        return json.loads(self.content)


class Headers:
    """The headers of an answer."""

    def __init__(self, head: bytes) -> None:
        lines = [line.partition(":") for line in head.decode("latin-1").split("\r\n")[1:]]
        self._values = {name.strip().lower(): value.strip() for name, _, value in lines}

    def get(self, name: str) -> str | None:
        """Return the value of a header, or None. The case of the name does not matter."""
        return self._values.get(name.lower())


class Reader:
    """A reader for one connection. It makes answers from the bytes that arrive."""

    def __init__(self) -> None:
        self._buffer = b""

    def feed(self, data: bytes, at: float) -> Answer | None:
        """Return the answer if these bytes complete it. Raises BadAnswer.

        Each connection has only one request at a time, so bytes after a complete answer are an error.
        """
        self._buffer = self._buffer + data if self._buffer else data
        while True:
            head, blank, body = self._buffer.partition(b"\r\n\r\n")
            if not blank:
                if len(head) > MAX_HEAD:
                    raise BadAnswer("the head of an answer has no end")
                return None
            status = _status(head)
            if status >= 200:
                break
            self._buffer = body  # skip an interim answer (status 1xx)
        head += b"\r\n"
        content = _chunks(body) if _CHUNKED.search(head) else _sized(head, body)
        if content is None:
            return None
        self._buffer = b""
        return Answer(status, head, content, at)


def _status(head: bytes) -> int:
    line = _STATUS.match(head + b"\r")
    if line is None:
        raise BadAnswer(f"this is no HTTP: {head[:40]!r}")
    return int(line[1])


def _sized(head: bytes, body: bytes) -> bytes | None:
    """Return a body whose length is in the head, or None while a part of the body is missing."""
    length = _LENGTH.search(head)
    if length is None:
        raise BadAnswer("the answer has neither a Content-Length nor chunks")
    size = int(length[1])
    if len(body) > size:
        raise BadAnswer("the answer is longer than its Content-Length")
    return body if len(body) == size else None


def _chunks(body: bytes) -> bytes | None:
    """Return a body that the server sends in chunks, or None while a part of it is missing."""
    chunks: list[bytes] = []
    place = 0
    while True:
        line_end = body.find(b"\r\n", place)
        if line_end < 0:
            return None
        try:
            size = int(body[place:line_end].partition(b";")[0], 16)
        except ValueError:
            raise BadAnswer("the length of a chunk is no number") from None
        begin = line_end + 2
        if len(body) < begin + size + 2:
            return None
        if size == 0:
            return b"".join(chunks)
        chunks.append(body[begin : begin + size])
        place = begin + size + 2


def encoded(request: Request, host: str) -> bytes:
    """Return the bytes of a request.

    `host`: the host of the server, and its port unless this is the usual port.
    """
    target = f"{request.path}?{urlencode(request.query)}" if request.query else request.path
    lines = [f"{request.method} {target} HTTP/1.1", f"Host: {host}"]
    lines += [f"{name}: {value}" for name, value in request.headers().items()]
    body = b""
    if request.body is not None:
        body = json.dumps(request.body, ensure_ascii=False).encode()
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body
