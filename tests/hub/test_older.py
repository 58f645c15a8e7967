"""Publishing what is in the older format: it becomes a game like any other."""

from __future__ import annotations

import base64
import json
from typing import Any

from cheat.documents import compiled
from tests.documents.older.test_archives import packed
from tests.documents.older.vocabulary import older

from .conftest import Hub


def send(hub: Hub, doc: Any, key: str | None = None, path: str = "", **more: Any) -> Any:
    """The answer to a document that is published, as its text."""
    text = json.dumps(doc, ensure_ascii=False, indent=1)
    answer = hub.call("POST", f"/api/documents{path}", key, json={"document": text, **more})
    return answer.get_json(force=True)


def test_a_document_is_published_as_what_it_is_converted_to_and_played(hub: Hub) -> None:
    made = send(hub, older(gameLop="1"))
    assert (made["slug"], made["version"], len(made["key"])) == ("like-suits", "1.0.0", 22)
    (warning,) = made["diagnostics"]
    assert (warning["path"], warning["severity"]) == ("gameLop", "warning")
    shown = hub.call("GET", "/api/documents/like-suits").get_json()
    assert shown["document"] == made["document"]
    assert compiled(made["document"].encode()).id == made["id"]
    ada = hub.create(game="like-suits")
    hub.join(ada["code"], "Bob")
    hub.act(ada, "start")
    table = hub.snapshot(ada)["table"]
    assert (table["game"], table["phase"]) == (made["id"], "playing")


def test_a_check_answers_with_the_conversion_and_what_is_wrong_at_the_authors_places(hub: Hub) -> None:
    found = send(hub, older(), path="/check")
    assert (found["converted"], found["about"]["slug"], found["diagnostics"]) == (True, "like-suits", [])
    assert json.loads(found["document"])["cardgame"] == 1
    wrong = send(hub, older(gameLoop="1 OR 7"))
    assert wrong["code"] == "bad_document"
    (one,) = wrong["diagnostics"]
    assert (one["path"], one["from"], one["to"]) == ("gameLoop", 5, 6)
    assert one["line"] > 1
    decks = {"decks": [{"id": 4, "suits": ["A"]}]}
    (one, *_) = send(hub, older(deckId=4), decks=decks)["diagnostics"]
    assert (one["file"], one["text"]) == ("deck.json", "“values” is missing.")


def test_decks_may_come_along_as_an_object_or_a_text(hub: Hub) -> None:
    decks = {"decks": [{"id": 4, "suits": ["A", "B"], "values": list("123456789")}]}
    for given in (decks, json.dumps(decks)):
        assert send(hub, older({"startCardsPerPlayer": 4}, deckId=4), decks=given, path="/check")["about"]


def test_a_zip_is_published_and_one_that_is_none_is_told(hub: Hub) -> None:
    archive = packed(("My Game.json", json.dumps(older({"gameName": None})).encode()))
    body = {"archive": base64.b64encode(archive.getvalue()).decode(), "note": "From a zip"}
    made = hub.call("POST", "/api/documents", json=body).get_json()
    assert made["slug"] == "my-game"
    body["archive"] = base64.b64encode(b"PK\x03\x04 and nothing").decode()
    (one,) = hub.call("POST", "/api/documents", json=body).get_json(force=True)["diagnostics"]
    assert one["code"] == "archive_broken"
    assert hub.code("POST", "/api/documents", json={"note": "nothing"}) == (422, "bad_field")
    assert hub.code("POST", "/api/documents", json={"archive": "***"}) == (422, "bad_field")


def test_a_zip_may_hold_a_document_of_ours(hub: Hub) -> None:
    first = hub.published()
    text = hub.call("GET", "/api/documents/small").get_json()["document"].replace("1.0.0", "1.1.0")
    ours = json.dumps({**json.loads(text), "version": "1.1.0"}).encode()
    archive = base64.b64encode(packed(("game.json", ours)).getvalue()).decode()
    made = hub.call("POST", "/api/documents", first["key"], json={"archive": archive}).get_json()
    assert (made["slug"], made["version"], "document" in made) == ("small", "1.1.0", False)


def test_a_title_that_is_taken_gets_a_number_and_an_author_the_next_version(hub: Hub) -> None:
    eights = older({"gameName": "Crazy Eights"})
    first = send(hub, eights)
    assert first["slug"] == "crazy-eights-2", "the first one came with the server"
    key = first["key"]
    assert send(hub, eights)["slug"] == "crazy-eights-3", "somebody else's"
    again = send(hub, eights, key)
    assert (again["slug"], again["version"], again["id"]) == ("crazy-eights-2", "1.0.0", first["id"])
    changed = send(hub, {**eights, "round0": None}, key)
    assert (changed["slug"], changed["version"]) == ("crazy-eights-2", "1.0.1")


def test_what_is_too_large_is_refused_before_anybody_looks(hub: Hub) -> None:
    asked = len(hub.checker.asked)
    for part in ("script", "decks"):
        body = {"document": older(), part: "x" * (64 * 1024 + 1)}
        assert hub.code("POST", "/api/documents", json=body) == (413, "too_large")
    assert len(hub.checker.asked) == asked
