"""Uno: wild draw four, challenges, and what a challenger is shown (rules 3.5)."""

from __future__ import annotations

import pytest

from cheat.engine import engine
from cheat.games.uno.rules import GAME

from .uno_words import (
    accept,
    act,
    catch,
    challenge,
    copy_of,
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
    refused,
    sizes,
    table,
    texts,
    top,
    types,
    wait,
)

GUILTY = "WF R6 Y1 / G5 G6 / B5 B6"
PROPER = "WF G7 Y1 / G5 G6 / B5 B6"
DECK = "Y3 Y4 Y5 Y6 Y7 Y8 Y9"


def four(hands, **values):
    """p1 has played a wild draw four on Red 3 and chosen blue."""
    t = table(hands, deck=DECK, **values)
    play(t, "p1", "WF", "blue")
    return t


def test_the_victim_alone_decides():  # acceptance 6
    t = four(GUILTY)
    assert (t.turn, top(t)) == ("p2", "WF blue")
    assert [offered(t, id) for id in ("p1", "p2", "p3")] == [set(), {"accept", "challenge"}, set()]
    assert [form.touches for form in forms(t, "p2", "challenge")] == [["p1"]]
    for move in ("play", "draw"):
        with refused(t, "no_card_fits" if move == "play" else "illegal_move"):
            act(t, "p2", move, cards=["G5"])


def test_accepting_draws_four_and_loses_the_turn():  # acceptance 5
    t = four(GUILTY)
    events = accept(t, "p2")
    assert (hand(t, "p2"), t.turn) == ("Y3 Y4 Y5 Y6 G5 G6", "p3")
    assert one(events, "drew").args["count"] == 4


def test_time_is_up_means_accepting():  # acceptance 15, edge 29
    t = four(GUILTY)
    events = wait(t, 10)
    assert types(events) == ["timed_out", "accepted", "drew"]
    assert (sizes(t), t.turn) == ("2 6 2", "p3")


@pytest.mark.parametrize("seconds", [3, 60])
def test_challenge_s_is_the_time_to_decide(seconds):
    t = four(GUILTY, challenge_s=seconds)
    assert t.next_timeout() == t.now + seconds * 1000


def test_a_right_challenge_makes_the_accused_draw_four():  # edge 18, acceptance 15
    t = four(GUILTY)
    events = challenge(t, "p2")
    assert (hand(t, "p1"), sizes(t)) == ("R6 Y1 Y3 Y4 Y5 Y6", "6 2 2")
    assert one(events, "verdict").args["guilty"] is True
    assert (t.turn, t.phase, t.colour) == ("p2", "turn", "blue")
    assert offered(t, "p2") == {"draw"}


def test_a_right_challenge_ends_the_state_of_one_card():  # edge 18
    t = table("WF R6 / G5 G6 / B5 B6", deck=DECK)
    play(t, "p1", "WF", "blue", uno="yes")
    assert t.said_uno == ["p1"]
    challenge(t, "p2")
    assert (t.said_uno, len(t.hand("p1").cards)) == ([], 5)


def test_a_wrong_challenge_draws_six_and_loses_the_turn():  # acceptance 15
    t = four(PROPER)
    events = challenge(t, "p2")
    assert (sizes(t), t.turn) == ("2 8 2", "p3")
    assert one(events, "verdict").args["guilty"] is False
    assert one(events, "drew").args["count"] == 6


def test_other_playable_cards_do_not_make_it_improper():  # edge 16
    t = table("WF G3 Y1 / G5 G6 / B5 B6", deck=DECK)  # Green 3 would fit Red 3, but is not red
    play(t, "p1", "WF", "blue")
    assert one(challenge(t, "p2"), "verdict").args["guilty"] is False


def test_a_wild_in_hand_does_not_make_it_improper():  # edge 17
    t = four("WF WW WF / G5 G6 / B5 B6")
    assert one(challenge(t, "p2"), "verdict").args["guilty"] is False


def test_the_colour_chosen_before_is_what_counts():
    t = table("WF R6 B1 / G5 G6 / B5 B6", top="WW", colour="blue", deck=DECK)
    play(t, "p1", "WF", "red")
    assert one(challenge(t, "p2"), "verdict").args["guilty"] is True
    t = table("WF R6 B1 / G5 G6 / B5 B6", top="WW", colour="green", deck=DECK)
    play(t, "p1", "WF", "red")
    assert one(challenge(t, "p2"), "verdict").args["guilty"] is False


def test_with_two_players_the_accused_plays_again():  # edge 6
    t = table("WF R6 Y1 / G5 G6", deck=DECK)
    play(t, "p1", "WF", "blue")
    accept(t, "p2")
    assert (sizes(t), t.turn) == ("2 6", "p1")


# What the challenger is shown


def facts(t, viewer):
    return [english(fact.text) for fact in GAME.facts(t, viewer) if fact.label == "Shown to you"]


def test_the_hand_is_shown_to_the_challenger_alone():  # acceptance 15
    t = four(GUILTY)
    events = challenge(t, "p2")
    shown = one(events, "hand_shown")
    assert texts([shown]) == ["p1's hand: Red 6, Yellow 1."]
    assert shown.view("p2", 1, 0).args["hand"] == "Red 6, Yellow 1"
    for viewer in ("p1", "p3", None):
        assert shown.view(viewer, 1, 0).type == "hidden"
    assert facts(t, "p2") == ["p1: Red 6, Yellow 1"]
    assert facts(t, "p1") == facts(t, "p3") == facts(t, None) == []


