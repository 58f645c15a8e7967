"""The address of a client, as rate limits count it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cheat.service.limits.networks import line_of

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


def address_of(environ: WSGIEnvironment, proxies: int) -> str:
    """Return the address of the client of a WSGI request; see `client_address`."""
    return client_address(environ.get("REMOTE_ADDR") or "", environ.get("HTTP_X_FORWARDED_FOR"), proxies)


def client_address(peer: str, forwarded: str | None, proxies: int) -> str:
    """Return the client's address, as the outermost of `proxies` trusted proxies has seen it.

    Each proxy appends the address of its peer to X-Forwarded-For, so anything that a client itself writes
    there is further left than the part read here. Without the header, or if it is invalid, it is the `peer`.
    """
    direct = line_of(peer) or "unknown"
    if not forwarded or not proxies:
        return direct
    hops = forwarded.rsplit(",", proxies)
    return line_of(hops[-min(proxies, len(hops))]) or direct
