"""The two calls that nearly all requests are, answered in front of Flask: /events and /actions.

What they answer is byte for byte what the Flask views answer (a test compares them), at half the
cost of a request. Whatever looks unusual - another method, an encoded path, a body without a length
- goes to Flask. Here is also the one place where a worker that goes away ends its connections.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

import msgspec

from cheat.errors import CheatError
from cheat.i18n.messages import Language
from cheat.service.service import Service
from cheat.web.access_log import AccessLog
from cheat.web.client_address import address_of
from cheat.web.errors import problem_of, unexpected
from cheat.web.headers import ALWAYS, KEEP_TLS, over_tls
from cheat.web.negotiation import language_of, told_in
from cheat.web.schemas import MAX_BODY, action_of, poll_of, token_of

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_ALWAYS = list(ALWAYS.items())
_ALWAYS_OVER_TLS = [*_ALWAYS, *KEEP_TLS.items()]
_PATH = re.compile(r"/api/rooms/([A-Za-z ]{1,32})/(events|actions)")
_STATUS = {status.value: f"{status.value} {status.phrase}" for status in HTTPStatus}
_PLAIN = re.compile(r"[\w.=-]+(&[\w.=-]+)*", re.ASCII)
"""A query in which nothing is encoded."""
_CALLS = ("GET events", "POST actions")
_NOTHING = (b"",)
_encode = msgspec.json.Encoder().encode


class HotCalls:
    """WSGI middleware around the Flask application."""

    def __init__(self, wsgi: WSGIApplication, service: Service, requests: AccessLog) -> None:
        self._wsgi = wsgi
        self._service = service
        self._proxies = service.settings.trusted_proxies
        self._requests = requests
        self._others = requests.of_wsgi(wsgi)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a hot call; give every other one to Flask."""
        path = _PATH.fullmatch(environ["PATH_INFO"])
        call = f"{environ['REQUEST_METHOD']} {path[2]}" if path else ""
        query = query_of(environ.get("QUERY_STRING", "")) if call in _CALLS else {}
        language = language_of(query.get("lang", ""), environ.get("HTTP_ACCEPT_LANGUAGE", ""))
        if path and call == "GET events":
            make: Callable[[], object] = partial(self._events, path[1], environ, query, language)
        elif path and call == "POST actions" and (data := _body(environ)) is not None:
            make = partial(self._act, path[1], environ, data)
        else:
            return self._others(environ, self._closing(start_response))
        id = environ.get("HTTP_X_REQUEST_ID", "")
        answer = self._requests.told(call, path[1], id, lambda: answer_of(make, call, language))
        status, headers, body = answer
        always = _ALWAYS_OVER_TLS if over_tls(environ, self._proxies) else _ALWAYS
        headers = [*headers, ("Content-Length", str(len(body))), *always, *told_in(language).items()]
        self._closing(start_response)(_STATUS[status], headers)
        return _sent_at_once(start_response, body) or (body,)

    def _events(
        self, code: str, environ: WSGIEnvironment, query: dict[str, str], language: Language
    ) -> object:
        token = token_of(environ.get("HTTP_AUTHORIZATION"))
        with self._service.guesses.guarded(self._address(environ), token):
            return self._service.events(code, token, poll_of(query), language)

    def _act(self, code: str, environ: WSGIEnvironment, data: bytes) -> object:
        token, action = action_of(environ.get("HTTP_AUTHORIZATION"), data)
        address = self._address(environ)
        with self._service.guesses.guarded(address, token):
            return self._service.act(code, token, action.id, action.move, action.args, address)

    def _address(self, environ: WSGIEnvironment) -> str:
        return address_of(environ, self._service.settings.trusted_proxies)

    def _closing(self, start_response: StartResponse) -> StartResponse:
        """While the worker goes away every answer ends its connection, so that the client comes back
        elsewhere.

        gunicorn ignores the header in an application's answer. It closes if its own response object
        is told to, and that is the object whose method it gives as `start_response`.
        """

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            if self._service.draining:
                headers = [*headers, ("Connection", "close")]
                force_close = getattr(getattr(start_response, "__self__", None), "force_close", None)
                if force_close:
                    force_close()
            return start_response(status, headers, *error)

        return start


def _sent_at_once(start_response: StartResponse, body: bytes) -> Iterable[bytes] | None:
    """Send head and body together, where gunicorn would send them one after the other.

    A send is a system call and wakes the client; on small answers it is a tenth of a request. Uses
    what `gunicorn.http.wsgi.Response.send_headers` does; None under any other server.
    """
    response: Any = getattr(start_response, "__self__", None)
    if type(response).__module__ != "gunicorn.http.wsgi":
        return None
    lines = [*response.default_headers(), *(f"{name}: {value}\r\n" for name, value in response.headers)]
    response.sock.sendall(f"{''.join(lines)}\r\n".encode("latin-1") + body)
    response.headers_sent, response.sent = True, len(body)
    return _NOTHING


def answer_of(
    call: Callable[[], object], name: str, language: Language
) -> tuple[int, list[tuple[str, str]], bytes]:
    """What a call is answered: status, the headers that not every answer has, and the body."""
    try:
        return 200, [("Content-Type", "application/json")], _encode(call())
    except CheatError as error:
        problem = error
    except Exception as error:
        problem = unexpected(error, name)
    body, headers = problem_of(problem, language)
    return problem.status, list(headers.items()), body


def query_of(text: str) -> dict[str, str]:
    """A query; of several values of one name the first."""
    query: dict[str, str] = {}
    pairs = [pair.partition("=")[::2] for pair in text.split("&")] if _PLAIN.fullmatch(text) else None
    for name, value in pairs or parse_qsl(text, keep_blank_values=True):
        query.setdefault(name, value)
    return query


def _body(environ: WSGIEnvironment) -> bytes | None:
    """The body, None where Flask should look at the request."""
    length = environ.get("CONTENT_LENGTH") or ""
    if not (length.isascii() and length.isdigit() and int(length) <= MAX_BODY):
        return None
    data: bytes = environ["wsgi.input"].read(int(length))
    return data
