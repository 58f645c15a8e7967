"""Connections that are kept open and ask for nothing: they must not hold up a process that is to end."""

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
"""A request that was sent before its sender could know of the end has arrived after this long."""
LOOK_S = 0.05
"""Short enough that nobody waits for a process that has nothing left to do."""

_Socket = monkey.get_original("socket", "socket")


class IdleConnections:
    """The connections on which a request is awaited, and since when."""

    def __init__(self) -> None:
        self._since: dict[socket.socket, float] = {}

    def waits(self, client: socket.socket) -> None:
        """From now on this connection waits for a request."""
        self._since[client] = time.monotonic()

    def works(self, client: socket.socket) -> None:
        """It no longer does: there is one, or the connection has ended."""
        self._since.pop(client, None)

    def end_all(
        self, connections: Pool, within_s: float, meanwhile: Callable[[], object] = lambda: None
    ) -> bool:
        """End connections as they fall idle, until none is left; whether that took less than `within_s`.

        Requests that have begun are answered. `meanwhile` is called several times a second.
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
    """What has arrived is still read, and then comes the end, as if the client had closed.

    gevent's own `shutdown` would raise in the greenlet that reads; so this goes past it.
    """
    with suppress(OSError), _Socket(fileno=os.dup(client.fileno())) as twin:
        twin.shutdown(SHUT_RD)
