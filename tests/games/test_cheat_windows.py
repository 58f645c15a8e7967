"""Cheat: the windows in which a play may be called, and how a win is confirmed (rules 3.4)."""

from __future__ import annotations

import pytest

from .cheat_words import (
    call,
    doubtful,
    ending,
    hand,
    look,
    offered,
    pass_turn,
    pile,
    place,
    prompt,
    refused,
    table,
    trust,
    types,
    wait,
    winners,
)


def played(window=2, **values):
    """p1 has placed one of two cards; p2 is on turn."""
    t = table("2C 3C / 6C 7C / 8C 9C / TC JC", min_call_window_s=window, **values)
    place(t, "p1", "2C")
    return t


def last_card(card="5D", window=0, **values):
    """p1 has placed the last card as an Ace; p2 is on turn."""
    t = table(f"{card} / 6C 7C / 8C 9C / TC JC", pile="KH KD", min_call_window_s=window, **values)
    place(t, "p1", card)
    return t


# The minimum window


def test_placing_inside_the_minimum_window_is_refused():
    t = played()
    assert "place" not in offered(t, "p2")
    with refused(t, "call_window_open"):
        place(t, "p2", "6C")
    wait(t, 1.9)
    with refused(t, "call_window_open"):
        place(t, "p2", "6C")


def test_passing_inside_the_minimum_window_is_refused():
    t = played(allow_pass=True)
    with refused(t, "call_window_open"):
        pass_turn(t, "p2")


def test_others_than_the_player_on_turn_are_told_that_it_is_not_their_turn():
    t = played()
    with refused(t, "not_your_turn"):
        place(t, "p3", "8C")


def test_the_minimum_window_closes_after_two_seconds():
    t = played()
    wait(t, 2)
    place(t, "p2", "6C")
    assert pile(t) == "2C 6C"


def test_everybody_is_told_that_the_window_has_closed():
    t = played()
    events = wait(t, 2)
    assert types(events) == ["window_closed"]
    assert events[0].viewers == "all"


def test_all_others_may_call_inside_the_window():
    t = played()
    assert [id for id in t.active() if "call_cheat" in offered(t, id)] == ["p2", "p3", "p4"]
    assert t.decision("window").players == ["p2", "p3", "p4"]
    call(t, "p4")
    look(t)
    assert hand(t, "p1") == "2C 3C"


def test_the_window_closes_as_soon_as_all_others_trust():
    t = played()
    trust(t, "p3")
    trust(t, "p4")
    with refused(t, "call_window_open"):
        place(t, "p2", "6C")
    events = trust(t, "p2")
    assert "window_closed" in types(events)
    place(t, "p2", "6C")
    assert pile(t) == "2C 6C"


def test_trust_is_asked_for_once():
    t = played()
    trust(t, "p3")
    assert "trust" not in offered(t, "p3")
    with refused(t, "not_your_turn"):
        trust(t, "p3")


def test_a_closed_window_is_not_closed_twice():
    t = played()
    for id in ("p2", "p3", "p4"):
        trust(t, id)
    assert wait(t, 2) == []


def test_without_a_minimum_window_the_next_player_may_act_at_once():
    t = played(window=0)
    assert t.decision("window") is None
    place(t, "p2", "6C")
    assert pile(t) == "2C 6C"


def test_after_the_window_the_play_can_be_called_until_the_next_play():
    # the normal window
    t = played()
    late = doubtful(t)
    wait(t, 30)
    assert "call_cheat" in offered(t, "p3")
    place(t, "p2", "6C")
    with refused(t, "stale_move"):
        call(t, "p3", late)


def test_trust_given_to_one_play_is_not_given_to_the_next():
    t = played(window=0)
    trust(t, "p4")
    place(t, "p2", "6C")
    assert "trust" in offered(t, "p4")


def test_after_a_pickup_there_is_no_window():
    t = played()
    call(t, "p4")
    look(t)
    assert t.decision("window") is None
    place(t, "p2", "6C")
    assert pile(t) == "6C"


