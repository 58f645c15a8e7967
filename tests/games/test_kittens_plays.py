"""Exploding Kittens: what single cards do, targets, and what cannot be played (rules 3.2, 3.3)."""

from __future__ import annotations

import pytest

from .cheat_words import one, refused, texts, types
from .kittens_words import (
    act,
    cards,
    choices,
    hand,
    let,
    nope,
    offered,
    on_turn,
    pile,
    play,
    playable,
    short,
    table,
    wait,
)

AT_PLAY = {"target_timing": "at_play"}

# Shuffle and See the Future


def test_shuffle_changes_the_order_by_the_seed():
    # acceptance 7
    piles = set()
    for seed in range(8):
        t = table("SHU / DEF", seed=f"{seed:032x}")
        events = play(t, "p1", "SHU")
        assert "shuffled" in types(events)
        assert sorted(pile(t).split()) == sorted(["TAC", "BEA", "RAI", "POT", "MEL"])
        assert on_turn(t) == ("p1", 1)
        piles.add(pile(t))
    assert len(piles) > 5
    again = table("SHU / DEF", seed=f"{7:032x}")
    play(again, "p1", "SHU")
    assert pile(again) == pile(t)


def test_see_the_future_shows_the_top_three_and_leaves_the_order():
    # acceptance 8
    t = table("SEE / DEF", deck="TAC BEA EXP SKI DEF")
    events = play(t, "p1", "SEE")
    assert one(events, "peeked").cards[0].view("p1").faces == cards("EXP SKI DEF")
    assert t.zones["peek"].view("p1").cards == cards("EXP SKI DEF")
    assert t.zones["peek"].viewers == ["p1"]
    assert offered(t, "p1") == {"done"}
    act(t, "p1", "done")
    assert (pile(t), on_turn(t)) == ("TAC BEA EXP SKI DEF", ("p1", 1))
    assert "peek" not in t.zones


@pytest.mark.parametrize("deck", ["TAC", "TAC SKI", ""])
def test_see_the_future_shows_what_there_is(deck):
    # edge 14
    t = table("SEE / DEF", deck=deck)
    play(t, "p1", "SEE")
    assert short(t.zones["peek"].cards) == deck
    act(t, "p1", "done")
    assert pile(t) == deck


def test_a_look_ends_by_itself():
    t = table("SEE / DEF", choice_s=20)
    play(t, "p1", "SEE")
    wait(t, 19)
    assert t.phase == "peek"
    wait(t, 1)
    assert (t.phase, pile(t)) == ("turn", "TAC BEA RAI POT MEL")


def test_cards_that_are_looked_at_still_count_as_the_pile():
    t = table("SEE / DEF", deck="TAC BEA EXP SKI DEF")
    assert (t.pile_size(), t.kittens_in_pile()) == (5, 1)
    play(t, "p1", "SEE")
    assert (t.pile_size(), t.kittens_in_pile()) == (5, 1)


# Favor


def test_for_a_favor_the_target_chooses_the_card():
    # acceptance 9
    t = table("FAV / TAC SKI / DEF BEA")
    play(t, "p1", "FAV")
    assert choices(t, "p1", "target") == ["p2", "p3"]
    act(t, "p1", "target", player="p2")
    assert [offered(t, id) for id in ("p1", "p2", "p3")] == [set(), {"give"}, set()]
    events = act(t, "p2", "give", card=cards("SKI"))
    assert (hand(t, "p1"), hand(t, "p2")) == ("SKI", "TAC")
    assert on_turn(t) == ("p1", 1)
    assert texts(events) == ["p2 gives p1 a card."]


def test_a_favor_is_only_paid_with_a_card_of_the_hand():
    t = table("FAV / TAC SKI")
    play(t, "p1", "FAV")
    for wrong in ("BEA", "TAC SKI", ""):
        with refused(t, "card_not_there" if wrong == "BEA" else "card_count"):
            act(t, "p2", "give", card=cards(wrong))


def test_an_unpaid_favor_costs_a_random_card():
    # edge 8
    given = set()
    for seed in range(12):
        t = table("FAV / TAC SKI BEA", seed=f"{seed:032x}", choice_s=20)
        play(t, "p1", "FAV")
        wait(t, 19)
        assert t.phase == "give"
        wait(t, 1)
        given.add(hand(t, "p1"))
        assert len(hand(t, "p2").split()) == 2
    assert given == {"TAC", "SKI", "BEA"}


def test_a_player_without_cards_cannot_be_chosen():
    # edge 6
    t = table("FAV /  / TAC SKI / DEF BEA")
    play(t, "p1", "FAV")
    assert choices(t, "p1", "target") == ["p3", "p4"]
    with refused(t, "illegal_move"):
        act(t, "p1", "target", player="p2")


@pytest.mark.parametrize("words", ["FAV", "TAC TAC"])
@pytest.mark.parametrize("timing", ["after_window", "at_play"])
def test_when_nobody_has_a_card_nothing_can_be_taken(words, timing):
    # edge 5
    t = table(f"{words} SKI /  / ", target_timing=timing)
    assert playable(t, "p1") == ["Play a card"]
    with refused(t, "card_not_there" if words == "FAV" else "card_count"):
        play(t, "p1", words)


