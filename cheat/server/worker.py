"""The gunicorn worker: it answers polls and actions itself, and leaves the rest to gunicorn.

gunicorn's own gevent worker notices only once a second that it has to exit. Then it waits, for at most
`graceful_timeout`, until clients have closed all connections, even idle ones. As clients keep their
connections open, gunicorn's worker always waits for `graceful_timeout`. This worker exits as soon as it has
answered the requests that have begun.
"""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import gevent
from gevent import socket
from gevent.event import Event
from gevent.pool import Pool
from gevent.server import StreamServer
from gunicorn import util
from gunicorn.sock import ssl_context
from gunicorn.workers.ggevent import GeventWorker

from cheat.server.idle import CHECK_S, IdleConnections

if TYPE_CHECKING:
    from cheat.server.connections import Connections
    from cheat.server.room_affinity import RoomAffinity

NOTIFY_S = 1.0
"""Seconds between two messages to gunicorn's master that this worker is alive.

If no message comes for `timeout` seconds, the master kills the worker.
"""


class Worker(GeventWorker):
    """A worker that serves each connection on the fast path or in gunicorn's own loop.

    gunicorn's loop serves all connections if the setting FAST_PATH is off. It also serves all of them if
    gunicorn's settings ask for something that the fast path cannot do: TLS, HTTP/2, the PROXY protocol, an
    access log, `max_requests`, or no keep-alive.
    """

    def init_process(self) -> None:
        """Run the worker until its end."""
        self._idle = IdleConnections()
        self._clients: dict[Any, socket.socket] = {}
        self._greenlets = Pool(self.worker_connections)
        self._leaving = Event()
        self._connections: Connections | None = None
        self._has_affinity = False
        util.write_error = _write_error  # type: ignore[assignment]  # gunicorn has no setting for its own error answers
        super().init_process()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Handle SIGTERM."""
        super().handle_exit(sig, frame)
        gevent.spawn(self._leaving.set)

    def run(self) -> None:
        """Serve until SIGTERM, then answer the requests that have begun."""
        self._connections = self._fast_connections()
        servers = [self._start_server(listener) for listener in self.sockets]
        affinity = self._join_affinity()
        while self.alive:
            self.notify()
            self._leaving.wait(NOTIFY_S)
            if self._connections is not None:
                self._connections.close_overdue()
            if affinity is not None:
                affinity.refresh()
        if affinity is not None:
            affinity.leave()
        gevent.sleep(CHECK_S)  # accept the clients that have already connected
        for server in servers:
            server.close()
        if affinity is not None:
            affinity.close()
        if not self._finish():
            self.log.warning("Worker graceful timeout (pid:%s)", self.pid)
        if self._connections is not None:
            self._connections.end_all()
        else:
            for server in servers:
                server.stop(timeout=1)

    def _start_server(self, listener: Any) -> StreamServer:
        listener.setblocking(1)
        if self._connections is not None:
            server: StreamServer = _FastServer(listener, self._connections)
            self._connections.add_server(server)
        else:
            tls: dict[str, Any] = {"ssl_context": ssl_context(self.cfg)} if self.cfg.is_ssl else {}
            server = StreamServer(listener, partial(self.handle, listener), spawn=self._greenlets, **tls)
        if self.cfg.workers > 1:
            server.max_accept = 1  # otherwise one worker would take many new clients at once
        server.start()
        return server

    def _finish(self) -> bool:
        """Answer all begun requests. Return whether this took less than `graceful_timeout`."""
        if self._connections is None:
            return self._idle.end_all(self._greenlets, self.cfg.graceful_timeout, self.notify)
        end = time.monotonic() + self.cfg.graceful_timeout
        while len(self._connections) and time.monotonic() < end:
            self._connections.end_idle()
            self.notify()
            gevent.sleep(CHECK_S)
        return len(self._connections) == 0

    # The fast path

    def _fast_connections(self) -> Connections | None:
        """Return the connections of the fast path, or None if gunicorn's own loop has to serve."""
        extensions = getattr(self.wsgi, "extensions", {})
        service = extensions.get("cheat")
        if service is None or service.settings.fast_path == "off" or not _is_plain(self.cfg):
            return None
        from cheat.server.connections import Connections  # imported late: gevent patches Python first

        self._has_affinity = service.settings.room_affinity == "on"
        return Connections(self, service, extensions["cheat.requests"], extensions["cheat.sent"])

    def _join_affinity(self) -> RoomAffinity | None:
        """Begin to exchange connections with other workers, if there are any and the setting is on."""
        folder: str | None = getattr(self, "workers_folder", None)  # gunicorn.conf.py makes it
        connections = self._connections
        if connections is None or folder is None or not self._has_affinity:
            return None
        from cheat.server.room_affinity import RoomAffinity  # imported late: gevent patches Python first

        try:
            affinity = RoomAffinity(Path(folder), connections)
        except OSError as error:
            self.log.warning(
                "room affinity is off, so connections stay with the worker that accepts them: %s", error
            )
            return None
        connections.affinity = affinity
        connections.add_server(affinity)
        return affinity

    # gunicorn's own loop

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serve one connection."""
        self._clients[gevent.getcurrent()] = client
        try:
            super().handle(listener, client, addr)
        finally:
            del self._clients[gevent.getcurrent()]

    def timeout_ctx(self) -> Any:
        """Return the context in which gunicorn waits for a request and reads its head."""
        return _IdleTimeout(self.cfg.keepalive, self._idle, self._clients[gevent.getcurrent()])


class _FastServer(StreamServer):
    """A server that accepts clients in the event loop, and hands each to `Connections`."""

    def __init__(self, listener: Any, connections: Any) -> None:
        super().__init__(listener, handle=connections.accept, spawn=None)
        self._connections = connections

    def do_handle(self, client: socket.socket, peer: Any) -> None:
        self._connections.accept(client, peer)

    def full(self) -> bool:
        return bool(self._connections.are_full())


class _IdleTimeout(gevent.Timeout):
    """A timeout for the next request. Until that request comes, the connection counts as idle."""

    def __init__(self, seconds: float, idle: IdleConnections, client: socket.socket) -> None:
        super().__init__(seconds, False)  # type: ignore[arg-type]  # False: end the block without an error
        self._idle = idle
        self._client = client

    def __enter__(self) -> _IdleTimeout:
        self._idle.mark_idle(self._client)
        super().__enter__()
        return self

    def __exit__(self, *error: Any) -> Any:
        self._idle.mark_busy(self._client)
        return super().__exit__(*error)


def _is_plain(config: Any) -> bool:
    """Return whether the fast path can do all that gunicorn's settings ask for."""
    return not (
        config.is_ssl
        or config.proxy_protocol != "off"
        or set(config.http_protocols) != {"h1"}
        or config.accesslog
        or config.max_requests
        or not config.keepalive
    )


def _write_error(sock: Any, status: int, reason: str, message: str) -> None:
    """Answer a request that never reached the application, in the same form as other refusals."""
    from cheat.web.errors import unreadable_request  # imported late: gunicorn's master needs no Flask

    util.write_nonblock(sock, unreadable_request(status, reason))