def test_the_window_can_be_a_part_of_a_second():
    t = played(window=0.25)
    wait(t, 0.249)
    assert "place" not in offered(t, "p2")
    wait(t, 0.001)
    assert "place" in offered(t, "p2")


# The final window


def test_nobody_doubts_the_last_card_for_ten_seconds_and_it_wins():
    t = last_card()
    wait(t, 9.9)
    assert winners(t) is None
    events = wait(t, 0.1)
    assert winners(t) == ["p1"]
    assert types(events) == ["game_over"]


def test_the_next_player_places_and_confirms_the_win():
    # edge 10, acceptance 19
    t = last_card()
    place(t, "p2", "6C")
    assert winners(t) == ["p1"]
    assert ending(t) == "p1 won the game."


def test_the_placement_that_confirms_a_win_is_not_carried_out():
    # edge 10
    t = last_card()
    events = place(t, "p2", "6C")
    assert (hand(t, "p2"), pile(t)) == ("6C 7C", "KH KD 5D")
    assert types(events) == ["game_over"]


def test_a_placement_that_is_not_allowed_confirms_nothing():
    t = last_card()
    with refused(t, "card_not_there"):
        place(t, "p2", "AS")
    with refused(t, "not_your_turn"):
        place(t, "p3", "8C")
    assert winners(t) is None


def test_a_pass_confirms_the_win_too():
    t = last_card(allow_pass=True)
    pass_turn(t, "p2")
    assert winners(t) == ["p1"]


def test_the_minimum_window_protects_the_last_card_too():
    t = last_card(window=2)
    with refused(t, "call_window_open"):
        place(t, "p2", "6C")
    wait(t, 2)
    assert winners(t) is None
    place(t, "p2", "6C")
    assert winners(t) == ["p1"]


@pytest.mark.parametrize("window", [0, 2])
def test_the_last_card_wins_as_soon_as_all_others_trust(window):
    t = last_card(window=window)
    trust(t, "p2")
    trust(t, "p3")
    assert winners(t) is None
    events = trust(t, "p4")
    assert winners(t) == ["p1"]
    assert types(events) == ["trusted", "game_over"]


def test_a_call_closes_the_final_window():
    t = last_card()
    wait(t, 9)
    call(t, "p3")
    look(t)
    wait(t, 10)
    assert winners(t) is None


def test_the_turn_clock_does_not_cut_the_final_window_short():
    t = last_card(turn_s=1)
    wait(t, 9.9)
    assert winners(t) is None
    assert pile(t) == "KH KD 5D"
    call(t, "p3")


def test_without_a_turn_clock_the_final_window_still_ends():
    t = last_card(turn_s=0)
    wait(t, 10)
    assert winners(t) == ["p1"]


def test_a_longer_minimum_window_does_not_keep_a_winner_waiting():
    t = last_card(window=10, final_call_window_s=3)
    wait(t, 3)
    assert winners(t) == ["p1"]


def test_the_waiting_winner_can_do_nothing():
    t = last_card()
    assert offered(t, "p1") == set()
    with refused(t, "own_play"):
        call(t, "p1")


def test_everybody_is_told_who_wins_unless_called():
    t = last_card()
    assert prompt(t, "p1") == "You have no cards left. You win if no player calls Cheat."
    for viewer in ("p2", "p3", None):
        assert prompt(t, viewer) == "p1 has no cards left and wins if no player calls Cheat."


def test_during_the_window_all_who_can_call_are_asked_whether_they_believe_it():
    t = played()
    assert prompt(t, "p2") == prompt(t, "p3") == "p1 placed 1 × Ace. Do you believe it?"
    assert prompt(t, "p1") == prompt(t, None) == "Waiting for p2 to place Twos."


def test_who_believes_a_play_is_not_asked_again():
    t = played()
    trust(t, "p3")
    assert prompt(t, "p3") == "Waiting for p2 to place Twos."
    trust(t, "p2")
    assert prompt(t, "p2") == "Wait a moment: other players can still call Cheat."
