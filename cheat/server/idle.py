"""Idle connections: they must not delay the end of a process."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from socket import SHUT_RD

import gevent
from gevent import monkey, socket
from gevent.pool import Pool

ON_ITS_WAY_S = 0.25
"""Seconds after which a request has arrived that was sent before its client knew of the end."""
LOOK_S = 0.05
"""Short enough that an idle process ends without delay."""

_Socket = monkey.get_original("socket", "socket")


class IdleConnections:
    """The connections that wait for a request, and since when."""

    def __init__(self) -> None:
        self._since: dict[socket.socket, float] = {}

    def waits(self, client: socket.socket) -> None:
        """Note that this connection waits for a request."""
        self._since[client] = time.monotonic()

    def works(self, client: socket.socket) -> None:
        """Note that a request has arrived, or that the connection has ended."""
        self._since.pop(client, None)

    def end_all(
        self, connections: Pool, within_s: float, meanwhile: Callable[[], object] = lambda: None
    ) -> bool:
        """End connections as they become idle. Return whether that took less than `within_s`.

        Begun requests are answered. `meanwhile` is called several times a second.
        """
        end = time.monotonic() + within_s
        while len(connections) and time.monotonic() < end:
            self._end_idle()
            meanwhile()
            gevent.sleep(LOOK_S)
        return len(connections) == 0

    def _end_idle(self) -> None:
        now = time.monotonic()
        for client, since in list(self._since.items()):
            if now - since >= ON_ITS_WAY_S:
                _read_no_further(client)


def _read_no_further(client: socket.socket) -> None:
    """End the input of a connection after the arrived bytes, as if the client had closed.

    gevent's own `shutdown` would raise in the greenlet that reads, so this bypasses it.
    """
    with suppress(OSError), _Socket(fileno=os.dup(client.fileno())) as twin:
        twin.shutdown(SHUT_RD)