def test_what_the_accused_draws_is_not_shown():
    t = four(GUILTY)
    event = one(challenge(t, "p2"), "drew")
    assert {move.viewers == ["p1"] for move in event.cards} == {True}
    assert t.hand("p1").viewers == ["p1"]


def test_the_hand_is_shown_as_it_was_when_the_card_was_played():
    t = table("WF R6 / G5 G6 / B5 B6", deck=DECK)
    play(t, "p1", "WF", "blue")
    catch(t, "p3", "p1")
    assert hand(t, "p1") == "R6 Y3 Y4"
    challenge(t, "p2")
    assert facts(t, "p2") == ["p1: Red 6"]


def test_a_red_card_drawn_as_a_penalty_does_not_make_it_improper():
    t = table("WF G6 / G5 G7 / B5 B6", deck="R1 R2 " + DECK)
    play(t, "p1", "WF", "blue")
    catch(t, "p3", "p1")
    assert one(challenge(t, "p2"), "verdict").args["guilty"] is False


def test_the_hand_is_shown_until_the_challenger_acts():
    right = four(GUILTY)
    challenge(right, "p2")
    draw(right, "p2")
    assert facts(right, "p2") == []
    wrong = four(PROPER)
    challenge(wrong, "p2")
    for seat in ("p3", "p1", "p2"):
        assert wrong.turn == seat
        assert facts(wrong, "p2") == ["p1: Green 7, Yellow 1"]
        wait(wrong, 30)
    assert facts(wrong, "p2") == []


def test_a_later_challenge_leaves_an_earlier_challenger_what_was_shown():
    t = table("WF G7 Y1 / G5 G6 / WF B5 B6 / G8 G9", deck="Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 R1 R2")
    play(t, "p1", "WF", "blue")
    challenge(t, "p2")
    play(t, "p3", "WF", "red")
    challenge(t, "p4")
    assert facts(t, "p2") == ["p1: Green 7, Yellow 1"]
    assert facts(t, "p4") == ["p3: Blue 5, Blue 6"]


def test_whether_it_was_proper_is_known_to_its_player_alone():
    guilty, proper = four(GUILTY), four(PROPER)
    for viewer in ("p2", "p3", None):
        seen = engine.observation(GAME, guilty, viewer)
        assert (seen.wild_four.remaining_cards, seen.wild_four.proper) == ([], True)
        assert seen.wild_four == engine.observation(GAME, proper, viewer).wild_four
    assert engine.observation(GAME, guilty, "p1").wild_four.remaining_cards == ["R6", "Y1"]
    assert engine.observation(GAME, guilty, "p1").wild_four.proper is False


# Leaving: edges 24, 25


def test_the_victim_leaves():  # edge 24
    t = four(GUILTY)
    leave(t, "p2")
    assert (t.turn, t.phase, t.due_cards) == ("p3", "turn", 0)
    assert sizes(t) == "2 0 2"
    assert "draw" in offered(t, "p3")


def test_the_accused_leaves():  # edge 25
    t = four("WF R6 Y1 / G5 G6 / B5 B6 / R1")
    leave(t, "p1")
    assert (sizes(t), t.turn) == ("0 6 2 1", "p3")


def test_somebody_else_leaves():
    t = four("WF R6 Y1 / G5 G6 / B5 B6 / R1")
    leave(t, "p4")
    assert offered(t, "p2") == {"accept", "challenge"}
    challenge(t, "p2")
    assert sizes(t) == "6 2 2 0"


# Options


def test_without_challenges_the_victim_draws_at_once():
    t = four(GUILTY, challenge_wd4=False)
    assert (sizes(t), t.turn) == ("2 6 2", "p3")


def test_strict_refuses_an_improper_one_and_needs_no_challenge():
    t = table(GUILTY, wd4_strict=True)
    assert playable(t, "p1") == "R6"
    with refused(t, "bad_field"):  # there is no form for black cards
        play(t, "p1", "WF", "blue")
    t = four(PROPER, wd4_strict=True)
    assert (sizes(t), t.turn) == ("2 6 2", "p3")


def test_strict_refuses_a_drawn_one_that_a_wrong_catch_made_improper():
    t = table("G7 Y1 / G5", deck="WF R9", wd4_strict=True, false_catch_penalty=1)
    draw(t, "p1")
    assert offered(t, "p1") == {"play", "keep", "catch_uno"}
    catch(t, "p1", "p2")
    assert hand(t, "p1") == "R9 Y1 G7 WF"
    assert offered(t, "p1") == {"keep"}


def test_not_strict_allows_an_improper_one():
    assert options().wd4_strict is False
    assert playable(table(GUILTY), "p1") == "R6 WF"


def test_trying_both_answers_from_the_same_moment():
    t = four(GUILTY)
    other = copy_of(t)
    accept(t, "p2")
    challenge(other, "p2")
    assert (sizes(t), sizes(other)) == ("2 6 2", "6 2 2")
