"""gunicorn's own path: it answers one request through WSGI and Flask, within time limits."""

from __future__ import annotations

import errno
import time
from typing import Any, NamedTuple

from gevent import socket
from gunicorn.http.errors import NoMoreData
from gunicorn.http.parser import RequestParser
from gunicorn.http.unreader import SocketUnreader

CLIENT_GONE = (errno.EPIPE, errno.ECONNRESET, errno.ENOTCONN, errno.EBADF)
"""Errors which mean that the client has closed the connection. The log leaves them out."""


class TimeLimits(NamedTuple):
    """Maximum seconds for a head, for a body, and for each piece of an answer."""

    head_s: float
    body_s: float
    send_s: float


class _Reader(SocketUnreader):
    """A reader that raises TimeoutError after a given time."""

    until = float("inf")

    def chunk(self, size_hint: int | None = None) -> bytes:
        seconds_left = self.until - time.monotonic()
        if seconds_left <= 0:
            raise TimeoutError("the request takes too long")
        former_timeout = self.sock.gettimeout()
        self.sock.settimeout(seconds_left)
        try:
            return super().chunk(size_hint)  # type: ignore[call-arg]  # the stubs are of an older release
        finally:
            self.sock.settimeout(former_timeout)


def serve_one(
    worker: Any, client: socket.socket, peer: Any, data: bytes, since: float, limits: TimeLimits
) -> bytes | None:
    """Answer the request that begins with `data`. `since`: the time of its first bytes.

    Returns the bytes after this request, which belong to the next request, or None if the connection has to
    end. The function does the same as one round of the loop in gunicorn's own worker.
    """
    parser = RequestParser(worker.cfg, client, peer)
    reader = parser.unreader = _Reader(client)
    reader.unread(data)
    reader.until = since + limits.head_s
    client.settimeout(limits.send_s)
    request = None
    try:
        request = next(parser)
        reader.until = time.monotonic() + limits.body_s
        worker.handle_request(client.getsockname(), request, client, peer)
        drained = parser.finish_body()  # type: ignore[func-returns-value]
        return reader.take_buffered() if drained else None
    except (NoMoreData, StopIteration, TimeoutError):
        return None
    except OSError as error:
        if error.errno not in CLIENT_GONE:
            worker.log.exception("Socket error processing request.")
    except Exception as error:
        worker.handle_error(request, client, peer, error)
    return None
