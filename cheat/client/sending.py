"""Sending requests with httpx, and errors for answers that do not come."""

from __future__ import annotations

from typing import Any

import httpx

from cheat.client.calls import Request
from cheat.client.errors import Unreachable

NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
"""Errors that httpx raises before it has sent any byte of a request."""


def arguments(request: Request, url: str, language: str) -> dict[str, Any]:
    """Return the arguments for httpx."""
    return {
        "method": request.method,
        "url": url + request.path,
        "params": request.query,
        "json": request.body,
        "headers": request.headers(language),
        "timeout": request.timeout,
    }


def unreachable(error: httpx.TransportError) -> Unreachable:
    """Return the error that stands for a failure of the connection."""
    return Unreachable(str(error) or type(error).__name__, sent=not isinstance(error, NOT_SENT))
