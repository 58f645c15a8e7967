"""Exploding Kittens: leaving in each phase (rules 6, acceptance 22)."""

from __future__ import annotations

import pytest

from .cheat_words import texts, types, winners
from .kittens_words import (
    GAME,
    act,
    cards,
    choices,
    discard,
    draw,
    hand,
    leave,
    let,
    nope,
    offered,
    on_turn,
    pile,
    play,
    short,
    table,
)


def gone(t):
    """Return the cards that are out of the game."""
    return short(t.zones["removed"].cards)


def test_who_leaves_in_the_turn_is_out_and_the_hand_with_it():
    # edge 27
    t = table("SKI TAC / DEF / DEF", turns=3, attack=4)
    leave(t, "p1")
    assert (t.active(), t.exploded_players, gone(t)) == (["p2", "p3"], ["p1"], "SKI TAC")
    assert (on_turn(t), t.attack_turns) == (("p2", 1), 0)
    assert pile(t) == "TAC BEA RAI POT MEL"
    assert [mark.label for mark in GAME.badges(t, "p1")] == ["out"]
    assert "exploded:p1" not in t.zones


def test_a_leaver_never_discards_the_hand():
    t = table("SKI TAC / DEF / DEF", exploded_hand="discard")
    leave(t, "p1")
    assert (gone(t), discard(t)) == ("SKI TAC", "")


def test_who_leaves_out_of_turn_changes_no_turn():
    t = table("SKI TAC / DEF / DEF", turns=2, attack=2)
    due = t.next_timeout()
    leave(t, "p2")
    assert (on_turn(t), t.attack_turns, t.next_timeout()) == (("p1", 2), 2, due)


def window():
    """p1 has played an Attack; p2 and p3 might say Nope."""
    t = table("ATT NOP / NOP / NOP / TAC")
    play(t, "p1", "ATT")
    return t


def test_when_the_player_leaves_the_play_is_cancelled():
    # edge 28
    t = window()
    leave(t, "p1")
    assert (t.phase, t.pending_play, on_turn(t)) == ("turn", None, ("p2", 1))


def test_when_a_nope_was_said_the_play_is_cancelled_too():
    # edge 28
    t = window()
    nope(t, "p2")
    leave(t, "p1")
    assert (t.phase, t.pending_play, on_turn(t)) == ("turn", None, ("p2", 1))


def test_a_possible_reactor_who_leaves_has_passed():
    # edge 29
    t = window()
    leave(t, "p2")
    assert t.phase == "nope"
    leave(t, "p3")
    assert on_turn(t) == ("p4", 2)


def test_the_last_who_has_not_passed_leaves():
    # edge 29
    t = window()
    let(t, "p2")
    leave(t, "p3")
    assert on_turn(t) == ("p2", 2)


def test_a_nope_stays_when_its_player_leaves():
    t = window()
    nope(t, "p2")
    leave(t, "p2")
    assert t.phase == "nope"
    let(t, "p1", "p3")
    assert on_turn(t) == ("p1", 1)


def choosing(phase):
    """p1 has to make this choice, with p2 as target where there is one."""
    words = {
        "target": "FAV", "pick": "TAC TAC", "name": "TAC TAC TAC", "give": "FAV", "peek": "SEE",
        "take": "TAC BEA RAI POT MEL",
    }[phase]  # fmt: skip
    t = table(f"{words} DEF / SKI SHU / ATT ATT", discard="NOP", deck="TAC BEA RAI SKI MEL")
    play(t, "p1", words)
    if phase in ("pick", "name", "give"):
        act(t, "p1", "target", player="p2")
    assert t.phase == phase
    return t


@pytest.mark.parametrize("phase", ["target", "pick", "name", "give", "peek", "take"])
def test_who_leaves_while_choosing_drops_the_effect(phase):
    # edge 30
    t = choosing(phase)
    leave(t, "p1")
    assert (t.phase, t.pending_play, on_turn(t)) == ("turn", None, ("p2", 1))
    assert (gone(t), hand(t, "p2"), hand(t, "p3")) == ("DEF", "SKI SHU", "ATT ATT")
    assert pile(t) == "TAC BEA RAI SKI MEL"
    assert "peek" not in t.zones


@pytest.mark.parametrize("phase", ["pick", "name"])
def test_when_the_target_leaves_there_is_nothing_to_take(phase):
    t = choosing(phase)
    leave(t, "p2")
    assert (t.phase, on_turn(t), hand(t, "p1")) == ("turn", ("p1", 1), "DEF")
    assert gone(t) == "SKI SHU"


