"""Who asks: the address that limits are counted for."""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

NETWORK_BITS = 64
"""A line with IPv6 has so many bits to itself at least, so all of them count as one address."""


def address_of(environ: WSGIEnvironment, proxies: int) -> str:
    """The address of the client of a WSGI request; see `client_address`."""
    return client_address(environ.get("REMOTE_ADDR") or "", environ.get("HTTP_X_FORWARDED_FOR"), proxies)


def client_address(peer: str, forwarded: str | None, proxies: int) -> str:
    """The client's address, as the outermost of so many trusted proxies in front has seen it.

    Each proxy appends to X-Forwarded-For whom it was asked by, so what a client writes there itself stands
    further left than what is read here. Without the header, or where it makes no sense, it is the `peer`.
    """
    direct = _counted(peer) or "unknown"
    if not forwarded or not proxies:
        return direct
    hops = forwarded.rsplit(",", proxies)
    return _counted(hops[-min(proxies, len(hops))]) or direct


@lru_cache(4096)
def _counted(text: str) -> str:
    """The address in one spelling, an IPv6 one as its network; "" for what is none."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, NETWORK_BITS), strict=False))
