"""Exploding Kittens: two and three of a kind, and five different cards (rules 3.3)."""

from __future__ import annotations

import pytest

from .cheat_words import one, refused, texts
from .kittens_words import (
    act,
    cards,
    choices,
    discard,
    forms,
    hand,
    let,
    nope,
    offered,
    on_turn,
    play,
    playable,
    range_of,
    table,
    wait,
)

# Two of a kind


@pytest.mark.parametrize("words", ["TAC TAC", "SKI SKI", "DEF DEF", "NOP NOP"])
def test_any_pair_takes_a_card_unseen(words):
    # acceptance 12
    t = table(f"{words} / SHU SEE / DEF", deck="TAC")
    play(t, "p1", words)
    act(t, "p1", "target", player="p2")
    assert range_of(t, "p1", "pick") == (1, 2)
    events = act(t, "p1", "pick", index=1)
    assert len(hand(t, "p2").split()) == 1
    assert {hand(t, "p1"), hand(t, "p2")} == {"SHU", "SEE"}
    assert on_turn(t) == ("p1", 1)
    assert one(events, "stole").cards[0].viewers == ["p1", "p2"]


def test_the_hand_is_shuffled_before_a_card_is_picked():
    taken = set()
    for seed in range(20):
        t = table("TAC TAC / SHU SEE SKI", seed=f"{seed:032x}")
        play(t, "p1", "TAC TAC")
        act(t, "p1", "pick", index=2)
        taken.add(hand(t, "p1"))
    assert taken == {"SHU", "SEE", "SKI"}


@pytest.mark.parametrize("index", [0, 4])
def test_only_cards_that_are_there_can_be_picked(index):
    t = table("TAC TAC / SHU SEE SKI")
    play(t, "p1", "TAC TAC")
    with refused(t, "illegal_move"):
        act(t, "p1", "pick", index=index)


def test_stealing_at_random_does_not_ask():
    t = table("TAC TAC / SHU SEE SKI", steal_mode="random")
    play(t, "p1", "TAC TAC")
    assert (t.phase, len(hand(t, "p1").split()), len(hand(t, "p2").split())) == ("turn", 1, 2)


@pytest.mark.parametrize("words", ["TAC TAC", "FAV", "TAC TAC TAC", "TAC BEA RAI POT MEL"])
def test_choices_that_nobody_makes_are_made_by_chance(words):
    t = table(f"{words} / SHU SEE SKI / DEF SHU", choice_s=20)
    play(t, "p1", words)
    wait(t, 59)
    assert (t.phase, on_turn(t)) == ("turn", ("p1", 1))


def test_only_cats_pair_where_the_options_say_so():
    t = table("SKI SKI SKI TAC TAC / DEF BEA", cats_only_pairs=True)
    assert playable(t, "p1") == ["Play a card", "Two of a kind"]
    with refused(t, "card_not_there"):
        play(t, "p1", "SKI SKI")
    play(t, "p1", "TAC TAC")
    assert t.phase == "pick"


# Three of a kind


@pytest.mark.parametrize("words", ["TAC TAC TAC", "SKI SKI SKI"])
def test_three_of_a_kind_demand_a_card_by_its_name(words):
    # acceptance 13, edge 11
    t = table(f"{words} / DEF DEF TAC / BEA")
    play(t, "p1", words)
    act(t, "p1", "target", player="p2")
    assert "DEFUSE" in choices(t, "p1", "name")
    events = act(t, "p1", "name", card="DEFUSE")
    assert (hand(t, "p1"), hand(t, "p2")) == ("DEF", "DEF TAC")
    assert texts(events) == ["p1 asks p2 for Defuse and gets it."]
    assert discard(t) == words


def test_a_demand_for_a_card_that_is_not_there_moves_nothing():
    # edge 10, acceptance 13
    t = table("TAC TAC TAC / SKI BEA")
    play(t, "p1", "TAC TAC TAC")
    events = act(t, "p1", "name", card="DEFUSE")
    assert (hand(t, "p1"), hand(t, "p2"), discard(t)) == ("", "SKI BEA", "TAC TAC TAC")
    assert texts(events) == ["p1 asks p2 for Defuse. p2 has none."]
    assert on_turn(t) == ("p1", 1)


def test_any_card_but_the_kitten_may_be_demanded():
    t = table("TAC TAC TAC / SKI BEA")
    play(t, "p1", "TAC TAC TAC")
    assert len(choices(t, "p1", "name")) == 12
    with refused(t, "illegal_move"):
        act(t, "p1", "name", card="EXPLODING_KITTEN")


