"""gunicorn's worker for gevent, as this service needs it: gone at once when asked to, and one error shape."""

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
"""How often the master hears that this worker lives; it is patient for `timeout` seconds."""


class Worker(GeventWorker):
    """Ends when the requests are answered that have begun.

    gunicorn's own looks once in a second, and waits `graceful_timeout` for connections on which nobody asks
    anything: with clients that keep theirs, always the whole of it.
    """

    def init_process(self) -> None:
        """Runs the worker until its end."""
        self._idle = IdleConnections()
        self._clients: dict[Any, socket.socket] = {}
        self._open = Pool(self.worker_connections)
        self._leaving = Event()
        util.write_error = _write_error  # type: ignore[assignment]  # gunicorn has no setting for its own error answers
        super().init_process()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """SIGTERM."""
        super().handle_exit(sig, frame)
        gevent.spawn(self._leaving.set)

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """One connection."""
        self._clients[gevent.getcurrent()] = client
        try:
            super().handle(listener, client, addr)
        finally:
            del self._clients[gevent.getcurrent()]

    def timeout_ctx(self) -> Any:
        """In this context gunicorn waits for a request and reads its head."""
        return _Awaiting(self.cfg.keepalive, self._idle, self._clients[gevent.getcurrent()])

    def run(self) -> None:
        """Serve until SIGTERM, then finish."""
        servers = [self._serve(one) for one in self.sockets]
        while self.alive:
            self.notify()
            self._leaving.wait(NOTIFY_S)
        gevent.sleep(LOOK_S)  # lets in who has connected already and waits at the door
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
    """Seconds for the next request; meanwhile the connection counts as idle."""

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
