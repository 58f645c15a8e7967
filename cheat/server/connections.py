"""All connections of a worker.

The worker limits their number and the time that each may wait, and closes them.
"""

from __future__ import annotations

import time
from collections import Counter
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from gevent import get_hub, socket

from cheat.server.connection import Connection, Stage
from cheat.server.fast_path import FastPath
from cheat.server.gunicorn_path import TimeLimits
from cheat.server.idle import GRACE_S
from cheat.server.room_affinity import RoomAffinity
from cheat.service.limits.rate_limits import limit_keys, rate_limited
from cheat.service.service import Service
from cheat.web.access_log import AccessLog
from cheat.web.client_address import client_address
from cheat.web.compression import SentAnswers
from cheat.web.errors import refusal_bytes

CROWDED_RETRY_S = 30.0
"""Seconds after which a refused client may try again.

By then the worker may have closed some idle connections.
"""


class Connections:
    """All connections of a worker.

    `worker`: the gunicorn worker, for requests that the fast path cannot answer. `limits`: the seconds that
    each stage may last.
    """

    def __init__(
        self, worker: Any, service: Service, access_log: AccessLog, sent_answers: SentAnswers
    ) -> None:
        settings = service.settings
        self.worker = worker
        self.fast_path = FastPath(service, access_log, sent_answers)
        self.loop: Any = get_hub().loop
        self.times = TimeLimits(settings.head_timeout_s, settings.body_timeout_s, settings.send_timeout_s)
        self.limits = {
            Stage.IDLE: float(worker.cfg.keepalive),
            Stage.HEAD: self.times.head_s,
            Stage.BODY: self.times.body_s,
        }
        self._max_connections: int = worker.worker_connections
        self._max_by_address = None if settings.trusted_proxies else settings.address_connections
        self._open: set[Connection] = set()
        self._by_address: Counter[str] = Counter()
        self._servers: list[Any] = []
        self.affinity: RoomAffinity | None = None

    def __len__(self) -> int:
        return len(self._open)

    def are_full(self) -> bool:
        """Return whether the worker has so many connections that new ones have to wait."""
        return len(self._open) >= self._max_connections

    def add_server(self, server: Any) -> None:
        """Add a server whose clients become connections here.

        The server stops accepting clients while `are_full`.
        """
        self._servers.append(server)

    def accept(self, client: socket.socket, peer: Any) -> None:
        """Add a client that has just connected."""
        max_by_address, keys = self._max_by_address, self._limit_keys(peer)
        if max_by_address is not None and any(
            self._by_address[key] >= factor * max_by_address for key, factor in keys
        ):
            _refuse(client)
        else:
            self._add(client, peer)

    def _limit_keys(self, peer: Any) -> list[tuple[str, int]]:
        """Return the address of a client and, with IPv6, its network, each with a factor.

        The connection counts for each of them. The factor multiplies the limit of an address: it is 1 for an
        address, and more for a network. If there is no limit, the list is empty.
        """
        if self._max_by_address is None or not isinstance(peer, tuple):
            return []
        return limit_keys(client_address(peer[0], None, 0))

    def take(self, client: socket.socket, data: bytes) -> None:
        """Take a connection from another worker. `data`: the bytes that the other worker has read."""
        try:
            peer = client.getpeername()
        except OSError:  # the client has closed the connection
            client.close()
            return
        self._add(client, peer).resume(data)

    def _add(self, client: socket.socket, peer: Any) -> Connection:
        for key, _ in self._limit_keys(peer):
            self._by_address[key] += 1
        connection = Connection(client, peer, self)
        self._open.add(connection)
        return connection

    def on_closed(self, connection: Connection) -> None:
        """Remove a connection that is closed."""
        self._open.discard(connection)
        for key, _ in self._limit_keys(connection.peer):
            self._by_address[key] -= 1
            if not self._by_address[key]:
                del self._by_address[key]
        for server in self._servers:
            if server.started:
                server.start_accepting()

    def close_overdue(self) -> None:
        """Close connections whose stage lasts too long."""
        now = time.monotonic()
        for connection in [connection for connection in self._open if connection.is_overdue(now)]:
            connection.close()

    def end_idle(self) -> None:
        """Close connections that have been idle for at least `GRACE_S`."""
        since = time.monotonic() - GRACE_S
        for connection in list(self._open):
            connection.end_idle(since)

    def end_all(self) -> None:
        """Close all remaining connections."""
        for connection in list(self._open):
            connection.close()


def _refuse(client: socket.socket) -> None:
    error = rate_limited(
        "address_connections",
        "Too many connections are open from your network. Close some pages.",
        CROWDED_RETRY_S,
    )
    with suppress(OSError):
        client._sock.send(refusal_bytes(error, HTTPStatus(error.status).phrase))  # type: ignore[attr-defined]
    client.close()
