"""The connections of a worker: how many, how long, and how they end."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from gevent import get_hub, socket

from cheat.server.connection import Connection, Stage
from cheat.server.fast_path import FastPath
from cheat.server.gunicorn_path import Times
from cheat.server.idle import ON_ITS_WAY_S
from cheat.server.room_affinity import RoomAffinity
from cheat.service.limits.rate_limits import counted_for, too_many
from cheat.service.service import Service
from cheat.web.access_log import AccessLog
from cheat.web.client_address import client_address
from cheat.web.errors import whole_refusal

CROWDED_RETRY_S = 30.0
"""Connections that ask for nothing are closed by then."""


class Connections:
    """All of them. `worker`: gunicorn's, for what is not plain. `limits`: seconds that a stage may last."""

    def __init__(self, worker: Any, service: Service, requests: AccessLog) -> None:
        settings = service.settings
        self.worker = worker
        self.hot = FastPath(service, requests)
        self.loop: Any = get_hub().loop
        self.times = Times(settings.head_timeout_s, settings.body_timeout_s, settings.send_timeout_s)
        self.limits = {
            Stage.IDLE: float(worker.cfg.keepalive),
            Stage.HEAD: self.times.head_s,
            Stage.BODY: self.times.body_s,
        }
        self._most: int = worker.worker_connections
        self._most_of_address = None if settings.trusted_proxies else settings.address_connections
        self._open: set[Connection] = set()
        self._of_address: Counter[str] = Counter()
        self._servers: list[Any] = []
        self.siblings: RoomAffinity | None = None

    def __len__(self) -> int:
        return len(self._open)

    def are_full(self) -> bool:
        """Whether new ones wait at the door."""
        return len(self._open) >= self._most

    def serve(self, server: Any) -> None:
        """A server that gives its clients here, and stops accepting while these are full."""
        self._servers.append(server)

    def accept(self, client: socket.socket, peer: Any) -> None:
        """A client has connected."""
        most, counted = self._most_of_address, self._counted_for(peer)
        if most is not None and any(self._of_address[key] >= lines * most for key, lines in counted):
            _turn_away(client)
        else:
            self._add(client, peer)

    def _counted_for(self, peer: Any) -> list[tuple[str, int]]:
        """What a connection is counted for, and as how many lines; nothing where that has no limit."""
        if self._most_of_address is None or not isinstance(peer, tuple):
            return []
        return counted_for(client_address(peer[0], None, 0))

    def take(self, client: socket.socket, data: bytes) -> None:
        """Another worker has given a connection, and what it has read of it."""
        try:
            peer = client.getpeername()
        except OSError:  # it has ended since
            client.close()
            return
        self._add(client, peer).take_up(data)

    def _add(self, client: socket.socket, peer: Any) -> Connection:
        for key, _ in self._counted_for(peer):
            self._of_address[key] += 1
        connection = Connection(client, peer, self)
        self._open.add(connection)
        return connection

    def gone(self, connection: Connection) -> None:
        """A connection is closed."""
        self._open.discard(connection)
        for key, _ in self._counted_for(connection.peer):
            self._of_address[key] -= 1
            if not self._of_address[key]:
                del self._of_address[key]
        for server in self._servers:
            if server.started:
                server.start_accepting()

    def close_overdue(self) -> None:
        """End those that wait for longer than they may."""
        now = time.monotonic()
        for connection in [one for one in self._open if one.is_overdue(now)]:
            connection.close()

    def end_idle(self) -> None:
        """End those on which no request has begun; what is on its way already has arrived by then."""
        since = time.monotonic() - ON_ITS_WAY_S
        for connection in list(self._open):
            connection.end_idle(since)

    def end_all(self) -> None:
        """End all that are left."""
        for connection in list(self._open):
            connection.close()


def _turn_away(client: socket.socket) -> None:
    error = too_many(
        "address_connections",
        "Too many connections are open from your network. Close some pages.",
        CROWDED_RETRY_S,
    )
    with suppress(OSError):
        client._sock.send(whole_refusal(error, HTTPStatus(error.status).phrase))  # type: ignore[attr-defined]
    client.close()
