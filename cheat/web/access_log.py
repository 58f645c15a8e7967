"""Log requests, so that operators can follow them: in a line, a span, both or neither.

The settings `LOG_REQUESTS` and `TRACES` decide this. A span is the record of a request in traces
(OpenTelemetry).
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Iterable
from contextlib import ExitStack
from time import perf_counter
from typing import TYPE_CHECKING, Any

from flask import Flask, request

from cheat.ops.logs import about
from cheat.ops.traces import spans
from cheat.settings import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

POLL = "GET events"
"""The name of a poll.

Successful polls get a span, but no line, because their lines would fill most of the log.
"""
FREQUENT_CALLS = {
    "GET /api/rooms/<code>/events": POLL,
    "GET /api/rooms/<code>/watch": POLL,
    "POST /api/rooms/<code>/actions": "POST actions",
}
"""Method and route of the most frequent calls -> the call's name in log lines and spans."""
_ID = re.compile(r"[\w.-]{1,64}", re.ASCII)
"""A valid id of a request, which a router sends in X-Request-Id. Any other text is replaced."""
_ROUTE = "cheat.route"
_ROOM = re.compile(r"/(?:api/rooms|r)/([A-Za-z]{1,32})(?:/|$)")

log = logging.getLogger(__name__)


class AccessLog:
    """The access log. It has entries only if `is_on` is true.

    `has_lines`: whether it writes a line for each request. `span`: a function that makes a span for each
    request, or None without traces.
    """

    def __init__(self, settings: Settings) -> None:
        self.has_lines = settings.log_requests == "on"
        self.span = spans() if settings.traces == "on" else None
        self.is_on = self.has_lines or self.span is not None or settings.log_format == "json"

    def begin(self, call: str, room: str, id: str) -> LogEntry:
        """Begin the entry of a request. Call `end` of the entry when the answer is known.

        `call`: the first name of the span: the name of the call, or its method while the route is unknown.
        `end` sets the final name. `id`: the id that a router has given the request, or "".
        """
        return LogEntry(self, call, room, id)

    def wrap(self, wsgi: WSGIApplication) -> WSGIApplication:
        """Return an application that logs its requests."""
        if not self.is_on:
            return wsgi

        def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
            status = [0]

            def start(line: str, headers: list[tuple[str, str]], *error: Any) -> Any:
                status[0] = int(line[:3])
                return start_response(line, headers, *error)

            method, room = environ["REQUEST_METHOD"], _ROOM.match(environ["PATH_INFO"])
            id = environ.get("HTTP_X_REQUEST_ID", "")
            entry = self.begin(method, room[1] if room else "", id)
            try:
                return wsgi(environ, start)
            finally:
                call = f"{method} {environ.get(_ROUTE, '(unknown)')}"
                entry.end(FREQUENT_CALLS.get(call, call), status[0])

        return application

    def note_routes(self, app: Flask) -> None:
        """Name requests in the log by the rules of their routes, such as `/r/<code>`.

        The paths of requests are not logged, because they may contain any text.
        """
        if self.is_on:
            app.before_request(_note_route)


class LogEntry:
    """The entry of one request.

    Until `end` is called, all log lines name the request and its room.
    """

    def __init__(self, access_log: AccessLog, call: str, room: str, id: str) -> None:
        self._log, self._started_at = access_log, perf_counter()
        fields = {
            "request": id if _ID.fullmatch(id) else secrets.token_hex(8),
            **({"room": room.lower()} if room else {}),
        }
        self._contexts = ExitStack()
        self._contexts.enter_context(about(**fields))
        span = access_log.span
        self._span = self._contexts.enter_context(span(call, fields)) if span is not None else None

    def end(self, call: str, status: int) -> None:
        """Log the request.

        `call`: the name of the call. `status`: the status of the answer, or 0 if there is no answer. Then
        nothing is logged.
        """
        with self._contexts:
            if not status:
                return
            if self._span is not None:
                self._span.update_name(call)
                self._span.set_attribute("http.response.status_code", status)
            if self._log.has_lines and (call != POLL or status != 200):
                ms = round(1000 * (perf_counter() - self._started_at), 2)
                log.info("%s: %d", call, status, extra={"call": call, "status": status, "ms": ms})


def _note_route() -> None:
    if request.url_rule is not None:
        request.environ[_ROUTE] = str(request.url_rule)
