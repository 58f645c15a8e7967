"""Exploding Kittens: Nopes and their windows (rules 3.5)."""

from __future__ import annotations

import pytest

from cheat.engine import engine

from .cheat_words import one, refused, texts, types
from .kittens_words import (
    GAME,
    act,
    cards,
    discard,
    draw,
    hand,
    let,
    nope,
    offered,
    on_turn,
    play,
    table,
    wait,
)

PLAYS = ["ATT", "SKI", "FAV", "SHU", "SEE", "TAC TAC", "TAC TAC TAC", "TAC BEA RAI POT MEL"]
"""Everything that can be cancelled."""


def played(words="SKI", hands="{} NOP / NOP TAC / NOP NOP", **values):
    """p1 has played cards; everybody has a Nope, p3 two."""
    t = table(hands.format(words), **values)
    play(t, "p1", words)
    return t


def test_a_window_asks_everybody_but_the_player():
    # edge 2
    t = played()
    assert t.phase == "nope"
    assert [offered(t, id) for id in ("p1", "p2", "p3")] == [set(), {"nope", "pass"}, {"nope", "pass"}]
    with refused(t, "illegal_move", "You can't nope your own card."):
        nope(t, "p1")


def test_without_a_nope_one_can_only_let_it_happen():
    t = played(hands="{} / NOP / TAC")
    assert offered(t, "p3") == {"pass"}
    with refused(t, "illegal_move"):
        nope(t, "p3")


def test_what_is_played_waits_for_the_window():
    t = played()
    assert (hand(t, "p1"), discard(t)) == ("NOP", "SKI")
    assert on_turn(t) == ("p1", 1)
    wait(t, 4.9)
    assert t.phase == "nope"
    wait(t, 0.1)
    assert on_turn(t) == ("p2", 1)


@pytest.mark.parametrize("seconds", [2, 15, 3.5])
def test_the_window_has_the_length_of_the_option(seconds):
    t = played(nope_window_s=seconds)
    assert t.next_timeout() == t.now + seconds * 1000


@pytest.mark.parametrize("words", PLAYS)
def test_a_nope_cancels(words):
    # acceptance 10
    t = played(words, discard="ATT", deck="BEA RAI SKI MEL")
    deck, held = list(t.deck.cards), hand(t, "p3")
    nope(t, "p2")
    events = let(t, "p1", "p3")
    assert types(events)[-1] == "cancelled"
    assert (t.phase, on_turn(t)) == ("turn", ("p1", 1))
    assert (hand(t, "p1"), hand(t, "p2"), hand(t, "p3")) == ("NOP", "TAC", held)
    assert t.deck.cards == deck
    assert discard(t) == f"ATT {words} NOP"
    assert t.pending_play is None


@pytest.mark.parametrize("words", PLAYS)
def test_without_a_nope_the_same_plays_go_through(words):
    t = played(words, discard="ATT", deck="BEA RAI SKI MEL")
    events = let(t, "p2", "p3")
    assert "window_closed" in types(events)
    assert "cancelled" not in types(events)
    assert words == "SHU" or (t.phase, t.turn) != ("turn", "p1")


def test_a_nope_on_a_nope_restores_the_play():
    # edge 1, acceptance 11
    t = played()
    nope(t, "p2")
    assert offered(t, "p1") == {"nope", "pass"}
    assert offered(t, "p2") == set()
    nope(t, "p1")
    let(t, "p2", "p3")
    assert on_turn(t) == ("p2", 1)
    assert discard(t) == "SKI NOP NOP"


def test_a_chain_of_three_cancels():
    # edge 1, acceptance 11
    t = played()
    for player in ("p2", "p1", "p3"):
        nope(t, player)
    wait(t, 5)
    assert on_turn(t) == ("p1", 1)
    assert discard(t) == "SKI NOP NOP NOP"


def test_a_chain_of_four_goes_through():
    t = played(hands="{} NOP / NOP TAC / NOP / NOP")
    for player in ("p2", "p1", "p3", "p4"):
        nope(t, player)
    assert on_turn(t) == ("p2", 1)


def test_every_nope_opens_a_whole_window_for_all_others():
    # acceptance 17
    t = played()
    let(t, "p3")
    wait(t, 4)
    nope(t, "p2")
    assert t.next_timeout() == t.now + 5000
    assert offered(t, "p3") == {"nope", "pass"}


def test_of_two_nopes_at_the_same_time_the_first_counts():
    # edge 4
    t = played()
    moment = t.moment
    act(t, "p2", "nope", moment=moment)
    with refused(t, "stale_move"):
        act(t, "p3", "nope", moment=moment)
    assert hand(t, "p3") == "NOP NOP"
    nope(t, "p3")
    assert discard(t) == "SKI NOP NOP"


def test_a_nope_that_comes_after_the_window_is_stale():
    t = played()
    moment = t.moment
    wait(t, 5)
    with refused(t, "stale_move"):
        act(t, "p3", "nope", moment=moment)


