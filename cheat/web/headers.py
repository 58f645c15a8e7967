"""Add security headers to answers, and check the headers of requests."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from flask import Request, Response
from werkzeug.datastructures import Headers
from werkzeug.http import dump_header

from cheat.errors import NotAllowed
from cheat.web import script_retry
from cheat.web.compression import Coding
from cheat.web.negotiation import is_page, language_headers, request_language

API_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
"""Headers of all answers of the API.

Clients must not store such an answer, or guess its type.
"""
JSON_TYPE, DEFLATED_TYPE = "application/json", "application/octet-stream"
GZIP_HEADERS = {"Vary": "Accept-Encoding", "Content-Encoding": "gzip"}
PAGE_HEADERS = {
    "Content-Security-Policy": f"default-src 'self'; script-src 'self' {script_retry.HASH}; "
    "img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
}
"""Headers of pages.

A page runs only scripts of this server, and no other page may contain it.
"""
REVALIDATE = "no-cache"
"""The Cache-Control of answers that clients may store, but must check before each use."""
TRANSLATED = ("text/html", "application/problem+json")
"""Content types of answers that are translated. All answers of the API are translated, too."""
_USUAL_PORT = re.compile(r"(?::80|:443)$")
TLS_HEADERS = {"Strict-Transport-Security": "max-age=31536000"}
"""A header that makes browsers use TLS for a year, which is the usual time.

Subdomains are not included, because they may belong to another owner.
"""


def uses_tls(environ: Mapping[str, Any], proxies: int) -> bool:
    """Return whether the client uses TLS to this server, or to the outermost trusted proxy."""
    forwarded = environ.get("HTTP_X_FORWARDED_PROTO", "") if proxies else ""
    return environ["wsgi.url_scheme"] == "https" or is_https(forwarded)


def is_https(forwarded: str) -> bool:
    """Return whether X-Forwarded-Proto says that the client uses TLS."""
    return forwarded.partition(",")[0].strip().lower() == "https"


class BriefResponse(Response):
    """A frequent answer. It gets only the headers that a client or a proxy needs."""


def brief_headers(coding: Coding) -> dict[str, str]:
    """Return the headers of a brief answer, without the headers that describe its body.

    Clients neither store such an answer nor show it as a page. So it needs no further security headers.
    """
    encoding = {"Content-Encoding": "gzip"} if coding == "gzip" else {}
    return {"Cache-Control": API_HEADERS["Cache-Control"], **encoding}


def shared_headers(coding: Coding, max_age: int) -> dict[str, str]:
    """Return the headers of an answer to a shared poll, without headers that describe its body.

    In a shared poll, all spectators with the same cursor and language request the same address, and the
    answer depends on nothing else. So caches may store the answer for `max_age` seconds.
    """
    life = dump_header({"public": None, "max-age": max_age}) if max_age else API_HEADERS["Cache-Control"]
    encoding = {"Content-Encoding": "gzip"} if coding == "gzip" else {}
    content_type = {"X-Content-Type-Options": API_HEADERS["X-Content-Type-Options"]}
    return {"Cache-Control": life, "Vary": "Accept-Encoding", **content_type, **encoding}


def add_headers(response: Response, request: Request, proxies: int) -> Response:
    """Add the headers for security, language and caching to an answer, and return the answer.

    A brief answer stays as it is. Browsers may store a page, but must check it for changes before each use.
    """
    if isinstance(response, BriefResponse):
        return response
    response.headers["X-Content-Type-Options"] = API_HEADERS["X-Content-Type-Options"]
    if uses_tls(request.environ, proxies):
        response.headers.update(TLS_HEADERS)
    if (
        request.blueprint in ("api", "documents")
        or response.mimetype in TRANSLATED
        or _has_diagnostics(request)
    ):
        response.headers.update(language_headers(request_language(), by_cookie=is_page()))
    if response.mimetype == "text/html":
        response.headers.update(PAGE_HEADERS)
        if "Cache-Control" not in response.headers:
            revalidated(response, request)
    return response


def _has_diagnostics(request: Request) -> bool:
    """Return whether the request sends pictures.

    Then the answer may have sentences for people. A picture itself has none.
    """
    return request.blueprint == "pictures" and request.method == "POST"


def revalidated(response: Response, request: Request) -> Response:
    """Let clients store an answer, if they check it for changes before each use.

    Return the answer, or a short answer 304 if the client already has it.
    """
    response.headers["Cache-Control"] = REVALIDATE
    response.add_etag()
    response.make_conditional(request)
    return response


def refuse_other_sites(headers: Headers) -> None:
    """Raise NotAllowed (`cross_site`) if a page of another site caused the request.

    Browsers say so in Sec-Fetch-Site, unless they are old or use no TLS. For those browsers, the page of this
    server sends X-Requested-With. A page of another site could send this header only with permission of this
    server, and the server never gives it. Two kinds of allowed requests have neither header: requests from
    pages of earlier releases, which have the right Origin, and requests from programs, which send no Origin.
    """
    if site := headers.get("Sec-Fetch-Site"):
        is_own_page = site in ("same-origin", "none")
    else:
        origin = headers.get("Origin")
        is_own_page = (
            origin is None or bool(headers.get("X-Requested-With")) or _host(origin) in _hosts(headers)
        )
    if not is_own_page:
        raise NotAllowed("This request came from a page of another site, so it was refused.", "cross_site")


def _host(origin: str) -> str:
    """Return the host of an origin in its normal spelling. The usual port is left out."""
    return _normalized(origin.partition("://")[2])


def _hosts(headers: Headers) -> set[str]:
    """Return the names of this server that the client has used, from the headers of the request.

    A page of another site cannot choose these headers.
    """
    hosts = (headers.get("Host", ""), headers.get("X-Forwarded-Host", ""))
    return {_normalized(name) for names in hosts for name in names.split(",")} - {""}


def _normalized(host: str) -> str:
    return _USUAL_PORT.sub("", host.strip().lower())