@pytest.mark.parametrize("words", ["FAV", "TAC TAC"])
def test_a_single_card_moves_without_asking(words):
    # edge 9
    t = table(f"{words} / SKI")
    play(t, "p1", words)
    assert (hand(t, "p1"), hand(t, "p2"), t.phase) == ("SKI", "", "turn")


def test_a_single_opponent_is_not_asked_for():
    t = table("FAV / TAC SKI")
    play(t, "p1", "FAV")
    assert t.phase == "give"


def test_a_target_who_noped_with_the_last_card_has_nothing_to_give():
    # edge 7
    t = table("FAV NOP / NOP / TAC SKI / DEF")
    play(t, "p1", "FAV")
    nope(t, "p2")
    nope(t, "p1")
    assert choices(t, "p1", "target") == ["p3", "p4"]


@pytest.mark.parametrize("words", ["FAV", "TAC TAC"])
def test_when_nobody_has_a_card_any_more_nothing_happens(words):
    # edge 7
    t = table(f"{words} NOP / NOP")
    play(t, "p1", words)
    nope(t, "p2")
    events = nope(t, "p1")
    assert types(events)[-1] == "no_effect"
    assert (t.phase, on_turn(t), hand(t, "p1")) == ("turn", ("p1", 1), "")


@pytest.mark.parametrize("words", ["FAV", "TAC TAC"])
def test_a_target_chosen_before_who_lost_the_last_card_is_spared(words):
    # edge 7
    t = table(f"{words} NOP / NOP / SKI BEA", **AT_PLAY)
    play(t, "p1", words, target="p2")
    nope(t, "p2")
    events = nope(t, "p1")
    assert types(events)[-1] == "no_effect"
    assert hand(t, "p3") == "SKI BEA"


# What cannot be played


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("TAC", "card_not_there"),
        ("DEF", "card_not_there"),
        ("NOP", "card_not_there"),
        ("TAC SKI", "illegal_move"),
        ("TAC TAC TAC TAC", "card_count"),
        ("TAC TAC SKI", "illegal_move"),
        ("TAC TAC BEA RAI POT", "illegal_move"),
        ("MEL", "card_not_there"),
        ("MEL MEL", "card_not_there"),
        ("", "card_count"),
        ("TAC BEA RAI POT DEF SKI", "card_count"),
    ],
)
def test_other_cards_are_refused_and_stay_in_the_hand(words, code):
    # acceptance 15
    t = table("TAC TAC TAC TAC SKI DEF NOP BEA RAI POT / SKI")
    with refused(t, code):
        play(t, "p1", words)


def test_refusals_tell_what_is_wrong():
    t = table("TAC TAC SKI DEF / SKI")
    with refused(t, "illegal_move", "Choose cards of the same kind."):
        play(t, "p1", "TAC SKI")
    t = table("TAC TAC SKI DEF POT BEA / SKI")
    with refused(t, "illegal_move", "Choose cards that are all different."):
        play(t, "p1", "TAC TAC SKI POT BEA")


# Targets at the play


def test_a_target_named_with_the_play_is_public_in_the_window():
    t = table("FAV / NOP SKI / DEF", **AT_PLAY)
    events = play(t, "p1", "FAV", target="p2")
    assert texts(events) == ["p1 plays Favor against p2."]
    assert t.pending_play.target == "p2"
    let(t, "p2")
    assert offered(t, "p2") == {"give"}


def test_a_demand_is_made_with_the_play():
    t = table("TAC TAC TAC / DEF BEA / DEF", **AT_PLAY)
    events = play(t, "p1", "TAC TAC TAC", target="p2", name="DEFUSE")
    assert texts(events)[0] == "p1 plays 3 × Tacocat against p2 and asks for Defuse."
    assert (hand(t, "p1"), t.phase) == ("DEF", "turn")


def test_a_pair_with_a_target_still_asks_which_card():
    t = table("TAC TAC / DEF BEA / DEF", **AT_PLAY)
    play(t, "p1", "TAC TAC", target="p2")
    assert offered(t, "p1") == {"pick"}


@pytest.mark.parametrize("words", ["FAV", "TAC TAC"])
@pytest.mark.parametrize("target", ["p1", "p3", "p9"])
def test_nobody_else_can_be_a_target(words, target):
    t = table(f"{words} / DEF BEA / ", **AT_PLAY)
    with refused(t, "illegal_move"):
        play(t, "p1", words, target=target)


def test_a_target_is_needed_with_the_play():
    t = table("FAV / DEF BEA / DEF", **AT_PLAY)
    with refused(t, "bad_field"):
        play(t, "p1", "FAV")


def test_a_target_is_not_named_before_the_window_otherwise():
    t = table("FAV / DEF BEA / DEF")
    with refused(t, "bad_field"):
        play(t, "p1", "FAV", target="p2")
