"""One shape for everything that goes wrong: application/problem+json (RFC 9457); a page for people."""

from __future__ import annotations

from http import HTTPStatus

import msgspec
from flask import Flask, Response, current_app, render_template, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from cheat.errors import CheatError, TooLarge


class Problem(msgspec.Struct):
    """A refusal. `detail` is a sentence for people, `code` is stable."""

    type: str
    title: str
    status: int
    detail: str
    code: str


def handle_errors(app: Flask) -> None:
    """Answer every error in its shape."""
    app.register_error_handler(CheatError, _refused)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _unexpected)


def _refused(error: CheatError) -> Response:
    response = _answer(error.status, error.code, error.detail)
    if error.retry_after is not None:
        response.headers["Retry-After"] = str(error.retry_after)
    return response


def _http_error(error: HTTPException) -> Response:
    if isinstance(error, RequestEntityTooLarge):
        return _refused(TooLarge("The body is larger than 16 KB."))
    status = HTTPStatus(error.code or 500)
    response = _answer(status, status.name.lower(), error.description or status.description)
    for name, value in error.get_headers():
        if name == "Allow":
            response.headers[name] = value
    return response


def _unexpected(error: Exception) -> Response:
    current_app.logger.error("unexpected error in %s %s", request.method, request.path, exc_info=error)
    return _answer(500, "internal_error", "Something went wrong on the server. Please try again.")


def _answer(status: int, code: str, detail: str) -> Response:
    title = HTTPStatus(status).phrase
    if request.path.startswith(("/api/", "/healthz", "/readyz", "/metrics")):
        problem = Problem("about:blank", title, status, detail, code)
        response = Response(msgspec.json.encode(problem), status, mimetype="application/problem+json")
    else:
        page = render_template("error.html", status=status, title=title, detail=detail)
        response = Response(page, status, mimetype="text/html")
    response.headers["Cache-Control"] = "no-store"
    return response
