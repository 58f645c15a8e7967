"""Rules that take too long are ended even if their steps cost no fuel."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cheat.documents import DocumentGame
from cheat.documents.runtime import hands
from cheat.documents.runtime.state import Run
from cheat.errors import RulesFailed
from cheat.games import GAMES
from cheat.rooms.rules_guard import Overtime, RunningCall, guarded, watched
from cheat.server import watchdog
from cheat.server.watchdog import TICKS, RulesWatchdog, watch_rules
from tests.documents.small_documents import document, playing, written

from .conftest import Hub

LONG_S = 2.0
"""Seconds of processor time. Without the watchdog, each of these rules would take minutes."""
R = "range(1, 600)"


def again(effect: dict[str, Any]) -> list[Any]:
    """The same a hundred million times."""
    for name in "abc":
        effect = {"each": "range(1, 500)", "as": name, "do": [effect]}
    return [effect]


STALLS = {
    "nested lists": again({"if": "aa == bb or [1] in bb or sort(aa) == bb", "then": []}),
    "melds and hands": again({"let": {
        "x": "deadwood(take(cards, (a + b + c) % 25), 3, 3)", "y": "poker(take(cards, (a + b) % 25))"}}),
}  # fmt: skip


def stalling(effects: list[Any]) -> dict[str, Any]:
    """Parts of a game with a move that hangs if an option says so, but never in a check."""
    return {
        "options": {"stalls": {"label": "Stalls", "default": False}},
        "define": {"aa": "map(range(1, 70) by range(1, 70))", "bb": "map(range(1, 70) by range(1, 70))"},
        "deck": {"suits": {"R": "red", "B": "blue"}, "ranks": ["1", "2"], "count": {"1": 24}},
        "phases": playing(
            {"name": "stall", "if": "stalls", "do": [*effects, {"next": "turn"}]},
            {"name": "play", "pick": {"card": {"from": "hand"}}, "do": [
                {"move": "card", "to": "discard"}, {"if": "hand is empty", "then": [{"end": "me"}]},
                {"next": "turn"}]},
        ),
    }  # fmt: skip


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A watchdog with little patience."""
    monkeypatch.setattr(watchdog, "TICK_S", 0.02)
    before = signal.getsignal(signal.SIGVTALRM)
    watch_rules()
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


