"""Uno: saying UNO, forgetting it, and catching (rules 3.6)."""

from __future__ import annotations

import pytest

from cheat.games.uno.rules import GAME

from .uno_words import (
    act,
    catch,
    draw,
    forms,
    leave,
    offered,
    options,
    play,
    prompt,
    refused,
    sizes,
    table,
    texts,
    types,
    wait,
    winners,
)

TWO = "R5 Y6 / G5 R7 G7 / B5 B6 B7"


def silent(hands=TWO, **values):
    """Return a table at which p1 has one card and has not said UNO, and p2 is on turn."""
    t = table(hands, deck="Y3 Y4 Y5 Y6", **values)
    play(t, "p1", "R5")
    return t


def marks(t, player):
    return [mark.label for mark in GAME.badges(t, player) if mark.label != "dealer"]


# Saying it: acceptance 3


def test_uno_is_said_with_the_card():  # acceptance 3
    t = table(TWO)
    events = play(t, "p1", "R5", uno="yes")
    assert texts(events) == ["p1 plays Red 5.", "p1 says UNO!"]
    assert marks(t, "p1") == ["UNO!"]
    assert offered(t, "p2") == {"play", "draw"}


@pytest.mark.parametrize("said", [{}, {"uno": "no"}])
def test_uno_is_said_afterwards(said):  # acceptance 3
    t = table(TWO)
    assert types(play(t, "p1", "R5", **said)) == ["played"]
    assert offered(t, "p1") == {"say_uno"}
    assert texts(act(t, "p1", "say_uno")) == ["p1 says UNO!"]
    assert marks(t, "p1") == ["UNO!"]
    with refused(t, "nobody_to_catch"):
        catch(t, "p2", "p1")


def test_who_forgot_uno_is_told_to_say_it_until_the_next_move():
    t = silent()
    assert GAME.must_hurry(t) == ["p1"]
    assert prompt(t, "p1") == "Say UNO, before you are caught."
    assert prompt(t, "p3") == "Waiting for p2 to play."
    draw(t, "p2")
    assert not GAME.must_hurry(t)


def test_uno_is_asked_for_only_with_two_cards():
    asks = [[field.name for field in forms(table(h), "p1", "play")[0].fields] for h in (TWO, "R5 R6 R7 / G5")]
    assert asks == [["cards", "uno"], ["cards"]]
    with refused(table("R5 R6 R7 / G5"), "bad_field"):
        play(table("R5 R6 R7 / G5"), "p1", "R5", uno="yes")


def test_nobody_else_says_it():
    t = silent()
    for id in ("p2", "p3"):
        with refused(t, "no_uno"):
            act(t, id, "say_uno")


# Catching: acceptance 3


@pytest.mark.parametrize("catcher", ["p2", "p3"])
def test_anybody_else_catches_and_it_costs_two_cards(catcher):  # acceptance 3, 5
    t = silent()
    events = catch(t, catcher, "p1")
    assert texts(events) == [f"{catcher} caught p1, who didn't say UNO!", "p1 draws 2 cards."]
    assert (sizes(t), t.turn) == ("3 3 3", "p2")
    assert offered(t, "p1") == set()


def test_the_first_catch_counts():  # edge 14
    t = silent()
    catch(t, "p3", "p1")
    with refused(t, "nobody_to_catch"):
        catch(t, "p2", "p1")
    assert sizes(t) == "3 3 3"


@pytest.mark.parametrize("move", ["play", "draw"])
def test_it_is_too_late_when_the_next_player_has_acted(move):  # edge 13
    t = silent()
    play(t, "p2", "R7") if move == "play" else draw(t, "p2")
    assert "catch_uno" not in offered(t, "p3")
    with refused(t, "nobody_to_catch"):
        catch(t, "p3", "p1")
    with refused(t, "no_uno"):
        act(t, "p1", "say_uno")
    assert t.forgot_uno is None


@pytest.mark.parametrize("move", ["accept", "challenge"])
def test_answering_a_wild_draw_four_is_acting(move):  # edge 13
    t = table("WF Y6 / G5 R7 / B5 B6 B7")
    play(t, "p1", "WF", "red")
    assert "catch_uno" in offered(t, "p3")
    act(t, "p2", move)
    assert "catch_uno" not in offered(t, "p3")


def test_the_clock_acts_too():
    t = silent()
    wait(t, 30)
    assert t.forgot_uno is None


def test_with_two_players_a_skip_leaves_time_until_the_own_next_move():
    t = table("RS R6 / G5")
    play(t, "p1", "RS")
    assert (t.turn, offered(t, "p1"), offered(t, "p2")) == (
        "p1",
        {"play", "draw", "say_uno"},
        {"catch_uno"},
    )
    draw(t, "p1")
    assert t.forgot_uno is None


