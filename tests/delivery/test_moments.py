"""Moments of Exploding Kittens, Uno and Ivanhoe that must come once: races, killed workers, timers."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import pytest
import requests

from cheat.client.forms import pickable
from cheat.client.types import Table
from tests.servers import PATIENCE_S, Client, Web, wait_until

NOPES = json.dumps({"cards": {"NOPE": 10}})
"""With this deck, each player gets three Nopes and a Defuse."""
TRIES = 3
MOST_STEPS = 500
Players = list[Client]
Made = dict[str, Any]
"""The answer to an action: the version that it made, and its cursor."""


def room(servers: list[Web], game: str, players: int = 3, **options: Any) -> Players:
    """Return players of a game that has just begun."""
    host = Client(servers)
    host.create("P1", game=game, options={"turn_s": 0, **options})
    others = [Client(servers) for _ in range(players - 1)]
    for number, client in enumerate(others):
        client.join(host.code, f"P{number + 2}", at=number % len(servers))
    host.act("start")
    return [host, *others]


def kittens(servers: list[Web], nope_window_s: float = 15) -> Players:
    """P1 has played two Nopes, and the others may answer with one of their three."""
    return window_of_kittens(servers, nope_window_s)[0]


def window_of_kittens(servers: list[Web], nope_window_s: float) -> tuple[Players, Made]:
    """The same, with the answer to the play: the window may close before the next request."""
    options = {"deal_size": 3, "start_player": "host", "choice_s": 120, "custom_deck": NOPES}
    players = room(servers, "kittens", nope_window_s=nope_window_s, **options)
    turn = players[0].form("draw")["with"]
    return players, players[0].act("play", cards=["K-NOP", "K-NOP"], **turn)


def uno(servers: list[Web], players: int = 3, **options: Any) -> Players:
    return room(
        servers, "uno", players, **{"start_mode": "host", "hand_size": 3, "uno_grace_s": 0, **options}
    )


def forms(player: Client) -> dict[str, dict[str, Any]]:
    """Return the present moves of a player by name; of several forms, the first."""
    return forms_of(player.snapshot()["table"])


def forms_of(table: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {form["name"]: form for form in reversed(table["moves"])}


def on_turn(players: Players) -> Client:
    seats = players[0].snapshot()["table"]["players"]
    return next(player for player, seat in zip(players, seats, strict=True) if seat["turn"])


def step(players: Players, *, saves: bool = False) -> tuple[Client, Made]:
    """Let the player on turn play a card that fits, or draw if there is none or cards are saved."""
    player = on_turn(players)
    table = player.snapshot()["table"]
    offered = forms_of(table)
    names = ("accept", "choose_colour", "play", "keep", "draw")
    name = next(name for name in names if name in offered and not (saves and name == "play"))
    return player, fill(player, table, offered[name])


def fill(player: Client, table: dict[str, Any], form: dict[str, Any], **given: Any) -> Made:
    """Make a move with these values, and the first value of all other fields; UNO is forgotten."""
    values = {field["name"]: first(table, field) for field in form["fields"] if field["name"] != "uno"}
    return player.act(form["name"], **form.get("with", {}), **{**values, **given})


def first(table: dict[str, Any], field: Any) -> Any:
    """Return the first value that a field allows."""
    if field["kind"] == "cards":
        return pickable(cast(Table, table), field)[:1]
    return field["of"][0] if field["kind"] == "player" else field["of"][0]["value"]


def until_uno_is_forgotten(players: Players) -> tuple[Client, Made]:
    for _ in range(MOST_STEPS):
        player, acted = step(players)
        if "say_uno" in forms(player):
            return player, acted
    raise AssertionError("nobody came down to one card")


def at_once(*moves: tuple[Client, str, dict[str, Any]]) -> list[requests.Response]:
    """Return the answers to moves at the same moment, each at another worker."""
    gate = threading.Barrier(len(moves))

    def make(at: int, player: Client, move: str, args: dict[str, Any]) -> requests.Response:
        gate.wait(PATIENCE_S)
        return player.try_act(move, at, **args)

    with ThreadPoolExecutor(len(moves)) as pool:
        making = [pool.submit(make, at, *move) for at, move in enumerate(moves)]
        return [task.result() for task in making]


def judged(responses: list[requests.Response]) -> list[str]:
    """Return the outcomes in words, the accepted move first."""
    return sorted(
        "" if response.status_code == 200 else f"{response.status_code} {response.json()['code']}"
        for response in responses
    )


# Two people at the same moment


def test_one_of_two_concurrent_nopes_is_spent(two_workers: list[Web]) -> None:
    """The other Nope named a moment that has passed, so its card stays in the hand."""
    for _ in range(TRIES):
        _, ben, cyd = kittens(two_workers)
        moment = ben.form("nope")["with"]
        assert moment == cyd.form("nope", at=1)["with"]
        answers = at_once((ben, "nope", moment), (cyd, "nope", moment))
        assert judged(answers) == ["", "409 stale_move"]
        spent = [answer.status_code == 200 for answer in answers]
        assert [len(ben.hand()), len(cyd.hand())] == [4 - spent[0], 4 - spent[1]]
        late = cyd if spent[0] else ben
        assert late.try_act("nope", **late.form("nope")["with"]).status_code == 200


def test_one_of_two_concurrent_catches_costs_cards(two_workers: list[Web]) -> None:
    for _ in range(TRIES):
        players = uno(two_workers)
        silent, _ = until_uno_is_forgotten(players)
        ben, cyd = (player for player in players if player is not silent)
        version = silent.snapshot()["version"]
        target = {"target": silent.player, **ben.form("catch_uno")["with"]}
        answers = at_once((ben, "catch_uno", target), (cyd, "catch_uno", target))
        assert judged(answers) == ["", "409 nobody_to_catch"]
        assert (len(silent.hand()), silent.snapshot(1)["version"]) == (3, version + 1)


def test_a_catch_and_uno_at_once_are_judged_in_one_order(two_workers: list[Web]) -> None:
    """Either the player says UNO in time, or is caught and can no longer say it."""
    for _ in range(TRIES):
        players = uno(two_workers)
        silent, _ = until_uno_is_forgotten(players)
        other = next(player for player in players if player is not silent)
        moment = silent.form("say_uno")["with"]
        catch = {"target": silent.player, **moment}
        outcome, caught = at_once((silent, "say_uno", moment), (other, "catch_uno", catch))
        assert judged([outcome, caught]) in (["", "409 nobody_to_catch"], ["", "409 no_uno"])
        assert len(silent.hand()) == (1 if outcome.status_code == 200 else 3)


# Workers that are killed


def all_tables(players: Players) -> list[dict[str, Any]]:
    tables = [player.snapshot()["table"] for player in players]
    return [{name: value for name, value in table.items() if name != "now"} for table in tables]


def kill_all(players: Players, others: list[Web]) -> None:
    """Other workers take over, and all players see the same table as before."""
    before = all_tables(players)
    for player in players:
        player.cursor = player.snapshot()["cursor"]
    for server in players[0].servers:
        server.kill()
    for player in players:
        player.servers = others
    assert all_tables(players) == before


def told(player: Client, last: str) -> list[str]:
    """Return the types of all events since the player's cursor, once they end with this type."""
    types = [event["type"] for event in player.events()["events"]]
    return types if types[-1:] == [last] else []


