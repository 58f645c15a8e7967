"""Uno: the viewers that may see cards (rules 5), for every kind of event and every zone."""

from __future__ import annotations

import re

import msgspec
import pytest

from cheat.engine import engine
from cheat.games.uno.deck import DECK
from cheat.games.uno.rules import GAME

from .uno_words import (
    accept,
    act,
    catch,
    challenge,
    deals,
    dealt,
    draw,
    english,
    leave,
    one,
    play,
    prompt,
    table,
    wait,
)

EVERYBODY = ["p1", "p2", "p3", None]
HANDS = "R5 R6 Y1 / G5 G6 G7 / B5 B6 B7"
CODES = "|".join(sorted(set(DECK)))


def cards_in_event(event, viewer):
    """Return the codes of the cards in this viewer's view of an event."""
    text = msgspec.json.encode(event.view(viewer, 1, 0)).decode()
    return set(re.findall(rf'"({CODES})"', text))


def who_knows(event, card):
    """Return the viewers to which the event names the card."""
    return [viewer for viewer in EVERYBODY if card in cards_in_event(event, viewer)]


def who_counts(t, zone):
    """Return the viewers that get only the number of cards."""
    return [viewer for viewer in EVERYBODY if t.zones[zone].view(viewer).cards is msgspec.UNSET]


def test_a_hand_is_seen_by_its_owner_and_counted_by_the_others():
    t = dealt(3)
    for id in t.active():
        assert who_counts(t, f"hand:{id}") == [viewer for viewer in EVERYBODY if viewer != id]


def test_the_draw_pile_is_a_number_for_everybody():
    t = dealt(3)
    assert who_counts(t, "deck") == EVERYBODY


def test_the_whole_discard_pile_is_public():
    t = table(HANDS, under="R1 R2", top="R3")
    assert [t.discard.view(viewer).cards for viewer in EVERYBODY] == [["R1", "R2", "R3"]] * 4


def test_cards_for_the_deal_and_the_start_card_are_shown_to_all():
    for _, events in deals(3, 30):
        for event in events:
            if event.type in ("drew_for_deal", "start_card", "start_card_back"):
                (card,) = event.cards[0].faces
                assert who_knows(event, card) == EVERYBODY
            else:
                assert event.type in ("dealer", "dealt", "drew")


def test_the_deal_names_no_card():
    _, events = deals(3, 1)[0]
    assert all(cards_in_event(one(events, "dealt"), viewer) == set() for viewer in EVERYBODY)


def test_a_played_card_is_shown_to_all():
    assert who_knows(one(play(table(HANDS), "p1", "R5"), "played"), "R5") == EVERYBODY


def test_a_drawn_card_is_told_to_its_drawer_alone():
    event = one(draw(table(HANDS, deck="R9"), "p1"), "drew")
    assert who_knows(event, "R9") == ["p1"]
    assert [event.view(viewer, 1, 0).cards[0].count for viewer in EVERYBODY] == [1] * 4
    assert event.view("p2", 1, 0).args == {"count": 1}


@pytest.mark.parametrize("by", ["draw two", "accept", "challenge", "wrong challenge", "penalty", "clock"])
def test_cards_that_have_to_be_drawn_are_told_to_who_draws_them(by):  # acceptance 5
    deck = "Y3 Y4 Y5 Y6 Y7 Y8 Y9"
    match by:
        case "draw two":
            events, drawer = play(table("RD Y1 Y2 / G5 / B5", deck=deck), "p1", "RD"), "p2"
        case "penalty":
            t = table("R5 R6 / G5 / B5", deck=deck)
            play(t, "p1", "R5")
            events, drawer = catch(t, "p2", "p1"), "p1"
        case "clock":
            events, drawer = wait(table(HANDS, deck=deck), 30), "p1"
        case _:
            held = "G9" if by == "wrong challenge" else "R6"
            t = table(f"WF {held} Y1 / G5 / B5", deck=deck)
            play(t, "p1", "WF", "blue")
            events = accept(t, "p2") if by == "accept" else challenge(t, "p2")
            drawer = "p1" if by == "challenge" else "p2"
    event = one(events, "drew")
    assert event.by == drawer
    assert who_knows(event, "Y3") == [drawer]


