"""Ivanhoe: every action card is drawn, played, refused where it cannot be played, cancelled by IVANHOE."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from cheat.games.ivanhoe.actions import ACTIONS
from cheat.games.ivanhoe.deck import ACTION_FACES

from .cheat_words import refused, texts
from .ivanhoe_words import (
    actions,
    add,
    cards,
    discard,
    displays,
    draw,
    front,
    hand,
    ivanhoe,
    let,
    phase,
    play,
    table,
)


class Case(NamedTuple):
    """A card of p1: displays with which it can be played, in which colour, what is said with it and told of
    it; displays after it; displays with which it cannot be played, and in which colour.
    """

    before: str
    colour: str
    said: dict[str, str]
    told: str
    after: str
    useless: str
    other: str = "red"


CASES = {
    "UNH": Case("P3 / P4", "purple", {"colour": "red"}, " and chooses Red", "P3 / P4", "R3 / R4"),
    "CHW": Case("R3 / R4", "red", {"colour": "blue"}, " and chooses Blue", "R3 / R4", "R3 / R4", "green"),
    "DRW": Case("R3 / R4", "yellow", {}, "", "R3 / R4", "R3 / R4", "purple"),
    "BRL": Case("P3 / R4 P5", "purple", {"target": "p2"}, " against p2", "P3 / R4", "P3 / R4 S3", "purple"),
    "RIP": Case("R3 / R4 R5", "red", {"target": "p2"}, " against p2", "R3 R5 / R4", "R3 / R4"),
    "DOD": Case(
        "R3 / R4 R5 R4",
        "red",
        {"target": "p2", "taken": "R5"},
        " against p2 and picks Red 5",
        "R3 / R4 R4",
        "R3 / R4",
    ),
    "RET": Case("R3 S2 R4 / R5", "red", {"own": "S2"}, " and picks Squire 2", "R3 R4 / R5", "R3 / R5"),
    "KND": Case("R3 / R4", "red", {"target": "p2"}, " against p2", "R3 / R4", ""),
    "OUT": Case("R3 / R4 R5", "red", {}, "", "R3 / R4", "R3 / R4"),
    "CHG": Case("R3 / R3 R5", "red", {}, "", "R3 / R5", "S2 / R3 R5"),
    "CTR": Case("R5 / R3 R5", "red", {}, "", "R5 / R3", "R5 / R3 R4"),
    "DIS": Case("S2 / R3 S2", "red", {}, "", "S2 / R3", "S2 / S2"),
    "ADA": Case("R3 R3 / R4 R5 R4", "red", {}, "", "R3 R3 / R5 R4", "R3 R3 / R4 R5"),
    "OWT": Case(
        "R3 S2 / R4 R5",
        "red",
        {"target": "p2", "own": "R3", "taken": "R5"},
        " against p2: Red 3 for Red 5",
        "S2 R5 / R4 R3",
        "R3 / ",
    ),
    "SHL": Case("R3 / R4", "red", {}, "", "R3 / R4", ""),
    "STN": Case("R3 / R4", "red", {"target": "p2"}, " against p2", "R3 / R4", ""),
}
USELESS = {"KND": {"hands": "KND / "}, "SHL": {"fronts": "SHL / "}, "STN": {"fronts": " / STN"}}
"""Hands and fronts with which a card cannot be played, if displays do not matter."""

every_card = pytest.mark.parametrize("word", CASES)


def ready(word, theirs="IVA", **values):
    """p1 can play the card."""
    case = CASES[word]
    return table(f"{word} / {theirs}", case.before, colour=case.colour, **values)


def announced(word, theirs="IVA", **values):
    """p1 has played the card."""
    t = ready(word, theirs, **values)
    return t, play(t, "p1", word, **CASES[word].said)


def test_there_is_a_case_for_every_card():
    assert {f"I{word}" for word in CASES} == set(ACTIONS) == set(ACTION_FACES) - {"IIVA"}


@every_card
def test_card_is_drawn_and_may_be_played(word):
    t = ready(word, phase="draw", deck=word)
    t.hand("p1").cards = []
    draw(t, "p1")
    assert (hand(t, "p1"), actions(t, "p1")) == (word, {word})


@every_card
def test_card_is_announced_before_it_has_an_effect(word):
    t, events = announced(word)
    name = ACTION_FACES[f"I{word}"].name
    assert texts(events) == [f"p1 plays {name}{CASES[word].told}."]
    assert (phase(t), t.zones["played"].cards, hand(t, "p1")) == (("reaction", "p1"), cards(word), "")
    assert (displays(t), t.colour, discard(t)) == (CASES[word].before, CASES[word].colour, "")
    assert (front(t, "p1"), front(t, "p2"), hand(t, "p2")) == ("", "", "IVA")


@every_card
def test_card_has_its_effect_when_nobody_cancels_it(word):
    t, _ = announced(word)
    case = CASES[word]
    let(t, "p2")
    assert (displays(t), phase(t), t.zones["played"].cards) == (case.after, ("turn", "p1"), [])
    assert t.colour == ("green" if word == "DRW" else case.said.get("colour", case.colour))
    assert (front(t, "p1"), front(t, "p2")) == (
        word if word == "SHL" else "",
        word if word == "STN" else "",
    )
    assert hand(t, "p1") == {"RET": "S2", "KND": "IVA"}.get(word, "")
    assert (word in discard(t)) == (word not in ("SHL", "STN"))


@every_card
def test_card_is_cancelled_by_ivanhoe(word):
    t, _ = announced(word)
    case = CASES[word]
    events = ivanhoe(t, "p2")
    assert texts(events) == [f"p2 plays IVANHOE: {ACTION_FACES[f'I{word}'].name} is cancelled."]
    assert (displays(t), t.colour, phase(t)) == (case.before, case.colour, ("turn", "p1"))
    assert (front(t, "p1"), front(t, "p2"), hand(t, "p1"), hand(t, "p2")) == ("", "", "", "")
    assert (discard(t), t.pending_action, t.cards_added) == (f"{word} IVA", None, 0)


@every_card
def test_card_is_refused_where_it_would_change_nothing(word):
    case = CASES[word]
    where = {"hands": f"{word} / R3", **USELESS.get(word, {})}
    t = table(displays=case.useless or case.before, colour=case.other, **where)
    assert actions(t, "p1") == set()
    with refused(t, "not_playable", ACTIONS[f"I{word}"].needs):
        play(t, "p1", word, **case.said)


@every_card
def test_card_is_refused_out_of_turn(word):
    t = table(f"R3 / {word}", "R3 / R4 R5 S2", colour="purple")
    with refused(t, "not_your_turn"):
        play(t, "p2", word, **CASES[word].said)


@pytest.mark.parametrize("word", [word for word, case in CASES.items() if case.said])
def test_card_says_everything_that_belongs_to_it(word):
    t = ready(word)
    for name in CASES[word].said:
        rest = {key: value for key, value in CASES[word].said.items() if key != name}
        with refused(t, "bad_field"):
            play(t, "p1", word, **rest)


@pytest.mark.parametrize("word", ["BRL", "RIP", "DOD", "KND", "OUT", "CHG", "CTR", "DIS", "ADA"])
def test_shield_stops_it(word):
    t = ready(word, fronts=" / SHL")
    assert actions(t, "p1") == set()


@pytest.mark.parametrize("word", ["OWT", "STN"])
def test_shield_does_not_stop_it(word):
    t = ready(word, fronts=" / SHL")
    assert actions(t, "p1") == {word}


@pytest.mark.parametrize("word", ["RIP", "RET", "OWT"])
def test_own_shield_stops_nothing(word):
    assert actions(ready(word, fronts="SHL / "), "p1") == {word}


def test_ivanhoe_only_answers():
    t = table("IVA R3 / ", "R3 / R4")
    assert actions(t, "p1") == set()
    with refused(t, "not_playable"):
        play(t, "p1", "IVA")
    with refused(t, "nothing_to_answer"):
        ivanhoe(t, "p1")


def test_value_card_is_no_action_and_an_action_no_value_card():
    t = table("R3 CHW / ", "R3 / R4")
    with refused(t, "not_playable"):
        play(t, "p1", "R3")
    with refused(t, "not_playable", "You can play only value cards into your display."):
        add(t, "p1", "CHW")
