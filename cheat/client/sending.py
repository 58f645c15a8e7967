"""Turn requests into arguments for httpx, and errors of httpx into errors of the client."""

from __future__ import annotations

from typing import Any

import httpx

from cheat.client.calls import Request
from cheat.client.errors import Unreachable

NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
"""Errors that httpx raises before it has sent any byte of a request."""


def arguments(request: Request, url: str, language: str) -> dict[str, Any]:
    """Return the arguments with which httpx sends a request."""
    return {
        "method": request.method,
        "url": url + request.path,
        "params": request.query,
        "json": request.body,
        "headers": request.headers(language),
        "timeout": request.timeout,
    }


def unreachable(error: httpx.TransportError) -> Unreachable:
    """Return the client's error for an error of httpx."""
    return Unreachable(str(error) or type(error).__name__, sent=not isinstance(error, NOT_SENT))
