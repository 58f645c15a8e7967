"""Uno: what the options change: drawing, forced plays, stacking, seven and zero, jumping in (rules 7)."""

from __future__ import annotations

import pytest

from cheat.engine import engine
from cheat.engine.options import spec_of
from cheat.errors import BadValue
from cheat.games.uno.rules import GAME, Colour, DrawnCard

from .uno_words import (
    accept,
    act,
    catch,
    challenge,
    draw,
    english,
    forms,
    hand,
    leave,
    offered,
    one,
    options,
    play,
    playable,
    prompt,
    refused,
    scores,
    sizes,
    table,
    texts,
    top,
    types,
    wait,
)

DEFAULTS = {
    "max_players": 10, "start_mode": "host", "countdown_s": 10, "hand_size": 7, "target_score": 500,
    "scoring": "winner_takes", "dealer_symbols_zero": False, "start_wild": "redraw",
    "start_reverse_first": "right_of_dealer", "draw_rule": "one_play", "forced_play": False,
    "wd4_strict": False, "challenge_wd4": True, "uno_penalty": 2, "false_catch_penalty": 0,
    "uno_grace_s": 1.5, "uno_window_s": 0, "auto_uno": False, "stacking": "off", "seven_zero": False,
    "jump_in": False, "turn_s": 30, "challenge_s": 10, "on_leave": "rules", "spectators": True,
}  # fmt: skip
"""The default of every option. A new option needs a line here, and tests below."""


def test_defaults_are_those_of_the_rules():
    assert {spec.name: spec.default for spec in spec_of(GAME.options_type)} == DEFAULTS


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("max_players", 2, 10),
        ("countdown_s", 3, 60),
        ("hand_size", 3, 10),
        ("target_score", 0, 1000),
        ("uno_penalty", 0, 4),
    ],
)
def test_bounds(name, low, high):
    for value in (low, high):
        assert getattr(options(**{name: value}), name) == value
    for value in (low - 1, high + 1):
        with pytest.raises(BadValue):
            options(**{name: value})


# draw_rule


def test_with_one_pass_a_drawn_card_is_never_played():
    t = table("G5 Y1 / B5", deck="R9 B1", draw_rule="one_pass")
    draw(t, "p1")
    assert (hand(t, "p1"), t.turn) == ("R9 Y1 G5", "p2")


def test_with_until_playable_drawing_goes_on_until_a_card_fits():
    t = table("G5 Y1 / B5", deck="B9 Y9 G9 R9 B1", draw_rule="until_playable")
    events = draw(t, "p1")
    assert texts(events) == ["p1 draws 4 cards."]
    assert (playable(t, "p1"), offered(t, "p1")) == ("R9", {"play", "keep"})


def test_with_until_playable_drawing_ends_with_the_cards():
    t = table("G5 Y1 / B5", deck="B9 Y9", under="G9", draw_rule="until_playable")
    draw(t, "p1")
    assert (sizes(t), t.turn) == ("5 1", "p2")


def test_with_until_playable_the_clock_draws_one_card():
    t = table("G5 Y1 / B5", deck="B9 Y9 G9 R9", draw_rule="until_playable")
    wait(t, 30)
    assert (sizes(t), t.turn) == ("3 1", "p2")


# forced_play


def test_with_forced_play_nobody_draws_with_a_card_that_fits():
    t = table("R5 Y1 / B5", forced_play=True)
    assert offered(t, "p1") == {"play"}
    with refused(t, "must_play"):
        draw(t, "p1")


def test_with_forced_play_a_drawn_card_that_fits_is_played():
    t = table("G5 Y1 / B5", deck="R9 B1", forced_play=True)
    draw(t, "p1")
    assert offered(t, "p1") == {"play"}
    with refused(t, "must_play"):
        act(t, "p1", "keep")


def test_with_forced_play_the_clock_passes_all_the_same():
    t = table("R5 Y1 / B5", deck="B1", forced_play=True)
    wait(t, 30)
    assert t.turn == "p2"


def test_with_forced_play_nobody_is_forced_to_cheat():
    t = table("WF R5 / B5", top="G3", forced_play=True)
    assert offered(t, "p1") == {"play"}
    t = table("WF R5 / B5", top="R3", forced_play=True)
    t.hand("p1").cards = ["WF"]
    assert offered(t, "p1") == {"play"}
    t = table("WF Y1 / B5", top="WW", colour="yellow", deck="WF", forced_play=True)
    t.hand("p1").cards = ["G1", "WF"]
    assert offered(t, "p1") == {"play"}


def test_with_forced_play_an_improper_drawn_wild_draw_four_may_be_kept():
    t = table("G5 Y1 / B5", deck="WF", forced_play=True)
    draw(t, "p1")
    assert offered(t, "p1") == {"play"}
    t = table("G5 R1 / B5", deck="WF", forced_play=True)
    t.begin(DrawnCard, "p1")
    t.drawn_card = "WF"
    t.hand("p1").cards.append("WF")
    assert offered(t, "p1") == {"play", "keep"}


