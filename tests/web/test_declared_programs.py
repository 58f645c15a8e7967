"""A program that plays may give its name, and the other players see it."""

from __future__ import annotations

import pytest

from .conftest import Api
from .test_refusals import problem


def clients(table: dict[str, list[dict[str, str]]]) -> dict[str, str | None]:
    return {player["name"]: player.get("client") for player in table["players"]}


def test_named_program_is_shown_to_all_players(api: Api) -> None:
    host = api.made_by(api.call("POST", "/api/rooms", json={"name": "Ada", "client": "ada-bot 1.0"}))
    path = f"/api/rooms/{host['code']}/players"
    joined = api.made_by(api.call("POST", path, json={"name": "Bob", "client": "bob.py "}))
    cyd = api.join(host["code"], "Cyd")
    named = {"Ada": "ada-bot 1.0", "Bob": "bob.py", "Cyd": None}
    assert clients(cyd["table"]) == named
    assert clients(api.snapshot(joined)["table"]) == named
    assert clients(api.snapshot(cyd, spectator=True)["table"]) == named


def test_quick_play_of_a_program_is_marked_in_a_room_that_waits_and_in_a_new_one(api: Api) -> None:
    waiting = api.create(public=True)
    joined = api.made_by(api.call("POST", "/api/quick", json={"name": "Bob", "client": "quick"}))
    assert (joined["code"], clients(joined["table"])["Bob"]) == (waiting["code"], "quick")
    api.act(waiting, "set_public", public=False)
    alone = api.made_by(api.call("POST", "/api/quick", json={"name": "Bob", "client": "quick"}))
    assert alone["code"] != waiting["code"]
    assert clients(alone["table"])["Bob"] == "quick"


@pytest.mark.parametrize("name", ["\u0430-bot", "a\nb", " a", "a" * 33, "<b>", 5, None])
def test_name_of_a_program_that_could_be_mistaken_is_refused(api: Api, name: object) -> None:
    response = api.call("POST", "/api/rooms", json={"name": "Ada", "client": name})
    assert problem(response) == (422, "bad_field")
