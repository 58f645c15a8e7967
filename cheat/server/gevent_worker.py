"""gunicorn's worker for gevent, with two changes.

It ends at once when asked to, and its errors have the shape of all others.
"""

from __future__ import annotations

from functools import partial
from types import FrameType
from typing import Any

import gevent
from gevent import socket
from gevent.event import Event
from gevent.pool import Pool
from gevent.server import StreamServer
from gunicorn import util
from gunicorn.sock import ssl_context
from gunicorn.workers.ggevent import GeventWorker

from cheat.server.idle import LOOK_S, IdleConnections

NOTIFY_S = 1.0
"""Pause between signs of life to the master, which waits for `timeout` seconds."""


class Worker(GeventWorker):
    """A worker that ends when all begun requests are answered.

    gunicorn's own worker checks once a second, and waits `graceful_timeout` for idle connections: with
    clients that keep their connections, always the full time.
    """

    def init_process(self) -> None:
        """Run the worker until its end."""
        self._idle = IdleConnections()
        self._clients: dict[Any, socket.socket] = {}
        self._open = Pool(self.worker_connections)
        self._leaving = Event()
        util.write_error = _write_error  # type: ignore[assignment]  # gunicorn has no setting for its own error answers
        super().init_process()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Handle SIGTERM."""
        super().handle_exit(sig, frame)
        gevent.spawn(self._leaving.set)

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serve one connection."""
        self._clients[gevent.getcurrent()] = client
        try:
            super().handle(listener, client, addr)
        finally:
            del self._clients[gevent.getcurrent()]

    def timeout_ctx(self) -> Any:
        """Return the context in which gunicorn waits for a request and reads its head."""
        return _Awaiting(self.cfg.keepalive, self._idle, self._clients[gevent.getcurrent()])

    def run(self) -> None:
        """Serve until SIGTERM, then finish."""
        servers = [self._serve(one) for one in self.sockets]
        while self.alive:
            self.notify()
            self._leaving.wait(NOTIFY_S)
        gevent.sleep(LOOK_S)  # accepts clients that have connected already and wait
        for server in servers:
            server.close()
        if not self._idle.end_all(self._open, self.cfg.graceful_timeout, self.notify):
            self.log.warning("Worker graceful timeout (pid:%s)", self.pid)
        for server in servers:
            server.stop(timeout=1)

    def _serve(self, listener: Any) -> StreamServer:
        listener.setblocking(1)
        tls: dict[str, Any] = {"ssl_context": ssl_context(self.cfg)} if self.cfg.is_ssl else {}
        server = StreamServer(listener, partial(self.handle, listener), spawn=self._open, **tls)
        if self.cfg.workers > 1:
            server.max_accept = 1  # or one worker takes a whole burst
        server.start()
        return server


class _Awaiting(gevent.Timeout):
    """A timeout for the next request; meanwhile the connection counts as idle."""

    def __init__(self, seconds: float, idle: IdleConnections, client: socket.socket) -> None:
        super().__init__(seconds, False)  # type: ignore[arg-type]  # False is: end the block and raise nothing
        self._idle = idle
        self._client = client

    def __enter__(self) -> _Awaiting:
        self._idle.waits(self._client)
        super().__enter__()
        return self

    def __exit__(self, *error: Any) -> Any:
        self._idle.works(self._client)
        return super().__exit__(*error)


def _write_error(sock: Any, status: int, reason: str, message: str) -> None:
    """Answer a request that no application has seen, in the shape of every other refusal."""
    from cheat.web.errors import whole_answer  # late: the master, which reads this file, needs no Flask

    util.write_nonblock(sock, whole_answer(status, reason))
