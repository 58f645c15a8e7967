"""Drafts: read at once, tried before they are published, and played with others."""

from __future__ import annotations

import json
from collections.abc import Callable

from cheat.catalogue import DOCUMENTS
from cheat.documents import check
from cheat.documents.starters import EXAMPLES
from cheat.service.hub.index import Query
from cheat.store.published import TRIAL_TTL_MS
from tests.documents.small_documents import document, written

from .conftest import Hub


def read(hub: Hub, text: str) -> dict[str, object]:
    draft: dict[str, object] = hub.call("POST", "/api/documents/read", json={"document": text}).get_json()
    return draft


def test_reading_returns_errors_and_names(hub: Hub) -> None:
    sound = read(hub, written(document(define={"full(p)": "count(p.hand) > 2"})).decode())
    names = {name["name"]: name for name in sound["names"]}  # type: ignore[attr-defined]
    assert sound["about"]["slug"] == "small"  # type: ignore[index]
    assert [diagnostic["code"] for diagnostic in sound["diagnostics"]] == ["unused"]  # type: ignore[attr-defined]
    assert names["hand"] == {
        "name": "hand",
        "kind": "zone",
        "of": "player",
        "type": "a zone",
        "gives": "card",
    }
    assert names["full"]["parameters"] == ["p"] and names["score"]["of"] == "player"
    assert (names["players"]["gives"], names["suit"]["of"], names["turn"]["kind"]) == (
        "player",
        "card",
        "phase",
    )
    wrong = read(hub, written(document(turn="trun")).decode())
    assert (wrong["about"], wrong["id"]) == (None, "")
    assert wrong["names"], "names are known as soon as the document has its shape"
    assert read(hub, "{")["names"] is None
    assert [job.kind for job in hub.checker.asked] == ["read"] * 3, "and nothing was played"


def test_draft_is_playable_and_unlisted(hub: Hub) -> None:
    answer = hub.call("POST", "/api/documents/try", json={"document": document()})
    assert answer.status_code == 201
    id = answer.get_json()["id"]
    ada = hub.create(game=id)
    hub.join(ada["code"], "Bob")
    hub.act(ada, "start")
    assert hub.snapshot(ada)["table"]["game"] == id
    assert (hub.listed(), hub.call("GET", "/api/documents/small").status_code) == ([], 404)
    report = hub.call("POST", f"/api/documents/{id}/report").get_json()
    lengths = report["tables"][0]["lengths"]
    assert sum(lengths["counts"]) == report["tables"][0]["games"] and lengths["low"] > 0
    bad = hub.call("POST", "/api/documents/try", json={"document": document(turn="trun")})
    assert (bad.status_code, bad.get_json(force=True)["code"]) == (422, "bad_document")


def test_unplayed_draft_expires_and_played_draft_stays(hub: Hub) -> None:
    ids = [
        hub.call("POST", "/api/documents/try", json={"document": document(summary=words)}).get_json()["id"]
        for words in ("one", "two")
    ]
    hub.create(game=ids[1])
    hub.clock.now += TRIAL_TTL_MS + 1
    hub.call("POST", "/api/documents/try", json={"document": document(summary="three")})
    store = hub.service.hub.store
    assert [store.document(id) is not None for id in ids] == [False, True]


def test_drafts_take_no_more_room_than_the_hub_has(make_hub: Callable[..., Hub]) -> None:
    hub = make_hub(hub_mb=1)
    hub.service.hub.most_bytes = 100
    answer = hub.call("POST", "/api/documents/try", json={"document": document()})
    assert (answer.status_code, answer.get_json(force=True)["code"]) == (503, "hub_full")


def test_games_are_opened_as_they_were_written(hub: Hub) -> None:
    text = written(document(summary="Mine")).decode()
    hub.call("POST", "/api/documents", json={"document": text})
    assert hub.call("GET", "/api/documents/small.json").text == text
    assert hub.call("GET", "/api/documents/hearts.json").data == DOCUMENTS["hearts"].source
    template = hub.call("GET", "/api/documents/template.json")
    assert check(template.data)[1] == [] and template.headers["ETag"]
    for name in ("nothing", "uno"):
        assert hub.code("GET", f"/api/documents/{name}.json") == (404, "game_not_found")
    page = hub.client.get("/design")
    assert page.status_code == 200 and "crazy-eights" in page.text
    manual = hub.client.get("/design/language").text
    assert ">Write a game as a document</h2>" in manual and ">Reference of game documents</h2>" in manual
    assert "<p>High Card Out: everybody has five cards." in manual, "it begins with a first game"


def test_small_games_to_start_with_are_those_of_the_designer(hub: Hub) -> None:
    page = hub.call("GET", "/design").text
    listed = json.loads(page.partition('id="starters">')[2].partition("</script>")[0])
    assert [title for _, title in listed] == list(EXAMPLES.values())
    for name, _ in listed:
        answer = hub.call("GET", f"/api/documents/{name}.json")
        assert check(answer.data)[1] == [] and json.loads(answer.data)["id"]
    assert hub.code("GET", "/api/documents/template:none.json") == (404, "game_not_found")


def test_a_copy_that_is_published_says_what_it_was_made_from(hub: Hub) -> None:
    hub.published(forked_from="hearts@1.0.0")
    (game,) = hub.service.hub.page(Query()).games
    assert game.forked_from == "hearts@1.0.0"
    assert json.loads(hub.call("GET", "/api/documents/small.json").data)["forked_from"] == "hearts@1.0.0"
