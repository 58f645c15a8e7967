"""A client light enough for thousands of held polls on the core that it shares with Redis.

It has one thread, one epoll, and callbacks. It knows only the part of HTTP/1.1 that the two measured servers
use: keep-alive, and a body with a Content-Length or in chunks.
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
"""Seconds after which a server counts as stuck. Both servers hold polls for less time."""

OnAnswer = Callable[[bytes], None]
"""A function that gets the body of an answer, inflated if necessary."""

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_DEFLATED = re.compile(rb"\r\ndeflated: *([0-9a-f]{8})", re.IGNORECASE)
_LAST_CHUNK = b"0\r\n\r\n"


class BenchError(Exception):
    """Raised if the measurement is void, because a server gave a wrong answer or none."""


class Loop:
    """An event loop: it reads sockets, and calls functions at given times."""

    def __init__(self) -> None:
        self._epoll = select.epoll()
        self._readers: dict[int, Callable[[], None]] = {}
        self._timers: list[tuple[float, int, Callable[[], None]]] = []
        self._count = itertools.count()

    def watch(self, fd: int, readable: Callable[[], None]) -> None:
        """Call `readable` whenever the file descriptor `fd` can be read."""
        self._readers[fd] = readable
        self._epoll.register(fd, select.EPOLLIN)

    def forget(self, fd: int) -> None:
        """Stop watching `fd`. Call this before you close `fd`."""
        del self._readers[fd]
        self._epoll.unregister(fd)

    def at(self, time_s: float, call: Callable[[], None]) -> None:
        """Make a call at this time of the monotonic clock."""
        heapq.heappush(self._timers, (time_s, next(self._count), call))

    def run(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Run for `seconds`, or until the condition is true. Return whether it became true."""
        end = time.monotonic() + seconds
        while not until():
            now = time.monotonic()
            if now >= end:
                return False
            while self._timers and self._timers[0][0] <= now:
                heapq.heappop(self._timers)[2]()
            wake = min(end, self._timers[0][0]) if self._timers else end
            for fd, _ in self._epoll.poll(max(wake - time.monotonic(), 0)):
                if fd in self._readers:
                    self._readers[fd]()
        return True

    def close(self) -> None:
        """Stop watching all sockets."""
        self._epoll.close()


class Connection:
    """One keep-alive connection to a server under test, with at most one request under way.

    `last_answer`: the dictionary with which the next answer may be deflated. `received`: the number of bytes
    of the last body before it was inflated.
    """

    def __init__(self, loop: Loop, port: int) -> None:
        self._loop = loop
        self._head = f" HTTP/1.1\r\nHost: {HOST}:{port}\r\n"
        self._on_answer: OnAnswer | None = None
        self._buffer = b""
        self.last_answer = b""
        self.received = 0
        self._socket = socket.create_connection((HOST, port), timeout=PATIENCE_S)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.setblocking(False)
        self.port: int = self._socket.getsockname()[1]
        loop.watch(self._socket.fileno(), self._readable)

    @property
    def waiting(self) -> bool:
        """True if a request is under way."""
        return self._on_answer is not None

    def send(self, start: str, on_answer: OnAnswer, headers: str = "", body: bytes | None = None) -> None:
        """Send a request. `start`: the method and the path. `on_answer` gets the answer's body."""
        assert not self.waiting, "one request at a time"
        self._on_answer = on_answer
        length = f"Content-Length: {len(body)}\r\n" if body is not None else ""
        request = f"{start}{self._head}{headers}{length}\r\n".encode() + (body or b"")
        if self._socket.send(request) != len(request):
            raise BenchError("the server does not read what it is sent")

    def ask(self, start: str, headers: str = "", body: bytes | None = None) -> bytes:
        """Send a request, and run the loop until the answer is there."""
        answers: list[bytes] = []
        self.send(start, answers.append, headers, body)
        if not self._loop.run(PATIENCE_S, lambda: bool(answers)):
            raise BenchError(f"no answer to {start}")
        return answers[0]

    def close(self) -> None:
        """Close the connection."""
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
                body = zlib.decompressobj(-15, zdict=self.last_answer).decompress(body)
            on_answer, self._on_answer, self._buffer = self._on_answer, None, b""
            assert on_answer is not None, "only what is asked for is answered"
            on_answer(body)


def complete_body(answer: bytes) -> bytes | None:
    """Return the body of a 2xx answer, or None if it is incomplete.

    Raises BenchError for answers with another status.
    """
    head, blank, body = answer.partition(b"\r\n\r\n")
    if not blank:
        return None
    if answer[9:10] != b"2":
        raise BenchError(f"the server answered {answer.decode(errors='replace')}")
    length = _LENGTH.search(head)
    if length is None:
        return _join_chunks(body) if body.endswith(_LAST_CHUNK) else None
    return body if len(body) == int(length[1]) else None


def _join_chunks(chunks: bytes) -> bytes:
    parts = []
    while not chunks.startswith(_LAST_CHUNK):
        size, _, after_size = chunks.partition(b"\r\n")
        parts.append(after_size[: int(size, 16)])
        chunks = after_size[int(size, 16) + 2 :]
    return b"".join(parts)