def test_with_forced_play_a_stack_may_be_drawn():
    t = table("RD R6 Y1 / GD G5 / B5", stacking="same", forced_play=True)
    play(t, "p1", "RD")
    assert offered(t, "p2") == {"play", "draw"}


# stacking


def test_without_stacking_a_draw_two_hits_at_once():
    t = table("RD R6 Y1 / GD G5 / B5", deck="Y7 Y8 Y9")
    play(t, "p1", "RD")
    assert (sizes(t), t.turn) == ("2 4 1", "p3")


@pytest.mark.parametrize("stacking", ["same", "any"])
def test_a_stack_of_draw_twos_sums_up(stacking):
    t = table("RD R6 Y1 / GD G5 G6 / B5", deck="Y1 Y2 Y7 Y8 Y9", stacking=stacking)
    play(t, "p1", "RD")
    assert (t.turn, t.due_cards, playable(t, "p2"), offered(t, "p2")) == ("p2", 2, "GD", {"play", "draw"})
    play(t, "p2", "GD")
    assert (t.turn, t.due_cards) == ("p3", 4)
    assert [english(fact.text) for fact in GAME.facts(t, None) if fact.label == "To draw"] == ["4 cards"]
    events = draw(t, "p3")
    assert (one(events, "drew").args["count"], sizes(t), t.turn, t.due_cards) == (4, "2 2 5", "p1", 0)


def test_same_stacks_only_the_same_kind():
    t = table("RD R6 Y1 / GD WF R9 / B5", stacking="same")
    play(t, "p1", "RD")
    assert playable(t, "p2") == "GD"


def test_any_stacks_either_kind():
    t = table("RD R6 Y1 / GD WF R9 / B5 BD B6", stacking="any", deck="Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9")
    play(t, "p1", "RD")
    assert playable(t, "p2") == "GD WF"
    play(t, "p2", "WF", "green")
    assert (t.phase, offered(t, "p3"), playable(t, "p3")) == (
        "challenge",
        {"play", "accept", "challenge"},
        "BD",
    )
    play(t, "p3", "BD")
    assert (t.due_cards, t.turn, t.colour, t.wild_four) == (8, "p1", "blue", None)
    draw(t, "p1")
    assert (sizes(t), t.turn) == ("10 2 2", "p2")


def test_accepting_a_stack_draws_the_sum():
    t = table("RD R6 Y1 / GD WF R9 / B5 BD B6", stacking="any", deck="Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9")
    play(t, "p1", "RD")
    play(t, "p2", "WF", "green")
    accept(t, "p3")
    assert (sizes(t), t.turn) == ("2 2 9", "p1")


@pytest.mark.parametrize(("held", "after"), [("R9", "2 8 3"), ("Y9", "2 2 11")])
def test_a_challenge_in_a_stack_is_about_the_sum(held, after):
    t = table(f"RD R6 Y1 / GD WF {held} / B5 BD B6", stacking="any", deck="Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9")
    play(t, "p1", "RD")
    play(t, "p2", "WF", "green")
    challenge(t, "p3")
    assert sizes(t) == after


def test_the_clock_takes_the_stack():
    t = table("RD R6 Y1 / GD G5 / B5", deck="Y1 Y2 Y7", stacking="same")
    play(t, "p1", "RD")
    wait(t, 30)
    assert (sizes(t), t.turn) == ("2 4 1", "p3")


def test_a_last_stacked_card_gives_the_sum():
    t = table("RD R6 Y1 / GD / B5", deck="R1 R1 R2 R2 Y7", stacking="same")
    play(t, "p1", "RD")
    play(t, "p2", "GD")
    assert (t.phase, sizes(t), scores(t)) == ("next_round", "2 0 5", "0 18 0")


def test_who_leaves_takes_the_stack_along():
    t = table("RD R6 Y1 / GD G5 / B5 B6", stacking="same")
    play(t, "p1", "RD")
    leave(t, "p2")
    assert (t.turn, t.due_cards, sizes(t)) == ("p3", 0, "2 0 2")


# seven_zero


def test_a_seven_swaps_hands():
    t = table("R7 R6 Y1 / G5 G6 G9 / B5", seven_zero=True)
    with refused(t, "bad_field"):
        play(t, "p1", "R7")
    events = play(t, "p1", "R7", swap="p2")
    assert (hand(t, "p1"), hand(t, "p2"), t.turn) == ("G5 G6 G9", "R6 Y1", "p2")
    assert texts(events)[-1] == "p1 swaps hands with p2."
    assert {tuple(moved.viewers) for moved in one(events, "swapped").cards} == {("p1", "p2")}


def test_a_seven_is_not_swapped_with_oneself():
    t = table("R7 R6 Y1 / G5 G6 G9 / B5", seven_zero=True)
    with refused(t, "illegal_move"):
        play(t, "p1", "R7", swap="p1")