def test_three_of_a_kind_may_be_switched_off():
    t = table("TAC TAC TAC / SKI BEA", enable_triple=False)
    assert playable(t, "p1") == ["Two of a kind"]
    with refused(t, "card_count"):
        play(t, "p1", "TAC TAC TAC")


# Five different


def test_five_different_take_any_card_from_the_discard_pile():
    # acceptance 14, acceptance 16, edge 13
    t = table("SKI TAC BEA RAI DEF / SHU", discard="ATT EXP")
    play(t, "p1", "SKI TAC BEA RAI DEF")
    assert set(choices(t, "p1", "take")) == set(cards("ATT SKI TAC BEA RAI DEF"))
    events = act(t, "p1", "take", card=cards("ATT"))
    assert (hand(t, "p1"), discard(t)) == ("ATT", "EXP SKI TAC BEA RAI DEF")
    assert one(events, "took").cards[0].viewers == "all"
    assert texts(events) == ["p1 takes Attack from the discard pile."]


def test_kittens_are_never_taken():
    # edge 13
    t = table("SKI TAC BEA RAI DEF / SHU", discard="EXP")
    play(t, "p1", "SKI TAC BEA RAI DEF")
    with refused(t, "card_not_there"):
        act(t, "p1", "take", card=cards("EXP"))


def test_with_an_empty_discard_pile_the_five_themselves_are_there():
    # edge 12
    t = table("SKI TAC BEA RAI DEF / SHU")
    play(t, "p1", "SKI TAC BEA RAI DEF")
    act(t, "p1", "take", card=cards("DEF"))
    assert hand(t, "p1") == "DEF"


def test_the_five_may_be_excluded():
    # edge 12, edge 13
    t = table("SKI TAC BEA RAI DEF / SHU", discard="TAC SHU EXP", five_excludes_own=True)
    play(t, "p1", "SKI TAC BEA RAI DEF")
    assert set(choices(t, "p1", "take")) == set(cards("TAC SHU"))


@pytest.mark.parametrize("lying", ["", "EXP"])
def test_five_are_refused_before_they_are_spent_when_there_is_nothing_else(lying):
    # edge 12, edge 13
    t = table("TAC BEA RAI POT MEL / SHU", discard=lying, five_excludes_own=True)
    with refused(t, "illegal_move"):
        play(t, "p1", "TAC BEA RAI POT MEL")
    assert offered(t, "p1") == {"draw"}


def test_noped_cards_and_nopes_can_be_taken_back():
    # acceptance 16
    t = table("SKI TAC BEA RAI POT MEL NOP / NOP / DEF")
    play(t, "p1", "SKI")
    nope(t, "p2")
    let(t, "p1")
    play(t, "p1", "TAC BEA RAI POT MEL")
    assert set(cards("SKI NOP")) <= set(choices(t, "p1", "take"))


def test_nopes_of_the_same_window_can_be_taken():
    t = table("TAC BEA RAI POT MEL NOP / NOP", five_excludes_own=True, discard="SHU")
    play(t, "p1", "TAC BEA RAI POT MEL")
    nope(t, "p2")
    nope(t, "p1")
    assert set(choices(t, "p1", "take")) == set(cards("SHU NOP"))


def test_five_different_may_be_switched_off():
    t = table("TAC BEA RAI POT MEL / SKI", enable_five=False)
    assert offered(t, "p1") == {"draw"}


def test_who_might_spend_the_only_defuse_is_asked_before():
    # edge 26
    t = table("DEF TAC BEA RAI POT MEL / SKI")
    plain, risky = forms(t, "p1", "play")
    assert (plain.confirm, "K-DEF" in plain.fields[0].of) == ("", False)
    assert risky.confirm
    play(t, "p1", "DEF TAC BEA RAI POT")
    assert hand(t, "p1") == "MEL"
    (only,) = forms(table("DEF DEF TAC BEA RAI POT / "), "p1", "play")
    assert only.confirm == ""


def test_a_pair_of_defuses_is_allowed():
    t = table("DEF DEF / SKI", enable_triple=False)
    play(t, "p1", "DEF DEF")
    assert hand(t, "p1") == "SKI"


# Combinations ignore what their cards say


def test_a_pair_of_skips_is_no_skip():
    t = table("SKI SKI / BEA")
    play(t, "p1", "SKI SKI")
    assert (on_turn(t), hand(t, "p1")) == (("p1", 1), "BEA")
