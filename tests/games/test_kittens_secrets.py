"""Exploding Kittens: the viewers that may see cards, for every kind of event and zone (rules 5)."""

from __future__ import annotations

import pytest

from cheat.engine import engine

from . import walks
from .cheat_words import EVERYBODY, english, event_types, one, texts, who_sees
from .kittens_words import GAME, act, cards, draw, leave, let, nope, play, table, wait


def who_knows(events, card):
    """Return the viewers to which one of the events names the card."""
    (code,) = cards(card)
    return [id for id in EVERYBODY if code in walks.codes_in(GAME, event_types(events, id))]


def test_hands_are_seen_by_their_owners_piles_by_nobody_or_all():
    t = table("DEF / SKI / TAC", discard="NOP")
    assert who_sees(t, "hand:p2") == ["p2"]
    assert who_sees(t, "deck") == []
    assert who_sees(t, "discard") == EVERYBODY


def test_a_drawn_card_is_known_to_its_owner():
    # acceptance 2
    t = table("DEF / SKI / TAC", deck="POT")
    events = draw(t, "p1")
    assert who_knows(events, "POT") == ["p1"]
    assert texts(events) == ["p1 draws a card."]


def test_a_look_into_the_future_is_for_one():
    # acceptance 8
    t = table("SEE / SKI / TAC", deck="POT MEL RAI")
    events = play(t, "p1", "SEE")
    assert [who_knows(events, card) for card in ("POT", "MEL", "RAI")] == [["p1"]] * 3
    assert who_sees(t, "peek") == ["p1"]
    assert t.zones["peek"].view("p2").count == 3
    assert engine.observation(GAME, t, "p2").zones["peek"].cards == ["?"] * 3
    assert who_knows(act(t, "p1", "done"), "POT") == ["p1"]
    assert who_sees(t, "deck") == []


def test_a_favor_is_known_to_giver_and_taker():
    # acceptance 9
    t = table("FAV / SKI SHU / TAC")
    play(t, "p1", "FAV")
    act(t, "p1", "target", player="p2")
    assert who_knows(act(t, "p2", "give", card=cards("SHU")), "SHU") == ["p1", "p2"]


@pytest.mark.parametrize("steal_mode", ["pick_index", "random"])
def test_a_stolen_card_is_known_to_both(steal_mode):
    t = table("TAC TAC / SKI SKI / DEF", steal_mode=steal_mode)
    play(t, "p1", "TAC TAC")
    events = act(t, "p1", "target", player="p2")
    if t.phase == "pick":
        events = act(t, "p1", "pick", index=1)
    assert who_knows(events, "SKI") == ["p1", "p2"]


def test_a_demand_and_its_answer_are_known_to_all():
    t = table("TAC TAC TAC / DEF SKI / SHU")
    play(t, "p1", "TAC TAC TAC")
    act(t, "p1", "target", player="p2")
    events = act(t, "p1", "name", card="DEFUSE")
    demanded = one(events, "demanded")
    assert (demanded.viewers, english(demanded.args["card"]), demanded.args["found"]) == (
        "all",
        "Defuse",
        True,
    )
    assert who_knows(events, "SKI") == []


def test_what_is_played_noped_taken_and_exploded_is_known_to_all():
    # acceptance 14
    t = table("TAC BEA RAI POT MEL / NOP / NOP", discard="SHU", deck="SKI EXP")
    assert who_knows(play(t, "p1", "TAC BEA RAI POT MEL"), "RAI") == EVERYBODY
    assert who_knows(nope(t, "p2"), "NOP") == EVERYBODY
    nope(t, "p3")
    assert who_knows(act(t, "p1", "take", card=cards("SHU")), "SHU") == EVERYBODY
    assert who_knows(draw(t, "p1"), "EXP") == EVERYBODY


def test_the_hand_of_the_exploded_is_not_shown():
    t = table("TAC SHU / DEF / DEF", deck="SKI EXP")
    events = draw(t, "p1")
    assert who_knows(events, "TAC") == ["p1"]
    assert who_sees(t, "removed") == []


@pytest.mark.parametrize("position", [0, 1, 2])
def test_where_the_kitten_is_put_is_known_to_its_player(position):
    # acceptance 3
    t = table("DEF / SKI / TAC", deck="POT MEL EXP")
    draw(t, "p1")
    events = act(t, "p1", "insert", position=position)
    other = table("DEF / SKI / TAC", deck="POT MEL EXP")
    draw(other, "p1")
    elsewhere = act(other, "p1", "insert", position=(position + 1) % 3)
    for viewer in ("p2", "p3", None):
        assert event_types(events, viewer) == event_types(elsewhere, viewer)
        assert walks.wire(GAME, t, viewer, events) == walks.wire(GAME, other, viewer, elsewhere)
    assert one(events, "placed").view("p1", 1, 0).args == {"position": position}


def test_a_place_found_by_chance_is_told_to_its_player_too():
    t = table("DEF / SKI / TAC", deck="POT MEL EXP")
    draw(t, "p1")
    placed = one(wait(t, 20), "placed")
    assert placed.viewers == ["p1"]
    assert t.deck.cards[-1 - placed.args["position"]] == "K-EXP"


def test_who_passes_is_known_to_nobody_else():
    t = table("SKI / NOP / NOP")
    play(t, "p1", "SKI")
    events = let(t, "p2")
    assert [event.view(id, 1, 0).type for event in events for id in EVERYBODY] == [
        "hidden", "passed", "hidden", "hidden",
    ]  # fmt: skip
    assert engine.observation(GAME, t, "p2").decisions[0].passed_players == ["p2"]
    assert engine.observation(GAME, t, "p3").decisions[0].passed_players == []


def test_who_holds_a_nope_is_known_to_nobody_else():
    t, other = table("SKI / NOP / NOP TAC"), table("SKI / NOP / TAC TAC")
    for each in (t, other):
        play(each, "p1", "SKI")
    for viewer in ("p1", "p2", None):
        assert walks.wire(GAME, t, viewer, []) == walks.wire(GAME, other, viewer, [])


def test_the_danger_does_not_tell_what_somebody_knows():
    t = table("SEE / SKI / TAC", deck="EXP MEL RAI EXP")
    before = GAME.facts(t, "p1")
    play(t, "p1", "SEE")
    assert GAME.facts(t, "p1") == GAME.facts(t, "p2") == before


def exploded(**values):
    t = table("TAC / DEF SKI / SEE DEF", deck="POT MEL RAI EXP", **values)
    return t, draw(t, "p1")


def test_the_exploded_see_no_more_than_anybody():
    t, _ = exploded()
    assert [who_sees(t, zone) for zone in ("hand:p1", "hand:p2", "deck")] == [["p1"], ["p2"], []]


def test_the_exploded_see_all_where_the_options_say_so():
    t, _ = exploded(omniscient_dead=True)
    assert [who_sees(t, zone) for zone in ("hand:p1", "hand:p2", "deck")] == [["p1"], ["p1", "p2"], ["p1"]]
    assert who_knows(draw(t, "p2"), "RAI") == ["p1", "p2"]
    play(t, "p3", "SEE")
    assert who_sees(t, "peek") == ["p1", "p3"]


def test_leavers_never_see_all():
    t = table("TAC / DEF SKI / DEF", omniscient_dead=True)
    leave(t, "p1")
    assert who_sees(t, "hand:p2") == ["p2"]
