"""A published game as a zip: uploading it again gives the same game."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from typing import Any

import pytest

from cheat.service.hub.bundle import MANUAL
from tests.documents.older.older_documents import TAKE, TURN_UP, older, playing
from tests.documents.older.test_archives import packed

from .conftest import Hub

SCRIPT = "function AIChooseCardCode() { return hands[curPlayer].cards.last(); }"
DECKS = {
    "plain": {"suits": ["Sun", "Moon"], "values": list("123456789"), "ranks": [9, 1, 2, 3, 4, 5, 6, 7, 8]},
    "pointed": {"suits": ["Sun", "Moon"], "values": list("123456789"), "points": [0, 5, -1, *[2] * 6]},
    "alike": {"suits": ["b", "A"], "values": ["a", "aa", *"1234567"], "points": [1, 2, *[3] * 7]},
    "of ours": None,
}  # fmt: skip
Files = dict[str, bytes]


def downloaded(hub: Hub, name: str, language: str = "en") -> Files:
    answer = hub.call("GET", f"/api/documents/{name}.zip?lang={language}")
    file = zipfile.ZipFile(io.BytesIO(answer.data))
    return {name: file.read(name) for name in file.namelist()}


def uploaded(hub: Hub, files: Files, key: str | None = None) -> Any:
    archive = base64.b64encode(packed(*files.items()).getvalue()).decode()
    return hub.call("POST", "/api/documents", key, json={"archive": archive}).get_json(force=True)


@pytest.mark.parametrize("name", DECKS)
def test_a_zip_that_was_downloaded_is_the_same_game_when_it_is_uploaded(hub: Hub, name: str) -> None:
    deck = DECKS[name] and {"decks": [{"id": 9, **DECKS[name]}]}
    asking = playing(AIChooseCardCode=True)
    doc = older({"startCardsPerPlayer": 2}, actions=[asking, TAKE, TURN_UP], deckId=9 if deck else 1)
    body = {"document": doc, "script": SCRIPT, **({"decks": deck} if deck else {})}
    published = hub.call("POST", "/api/documents", json=body).get_json()
    files = downloaded(hub, published["slug"])
    again = uploaded(hub, files, published["key"])
    assert (again["id"], again["slug"], again["version"]) == (published["id"], published["slug"], "1.0.0")
    assert downloaded(hub, published["slug"]) == files
    assert ("deck.json" in files, b"deck.json" in files["README.md"]) == (bool(deck), bool(deck))
    if deck:
        own = json.loads(files["deck.json"])
        body = {"document": {**doc, "deckId": own["decks"][0]["id"]}, "script": SCRIPT, "decks": own}
        other = json.loads(hub.call("POST", "/api/documents/check", json=body).get_json()["document"])
        assert other["deck"] == json.loads(files["game.json"])["deck"]


def test_a_script_that_was_changed_in_the_zip_counts(hub: Hub) -> None:
    doc = older(actions=[playing(AIChooseCardCode=True), TAKE, TURN_UP])
    published = hub.call("POST", "/api/documents", json={"document": doc, "script": SCRIPT}).get_json()
    files = downloaded(hub, published["slug"])
    files["game.js"] = SCRIPT.replace(".last()", "[0]").encode()
    assert uploaded(hub, files, published["key"])["code"] == "version_too_low"
    files["game.json"] = files["game.json"].replace(b'"version": "1.0.0"', b'"version": "1.0.1"')
    assert uploaded(hub, files, published["key"])["version"] == "1.0.1"
    files_after = downloaded(hub, published["slug"])
    assert files_after["game.js"] == files["game.js"]
    assert json.loads(files_after["game.json"])["bots"]["script"]["source"] == files_after["game.js"].decode()


def test_zip_of_a_bundled_game_is_the_same_game(hub: Hub) -> None:
    published = hub.published()
    files = downloaded(hub, "small")
    assert set(files) == {"game.json", "README.md", *MANUAL, "template.json"}
    assert uploaded(hub, files, published["key"])["id"] == published["id"]
    spanish = downloaded(hub, "small", "es")
    assert set(spanish) - set(files) == {f"es/{name}" for name in MANUAL}
    assert spanish["es/documents.md"] != files["documents.md"] and b"`es`" in spanish["README.md"]
    again = uploaded(hub, spanish, published["key"])
    assert (again["id"], [one["code"] for one in again.get("diagnostics", [])]) == (published["id"], [])
    only = {"template.json": files["template.json"]}
    assert uploaded(hub, only)["slug"] == json.loads(files["template.json"])["id"]
