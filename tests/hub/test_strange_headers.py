"""Headers with strange content give a refusal at most, on every kind of call."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from werkzeug.test import EnvironBuilder, run_wsgi_app

from tests.servers import Web
from tests.web.test_over_http import sent

from .conftest import Hub

OF_FILES = (
    "Accept-Encoding", "If-Match", "If-Modified-Since", "If-None-Match", "If-Range", "Range",
)  # fmt: skip
OF_CALLS = (
    "Accept", "Accept-Language", "Authorization", "Content-Type", "Cookie", "Host", "Origin", "Referer",
    "Sec-Fetch-Site", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Request-Id",
)  # fmt: skip
VALUES = (
    "http://[", "[", "é\xff\x80", "Bearer é\xff\x80", "bytes=9-1,-0,x", '"', "q=é;q=nan", 'language="\\400',
    "x" * 3000, "٣", "1.2.3.4:99999999", "Tue, 99 Foo 99999 99:99:99 GMT",
)  # fmt: skip
FILES = (("GET", "/"), ("GET", "/static/favicon.svg"))
CALLS = (
    ("GET", "/metrics"),
    ("POST", "/api/rooms"),
    ("PATCH", "/api/documents/x"),
    ("GET", "/api/rooms/kwzpt"),
)
"""A call of each kind. Calls of one kind share the code that reads headers."""

Make = Callable[..., Hub]


@pytest.mark.parametrize(("headers", "calls"), [(OF_FILES, FILES), (OF_CALLS, CALLS)])
def test_no_header_is_a_mistake_of_the_server(
    make_hub: Make, headers: tuple[str, ...], calls: tuple[tuple[str, str], ...]
) -> None:
    hub = make_hub(hub_key="the operator's own key", metrics_token="secret")
    for header, value, (method, path) in product(headers, VALUES, calls):
        sent = {header: value.encode().decode("latin-1")}
        body = None if method == "GET" else {"listed": True}
        with hub.client.open(path, method=method, json=body, headers=sent) as answer:
            assert answer.status_code < 500, (method, path, header, value)


def test_the_key_of_the_operator_is_compared_with_any_bytes(make_hub: Make) -> None:
    hub = make_hub(hub_key="the operator's own key")
    hub.published()
    path, change = "/api/documents/small", {"listed": True}
    assert hub.code("PATCH", path, "é", json=change) == (403, "not_yours")
    assert hub.code("DELETE", path, "é") == (403, "not_yours")
    assert hub.code("GET", "/api/documents?flagged=1", "é") == (403, "not_yours")


SLASHES = {
    "": ("200", None),
    "//": ("200", None),
    "//api/rooms": ("200", None),
    "//example.org": ("404", None),
    "/api//rooms": ("404", None),
    "/r//kwzpt": ("308", "/r/kwzpt"),
    "//r/kwzpt/": ("308", "/r/kwzpt"),
}


@pytest.mark.parametrize(("path", "answered"), SLASHES.items())
def test_no_redirect_names_a_host(hub: Hub, path: str, answered: tuple[str, str | None]) -> None:
    """A redirect must not go to a host that the request names, or use the scheme of the last proxy."""
    environ = EnvironBuilder(headers={"Host": "example.org"}).get_environ() | {"PATH_INFO": path}
    _, status, headers = run_wsgi_app(hub.client.application, environ)
    assert (status[:3], headers.get("Location")) == answered


HEADS = ("SCRIPT_NAME: /x", "Script_Name: /api", "PATH_INFO: /metrics", "REMOTE_USER: root")


@pytest.mark.parametrize("line", HEADS)
def test_no_header_moves_the_application_elsewhere(two_workers: list[Web], line: str) -> None:
    """Not even a program on the same machine, which gunicorn trusts, can set it."""
    request = f"GET /api/catalogue HTTP/1.1\r\nHost: x\r\n{line}\r\n\r\n"
    assert sent(two_workers[0], request.encode())[0] == 200
