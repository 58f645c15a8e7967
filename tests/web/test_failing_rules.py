"""Rules, bots and tables that fail: the game ends, the room does not."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from cheat.bots import GENERIC
from cheat.bots.bot import Bot
from cheat.bots.evaluation import BOT_MODULES
from cheat.catalogue import CATALOGUE, DOCUMENTS
from cheat.games import BUILT_IN, GAMES
from cheat.games.cheat import rules
from cheat.ops import log_throttle
from cheat.rooms import bots
from cheat.rooms.tokens import hashed
from cheat.service.delivery.answers import PollQuery
from tests.games.failing_game import Shaky
from tests.servers import PATIENCE_S, wait_until

from .conftest import Api


@pytest.fixture
def players(api: Api, shaky: Shaky) -> list[dict[str, Any]]:
    """Three players that have just begun Highest Card. Ada is the host and on turn."""
    host = api.create("Ada", game="toy")
    seats = [host, *(api.join(host["code"], name) for name in ("Bob", "Cyd"))]
    api.act(host, "start")
    return seats


def show(api: Api, player: dict[str, Any]) -> Any:
    """Return the move of the game: a card of the hand."""
    zones = {zone["id"]: zone for zone in api.snapshot(player)["table"]["zones"]}
    return {"cards": zones[f"hand:{player['player']}"]["cards"][:1]}


def wait(api: Api, player: dict[str, Any]) -> dict[str, Any]:
    """Poll, which applies due work, and return the events."""
    return api.events(player, api.snapshot(player)["cursor"], wait=1)


def told(api: Api, player: dict[str, Any]) -> list[str]:
    """Return the types of the next events. Endless rules may take longer than the wait of a poll."""
    cursor = api.snapshot(player)["cursor"]
    for _ in range(20):
        if events := api.events(player, cursor, wait=1)["events"]:
            return [event["type"] for event in events]
    raise AssertionError("nothing is told")


def check_ended(api: Api, players: list[dict[str, Any]]) -> None:
    """All players see the end of the game, and can choose and begin another game."""
    for one in players:
        for table in (api.snapshot(one)["table"], api.events(one)["table"]):
            assert (table["phase"], table["result"]["reason"]) == ("over", "rules_failed")
            assert table["result"]["winners"] == []
            assert table["prompt"] == table["result"]["text"]
            assert [line["id"] for line in table["result"]["standing"]] == ["p1", "p2", "p3"]
    assert api.snapshot(players[0], spectator=True)["table"]["result"]["reason"] == "rules_failed"
    for one in players:
        api.act(one, "play_again")
    api.act(players[0], "set_game", game="cheat")
    api.act(players[0], "start")
    assert api.snapshot(players[1])["table"]["phase"] == "playing"


def failures_of(api: Api, game: str = "toy") -> float:
    metrics = api.client.get("/metrics").text
    found = re.search(rf'^cheat_rules_failures_total{{game="{game}"}} (\S+)$', metrics, re.M)
    return float(found[1]) if found else 0


@pytest.mark.parametrize("method", ["play", "moves"])
def test_action_that_meets_an_error_is_refused_and_ends_the_game(
    api: Api, shaky: Shaky, players: list[dict[str, Any]], method: str
) -> None:
    card, before = show(api, players[0]), failures_of(api)
    hands = [zone["count"] for zone in api.snapshot(players[0])["table"]["zones"]]
    shaky.broken.add(method)
    refused = api.try_act(players[0], "show", **card)
    assert (refused.status_code, refused.get_json(force=True)["code"]) == (409, "rules_failed")
    assert failures_of(api) == before + 1
    zones = api.snapshot(players[1])["table"]["zones"]
    assert [zone["count"] for zone in zones] == hands, "nothing is half done"
    check_ended(api, players)


@pytest.mark.parametrize("method", ["play", "timeout"])
def test_rules_without_an_end_are_stopped(
    api: Api, shaky: Shaky, players: list[dict[str, Any]], method: str
) -> None:
    card = show(api, players[0])
    shaky.endless.add(method)
    if method == "play":
        assert api.try_act(players[0], "show", **card).get_json(force=True)["code"] == "rules_failed"
    else:
        api.clock.now += 30_000
        assert told(api, players[1]) == ["game_over"]
    check_ended(api, players)


def test_deal_without_an_end_is_stopped(api: Api, shaky: Shaky) -> None:
    host = api.create("Ada", game="toy")
    api.join(host["code"], "Bob")
    shaky.endless.add("deal")
    assert api.try_act(host, "start").get_json(force=True)["code"] == "rules_failed"
    shaky.endless.clear()
    api.act(host, "start")


def test_leaving_a_game_that_fails_at_it_works_the_second_time(
    api: Api, shaky: Shaky, players: list[dict[str, Any]]
) -> None:
    shaky.broken.add("leave")
    assert api.try_act(players[2], "leave").get_json(force=True)["code"] == "rules_failed"
    api.act(players[2], "leave")
    assert api.snapshot(players[0])["table"]["players"][2]["status"] == "left"


def test_step_that_is_due_and_fails_ends_the_game(
    api: Api, shaky: Shaky, players: list[dict[str, Any]]
) -> None:
    shaky.broken.add("timeout")
    api.clock.now += 30_000
    assert [event["type"] for event in wait(api, players[1])["events"]] == ["game_over"]
    check_ended(api, players)


@pytest.mark.parametrize("method", ["prompt", "facts", "badges", "legal_moves"])
@pytest.mark.parametrize("look", ["snapshot", "events", "since"])
def test_table_that_cannot_be_drawn_is_over_for_everybody(
    api: Api, shaky: Shaky, players: list[dict[str, Any]], method: str, look: str
) -> None:
    since = api.snapshot(players[1])["cursor"]
    api.act(players[0], "make_host", player="p2")
    api.act(players[1], "make_host", player="p1")
    shaky.broken.add(method)
    if look == "snapshot":
        answer = api.snapshot(players[1])
    else:
        answer = api.events(players[1], since if look == "since" else None)
    assert answer["table"]["result"]["reason"] == "rules_failed"
    check_ended(api, players)


def test_all_waiters_get_one_end_of_an_undrawable_table(make_api: Callable[..., Api], shaky: Shaky) -> None:
    api = make_api(hold_min_s=20, hold_max_s=20)
    host = api.create("Ada", game="toy")
    seats = [host, *(api.join(host["code"], name) for name in ("Bob", "Cyd"))]
    api.act(host, "start")
    before = api.snapshot(host)
    events = api.service.events
    with ThreadPoolExecutor(8) as pool:
        polls = [
            pool.submit(
                events, host["code"], hashed(seat["token"]), PollQuery(before["cursor"], 20, f"page {number}")
            )
            for seat in seats[:2]
            for number in range(4)
        ]
        wait_until(lambda: api.service.feeds.count_waiters() == 8, "all wait")
        shaky.broken.add("prompt")
        api.act(host, "make_host", player="p2")
        answers = [poll.result(PATIENCE_S) for poll in polls]
    assert {answer.table.result.reason for answer in answers} == {"rules_failed"}
    assert {answer.version for answer in answers} == {before["version"] + 2}


def test_result_that_cannot_be_drawn_is_drawn_without_the_rules(
    api: Api, shaky: Shaky, players: list[dict[str, Any]]
) -> None:
    for player in players:
        api.act(player, "show", **show(api, player))
    wins = [player["wins"] for player in api.snapshot(players[0])["table"]["players"]]
    shaky.broken.add("badges")
    table = api.snapshot(players[0])["table"]
    assert (table["phase"], table["result"]["reason"], sum(wins)) == ("over", "highest", sum(wins))
    assert [player["wins"] for player in table["players"]] == wins


def test_deal_that_fails_leaves_the_waiting_room_as_it_was(api: Api, shaky: Shaky) -> None:
    host = api.create("Ada", game="toy")
    api.join(host["code"], "Bob")
    before = api.snapshot(host)
    shaky.broken.add("deal")
    refused = api.try_act(host, "start")
    assert (refused.status_code, refused.get_json(force=True)["code"]) == (409, "rules_failed")
    after = api.snapshot(host)
    assert (after["version"], after["table"]["phase"]) == (before["version"], "lobby")
    shaky.broken.clear()
    api.act(host, "start")


def test_deal_that_fails_leaves_the_result_before_it_as_it_was(
    api: Api, shaky: Shaky, players: list[dict[str, Any]]
) -> None:
    for player in players:
        api.act(player, "show", **show(api, player))
    api.act(players[0], "play_again")
    shaky.broken.add("deal")
    assert api.try_act(players[0], "start").get_json(force=True)["code"] == "rules_failed"
    assert api.snapshot(players[1])["table"]["result"]["reason"] == "highest"


def test_quick_play_of_rules_that_fail_is_refused(api: Api, shaky: Shaky) -> None:
    shaky.broken.add("deal")
    refused = api.call("POST", "/api/quick", json={"name": "Ada", "game": "toy"})
    assert (refused.status_code, refused.get_json(force=True)["code"]) == (409, "rules_failed")


def test_game_that_was_to_begin_by_itself_is_called_off_once(
    api: Api, shaky: Shaky, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Shaky, "countdown", lambda self, options: 10)
    host = api.create("Ada", game="toy")
    api.join(host["code"], "Bob")
    shaky.broken.add("deal")
    before = api.snapshot(host)["version"]
    api.clock.now += 10_000
    assert [event["type"] for event in wait(api, host)["events"]] == ["called_off"]
    api.clock.now += 10_000
    assert wait(api, host)["events"] == []
    snapshot = api.snapshot(host)
    assert (snapshot["table"]["phase"], snapshot["table"]["deadline"]) == ("lobby", None)
    assert snapshot["version"] == before + 1
    shaky.broken.clear()
    api.join(host["code"], "Cyd")
    api.clock.now += 10_000
    assert wait(api, host)["table"]["phase"] == "playing"


@pytest.mark.parametrize("method", ["min_players", "max_players", "too_few", "countdown", "settle_options"])
def test_waiting_room_of_rules_that_fail_can_be_entered_and_left(api: Api, shaky: Shaky, method: str) -> None:
    host = api.create("Ada", game="toy")
    shaky.broken.add(method)
    api.join(host["code"], "Bob")
    assert api.snapshot(host)["table"]["phase"] == "lobby"
    api.act(host, "start")
    again = api.create("Ada", game="cheat")
    if method == "settle_options":
        refused = api.try_act(again, "set_game", game="toy")
        assert refused.get_json(force=True)["code"] == "rules_failed"
    else:
        api.act(again, "set_game", game="toy")
    api.act(again, "set_game", game="uno")


class _Confused(Bot):
    def choose(self, *args: Any) -> Any:
        raise ZeroDivisionError("on command")


class _Cheating(Bot):
    def choose(self, *args: Any) -> Any:
        return "show", {"cards": ["no such card"]}


@pytest.mark.parametrize("bot", [_Confused(), _Cheating()], ids=["raises", "decides what is not allowed"])
def test_bot_that_fails_is_replaced_for_that_choice(
    make_api: Callable[..., Api], shaky: Shaky, monkeypatch: pytest.MonkeyPatch, bot: Bot
) -> None:
    api = make_api(bot_pace=0)
    host = api.create("Ada", game="toy")
    for _ in range(2):
        api.act(host, "add_bot", level="hard")
    before = failures_of(api)
    monkeypatch.setattr(bots, "bot_for", lambda game, level: bot)
    api.act(host, "start")
    api.act(host, "show", **show(api, host))
    for _ in range(2):
        wait(api, host)
    assert api.snapshot(host)["table"]["result"]["reason"] == "highest"
    assert failures_of(api) > before


def test_action_before_a_thought_that_fails_altogether_stays_accepted(
    api: Api, shaky: Shaky, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = api.create("Ada", game="toy")
    api.act(host, "add_bot", level="hard")
    api.act(host, "start")
    monkeypatch.setattr(type(GENERIC), "choose", _Confused.choose)
    api.act(host, "show", **show(api, host))
    table = api.snapshot(host)["table"]
    assert table["result"]["reason"] == "rules_failed"
    assert [zone["count"] for zone in table["zones"]] == [2, 3, 1]


def test_unreadable_table_is_not_stored(
    api: Api, shaky: Shaky, players: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(self: Shaky, table: Any, player: str, name: str, args: Any) -> None:
        table.player(player).score = 1.5
        table.tell("shown", by=player)

    monkeypatch.setattr(Shaky, "play", play)
    assert api.try_act(players[0], "show", **show(api, players[0])).status_code == 409
    check_ended(api, players)


def test_event_that_could_not_be_read_again_is_not_stored(
    api: Api, shaky: Shaky, players: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(self: Shaky, table: Any, player: str, name: str, args: Any) -> None:
        table.tell("shown", by=player, cards=[], what={"no": "scalar"})

    monkeypatch.setattr(Shaky, "play", play)
    assert api.try_act(players[0], "show", **show(api, players[0])).status_code == 409
    check_ended(api, players)


def test_traceback_is_logged_once_a_minute_for_a_room_and_place(
    api: Api, shaky: Shaky, caplog: pytest.LogCaptureFixture
) -> None:
    host = api.create("Ada", game="toy")
    api.join(host["code"], "Bob")
    shaky.broken.add("deal")
    before = failures_of(api)
    with caplog.at_level(logging.ERROR):
        for _ in range(20):
            assert api.try_act(host, "start").status_code == 409
    (logged,) = caplog.records
    assert "ZeroDivisionError" in caplog.text
    assert host["code"] in logged.getMessage()
    assert failures_of(api) == before + 20


def test_failures_are_remembered_for_a_minute_and_not_without_bound() -> None:
    now = [0.0]
    repeat_filter = log_throttle.RepeatFilter(lambda: now[0])
    assert repeat_filter.is_new("kwzpt", "act")
    assert not repeat_filter.is_new("kwzpt", "act")
    assert repeat_filter.is_new("kwzpt", "view")
    now[0] = 60
    assert repeat_filter.is_new("kwzpt", "act")
    for number in range(5000):
        repeat_filter.is_new(f"room {number}", "act")
    assert len(repeat_filter) == log_throttle.MOST_FAILURES


@pytest.mark.parametrize("game", GAMES)
def test_every_game_may_fail_at_its_clock(api: Api, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    host = api.create("Ada", game=game)
    for name in ("Bob", "Cyd"):
        api.join(host["code"], name)
    if game == "uno":
        api.act(host, "set_options", options={"start_mode": "host"})
    api.act(host, "start")
    monkeypatch.setattr(type(GAMES[game]), "timeout", lambda *args: 1 / 0)
    api.clock.now += 600_000
    assert wait(api, host)["table"]["result"]["reason"] == "rules_failed"


def test_room_of_another_release_is_answered_with_503(api: Api, caplog: pytest.LogCaptureFixture) -> None:
    players = api.game()
    host, key = players[0], f"cheat:{{{players[0]['code']}}}:room"
    client = api.service.store.client
    data = client.hget(key, "data")
    for broken in (
        data.replace(b'"game":"cheat"', b'"game":"whist"'),
        data.replace(b'"table":{"game":"cheat"', b'"table":{"game":"whist"'),
        b"{}",
        b"[",
    ):
        assert broken != data
        client.hset(key, "data", broken)
        client.hincrby(key, "version", 1)
        api.service.feeds.mark_stale(host["code"])
        with caplog.at_level(logging.ERROR):
            for call in (
                api.call("GET", f"/api/rooms/{host['code']}", host["token"]),
                api.call("GET", f"/api/rooms/{host['code']}/events?wait=0", host["token"]),
                api.call("POST", f"/api/rooms/{host['code']}/players", json={"name": "Dan"}),
                api.try_act(host, "leave"),
            ):
                assert (call.status_code, call.get_json(force=True)["code"]) == (503, "room_unreadable")
                assert int(call.headers["Retry-After"]) > 0
    (logged,) = caplog.records
    assert logged.exc_info is None


def test_games_of_the_tests_have_left_the_catalogue() -> None:
    assert [game.id for game in BUILT_IN] == list(GAMES)
    assert set(BOT_MODULES) == {"cheat", "ivanhoe", "kittens", "uno"} <= set(GAMES)
    assert {game.id for game in CATALOGUE} == {*GAMES, *(game.id for game in DOCUMENTS.values())}
    assert rules.GAME is BUILT_IN.game("cheat")
