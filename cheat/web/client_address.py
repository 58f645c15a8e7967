"""Who asks: the address that limits are counted for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cheat.service.limits.networks import line_of

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


def address_of(environ: WSGIEnvironment, proxies: int) -> str:
    """The address of the client of a WSGI request; see `client_address`."""
    return client_address(environ.get("REMOTE_ADDR") or "", environ.get("HTTP_X_FORWARDED_FOR"), proxies)


def client_address(peer: str, forwarded: str | None, proxies: int) -> str:
    """The client's address, as the outermost of so many trusted proxies in front has seen it.

    Each proxy appends to X-Forwarded-For whom it was asked by, so what a client writes there itself stands
    further left than what is read here. Without the header, or where it makes no sense, it is the `peer`.
    """
    direct = line_of(peer) or "unknown"
    if not forwarded or not proxies:
        return direct
    hops = forwarded.rsplit(",", proxies)
    return line_of(hops[-min(proxies, len(hops))]) or direct
