"""gunicorn's worker with the fast path: each connection costs one record."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gevent
from gevent import socket
from gevent.server import StreamServer

from cheat.server.gevent_worker import Worker
from cheat.server.idle import LOOK_S

if TYPE_CHECKING:
    from cheat.server.room_affinity import RoomAffinity


class FastWorker(Worker):
    """A worker that answers the two hot calls itself and leaves all other requests to gunicorn.

    If gunicorn has to do something that the fast path cannot - TLS, HTTP/2, the PROXY protocol, an access
    log, an end after so many requests - or if FAST_PATH is off, it is entirely the ordinary worker.
    """

    def run(self) -> None:
        """Serve until SIGTERM, then finish."""
        extensions = getattr(self.wsgi, "extensions", {})
        service = extensions.get("cheat")
        if service is None or service.settings.fast_path == "off" or not _is_plain(self.cfg):
            super().run()
            return
        from cheat.server.connections import Connections  # late: gevent has patched by now

        self._connections = Connections(self, service, extensions["cheat.requests"])
        servers = [self._serve_fast(one) for one in self.sockets]
        siblings = self._meet_siblings() if service.settings.room_affinity == "on" else None
        while self.alive:
            self.notify()
            self._leaving.wait(1)
            self._connections.close_overdue()
            if siblings is not None:
                siblings.look()
        if siblings is not None:
            siblings.leave()
        gevent.sleep(LOOK_S)  # accepts clients that have connected already and wait
        for server in servers:
            server.close()
        if siblings is not None:
            siblings.close()
        self._finish()

    def _serve_fast(self, listener: Any) -> StreamServer:
        listener.setblocking(1)
        server = _Server(listener, self._connections)
        if self.cfg.workers > 1:
            server.max_accept = 1  # or one worker takes a whole burst
        self._connections.serve(server)
        server.start()
        return server

    def _meet_siblings(self) -> RoomAffinity | None:
        folder: str | None = getattr(self, "siblings", None)  # gunicorn.conf.py makes it
        if folder is None:
            return None
        from cheat.server.room_affinity import RoomAffinity  # late, as above

        try:
            siblings = RoomAffinity(Path(folder), self._connections)
        except OSError as error:
            self.log.warning("connections stay with the worker that accepts them: %s", error)
            return None
        self._connections.siblings = siblings
        self._connections.serve(siblings)
        return siblings

    def _finish(self) -> None:
        end = time.monotonic() + self.cfg.graceful_timeout
        while len(self._connections) and time.monotonic() < end:
            self._connections.end_idle()
            self.notify()
            gevent.sleep(LOOK_S)
        if len(self._connections):
            self.log.warning("Worker graceful timeout (pid:%s)", self.pid)
        self._connections.end_all()


class _Server(StreamServer):
    """A server that accepts in the event loop, and gives each client to the connections."""

    def __init__(self, listener: Any, connections: Any) -> None:
        super().__init__(listener, handle=connections.accept, spawn=None)
        self._connections = connections

    def do_handle(self, client: socket.socket, peer: Any) -> None:
        self._connections.accept(client, peer)

    def full(self) -> bool:
        return bool(self._connections.are_full())


def _is_plain(config: Any) -> bool:
    """Return whether gunicorn is asked for nothing that only its own loop does."""
    return not (
        config.is_ssl
        or config.proxy_protocol != "off"
        or set(config.http_protocols) != {"h1"}
        or config.accesslog
        or config.max_requests
        or not config.keepalive
    )
