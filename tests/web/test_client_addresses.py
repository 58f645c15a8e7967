"""Limits count by address, and no client gets a second address by forging a header."""

from __future__ import annotations

from typing import Any

import pytest

from cheat.service.limits.networks import network_of, wider_network
from cheat.web.client_address import address_of

PEER = "198.51.100.7"


def seen(proxies: int, told: str | None, peer: str | None = PEER) -> str:
    environ: dict[str, Any] = {} if told is None else {"HTTP_X_FORWARDED_FOR": told}
    if peer is not None:
        environ["REMOTE_ADDR"] = peer
    return address_of(environ, proxies)


@pytest.mark.parametrize(
    ("proxies", "told", "address"),
    [
        (1, "203.0.113.5", "203.0.113.5"),
        (1, "10.9.9.9, 203.0.113.5", "203.0.113.5"),
        (1, "junk,,  203.0.113.5 ", "203.0.113.5"),
        (2, "10.9.9.9, 203.0.113.5, 192.0.2.1", "203.0.113.5"),
        (3, "203.0.113.5, 192.0.2.1, 192.0.2.2", "203.0.113.5"),
        (3, "203.0.113.5, 192.0.2.2", "203.0.113.5"),
        (0, "203.0.113.5", PEER),
        (1, None, PEER),
        (1, "", PEER),
        (1, "unknown", PEER),
        (1, "203.0.113.5, ", PEER),
        (1, "203.0.113.5, 999.1.1.1", PEER),
    ],
)
def test_address_is_what_the_outermost_trusted_proxy_saw(
    proxies: int, told: str | None, address: str
) -> None:
    assert seen(proxies, told) == address


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("203.0.113.5:4711", "203.0.113.5"),
        ("[2001:db8:1:2:3:4:5:6]:4711", "2001:db8:1::/56"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/56"),
        ("2001:DB8:1:2::9", "2001:db8:1::/56"),
        ("fe80::1%eth0", "fe80::/56"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
    ],
)
def test_spellings_of_an_address_are_one(written: str, address: str) -> None:
    assert seen(1, written) == seen(0, None, written) == address


@pytest.mark.parametrize("peer", [None, "", "/run/cheat.sock"])
def test_peers_without_an_address_share_one(peer: str | None) -> None:
    assert seen(1, None, peer) == "unknown"


@pytest.mark.parametrize(
    ("line", "network"),
    [
        ("203.0.113.5", "203.0.113.0/24"),
        ("2001:db8:1:200::/56", "2001:db8:1::/48"),
        ("unknown", "unknown"),
    ],
)
def test_sites_belong_to_networks(line: str, network: str) -> None:
    assert network_of(line) == network
    assert wider_network(line) == (network if ":" in line else ""), "of IPv4 the address alone is counted"
