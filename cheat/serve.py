"""One process that serves the application with gevent: for a laptop, or a single small dyno."""

from __future__ import annotations

import os
import signal
import sys

import gevent
from flask import Flask
from gevent.pywsgi import WSGIServer

STOP_WITHIN_S = 10


def serve(app: Flask) -> None:
    """Serve on $PORT (8000) until SIGTERM or SIGINT; held polls are answered before the end."""
    port = int(os.environ.get("PORT", "8000"))
    service = app.extensions["cheat"]
    server = WSGIServer(("0.0.0.0", port), app, log=None)  # noqa: S104 - friends come from other machines

    def stop() -> None:
        service.drain()
        server.stop(timeout=STOP_WITHIN_S)

    for number in (signal.SIGTERM, signal.SIGINT):
        gevent.signal_handler(number, lambda: gevent.spawn(stop))
    kept = "Redis" if service.settings.redis_url else "this process only; they end with it"
    sys.stderr.write(f"Serving on http://localhost:{port}. Rooms are kept in {kept}.\n")
    server.serve_forever()
