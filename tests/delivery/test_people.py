"""A vanished player keeps no other waiting: bots, timers and returns, with two workers and a real Redis."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.servers import PATIENCE_S, Client, Web, wait_until

FAST = {"BOT_PACE": 0.02, "HOLD_MIN_S": 1.5, "HOLD_MAX_S": 2, "SWEEP_S": 0.5}
QUICK = {"min_call_window_s": 0, "reveal_s": 0, "final_call_window_s": 3}


@pytest.fixture
def fast_workers(share_webs: Callable[..., list[Web]]) -> list[Web]:
    """Two workers with fast bots."""
    return share_webs(2, **FAST)


def follow(
    player: Client, until: Callable[[dict[str, Any]], bool], play: bool, within: float = 4 * PATIENCE_S
) -> dict[str, Any]:
    """Poll at alternating workers, and place one card whenever that is offered, until a table fits."""
    end, at = time.monotonic() + within, 0
    table = player.snapshot()["table"]
    versions: list[int] = []
    while not until(table):
        assert time.monotonic() < end, f"not within {within} s; last table: {table}"
        if play and any(form["name"] == "place" for form in table["moves"]):
            hand = next(zone["cards"] for zone in table["zones"] if zone["id"] == f"hand:{player.player}")
            player.try_act("place", at, cards=hand[:1])
        at = 1 - at
        answer = player.events(at, wait=2)
        assert not answer["reset"]
        versions += sorted({event["v"] for event in answer["events"]})
        player.cursor, table = answer["cursor"], answer.get("table", table)
    assert versions == list(range(versions[0], versions[0] + len(versions))) if versions else True
    return table


def is_over(table: dict[str, Any]) -> bool:
    return bool(table["phase"] == "over")


def has_gone_on(table: dict[str, Any], since: int) -> bool:
    """Return whether several turns have been played since a version."""
    return is_over(table) or table["version"] > since + 12


def test_one_person_and_three_hard_bots_play_to_the_end(fast_workers: list[Web]) -> None:
    ada = Client(fast_workers)
    ada.create("Ada", options={**QUICK, "turn_s": 20})
    for number in range(3):
        ada.act("add_bot", number % 2, level="hard")
    ada.act("start")
    table = follow(ada, is_over, play=True)
    assert table["result"]["reason"] == "won"
    assert [player["bot"] for player in table["players"]] == [None, "hard", "hard", "hard"]


def test_two_of_three_close_their_pages_the_third_finishes_and_one_returns(fast_workers: list[Web]) -> None:
    ada, bob, cyd = (Client(fast_workers) for _ in range(3))
    ada.create("Ada", options={**QUICK, "turn_s": 1})
    bob.join(ada.code, "Bob", at=1)
    cyd.join(ada.code, "Cyd")
    ada.act("start")

    def bots_play(table: dict[str, Any]) -> bool:
        marks = {player["id"]: [mark["label"] for mark in player["marks"]] for player in table["players"]}
        return marks["p2"] == marks["p3"] == ["bot playing"]

    follow(ada, bots_play, play=True)
    again = Client(fast_workers, bob.token)
    again.code, again.player = bob.code, bob.player
    before = again.snapshot(1)
    assert before["table"]["you"] == "p2"
    assert any(form["name"] == "take_over" for form in before["table"]["moves"])
    again.act("take_over", 1)
    table = again.snapshot(0)["table"]
    assert [mark["label"] for mark in table["players"][1]["marks"]] == []
    assert any(zone["id"] == "hand:p2" and "cards" in zone for zone in table["zones"])
    now = ada.snapshot()
    ada.cursor = now["cursor"]
    follow(ada, lambda table: has_gone_on(table, now["version"]), play=True)


def test_all_workers_are_killed_in_a_turn_and_the_game_goes_on(
    start_web: Callable[..., Web], fast_workers: list[Web]
) -> None:
    first = [start_web(**FAST)]
    ada = Client(first)
    ada.create("Ada", options={**QUICK, "turn_s": 1})
    for _ in range(2):
        ada.act("add_bot", level="normal")
    ada.act("start")
    before = ada.snapshot()
    for server in first:
        server.kill()
    overdue = before["table"]["deadline"] / 1000 + 1
    wait_until(lambda: time.time() > overdue, "the turn is long over")
    ada.servers = fast_workers
    ada.cursor = before["cursor"]
    follow(ada, lambda table: has_gone_on(table, before["version"]), play=True)


def test_nobody_is_away_while_polling_and_watchers_are_counted(fast_workers: list[Web]) -> None:
    ada = Client(fast_workers)
    ada.create("Ada")
    watcher = Client(fast_workers)
    watcher.code = ada.code
    joined = watcher.call("GET", f"/api/rooms/{ada.code}", 1).json()
    watcher.cursor = joined["cursor"]

    def one_watches(table: dict[str, Any]) -> bool:
        watcher.events(1, wait=0, client="page")
        return bool(table["watchers"] == 1)

    table = follow(ada, one_watches, play=False)
    assert [player["status"] for player in table["players"]] == ["here"]
