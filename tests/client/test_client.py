"""The two clients: alike, with the server's types, and with one poll of a seat at a time."""

from __future__ import annotations

import asyncio
import time
from typing import Any, NotRequired, cast, get_origin, get_type_hints, is_typeddict

import httpx
import pytest

from cheat.client import AsyncClient, Client, Refused, Unreachable, hub, types
from cheat.client.forms import pickable
from cheat.web.openapi import document
from tests.servers import in_background

TYPES = {
    "Answer": "EventsAnswer",
    "Award": "AwardView",
    "Brief": "ListedGame",
    "Event": "EventView",
    "Fact": "FactView",
    "Game": "CatalogueGame",
    "GamePage": "Page",
    "Kept": "KeptView",
    "Mark": "MarkView",
    "Player": "PlayerView",
    "Result": "ResultView",
    "Table": "TableView",
    "Travel": "MovedView",
    "Zone": "ZoneView",
}
"""Types of the client -> their names in the OpenAPI document, where they differ."""
OWN = {"Saved"}
NOT_FOR_CLIENTS = {"slots", "share"}
"""Filled in before a form is sent."""


def test_types_are_those_of_the_document() -> None:
    schemas = document()["components"]["schemas"]
    found = {
        name: kind
        for module in (types, hub)
        for name, kind in vars(module).items()
        if is_typeddict(kind) and kind.__module__ == module.__name__
    }
    assert len(found) > 35
    for name in found.keys() - OWN:
        described = schemas[TYPES.get(name, name)]
        hints = get_type_hints(found[name], include_extras=True)
        assert hints.keys() == described["properties"].keys() - NOT_FOR_CLIENTS, name
        always = {key for key, hint in hints.items() if get_origin(hint) is not NotRequired}
        assert always == set(described["required"]), name


def seat(version: int) -> dict[str, Any]:
    table = {"code": "kwzpd", "version": version, "moves": []}
    return {
        "code": "kwzpd",
        "player": "p1",
        "token": "t",
        "version": version,
        "cursor": f"e.{version}",
        "table": table,
    }


def test_polls_of_a_seat_are_made_one_at_a_time() -> None:
    running: list[int] = [0]
    most: list[int] = []

    def serve(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/events"):
            running[0] += 1
            most.append(running[0])
            time.sleep(0.002)  # so that another poll would begin meanwhile
            running[0] -= 1
            return httpx.Response(200, json={**seat(2), "hold": 20, "events": []})
        return httpx.Response(200, json=seat(1 if request.url.path.endswith("rooms") else 2))

    with httpx.Client(transport=httpx.MockTransport(serve)) as http:
        ada = Client("http://x", http=http).create("Ada")
        polls = [in_background(ada.poll) for _ in range(3)]
        ada.place.cursor = "e.1"
        ada.act("start")
        for poll in polls:
            poll.value()
    assert len(most) >= len(polls)
    assert set(most) == {1}


def failing(request: httpx.Request) -> httpx.Response:
    error = httpx.ConnectError if request.url.path == "/api/games" else httpx.ReadTimeout
    raise error("down", request=request)


def test_line_that_fails_is_unreachable_and_says_whether_it_was_sent() -> None:
    async def awaited(path: str) -> bool:
        async with httpx.AsyncClient(transport=httpx.MockTransport(failing)) as http:
            client = AsyncClient("http://x", patience=0, http=http)
            with pytest.raises(Unreachable, match="down") as raised:
                await (client.games() if path == "games" else client.create("Ada"))
            return raised.value.sent

    with httpx.Client(transport=httpx.MockTransport(failing)) as http:
        client = Client("http://x", patience=0, http=http)
        for path, sent in (("games", False), ("rooms", True)):
            with pytest.raises(Unreachable, match="down") as raised:
                client.games() if path == "games" else client.create("Ada")
            assert raised.value.sent is asyncio.run(awaited(path)) is sent


def test_what_a_program_wishes_goes_with_its_requests() -> None:
    seen: list[httpx.Request] = []

    def serve(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(404, json={"code": "room_not_found", "detail": "There is no such room."})

    with httpx.Client(transport=httpx.MockTransport(serve)) as http:
        client = Client("http://x/", program="my-bot", language="de", http=http)
        with pytest.raises(Refused, match="no such room"):
            client.join(" KW zpd/", "Ada", next_game=True, colour=0)
    assert str(seen[0].url) == "http://x/api/rooms/kw%20zpd%2F/players"
    assert seen[0].headers["Accept-Language"] == "de"
    assert httpx.Response(200, content=seen[0].content).json() == {
        "name": "Ada",
        "next_game": True,
        "colour": 0,
        "client": "my-bot",
    }


def test_a_field_that_takes_no_cards_offers_none() -> None:
    field: Any = {"kind": "choice", "name": "suit", "of": [{"value": "hearts", "label": "Hearts"}]}
    with pytest.raises(TypeError, match="'suit' takes a choice"):
        pickable(cast(Any, {"zones": []}), field)
