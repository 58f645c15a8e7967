"""Headers of answers that tell browsers what to refuse, and of requests that tell who asks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from flask import Request, Response
from werkzeug.datastructures import Headers

from cheat.errors import NotAllowed
from cheat.web import script_retry
from cheat.web.negotiation import is_page, reader, told_in

ALWAYS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
"""On every answer of the API: nobody keeps it, nobody guesses what it is."""
PAGE = {
    "Content-Security-Policy": f"default-src 'self'; script-src 'self' {script_retry.HASH}; "
    "img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
}
"""A page runs only what this server serves, and is shown in no frame."""
WORDED = ("text/html", "application/problem+json")
"""What has words for people, wherever it comes from; so have all answers of the API."""
_USUAL_PORT = re.compile(r"(?::80|:443)$")
KEEP_TLS = {"Strict-Transport-Security": "max-age=31536000"}
"""A year, as is usual. Not for the subdomains: they may be somebody else's."""


def over_tls(environ: Mapping[str, Any], proxies: int) -> bool:
    """Whether the client speaks TLS, to this server or to the first of so many trusted proxies."""
    forwarded = environ.get("HTTP_X_FORWARDED_PROTO", "") if proxies else ""
    return environ["wsgi.url_scheme"] == "https" or is_https(forwarded)


def is_https(forwarded: str) -> bool:
    """Whether X-Forwarded-Proto tells that the client speaks TLS."""
    return forwarded.partition(",")[0].strip().lower() == "https"


def secure(response: Response, request: Request, proxies: int) -> Response:
    """The answer with what its kind needs. A page is kept, and asked about before it is shown again."""
    response.headers["X-Content-Type-Options"] = ALWAYS["X-Content-Type-Options"]
    if over_tls(request.environ, proxies):
        response.headers.update(KEEP_TLS)
    if request.blueprint in ("api", "documents") or response.mimetype in WORDED:
        response.headers.update(told_in(reader(), chosen=is_page()))
    if response.mimetype == "text/html":
        response.headers.update(PAGE)
        if "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "no-cache"
            response.add_etag()
            response.make_conditional(request)
    return response


def refuse_other_sites(headers: Headers) -> None:
    """Raise NotAllowed (`cross_site`) if a page of another site has made its reader's browser send this.

    Browsers say it in Sec-Fetch-Site, but for old ones, and all without TLS. Our page says that it is ours in
    X-Requested-With: a browser sends such a header for a page of another site only if this server agrees
    beforehand, and it never does. What is left is pages of earlier releases, which are told by their Origin,
    and programs, which send no Origin.
    """
    if site := headers.get("Sec-Fetch-Site"):
        ours = site in ("same-origin", "none")
    else:
        origin = headers.get("Origin")
        ours = origin is None or bool(headers.get("X-Requested-With")) or _host(origin) in _hosts(headers)
    if not ours:
        raise NotAllowed("This request came from a page of another site, so it was refused.", "cross_site")


def _host(origin: str) -> str:
    """Return the host of an origin in one spelling, and its port unless that is the usual one."""
    return _spelled(origin.partition("://")[2])


def _hosts(headers: Headers) -> set[str]:
    """Return the hosts under which proxies say that they were asked. No page can choose what stands there."""
    told = (headers.get("Host", ""), headers.get("X-Forwarded-Host", ""))
    return {_spelled(one) for names in told for one in names.split(",")} - {""}


def _spelled(host: str) -> str:
    return _USUAL_PORT.sub("", host.strip().lower())