def test_the_window_closes_when_all_have_passed():
    # acceptance 17
    t = played()
    let(t, "p3")
    assert t.phase == "nope"
    assert types(let(t, "p2")) == ["passed", "window_closed", "skipped"]


def test_a_pass_holds_for_its_window_only():
    t = played()
    let(t, "p3")
    assert offered(t, "p3") == set()
    with refused(t, "illegal_move"):
        nope(t, "p3")
    nope(t, "p2")
    assert "nope" in offered(t, "p3")


def test_the_window_closes_at_once_when_nobody_asked_holds_a_nope():
    t = played(hands="{} NOP / TAC / BEA")
    assert (t.phase, on_turn(t)) == ("turn", ("p2", 1))


def test_the_window_closes_when_all_who_hold_a_nope_have_passed():
    t = played(hands="{} NOP / NOP / BEA")
    let(t, "p2")
    assert on_turn(t) == ("p2", 1)


def test_a_nope_that_nobody_can_answer_counts_at_once():
    t = played(hands="{} / NOP / BEA")
    events = nope(t, "p2")
    assert types(events) == ["noped", "cancelled"]
    assert texts(events) == ["p2 says Nope to p1.", "Cancelled: Skip."]


def ends(hands, seeds=60, **values):
    """After how many ms windows close by themselves."""
    found = []
    for seed in range(seeds):
        t = played(hands=hands, hide_capability=True, seed=f"{seed:032x}", nope_window_s=5, **values)
        length = t.next_timeout() - t.now
        wait(t, (length - 1) / 1000)
        assert t.phase == "nope"
        wait(t, 0.001)
        assert t.phase == "turn"
        found.append(length)
    return found


def test_hidden_capability_draws_when_a_window_closes():
    closed = ends("{} NOP / TAC / BEA")
    assert 2000 <= min(closed) < 2500
    assert 4500 < max(closed) <= 5000
    assert len(set(closed)) > 30


@pytest.mark.parametrize("hands", ["{} NOP / NOP / BEA", "{} NOP / NOP / NOP", "{} / BEA / NOP"])
def test_hidden_capability_draws_the_same_whoever_holds_a_nope(hands):
    assert ends(hands, 20) == ends("{} NOP / TAC / BEA", 20)


def test_hidden_capability_draws_anew_for_every_nope():
    t = played(hide_capability=True)
    lengths = [t.next_timeout() - t.now]
    for player in ("p2", "p3", "p1"):
        nope(t, player)
        lengths.append(t.next_timeout() - t.now)
    assert len(set(lengths)) == 4
    assert all(2000 <= length <= 5000 for length in lengths)


def test_hidden_capability_waits_for_its_end_when_the_last_nope_is_given_up():
    t = played(hands="{} / NOP / BEA", hide_capability=True)
    end = t.next_timeout()
    let(t, "p2")
    assert (t.phase, t.next_timeout()) == ("nope", end)
    wait(t, (end - t.now) / 1000)
    assert on_turn(t) == ("p2", 1)


def test_hidden_capability_tells_nobody_who_holds_a_nope():
    t = played(hands="{} / TAC / BEA", hide_capability=True)
    other = played(hands="{} / NOP / BEA", hide_capability=True)
    for viewer in ("p1", "p3", None):
        shown = [engine.observation(GAME, one, viewer).decisions for one in (t, other)]
        assert shown[0] == shown[1]
        assert GAME.prompt(t, viewer) == GAME.prompt(other, viewer)
    assert offered(t, "p3") == {"pass"}


def test_hidden_capability_still_closes_when_all_have_passed():
    t = played(hands="{} / TAC / BEA", hide_capability=True)
    let(t, "p2", "p3")
    assert on_turn(t) == ("p2", 1)


@pytest.mark.parametrize("mode", ["auto", "manual"])
def test_kittens_and_defuses_cannot_be_noped(mode):
    # edge 3, acceptance 10
    t = table("DEF / NOP / NOP", deck="TAC EXP", defuse_mode=mode)
    draw(t, "p1")
    assert offered(t, "p2") == set()
    with refused(t, "illegal_move", "There is nothing to nope right now."):
        nope(t, "p2")
    if mode == "manual":
        act(t, "p1", "defuse")
    with refused(t, "illegal_move"):
        nope(t, "p2")


def test_a_nope_is_not_played_in_ones_own_turn():
    t = table("NOP SKI / NOP")
    with refused(t, "illegal_move"):
        nope(t, "p1")


def test_who_is_out_and_who_only_watches_cannot_react():
    t = table(" / NOP / SKI / NOP", deck="TAC EXP")
    draw(t, "p1")
    t.hand("p1").cards = cards("NOP")
    draw(t, "p2")
    play(t, "p3", "SKI")
    assert t.decisions[0].players == ["p2", "p4"]
    for player in ("p1", "p9"):
        with refused(t, "not_playing"):
            nope(t, player)


def test_a_played_card_is_told_to_all_with_its_name():
    t = table("TAC TAC / NOP / DEF")
    events = play(t, "p1", "TAC TAC")
    assert texts(events) == ["p1 plays 2 × Tacocat."]
    assert one(events, "played").cards[0].viewers == "all"
