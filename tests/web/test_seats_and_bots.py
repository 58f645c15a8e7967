"""Quick play, bots, spectators and seats for the next game, over HTTP."""

from __future__ import annotations

import pytest
from werkzeug.test import TestResponse

from cheat.errors import BadValue
from cheat.games import GAMES

from .conftest import Api


def quick(api: Api, name: str, **wishes: object) -> TestResponse:
    return api.call("POST", "/api/quick", json={"name": name, **wishes})


def test_quick_play_alone_begins_a_game_with_bots_at_once(api: Api) -> None:
    table = api.made_by(quick(api, "Ada"))["table"]
    assert table["phase"] == "playing"
    assert [player["bot"] for player in table["players"]] == [None, "normal", "normal", "normal"]
    assert table["moves"][0]["name"] == "place"


def test_quick_play_at_uno_is_one_round(api: Api) -> None:
    table = api.made_by(quick(api, "Ada", game="uno"))["table"]
    assert (table["phase"], table["options"]["target_score"]) == ("playing", 0)


@pytest.mark.parametrize("game", [game.id for game in GAMES.values()])
def test_a_lesson_is_a_private_game_with_easy_bots_alone(api: Api, game: str) -> None:
    api.create("Bob", public=True, game=game)
    table = api.made_by(quick(api, "Ada", game=game, lesson=True, colour=7))["table"]
    assert (table["phase"], table["public"]) == ("playing", False)
    levels = [player["bot"] for player in table["players"]]
    assert levels == [None] + ["easy"] * (GAMES[game].min_players(GAMES[game].options({})) - 1)
    assert [player.get("colour") for player in table["players"]] == [7] + [None] * (len(levels) - 1)


def test_quick_play_joins_a_public_room_that_waits(api: Api) -> None:
    host = api.create("Ada", public=True)
    joined = api.made_by(quick(api, "Bob"))
    assert joined["code"] == host["code"]
    assert joined["table"]["phase"] == "lobby"


def test_quick_play_passes_rooms_that_are_private_running_or_know_the_name(api: Api) -> None:
    private = api.create("Ada")
    room_with_name = api.create("Bob", public=True)
    joined = api.made_by(quick(api, "bob"))
    assert joined["code"] not in (private["code"], room_with_name["code"])


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_too_short"),
        ("x" * 17, "name_too_long"),
        ("\u0301" * 300, "name_too_long"),
        ("\u3164", "bad_field"),
    ],
    ids=["empty", "long", "marks", "blank"],
)
def test_quick_play_judges_the_name_before_any_room(
    api: Api, monkeypatch: pytest.MonkeyPatch, name: str, code: str
) -> None:
    """Each waiting room used to refuse a bad name again, and quick play went on to the next room."""
    for host in ("Ada", "Bob", "Cyd"):
        api.create(host, public=True)
    monkeypatch.setattr(api.service, "join", pytest.fail)
    refused = quick(api, name)
    assert (refused.status_code, refused.get_json()["code"]) == (422, code)


def test_quick_play_passes_rooms_that_are_full_or_vanished(api: Api) -> None:
    full, vanished = api.create("Ada", public=True), api.create("Bob", public=True)
    assert len(api.service.rooms(None)) == 2
    for _ in range(9):
        api.act(full, "add_bot", level="easy")
    api.act(vanished, "leave")
    api.service.store.client.delete(f"cheat:{{{vanished['code']}}}:room")
    assert api.made_by(quick(api, "Eve"))["code"] not in (full["code"], vanished["code"])


