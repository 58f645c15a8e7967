"""Versions of a published game: their differences in words, and the way back to an earlier one."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest

from cheat.documents.parse.json_text import with_text
from cheat.service.hub import hub as hub_module
from cheat.store import keys
from tests.documents.older.older_documents import older
from tests.documents.older.test_archives import packed
from tests.documents.small_documents import document, written

from .conftest import Hub
from .test_pictures import drawn

ANOTHER_KEY = "the key of another author"


def changes(hub: Hub, name: str, doc: Any, key: str | None = None) -> Any:
    """Return what a document changes in a published game."""
    return hub.call("POST", f"/api/documents/{name}/changes", key, json={"document": doc}).get_json()


def restored(hub: Hub, slug: str, version: str, key: str | None, note: str = "") -> Any:
    """Return the answer to publishing an earlier version once more."""
    return hub.call("POST", f"/api/documents/{slug}/restore", key, json={"version": version, "note": note})


def test_an_author_reads_what_an_update_changes_before_it_is_published(hub: Hub) -> None:
    key = hub.published()["key"]
    hub.published(key, version="1.0.1", summary="Plain.")
    later = document(version="1.0.2", summary="Plainer.", options={"open": {"default": False}})
    found = changes(hub, "small", later)
    assert (found["version"], found["next"], found["differs"]) == ("1.0.1", "1.1.0", "options")
    assert [(one["kind"], one["text"]) for one in found["changes"]] == [
        ("changed", "In “summary”, now: “Plainer.” Before: “Plain.”"),
        ("added", "New: option “open”."),
    ]
    assert [one["version"] for one in found["versions"]] == ["1.0.1", "1.0.0"], "newest first"
    (first, *_) = changes(hub, "small@1.0.0", later)["changes"]
    assert first["text"] == "In “summary”, added: “Plainer.”", "any version can be compared"
    assert changes(hub, "small", document(version="1.0.1", summary="Plain."))["changes"] == []
    assert [one["version"] for one in hub.call("GET", "/api/documents/small").get_json()["versions"]] == [
        "1.0.1",
        "1.0.0",
    ], "and nothing is stored"


def test_what_cannot_be_compared_is_refused(hub: Hub) -> None:
    hub.published()
    path = "/api/documents/small/changes"
    assert hub.code("POST", path, json={"document": '{"cardgame": 1'}) == (422, "bad_document")
    assert hub.code("POST", path, json={"document": "x" * (64 * 1024 + 1)})[1] == "too_large"
    assert hub.code("POST", "/api/documents/large/changes", json={"document": {}}) == (404, "game_not_found")


def test_authors_compare_their_games_also_when_these_are_not_listed(hub: Hub) -> None:
    key = hub.published()["key"]
    hub.call("DELETE", "/api/documents/small", key)
    later = document(version="1.0.1", summary="Plain.")
    for stranger in (None, ANOTHER_KEY):
        assert changes(hub, "small", later, stranger)["code"] == "game_not_found"
    assert [one["text"] for one in changes(hub, "small", later, key)["changes"]] == [
        "In “summary”, added: “Plain.”"
    ]


def test_an_author_reads_what_files_change_whatever_their_form(hub: Hub) -> None:
    key = hub.published()["key"]
    hub.call("POST", "/api/documents", key, json={"document": older({"numPlayers": [2]})})
    paper = {"style": {"faces": {"else": "paper.png"}}}
    picture = {"paper.png": drawn("white")}

    def changes_of(key: str | None = key, **files: Any) -> Any:
        answer = hub.call("POST", "/api/documents/compare", key, json=files).get_json()
        return [one["text"] for one in answer["changes"]] if "changes" in answer else answer["code"]

    def zipped(**changes: Any) -> str:
        files = {"game.json": written(document(**changes)), **(picture if "style" in changes else {})}
        return base64.b64encode(packed(*files.items()).getvalue()).decode()

    plain = ["In “summary”, added: “Plain.”"]
    assert changes_of(document=document(summary="Plain.")) == plain
    assert changes_of(archive=zipped(summary="Plain.")) == plain
    assert changes_of(document=older({"numPlayers": [2]})) == [], "it is compared with its own conversion"
    more = changes_of(document=older({"numPlayers": [2, 3]}))
    assert more[0] == "In “players”, “max”, now: 3. Before: 2."
    assert changes_of(archive=zipped(**paper)) != []
    assert hub.service.store.client.zrange(keys.DOCUMENTS_DUE, 0, -1) == [], "nothing is stored"
    for stranger in (None, ANOTHER_KEY):
        assert changes_of(stranger, document=document(summary="Plain.")) == "game_not_found"
    assert changes_of(document=document(id="large")) == "game_not_found"
    assert changes_of(document=document(start="nothing")) == "bad_document"


def test_an_author_gets_the_documents_of_a_game_that_is_not_listed(hub: Hub) -> None:
    key = hub.published()["key"]
    hub.published(key, version="1.0.1", summary="Plain.")
    hub.call("DELETE", "/api/documents/small", key)
    path = "/api/documents/small@1.0.0.json"
    assert [hub.code("GET", path, other)[1] for other in (None, ANOTHER_KEY)] == ["game_not_found"] * 2
    answer = hub.call("GET", path, key)
    assert (answer.get_json(), answer.headers["Cache-Control"]) == (document(), "no-store")


def test_an_earlier_version_becomes_the_newest_once_more(hub: Hub) -> None:
    first = hub.published(version="1.0.0", summary="One.")
    key = first["key"]
    ada = hub.create(game="small")
    hub.published(key, version="2.0.0", summary="Two.", deck={"use": "spanish"})
    answer = restored(hub, "small", "1.0.0", key, "Back to the French cards.")
    assert answer.status_code == 201
    details = hub.call("GET", "/api/documents/small").get_json()
    assert [(one["version"], one.get("note"), one.get("differs")) for one in details["versions"]] == [
        ("3.0.0", "Back to the French cards.", "rules"),
        ("2.0.0", None, "rules"),
        ("1.0.0", None, None),
    ], "version numbers only grow"
    older = hub.call("GET", "/api/documents/small@1.0.0").get_json()["document"]
    assert details["document"] == older.replace("1.0.0", "3.0.0"), "and all else is as it was written"
    assert hub.snapshot(ada)["table"]["game"] == first["id"], "rooms keep the version that they began with"
    bob = hub.create(game="small")
    assert hub.snapshot(bob)["table"]["game"] == answer.get_json()["id"]


def test_only_the_author_may_restore_and_only_what_there_is(hub: Hub) -> None:
    key = hub.published()["key"]
    hub.published(key, version="1.0.1", summary="Plain.")
    path, body = "/api/documents/small/restore", {"version": "1.0.0"}
    assert hub.code("POST", path, json=body) == (401, "no_token")
    assert hub.code("POST", path, ANOTHER_KEY, json=body) == (403, "not_yours")
    assert hub.code("POST", path, key, json={"version": "9.0.0"}) == (404, "game_not_found")
    assert hub.code("POST", path, key, json={"version": "1.0.1"}) == (422, "bad_field")
    assert hub.code("POST", "/api/documents/large/restore", key, json=body) == (404, "game_not_found")


def test_a_barred_version_is_not_restored(hub: Hub) -> None:
    first = hub.published()
    hub.published(first["key"], version="1.0.1", summary="Plain.")
    hub.service.hub.store.bar(first["id"])
    answer = restored(hub, "small", "1.0.0", first["key"])
    assert (answer.status_code, answer.get_json(force=True)["code"]) == (422, "bad_document")
    assert "took longer than a second" in answer.get_json(force=True)["diagnostics"][0]["text"]


def test_a_game_keeps_a_limited_number_of_versions(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "MOST_VERSIONS", 3)
    first = hub.published()
    key = first["key"]
    ada = hub.create(game="small")
    for number in range(1, 5):
        hub.published(key, version=f"1.0.{number}", summary=f"Number {number}.")
    versions = hub.call("GET", "/api/documents/small").get_json()["versions"]
    assert [one["version"] for one in versions] == ["1.0.4", "1.0.3", "1.0.2"]
    assert hub.code("GET", "/api/documents/small@1.0.0")[0] == 404
    assert hub.snapshot(ada)["table"]["game"] == first["id"], "a room goes on with a dropped version"
    restored(hub, "small", "1.0.2", key)
    assert hub.call("GET", "/api/documents/small").get_json()["game"]["version"] == "1.0.5"


def test_restoring_counts_for_the_space_of_the_hub(make_hub: Callable[..., Hub]) -> None:
    hub = make_hub()
    key = hub.published()["key"]
    hub.published(key, version="1.0.1", summary="Plain.")
    before = hub.service.hub.store.stored_bytes()
    restored(hub, "small", "1.0.0", key)
    assert hub.service.hub.store.stored_bytes() > before
    hub.service.hub.most_bytes = hub.service.hub.store.stored_bytes()
    answer = restored(hub, "small", "1.0.1", key)
    assert (answer.status_code, answer.get_json(force=True)["code"]) == (503, "hub_full")


@pytest.mark.parametrize("text", [
    '{"id": "a", "version" : "1.0.0" ,\n "name": "1.0.0"}',
    '\ufeff{"version": "1\\u002e0"}', '{\n "id": "a"}',
])  # fmt: skip
def test_a_text_of_a_document_is_replaced_and_the_rest_stays(text: str) -> None:
    data = text.encode()
    changed = with_text(data, "version", "2.0.0")
    stated = json.loads(text.removeprefix("\ufeff"))
    assert json.loads(changed) == {**stated, "version": "2.0.0"}
    assert changed.count(b"\n") - data.count(b"\n") == (b"version" not in data), "as it is laid out"
    stays = written(document(version="1.0.0"))
    assert with_text(stays, "version", "1.0.0") == stays