def test_a_nope_window_outlives_all_workers(start_web: Callable[..., Web], two_workers: list[Web]) -> None:
    ada, ben, cyd = players = kittens([start_web(WEB_CONCURRENCY=2)])
    moment = ben.form("nope")["with"]
    cyd.act("pass", **moment)
    kill_all(players, two_workers)
    assert [form["name"] for form in cyd.snapshot()["table"]["moves"]].count("nope") == 0
    noped = ben.act("nope", **moment)["version"]
    for player in players:
        answer = player.events(wait=20)
        assert {event["v"] for event in answer["events"]} == {noped}
        assert answer["events"][0]["type"] == "noped"
    for player in (ada, cyd):
        player.act("pass", **player.form("pass")["with"])
    assert "draw" in forms(ada)
    types = wait_until(lambda: told(ada, last="cancelled"), "the end of the window is told")
    assert [types.count(type) for type in ("noped", "passed", "hidden", "cancelled")] == [1, 0, 0, 1]


def test_a_nope_window_that_ends_while_no_worker_runs_is_closed_once(
    start_web: Callable[..., Web], two_workers: list[Web]
) -> None:
    """On a slow machine the window may end before the worker does. Then the test proves less."""
    window_s = 3
    players, acted = window_of_kittens([start_web()], window_s)
    over = time.time() + window_s
    for server in players[0].servers:
        server.kill()
    wait_until(lambda: time.time() > over, "the window is over")
    for player in players:
        player.servers = two_workers
    everybody_sees_once(players, "window_closed", acted)
    assert "target" in forms(players[0])


def test_a_forgotten_uno_outlives_all_workers(start_web: Callable[..., Web], two_workers: list[Web]) -> None:
    players = uno([start_web()])
    silent, _ = until_uno_is_forgotten(players)
    other = next(player for player in players if player is not silent)
    kill_all(players, two_workers)
    catch = {"target": silent.player, **other.form("catch_uno")["with"]}
    version = other.act("catch_uno", **catch)["version"]
    assert len(silent.hand()) == 3
    for player in players:
        assert {event["v"] for event in player.events(wait=20)["events"]} == {version}
    for _ in range(3):
        step(players)
    assert players[0].snapshot()["version"] == version + 3


