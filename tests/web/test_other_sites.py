"""Headers for browsers, and refusals of requests that another site makes them send."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.servers import ROOT

from .conftest import Api
from .test_refusals import problem

SEATS = ["/api/rooms", "/api/quick", "/api/rooms/{code}/players"]
"""Calls without a token: a page of another site could make any browser send them."""

ELSEWHERE = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    {"Origin": "https://example.org"},
    {"Origin": "http://localhost.example.org"},
    {"Origin": "http://localhost:81"},
    {"Origin": "null"},
    {"Origin": "junk"},
    {"Origin": ""},
    {"Origin": "http://["},
    {"Origin": "http://", "X-Forwarded-Host": ""},
]
OWN = [
    {},
    {"Sec-Fetch-Site": "same-origin", "Origin": "https://renamed-by-a-proxy.example"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": "http://renamed-by-a-proxy.example", "X-Requested-With": "cheat"},
    {"Origin": "http://localhost"},
    {"Origin": "https://localhost"},
    {"Origin": "https://cards.example", "X-Forwarded-Host": "cards.example"},
]


def post(api: Api, path: str, headers: dict[str, str], kind: str) -> Any:
    code = api.create("Host")["code"]
    data = json.dumps({"name": "Ada"})
    return api.call("POST", path.format(code=code), data=data, headers=headers, content_type=kind)


@pytest.mark.parametrize("path", SEATS)
@pytest.mark.parametrize("kind", ["text/plain", "application/json", "application/x-www-form-urlencoded"])
def test_other_sites_cannot_make_a_browser_take_a_seat(api: Api, path: str, kind: str) -> None:
    for headers in ELSEWHERE:
        assert problem(post(api, path, headers, kind)) == (403, "cross_site"), headers


@pytest.mark.parametrize("path", SEATS)
@pytest.mark.parametrize("kind", ["application/json", "application/x-www-form-urlencoded"])
def test_programs_and_the_own_page_can(api: Api, path: str, kind: str) -> None:
    """The curl command in the README sends no media type of its own, and no origin."""
    for headers in OWN:
        assert post(api, path, headers, kind).status_code == 201, headers


def test_no_page_elsewhere_may_say_that_it_is_ours(api: Api) -> None:
    """A browser asks first if it may send the header, and gets no permission."""
    preflight = {
        "Origin": "https://example.org",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "x-requested-with",
    }
    for path in SEATS:
        answer = api.client.options(path.format(code="kwzpt"), headers=preflight)
        assert [name for name, _ in answer.headers if name.startswith("Access-Control")] == []


def test_actions_are_protected_by_their_token(api: Api) -> None:
    """A page of another site does not know the header, and may not send it without permission."""
    host = api.create()
    body = {"id": "12345678", "move": "rename", "args": {"name": "Bea"}}
    headers = {"Origin": "https://example.org"}
    path = f"/api/rooms/{host['code']}/actions"
    assert problem(api.call("POST", path, json=body, headers=headers)) == (401, "no_token")
    assert api.client.options(path, headers=headers).headers.get("Access-Control-Allow-Origin") is None


def got(api: Api, path: str, **more: Any) -> TestResponse:
    """Return an answer that has been read to its end. Until then its file is open."""
    with api.call("GET", path, **more) as response:
        response.get_data()
        return response


# Revalidation


@pytest.mark.filterwarnings(
    "ignore:unclosed file:ResourceWarning"
)  # Werkzeug drops the file that it need not send
@pytest.mark.parametrize("path", ["/", "/r/bcdfg", "/static/js/room/room.js", "/static/favicon.svg"])
def test_pages_and_files_are_asked_about_before_they_are_used_again(api: Api, path: str) -> None:
    first = got(api, path)
    assert (first.status_code, first.headers["Cache-Control"]) == (200, "no-cache")
    again = got(api, path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["Cache-Control"] == "no-cache"


ASKED_ABOUT = ["/", "/r/bcdfg", "/design/language", "/api/games", "/api/catalogue", "/api/games/cheat",
    "/schema/cardgame-1.json", "/sw.js", "/manifest.webmanifest", "/static/favicon.svg"]  # fmt: skip


@pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning")  # as above
@pytest.mark.parametrize("accepted", ["", "gzip"])
def test_unchanged_answer_has_the_same_bytes(api: Api, accepted: str) -> None:
    """RFC 9110, 15.4.5: caches update stored headers from a 304."""
    headers = {"Accept-Encoding": accepted}
    for path in ASKED_ABOUT:
        with api.client.get(path, headers=headers) as first:
            first.get_data()
        with api.client.get(path, headers={**headers, "If-None-Match": first.headers["ETag"]}) as again:
            again.get_data()
        assert (first.status_code, again.status_code) == (200, 304), path
        for name in ("ETag", "Vary", "Cache-Control"):
            assert again.headers.get(name) == first.headers.get(name), (path, name)


@pytest.mark.parametrize("path", ["/nothing", "/healthz", "/readyz", "/metrics", "/api/rooms"])
def test_other_answers_are_not_kept(api: Api, path: str) -> None:
    assert got(api, path).headers["Cache-Control"] == "no-store"


# TLS

TLS = [
    {"headers": {"X-Forwarded-Proto": "https"}},
    {"headers": {"X-Forwarded-Proto": "https, http"}},
    {"base_url": "https://localhost"},
]
PATHS = ["/", "/nothing", "/static/favicon.svg", "/api/games", "/api/rooms/bcdfg/events", "/healthz"]


@pytest.mark.parametrize("request_", TLS, ids=str)
@pytest.mark.parametrize("path", PATHS)
def test_tls_clients_are_told_to_keep_to_tls(api: Api, path: str, request_: dict[str, Any]) -> None:
    assert got(api, path, **request_).headers["Strict-Transport-Security"] == "max-age=31536000"


@pytest.mark.parametrize("path", PATHS)
def test_clients_without_tls_are_not_told_so(make_api: Callable[..., Api], path: str) -> None:
    api, alone = make_api(), make_api(trusted_proxies=0)
    plain = got(api, path, headers={"X-Forwarded-Proto": "http"})
    unbelieved = got(alone, path, headers={"X-Forwarded-Proto": "https"})
    for response in (got(api, path), plain, unbelieved):
        assert "Strict-Transport-Security" not in response.headers


def test_no_template_has_a_style_that_the_policy_of_the_page_refuses() -> None:
    """Browsers ignore `style="…"` here: sizes and colours are classes, properties or attributes."""
    scripts = [*(ROOT / "static/js").rglob("*.js")]
    assert [
        script.name for script in scripts if re.search(r"""[\s"']style=["'$]""", script.read_text())
    ] == []
    assert len(scripts) > 50
