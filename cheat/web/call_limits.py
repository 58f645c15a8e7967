"""Apply rate limits to calls of the API, before a view handles a call.

Polls and actions are not counted here, because they have other limits. They are too frequent for a round trip
to Redis.
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
    "pictures.add": "checks",
    "documents.check": "checks",
    "documents.publish": "checks",
    "documents.report": "checks",
    "documents.changes": "checks",
    "documents.compare": "checks",
    "documents.restore": "checks",
    "api.events": None,
    "api.watch": None,
    "api.act": None,
    "pictures.get": "pictures",
}
"""Endpoint -> the kind of its limit, or None for calls that are not counted here.

All other calls of the API count as `calls`.
"""


def limit_calls(app: Flask) -> None:
    """Count each call of the API before its body is read."""
    app.before_request(_count)


def address() -> str:
    """Return the address of the client."""
    return address_of(request.environ, _service().settings.trusted_proxies)


def guess_limited(token: str | None) -> AbstractContextManager[None]:
    """Return a context for a call to a room. It refuses addresses that guess codes or tokens."""
    return _service().guesses.guarded(address(), token)


def _count() -> None:
    kind = KINDS.get(request.endpoint or "", "calls")
    if kind is not None and request.path.startswith("/api/"):
        _service().limits.count(kind, address())


def _service() -> Service:
    return cast(Service, current_app.extensions["cheat"])
