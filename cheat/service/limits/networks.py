"""Sites and networks of client addresses, for limits and for flags of published games.

A site is one connection to the internet, for example that of a household. With IPv4, a site is a single
address. With IPv6, each connection gets a whole network of addresses, so all these addresses are one site.
"""

from __future__ import annotations

import ipaddress
from functools import lru_cache

SITE_BITS = 56
"""Bits of an IPv6 site: the network of a household (RFC 6177).

Some providers give a household a /48. This module treats a /48 as a network with many sites.
"""
NETWORK_BITS = {4: 24, 6: 48}
"""Bits of a network by IP version.

One person may own all addresses of such a network, and could use each address to seem another person.
"""


@lru_cache(4096)
def site_of(text: str) -> str:
    """Return the site of an address, in its normal spelling; "" for an invalid address.

    Ports, brackets and zones are dropped: `[2001:db8::1]:80` belongs to the site `2001:db8::/56`.
    """
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
    return str(ipaddress.ip_network((address, SITE_BITS), strict=False))


@lru_cache(4096)
def network_of(site: str) -> str:
    """Return the network around a site. An unknown address is returned unchanged."""
    try:
        address = ipaddress.ip_network(site).network_address
    except ValueError:
        return site
    return str(ipaddress.ip_network((address, NETWORK_BITS[address.version]), strict=False))


def wider_network(site: str) -> str:
    """Return the network whose limits also apply to a site: its /48 with IPv6, "" with IPv4."""
    return network_of(site) if ":" in site else ""
