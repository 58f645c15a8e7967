"""Cheat: calling a play, the reveal and the pick-up (rules 3.3), and winning on a call (rules 4)."""

from __future__ import annotations

import pytest

from .cheat_words import (
    act,
    call,
    doubtful,
    due_ranks,
    hand,
    look,
    offered,
    one,
    pass_turn,
    pile,
    place,
    prompt,
    refused,
    table,
    texts,
    trust,
    types,
    wait,
    winners,
)


def lied(**values):
    """p1 has placed two cards as Queens, one of them a lie; p2 is on turn."""
    t = table("2C 3C QH 5D / 6C 7C / 8C 9C / TC JC", rank="Q", pile="KH KD", **values)
    place(t, "p1", "QH 5D")
    return t


def told_the_truth(**values):
    """p1 has placed two Queens; p2 is on turn."""
    t = table("2C 3C QH QD / 6C 7C / 8C 9C / TC JC", rank="Q", pile="KH KD", **values)
    place(t, "p1", "QH QD")
    return t


def test_the_liar_takes_the_pile():
    # acceptance 16
    t = lied()
    call(t, "p3")
    look(t)
    assert hand(t, "p1") == "2C 3C 5D QH KD KH"
    assert (pile(t), hand(t, "p3")) == ("", "8C 9C")


def test_the_wrong_accuser_takes_the_pile():
    # acceptance 17
    t = told_the_truth()
    call(t, "p3")
    look(t)
    assert hand(t, "p3") == "8C 9C QD QH KD KH"
    assert (pile(t), hand(t, "p1")) == ("", "2C 3C")


@pytest.mark.parametrize("cards", ["5D", "QH 5D", "QH QD 5D", "5D QH QD"])
def test_one_card_of_another_rank_makes_a_lie(cards):
    t = table("2C QH QD 5D / 6C / 8C", rank="Q")
    place(t, "p1", cards)
    call(t, "p2")
    assert t.last.lie


@pytest.mark.parametrize("cards", ["QH", "QH QD", "QC QD QH QS"])
def test_only_cards_of_the_rank_make_the_truth(cards):
    t = table("2C QC QD QH QS / 6C / 8C", rank="Q")
    place(t, "p1", cards)
    call(t, "p2")
    assert not t.last.lie


def test_only_the_last_play_is_judged_and_shown():
    t = told_the_truth()  # beneath it lie kings, which are no Queens
    events = call(t, "p2")
    assert t.zones["reveal"].cards == ["QH", "QD"]
    assert pile(t) == "KH KD"
    assert one(events, "called").cards[0].faces == ["QH", "QD"]


@pytest.mark.parametrize("caller", ["p2", "p3", "p4"])
@pytest.mark.parametrize("situation", [lied, told_the_truth])
def test_after_a_call_the_player_after_the_challenged_is_on_turn(situation, caller):
    # acceptance 18
    t = situation()
    call(t, caller)
    look(t)
    assert t.turn == "p2"
    assert offered(t, "p2") == {"place"}


@pytest.mark.parametrize("situation", [lied, told_the_truth])
def test_the_rank_goes_on_after_a_call(situation):
    t = situation()
    call(t, "p3")
    look(t)
    assert due_ranks(t) == "K"


def test_the_last_play_is_cleared_by_a_call():
    t = lied()
    trust(t, "p4")
    call(t, "p3")
    look(t)
    assert (t.last, t.decision("doubt")) == (None, None)
    assert "reveal" not in t.zones


def test_the_player_on_turn_may_call_instead_of_placing():
    t = lied()
    assert offered(t, "p2") == {"place", "call_cheat"}
    call(t, "p2")
    look(t)
    assert t.turn == "p2"


def test_everybody_but_the_player_of_the_play_may_call():
    t = lied()
    assert [id for id in t.active() if "call_cheat" in offered(t, id)] == ["p2", "p3", "p4"]


def test_who_trusted_is_asked_no_more_but_may_still_call():
    t = lied()
    trust(t, "p3")
    assert offered(t, "p3") == {"call_cheat"}
    call(t, "p3")
    look(t)
    assert hand(t, "p1") == "2C 3C 5D QH KD KH"


def test_calling_is_refused_before_anything_was_played():
    # edge 6
    t = table("2C / 3C / 4C", pile="KH")
    assert all("call_cheat" not in offered(t, id) for id in t.active())
    for moment in (None, 0, t.moment, t.moment + 1):
        with refused(t, "nothing_to_call"):
            call(t, "p2", moment)


def test_calling_is_refused_after_a_pickup():
    # edge 6
    t = lied()
    late = doubtful(t)
    call(t, "p3")
    look(t)
    assert all("call_cheat" not in offered(t, id) for id in t.active())
    with refused(t, "stale_move"):
        call(t, "p4", late)
    with refused(t, "nothing_to_call"):
        call(t, "p4")


def test_nobody_calls_on_himself():
    # edge 7
    t = lied()
    assert offered(t, "p1") == set()
    with refused(t, "own_play"):
        call(t, "p1")


def test_nobody_trusts_himself():
    t = lied()
    with refused(t, "not_your_turn"):
        trust(t, "p1")


@pytest.mark.parametrize("situation", [lied, told_the_truth])
def test_the_first_of_two_callers_counts(situation):
    # edge 8
    t = situation()
    late = doubtful(t)
    call(t, "p3")
    with refused(t, "stale_move"):
        call(t, "p4", late)
    look(t)
    with refused(t, "stale_move"):
        call(t, "p4", late)
    assert hand(t, "p4") == "TC JC"


