"""Cheat: players who leave for good: their cards, their turn, their play, and who is left (rules 4, 6)."""

from __future__ import annotations

import pytest

from .cheat_words import (
    call,
    copy_of,
    doubtful,
    due_ranks,
    ending,
    hand,
    holds,
    leave,
    look,
    offered,
    pile,
    place,
    refused,
    table,
    texts,
    trust,
    wait,
    winners,
)

FOUR = "2C 3C / 6C 7C / 8C 9C / TC JC"


def four(**values):
    """Two kings lie on the table; p2 is on turn and has to place Fives."""
    return table(FOUR, turn="p2", rank="5", pile="KH KD", **values)


def played(cards="6C", **values):
    """p2 has placed cards; p3 is on turn."""
    t = four(**values)
    place(t, "p2", cards)
    return t


def last_card(card="5D", rest="6C 7C / 8C 9C / TC JC", **values):
    """p1 has placed the last card as a Five; p2 is on turn."""
    t = table(f"{card} / {rest}", turn="p1", rank="5", pile="KH KD", **values)
    place(t, "p1", card)
    return t


# Where the cards go


def test_the_hand_of_a_leaver_goes_into_the_pile():
    # edge 14, acceptance 20
    t = four()
    leave(t, "p4")
    assert hand(t, "p4") == ""
    assert holds(t.pile, "KH KD TC JC")


def test_the_hand_of_a_leaver_goes_under_the_last_play():
    # edge 14
    t = played("6C 7C")
    leave(t, "p4")
    assert t.pile.cards[-2:] == ["6C", "7C"]
    assert holds(t.pile, "KH KD 6C 7C TC JC")


def test_a_call_after_a_leave_judges_the_last_play_and_not_the_leavers_cards():
    # edge 14
    t = table("2C 5D / 6C 7C / 8C 9C / TC JC", rank="5", pile="KH KD")
    place(t, "p1", "5D")
    leave(t, "p4")
    call(t, "p3")
    assert t.zones["reveal"].cards == ["5D"]
    look(t)
    assert hand(t, "p3") == "5D 8C 9C TC JC KD KH"


def test_the_hand_of_a_leaver_is_told_as_a_number_to_all():
    # edge 14
    t = four()
    (event,) = leave(t, "p4")
    (moved,) = event.cards
    assert (moved.source, moved.target, len(moved.faces)) == ("hand:p4", "pile", 2)


def test_a_leaver_is_out_of_the_game():
    t = four()
    leave(t, "p4")
    assert t.active() == ["p1", "p2", "p3"]
    assert offered(t, "p4") == set()
    with refused(t, "not_playing"):
        place(t, "p4", "TC")


def test_leaving_twice_changes_nothing():
    t = four()
    leave(t, "p4")
    before = copy_of(t)
    assert leave(t, "p4") == []
    assert leave(t, "p9") == []
    assert t == before


# Whose turn it is


def test_the_player_on_turn_leaves_and_the_next_has_the_same_rank():
    # edge 15, acceptance 22
    t = four()
    leave(t, "p2")
    assert (t.turn, due_ranks(t)) == ("p3", "5")
    assert offered(t, "p3") == {"place"}


def test_the_next_player_has_a_whole_turn_clock():
    # edge 15
    t = four()
    wait(t, 40)
    leave(t, "p2")
    assert t.next_timeout() == t.now + 45_000


def test_the_player_before_the_one_on_turn_leaves_and_the_turn_does_not_move():
    # edge 18
    t = four()
    leave(t, "p1")
    assert (t.turn, due_ranks(t)) == ("p2", "5")


def test_the_player_behind_the_one_on_turn_leaves_and_is_skipped():
    t = four()
    leave(t, "p3")
    assert t.turn == "p2"
    place(t, "p2", "6C")
    assert t.turn == "p4"


def test_a_leave_elsewhere_does_not_lengthen_the_turn():
    t = four()
    wait(t, 20)
    leave(t, "p4")
    assert t.next_timeout() == t.now + 25_000


def test_the_last_seat_leaves_on_turn_and_the_first_is_on_turn():
    # edge 19
    t = table(FOUR, turn="p4", rank="5")
    leave(t, "p4")
    assert (t.turn, due_ranks(t)) == ("p1", "5")


def test_the_player_on_turn_leaves_inside_the_window_and_the_window_goes_on():
    # edge 15
    t = played(min_call_window_s=10, turn_s=1)
    wait(t, 1)
    leave(t, "p3")
    with refused(t, "call_window_open"):
        place(t, "p4", "TC")
    wait(t, 8.9)
    assert (t.turn, pile(t).endswith("6C")) == ("p4", True)
    with refused(t, "call_window_open"):
        place(t, "p4", "TC")
    wait(t, 0.1)
    place(t, "p4", "TC")
    assert t.turn == "p1"


