"""Uno: players that leave, at every moment (rules 6.22 to 6.29, 6.32)."""

from __future__ import annotations

from collections import Counter

import pytest

from cheat.engine.options import spec_of
from cheat.games.uno.rules import GAME, Colour

from .cheat_words import english
from .uno_words import (
    act,
    draw,
    hand,
    leave,
    offered,
    one,
    play,
    sizes,
    table,
    texts,
    types,
    wait,
    winners,
)

FOUR = "R5 R6 / G5 G6 G7 / B5 B6 B7 B8 / Y5 Y6 Y7 Y8 Y9"


def test_who_is_on_turn_leaves():  # edge 22
    t = table(FOUR, deck="R9", turn="p2")
    events = leave(t, "p2")
    assert (t.turn, sizes(t)) == ("p3", "2 0 4 5")
    assert Counter(t.deck.cards) == Counter(["R9", "G5", "G6", "G7"])
    assert types(events) == ["hand_returned"]


def test_the_next_in_direction_is_on_turn():  # edge 22
    t = table(FOUR, turn="p2")
    t.direction = -1
    leave(t, "p2")
    assert t.turn == "p1"


def test_a_returned_hand_is_shuffled_in():  # edge 22
    orders = set()
    for seed in range(6):
        t = table(FOUR, deck="R1 R2 R4 R8 R9", turn="p4")
        t.rng.blocks_used = 1000 * seed
        leave(t, "p4")
        orders.add(tuple(t.deck.cards))
    assert len(orders) > 1


def test_the_cards_of_a_leaver_are_told_to_nobody_else():
    t = table(FOUR)
    (moved,) = one(leave(t, "p4"), "hand_returned").cards
    assert moved.viewers == ["p4"]


def test_somebody_else_leaves():  # edge 23
    t = table(FOUR)
    until = t.next_timeout()
    leave(t, "p3")
    assert (t.turn, t.next_timeout(), sizes(t)) == ("p1", until, "2 3 0 5")
    play(t, "p1", "R5", uno="yes")
    assert t.turn == "p2"


def test_reverse_is_a_skip_when_two_are_left():  # edge 23
    t = table("RR R6 Y1 / G5 G6 / B5")
    leave(t, "p3")
    play(t, "p1", "RR")
    assert t.turn == "p1"


def test_who_has_drawn_leaves():  # edge 26
    t = table("G5 G6 / B1 B2 / B5 B6", deck="R9 Y9")
    draw(t, "p1")
    assert t.phase == "keep"
    leave(t, "p1")
    assert (t.turn, t.phase, t.drawn_card) == ("p2", "turn", None)
    assert Counter(t.deck.cards) == Counter(["R9", "Y9", "G5", "G6"])


def test_the_last_one_wins_the_match():  # edge 27, 32
    t = table(FOUR, scores="0 400 0 0")
    for id in ("p2", "p1"):
        leave(t, id)
    assert winners(t) is None
    events = leave(t, "p4")
    assert (winners(t), t.result.reason) == (["p3"], "won")
    assert texts(events) == ["p3 won: no other player is left."]


def test_leavers_come_last():  # edge 27
    t = table(FOUR, scores="0 400 0 0")
    for id in ("p2", "p1", "p4"):
        leave(t, id)
    assert [line.id for line in t.result.standing] == ["p3", "p2", "p1", "p4"]


@pytest.mark.parametrize("seats", [2, 4])
def test_abort_ends_the_match_without_a_winner(seats):  # edge 27
    t = table(" / ".join(FOUR.split(" / ")[:seats]), on_leave="abort")
    leave(t, "p2")
    assert (winners(t), t.result.reason) == ([], "aborted")
    assert english(t.result.text) == "The match ended because p2 left."


def test_the_values_of_on_leave():
    spec = next(one for one in spec_of(GAME.options_type) if one.name == "on_leave")
    assert ([choice.value for choice in spec.of], spec.default) == (["rules", "bot", "abort"], "rules")


def test_a_dealer_who_leaves_hands_the_deal_back_so_that_it_goes_on_in_order():  # edge 28
    t = table("R5 / G5 G6 / B5 B6 / Y5 Y6")
    t.dealer = "p2"
    leave(t, "p2")
    assert t.dealer == "p1"
    play(t, "p1", "R5")
    for id in ("p1", "p3", "p4"):
        act(t, id, "ready")
    assert t.dealer == "p3"


def test_the_first_seat_as_dealer_hands_back_to_the_last():  # edge 28
    t = table(FOUR)
    t.dealer = "p1"
    leave(t, "p1")
    assert t.dealer == "p4"


def test_who_chooses_the_first_colour_leaves():
    t = table(FOUR, top="WW", colour="red")
    t.open_decision(Colour, "p1")
    t.colour = ""
    leave(t, "p1")
    assert (t.turn, offered(t, "p2")) == ("p2", {"choose_colour"})


def test_leaving_between_rounds_lets_the_next_one_begin():
    t = table("R5 / G5 G6 / B5 B6")
    play(t, "p1", "R5")
    act(t, "p1", "ready")
    act(t, "p2", "ready")
    assert "dealt" in types(leave(t, "p3"))
    assert len(t.hand("p3").cards) == 0


def test_leaving_between_rounds_leaves_the_others_waiting():
    t = table("R5 / G5 G6 / B5 B6")
    play(t, "p1", "R5")
    leave(t, "p2")
    assert offered(t, "p3") == {"ready"}
    wait(t, 20)
    assert t.phase in ("turn", "drawn")


def test_a_leaver_brings_cards_back_so_passes_count_afresh():
    t = table("G7 Y1 / G5 / B9 BS", deck="")
    draw(t, "p1")
    draw(t, "p2")
    leave(t, "p3")
    assert (t.turn, t.passed_in_a_row) == ("p1", [])


def test_the_hand_of_those_who_stay_is_untouched():
    t = table(FOUR)
    before = [hand(t, id) for id in ("p1", "p3", "p4")]
    leave(t, "p2")
    assert [hand(t, id) for id in ("p1", "p3", "p4")] == before
