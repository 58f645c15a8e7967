"""A client light enough for thousands of held polls on the core that it shares with Redis.

One thread, one epoll, callbacks. It speaks just the HTTP/1.1 that the two servers under test answer
with: keep-alive, and a body that has a Content-Length or is chunked.
"""

from __future__ import annotations

import heapq
import itertools
import re
import select
import socket
import time
import zlib
from collections.abc import Callable

HOST = "127.0.0.1"
PATIENCE_S = 30.0
"""An answer that takes longer means that the server is stuck; longer than a poll is held in either server."""

Answered = Callable[[bytes], None]
"""Gets the body of an answer, inflated if it was deflated by the kept one."""

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_DEFLATED = re.compile(rb"\r\ndeflated: *([0-9a-f]{8})", re.IGNORECASE)
_LAST_CHUNK = b"0\r\n\r\n"


class BenchError(Exception):
    """The measurement is void: a server answered something else than it should, or not at all."""


class Loop:
    """Sockets that are read and calls that are due."""

    def __init__(self) -> None:
        self._epoll = select.epoll()
        self._readers: dict[int, Callable[[], None]] = {}
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._count = itertools.count()

    def watch(self, fd: int, readable: Callable[[], None]) -> None:
        """Call `readable` whenever there is something to read."""
        self._readers[fd] = readable
        self._epoll.register(fd, select.EPOLLIN)

    def forget(self, fd: int) -> None:
        """No longer watch it. To be called before it is closed."""
        del self._readers[fd]
        self._epoll.unregister(fd)

    def at(self, when: float, call: Callable[[], None]) -> None:
        """Call once at this time of the monotonic clock."""
        heapq.heappush(self._due, (when, next(self._count), call))

    def run(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Serve for so long, or until the condition holds; whether it did."""
        end = time.monotonic() + seconds
        while not until():
            now = time.monotonic()
            if now >= end:
                return False
            while self._due and self._due[0][0] <= now:
                heapq.heappop(self._due)[2]()
            wake = min(end, self._due[0][0]) if self._due else end
            for fd, _ in self._epoll.poll(max(wake - time.monotonic(), 0)):
                if fd in self._readers:
                    self._readers[fd]()
        return True

    def close(self) -> None:
        """Forget everything."""
        self._epoll.close()


class Connection:
    """One keep-alive connection to a server under test, with at most one request under way.

    `kept`: the answer by which the next one may be deflated; `received`: bytes of the last body as it came.
    """

    def __init__(self, loop: Loop, port: int) -> None:
        self._loop = loop
        self._head = f" HTTP/1.1\r\nHost: {HOST}:{port}\r\n"
        self._answered: Answered | None = None
        self._buffer = b""
        self.kept = b""
        self.received = 0
        self._socket = socket.create_connection((HOST, port), timeout=PATIENCE_S)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.setblocking(False)
        self.port: int = self._socket.getsockname()[1]
        loop.watch(self._socket.fileno(), self._readable)

    @property
    def waiting(self) -> bool:
        """Return whether a request is under way."""
        return self._answered is not None

    def send(self, start: str, answered: Answered, headers: str = "", body: bytes | None = None) -> None:
        """Send a request (`start`: method and path); `answered` gets the body of a 2xx answer."""
        assert not self.waiting, "one request at a time"
        self._answered = answered
        length = f"Content-Length: {len(body)}\r\n" if body is not None else ""
        request = f"{start}{self._head}{headers}{length}\r\n".encode() + (body or b"")
        if self._socket.send(request) != len(request):
            raise BenchError("the server does not read what it is sent")

    def ask(self, start: str, headers: str = "", body: bytes | None = None) -> bytes:
        """Send a request and serve the loop until it is answered."""
        answers: list[bytes] = []
        self.send(start, answers.append, headers, body)
        if not self._loop.run(PATIENCE_S, lambda: bool(answers)):
            raise BenchError(f"no answer to {start}")
        return answers[0]

    def close(self) -> None:
        """Hang up."""
        self._loop.forget(self._socket.fileno())
        self._socket.close()

    def _readable(self) -> None:
        data = self._socket.recv(65536)
        if not data:
            raise BenchError("the server closed a connection")
        self._buffer = self._buffer + data if self._buffer else data
        body = complete_body(self._buffer)
        if body is not None:
            self.received = len(body)
            if _DEFLATED.search(self._buffer, 0, len(self._buffer) - len(body)):
                body = zlib.decompressobj(-15, zdict=self.kept).decompress(body)
            answered, self._answered, self._buffer = self._answered, None, b""
            assert answered is not None, "only what is asked for is answered"
            answered(body)


def complete_body(answer: bytes) -> bytes | None:
    """The body of an HTTP answer, None while it is incomplete. Raises BenchError unless it is a 2xx."""
    head, blank, body = answer.partition(b"\r\n\r\n")
    if not blank:
        return None
    if answer[9:10] != b"2":
        raise BenchError(f"the server answered {answer.decode(errors='replace')}")
    length = _LENGTH.search(head)
    if length is None:
        return _joined(body) if body.endswith(_LAST_CHUNK) else None
    return body if len(body) == int(length[1]) else None


def _joined(chunks: bytes) -> bytes:
    parts = []
    while not chunks.startswith(_LAST_CHUNK):
        size, _, rest = chunks.partition(b"\r\n")
        parts.append(rest[: int(size, 16)])
        chunks = rest[int(size, 16) + 2 :]
    return b"".join(parts)
