"""Uno: what may be played, what cards do, drawing, and whose turn it is (rules 3)."""

from __future__ import annotations

import pytest

from cheat.engine import engine
from cheat.games.uno.deck import COLOURS
from cheat.games.uno.rules import GAME

from .uno_words import (
    act,
    draw,
    encoded,
    forms,
    hand,
    keep,
    offered,
    one,
    play,
    playable,
    prompt,
    refused,
    sizes,
    table,
    texts,
    top,
    types,
    wait,
)

THREE = "R5 R6 Y1 / G5 G6 G7 / B5 B6 B7"


# What fits: acceptance 12


@pytest.mark.parametrize(
    ("on", "colour", "fitting"),
    [
        ("R3", "", "R5 RS RD Y3 WW WF"),
        ("YS", "", "RS Y3 Y9 WW WF"),
        ("GD", "", "RD WW WF"),
        ("BR", "", "WW WF"),
        ("WW", "yellow", "Y3 Y9 WW WF"),
        ("WF", "red", "R5 RS RD WW WF"),
        ("WW", "blue", "WW WF"),
    ],
)
def test_a_card_fits_by_colour_number_or_symbol(on, colour, fitting):  # acceptance 12
    t = table("R5 RS RD Y3 Y9 WW WF / G1", top=on, colour=colour)
    assert sorted(playable(t, "p1").split()) == sorted(fitting.split())


def test_a_card_that_does_not_fit_is_refused():  # acceptance 12
    t = table("R5 Y9 WW / G1")
    with refused(t, "card_not_there"):
        play(t, "p1", "G9")
    with refused(t, "card_not_there"):
        play(t, "p1", "Y9")
    assert hand(t, "p1") == "R5 Y9 WW"


def test_who_has_no_card_that_fits_is_told_so():
    t = table("G5 Y9 / G1")
    assert offered(t, "p1") == {"draw"}
    with refused(t, "no_card_fits"):
        play(t, "p1", "G5")


def test_a_played_card_is_the_new_top_and_sets_the_colour():
    t = table(THREE)
    events = play(t, "p1", "R5")
    assert (top(t), hand(t, "p1"), t.turn) == ("R5 red", "R6 Y1", "p2")
    assert texts(events) == ["p1 plays Red 5."]
    play(t, "p2", "G5")
    assert (top(t), t.turn) == ("G5 green", "p3")


def test_equal_faces_are_interchangeable():  # edge 31
    t = table("R5 R5 Y1 / G5")
    play(t, "p1", "R5")
    assert hand(t, "p1") == "R5 Y1"


# Black cards: acceptance 1


@pytest.mark.parametrize("colour", COLOURS.values())
def test_a_wild_sets_the_colour_and_everybody_is_told(colour):  # acceptance 1
    t = table("WW R6 Y1 / G5 / B5")
    events = play(t, "p1", "WW", colour)
    assert (top(t), t.turn) == (f"WW {colour}", "p2")
    assert one(events, "played").view(None, 1, 0).args["colour"] == colour
    assert any(fact.text == colour.capitalize() for fact in GAME.facts(t, None))


def test_a_black_card_without_a_colour_is_refused():  # edge 19
    t = table("WW R6 Y1 / G5")
    with refused(t, "bad_field", "“colour” is missing."):
        play(t, "p1", "WW")
    with refused(t, "illegal_move"):
        play(t, "p1", "WW", "pink")


def test_a_coloured_card_with_a_colour_is_refused():
    t = table("R5 R6 Y1 / G5")
    with refused(t, "bad_field"):
        play(t, "p1", "R5", "blue")


# What cards do: acceptance 6


def test_a_skip_passes_over_the_next_player():  # acceptance 6
    t = table("RS R6 Y1 / G5 / B5 B6")
    play(t, "p1", "RS")
    assert t.turn == "p3"


def test_a_skip_with_two_players_gives_another_turn():  # edge 5
    t = table("RS R6 Y1 / G5")
    play(t, "p1", "RS")
    assert t.turn == "p1"


def test_a_reverse_turns_the_direction():  # acceptance 6
    t = table("RR R6 Y1 / RS G1 / B5 B6 / R1 R2")
    play(t, "p1", "RR")
    assert (t.turn, t.direction) == ("p4", -1)
    play(t, "p4", "R1", uno="yes")
    assert t.turn == "p3"


