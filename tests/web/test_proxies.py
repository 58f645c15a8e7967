"""Behind every kind of proxy, the server tells its own page from pages of other sites."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.datastructures import Headers

from cheat.errors import NotAllowed
from cheat.web.headers import refuse_other_sites

PORT = 8080
"""The port of the proxy in the table."""
SENT: dict[str, dict[str, str]] = {
    "nginx, proxy_pass alone": {"Host": "127.0.0.1:8000", "Connection": "close"},
    "nginx, Host $host": {"Host": "cards.lan", "Connection": "close"},
    "nginx, Host $host:$server_port": {"Host": "cards.lan:8080", "Connection": "close"},
    "nginx, as docs/deploy.md has it": {
        "Host": "Cards.lan:8080", "X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "http",
    },
    "haproxy, nothing said": {"Host": "Cards.lan:8080"},
    "haproxy, as docs/deploy.md has it": {
        "Host": "Cards.lan:8080", "X-Forwarded-Proto": "http", "X-Forwarded-For": "192.0.2.1",
    },
    "caddy, as docs/deploy.md has it": {
        "Host": "Cards.lan:8080", "X-Forwarded-For": "192.0.2.1", "X-Forwarded-Host": "Cards.lan:8080",
        "X-Forwarded-Proto": "http",
    },
    "caddy, Host {upstream_hostport}": {
        "Host": "127.0.0.1:8000", "X-Forwarded-For": "192.0.2.1", "X-Forwarded-Host": "Cards.lan:8080",
        "X-Forwarded-Proto": "http",
    },
}  # fmt: skip
"""Headers that nginx 1.22, HAProxy 2.6 and Caddy 2.6 sent for `http://Cards.lan:8080`.

`tests/delivery/test_proxies.py` tests the last of each again.
"""
AS_BEFORE = [name for name in SENT if name not in ("nginx, proxy_pass alone", "nginx, Host $host")]
"""Behind these proxies, pages of older releases are recognized by the headers of the proxy."""


def is_refused(headers: dict[str, str]) -> bool:
    try:
        refuse_other_sites(Headers(headers))
    except NotAllowed:
        return True
    return False


@pytest.mark.parametrize("sent", SENT.values(), ids=SENT.keys())
@pytest.mark.parametrize("origin", [f"http://cards.lan:{PORT}", "null"])
def test_own_page_is_never_refused(sent: dict[str, str], origin: str) -> None:
    """Without TLS, browsers send Sec-Fetch-Site only on localhost."""
    assert not is_refused({**sent, "Origin": origin, "X-Requested-With": "cheat"})


@pytest.mark.parametrize("sent", SENT.values(), ids=SENT.keys())
@pytest.mark.parametrize("origin", ["http://evil.example", f"http://cards.lan.evil.example:{PORT}", "null"])
def test_other_sites_always_are(sent: dict[str, str], origin: str) -> None:
    assert is_refused({**sent, "Origin": origin})
    assert is_refused({**sent, "Sec-Fetch-Site": "cross-site", "X-Requested-With": "cheat"})


@pytest.mark.parametrize("name", AS_BEFORE)
def test_page_of_an_earlier_release_is_known_by_its_address(name: str) -> None:
    assert not is_refused({**SENT[name], "Origin": f"http://cards.lan:{PORT}"})


OWN: list[dict[str, Any]] = [
    {"Origin": "http://cards.lan", "Host": "x", "X-Forwarded-Host": "cards.lan, 10.0.0.1:8000"},
    {"Origin": "http://cards.lan", "Host": "x", "X-Forwarded-Host": "first.example,  cards.lan"},
    {"Origin": "HTTP://CARDS.LAN", "Host": "cards.lan"},
    {"Origin": "http://cards.lan", "Host": "cards.lan:80"},
    {"Origin": "https://cards.lan", "Host": "Cards.LAN:443"},
    {"Origin": "http://[::1]:8000", "Host": "[::1]:8000"},
    {"Origin": "http://[::1]", "Host": "[::1]:80"},
    {"Sec-Fetch-Site": "same-origin", "X-Requested-With": "cheat"},
]
OTHER: list[dict[str, Any]] = [
    {"Origin": "http://cards.lan:8080", "Host": "cards.lan"},
    {"Origin": "http://cards.lan:8043", "Host": "cards.lan:80"},
    {"Origin": "http://evil.example", "Host": "x", "X-Forwarded-Host": "cards.lan, 10.0.0.1"},
    {"Origin": "http://", "Host": "", "X-Forwarded-Host": ","},
    {"Origin": "http://[::1]80", "Host": "[::1]:80"},
    {"Origin": "http://cards.lan", "Host": "cards.lan", "Sec-Fetch-Site": "same-site"},
    {"Origin": "null", "Host": "cards.lan", "X-Requested-With": ""},
]


@pytest.mark.parametrize("headers", OWN, ids=str)
def test_host_counts_however_it_is_written(headers: dict[str, str]) -> None:
    assert not is_refused(headers)


@pytest.mark.parametrize("headers", OTHER, ids=str)
def test_another_host_or_port_is_another_site(headers: dict[str, str]) -> None:
    assert is_refused(headers)
