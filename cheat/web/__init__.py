"""The HTTP layer: parse, call one method of the service, answer."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask, Response

from cheat.service import Service
from cheat.web.api import api
from cheat.web.bodies import MAX_BODY
from cheat.web.errors import handle_errors
from cheat.web.openapi import describe
from cheat.web.pages import pages

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ROOT = Path(__file__).resolve().parents[2]
SECURITY_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}


def web_app(service: Service) -> Flask:
    """The Flask application around a service."""
    app = Flask("cheat", template_folder=str(ROOT / "templates"), static_folder=str(ROOT / "static"))
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY
    app.extensions["cheat"] = service
    app.register_blueprint(api)
    describe(app)
    app.register_blueprint(pages)
    handle_errors(app)
    app.after_request(_secure)
    app.wsgi_app = _closing(app.wsgi_app, service)  # type: ignore[assignment]
    return app


def _closing(wsgi: WSGIApplication, service: Service) -> WSGIApplication:
    """While the worker goes away every answer ends its connection, so that the client comes back elsewhere.

    gunicorn ignores the header in an application's answer. It closes if its own response object is
    told to, and that is the object whose method it gives as `start_response`.
    """

    def call(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            if service.draining:
                headers = [*headers, ("Connection", "close")]
                force_close = getattr(getattr(start_response, "__self__", None), "force_close", None)
                if force_close:
                    force_close()
            return start_response(status, headers, *error)

        return wsgi(environ, start)

    return call


def _secure(response: Response) -> Response:
    for name, value in SECURITY_HEADERS.items():
        response.headers.setdefault(name, value)
    return response