# The last play


def test_nobody_can_call_the_play_of_a_leaver():
    # edge 16, acceptance 23
    t = played()
    late = doubtful(t)
    leave(t, "p2")
    assert t.last is None
    for id in ("p1", "p3", "p4"):
        assert "call_cheat" not in offered(t, id)
        with refused(t, "stale_move"):
            call(t, id, late)


def test_the_cards_of_a_leavers_play_stay_in_the_pile():
    # edge 16
    t = played()
    leave(t, "p2")
    assert holds(t.pile, "KH KD 6C 7C")
    assert (t.turn, due_ranks(t)) == ("p3", "6")


def test_the_window_of_a_leavers_play_is_closed():
    # edge 16
    t = played(min_call_window_s=10)
    leave(t, "p2")
    place(t, "p3", "8C")
    assert t.last.player == "p3"


def test_the_play_of_another_can_still_be_called_after_a_leave():
    t = played()
    leave(t, "p4")
    call(t, "p1")
    look(t)
    assert hand(t, "p2") == "6C 7C TC JC KD KH"


def test_a_leaver_who_was_the_only_one_in_doubt_closes_the_window():
    t = played(min_call_window_s=10)
    trust(t, "p1")
    trust(t, "p3")
    leave(t, "p4")
    place(t, "p3", "8C")
    assert t.last.player == "p3"


# The final window


def test_the_waiting_player_wins_when_too_few_remain():
    # edge 12
    t = last_card(rest="6C 7C / 8C 9C")
    leave(t, "p3")
    assert winners(t) == ["p1"]
    assert ending(t) == "p1 won the game."
    assert t.player("p1").score == 1


def test_the_waiting_player_wins_when_the_one_on_turn_leaves_and_too_few_remain():
    # edge 12
    t = last_card(rest="6C 7C / 8C 9C")
    leave(t, "p2")
    assert winners(t) == ["p1"]


def test_the_waiting_player_goes_on_waiting_while_enough_remain():
    t = last_card()
    leave(t, "p2")
    assert (winners(t), t.turn) == (None, "p3")
    wait(t, 9.9)
    assert winners(t) is None
    wait(t, 0.1)
    assert winners(t) == ["p1"]


def test_after_a_leave_the_next_player_confirms_the_win():
    t = last_card()
    leave(t, "p2")
    place(t, "p3", "8C")
    assert winners(t) == ["p1"]


def test_the_last_card_can_still_be_called_after_a_leave():
    t = last_card()
    leave(t, "p2")
    call(t, "p4")
    look(t)
    assert winners(t) == ["p1"]  # 5D was the truth
    assert hand(t, "p4") == "5D 6C 7C TC JC KD KH"


def test_the_last_one_in_doubt_leaves_and_the_waiting_player_wins():
    t = last_card()
    trust(t, "p2")
    trust(t, "p3")
    leave(t, "p4")
    assert winners(t) == ["p1"]


def test_a_waiting_winner_who_leaves_does_not_win():
    # edge 17
    t = last_card()
    leave(t, "p1")
    assert (winners(t), t.last, t.turn) == (None, None, "p2")
    assert pile(t) == "KH KD 5D"
    wait(t, 10)
    assert winners(t) is None
    assert (due_ranks(t), offered(t, "p2"), offered(t, "p3")) == ("6", {"place"}, set())


def test_the_turn_is_timed_again_when_the_waiting_winner_has_left():
    # edge 17: the clock had stood still for the final window
    t = last_card()
    leave(t, "p1")
    assert t.next_timeout() == t.now + 45_000


def test_a_waiting_winner_who_leaves_too_few_behind_does_not_win_either():
    # edge 17 before edge 20
    t = last_card(rest="6C 7C / 8C 9C")
    leave(t, "p1")
    assert (winners(t), ending(t)) == ([], "Not enough players to continue.")


# Too few


@pytest.mark.parametrize("leaver", ["p1", "p2", "p3"])
def test_below_three_players_the_game_ends(leaver):
    # edge 20, acceptance 21
    t = table("2C 3C / 6C 7C / 8C 9C", turn="p2")
    events = leave(t, leaver)
    assert (winners(t), ending(t)) == ([], "Not enough players to continue.")
    assert texts(events)[-1] == "Not enough players to continue."
    assert (t.decisions, t.turn) == ([], None)


def test_with_four_players_one_leave_does_not_end_the_game():
    t = four()
    leave(t, "p1")
    assert winners(t) is None
    leave(t, "p3")
    assert winners(t) == []


def test_leavers_come_last_in_the_order():
    t = four()
    leave(t, "p1")
    leave(t, "p3")
    places = {line.id: line.place for line in t.result.standing}
    assert max(places["p2"], places["p4"]) < min(places["p1"], places["p3"])