def test_quick_play_tells_any_other_refusal(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    api.create("Ada", public=True)

    def refuse(*_: object, **__: object) -> None:
        raise BadValue("No.")

    monkeypatch.setattr(api.service, "join", refuse)
    assert quick(api, "Bob").get_json()["code"] == "bad_field"


@pytest.mark.parametrize(
    ("body", "code"),
    [({"name": ""}, "name_too_short"), ({"name": "A", "game": "chess"}, "game_not_found"), ({}, "bad_field")],
)
def test_quick_play_refuses_what_create_refuses(api: Api, body: dict[str, str], code: str) -> None:
    assert api.call("POST", "/api/quick", json=body).get_json()["code"] == code


def test_game_against_bots_goes_on_whenever_somebody_polls(api: Api) -> None:
    """There is no process for bots: the polls of one player carry out their plans."""
    joined = api.made_by(quick(api, "Ada"))
    (hand,) = [zone for zone in joined["table"]["zones"] if "cards" in zone]
    api.act(joined, "place", cards=hand["cards"][:1])
    since, placed = api.snapshot(joined)["cursor"], set()
    for _ in range(60):
        api.clock.now += 1000
        answer = api.events(joined, since, wait=0.2)
        since = answer["cursor"]
        placed |= {event["by"] for event in answer["events"] if event["type"] == "placed"}
        if len(placed) >= 3:
            break
    assert {"p2", "p3", "p4"} <= placed | {"p1"}


def test_poll_that_does_not_wait_carries_out_what_is_due_too(api: Api) -> None:
    players = api.game("Ada", "Bob", "Cyd", turn_s=45)
    now = api.snapshot(players[0])
    api.clock.now += 45_000
    api.events(players[1], now["cursor"], wait=0)
    assert api.snapshot(players[0])["version"] == now["version"] + 1


def test_room_that_nobody_polled_catches_up_in_order(api: Api) -> None:
    """Five minutes without polls: the overdue turn is played first, then the game waits for the next."""
    players = api.game("Ada", "Bob", "Cyd", turn_s=45)
    api.clock.now += 300_000
    epoch = api.snapshot(players[0])["cursor"].partition(".")[0]
    api.events(players[1], wait=0)
    api.events(players[1], f"{epoch}.{api.snapshot(players[1])['version']}", wait=0.2)
    table = api.snapshot(players[1])["table"]
    assert [player["turn"] for player in table["players"]] == [False, True, False]
    assert table["deadline"] > api.clock.now
    (hand,) = [zone for zone in table["zones"] if "cards" in zone]
    api.act(players[1], "place", cards=hand["cards"][:1])


def test_spectator_sees_no_card_and_may_do_nothing(api: Api) -> None:
    players = api.game()
    table = api.events(players[0], spectator=True)["table"]
    assert (table["you"], table["moves"]) == (None, [])
    assert all("cards" not in zone for zone in table["zones"] if zone["kind"] == "hand")


def test_spectators_can_be_forbidden_while_a_game_runs(api: Api) -> None:
    host = api.create(options={"spectators": False})
    assert api.call("GET", f"/api/rooms/{host['code']}").status_code == 200
    players = api.game("Ada", "Bob", "Cyd", spectators=False)
    for path in ("", "/events"):
        response = api.call("GET", f"/api/rooms/{players[0]['code']}{path}")
        assert (response.status_code, response.get_json()["code"]) == (403, "no_spectators")


def test_seat_for_the_next_game_is_given_while_one_runs(api: Api) -> None:
    players = api.game()
    path = f"/api/rooms/{players[0]['code']}/players"
    assert api.call("POST", path, json={"name": "Dan"}).get_json()["code"] == "game_running"
    late = api.made_by(api.call("POST", path, json={"name": "Dan", "next_game": True}))
    assert [move["name"] for move in late["table"]["moves"]] == ["leave"]
    api.act(players[1], "leave")
    assert api.snapshot(late)["table"]["phase"] == "lobby"
    assert api.snapshot(players[0])["table"]["phase"] == "over"


def test_removed_player_is_refused_by_name_and_by_address(api: Api) -> None:
    def come(name: str, address: str) -> TestResponse:
        path, base = f"/api/rooms/{host['code']}/players", {"REMOTE_ADDR": address}
        return api.call("POST", path, json={"name": name}, environ_base=base)

    host = api.create("Ada")
    player = come("Bob", "192.0.2.7").get_json()["player"]
    api.act(host, "kick", player=player)
    for name, address in (("Bob", "192.0.2.8"), ("Rob", "192.0.2.7")):
        refused = come(name, address)
        assert (refused.status_code, refused.get_json(force=True)["code"]) == (403, "kicked")
    assert come("Cyd", "192.0.2.8").status_code == 201
    stored = api.service.store.load(host["code"]).data
    assert b"192.0.2" not in stored, "addresses are not kept"
    api.clock.now += 600_000
    assert come("Bob", "192.0.2.7").status_code == 201