@pytest.mark.parametrize(("last_but_one", "due"), [("WF", 4), ("RD", 2)])
def test_a_catch_does_not_lift_what_the_next_player_has_to_draw(last_but_one, due):
    t = table(f"{last_but_one} R5 / G5 Y1 / B1 B2", stacking="any")
    play(t, "p1", last_but_one, "red" if last_but_one == "WF" else "")
    catch(t, "p3", "p1")
    assert (sizes(t), t.due_cards, t.turn) == ("3 2 2", due, "p2")
    act(t, "p2", "accept" if last_but_one == "WF" else "draw")
    assert (sizes(t), t.due_cards, t.turn) == (f"3 {2 + due} 2", 0, "p3")


def test_a_wrong_catch_does_not_lift_what_the_next_player_has_to_draw():
    t = table("RD R5 R6 / G5 Y1 / B1 B2", stacking="any", false_catch_penalty=1)
    play(t, "p1", "RD")
    catch(t, "p2", "p1")
    assert (sizes(t), t.due_cards, t.turn) == ("2 3 2", 2, "p2")


def test_nobody_catches_themselves():  # edge 21
    t = silent()
    with refused(t, "uno_grace" if t.decision("grace") else "nobody_to_catch"):
        catch(t, "p1", "p1")


def test_nobody_is_caught_with_two_cards_or_more():  # edge 21
    t = silent()
    with refused(t, "illegal_move"):
        catch(t, "p3", "p2")
    t = table(TWO)
    with refused(t, "nobody_to_catch"):
        catch(t, "p3", "p1")


def test_who_drew_again_is_no_longer_at_one_card():
    t = table("R5 / G5 G7 / B5", deck="Y3 Y4 Y5")
    t.said_uno = ["p1"]
    draw(t, "p1")
    assert (t.said_uno, marks(t, "p1")) == ([], [])


def test_forgetting_it_uncaught_wins_all_the_same():  # edge 12
    t = table("R5 R6 / R7 G7 / R8 B6", target_score=0)
    play(t, "p1", "R5")
    play(t, "p2", "R7", uno="yes")
    play(t, "p3", "R8", uno="yes")
    play(t, "p1", "R6")
    assert winners(t) == ["p1"]


def test_who_leaves_can_no_longer_be_caught():
    t = silent(uno_grace_s=1.5)
    leave(t, "p1")
    assert t.forgot_uno is None
    assert offered(t, "p3") == set()
    assert t.decision("grace") is None


@pytest.mark.parametrize("catcher", ["p1", "p2"])
def test_a_card_that_was_the_last_is_not_played_as_the_last_after_a_catch(catcher):
    t = table("RS R7 / G5 G6", seven_zero=True, false_catch_penalty=2)
    play(t, "p1", "RS", uno="yes" if catcher == "p1" else "no")
    moment = t.decisions[0].moment
    catch(t, catcher, "p2" if catcher == "p1" else "p1")
    with refused(t, "stale_move"):
        act(t, "p1", "play", cards=["R7"], moment=moment)
    play(t, "p1", "R7", swap="p2")


# The grace and the window


def test_inside_the_grace_nobody_is_caught():  # edge 15
    t = silent(uno_grace_s=1.5)
    wait(t, 1.4)
    assert offered(t, "p3") == set()
    with refused(t, "uno_grace"):
        catch(t, "p3", "p1")
    wait(t, 0.1)
    catch(t, "p3", "p1")
    assert sizes(t) == "3 3 3"


def test_inside_the_grace_uno_may_be_said():  # edge 15
    t = silent(uno_grace_s=1.5)
    act(t, "p1", "say_uno")
    wait(t, 2)
    assert "catch_uno" not in offered(t, "p3")


def test_after_the_grace_what_arrives_first_counts():  # edge 15
    t = silent()
    act(t, "p1", "say_uno")
    with refused(t, "nobody_to_catch"):
        catch(t, "p3", "p1")
    t = silent()
    catch(t, "p3", "p1")
    with refused(t, "no_uno"):
        act(t, "p1", "say_uno")


def test_the_grace_does_not_delay_the_next_player():
    t = silent(uno_grace_s=10)
    play(t, "p2", "R7")
    assert t.turn == "p3"
    assert t.decision("grace") is None


def test_the_grace_is_one_and_a_half_seconds_and_there_is_no_window():
    assert (GAME.options_type().uno_grace_s, GAME.options_type().uno_window_s) == (1.5, 0)


def test_the_next_player_waits_for_the_window():
    t = silent(uno_window_s=4)
    wait(t, 3.9)
    assert offered(t, "p2") == {"catch_uno"}
    with refused(t, "uno_window_open"):
        play(t, "p2", "R7")
    wait(t, 0.1)
    assert offered(t, "p2") == {"play", "draw", "catch_uno"}


