"""Idle connections. A process that is about to exit ends them without delay."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from socket import SHUT_RD

import gevent
from gevent import monkey, socket
from gevent.pool import Pool

GRACE_S = 0.25
"""Seconds for which a connection must be idle before the server ends it.

The client may just have sent a request. In this time, the request arrives.
"""
CHECK_S = 0.05
"""Seconds between two checks for idle connections.

The pause is short, so that an idle process ends without delay.
"""

_Socket = monkey.get_original("socket", "socket")


class IdleConnections:
    """The connections that wait for a request, and the time at which each wait began."""

    def __init__(self) -> None:
        self._since: dict[socket.socket, float] = {}

    def mark_idle(self, client: socket.socket) -> None:
        """Note that this connection waits for a request."""
        self._since[client] = time.monotonic()

    def mark_busy(self, client: socket.socket) -> None:
        """Note that a request has arrived, or that the connection has ended."""
        self._since.pop(client, None)

    def end_all(
        self, connections: Pool, within_s: float, meanwhile: Callable[[], object] = lambda: None
    ) -> bool:
        """End each connection as soon as it is idle. Return whether this took less than `within_s`.

        A connection is not idle while a request waits for its answer. The method calls `meanwhile` several
        times a second.
        """
        end = time.monotonic() + within_s
        while len(connections) and time.monotonic() < end:
            self._end_idle()
            meanwhile()
            gevent.sleep(CHECK_S)
        return len(connections) == 0

    def _end_idle(self) -> None:
        now = time.monotonic()
        for client, since in list(self._since.items()):
            if now - since >= GRACE_S:
                _end_input(client)


def _end_input(client: socket.socket) -> None:
    """End the input of a connection, as if the client had closed it.

    The server can still read bytes that have arrived. This function does not use gevent's own `shutdown`,
    which would raise an error in the code that reads.
    """
    with suppress(OSError), _Socket(fileno=os.dup(client.fileno())) as duplicate:
        duplicate.shutdown(SHUT_RD)
