"""Access log for operators: a line and a span for each request, if settings ask for them."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

from flask import Flask, request

from cheat.ops.logs import about
from cheat.ops.traces import spans
from cheat.settings import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

POLL = "GET events"
"""A successful poll has a span but no line: lines about polls would be most of the log."""
FREQUENT_CALLS = {"GET /api/rooms/<code>/events": POLL, "POST /api/rooms/<code>/actions": "POST actions"}
"""Names of the two most frequent calls in log lines and spans, by method and route."""
_ID = re.compile(r"[\w.-]{1,64}", re.ASCII)
"""An id of a request, which routers send in X-Request-Id. Any other text there is replaced."""
_ROUTE = "cheat.route"
_ROOM = re.compile(r"/(?:api/rooms|r)/([A-Za-z]{1,32})(?:/|$)")

Answer = TypeVar("Answer", bound="tuple[int, Any, Any]")

log = logging.getLogger(__name__)


class AccessLog:
    """The access log. Unless it is `is_on`, a call costs only the check of `is_on`."""

    def __init__(self, settings: Settings) -> None:
        self._lines = settings.log_requests == "on"
        self._span = spans() if settings.traces == "on" else None
        self.is_on = self._lines or self._span is not None or settings.log_format == "json"

    def logged(self, call: str, room: str, id: str, make: Callable[[], Answer]) -> Answer:
        """Log a call, and return the answer of `make`, whose first part is the status.

        `call`: method and name; `id`: the id that a router has given the request, "" if none has.
        """
        if not self.is_on:
            return make()
        with ExitStack() as stack:
            end = self._begin(stack, call, room, id)
            answer = make()
            end(call, answer[0])
        return answer

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
            with ExitStack() as stack:
                id = environ.get("HTTP_X_REQUEST_ID", "")
                end = self._begin(stack, method, room[1] if room else "", id)
                answer = wsgi(environ, start)
                call = f"{method} {environ.get(_ROUTE, '(unknown)')}"
                end(FREQUENT_CALLS.get(call, call), status[0])
            return answer

        return application

    def note_routes(self, app: Flask) -> None:
        """In the log, name a request by the rule of its route, such as `/r/<code>`.

        The path itself may contain anything.
        """
        if self.is_on:
            app.before_request(_note_route)

    def _begin(self, stack: ExitStack, call: str, room: str, id: str) -> Callable[[str, int], None]:
        """Begin a block whose log lines all have the id of the request, and the room.

        Returns a function to call with name and status at the end of the block.
        """
        started_at = perf_counter()
        id = id if _ID.fullmatch(id) else secrets.token_hex(8)
        fields = {"request": id, **({"room": room.lower()} if room else {})}
        stack.enter_context(about(**fields))
        span = stack.enter_context(self._span(call, fields)) if self._span is not None else None

        def end(call: str, status: int) -> None:
            if span is not None:
                span.update_name(call)
                span.set_attribute("http.response.status_code", status)
            if self._lines and (call != POLL or status != 200):
                ms = round(1000 * (perf_counter() - started_at), 2)
                log.info("%s: %d", call, status, extra={"call": call, "status": status, "ms": ms})

        return end


def _note_route() -> None:
    if request.url_rule is not None:
        request.environ[_ROUTE] = str(request.url_rule)
