"""Worlds that differ only in secrets of other players give an observer the same bytes.

Each world is a room in a store of its own, with the same code, seed and clock. The complete answers to
observers are compared: versions, events, deadlines, cursors, and the clock itself.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import json

from cheat.games.ivanhoe.decisions import Turn
from cheat.rooms import bots as room_bots
from cheat.rooms import lobby
from cheat.rooms.members import add_bot
from cheat.rooms.room import AnyRoom, decode, encode, join, new_room
from cheat.rooms.room_moves import ActionContext
from cheat.rooms.tokens import hashed
from cheat.service.delivery import long_poll
from cheat.service.delivery.answers import LogEntry
from tests.servers import wait_until

from .conftest import NOON, Api

CODE, EPOCH, SEED = "kwzpt", "e1", "5eed" * 16
Make = Callable[..., Api]
Acts = dict[int, tuple[str, str]]
"""The moves of players, with their times in ms."""


def room_of(game: str, hands: list[str], bots: dict[int, str], **options: Any) -> AnyRoom:
    """A game that has just begun: p1 is the host and on turn, and `bots` sit in these places."""
    new = new_room(CODE, EPOCH, game, options, public=False)
    for place in range(len(hands)):
        if level := bots.get(place):
            add_bot(new, level, f"{place:064x}")  # type: ignore[arg-type]
        else:
            join(new, f"P{place}", hashed(f"token of p{place + 1}"))[0].last_heard_at = NOON
    lobby.start_game(new, ActionContext(NOON, SEED))
    for seat, hand in zip(new.seats, hands, strict=True):
        new.table.hand(seat.id).cards = hand.split()
    room_bots.update_plans(new, [], NOON)
    return new


class World:
    """A room that an API serves, and all answers to its observers."""

    def __init__(self, api: Api, room: AnyRoom, observers: list[str | None]) -> None:
        self.api = api
        self.cursors = dict.fromkeys(observers, f"{EPOCH}.1")
        self.sent: list[bytes] = []
        entry = json.encode(LogEntry(NOON, []))
        assert api.service.store.create(CODE, EPOCH, encode(room), entry, 10**7)

    def who(self, player: str) -> dict[str, Any]:
        return {"code": CODE, "player": player, "token": f"token of {player}"}

    def act(self, player: str, move: str, **args: Any) -> Any:
        table = self.api.snapshot(self.who(player))["table"]
        ties = [form.get("with", {}) for form in table["moves"] if form["name"] == move]
        return self.api.act(self.who(player), move, **ties[0], **args)

    def look(self) -> None:
        """Ask as every observer for the table and for events, once the worker knows the newest version."""
        service = self.api.service
        service.transactions.apply_due(CODE)
        newest = service.store.load(CODE).revision
        wait_until(
            lambda: (stored := service.feeds.known_version(CODE)) is None or stored.revision == newest,
            "heard",
        )
        for player, since in self.cursors.items():
            token = player and f"token of {player}"
            table = self.api.call("GET", f"/api/rooms/{CODE}", token)
            query = {"since": since, "wait": 0}
            poll_answer = self.api.call("GET", f"/api/rooms/{CODE}/events", token, query_string=query)
            self.cursors[player] = poll_answer.get_json()["cursor"]
            self.sent += [table.data, poll_answer.data]

    def follow(self, acts: Acts, until: int) -> list[bytes]:
        """Let time pass, carry out these acts on the way, and ask every half second."""
        for after in sorted({*range(0, until, 500), until - 1, until}):
            self.api.clock.now = NOON + after
            if after in acts:
                self.act(*acts[after])
            self.look()
        return self.sent


def deadline(api: Api) -> int:
    return int(api.snapshot({"code": CODE}, spectator=True)["table"]["deadline"])


@pytest.fixture
def make(make_api: Make, monkeypatch: pytest.MonkeyPatch) -> Make:
    """An observer without events need not wait before it polls again."""
    monkeypatch.setattr(long_poll, "EMPTY_ANSWER_S", 0.0)
    return lambda: make_api(hold_min_s=0.2, hold_max_s=0.2)


# A Nope window: p1 has played, p2 and p3 may hold a Nope and may pass, p4 and a spectator watch

KITTENS = {"hide_capability": True, "start_player": "host", "turn_s": 0}
HANDS = ["K-TAC K-BEA", "K-NOP K-BEA"]
PASSES: list[Acts] = [
    {},
    {1000: ("p2", "pass")},
    {500: ("p3", "pass")},
    {500: ("p3", "pass"), 1500: ("p2", "pass")},
]


def window(make: Make, second: str, third: str, bots: dict[int, str]) -> World:
    hands = ["K-SKI K-TAC", second, third, "K-TAC K-RAI"]
    world = World(make(), room_of("kittens", hands, bots, **KITTENS), ["p1", "p4", None])
    world.look()
    world.act("p1", "play", cards=["K-SKI"])
    return world


WORLDS = list(itertools.product(HANDS, HANDS, PASSES))
PAIRS = list(itertools.product(HANDS, HANDS))
FEW_WORLDS = [(*hands, PASSES[(at + more) % 4]) for at, hands in enumerate(PAIRS) for more in (0, 2)]
"""Return all pairs of hands, each with two ways to pass."""
LONG_LEVELS = [
    pytest.param(levels, marks=pytest.mark.long)
    for levels in (("hard", "normal"), ("normal", "normal"), ("hard", "hard"))
]


@pytest.mark.parametrize(
    "worlds", [FEW_WORLDS, pytest.param(WORLDS, marks=pytest.mark.long)], ids=["few", "all"]
)
def test_holders_of_nopes_and_passes_stay_secret(make: Make, worlds: list[tuple[str, str, Acts]]) -> None:
    views = set()
    for second, third, acts in worlds:
        world = window(make, second, third, {})
        sent = world.follow(acts, deadline(world.api) - NOON)
        assert sent[-1] != sent[-7], "the window is closed at its end and not before"
        assert b'"window_closed"' in sent[-1]
        views.add(tuple(sent))
    assert len(views) == 1


@pytest.mark.parametrize("levels", [("normal", "hard"), *LONG_LEVELS])
def test_bots_with_nopes_stay_secret(make: Make, levels: Any) -> None:
    """No bot uses a Nope here. The bots pass, each at its own time."""
    views = set()
    for second, third in itertools.product(HANDS, HANDS):
        world = window(make, second, third, dict(enumerate(levels, 1)))
        views.add(tuple(world.follow({}, deadline(world.api) - NOON)))
        stored = world.api.service.store.load(CODE)
        assert stored.version == 3, "it was played, and the window has closed"
    assert len(views) == 1


def test_early_end_reveals_no_order(make: Make) -> None:
    views = set()
    for order in itertools.permutations(["p2", "p3"]):
        world = window(make, *HANDS, {})
        acts = {500 * n: (player, "pass") for n, player in enumerate(order)}
        views.add(tuple(world.follow({**acts, 1500: ("p4", "pass")}, 1600)))
    (sent,) = views
    assert b'"window_closed"' in b"".join(sent)


# A window for IVANHOE: p1 has played a Shield, p2 and p3 may hold the card


def tournament(make: Make, holder: str, bots: dict[int, str]) -> World:
    """A tournament in which only `holder` has IVANHOE, or no player has it."""
    hands = ["ISHL IB2", *("IIVA IB2" if id == holder else "IB3 IB2" for id in ("p2", "p3")), "IB4 IB2"]
    room = room_of("ivanhoe", hands, bots, turn_s=0)
    room.table.turn, room.table.colour = "p1", "red"
    room.table.open_decision(Turn, "p1")
    room_bots.update_plans(room, [], NOON)
    world = World(make(), room, ["p1", "p4", None])
    world.look()
    world.act("p1", "play_action", card=["ISHL"])
    return world


@pytest.mark.parametrize("bots", [{}, {1: "hard", 2: "normal"}], ids=["people", "bots"])
def test_holders_of_ivanhoe_and_passes_stay_secret(make: Make, bots: dict[int, str]) -> None:
    """No bot uses IVANHOE against a Shield. The bots pass, each at its own time."""
    views = set()
    for holder, acts in itertools.product(["p2", "p3", ""], [{}] if bots else PASSES[::3]):
        world = tournament(make, holder, bots)
        sent = world.follow(acts, deadline(world.api) - NOON)
        assert world.api.service.store.load(CODE).version == 3, "it was played, and the window has closed"
        views.add(tuple(sent))
    (sent,) = views
    assert sent[-1] != sent[-7], "the window is closed at its end and not before"
    assert b'"window_closed"' in sent[-1]


# A play in Cheat: p1 has placed cards, and some of the others pass

TRUSTS: list[Acts] = [
    {},
    {500: ("p2", "trust")},
    {1000: ("p3", "trust")},
    {500: ("p3", "trust"), 1500: ("p2", "trust")},
]


@pytest.mark.parametrize("hand", ["AS 2S", "AS"])
def test_players_that_pass_on_cheat_stay_secret(make: Make, hand: str) -> None:
    """This holds for the last card, too."""
    views = set()
    for acts in TRUSTS:
        room = room_of("cheat", [hand, "3S 4S", "5S 6S", "7S 8S"], {}, turn_s=0)
        room.table.turn = room.table.decisions[0].players[0] = "p1"
        world = World(make(), room, ["p1", "p4", None])
        world.act("p1", "place", cards=["AS"])
        views.add(tuple(world.follow(acts, 2000)))
    (sent,) = views
    assert b'"window_closed"' in sent[-1]


# The pages of the acting player


def test_poll_and_snapshot_show_the_same_table(make: Make) -> None:
    world = window(make, *HANDS, {})
    before = world.api.snapshot(world.who("p2"))
    acted = world.act("p2", "pass")
    polled = world.api.events(world.who("p2"), before["cursor"], wait=5)
    snapshot = world.api.snapshot(world.who("p2"))
    assert (polled["table"], polled["cursor"], polled["version"]) == tuple(
        snapshot[name] for name in ("table", "cursor", "version")
    )
    assert (acted["version"], acted["cursor"]) == (before["version"], snapshot["cursor"])
    assert (polled["events"], polled["reset"]) == ([], False)
    assert "table" not in world.api.events(world.who("p2"), acted["cursor"])


def test_private_act_is_no_visible_heartbeat(make: Make) -> None:
    """Otherwise the time at which a player counts as away would reveal the private version."""
    world = window(make, *HANDS, {})
    heartbeats = []
    for player, move in (("p2", "pass"), ("p3", "nope")):
        world.api.clock.now += 1000
        world.act(player, move)
        seats = decode(world.api.service.store.load(CODE).data).seats
        heartbeats.append([seat.last_heard_at - NOON for seat in seats])
    assert heartbeats == [[0, 0, 0, 0], [0, 0, 2000, 0]]


def test_a_refused_pass_is_no_position(make: Make) -> None:
    world = window(make, *HANDS, {})
    world.act("p2", "pass")
    before = world.api.snapshot(world.who("p2"))
    assert world.api.try_act(world.who("p2"), "pass", moment=2).status_code == 409
    assert world.api.snapshot(world.who("p2")) == before