def test_a_skip_after_a_reverse_skips_the_other_way():
    t = table("RR RS Y1 / G1 / B5 B6 / R1 R2 R4")
    t.direction = -1
    play(t, "p1", "RS")
    assert t.turn == "p3"


def test_a_second_reverse_turns_it_back():
    t = table("RR Y1 Y2 / G1 G2 / RR B6 B7")
    play(t, "p1", "RR")
    play(t, "p3", "RR")
    assert (t.turn, t.direction) == ("p1", 1)


def test_a_reverse_with_two_players_gives_another_turn():  # edge 4
    t = table("RR R6 Y1 / G5")
    play(t, "p1", "RR")
    assert t.turn == "p1"


def test_a_draw_two_gives_two_cards_and_takes_the_turn():  # acceptance 5, 6
    t = table("RD R6 Y1 / G5 / B5", deck="Y7 Y8 Y9")
    events = play(t, "p1", "RD")
    assert (hand(t, "p2"), t.turn) == ("Y7 Y8 G5", "p3")
    assert types(events) == ["played", "drew"]


def test_a_draw_two_with_two_players_gives_another_turn():  # edge 6
    t = table("RD R6 Y1 / G5", deck="Y7 Y8 Y9")
    play(t, "p1", "RD")
    assert (sizes(t), t.turn) == ("2 3", "p1")


@pytest.mark.parametrize(("seat", "following"), [("p1", "p10"), ("p10", "p9")])
def test_turns_never_leave_the_table_in_either_direction(seat, following):  # acceptance 9
    t = table(" / ".join(["R1 R2 R4"] * 10), turn=seat)
    t.direction = -1
    play(t, seat, "R1")
    assert t.turn == following


# Drawing: acceptance 14


def test_a_drawn_card_that_fits_may_be_played_at_once():  # acceptance 14
    t = table("G5 Y1 / B5", deck="R9 B1")
    draw(t, "p1")
    assert (t.turn, offered(t, "p1"), playable(t, "p1")) == ("p1", {"play", "keep"}, "R9")
    play(t, "p1", "R9")
    assert (top(t), t.turn) == ("R9 red", "p2")


def test_a_drawn_card_may_be_kept():  # acceptance 14
    t = table("G5 Y1 / B5", deck="R9 B1")
    draw(t, "p1")
    events = keep(t, "p1")
    assert (hand(t, "p1"), t.turn, types(events)) == ("R9 Y1 G5", "p2", ["kept"])


def test_a_drawn_card_that_does_not_fit_ends_the_turn():  # acceptance 14
    t = table("G5 Y1 / B5", deck="B9 B1")
    draw(t, "p1")
    assert (sizes(t), t.turn) == ("3 1", "p2")


def test_only_the_drawn_card_may_be_played():  # edge 20
    t = table("R5 Y1 / B5", deck="R9 B1")
    draw(t, "p1")
    with refused(t, "card_not_there"):
        play(t, "p1", "R5")
    with refused(t, "already_drawn"):
        draw(t, "p1")


def test_a_drawn_black_card_may_be_played_with_a_colour():
    t = table("G5 Y1 / B5", deck="WW B1")
    draw(t, "p1")
    play(t, "p1", "WW", "blue")
    assert (top(t), t.turn) == ("WW blue", "p2")


def test_drawing_is_allowed_with_a_card_that_fits():
    t = table("R5 Y1 / B5", deck="B9")
    assert offered(t, "p1") == {"play", "draw"}
    draw(t, "p1")
    assert sizes(t) == "3 1"


# Whose turn it is: acceptance 13


@pytest.mark.parametrize("move", ["play", "draw", "keep", "accept", "challenge", "jump_in"])
def test_who_is_not_on_turn_can_neither_play_nor_draw(move):  # acceptance 13
    t = table("R5 R6 / R7 R8 / B5")
    with refused(t, "not_your_turn"):
        act(t, "p2", move, cards=["R7"])