def test_a_call_never_hits_a_newer_play():
    # edge 9
    t = lied()
    late = doubtful(t)
    place(t, "p2", "6C")
    with refused(t, "stale_move"):
        call(t, "p3", late)
    assert hand(t, "p3") == "8C 9C"
    with refused(t, "stale_move"):
        trust(t, "p3", late)


def test_a_call_that_arrives_before_the_next_play_hits_the_older_one():
    # edge 9
    t = lied()
    call(t, "p3", doubtful(t))
    with refused(t, "cards_are_shown"):
        place(t, "p2", "6C")
    look(t)
    assert hand(t, "p1") == "2C 3C 5D QH KD KH"
    place(t, "p2", "6C")
    assert pile(t) == "6C"


def test_a_play_to_come_cannot_be_called():
    t = lied()
    with refused(t, "stale_move"):
        call(t, "p3", t.moment + 1)


def test_only_the_last_play_can_be_called_once_the_next_player_placed():
    t = lied()
    place(t, "p2", "6C")
    call(t, "p1")
    look(t)
    assert hand(t, "p2") == "5D 6C 7C QH KD KH"
    assert t.turn == "p3"


@pytest.mark.parametrize("play", [True, 1.0, "1", None, [1], {"moment": 1}])
def test_the_called_play_is_a_number(play):
    t = lied()
    with refused(t, "stale_move"):
        act(t, "p3", "call_cheat", moment=play)


# The reveal


def test_during_the_reveal_nobody_may_move():
    t = lied(allow_pass=True)
    late = doubtful(t)
    call(t, "p3")
    assert all(offered(t, id) == set() for id in t.active())
    with refused(t, "cards_are_shown"):
        place(t, "p2", "6C")
    with refused(t, "cards_are_shown"):
        pass_turn(t, "p2")
    with refused(t, "stale_move"):
        trust(t, "p4", late)


def test_the_reveal_lasts_four_seconds():
    t = lied()
    before = t.now
    call(t, "p3")
    assert t.next_timeout() == before + 4000
    assert wait(t, 3.9) == []
    assert "picked_up" in types(wait(t, 0.1))


def test_after_the_reveal_the_turn_has_its_whole_clock():
    t = lied()
    wait(t, 40)
    call(t, "p3")
    look(t)
    assert t.next_timeout() == t.now + 45_000


def test_the_verdict_names_the_liar():
    # acceptance 26
    t = lied()
    events = call(t, "p3")
    assert types(events) == ["called", "verdict"]
    assert texts(events) == ["p3 calls Cheat!", "p1 lied!"]
    assert prompt(t, "p4") == "p1 lied and takes the pile."
    assert prompt(t, "p1") == "You lied and take the pile."


def test_the_verdict_names_the_wrong_accuser_and_the_accused():
    # acceptance 26
    t = told_the_truth()
    assert texts(call(t, "p3")) == ["p3 calls Cheat!", "p3 was wrong: p1 told the truth."]
    assert prompt(t, None) == "p1 told the truth. p3 takes the pile."
    assert prompt(t, "p1") == "You told the truth. p3 takes the pile."
    assert prompt(t, "p3") == "p1 told the truth. You take the pile."


@pytest.mark.parametrize(("situation", "picker"), [(lied, "p1"), (told_the_truth, "p3")])
def test_the_number_of_cards_taken_is_told(situation, picker):
    t = situation()
    call(t, "p3")
    assert texts(look(t)) == [f"{picker} takes the pile (4)."]


# Winning and losing on the last card


def last_card(card, **values):
    """p1 has placed the last card as an Ace; p2 is on turn."""
    t = table(f"{card} / 6C 7C / 8C 9C / TC JC", pile="KH KD", **values)
    place(t, "p1", card)
    return t


def test_a_lie_with_the_last_card_does_not_win():
    # edge 11, acceptance 27
    t = last_card("5D")
    call(t, "p4")
    events = look(t)
    assert winners(t) is None
    assert hand(t, "p1") == "5D KD KH"
    assert t.turn == "p2"
    assert "game_over" not in types(events)


def test_a_true_last_card_that_is_called_wins_at_once():
    # edge 13, acceptance 28
    t = last_card("AS")
    call(t, "p4")
    assert winners(t) is None  # the cards are shown first
    events = look(t)
    assert hand(t, "p4") == "AS TC JC KD KH"
    assert winners(t) == ["p1"]
    assert types(events) == ["picked_up", "game_over"]
    assert texts(events)[-1] == "p1 won the game."


def test_the_last_card_can_be_called_until_the_next_player_has_acted():
    # acceptance 27
    t = last_card("5D")
    wait(t, 9.9)
    call(t, "p3")
    look(t)
    assert winners(t) is None


def test_a_liar_caught_on_the_last_card_may_win_later():
    t = last_card("5D")
    call(t, "p4")
    look(t)
    for player in ("p2", "p3", "p4"):
        place(t, player, hand(t, player)[:2])
    place(t, "p1", "5D KD KH")
    place(t, "p2", "7C")
    assert winners(t) == ["p1"]


def test_a_stranger_can_doubt_nothing():
    t = lied()
    with refused(t, "not_playing"):
        call(t, "p9")
