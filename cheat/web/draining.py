"""WSGI middleware that ends connections while a worker drains.

A worker drains before it exits: it answers its requests, and clients connect to other workers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from cheat.service.service import Service

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


def end_connections(wsgi: WSGIApplication, service: Service) -> WSGIApplication:
    """Return an application that ends the connection after each answer while the service drains.

    gunicorn ignores a Connection header in an application's answer. Only the method `force_close` of
    gunicorn's response object closes the connection. `start_response` is another method of this object, so
    this code finds the object through `start_response`.
    """

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            if service.draining:
                headers = [*headers, ("Connection", "close")]
                force_close = getattr(getattr(start_response, "__self__", None), "force_close", None)
                if force_close:
                    force_close()
            return start_response(status, headers, *error)

        return wsgi(environ, start)

    return application