def test_the_verdict_is_told_to_all_and_names_no_card():  # acceptance 15
    t = table("WF R6 Y1 / G5 / B5")
    play(t, "p1", "WF", "blue")
    events = challenge(t, "p2")
    for viewer in EVERYBODY:
        view = one(events, "verdict").view(viewer, 1, 0)
        assert (view.type, view.args) == ("verdict", {"player": "p1", "guilty": True})
        assert "Red 6" not in str(view)


def test_a_shown_hand_reaches_the_challenger_alone():  # acceptance 15
    t = table("WF R6 Y1 / G5 / B5")
    play(t, "p1", "WF", "blue")
    events = challenge(t, "p2")
    for viewer in ("p1", "p3", None):
        told = msgspec.json.encode([event.view(viewer, 1, 0) for event in events])
        seen = msgspec.json.encode(
            [engine.observation(GAME, t, viewer).revealed_hands, GAME.facts(t, viewer)]
        )
        assert b"Red 6" not in told + seen
    assert english(engine.observation(GAME, t, "p2").revealed_hands["p2"]) == "p1: Red 6, Yellow 1"


def test_which_card_was_drawn_is_known_to_the_drawer_alone():
    t = table("G5 Y1 / B5 / B6", deck="R9")
    draw(t, "p1")
    assert [engine.observation(GAME, t, viewer).drawn_card for viewer in EVERYBODY] == [
        "R9",
        None,
        None,
        None,
    ]
    assert "Red 9" in prompt(t, "p1")
    assert all("Red 9" not in prompt(t, viewer) for viewer in EVERYBODY[1:])


def test_a_kept_card_is_not_told():
    t = table("G5 Y1 / B5 / B6", deck="R9")
    draw(t, "p1")
    (event,) = act(t, "p1", "keep")
    assert all(cards_in_event(event, viewer) == set() for viewer in EVERYBODY)


def test_reshuffled_cards_were_public_and_their_order_is_not_told():
    t = table("G5 Y1 / B5 / B6", under="R1 R2 R4 R5 R6 R7", deck="")
    event = one(draw(t, "p1"), "reshuffled")
    assert event.cards[0].faces == ["R1", "R2", "R4", "R5", "R6", "R7"]
    assert who_counts(t, "deck") == EVERYBODY


def test_swapped_hands_are_known_to_the_two_who_swapped():
    t = table("R7 R6 Y1 / G5 G6 / B5", seven_zero=True)
    event = one(play(t, "p1", "R7", swap="p2"), "swapped")
    assert who_knows(event, "R6") == who_knows(event, "G5") == ["p1", "p2"]


def test_moved_on_hands_are_known_to_giver_and_taker():
    t = table("R0 R6 Y1 / G5 G6 / B5 B6", seven_zero=True)
    event = one(play(t, "p1", "R0"), "rotated")
    assert who_knows(event, "R6") == ["p1", "p2"]
    assert who_knows(event, "B5") == ["p1", "p3"]


def test_hands_of_leavers_are_told_to_nobody_else():
    event = one(leave(table(HANDS), "p3"), "hand_returned")
    assert who_knows(event, "B5") == ["p3"]


def test_who_has_one_card_and_said_uno_is_public():
    t = table("R5 R6 / G5 / B5")
    play(t, "p1", "R5", uno="yes")
    assert all(engine.observation(GAME, t, viewer).said_uno == ["p1"] for viewer in EVERYBODY)


def test_hands_are_public_at_the_end_of_a_round():
    t = table("R5 / G5 G6 / B5")
    play(t, "p1", "R5")
    assert [t.hand("p2").view(viewer).cards for viewer in EVERYBODY] == [["G5", "G6"]] * 4
