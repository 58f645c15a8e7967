"""Cheat: what each option changes (rules 7): passing, the reveal, times, rounds, cards of a leaver."""

from __future__ import annotations

import pytest

from cheat.games.cheat.rules import GAME

from .cheat_words import (
    NOON,
    act,
    call,
    doubtful,
    due_ranks,
    ending,
    hand,
    holds,
    leave,
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

FOUR = "AC 2C 3C / 6C 7C KC / 8C 9C QC / TC JC QD"


# allow_pass


def test_without_the_option_nobody_passes():
    t = table(FOUR, allow_pass=False)
    assert "pass" not in offered(t, "p1")
    with refused(t, "illegal_move"):
        pass_turn(t, "p1")


def test_a_pass_hands_on_the_turn_and_nothing_else():
    t = table(FOUR, allow_pass=True, rank="5", pile="KH")
    assert offered(t, "p1") == {"place", "pass"}
    assert texts(pass_turn(t, "p1")) == ["p1 passes."]
    assert (t.turn, due_ranks(t), pile(t), hand(t, "p1")) == ("p2", "5", "KH", "AC 2C 3C")


def test_passing_out_of_turn_is_refused():
    t = table(FOUR, allow_pass=True)
    with refused(t, "not_your_turn"):
        pass_turn(t, "p2")


def test_the_last_play_can_be_called_after_a_pass():
    t = table(FOUR, allow_pass=True)
    place(t, "p1", "2C")
    pass_turn(t, "p2")
    call(t, "p2")
    look(t)
    assert (hand(t, "p1"), t.turn) == ("AC 2C 3C", "p2")


def test_when_all_pass_in_a_row_the_pile_is_set_aside():
    t = table(FOUR, allow_pass=True, pile="KH")
    place(t, "p1", "AC")
    late = doubtful(t)
    for id in ("p2", "p3", "p4"):
        pass_turn(t, id)
    assert pile(t) == "KH AC"
    events = pass_turn(t, "p1")
    assert types(events) == ["passed", "set_aside"]
    assert (pile(t), t.last, t.turn) == ("", None, "p2")
    assert holds(t.zones["aside"], "KH AC")
    with refused(t, "stale_move"):
        call(t, "p3", late)


def test_a_play_between_passes_starts_the_count_again():
    t = table(FOUR, allow_pass=True)
    for id in ("p1", "p2", "p3"):
        pass_turn(t, id)
    place(t, "p4", "TC")
    for id in ("p1", "p2", "p3"):
        pass_turn(t, id)
    assert pile(t) == "TC"
    pass_turn(t, "p4")
    assert pile(t) == ""


def test_a_pickup_between_passes_starts_the_count_again():
    t = table(FOUR, allow_pass=True)
    place(t, "p1", "2C")
    pass_turn(t, "p2")
    pass_turn(t, "p3")
    call(t, "p3")
    look(t)
    assert t.turn == "p2"
    for id in ("p2", "p3", "p4"):
        assert "set_aside" not in types(pass_turn(t, id))
    assert "set_aside" in types(pass_turn(t, "p1"))


def test_the_pass_of_a_leaver_does_not_count():
    t = table(FOUR + " / QS KS", allow_pass=True)
    place(t, "p1", "AC")
    for id in ("p2", "p3", "p4"):
        pass_turn(t, id)
    leave(t, "p3")
    leave(t, "p4")
    assert "set_aside" not in types(pass_turn(t, "p5"))
    assert "set_aside" in types(pass_turn(t, "p1"))


def test_the_last_who_has_not_passed_leaves_and_the_pile_is_set_aside():
    t = table(FOUR, allow_pass=True, pile="KH")
    for id in ("p1", "p2", "p3"):
        pass_turn(t, id)
    leave(t, "p4")
    assert (pile(t), t.turn) == ("", "p1")


def test_cards_set_aside_stay_out_of_the_game():
    t = table(FOUR, allow_pass=True, pile="KH")
    for id in ("p1", "p2", "p3", "p4"):
        pass_turn(t, id)
    place(t, "p1", "2C")
    call(t, "p2")
    look(t)
    assert hand(t, "p1") == "AC 2C 3C"
    assert holds(t.zones["aside"], "KH")


# reveal_whole_pile


@pytest.mark.parametrize(
    ("whole", "shown", "hidden"), [(False, ["2C", "3C"], "KH KD"), (True, ["KH", "KD", "2C", "3C"], "")]
)
def test_a_call_shows_the_last_play_or_the_whole_pile(whole, shown, hidden):
    t = table(FOUR, pile="KH KD", reveal_whole_pile=whole)
    place(t, "p1", "2C 3C")
    events = call(t, "p3")
    assert one(events, "called").cards[0].view(None).faces == shown
    assert t.zones["reveal"].view(None).cards == shown
    assert pile(t) == hidden
    look(t)
    assert hand(t, "p1") == "AC 2C 3C KD KH"


def test_the_whole_pile_is_shown_but_only_the_last_play_is_judged():
    t = table(FOUR, pile="KH KD", reveal_whole_pile=True)
    place(t, "p1", "AC")
    call(t, "p3")
    assert not t.last.lie


# min_call_window_s, final_call_window_s, turn_s, reveal_s


@pytest.mark.parametrize("seconds", [0.5, 2, 10])
def test_min_call_window_s(seconds):
    t = table(FOUR, min_call_window_s=seconds)
    place(t, "p1", "AC")
    wait(t, seconds - 0.001)
    with refused(t, "call_window_open"):
        place(t, "p2", "6C")
    wait(t, 0.001)
    place(t, "p2", "6C")


@pytest.mark.parametrize("seconds", [3, 4.5, 30])
def test_final_call_window_s(seconds):
    t = table("AC / 2C 3C / 4C 5C", final_call_window_s=seconds)
    place(t, "p1", "AC")
    wait(t, seconds - 0.001)
    assert winners(t) is None
    wait(t, 0.001)
    assert winners(t) == ["p1"]


@pytest.mark.parametrize("seconds", [1, 20, 180])
def test_turn_s(seconds):
    t = table(FOUR, turn_s=seconds)
    place(t, "p1", "AC")
    wait(t, seconds - 0.001)
    assert t.turn == "p2"
    wait(t, 0.001)
    assert t.turn == "p3"


def test_without_turn_s_a_turn_waits_for_ever():
    t = table(FOUR, turn_s=0)
    place(t, "p1", "AC")
    assert t.next_timeout() is None
    wait(t, 1_000_000)
    assert t.turn == "p2"


@pytest.mark.parametrize("seconds", [0.5, 4, 10])
def test_reveal_s(seconds):
    t = table(FOUR, reveal_s=seconds)
    place(t, "p1", "2C")
    call(t, "p3")
    wait(t, seconds - 0.001)
    assert (offered(t, "p2"), hand(t, "p1")) == (set(), "AC 3C")
    wait(t, 0.001)
    assert (offered(t, "p2"), hand(t, "p1")) == ({"place"}, "AC 2C 3C")


def test_without_reveal_s_the_pile_is_taken_at_once_but_the_cards_are_told():
    t = table(FOUR, reveal_s=0)
    place(t, "p1", "2C")
    events = call(t, "p3")
    assert types(events) == ["called", "verdict", "picked_up"]
    assert one(events, "called").view(None, 1, 0).cards[0].faces == ["2C"]
    assert (t.turn, hand(t, "p1")) == ("p2", "AC 2C 3C")


def test_without_reveal_s_a_true_last_card_wins_with_the_call():
    t = table("AC / 2C 3C / 4C 5C", reveal_s=0)
    place(t, "p1", "AC")
    call(t, "p3")
    assert winners(t) == ["p1"]


# rounds


def won_round(rounds=2, card="AC", **values):
    """p1 has won the first round."""
    t = table(f"{card} / 2C 3C / 4C 5C / 6C 7C", rounds=rounds, **values)
    place(t, "p1", card)
    events = place(t, "p2", "2C")
    return t, events


def test_one_round_wins_by_default():
    t, _ = won_round(rounds=1)
    assert winners(t) == ["p1"]


def test_a_round_won_does_not_end_a_longer_game():
    t, events = won_round()
    assert texts(events) == ["p1 won the round."]
    assert (winners(t), t.player("p1").score) == (None, 1)
    assert all(offered(t, id) == {"ready"} for id in t.active())
    assert prompt(t, "p2") == "p1 won the round. The next round begins when all players are ready."


def test_the_next_round_is_dealt_when_all_are_ready():
    t, _ = won_round(rank="7")
    for id in ("p1", "p2", "p3"):
        act(t, id, "ready")
    assert offered(t, "p1") == set()
    assert [mark.label for mark in GAME.badges(t, "p1")] == ["ready"]
    assert GAME.badges(t, "p4") == []
    events = act(t, "p4", "ready")
    assert "dealt" in types(events)
    assert [len(t.hand(id).cards) for id in t.active()] == [13] * 4
    assert (pile(t), t.last, due_ranks(t), t.round_winner) == ("", None, "A", "")
    assert t.player("p1").score == 1


def test_a_round_that_began_early_is_not_cut_off():
    """The 20 seconds are over when all are ready: they must not deal again, into the running round."""
    t, _ = won_round(turn_s=0)
    for id in ("p1", "p2", "p3", "p4"):
        act(t, id, "ready")
    assert [decision.name for decision in t.decisions] == ["turn"]
    assert wait(t, 60) == []


def test_readiness_is_given_once():
    t, _ = won_round()
    act(t, "p2", "ready")
    with refused(t, "illegal_move"):
        act(t, "p2", "ready")


def test_the_next_round_is_dealt_though_somebody_sleeps():
    t, _ = won_round()
    act(t, "p1", "ready")
    assert "dealt" in types(wait(t, 60))
    assert t.round_winner == ""


def test_in_the_next_round_the_deal_moves_one_seat():
    t, _ = won_round()
    assert t.dealer == "p4"
    wait(t, 20)
    assert (t.dealer, t.turn) == ("p1", "p2")


def test_the_winner_of_a_round_may_begin_the_next():
    t, _ = won_round(first_player="last_winner")
    wait(t, 20)
    assert (t.dealer, t.turn) == ("p1", "p1")


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_who_has_won_the_rounds_wins_the_game(rounds):
    t, _ = won_round(rounds=rounds)
    for _ in range(rounds - 1):
        assert winners(t) is None
        wait(t, 20)
        t.hand("p1").cards = t.hand("p1").cards[:1]
        while t.turn != "p1":
            place(t, t.turn, hand(t, t.turn)[:2])
        place(t, "p1", hand(t, "p1"))
        place(t, "p2", hand(t, "p2")[:2])
    assert (winners(t), t.player("p1").score) == (["p1"], rounds)


def test_rounds_of_others_do_not_add_up():
    t, _ = won_round(rounds=2)
    wait(t, 20)
    t.hand("p3").cards = t.hand("p3").cards[:1]
    place(t, "p2", hand(t, "p2")[:2])
    place(t, "p3", hand(t, "p3"))
    place(t, "p4", hand(t, "p4")[:2])
    assert winners(t) is None
    assert [player.score for player in t.players] == [1, 0, 1, 0]


def test_the_last_round_cannot_be_called_any_more():
    t = table("AC / 2C 3C / 4C 5C / 6C 7C", rounds=2)
    place(t, "p1", "AC")
    late = doubtful(t)
    place(t, "p2", "2C")
    with refused(t, "stale_move"):
        call(t, "p2", late)
    with refused(t, "stale_move"):
        trust(t, "p2", late)


def test_between_two_rounds_a_leave_hastens_the_next():
    t, _ = won_round()
    for id in ("p1", "p2", "p3"):
        act(t, id, "ready")
    events = leave(t, "p4")
    assert "dealt" in types(events)
    assert hand(t, "p4") == ""
    assert sum(len(t.hand(id).cards) for id in ("p1", "p2", "p3")) == 52


def test_between_two_rounds_a_leaver_is_not_waited_for():
    t, _ = won_round()
    leave(t, "p4")
    assert [one.players for one in t.decisions] == [["p1", "p2", "p3"]]


def test_between_two_rounds_too_few_end_the_game():
    t, _ = won_round()
    leave(t, "p3")
    leave(t, "p4")
    assert (winners(t), ending(t)) == ([], "Not enough players to continue.")
    assert t.result.standing[0].id == "p1"  # has won a round


# leaver_cards


def test_cards_of_a_leaver_go_into_the_pile():
    t = table(FOUR, pile="KH", leaver_cards="pile")
    leave(t, "p3")
    assert holds(t.pile, "KH 8C 9C QC")


def test_cards_of_a_leaver_are_dealt_to_the_others_from_his_left():
    t = table("AC / 2C / 4D 5D 6D 7D / 3C", pile="KH", leaver_cards="deal_out")
    leave(t, "p3")
    assert pile(t) == "KH"
    assert [len(t.hand(id).cards) for id in ("p1", "p2", "p3", "p4")] == [2, 2, 0, 3]
    assert sum(t.hand(id).cards.count(card) for id in t.active() for card in ("4D", "5D", "6D", "7D")) == 4


def test_dealt_out_cards_are_sorted_into_the_hands():
    t = table("AC KC / 2C KD / 4D 5D 6D / 3C KH", leaver_cards="deal_out")
    leave(t, "p3")
    assert (hand(t, "p1"), hand(t, "p2"), hand(t, "p4")) == ("AC 5D KC", "2C 6D KD", "3C 4D KH")


def test_a_waiting_winner_gets_no_cards_of_a_leaver():
    t = table("AC / 2C 3C / 4D 5D / 6C 7C", leaver_cards="deal_out")
    place(t, "p1", "AC")
    leave(t, "p3")
    assert hand(t, "p1") == ""
    wait(t, 10)
    assert winners(t) == ["p1"]


def test_the_play_of_a_leaver_stays_in_the_pile_when_his_cards_are_dealt_out():
    t = table(FOUR, leaver_cards="deal_out")
    place(t, "p1", "AC")
    leave(t, "p1")
    assert (pile(t), t.last) == ("AC", None)


def test_the_default_times():
    t = table(FOUR, min_call_window_s=GAME.options_type().min_call_window_s)
    place(t, "p1", "AC")
    assert {one.name: one.until - NOON for one in t.decisions if one.until} == {
        "turn": 47_000,
        "window": 2_000,
    }
