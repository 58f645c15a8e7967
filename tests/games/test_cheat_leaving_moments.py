"""Cheat: players who leave during the reveal, and at each moment of a game (rules 6, acceptance 32)."""

from __future__ import annotations

from collections import Counter

import pytest

from .cheat_words import (
    call,
    copy_of,
    hand,
    holds,
    leave,
    pile,
    place,
    table,
    types,
    wait,
    winners,
)


def four(**values):
    """Two kings lie on the table; p2 is on turn and has to place Fives."""
    return table("2C 3C / 6C 7C / 8C 9C / TC JC", turn="p2", rank="5", pile="KH KD", **values)


def played(cards="6C", **values):
    """p2 has placed cards; p3 is on turn."""
    t = four(**values)
    place(t, "p2", cards)
    return t


def last_card(card="5D", rest="6C 7C / 8C 9C / TC JC", **values):
    """p1 has placed the last card as a Five; p2 is on turn."""
    t = table(f"{card} / {rest}", rank="5", pile="KH KD", **values)
    place(t, "p1", card)
    return t


# During the reveal


def called(caller="p4", cards="6C", **values):
    """p2 has placed cards, which a caller doubts; the cards are shown."""
    t = played(cards, **values)
    call(t, caller)
    return t


def test_a_leave_during_the_reveal_finishes_the_pickup_first():
    # edge 21
    t = called()
    events = leave(t, "p3")
    assert types(events)[:2] == ["picked_up", "hand_given_away"]
    assert hand(t, "p2") == "6C 7C KD KH"
    assert (pile(t), t.last) == ("8C 9C", None)
    assert t.turn == "p4"  # p3 would have been


def test_a_liar_who_leaves_during_the_reveal_makes_a_new_pile():
    # edge 21
    t = called()
    leave(t, "p2")
    assert holds(t.pile, "6C 7C KH KD")
    assert (hand(t, "p2"), t.last, t.turn) == ("", None, "p3")


def test_a_wrong_accuser_who_leaves_during_the_reveal_makes_a_new_pile():
    # edge 21
    t = table("2C 3C / 5D 7C / 8C 9C / TC JC", turn="p2", rank="5", pile="KH KD")
    place(t, "p2", "5D")
    call(t, "p4")
    leave(t, "p4")
    assert holds(t.pile, "5D TC JC KH KD")
    assert (hand(t, "p2"), t.turn) == ("7C", "p3")


def test_a_right_accuser_who_leaves_during_the_reveal_takes_nothing():
    # edge 21
    t = called()
    leave(t, "p4")
    assert (hand(t, "p2"), pile(t)) == ("6C 7C KD KH", "TC JC")


def test_nothing_more_comes_of_the_reveal_after_a_leave():
    # edge 21
    t = called()
    leave(t, "p3")
    assert wait(t, 4) == []
    assert "reveal" not in t.zones


def test_a_leave_during_the_reveal_of_a_true_last_card_lets_its_player_win():
    # edge 21 and 13
    t = last_card("5D", rest="6C 7C / 8C 9C")
    call(t, "p2")
    leave(t, "p3")
    assert winners(t) == ["p1"]


def test_a_leave_during_the_reveal_of_a_false_last_card_ends_a_game_of_three():
    # edge 21, 11 and 20
    t = last_card("6D", rest="6C 7C / 8C 9C")
    call(t, "p2")
    leave(t, "p3")
    assert winners(t) == []
    assert hand(t, "p1") == "6D KD KH"


# A leave at each moment


def _before_the_first_play():
    return four()


def _after_a_play():
    return played()


def _inside_the_window():
    return played(min_call_window_s=2)


def _in_the_final_window():
    return last_card()


def _in_the_reveal():
    return called()


def _in_the_reveal_of_a_last_card():
    t = last_card()
    call(t, "p3")
    return t


def _between_two_rounds():
    t = last_card(rounds=2)
    wait(t, 10)
    assert t.round_winner == "p1"
    return t


def _at_the_result():
    t = last_card()
    wait(t, 10)
    return t


@pytest.mark.parametrize("leaver", ["p1", "p2", "p3", "p4"])
@pytest.mark.parametrize(
    "moment",
    [
        _before_the_first_play,
        _after_a_play,
        _inside_the_window,
        _in_the_final_window,
        _in_the_reveal,
        _in_the_reveal_of_a_last_card,
        _between_two_rounds,
        _at_the_result,
    ],
)
def test_after_a_leave_at_any_moment_the_game_goes_on_or_has_ended(moment, leaver):
    # acceptance 32
    t = moment()
    cards = Counter(card for zone in t.zones.values() for card in zone.cards)
    leave(t, leaver)
    assert Counter(card for zone in t.zones.values() for card in zone.cards) == cards
    assert all(leaver not in decision.players for decision in t.decisions)
    assert t.turn != leaver
    if t.result is None:
        assert leaver not in t.active()
        assert hand(t, leaver) == "" or t.round_winner
        wait(t, 60)
        assert t.result is not None or t.turn in t.active()


def test_a_leave_at_the_result_does_not_change_it():
    # acceptance 32
    t = _at_the_result()
    before = copy_of(t)
    assert leave(t, "p1") == []
    assert t == before
