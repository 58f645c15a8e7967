"""Every answer has exactly the keys that docs/protocol.md names, and their types."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import NOON, Api

TABLE = {
    "code": str, "game": str, "phase": str, "version": int, "you": (str, type(None)), "host": str,
    "public": bool, "options": dict, "players": list, "zones": list, "watchers": int, "chat": bool,
    "crowd": bool, "facts": list, "prompt": str, "moves": list, "deadline": (int, type(None)), "now": int,
    "result": (dict, type(None)),
}  # fmt: skip
PLAYER = {
    "id": str, "name": str, "bot": (str, type(None)), "status": str, "turn": bool, "score": int, "wins": int,
    "marks": list,
}  # fmt: skip
ZONE = {"id": str, "kind": str, "owner": (str, type(None)), "label": str, "count": int}
EVENT = {
    "v": int, "at": int, "type": str, "by": (str, type(None)), "text": str, "args": dict, "tone": str,
    "cards": list,
}  # fmt: skip
EVENTS = {
    "version": int, "cursor": str, "events": list, "reset": bool, "hold": (int, float),
    "retry_after": (int, float),
}  # fmt: skip
FIELDS = {
    "cards": {"from", "min", "max"},
    "player": {"of"},
    "choice": {"of"},
    "number": {"min", "max"},
    "text": {"min", "max"},
    "options": {"spec"},
}


def check(value: dict[str, Any], shape: dict[str, Any], optional: dict[str, Any] | None = None) -> None:
    """Check that an answer has exactly these keys, and perhaps those of `optional`."""
    kinds = {**shape, **(optional or {})}
    assert shape.keys() <= value.keys() <= kinds.keys()
    for key, item in value.items():
        assert isinstance(item, kinds[key]), (key, item)
        assert not (isinstance(item, bool) and kinds[key] is int), (key, item)


def check_table(table: dict[str, Any]) -> None:
    check(table, TABLE, {"seats": int, "awaited": str})
    assert ("seats" in table) == (table["phase"] == "lobby")
    assert table["phase"] in ("lobby", "playing", "over")
    for player in table["players"]:
        check(player, PLAYER, {"colour": int})
        assert player["status"] in ("here", "away", "left")
        for mark in player["marks"]:
            check(mark, {"label": str, "tone": str, "kind": str})
    for zone in table["zones"]:
        check(zone, ZONE, {"cards": list, "note": str})
        assert len(zone.get("cards", range(zone["count"]))) == zone["count"]
    for fact in table["facts"]:
        check(fact, {"label": str, "text": str, "kind": str}, {"value": (int, str, bool)})
    for form in table["moves"]:
        check(
            form,
            {"name": str, "label": str, "scope": str, "fields": list},
            {"tone": str, "with": dict, "confirm": str, "help": str, "pile": str},
        )
        for field in form["fields"]:
            assert field.keys() - {"kind", "name", "label", "optional", "empty", "to", "open"} - {
                "of"
            } == FIELDS[field["kind"]] - {"of"}
            assert "of" in field or "of" not in FIELDS[field["kind"]]
    if table["result"]:
        result = {"winners": list, "reason": str, "text": str, "standing": list, "awards": list}
        check(table["result"], result)
        for award in table["result"]["awards"]:
            check(award, {"kind": str, "label": str, "text": str, "players": list})
        for line in table["result"]["standing"]:
            check(line, {"id": str, "place": int, "score": int})


def check_events(answer: dict[str, Any]) -> None:
    check(answer, EVENTS, {"table": dict, "names": dict})
    assert ("table" in answer) >= bool(answer["events"] or answer["reset"])
    for event in answer["events"]:
        check(event, EVENT, {"kind": str, "addressed": dict})
        for moved in event["cards"]:
            check(moved, {"from": str, "to": str, "count": int}, {"faces": list})
            assert len(moved.get("faces", range(moved["count"]))) == moved["count"]


def test_catalogue(api: Api) -> None:
    response = api.call("GET", "/api/games")
    catalogue = response.get_json()
    assert response.mimetype == "application/json"
    assert catalogue.keys() == {"games"}
    cheat = next(game for game in catalogue["games"] if game["id"] == "cheat")
    assert (cheat["name"], cheat["min_players"], cheat["max_players"]) == ("Cheat", 3, 10)
    assert len(cheat["faces"]) == 52
    assert cheat["faces"]["QH"]["name"] == "Queen of hearts"
    assert {option["name"] for option in cheat["options"]} == api.create()["table"]["options"].keys()
    for option in cheat["options"]:
        check(
            option,
            {"name": str, "kind": str, "label": str, "help": str, "default": (int, float, str, bool)},
            {"min": (int, float), "max": (int, float), "of": list, "group": str},
        )


def test_created(api: Api) -> None:
    """Acceptance 1: the waiting room with its code."""
    joined = api.create()
    check(joined, {"code": str, "player": str, "token": str, "version": int, "cursor": str, "table": dict})
    check_table(joined["table"])
    assert (joined["player"], joined["version"], joined["table"]["you"]) == ("p1", 1, "p1")
    assert len(joined["code"]) == 5
    assert joined["table"]["code"] == joined["code"]
    assert joined["table"]["now"] == NOON
    assert len(joined["token"]) >= 32


def test_joined(api: Api) -> None:
    """Acceptance 2."""
    joined = api.join(api.create()["code"], "Bob")
    check(joined, {"code": str, "player": str, "token": str, "version": int, "cursor": str, "table": dict})
    check_table(joined["table"])
    assert (joined["player"], joined["version"], joined["table"]["host"]) == ("p2", 2, "p1")


@pytest.mark.parametrize("spectator", [False, True])
def test_snapshot_in_every_phase(api: Api, spectator: bool) -> None:
    host, *others = players = api.game()
    for move in ("playing", "left", "over"):
        if move == "left":
            api.act(others[0], "leave")
        answer = api.snapshot(host, spectator=spectator)
        check(answer, {"version": int, "cursor": str, "table": dict})
        check_table(answer["table"])
        assert answer["table"]["you"] == (None if spectator else "p1")
        assert answer["version"] == answer["table"]["version"]
    assert answer["table"]["phase"] == "over"
    assert len(players) == 3


def test_events_of_a_whole_game(api: Api) -> None:
    players = api.game()
    epoch = players[0]["cursor"].partition(".")[0]
    for number in range(12):
        player = players[number % 3]
        (hand,) = [zone for zone in api.snapshot(player)["table"]["zones"] if "cards" in zone]
        api.act(player, "place", cards=hand["cards"][:1])
        if number % 4 == 0:
            api.act(players[(number + 1) % 3], "call_cheat")
    api.act(players[1], "leave")
    for spectator in (False, True):
        answer = api.events(players[0], f"{epoch}.0", spectator=spectator)
        check_events(answer)
        check_table(answer["table"])
        numbers = [event["v"] for event in answer["events"]]
        assert list(dict.fromkeys(numbers)) == list(range(1, answer["version"] + 1))
        assert {
            "joined",
            "started",
            "dealt",
            "placed",
            "called",
            "verdict",
            "picked_up",
            "left",
            "game_over",
        } <= {event["type"] for event in answer["events"]}


def test_events_without_news(api: Api) -> None:
    host = api.create()
    answer = api.events(host, host["cursor"])
    check_events(answer)
    assert "table" not in answer
    assert api.events(host, "junk")["reset"] is True
    check_events(api.events(host, "junk"))
    check_events(api.events(host))


def test_acted(api: Api) -> None:
    host = api.create()
    answer = api.act(host, "rename", name="Bea")
    check(answer, {"version": int, "cursor": str})
    assert (answer["version"], answer["cursor"]) == (2, api.snapshot(host)["cursor"])


def test_listed_rooms(api: Api) -> None:
    host = api.create(public=True)
    (listed,) = api.call("GET", "/api/rooms").get_json()["rooms"]
    check(listed, {"code": str, "game": str, "host": str, "players": int, "seats": int, "phase": str})
    assert listed == {
        "code": host["code"], "game": "cheat", "host": "Ada", "players": 1, "seats": 10, "phase": "lobby",
    }  # fmt: skip


def test_answers_are_not_to_be_stored(api: Api) -> None:
    host = api.create()
    for path in ("/api/rooms", f"/api/rooms/{host['code']}", "/api/rooms/nobody"):
        assert api.call("GET", path, host["token"]).headers["Cache-Control"] == "no-store"


def test_place_is_offered_as_the_protocol_shows_it(api: Api) -> None:
    players = api.game()
    moves = {form["name"]: form for form in api.snapshot(players[0])["table"]["moves"]}
    (field,) = moves["place"]["fields"]
    assert {key: field[key] for key in ("name", "kind", "from", "min", "max")} == {
        "name": "cards", "kind": "cards", "from": ["hand:p1"], "min": 1, "max": 4,
    }  # fmt: skip
    api.act(players[0], "place", cards=api.snapshot(players[0])["table"]["zones"][0]["cards"][:1])
    moves = {form["name"]: form for form in api.snapshot(players[1])["table"]["moves"]}
    assert (list(moves["call_cheat"]["with"]), moves["call_cheat"]["fields"]) == (["moment"], [])
