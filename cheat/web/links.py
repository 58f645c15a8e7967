"""Redirect addresses that people mistyped, or copied with an extra character at the end."""

from __future__ import annotations

from urllib.parse import quote

from flask import Flask, current_app, redirect, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect
from werkzeug.wrappers import Response

from cheat.service import room_codes

FOR_PROGRAMS = ("pages.healthz", "pages.readyz", "pages.metrics_text", "pages.schema")
"""Endpoints for programs. If their URL is mistyped, the answer is an error, not a redirect."""


def redirect_mistyped(app: Flask) -> None:
    """Redirect mistyped links to the intended page. The query stays as it is."""
    app.before_request(_redirect)


def intended_path(path: str) -> str:
    """Return the probably intended path: in lower case, without a final slash or full stop."""
    parts = [room_codes.cleaned(part) for part in path.split("/")]
    return "/" + "/".join(part for part in parts if part)


def _redirect() -> Response | None:
    if request.method not in ("GET", "HEAD") or request.path.startswith(("/api/", "/assets/", "/static/")):
        return None
    path = intended_path(request.path)
    if path in (request.path, "/") or not _is_page(path):
        return None
    query = request.query_string.decode("latin-1")
    return redirect(quote(path) + (f"?{query}" if query else ""), 308)


def _is_page(path: str) -> bool:
    """Return whether there is a page for people at this path."""
    adapter = current_app.create_url_adapter(request)
    assert adapter is not None, "there is a request"
    try:
        endpoint, _ = adapter.match(path, "GET")
    except (HTTPException, RequestRedirect):
        return False
    return endpoint.startswith("pages.") and endpoint not in FOR_PROGRAMS
