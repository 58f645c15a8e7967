"""Withheld games stay withheld under the same content, author key or network."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from cheat.store import keys
from tests.documents.small_documents import document

from .conftest import Hub

OPERATOR = "the operator's own key"
PLACE, ELSEWHERE = "192.0.2.1", "203.0.113.1"
Make = Callable[..., Hub]


@pytest.fixture
def hub(make_hub: Make) -> Hub:
    return make_hub(hub_key=OPERATOR)


def flag(hub: Hub, slug: str, *places: str) -> str:
    state = ""
    for place in places:
        headers = {"X-Forwarded-For": place}
        answer = hub.call("POST", f"/api/documents/{slug}/flags", json={"reason": "rude"}, headers=headers)
        state = answer.get_json()["state"]
    return state


def hide(hub: Hub, slug: str = "small") -> None:
    assert flag(hub, slug, "10.0.1.1", "10.0.2.1", "10.0.3.1") == "hidden"


def decide(hub: Hub, slug: str, *, listed: bool) -> str:
    answer = hub.call("PATCH", f"/api/documents/{slug}", OPERATOR, json={"listed": listed})
    return str(answer.get_json()["state"])


def waiting(hub: Hub) -> list[str]:
    games = hub.call("GET", "/api/documents?flagged=1", OPERATOR).get_json()["games"]
    return sorted(game["slug"] for game in games)


def test_a_hidden_game_is_not_listed_again_by_its_author(hub: Hub) -> None:
    key = hub.published(address=PLACE)["key"]
    hide(hub)
    hub.call("DELETE", "/api/documents/small", key)
    assert hub.published(key, address=PLACE)["state"] == "hidden"
    hub.call("DELETE", "/api/documents/small", key)
    assert hub.published(key, address=PLACE, version="1.0.1")["state"] == "hidden"
    assert (hub.listed(), waiting(hub)) == ([], ["small"])


@pytest.mark.parametrize("removed", [False, True])
@pytest.mark.parametrize(
    ("same", "name"), [("content", "Small"), ("author", "Other"), ("network", "Other"), ("nothing", "Other")]
)
def test_hidden_game_is_not_listed_under_another_name(hub: Hub, same: str, name: str, removed: bool) -> None:
    key = hub.published(address=PLACE)["key"]
    hide(hub)
    if removed:
        hub.call("DELETE", "/api/documents/small", key)
    author = key if same == "author" else None
    place = "192.0.2.77" if same == "network" else ELSEWHERE
    published = hub.published(author, address=place, id="other", name=name)
    assert published.get("state") == (None if same == "nothing" else "hidden")
    assert hub.listed() == (["other"] if same == "nothing" else [])


def test_games_that_are_listed_stay_so_whatever_becomes_of_others_of_their_author(hub: Hub) -> None:
    key = hub.published(address=PLACE)["key"]
    hub.published(key, address=PLACE, id="good", name="Good")
    hide(hub)
    hub.published(key, address=PLACE, id="good", name="Good", version="1.0.1")
    assert hub.listed() == ["good"]
    copied = hub.published(key, address=PLACE, id="good", name=document()["name"], version="1.0.2")
    assert (copied["state"], hub.listed()) == ("hidden", []), "it has become the other one"


def test_what_the_operator_lists_is_listed_and_a_network_is_forgotten_in_time(hub: Hub) -> None:
    hub.published(address=PLACE)
    hide(hub)
    hub.published(address=PLACE, id="other", name="Other")
    assert decide(hub, "other", listed=True) == "listed"
    assert hub.listed() == ["other"]
    hub.clock.now += 31 * 24 * 3_600_000
    assert "state" not in hub.published(address=PLACE, id="third", name="Third")


def test_unknown_address_has_no_network(hub: Hub) -> None:
    hub.client.environ_base["REMOTE_ADDR"] = "/run/cheat.sock"
    hub.published()
    hide(hub)
    assert "state" not in hub.published(id="other", name="Other")


def test_flags_are_weighed_by_networks(hub: Hub) -> None:
    hub.published()
    household = [f"2001:db8:1:{number:x}::1" for number in (1, 2, 3, 0x100, 0xFFFF)]
    assert flag(hub, "small", *household, "198.51.100.1", "198.51.100.2") == "listed"
    assert flag(hub, "small", "2001:db8:2::1") == "hidden"


def test_a_decision_of_the_operator_outlives_flags(hub: Hub) -> None:
    key = hub.published(address=PLACE)["key"]
    hide(hub)
    assert decide(hub, "small", listed=True) == "listed"
    assert flag(hub, "small", "10.0.1.1", "10.0.2.1", "10.0.3.1", "10.0.4.1") == "listed"
    hub.published(key, address=PLACE, version="1.0.1", summary="New")
    again = flag(hub, "small", "10.0.1.1", "10.0.2.1", "10.0.3.1", "10.0.5.1")
    assert again == "listed", "flags that the operator has dismissed do not count"
    assert flag(hub, "small", "10.0.6.1") == "hidden", "of a new version others may think otherwise"


def test_what_the_operator_lists_while_its_author_has_taken_it_away_is_listed_by_its_author(hub: Hub) -> None:
    key = hub.published(address=PLACE)["key"]
    hide(hub)
    hub.call("DELETE", "/api/documents/small", key)
    assert decide(hub, "small", listed=True) == "removed"
    hub.published(key, address=PLACE)
    assert hub.listed() == ["small"]


def age(hub: Hub, slug: str = "small") -> None:
    """Store a game as older releases did, without content hashes and network."""
    store = hub.service.hub.store
    written = store.game(slug)
    assert written is not None
    record = json.loads(written.data)
    del record["contents"], record["network"]
    assert store.publish(slug, written.revision, json.dumps(record).encode(), None, hub.clock())


@pytest.mark.parametrize("removed", [False, True])
@pytest.mark.parametrize("aged", ["before", "after"])
@pytest.mark.parametrize("by", ["flags", "operator"])
def test_content_from_an_older_release_stays_withheld(hub: Hub, by: str, aged: str, removed: bool) -> None:
    key = hub.published(address=PLACE)["key"]
    hub.published(key, address=PLACE, version="1.1.0", summary="Another")
    if aged == "before":
        age(hub)
    hide(hub)
    if by == "operator":
        decide(hub, "small", listed=False)
    if removed:
        hub.call("DELETE", "/api/documents/small", key)
    if aged == "after":
        age(hub)
    for number, changes in enumerate(({}, {"summary": "Another"})):
        published = hub.published(address=f"203.0.{number}.1", id=f"copy-{number}", name="Small", **changes)
        assert published.get("state") == "hidden"
    assert "state" not in hub.published(address=ELSEWHERE, id="other", name="Other")
    assert hub.listed() == ["other"]


def test_content_of_an_older_release_is_stored_when_its_author_removes_it(hub: Hub) -> None:
    """This works while the document is still stored."""
    published = hub.published(address=PLACE)
    age(hub)
    hub.call("DELETE", "/api/documents/small", published["key"])
    hub.service.store.client.delete(keys.document_key(published["id"]))
    assert decide(hub, "small", listed=False) == "barred"
    assert hub.published(address=ELSEWHERE, id="copy", name="Small")["state"] == "hidden"


def test_a_withheld_game_whose_document_is_gone_withholds_nothing_else(hub: Hub) -> None:
    published = hub.published(address=PLACE)
    hide(hub)
    age(hub)
    hub.service.store.client.delete(keys.document_key(published["id"]))
    assert "state" not in hub.published(address=ELSEWHERE, id="other", name="Other")
    assert hub.service.hub.index.incomplete() == (), "it is not looked for again"


def withheld_of(published: dict[str, Any]) -> tuple[str, bool]:
    """Return why a game is not listed, and whether it can be played."""
    withheld = published["withheld"]
    assert withheld["text"].startswith("Your game is published but not listed")
    assert withheld["advice"].startswith("You can still" if withheld["playable"] else "No room")
    return withheld["reason"], withheld["playable"]


def test_an_author_is_told_why_a_game_is_not_listed(hub: Hub) -> None:
    first = hub.published(address=PLACE)
    assert "withheld" not in first
    hide(hub)
    key, other = first["key"], {"id": "other", "name": "Other"}
    assert withheld_of(hub.published(key, address=PLACE)) == ("flags", True), "the same version again"
    assert withheld_of(hub.published(key, address=PLACE, version="1.0.1")) == ("flags", True)
    copy = hub.published(address=ELSEWHERE, id="copy", name="Small")
    assert withheld_of(copy) == ("content", True)
    assert begun(hub, "/api/rooms", copy["id"]) == 201
    assert withheld_of(hub.published(key, address="198.51.100.1", **other)) == ("author", True)
    third = hub.published(address="192.0.2.9", id="third", name="Third")
    assert withheld_of(third) == ("network", True)
    for slug in ("small", "copy", "other"):
        decide(hub, slug, listed=True)
    again = {"id": "third", "name": "Third", "version": "1.0.1"}
    assert withheld_of(hub.published(third["key"], address="198.51.100.9", **again)) == ("review", True)
    decide(hub, "small", listed=False)
    barred = hub.published(key, address=PLACE, version="1.0.2", name="Barred")
    assert withheld_of(barred) == ("barred", False)
    copy = hub.published(address="203.0.9.1", id="copy-2", name="Barred")
    assert withheld_of(copy) == ("content", False)
    assert begun(hub, "/api/rooms", copy["id"]) == 404
    hub.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "es"
    forked = hub.call("POST", "/api/documents/other/fork", key, json={"slug": "forked"}).get_json()
    assert forked["withheld"] == {
        "reason": "author", "playable": True,
        "text": "Tu juego está publicado, pero no aparece en la lista porque se ocultó o vetó otro juego "
        "tuyo.",
        "advice": "Aún puedes jugarlo: abre una sala en el diseñador y comparte su enlace.",
    }  # fmt: skip


def begun(hub: Hub, path: str, game: str, **body: Any) -> int:
    return hub.call("POST", path, json={"name": "Ada", "game": game, **body}).status_code


@pytest.mark.parametrize("older", [False, True])
def test_no_room_is_opened_with_a_barred_game(hub: Hub, older: bool) -> None:
    published = hub.published()
    ada, other = hub.create(game="small"), hub.create()
    hub.join(ada["code"], "Bob")
    decide(hub, "small", listed=False)
    if older:
        age(hub)
    copy = {"document": document(id="copy", version="2.0.0")}
    draft_id = hub.call("POST", "/api/documents/try", json=copy).get_json()["id"]
    for game in (published["id"], draft_id, "small"):
        for path in ("/api/rooms", "/api/quick", "/api/trials"):
            assert begun(hub, path, game) == 404
        assert hub.try_act(other, "set_game", game=game).status_code in (404, 409)
    assert hub.snapshot(other)["table"]["game"] == other["table"]["game"]
    assert hub.call("GET", f"/api/games/{published['id']}").status_code == 200, "rooms that have it need it"
    hub.act(ada, "start")
    assert hub.snapshot(ada)["table"]["phase"] == "playing", "and play on"


def test_public_rooms_are_shown_of_listed_games_alone(hub: Hub) -> None:
    hub.published(address=PLACE)
    draft_id = hub.call("POST", "/api/documents/try", json={"document": document(name="Draft")}).get_json()[
        "id"
    ]
    codes = [hub.create(game=game, public=True)["code"] for game in ("small", draft_id, "uno")]

    def shown() -> list[int]:
        rooms = {room["code"] for room in hub.call("GET", "/api/rooms").get_json()["rooms"]}
        return [place for place, code in enumerate(codes) if code in rooms]

    assert shown() == [0, 2]
    hide(hub)
    assert shown() == [2]
