"""Trials: one person plays a document with bots, with the same seed again, and leaves nothing behind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.documents.small_documents import document

from .conftest import Hub

SECRETS: Mapping[str, Any] = {
    "vars": {"held": "card", "rounds": 3},
    "player_vars": {"bid": {"start": 1, "seen": "owner"}, "score": 0},
}
"""Variables of all kinds: a card, a number, a secret of each player."""


def trial_of(hub: Hub, **more: Any) -> dict[str, Any]:
    """Try a small document as Ada, with these options of the trial."""
    changes = more.pop("changes", {})
    id = hub.call("POST", "/api/documents/try", json={"document": document(**changes)}).get_json()["id"]
    answer = hub.call("POST", "/api/trials", json={"name": "Ada", "game": id, "bots": 2, **more})
    return hub.made_by(answer)


def inside(hub: Hub, player: Mapping[str, Any]) -> dict[str, Any]:
    answer = hub.call("GET", f"/api/rooms/{player['code']}/inside", player["token"])
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.get_json()
    return found


def cards(view: Mapping[str, Any]) -> dict[str, list[str]]:
    return {zone["id"]: zone["cards"] for zone in view["table"]["zones"]}


def test_the_same_seed_deals_the_same_cards_also_to_a_game_that_was_changed(hub: Hub) -> None:
    first = inside(hub, trial_of(hub))
    again = inside(hub, trial_of(hub, seed=first["seed"], changes={"summary": "Put right"}))
    other = inside(hub, trial_of(hub))
    assert first["table"]["game"] != again["table"]["game"]
    assert cards(first) == cards(again) and first["seed"] == again["seed"]
    assert [player["name"] for player in first["table"]["players"]][1:] == [
        player["name"] for player in again["table"]["players"]
    ][1:], "the bots have the same chance, too"
    assert cards(other) != cards(first) and other["seed"] != first["seed"]


def test_options_that_a_changed_game_no_longer_has_are_left_out(hub: Hub) -> None:
    ada = trial_of(hub, options={"turn_s": 20, "gone": 1})
    assert ada["table"]["options"]["turn_s"] == 20


def test_debug_view_shows_the_whole_table(hub: Hub) -> None:
    ada = trial_of(hub, changes=SECRETS)
    view, mine = inside(hub, ada), hub.snapshot(ada)
    assert mine["table"]["trial"] is True
    hidden = [zone["id"] for zone in mine["table"]["zones"] if zone["count"] and "cards" not in zone]
    assert hidden and all(len(cards(view)[zone]) > 0 for zone in hidden)
    assert (view["phase"], view["table"]["moves"], view["table"]["you"]) == ("turn", [], None)
    variables = [(variable["name"], variable["of"], variable["text"]) for variable in view["kept"]]
    assert variables[:2] == [("held", [], "–"), ("rounds", [], "3")]
    assert [(name, of) for name, of, _ in variables[2:]] == [
        (name, [player]) for player in ("p1", "p2", "p3") for name in ("bid", "score")
    ]
    assert {text for name, _, text in variables if name == "bid"} == {"1"}, "what others keep secret as well"


def test_a_card_that_a_variable_holds_is_named(hub: Hub) -> None:
    start = [{"deal": 3, "to": "hand"}, {"set": {"held": "top(stock)"}}, {"go": "turn"}]
    held = inside(hub, trial_of(hub, changes={**SECRETS, "start": start}))["kept"][0]["text"]
    assert " of " in held, held


def test_trial_has_one_player_and_one_viewer(hub: Hub) -> None:
    ada = trial_of(hub)
    path = f"/api/rooms/{ada['code']}"
    assert hub.code("GET", f"{path}/inside") == (401, "no_token")
    assert hub.code("GET", f"{path}/inside", "x" * 32) == (401, "bad_token")
    assert hub.code("POST", f"{path}/players", json={"name": "Bob"}) == (409, "trial_room")
    watched = hub.call("GET", path).get_json()["table"]
    assert all("cards" not in zone for zone in watched["zones"] if zone["kind"] == "hand")
    assert "seed" not in hub.call("GET", path).text
    friends = hub.create(game=ada["table"]["game"])
    assert hub.code("GET", f"/api/rooms/{friends['code']}/inside", friends["token"]) == (403, "no_trial")


def test_a_trial_never_becomes_a_room_for_others(hub: Hub) -> None:
    ada = trial_of(hub, changes={"start": [{"deal": 1, "to": "hand"}, {"go": "turn"}]})
    (card,) = cards(inside(hub, ada))["hand:p1"]
    hub.act(ada, "play", card=[card], **ada["table"]["moves"][0]["with"])
    assert inside(hub, ada)["table"]["phase"] == "over"
    hub.act(ada, "play_again")
    assert inside(hub, ada)["table"]["phase"] == "over", "what was played is still on the table"
    assert hub.code("POST", f"/api/rooms/{ada['code']}/players", json={"name": "Bob"})[1] == "trial_room"
    offered = {form["name"] for form in hub.snapshot(ada)["table"]["moves"]}
    assert offered & {"start", "set_options"} and not offered & {"set_public", "set_game"}


@pytest.mark.parametrize("start", [True, False])
def test_room_of_a_published_game_has_no_debug_view(hub: Hub, *, start: bool) -> None:
    hub.published()
    ada = hub.create(game="small")
    hub.join(ada["code"], "Bob")
    if start:
        hub.act(ada, "start")
    path = f"/api/rooms/{ada['code']}/inside"
    assert hub.code("GET", path, ada["token"]) == (403, "no_trial")
    assert "trial" not in hub.snapshot(ada)["table"]


def test_only_documents_are_tried_and_no_play_of_one_is_counted(hub: Hub) -> None:
    published = hub.published()
    hub.made_by(hub.call("POST", "/api/trials", json={"name": "Ada", "game": published["slug"], "bots": 1}))
    assert hub.call("GET", "/api/documents").get_json()["games"][0]["plays"] == 0
    body = {"name": "Ada", "bots": 1}
    assert hub.code("POST", "/api/trials", json={**body, "game": "uno"}) == (404, "game_not_found")
    alone = {"name": "Ada", "game": "small", "bots": 0}
    assert hub.code("POST", "/api/trials", json=alone) == (409, "too_few_players")
    crowd = {"name": "Ada", "game": "small", "bots": 9}
    assert hub.code("POST", "/api/trials", json=crowd) == (409, "too_many_players")
    elsewhere = {"Sec-Fetch-Site": "cross-site"}
    assert hub.code("POST", "/api/trials", json=alone, headers=elsewhere) == (403, "cross_site")
    odd = {**body, "game": "small", "seed": "abc"}
    assert hub.code("POST", "/api/trials", json=odd) == (422, "bad_field")