def test_a_double_click_is_refused():  # edge 30
    t = table(THREE)
    click = {"cards": ["R5"], "moment": t.decisions[0].moment}
    engine.act(GAME, t, "p1", "play", click, t.now)
    with refused(t, "stale_move"):
        engine.act(GAME, t, "p1", "play", click, t.now)


def test_a_double_click_does_not_play_a_second_skip_of_two_players():  # edge 30
    t = table("RS RS Y1 / G5")
    click = {"cards": ["RS"], "moment": t.decisions[0].moment}
    engine.act(GAME, t, "p1", "play", click, t.now)
    assert t.turn == "p1"
    with refused(t, "stale_move"):
        engine.act(GAME, t, "p1", "play", click, t.now)


def test_a_refused_move_changes_nothing():
    t = table(THREE)
    before = encoded(t)
    with refused(t, "card_not_there"):
        play(t, "p1", "Y1")
    assert encoded(t) == before


# The clock: edge 29


def test_the_clock_draws_one_card_and_passes():  # edge 29
    t = table("R5 Y1 / B5 / B6", deck="R9 B1")
    events = wait(t, 30)
    assert types(events) == ["timed_out", "drew"]
    assert (hand(t, "p1"), t.turn, t.phase) == ("R5 R9 Y1", "p2", "turn")


def test_the_clock_keeps_a_drawn_card():
    t = table("G5 Y1 / B5", deck="R9 B1")
    draw(t, "p1")
    wait(t, 29)
    assert t.turn == "p1"
    assert types(wait(t, 1)) == ["timed_out", "kept"]
    assert t.turn == "p2"


def test_a_turn_is_not_optional_so_that_absence_is_noticed():  # edge 29
    assert [decision.optional for decision in table(THREE).decisions] == [False]


@pytest.mark.parametrize("seconds", [10, 180])
def test_turn_s_is_the_turn_clock(seconds):
    t = table(THREE, turn_s=seconds)
    draw(t, "p1")
    keep(t, "p1") if t.turn == "p1" else None
    wait(t, seconds - 1)
    assert t.turn == "p2"
    wait(t, 1)
    assert t.turn == "p3"


def test_without_a_turn_clock_nothing_is_timed():
    t = table(THREE, turn_s=0)
    play(t, "p1", "R5")
    assert t.next_timeout() is None


# What all see: acceptance 16


def test_everybody_sees_sizes_direction_colour_turn_and_pile():  # acceptance 16
    t = table(THREE)
    for viewer in ("p1", "p3", None):
        facts = {fact.label: fact.text for fact in GAME.facts(t, viewer)}
        assert facts == {"Colour": "Red", "Direction": "Clockwise", "Points to reach": "500"}
        views = {zone.id: zone.view(viewer) for zone in t.zones.values()}
        assert [views[f"hand:p{seat}"].count for seat in (1, 2, 3)] == [3, 3, 3]
        assert views["deck"].count == len(t.deck.cards)
        assert views["discard"].cards == ["R3"]
    t.direction = -1
    assert GAME.facts(t, None)[1].text == "Counter-clockwise"


def test_prompts_say_what_fits():
    t = table("R5 WW R1 / G5")
    assert prompt(t, "p1") == "Your turn: play Red, 3 or a Wild, or draw."
    assert prompt(t, "p2") == prompt(t, None) == "Waiting for p1 to play."
    play(t, "p1", "WW", "green")
    assert prompt(t, "p2") == "Your turn: play Green or a Wild, or draw."


def test_prompts_offer_nothing_that_is_not_allowed():
    t = table("R5 G1 / G5", deck="R9", forced_play=True)
    assert prompt(t, "p1") == "Your turn: play Red, 3 or a Wild."
    t = table("B5 G1 / G5", deck="R9", forced_play=True)
    draw(t, "p1")
    assert prompt(t, "p1") == "You drew Red 9: play it."
    t = table("R5 G1 / G5", deck="")
    assert prompt(t, "p1") == "Your turn: play Red, 3 or a Wild, or pass."


def test_forms_of_plain_and_black_cards_are_apart():
    t = table("R5 WW R1 / G5")
    assert [form.fields[0].of for form in forms(t, "p1", "play")] == [["R5", "R1"], ["WW"]]
    assert [len(form.fields) for form in forms(t, "p1", "play")] == [1, 2]
