"""WSGI middleware that ends connections while a worker drains, so that clients move on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from cheat.service.service import Service

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


def end_connections(wsgi: WSGIApplication, service: Service) -> WSGIApplication:
    """Return an application whose answers end their connections while the service drains.

    gunicorn ignores a Connection header in an application's answer. Only `force_close` of its own response
    object closes the connection. This code finds the object through `start_response`, a method of the
    object.
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