@pytest.mark.long
def test_an_action_card_outlives_all_workers(start_web: Callable[..., Web], two_workers: list[Web]) -> None:
    """Not in the gate: its way to the Nope window outlasts that window."""
    players, closed, _ = action_card([start_web()], reaction_s=20)
    actor = on_turn(players)
    kill_all(players, two_workers)
    responders = [
        player for player in players if "pass" in forms(player)
    ]  # unlike a player that withdrew earlier
    assert responders and actor not in responders
    for player in responders:
        player.act("pass", **player.form("pass")["with"])
    since, types = actor.cursor, []

    def is_told() -> bool:
        types[:] = [event["type"] for event in actor.events(since=since, wait=1)["events"]]
        return closed in types

    wait_until(is_told, "the end of the window is told")
    assert [types.count(type) for type in (closed, "passed")] == [1, 0]


# Timers


Situation = tuple[Players, str, Made]
"""Players, the event that a timer brings next, and the action after which it comes.

Events are requested from the cursor of that action on, so a fast timer does not matter.
"""


def open_window(servers: list[Web]) -> Situation:
    players, acted = window_of_kittens(servers, nope_window_s=2)
    return players, "window_closed", acted


def forgotten_uno(servers: list[Web]) -> Situation:
    """The grace is long, because a forgotten UNO is visible only while it lasts."""
    players = uno(servers, uno_grace_s=6)
    _, acted = until_uno_is_forgotten(players)
    return players, "grace_over", acted


def wild_four(servers: list[Web]) -> Situation:
    """Draw cards until the player on turn has one."""
    players = uno(servers, players=3, hand_size=10, challenge_s=3)
    for _ in range(MOST_STEPS):
        player = on_turn(players)
        table = player.snapshot()["table"]
        for form in table["moves"]:
            if form["name"] == "play" and "WF" in form["fields"][0]["of"]:
                return players, "accepted", fill(player, table, form, cards=["WF"])
        step(players, saves=True)
    raise AssertionError("nobody had a wild draw four")


def round_over(servers: list[Web]) -> Situation:
    players = uno(servers, target_score=1000)
    for _ in range(MOST_STEPS):
        step(players)
        if "ready" in forms(players[0]):
            return players, "dealt", players[1].act("ready", **players[1].form("ready")["with"])
    raise AssertionError("the round did not end")


def action_card(servers: list[Web], reaction_s: float = 2) -> Situation:
    """The first action card of a game of Ivanhoe waits for players that could cancel it."""
    players = room(servers, "ivanhoe", reaction_s=reaction_s, auto_draw=True)
    for _ in range(MOST_STEPS):
        player = on_turn(players)
        table = player.snapshot()["table"]
        offered = forms_of(table)
        names = ("play_action", "start", "play_value", "end_turn", "take_token", "return_token")
        name = next(name for name in names if name in offered)
        acted = fill(player, table, offered[name])
        if name == "play_action":
            return players, "window_closed", acted
    raise AssertionError("nobody had an action card to play")


def everybody_sees_once(players: Players, event_type: str, acted: Made) -> None:
    """Six polls, two of each player and on all workers, wait for the same step, the next one."""

    def follow(number: int) -> list[dict[str, Any]]:
        player = players[number % 3]
        at = number % len(player.servers)
        events, cursor, end = [], acted["cursor"], time.monotonic() + 2 * PATIENCE_S
        while event_type not in [event["type"] for event in events]:
            assert time.monotonic() < end, f"{event_type} happens"
            answer = player.events(at, since=cursor, wait=25, client=f"page {number}")
            events, cursor = events + answer["events"], answer["cursor"]
        return events + player.events(at, since=cursor, wait=1, client=f"page {number}")["events"]

    with ThreadPoolExecutor(6) as pool:
        everybody = list(pool.map(follow, range(6)))
    for events in everybody:
        assert list(dict.fromkeys(event["v"] for event in events)) == [acted["version"] + 1]
        assert [event["type"] for event in events].count(event_type) == 1


@pytest.mark.parametrize(
    "situation",
    [open_window, forgotten_uno, wild_four, pytest.param(round_over, marks=pytest.mark.long), action_card],
)
def test_a_step_of_the_clock_happens_once_however_many_wait(
    two_workers: list[Web], situation: Callable[[list[Web]], Situation]
) -> None:
    """Timers end a Nope window, the grace for UNO, the time to challenge, a round, and a window for
    Ivanhoe.

    Between rounds the timer takes 20 s, and no option shortens it, so only `make long` waits for it.
    """
    everybody_sees_once(*situation(two_workers))