def test_when_the_target_of_a_favor_leaves_one_card_is_paid():
    # edge 31
    paid = set()
    for seed in range(9):
        t = table("FAV / SKI SHU / ATT ATT", seed=f"{seed:032x}")
        play(t, "p1", "FAV")
        act(t, "p1", "target", player="p2")
        leave(t, "p2")
        assert (t.phase, on_turn(t)) == ("turn", ("p1", 1))
        assert sorted([hand(t, "p1"), gone(t)]) == ["SHU", "SKI"]
        paid.add(hand(t, "p1"))
    assert paid == {"SHU", "SKI"}


def test_when_one_of_several_targets_leaves_the_others_can_be_chosen():
    t = table("FAV / SKI SHU / ATT ATT / BEA BEA")
    play(t, "p1", "FAV")
    leave(t, "p2")
    assert choices(t, "p1", "target") == ["p3", "p4"]
    leave(t, "p3")
    assert offered(t, "p4") == {"give"}


@pytest.mark.parametrize("words", ["FAV", "TAC TAC", "TAC TAC TAC"])
def test_when_a_target_chosen_before_leaves_in_the_window_nothing_happens(words):
    t = table(f"{words} / SKI SHU / NOP ATT", target_timing="at_play")
    demand = {"name": "DEFUSE"} if words == "TAC TAC TAC" else {}
    play(t, "p1", words, target="p2", **demand)
    leave(t, "p2")
    assert types(let(t, "p3"))[-1] == "no_effect"
    assert (on_turn(t), hand(t, "p1")) == (("p1", 1), "")


def test_who_leaves_with_a_kitten_to_put_back_leaves_it_to_chance():
    # edge 32
    places = set()
    for seed in range(20):
        t = table("DEF SKI / DEF / DEF", deck="TAC BEA EXP", seed=f"{seed:032x}", turns=2, attack=2)
        draw(t, "p1")
        leave(t, "p1")
        assert (t.active(), on_turn(t), gone(t)) == (["p2", "p3"], ("p2", 1), "SKI")
        assert "kitten" not in t.zones
        places.add(t.deck.cards.index("K-EXP"))
    assert places == {0, 1, 2}


def test_who_leaves_instead_of_defusing_explodes():
    # edge 33
    t = table("DEF SKI / DEF / DEF", deck="TAC EXP", defuse_mode="manual")
    draw(t, "p1")
    events = leave(t, "p1")
    assert "p1 explodes." in texts(events)
    assert short(t.zones["exploded:p1"].cards) == "EXP"
    assert (t.active(), on_turn(t)) == (["p2", "p3"], ("p2", 1))


def test_others_may_leave_while_a_kitten_is_put_back():
    t = table("DEF SKI / DEF / DEF", deck="TAC EXP")
    draw(t, "p1")
    leave(t, "p2")
    assert offered(t, "p1") == {"insert"}
    act(t, "p1", "insert", position=0)
    assert on_turn(t) == ("p3", 1)


@pytest.mark.parametrize(
    "phase", ["turn", "nope", "target", "pick", "name", "give", "peek", "take", "insert"]
)
@pytest.mark.parametrize("survivor", ["p1", "p2", "p3"])
def test_the_last_one_alive_wins_at_once_in_any_phase(phase, survivor):
    # edge 34, acceptance 22
    if phase == "insert":
        t = table("DEF SKI / DEF / DEF", deck="TAC EXP")
        draw(t, "p1")
    elif phase in ("turn", "nope"):
        t = table("ATT NOP / NOP / NOP")
        if phase == "nope":
            play(t, "p1", "ATT")
    else:
        t = choosing(phase)
    first, second = (id for id in t.active() if id != survivor)
    leave(t, first)
    assert winners(t) is None
    leave(t, second)
    assert winners(t) == [survivor]
    standing = [(line.id, line.place, line.score) for line in t.result.standing]
    assert standing == [(survivor, 1, 2), (second, 2, 1), (first, 3, 0)]


def test_there_may_be_more_kittens_than_needed_when_somebody_has_left():
    # edge 35
    t = table("TAC / TAC / TAC / DEF", deck="SKI EXP EXP EXP")
    leave(t, "p1")
    assert t.kittens_in_pile() == 3
    draw(t, "p2")
    draw(t, "p3")
    assert winners(t) == ["p4"]
    assert pile(t) == "SKI EXP"


def test_the_exploded_may_leave_and_nothing_changes():
    t = table("TAC / TAC / TAC", deck="SKI EXP")
    draw(t, "p1")
    due, out = t.next_timeout(), list(t.exploded_players)
    assert leave(t, "p1") == []
    assert (t.next_timeout(), t.exploded_players, on_turn(t)) == (due, out, ("p2", 1))


def test_a_leaver_counts_as_outlived():
    t = table("TAC / TAC / TAC")
    leave(t, "p2")
    assert [player.score for player in t.players] == [1, 0, 1]
    assert cards("TAC") == t.zones["removed"].cards