@pytest.mark.parametrize(("direction", "after"), [(1, "3 2 1"), (-1, "1 3 2")])
def test_a_zero_moves_all_hands_on(direction, after):
    t = table("R0 R6 Y1 / G5 / B5 B6 B7", seven_zero=True)
    t.direction = direction
    play(t, "p1", "R0")
    assert sizes(t) == after
    assert sizes(t).split()[1 if direction == 1 else 2] == "2"


def test_a_last_seven_or_zero_ends_the_round():
    for card in ("R7", "R0"):
        t = table(f"{card} / G5 / B5 B6 B7", seven_zero=True)
        play(t, "p1", card)
        assert (t.phase, sizes(t)) == ("next_round", "0 1 3")


def test_who_swaps_the_last_card_away_need_not_say_uno():
    t = table("R7 R6 / G5 G6 G9 / B5", seven_zero=True)
    play(t, "p1", "R7", swap="p2", uno="yes")
    assert (t.said_uno, t.forgot_uno) == ([], None)


def test_who_swaps_for_a_single_card_has_to_say_uno():
    t = table("R7 R6 Y1 / G5 G6 G9 / B5", seven_zero=True)
    play(t, "p1", "R7", swap="p3")
    assert t.forgot_uno == "p1"
    catch(t, "p2", "p1")
    assert len(t.hand("p1").cards) == 3


def test_without_the_option_sevens_and_zeros_are_numbers():
    t = table("R7 R0 Y1 / G5 / B5")
    play(t, "p1", "R7")
    assert sizes(t) == "2 1 1"


# jump_in


def test_the_same_card_jumps_in():
    t = table("R5 R6 Y1 / G5 / R5 B5 B6 / Y9", jump_in=True)
    play(t, "p1", "R5")
    assert [offered(t, id) for id in ("p3", "p4")] == [{"jump_in"}, set()]
    events = play(t, "p3", "R5", move="jump_in")
    assert texts(events) == ["p3 jumps in with Red 5."]
    assert (top(t), t.turn, sizes(t)) == ("R5 red", "p4", "2 1 2 1")


def test_the_player_who_was_passed_over_cannot_play_late():
    t = table("R5 R6 Y1 / R9 G5 / R5 B5 B6 / Y9", jump_in=True)
    play(t, "p1", "R5")
    before = {"cards": ["R9"], "moment": t.decisions[0].moment}
    play(t, "p3", "R5", move="jump_in")
    with refused(t, "stale_move"):
        engine.act(GAME, t, "p2", "play", before, t.now)


@pytest.mark.parametrize("card", ["Y5", "R6", "WW"])
def test_only_the_same_coloured_card_jumps_in(card):
    t = table(f"R6 Y1 / G5 / {card} B6", top="R5", jump_in=True)
    assert "jump_in" not in offered(t, "p3")
    t = table("R6 Y1 / G5 / WW B6", top="WW", colour="red", jump_in=True)
    assert "jump_in" not in offered(t, "p3")


def test_nobody_jumps_in_while_somebody_thinks_about_a_drawn_card():
    t = table("G5 Y1 / B5 / R3 B6", deck="R9", jump_in=True)
    assert offered(t, "p3") == {"jump_in"}
    draw(t, "p1")
    assert offered(t, "p3") == set()


def test_jumping_in_with_the_last_card_ends_the_round():
    t = table("R6 Y1 / G5 / R5", top="R5", jump_in=True)
    play(t, "p3", "R5", move="jump_in")
    assert t.phase == "next_round"


def test_jumping_in_ends_the_time_for_catching():
    t = table("R5 R6 / G5 / R5 B5 B6", jump_in=True)
    play(t, "p1", "R5")
    assert t.forgot_uno == "p1"
    play(t, "p3", "R5", move="jump_in")
    assert t.forgot_uno is None


def test_without_the_option_nobody_jumps_in():
    t = table("R6 Y1 / G5 / R5 B6", top="R5")
    assert offered(t, "p3") == set()


# start_wild


@pytest.mark.parametrize("by_clock", [False, True])
def test_the_chosen_first_colour_is_in_force(by_clock):
    t = table("R6 Y1 / G5 / R5 B6", top="WW", colour="red")
    t.open_decision(Colour, "p1")
    t.colour = ""
    assert prompt(t, "p1") == "Choose a colour."
    events = wait(t, 30) if by_clock else act(t, "p1", "choose_colour", colour="green")
    assert "colour_chosen" in types(events)
    assert t.colour in ({"red", "yellow", "green", "blue"} if by_clock else {"green"})
    assert (t.turn, t.phase) == ("p1", "turn")
    assert len(forms(t, "p1", "draw")) == 1


def test_what_is_due_is_forgiven_where_nothing_is_left_and_the_turn_is_lost():
    t = table("R5 R6 / G5 G6 / B5 B6", deck="", stacking="any")
    t.due_cards = 2
    assert types(act(t, "p1", "draw")) == ["none_left"]
    assert (t.turn, t.due_cards) == ("p2", 0)
