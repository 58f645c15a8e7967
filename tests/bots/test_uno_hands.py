"""The knowledge of a hard bot about the hands of the other players of Uno."""

from __future__ import annotations

from typing import Any

import pytest

from cheat.engine import engine
from cheat.engine.table import Event
from cheat.games.uno.bot_hands import Hands, follow_hands
from cheat.games.uno.rules import GAME, UnoTable
from tests.games.uno_words import catch, draw, play, table

STUCK = ["5", "black", "red"]


def learn(events: list[Event], memory: dict[str, Any]) -> None:
    """Pass the events of one step to the bot of p1."""
    follow_hands(memory, [event.view("p1", 0, 0) for event in events])


def after(t: UnoTable, each: int, *steps: Any) -> dict[str, Any]:
    """Return the memory after these steps of a round, with this number of cards for each player."""
    memory: dict[str, Any] = {"each": each, "cards": {}, "colour": "red", "sign": "0"}
    for step in steps:
        learn(step(), memory)
    return memory


def test_who_draws_by_choice_has_no_card_that_fits():
    t = table("R5 Y1 / G4 G6 / B5 B6 B7", deck="Y9 Y8")
    memory = after(t, 2, lambda: play(t, "p1", "R5"), lambda: draw(t, "p2"))
    assert memory["cards"]["p2"] == [STUCK, STUCK, []]


def test_what_was_drawn_because_of_a_card_may_be_anything():
    t = table("RD Y1 Y2 / G4 G6 / B5 B6 B7", deck="Y9 Y8 Y7")
    memory = after(t, 3, lambda: play(t, "p1", "RD"))
    assert memory["cards"]["p2"] == [[], [], [], [], []]


def test_what_was_drawn_for_a_forgotten_uno_may_be_anything():
    t = table("G4 G6 / R5 R6 / B5 B6", turn="p2", deck="Y9 Y8 Y7")
    memory = after(t, 2, lambda: play(t, "p2", "R5"), lambda: catch(t, "p3", "p2"))
    assert memory["cards"]["p2"] == [[], [], []]


def test_drawing_what_is_due_says_nothing():
    t = table("RD Y1 Y2 / G4 G6 / B5 B6 B7", deck="Y9 Y8 Y7", stacking="same")
    memory = after(t, 2, lambda: play(t, "p1", "RD"), lambda: draw(t, "p2"))
    assert memory["cards"]["p2"] == [[], [], [], []]


def test_drawing_when_time_is_up_says_nothing():
    t = table("R5 Y1 / G4 G6 / B5 B6 B7", deck="Y9 Y8", turn_s=5)
    memory = after(t, 2, lambda: play(t, "p1", "R5"), lambda: engine.expire(GAME, t, t.next_timeout()))
    assert memory["cards"]["p2"] == [[], [], []]


def test_a_played_card_was_the_one_that_was_known_least():
    t = table("R5 Y1 / G4 G6 / B5 B6 B7", deck="R9 Y8")
    memory = after(t, 2, lambda: play(t, "p1", "R5"), lambda: draw(t, "p2"), lambda: play(t, "p2", "R9"))
    assert memory["cards"]["p2"] == [STUCK, STUCK]


@pytest.mark.parametrize("forget", ["dealt", "swapped", "rotated"])
def test_new_hands_are_not_known(forget):
    memory: dict[str, Any] = {"each": 2, "cards": {"p2": [STUCK]}}
    learn([Event(type=forget, by="p2", args={"count": 7})], memory)
    assert memory["cards"] == {}


def test_known_cards_are_counted():
    t = table("R1 R2 / G4 G6 / B5 B6 B7", top="R3")
    hands = Hands(t, "p1", {"cards": {"p2": [["red"], ["red"]]}})
    assert hands.lacks("p2", "red") == 1
    assert hands.lacks("p3", "red") == pytest.approx((1 - 22 / 105) ** 3)
    assert hands.chance_stuck("p3", "red") == pytest.approx((1 - 30 / 105) ** 3)
    assert hands.chance_stuck("p3", "red", "4") == pytest.approx((1 - 36 / 105) ** 3)


def test_cards_of_which_nothing_is_known_may_be_anything():
    t = table("R1 R2 / G4 G6 / B5 B6 B7", top="R3")
    assert Hands(t, "p1", {}).lacks("p2", "red") == Hands(t, "p1", {"cards": {"p2": [[]]}}).lacks("p2", "red")
