"""Games that are documents, over HTTP: found by slug, pinned by id, with a schema for editors."""

from __future__ import annotations

from cheat.catalogue import DOCUMENTS

from .conftest import Api


def test_documents_stand_in_the_catalogue_and_are_found_by_slug_and_id(api: Api) -> None:
    listed = {game.get("slug"): game for game in api.call("GET", "/api/games").get_json()["games"]}
    for slug, rules in DOCUMENTS.items():
        assert listed[slug]["id"] == rules.id
        for name in (slug, rules.id):
            assert api.call("GET", f"/api/games/{name}").get_json() == listed[slug]


def test_a_room_made_by_slug_is_pinned_to_exact_rules(api: Api) -> None:
    rules = DOCUMENTS["hearts"]
    ada = api.create(game="hearts", public=True)
    assert api.snapshot(ada)["table"]["game"] == rules.id
    for name in ("hearts", rules.id):
        (room,) = api.call("GET", f"/api/rooms?game={name}").get_json()["rooms"]
        assert room["game"] == rules.id
    assert api.call("POST", "/api/rooms", json={"name": "Ada", "game": "heart"}).status_code == 404


def test_a_host_chooses_a_document_and_it_is_played(api: Api) -> None:
    ada, rules = api.create(game="uno"), DOCUMENTS["crazy-eights"]
    api.join(ada["code"], "Bob")
    api.act(ada, "set_game", game=rules.id)
    api.act(ada, "start")
    table = api.snapshot(ada)["table"]
    assert (table["game"], table["phase"]) == (rules.id, "playing")
    assert [zone["count"] for zone in table["zones"] if zone["kind"] == "hand"] == [7, 7]


def test_the_schema_of_documents_is_served_for_editors(api: Api) -> None:
    answer = api.call("GET", "/schema/cardgame-1.json")
    assert answer.get_json()["title"] == "cardgame 1"
    assert answer.headers["ETag"]