@pytest.fixture
def first_line(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Let steps cost nothing, so that fuel ends no call."""

    def off() -> None:
        monkeypatch.setattr(Run, "spend", lambda r, cost: None)
        monkeypatch.setattr("cheat.engine.table.MOST_STEPS", 10**12)
        hands.forget_results()

    return off


def stall(hub: Hub, player: dict[str, Any], move: str, **args: Any) -> tuple[int, str]:
    """Make a move whose rules never end. Return status and code of the refusal."""
    (form,) = [one for one in hub.snapshot(player)["table"]["moves"] if one["name"] == move]
    answer = hub.try_act(player, move, **args, **form["with"])
    return answer.status_code, answer.get_json(force=True).get("code", "")


@pytest.mark.parametrize("name", STALLS)
def test_rules_that_take_too_long_end_their_room_and_bar_their_document(
    hub: Hub, watch: None, first_line: Callable[[], None], name: str
) -> None:
    parts = stalling(STALLS[name])
    published = hub.published(**parts)
    beside, other = hub.create(game="small"), hub.create(game="war")
    ada = hub.create(game="small", options={"stalls": True})
    bob = hub.join(ada["code"], "Bob")
    hub.act(ada, "start")
    first_line()
    began_at = time.process_time()
    assert stall(hub, ada, "stall") == (409, "rules_failed")
    assert time.process_time() - began_at < LONG_S
    for player in (ada, bob):
        table = hub.snapshot(player)["table"]
        assert (table["phase"], table["result"]["reason"]) == ("over", "rules_failed")
    # the author learns why, the operator sees it, and no other room can begin the game
    assert hub.listed() == []
    body = {"document": written(document(**parts)).decode()}
    for path in ("/api/documents", "/api/documents/check"):
        answer = hub.call("POST", path, published["key"], json=body)
        diagnostics = answer.get_json(force=True)["diagnostics"]
        assert [one["code"] for one in diagnostics][:1] == ["too_slow"]
        assert "longer than a second" in diagnostics[0]["text"]
    for game in ("small", published["id"]):
        answer = hub.call("POST", "/api/rooms", json={"name": "Cyd", "game": game})
        assert (answer.status_code, answer.get_json(force=True)["code"]) == (404, "game_not_found")
    assert "took longer than a second" in answer.get_json(force=True)["detail"]
    # all other rooms go on, even with the same document, which their players can look up
    assert hub.call("GET", f"/api/games/{published['id']}").status_code == 200
    for host in (beside, other):
        hub.join(host["code"], "Dan")
        hub.act(host, "start")
        assert hub.snapshot(host)["table"]["phase"] == "playing"
    hub.published(published["key"], version="2.0.0", summary="Nothing takes long now")
    assert hub.listed() == ["small"]
    assert hub.create(game="small")["code"]


def test_polls_that_take_too_long_end_the_game_too(
    hub: Hub, watch: None, first_line: Callable[[], None]
) -> None:
    """A check at each poll is not an action of any player."""
    less = "range(1, it)"
    condition = f"discard is not empty and any({R} where any({less} where any({less} where it > 999)))"
    parts = stalling([]) | {"shows": [{"label": "Stalls", "if": f"stalls and {condition}", "value": "1"}]}
    hub.published(**parts)
    ada = hub.create(game="small", options={"stalls": True})
    hub.join(ada["code"], "Bob")
    hub.act(ada, "start")
    hand = next(
        zone["cards"] for zone in hub.snapshot(ada)["table"]["zones"] if zone["owner"] == ada["player"]
    )
    first_line()
    began_at = time.process_time()
    stall(hub, ada, "play", card=hand[:1])
    table = hub.snapshot(ada, spectator=True)["table"]
    assert time.process_time() - began_at < LONG_S
    assert (table["phase"], table["result"]["reason"]) == ("over", "rules_failed")


@pytest.mark.parametrize("asked", ["by an action", "by a poll"])
def test_watchdog_covers_the_rules_for_leaving(
    hub: Hub, watch: None, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    """Views of every player call these rules with each version, and a leaving player calls them first."""
    hub.published()
    ada = hub.create(game="small", options={"on_leave": "rules"})
    bob = hub.join(ada["code"], "Bob")
    hub.act(ada, "start")

    def stalls(game: Any, table: Any, player: str) -> bool:
        while True:
            pass

    monkeypatch.setattr(DocumentGame, "ends_without", stalls)
    began_at = time.process_time()
    if asked == "by an action":
        answer = hub.try_act(bob, "leave")
        assert (answer.status_code, answer.get_json(force=True)["code"]) == (409, "rules_failed")
    table = hub.snapshot(ada)["table"]
    assert time.process_time() - began_at < LONG_S
    assert (table["phase"], table["result"]["reason"]) == ("over", "rules_failed")
    assert hub.listed() == []


class Ticking:
    """A watchdog whose ticks the test makes."""

    def __init__(self) -> None:
        self.calls = RunningCall()
        self.watch = RulesWatchdog(self.calls)

    def tick(self) -> None:
        self.watch.tick(0, sys._getframe(1))


def test_a_call_is_ended_by_the_tick_that_finds_it_too_long() -> None:
    ticking = Ticking()
    ticking.calls.begin(sys._getframe())
    for _ in range(TICKS):
        ticking.tick()
    with pytest.raises(Overtime):
        ticking.tick()
    with pytest.raises(Overtime):
        ticking.tick()


def test_many_short_calls_are_not_ended() -> None:
    ticking = Ticking()
    for _ in range(3 * TICKS):
        ticking.calls.begin(sys._getframe())
        ticking.tick()
        ticking.calls.end(sys._getframe())
        ticking.tick()


def test_watchdog_ends_only_rules() -> None:
    """Another thread or greenlet, to which the call does not belong."""
    ticking = Ticking()

    def elsewhere() -> Any:
        return sys._getframe()

    ticking.calls.begin(elsewhere())
    for _ in range(3 * TICKS):
        ticking.tick()


def test_watchdog_watches_the_outermost_call() -> None:
    calls, frame = RunningCall(), sys._getframe()

    def within() -> None:
        calls.begin(sys._getframe())
        assert calls.frame is frame
        calls.end(sys._getframe())

    calls.begin(frame)
    within()
    assert (calls.frame, calls.number) == (frame, 1)
    calls.end(frame)
    assert calls.frame is None


@pytest.mark.parametrize("kind", [watched, guarded])
def test_overtime_is_a_failure_of_the_rules(kind: Any) -> None:
    with pytest.raises(RulesFailed) as caught, kind(GAMES["uno"], "view", ends=False):
        raise Overtime
    assert (caught.value.slow, caught.value.ends, caught.value.place) == (True, False, "view")
