"""“Play now” that waits some seconds for other players before bots take the free seats."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from cheat.rooms.lobby import MOST_WAITS, QUICK_SEATS, SETTLE_MS
from cheat.service import service
from cheat.store import keys
from tests.servers import RedisServer

from .conftest import Api

WAIT_MS = 8000


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MEET_PAUSE_S", 0)


@pytest.fixture
def workers(make_api: Callable[..., Api], redis_server: RedisServer) -> list[Api]:
    """Two workers that share only a Redis."""
    return [make_api(redis_url=redis_server.url) for _ in range(2)]


def comes(api: Api, name: str, **wishes: Any) -> dict[str, Any]:
    body = {"name": name, "game": "cheat", "wait": True, **wishes}
    return api.made_by(api.call("POST", "/api/quick", json=body))


def after(api: Api, ms: int, someone: dict[str, Any]) -> dict[str, Any]:
    """Return the table after so much time."""
    api.clock.now += ms
    api.service.transactions.apply_due(someone["code"])
    table: dict[str, Any] = api.snapshot(someone)["table"]
    return table


def bots(table: dict[str, Any]) -> list[str | None]:
    return [player["bot"] for player in table["players"]]


def test_alone_a_player_waits_some_seconds_and_then_plays_with_bots(api: Api) -> None:
    ada = comes(api, "Ada")
    table = ada["table"]
    assert (table["phase"], table["public"], table["deadline"]) == ("lobby", True, api.clock.now + WAIT_MS)
    assert table["prompt"] == "Waiting a few seconds for other players…"
    assert after(api, WAIT_MS - 1, ada)["phase"] == "lobby"
    table = after(api, 1, ada)
    assert (table["phase"], bots(table)) == ("playing", [None] + ["normal"] * (QUICK_SEATS - 1))


def test_two_who_press_at_the_same_moment_play_together(workers: list[Api]) -> None:
    one, two = workers
    two.service.rooms("cheat")  # its list of rooms is older
    ada, ben = comes(one, "Ada"), comes(two, "Ben")
    assert ada["code"] == ben["code"]
    assert [player["name"] for player in ben["table"]["players"]] == ["Ada", "Ben"]
    table = after(one, WAIT_MS, ada)
    assert (table["phase"], bots(table)) == ("playing", [None, None, "normal", "normal"])


def test_a_player_finds_the_room_that_another_worker_is_just_making(
    workers: list[Api], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = workers
    codes, joined = iter(["bbbbb", "bcdfg"]), list[dict[str, Any]]()
    monkeypatch.setattr(service.room_codes, "new_code", lambda: next(codes))
    own_time = SimpleNamespace(
        sleep=lambda pause: joined.append(comes(one, "Ada")), perf_counter=time.perf_counter
    )
    monkeypatch.setattr(service, "time", own_time)  # not the module's sleep, which other threads use
    one.service.store.meet("cheat", "bcdfg", WAIT_MS)  # the code is stored before the room is made
    assert comes(two, "Ben")["code"] == "bcdfg" == joined[0]["code"]


def test_a_newcomer_has_a_moment_to_see_who_plays(api: Api) -> None:
    comes(api, "Ada")
    api.clock.now += WAIT_MS - 1
    ben = comes(api, "Ben")
    assert ben["table"]["deadline"] == api.clock.now + SETTLE_MS


def test_the_wait_ends_however_many_come(api: Api) -> None:
    began, ada = api.clock.now, comes(api, "Ada")
    table, names = ada["table"], iter(["Ben", "Cyd", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida"])
    while table["phase"] == "lobby" and table["deadline"] < began + MOST_WAITS * WAIT_MS:
        api.clock.now = table["deadline"] - 1
        table = comes(api, next(names))["table"]
    table = after(api, table["deadline"] - api.clock.now, ada)
    assert (table["phase"], api.clock.now) == ("playing", began + MOST_WAITS * WAIT_MS)
    assert set(bots(table)) == {None}


def test_the_host_may_start_now_or_wait_longer(api: Api) -> None:
    ada = comes(api, "Ada")
    labels = {move["name"]: move["label"] for move in ada["table"]["moves"]}
    assert (labels["start"], labels["stop_countdown"]) == ("Start now", "Wait longer")
    api.act(ada, "start")
    assert bots(api.snapshot(ada)["table"]) == [None, "normal", "normal", "normal"]
    ben = comes(api, "Ben")
    assert ben["code"] != ada["code"], "that game has begun"
    api.act(ben, "stop_countdown")
    table = after(api, 10 * WAIT_MS, ben)
    assert (table["phase"], table["deadline"], bots(table)) == ("lobby", None, [None])
    assert comes(api, "Cyd")["code"] == ben["code"], "it is a public room that waits"


def test_nobody_is_brought_into_a_room_that_is_private_or_has_their_name(api: Api) -> None:
    ada = comes(api, "Ada")
    other = comes(api, "ada")
    assert other["code"] != ada["code"]
    api.act(other, "set_public", public=False)
    assert comes(api, "Ben", game="uno")["code"] not in (ada["code"], other["code"])
    api.service.store.meet_here("cheat", other["code"], WAIT_MS)
    api.act(ada, "set_public", public=False)
    api.clock.now += 1001
    assert comes(api, "Cyd")["code"] not in (ada["code"], other["code"])


def test_no_room_is_waited_for_that_never_comes(api: Api) -> None:
    api.service.store.meet("cheat", "bcdfg", WAIT_MS)
    ada = comes(api, "Ada")
    assert ada["table"]["phase"] == "lobby"
    assert api.service.store.client.get(keys.meeting_key("cheat")).decode() == ada["code"]
    assert comes(api, "Ben")["code"] == ada["code"]


def test_without_a_wait_or_in_a_lesson_the_game_begins_at_once(make_api: Callable[..., Api]) -> None:
    api = make_api()
    assert comes(api, "Ada", wait=False)["table"]["phase"] == "playing"
    assert comes(api, "Ben", lesson=True)["table"]["phase"] == "playing"
    assert comes(make_api(quick_wait_s=0), "Ada")["table"]["phase"] == "playing"


def test_bots_make_a_number_of_players_that_the_game_allows(api: Api) -> None:
    """Guiñote is for two or four players."""
    players = [comes(api, name, game="guinote") for name in ("Ada", "Ben", "Cyd")]
    assert len({player["code"] for player in players}) == 1
    table = after(api, MOST_WAITS * WAIT_MS, players[0])
    assert (table["phase"], bots(table)) == ("playing", [None, None, None, "normal"])


def test_last_player_who_leaves_ends_the_wait(api: Api) -> None:
    ada = comes(api, "Ada")
    api.act(ada, "leave")
    api.clock.now += WAIT_MS
    assert comes(api, "Ben")["code"] != ada["code"]
