"""Rate limits in front of the views.

The two hot calls are not counted here; their limits cost no round trip.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import cast

from flask import Flask, current_app, request

from cheat.service.limits.rate_limits import Kind
from cheat.service.service import Service
from cheat.web.client_address import address_of

KINDS: dict[str, Kind | None] = {
    "api.create_room": "rooms",
    "api.quick_play": "rooms",
    "api.try_alone": "rooms",
    "api.join_room": "joins",
    "documents.read": "drafts",
    "documents.try_out": "checks",
    "documents.check": "checks",
    "documents.publish": "checks",
    "documents.report": "checks",
    "api.events": None,
    "api.act": None,
}
"""Kinds of calls by endpoint, None for uncounted calls.

All other calls of the API are `calls`.
"""


def limit_calls(app: Flask) -> None:
    """Count calls of the API before any of their content is read."""
    app.before_request(_count)


def address() -> str:
    """Return the address of the client."""
    return address_of(request.environ, _service().settings.trusted_proxies)


def guarded(token: str | None) -> AbstractContextManager[None]:
    """Return the context of a call that names a room; see `Guesses.guarded`."""
    return _service().guesses.guarded(address(), token)


def _count() -> None:
    kind = KINDS.get(request.endpoint or "", "calls")
    if kind is not None and request.path.startswith("/api/"):
        _service().limits.count(kind, address())


def _service() -> Service:
    return cast(Service, current_app.extensions["cheat"])