def test_who_waits_for_the_window_is_told_so():
    t = silent(uno_window_s=3)
    assert prompt(t, "p2") == "Your turn begins in a moment: a player can still say UNO or be caught."
    assert prompt(t, "p3") == "Waiting for p2 to play."
    assert GAME.situation(t, None) == "A player can still say UNO or be caught."
    wait(t, 3)
    assert GAME.situation(t, None) == ""
    assert prompt(t, "p2") == "Your turn: play Red, 5 or a Wild, or draw."


def test_the_turn_clock_starts_after_the_window():
    t = silent(uno_window_s=4)
    wait(t, 33)
    assert t.turn == "p2"
    wait(t, 1)
    assert t.turn == "p3"


@pytest.mark.parametrize("settled", ["say", "catch"])
def test_a_settled_window_lets_the_next_player_act(settled):
    t = silent(uno_window_s=4)
    act(t, "p1", "say_uno") if settled == "say" else catch(t, "p3", "p1")
    assert "play" in offered(t, "p2")


def test_without_a_forgotten_uno_there_is_no_window():
    t = table(TWO, uno_window_s=4)
    play(t, "p1", "R5", uno="yes")
    assert [decision.name for decision in t.decisions] == ["turn"]


# Options


@pytest.mark.parametrize("cards", range(5))
def test_uno_penalty_is_what_a_caught_player_draws(cards):
    t = silent(uno_penalty=cards)
    catch(t, "p3", "p1")
    assert (len(t.hand("p1").cards), t.forgot_uno) == (1 + cards, None)


def test_auto_uno_says_it():
    t = table(TWO, auto_uno=True)
    assert [field.name for field in forms(t, "p1", "play")[0].fields] == ["cards"]
    assert types(play(t, "p1", "R5")) == ["played", "uno"]
    assert t.said_uno == ["p1"]


def test_auto_uno_says_nothing_with_more_than_one_card_left():
    t = table("R5 Y6 Y7 / G5 R7 G7 / B5 B6 B7", auto_uno=True)
    assert types(play(t, "p1", "R5")) == ["played"]
    assert t.said_uno == []


def test_auto_uno_says_it_of_a_single_card_that_was_swapped_for():
    t = table("R7 Y6 Y7 / G5 / B5 B6 B7", auto_uno=True, seven_zero=True)
    assert types(play(t, "p1", "R7", swap="p2")) == ["played", "swapped", "uno"]
    assert (t.said_uno, t.forgot_uno) == (["p1"], None)


def test_auto_uno_says_nothing_of_a_single_card_that_is_swapped_away():
    t = table("R7 Y6 / G5 G6 / B5 B6 B7", auto_uno=True, seven_zero=True)
    assert types(play(t, "p1", "R7", swap="p2")) == ["played", "swapped"]


def test_a_false_catch_costs_what_the_option_says():
    t = table(TWO, deck="Y3 Y4 Y5 Y6", false_catch_penalty=3)
    events = catch(t, "p3", "p1")
    assert types(events) == ["false_catch", "drew"]
    assert sizes(t) == "2 3 6"
    assert t.turn == "p1"


def test_who_escaped_is_not_said_to_have_forgotten_nothing():
    t = silent(false_catch_penalty=1)
    draw(t, "p2")
    assert texts(catch(t, "p3", "p1"))[0] == "p3 was wrong: p1 can't be caught now."


def test_with_a_penalty_for_false_catches_right_ones_stay_right():
    t = silent(false_catch_penalty=3)
    assert types(catch(t, "p3", "p1")) == ["caught", "drew"]
    assert sizes(t) == "3 3 3"


def test_with_a_penalty_for_false_catches_a_second_right_one_costs_nothing():  # edge 14
    t = silent(false_catch_penalty=3)
    catch(t, "p3", "p1")
    for late in ("p2", "p3"):
        with refused(t, "illegal_move"):
            catch(t, late, "p1")
    draw(t, "p2")
    assert "p1" in forms(t, "p3", "catch_uno")[0].fields[0].of


def test_with_a_penalty_for_false_catches_the_grace_protects_all_the_same():
    t = silent(false_catch_penalty=3, uno_grace_s=1.5)
    assert [field.of for field in forms(t, "p3", "catch_uno")[0].fields] == [["p2"]]


def test_a_catch_that_arrives_late_costs_nothing():
    t = silent(false_catch_penalty=3)
    moment = t.decisions[0].moment
    draw(t, "p2")
    with refused(t, "stale_move"):
        act(t, "p3", "catch_uno", target="p1", moment=moment)


def test_false_catches_are_not_offered_unless_they_cost():
    assert options().false_catch_penalty == 0
    assert all("catch_uno" not in offered(table(TWO), id) for id in ("p1", "p2", "p3"))
