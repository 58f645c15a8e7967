"""An observer's inference about the holder of IVANHOE, measured as for Nopes.

In each window, one of the players that may react holds the card, or none does. If a bot means to play it, the
window reveals that, as it should, and is left out.
"""

from __future__ import annotations

from collections import Counter

import pytest

from cheat.engine.rng import Rng
from cheat.games.ivanhoe.decisions import Turn
from cheat.rooms import bots, lobby
from cheat.rooms.members import add_bot
from cheat.rooms.room import AnyRoom, join, new_room
from cheat.rooms.room_moves import ActionContext

from .room_words import NOON
from .test_inference import BOUND_SD, FEATURES, LEVELS, Watched, Window, beyond_chance

PLAYS = {"ISHL": {}, "IRIP": {"target": "p2"}, "IOUT": {}}
"""Without Knock Down, by which p1 may get the card."""


def seated(chance: Rng, players: int, *, quick: bool) -> AnyRoom:
    """p1 is on turn. p1 and, at a table for four, the last player are people, the others bots."""
    options = {"quick_reactions": quick, "turn_s": 0}
    room = new_room("kwzpt", "e1", "ivanhoe", options, public=False)
    for place in range(1, players + 1):
        if place in (1, 4):
            join(room, f"P{place}", f"token {place}")
        else:
            add_bot(room, chance.choice(LEVELS), f"{chance.below(2**62):032x}").name = f"B{place}"
    lobby.start_game(room, ActionContext(NOON, f"{chance.below(2**62):032x}"))
    table = room.table
    table.turn, table.colour = "p1", "red"
    table.open_decision(Turn, "p1")
    return room


def dealt(room: AnyRoom, card: str, chance: Rng) -> dict[str, bool]:
    """Deal hands so that p1 can play the card. Return the holder of IVANHOE, if any."""
    table = room.table
    table.hand("p1").cards = ["IB2", card]
    holder = chance.choice([*table.others("p1"), ""])
    for id in table.others("p1"):
        table.hand(id).cards = ["IB2", "IB3", "IIVA" if id == holder else "IB4"]
        table.display(id).cards = ["IR3", "IR4"]
    return {id: id == holder for id in table.others("p1")}


def played(number: int, *, quick: bool) -> Window:
    """Play one window from the play to its end."""
    chance = Rng(f"{number + 1:032x}")
    players, card = chance.choice([3, 4]), chance.choice(list(PLAYS))
    room = seated(chance, players, quick=quick)
    holds = dealt(room, card, chance)
    table, patience = room.table, chance.below(6000) if chance.chance(0.7) else 10**6
    watched = Watched(room, list(holds), "reaction")
    args = {"moment": table.moment, "card": [card], **PLAYS[card]}
    bots.update_plans(room, [], NOON)
    watched.step(lobby.act(room, room.seat("p1"), "play_action", args, ActionContext(NOON, "")), NOON)
    deadline = table.next_timeout() if table.phase == "reaction" else NOON
    if any(
        seat.bot_state and seat.bot_state.plan and seat.bot_state.plan.move == "ivanhoe"
        for seat in room.seats
    ):
        holds = {}
    ended = watched.until_it_ends(NOON + patience)
    return Window((players, card), holds, watched.sent, deadline - NOON, ended - NOON)


@pytest.fixture(scope="module", params=[300, pytest.param(1200, marks=pytest.mark.long)])
def hidden(request: pytest.FixtureRequest) -> list[Window]:
    return [played(number, quick=False) for number in range(request.param)]


@pytest.fixture(scope="module")
def quick() -> list[Window]:
    return [played(number, quick=True) for number in range(200)]


@pytest.mark.parametrize("viewer", ["p1", "p4", None])
@pytest.mark.parametrize("name", FEATURES)
def test_what_is_sent_tells_no_more_than_chance_who_holds_ivanhoe(
    hidden: list[Window], name: str, viewer: str | None
) -> None:
    others = [window for window in hidden if not window.holds.get("p4")]
    windows = others if viewer == "p4" else hidden  # who holds the card knows where it is
    assert beyond_chance(windows, FEATURES[name], viewer) < BOUND_SD


def test_sizes_of_answers_tell_no_more_than_chance(hidden: list[Window]) -> None:
    def sizes(window: Window, viewer: str | None) -> tuple[int, ...]:
        return tuple(len(one.body) for one in window.sent[viewer])

    for viewer in ("p1", None):
        assert beyond_chance(hidden, sizes, viewer) < BOUND_SD


@pytest.mark.parametrize("name", ["when it ended", "whether it ended early", "when they came"])
def test_the_same_measure_finds_what_quick_reactions_let_be_seen(quick: list[Window], name: str) -> None:
    assert beyond_chance(quick, FEATURES[name], "p1") > 3 * BOUND_SD


def test_the_windows_are_of_every_kind(hidden: list[Window]) -> None:
    held = Counter(holds for window in hidden for holds in window.holds.values())
    assert min(held.values()) > len(hidden) // 10
    assert min(Counter(window.ended < window.deadline for window in hidden).values()) > len(hidden) // 10
    assert len({window.public for window in hidden}) == 6
