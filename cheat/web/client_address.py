"""Find the address of a client, for rate limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cheat.service.limits.networks import site_of

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


def address_of(environ: WSGIEnvironment, proxies: int) -> str:
    """Return the address of the client of a WSGI request, as `client_address` does."""
    return client_address(environ.get("REMOTE_ADDR") or "", environ.get("HTTP_X_FORWARDED_FOR"), proxies)


def client_address(peer: str, forwarded: str | None, proxies: int) -> str:
    """Return the client's address as the outermost of `proxies` trusted proxies has seen it.

    Each proxy appends the address of its peer to X-Forwarded-For. So with two proxies, the second entry from
    the right is the client. The client may have forged all entries further left. If the header is missing or
    invalid, returns the address of the `peer`.
    """
    direct = site_of(peer) or "unknown"
    if not forwarded or not proxies:
        return direct
    hops = forwarded.rsplit(",", proxies)
    return site_of(hops[-min(proxies, len(hops))]) or direct
