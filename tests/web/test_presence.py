"""Players go away and come back, and the host changes: all that through polls alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cheat.service.delivery import feeds

from .conftest import Api

MOST_POLLS = 300
"""Number of polls of a fifth of a second: more than a busy machine needs for these events."""


@pytest.fixture
def quick(make_api: Callable[..., Api], monkeypatch: pytest.MonkeyPatch) -> Api:
    """An API whose feeds assume at once that they know the presence of all players."""
    monkeypatch.setattr(feeds, "PRESENCE_COMPLETE_S", 0)
    return make_api(sweep_s=0.05)


def types_until(api: Api, player: dict[str, Any], wanted: str, **more: Any) -> list[dict[str, Any]]:
    """Return all events up to the first event of a type."""
    events: list[dict[str, Any]] = []
    since = player["cursor"]
    for _ in range(MOST_POLLS):
        answer = api.events(player, since, wait=0.2, **more)
        since, events = answer["cursor"], events + answer["events"]
        if any(event["type"] == wanted for event in events):
            return events
    raise AssertionError(f"no {wanted} in {events}")


def watched_by(api: Api, player: dict[str, Any], count: int) -> None:
    """Wait until so many watch. A poll may see some of them before the others have come."""
    for _ in range(MOST_POLLS):
        now = api.snapshot(player)
        if now["table"]["watchers"] == count:
            return
        api.events(player, now["cursor"], wait=0.2)
    raise AssertionError(f"{now['table']['watchers']} watch")


def statuses(api: Api, who: dict[str, Any]) -> dict[str, str]:
    return {player["name"]: player["status"] for player in api.snapshot(who)["table"]["players"]}


def test_silent_player_is_away_for_everybody_and_here_again_with_a_poll(quick: Api) -> None:
    players = quick.game()
    for player in players:
        quick.events(player, wait=0)
    before = quick.snapshot(players[0])["version"]
    quick.clock.now += 40_001
    for player in players[:2]:
        quick.events(player, wait=0)
    types = types_until(quick, players[0], "away")
    assert [event["by"] for event in types if event["type"] == "away"] == ["p3"]
    assert statuses(quick, players[1]) == {"Ada": "here", "Bob": "here", "Cyd": "away"}
    types_until(quick, {**players[2], "cursor": quick.snapshot(players[2])["cursor"]}, "here")
    assert statuses(quick, players[1])["Cyd"] == "here"
    assert quick.snapshot(players[0])["version"] == before + 2


def test_polls_are_no_versions(quick: Api) -> None:
    players = quick.game()
    before = quick.snapshot(players[0])["version"]
    for _ in range(3):
        quick.clock.now += 20_000
        for player in players:
            quick.events(player, f"{quick.snapshot(player)['cursor']}", wait=0.05)
    assert quick.snapshot(players[0])["version"] == before


def test_host_who_is_gone_from_the_waiting_room_is_replaced_after_a_minute(quick: Api) -> None:
    ada = quick.create("Ada")
    bob = quick.join(ada["code"], "Bob")
    quick.clock.now += 50_000
    quick.events(bob, wait=0)
    quick.clock.now += 10_001
    types = types_until(quick, bob, "host")
    assert [event["by"] for event in types if event["type"] == "host"] == ["p2"]
    assert quick.snapshot(bob)["table"]["host"] == "p2"


def test_game_without_a_clock_goes_on_when_the_player_on_turn_is_gone(quick: Api) -> None:
    players = quick.game(turn_s=0)
    for player in players:
        quick.events(player, wait=0)
    for _ in range(2):
        quick.clock.now += 30_001
        for player in players[1:]:
            quick.events(player, quick.snapshot(player)["cursor"], wait=0.05)
    types_until(quick, {**players[1], "cursor": players[1]["cursor"]}, "stand_in")
    quick.clock.now += 4_001
    types_until(quick, {**players[1], "cursor": quick.snapshot(players[1])["cursor"]}, "placed")
    quick.act(players[0], "take_over")


def test_watchers_are_counted_once_each_and_not_as_players(quick: Api) -> None:
    ada = quick.create("Ada")
    quick.call("GET", f"/api/rooms/{ada['code']}/events?client=one")
    quick.call("GET", f"/api/rooms/{ada['code']}/events?client=one")
    quick.call("GET", f"/api/rooms/{ada['code']}/events?client=two")
    types_until(quick, ada, "watchers")
    assert quick.snapshot(ada)["table"]["watchers"] == 2
    bob = quick.join(ada["code"], "Bob")
    quick.call("GET", f"/api/rooms/{ada['code']}/events?client=one&wait=0", bob["token"])
    types_until(quick, {**ada, "cursor": quick.snapshot(ada)["cursor"]}, "watchers")
    assert quick.snapshot(ada)["table"]["watchers"] == 1
    quick.clock.now += 40_001
    types_until(quick, {**ada, "cursor": quick.snapshot(ada)["cursor"]}, "watchers")
    assert quick.snapshot(ada)["table"]["watchers"] == 0


def test_visitor_of_the_join_page_does_not_count_as_watcher(quick: Api) -> None:
    ada = quick.create("Ada")
    quick.call("GET", f"/api/rooms/{ada['code']}/events")
    quick.call("GET", f"/api/rooms/{ada['code']}/events?client=one")
    types_until(quick, ada, "watchers")
    assert quick.snapshot(ada)["table"]["watchers"] == 1


def test_made_up_watchers_keep_no_player_out(quick: Api) -> None:
    """A later client may watch, too, but is counted only once there is room."""
    ada = quick.create("Ada")
    path = f"/api/rooms/{ada['code']}/events"
    for number in range(50):
        assert quick.call("GET", f"{path}?client=c{number}").status_code == 200
    late = quick.call("GET", f"{path}?client=late").get_json()
    assert late["table"]["you"] is None
    assert quick.call("GET", f"{path}?client=c7").status_code == 200
    watched_by(quick, ada, 50)
    quick.clock.now += 40_001
    quick.call("GET", f"{path}?client=late")
    watched_by(quick, ada, 1)


def test_unknown_seat_is_looked_up(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """The wake-up of the join is lost or late: a poll with the new token is accepted all the same."""
    ada = api.create("Ada")
    api.events(ada, wait=0)
    monkeypatch.setattr(api.service.feeds, "on_wakeup", lambda code, message: None)
    bob = api.join(ada["code"], "Bob")
    assert api.events(bob, wait=0)["table"]["you"] == "p2"
