"""The games of the server are found, shown and downloaded like published games."""

from __future__ import annotations

import io
import re
import zipfile

import pytest

from cheat.catalogue import CATALOGUE, DOCUMENTS
from scripts.catalogues import ROOT
from tests.hub.test_game_list import counted

from .conftest import Hub

ALL = "built_in=1"


def test_list_has_the_games_of_the_server_if_it_is_asked_for_them(hub: Hub) -> None:
    hub.published(id="small")
    assert hub.listed() == ["small"]
    first = hub.call("GET", f"/api/documents?{ALL}").get_json()
    assert first["games"][0]["slug"] == "small", "the newest comes first"
    code = sorted(game.id for game in CATALOGUE if game not in DOCUMENTS.values())
    assert [game["slug"] for game in first["games"][1 : len(code) + 1]] == code
    slugs = hub.listed(f"{ALL}&sort=name")
    assert sorted(slugs) == sorted(["small", *(game.slug or game.id for game in CATALOGUE)])
    recommended = hub.listed(f"{ALL}&sort=recommended")
    on_start_page = [game.slug or game.id for game in CATALOGUE]
    assert recommended == [*on_start_page, "small"][: len(recommended)], "published games come last"
    entries = {game["slug"]: game for game in first["games"]}
    assert (entries["uno"]["built_in"], entries["uno"]["version"]) == (True, "")
    assert (entries["poker"]["built_in"], entries["poker"]["id"]) == (True, DOCUMENTS["poker"].id)
    assert "built_in" not in entries["small"]
    assert "tricks" in first["tags"]


def test_every_kind_of_game_has_a_name_in_the_language_of_the_page(hub: Hub) -> None:
    tags = hub.call("GET", f"/api/documents?{ALL}").get_json()["tags"]
    named = re.findall(r'([\w-]+)"?: say', (ROOT / "static/js/hub/tags.js").read_text())
    assert [tag for tag in tags if tag.replace(" ", "-") not in named] == []


# fmt: off
FOUND = {
    "q=poker": ["poker"], "q=mentir": ["cheat"], "q=ivan": ["ivanhoe"], "tag=betting": ["mus", "poker"],
    "players=3&tag=partners": [], "q=zebra": [],
}
# fmt: on


@pytest.mark.parametrize("query", FOUND)
def test_games_of_the_server_are_found_in_every_language(hub: Hub, query: str) -> None:
    assert sorted(hub.listed(f"{ALL}&{query}")) == FOUND[query]


def test_a_game_of_the_server_is_shown_with_its_document(hub: Hub) -> None:
    eights = DOCUMENTS["crazy-eights"]
    for name in ("crazy-eights", f"crazy-eights@{eights.version}", eights.id):
        details = hub.call("GET", f"/api/documents/{name}").get_json()
        assert (details["game"]["name"], details["game"]["id"]) == ("Crazy Eights", eights.id)
        assert (details["state"], details["document"].encode()) == ("listed", eights.source)
        assert [version["version"] for version in details["versions"]] == [eights.version]
    assert hub.code("GET", "/api/documents/crazy-eights@0.9") == (404, "game_not_found")


def test_a_game_of_the_server_can_be_downloaded(hub: Hub) -> None:
    source = DOCUMENTS["hearts"].source
    assert hub.call("GET", "/api/documents/hearts.json").data == source
    packed = zipfile.ZipFile(io.BytesIO(hub.call("GET", "/api/documents/hearts.zip").data))
    assert packed.read("game.json") == source


def test_a_game_that_is_code_has_a_page_and_no_document(hub: Hub) -> None:
    details = hub.call("GET", "/api/documents/uno").get_json()
    assert (details["game"]["name"], details["document"], details["versions"][0]["id"]) == ("Uno", "", "uno")
    for file in ("uno.zip", "uno.json"):
        assert hub.code("GET", f"/api/documents/{file}") == (404, "game_not_found")


def test_games_of_the_server_belong_to_nobody(hub: Hub) -> None:
    key = hub.published()["key"]
    assert hub.code("DELETE", "/api/documents/hearts", key) == (404, "game_not_found")
    body = {"reason": "dull"}
    assert hub.code("POST", "/api/documents/hearts/flags", json=body) == (404, "game_not_found")


def test_listing_the_games_of_the_server_compiles_none(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    monkeypatch.setattr("cheat.documents.compiled", counted(compiled, lambda data: None))
    assert "poker" in hub.listed(ALL)
    assert compiled == []
