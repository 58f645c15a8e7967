"""Answer all errors in one form: application/problem+json (RFC 9457), or a page for people."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Flask, Response, render_template, request
from msgspec import UNSET, UnsetType
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from cheat.documents import Diagnostic
from cheat.errors import BadDocument, CheatError, RateLimited, StoreUnavailable
from cheat.i18n.messages import ENGLISH, Language, text
from cheat.ops import metrics
from cheat.web.headers import API_HEADERS
from cheat.web.negotiation import request_language
from cheat.web.schemas import MAX_BODY, too_large

SENTENCES = {
    HTTPStatus.BAD_REQUEST: "The server couldn't understand this request.",
    HTTPStatus.NOT_FOUND: "There is nothing at this address. Check the address.",
    HTTPStatus.METHOD_NOT_ALLOWED: "This method isn't allowed at this address.",
}
"""Sentences for errors that Flask raises."""
OTHER_SENTENCE = "The server can't answer this request."
TITLES = {
    HTTPStatus.BAD_REQUEST: "Bad Request",
    HTTPStatus.UNAUTHORIZED: "Unauthorized",
    HTTPStatus.NOT_FOUND: "Not Found",
    HTTPStatus.METHOD_NOT_ALLOWED: "Method Not Allowed",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "Request Entity Too Large",
    HTTPStatus.TOO_MANY_REQUESTS: "Too Many Requests",
    HTTPStatus.INTERNAL_SERVER_ERROR: "Internal Server Error",
    HTTPStatus.SERVICE_UNAVAILABLE: "Service Unavailable",
}
"""Status -> the title of the error page. For other statuses, the title is that of HTTP."""

log = logging.getLogger(__name__)


class Problem(msgspec.Struct):
    """A refusal. `detail` is a sentence for people; `code` is for programs, and never changes.

    `diagnostics`: all faults of a document.
    """

    type: str
    title: str
    status: int
    detail: str
    code: str
    diagnostics: list[Diagnostic] | UnsetType = UNSET


def handle_errors(app: Flask) -> None:
    """Answer every error as a `Problem`, or as a page for people."""
    app.register_error_handler(CheatError, _refuse)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _unexpected)


def problem_of(error: CheatError, language: Language = ENGLISH) -> tuple[bytes, dict[str, str]]:
    """Return the body of a refusal, and the headers that only refusals need."""
    metrics.refusals.labels(error.code).inc()
    if isinstance(error, RateLimited):
        metrics.limit_hits.labels(error.limit).inc()
    title, detail = HTTPStatus(error.status).phrase, language.say(error.detail)
    diagnostics: Any = error.diagnostics if isinstance(error, BadDocument) else UNSET
    problem = Problem("about:blank", title, error.status, detail, error.code, diagnostics)
    retry = {} if error.retry_after is None else {"Retry-After": str(error.retry_after)}
    return msgspec.json.encode(problem), {"Content-Type": "application/problem+json", **retry}


def not_ready_response(failure: StoreUnavailable) -> Response:
    """Return the answer that the store is not available, with the cause, for operators."""
    response = _refuse(failure)
    response.data = msgspec.json.encode({**msgspec.json.decode(response.data), "cause": failure.cause})
    return response


def unreadable_request(status: int, reason: str) -> bytes:
    """Return the complete bytes of the answer to a request that the server could not read."""
    error = CheatError(text("The server couldn't read this request: {reason}.", reason=reason))
    error.status = status
    if status < HTTPStatus.INTERNAL_SERVER_ERROR:
        error.code = "bad_request"
    return refusal_bytes(error, reason)


def refusal_bytes(error: CheatError, reason: str) -> bytes:
    """Return the complete bytes of a refusal after which the connection ends."""
    body, headers = problem_of(error)
    headers |= {**API_HEADERS, "Content-Length": str(len(body)), "Connection": "close"}
    lines = [f"HTTP/1.1 {error.status} {reason}", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "\r\n"]).encode("latin-1") + body


def unexpected_error(error: Exception, call: str) -> CheatError:
    """Log an unexpected error in a call. Return the error that the client gets."""
    log.error("unexpected error in %s", call, exc_info=error)
    return CheatError("Something went wrong on the server. Try again.")


def _refuse(error: CheatError) -> Response:
    if request.path.startswith(("/api/", "/healthz", "/readyz", "/metrics")):
        body, headers = problem_of(error, request_language())
        response = Response(body, error.status, headers)
    else:
        status = HTTPStatus(error.status)
        title = TITLES.get(status, status.phrase)
        detail = request_language().say(error.detail)
        page = render_template("error.html", status=error.status, title=title, detail=detail)
        response = Response(page, error.status, mimetype="text/html")
    response.headers["Cache-Control"] = "no-store"
    return response


def _http_error(error: HTTPException) -> Response:
    if isinstance(error, RequestEntityTooLarge):
        return _refuse(too_large(request.max_content_length or MAX_BODY))
    status = HTTPStatus(error.code or 500)
    problem = CheatError(SENTENCES.get(status, OTHER_SENTENCE), status.name.lower())
    problem.status = status
    response = _refuse(problem)
    for name, value in error.get_headers():
        if name == "Allow":
            response.headers[name] = value
    return response


def _unexpected(error: Exception) -> Response:
    return _refuse(unexpected_error(error, f"{request.method} {request.path}"))
