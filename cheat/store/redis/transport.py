"""Transports: they read and write the socket of a connection that redis-py has made.

There are two kinds of transports. One is for a plain socket of gevent: the event loop of the worker reads
bytes when they arrive, and sends all bytes that were written in one pass of the loop together. The other one
is for any other socket, such as one with TLS: a thread reads the bytes.
"""

from __future__ import annotations

import _thread
import threading
from collections.abc import Callable
from typing import Any, Protocol

import gevent
import gevent.socket
import redis

READ_BYTES = 65536
_READ = 1
"""The event loop's flag for "there are bytes to read"."""

OnData = Callable[[bytes], None]
"""A function that takes received bytes.

The function must not wait. If it raises an error, the transport ends.
"""
OnLost = Callable[[Exception], None]
"""A function that gets the reason why the transport ended.

A transport calls the function at most once, and never after `close`. The function may wait.
"""


class Transport(Protocol):
    """One connection. Its owner calls `close`, and closes the socket after that."""

    def start(self) -> None:
        """Read from now on."""

    def write(self, data: bytes) -> None:
        """Send these bytes soon, and not mixed with other bytes. If that fails, call `on_lost`."""

    def close(self) -> None:
        """Stop reading and writing."""


def open_transport(socket: Any, on_data: OnData, on_lost: OnLost) -> Transport:
    """Return a transport that is not started yet."""
    is_plain = type(socket) is gevent.socket.socket
    return (
        _LoopTransport(socket, on_data, on_lost) if is_plain else _ThreadTransport(socket, on_data, on_lost)
    )


class _LoopTransport:
    """A transport that the event loop reads and writes.

    If the socket does not take all bytes at once, a greenlet (a thread of gevent) sends the rest.
    """

    def __init__(self, socket: Any, on_data: OnData, on_lost: OnLost) -> None:
        self._socket, self._raw = socket, socket._sock
        self._on_data, self._on_lost = on_data, on_lost
        self._loop: Any = gevent.get_hub().loop
        self._out: list[bytes] = []
        self._is_writing = self._is_closed = False
        self._watcher = self._loop.io(socket.fileno(), _READ)

    def start(self) -> None:
        self._watcher.start(self._read)

    def write(self, data: bytes) -> None:
        self._out.append(data)
        if not self._is_writing:
            self._is_writing = True
            self._loop.run_callback(self._send)

    def close(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            self._watcher.stop()
            self._watcher.close()

    def _read(self) -> None:
        try:
            data = self._raw.recv(READ_BYTES)
            if not data:
                raise redis.ConnectionError("Redis has closed the connection.")
            self._on_data(data)
        except BlockingIOError:
            pass
        except Exception as error:  # all waiting callers must get this error, of whatever kind
            self._end(error)

    def _send(self) -> None:
        out, self._out = b"".join(self._out), []
        try:
            sent_bytes = 0 if self._is_closed else self._raw.send(out)
        except BlockingIOError:
            sent_bytes = 0
        except OSError as error:
            self._end(error)
            return
        if sent_bytes < len(out) and not self._is_closed:
            _thread.start_new_thread(self._send_rest, (out[sent_bytes:],))
        else:
            self._is_writing = False

    def _send_rest(self, unsent: bytes) -> None:
        try:
            while unsent:
                self._socket.sendall(unsent)
                unsent, self._out = b"".join(self._out), []
        except (OSError, ValueError) as error:
            self._end(error)
        else:
            self._is_writing = False

    def _end(self, error: Exception) -> None:
        """Report the end in a greenlet, because the event loop must not wait."""
        if not self._is_closed:
            self.close()
            _thread.start_new_thread(self._on_lost, (error,))


class _ThreadTransport:
    """A transport that has a thread for reading. The calling thread writes."""

    def __init__(self, socket: Any, on_data: OnData, on_lost: OnLost) -> None:
        self._socket, self._on_data, self._on_lost = socket, on_data, on_lost
        self._write_lock = threading.Lock()
        self._is_closed = False

    def start(self) -> None:
        self._socket.settimeout(None)
        threading.Thread(target=self._read, name="transport", daemon=True).start()

    def write(self, data: bytes) -> None:
        try:
            with self._write_lock:
                self._socket.sendall(data)
        except (OSError, ValueError) as error:
            self._end(error)

    def close(self) -> None:
        self._is_closed = True

    def _read(self) -> None:
        failure: Exception = redis.ConnectionError("Redis has closed the connection.")
        try:
            while data := self._socket.recv(READ_BYTES):
                self._on_data(data)
        except Exception as error:  # all waiting callers must get this error, of whatever kind
            failure = error
        self._end(failure)

    def _end(self, error: Exception) -> None:
        was_closed, self._is_closed = self._is_closed, True
        if not was_closed:
            self._on_lost(error)
