"""The messages between a worker and its child process.

Each message is a line of JSON on a socket. The worker sends a task, and waits for the child's answer before
it sends the next task.
"""

from __future__ import annotations

import socket
import time
from typing import Any

import msgspec

MOST_BYTES = 4 * 1024 * 1024
"""Maximum length of a line, in bytes: ten times the recording of the longest game."""
READ_BYTES = 65536


class Task(msgspec.Struct):
    """A task for the child: a kind of job, its data, and the seconds until the answer must come.

    `cpu_s`: the seconds of processor time that the job may use; None for no limit.
    """

    kind: str
    data: msgspec.Raw
    seconds: float
    cpu_s: float | None = None


class Answer(msgspec.Struct, omit_defaults=True):
    """The answer to a task. A child's first message is an empty answer: the child has started.

    `error`: the type of the error that the job raised, and the error's place in the code. `spent`: whether
    the job used up its processor time without a result. `cpu_s`: the processor time that a script has used.
    """

    value: Any = None
    error: str = ""
    spent: bool = False
    cpu_s: float = 0.0


class Channel:
    """One end of the connection between a worker and its child."""

    def __init__(self, sock: socket.socket) -> None:
        self._socket = sock
        self._buffer = b""

    def send(self, message: Task | Answer, within_s: float | None = None) -> None:
        """Send a message. Raises TimeoutError, or OSError if the other process has ended."""
        self._socket.settimeout(within_s)
        self._socket.sendall(msgspec.json.encode(message) + b"\n")

    def receive(self, within_s: float | None = None) -> bytes | None:
        """Return the next line, or None if the other process has ended.

        Raises TimeoutError, OSError, or ValueError for a line without end.
        """
        end = None if within_s is None else time.monotonic() + within_s
        while b"\n" not in self._buffer:
            self._socket.settimeout(None if end is None else max(end - time.monotonic(), 0.001))
            data = self._socket.recv(READ_BYTES)
            if not data:
                return None
            self._buffer += data
            if len(self._buffer) > MOST_BYTES:
                raise ValueError("a line without end")
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line

    def is_open(self) -> bool:
        """Return whether the other process still has its end open. Does not wait."""
        try:
            return self._socket.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) != b""
        except BlockingIOError:
            return True
        except OSError:
            return False

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()
