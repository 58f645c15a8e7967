"""Addresses as people pass them on: in capitals, with a final slash or full stop, or with a query."""

from __future__ import annotations

import pytest

from .conftest import Api

QUERY = "?learn=1&lang=es&utm_source=a%2Fb"


@pytest.mark.parametrize("path", ["/r/KWZPT", "/r/KWZPT/tv", "/r/KWZPT/replay", "/R/kwzpt", "/games/"])
def test_query_stays_when_an_address_is_put_right(api: Api, path: str) -> None:
    """The query says that this is a lesson, and in which language."""
    response = api.client.get(path + QUERY)
    assert response.status_code == 308
    assert response.headers["Location"] == path.lower().rstrip("/") + QUERY


LINKS = {
    "/r/KWZPT/": "/r/kwzpt",
    "/R/KWZPT": "/r/kwzpt",
    "/R/KwZpT/TV/": "/r/kwzpt/tv",
    "/r/kwzpt.": "/r/kwzpt",
    "/r/kwzpt),": "/r/kwzpt",
    "/r/kwzpt!": "/r/kwzpt",
    "/r/kwzpt”": "/r/kwzpt",
    "/r/kwzpt\N{ZERO WIDTH SPACE}": "/r/kwzpt",
    "/r/\N{LEFT-TO-RIGHT MARK}kwzpt\N{LEFT-TO-RIGHT MARK}": "/r/kwzpt",
    "/r/kwz\N{SOFT HYPHEN}pt": "/r/kwzpt",
    "/r/%20kwzpt%20": "/r/kwzpt",
    "/r/ＫＷＺＰＴ": "/r/kwzpt",
    "/r/kwzpt/tv.": "/r/kwzpt/tv",
    "/r/kwzpt/replay)": "/r/kwzpt/replay",
    "/games/": "/games",
    "/Games": "/games",
    "/games.": "/games",
    "/games/Hearts-2,": "/games/hearts-2",
    "/games/publish/": "/games/publish",
    "/design/": "/design",
    "/design/language/": "/design/language",
    "/replay/": "/replay",
}


def test_link_leads_to_the_one_address_of_its_page(api: Api) -> None:
    for link, address in LINKS.items():
        response = api.client.get(link)
        assert (response.status_code, response.headers.get("Location")) == (308, address), link
        assert api.client.head(link).status_code == 308, link
    for address in set(LINKS.values()):
        assert api.client.get(address).status_code == 200, address


def test_right_address_leads_nowhere_else(api: Api) -> None:
    for path in ("/", "/r/kwzpt", "/r/gone", "/games/hearts-2", "/healthz", "/assets/none.js"):
        assert api.client.get(path).status_code in (200, 404), path


NONE = (
    "/nothing/",
    "/r/",
    "/r/kwzpt/nothing.",
    "/\\evil.example/",
    "/.evil.example/",
    "/API/games",
    "/healthz/",
)


def test_unknown_address_is_not_redirected(api: Api) -> None:
    """A mistyped link never leads to another site."""
    for path in NONE:
        assert api.client.get(path).status_code == 404, path


@pytest.mark.parametrize("code", ["{}.", "{})", "{}!", "\N{LEFT-TO-RIGHT MARK}{}\N{ZERO WIDTH SPACE}"])
def test_programs_may_ask_for_a_room_as_it_was_passed_on(api: Api, code: str) -> None:
    ada = api.create()
    assert (
        api.call("GET", f"/api/rooms/{code.format(ada['code'])}").get_json()["table"]["code"] == ada["code"]
    )
