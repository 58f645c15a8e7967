"""One process that serves the application with gevent, for a laptop or a single small host."""

from __future__ import annotations

import signal
import sys

import gevent
from flask import Flask
from gevent.pool import Pool
from gevent.pywsgi import WSGIHandler, WSGIServer

from cheat.ops.environment import port
from cheat.server.idle import CHECK_S, IdleConnections
from cheat.server.watchdog import watch_rules

STOP_WITHIN_S = 10


class _Handler(WSGIHandler):
    """A connection. It counts as idle until the first line of a request arrives."""

    server: _Server

    def read_requestline(self) -> str:
        client, idle = self.socket, self.server.idle
        idle.mark_idle(client)
        try:
            return super().read_requestline()
        finally:
            idle.mark_busy(client)


class _Server(WSGIServer):
    """A server that knows its connections, so that it can stop after the last answer."""

    handler_class = _Handler

    def __init__(self, port: int, app: Flask) -> None:
        self.idle = IdleConnections()
        self.connections = Pool()
        address = ("0.0.0.0", port)  # noqa: S104 - friends come from other machines  # nosec B104
        super().__init__(address, app, log=None, spawn=self.connections)

    def finish(self) -> None:
        """Stop as soon as all begun requests have answers, after STOP_WITHIN_S at the latest."""
        gevent.sleep(CHECK_S)  # accept the clients that have already connected
        self.close()
        self.idle.end_all(self.connections, STOP_WITHIN_S)
        self.stop(timeout=0)


def serve(app: Flask) -> None:
    """Serve on $PORT (8000) until SIGTERM or SIGINT. Answer held polls before the end."""
    service, listen_port = app.extensions["cheat"], port()
    server = _Server(listen_port, app)

    def stop() -> None:
        service.drain()
        server.finish()

    watch_rules()
    for number in (signal.SIGTERM, signal.SIGINT):
        gevent.signal_handler(number, lambda: gevent.spawn(stop))
    place = "Redis" if service.settings.redis_url else "this process only; they end with it"
    sys.stderr.write(f"Serving on http://localhost:{listen_port}. Rooms are kept in {place}.\n")
    server.serve_forever()
