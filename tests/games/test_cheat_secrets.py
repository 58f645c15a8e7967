"""Cheat: the viewers that may see cards (rules 5), for every kind of event and every zone."""

from __future__ import annotations

import re

import msgspec
import pytest

from cheat.engine import engine
from cheat.games.cheat.rules import GAME

from . import walks
from .cheat_words import (
    act,
    call,
    dealt,
    facts,
    hand,
    leave,
    look,
    one,
    options,
    pass_turn,
    place,
    prompt,
    table,
    trust,
    types,
    wait,
)

EVERYBODY = ["p1", "p2", "p3", "p4", None]


def cards_in_event(event, viewer):
    """Return the codes of the cards in this viewer's view of an event."""
    text = msgspec.json.encode(event.view(viewer, 1, 0)).decode()
    return set(re.findall(r'"([A2-9TJQK][CDHS])"', text))


def who_knows(event, card):
    """Return the viewers to which the event names the card."""
    return [viewer for viewer in EVERYBODY if card in cards_in_event(event, viewer)]


def who_sees(t, zone, card):
    """Return the viewers whose view of the zone has the card."""
    return [viewer for viewer in EVERYBODY if card in (t.zones[zone].view(viewer).cards or [])]


def who_counts(t, zone):
    """Return the viewers that get only the number of cards."""
    return [viewer for viewer in EVERYBODY if t.zones[zone].view(viewer).cards is msgspec.UNSET]


def played(**values):
    """p2 has placed a Six and a Seven as Fives on two kings; p3 is on turn."""
    t = table("2C 3C / 6C 7C AH / 8C 9C / TC JC", turn="p2", rank="5", pile="KH KD", **values)
    return t, place(t, "p2", "6C 7C")


def test_a_hand_is_seen_by_its_owner_and_counted_by_the_others():
    t = dealt(4)
    for id in t.active():
        assert who_counts(t, f"hand:{id}") == [viewer for viewer in EVERYBODY if viewer != id]
        assert t.hand(id).view(id).cards == t.hand(id).cards
        assert {t.hand(id).view(viewer).count for viewer in EVERYBODY} == {13}


def test_the_deal_names_no_card():
    _, events = engine.deal(GAME, ["p1", "p2", "p3"], GAME.options_type(), "ab" * 16, 0, None)
    assert types(events) == ["dealt"]
    assert all(cards_in_event(event, viewer) == set() for event in events for viewer in EVERYBODY)


def test_the_pile_is_a_number_for_everybody():
    t, _ = played()
    assert who_counts(t, "pile") == EVERYBODY
    assert t.pile.view("p2").count == 4


def test_placed_cards_are_told_to_their_player_alone():
    _, events = played()
    event = one(events, "placed")
    assert who_knows(event, "6C") == who_knows(event, "7C") == ["p2"]
    assert {event.view(viewer, 1, 0).cards[0].count for viewer in EVERYBODY} == {2}


def test_number_and_claim_of_a_play_are_told_to_all():
    _, events = played()
    for viewer in EVERYBODY:
        view = one(events, "placed").view(viewer, 1, 0)
        assert (view.by, view.args) == ("p2", {"count": 2, "rank": "Fives"})


def test_a_true_and_a_false_play_look_the_same_to_others():
    lie = table("2C 3C / 6C AH / 8C", turn="p2", rank="6")
    truth = table("2C 3C / 6C AH / 8C", turn="p2", rank="6")
    lied, told = place(lie, "p2", "AH"), place(truth, "p2", "6C")
    for viewer in ("p1", "p3", None):
        assert [event.view(viewer, 1, 0) for event in lied] == [event.view(viewer, 1, 0) for event in told]
        assert [zone.view(viewer) for zone in lie.zones.values()] == [
            zone.view(viewer) for zone in truth.zones.values()
        ]
        assert prompt(lie, viewer) == prompt(truth, viewer)
    assert GAME.facts(lie, None) == GAME.facts(truth, None)


def test_a_play_of_the_clock_is_told_to_its_player_alone():
    t = table("2C 3C / 6C 7C / 8C 9C / TC JC", turn="p2", rank="7")
    event = one(wait(t, 45), "placed")
    assert who_knows(event, "7C") == ["p2"]


def test_who_trusted_is_told_to_nobody_else():
    t, _ = played(min_call_window_s=2)
    events = trust(t, "p4")
    assert types(events) == ["trusted"]
    for viewer in ("p1", "p2", "p3", None):
        view = events[0].view(viewer, 7, 99)
        assert (view.type, view.by, view.args, view.text, view.cards) == ("hidden", None, {}, "", [])
    assert events[0].view("p4", 7, 99).by == "p4"


@pytest.mark.parametrize("viewer", ["p1", "p2", None])
def test_the_table_does_not_tell_who_trusted(viewer):
    t, _ = played(min_call_window_s=2)
    other = msgspec.json.decode(msgspec.json.encode(t), type=type(t))
    trust(t, "p4")
    trust(other, "p3")
    for table_ in (t, other):
        assert [one.players for one in table_.decisions] == [["p3"], *[["p1", "p3", "p4"]] * 2]
    assert prompt(t, viewer) == prompt(other, viewer)
    assert GAME.facts(t, None) == GAME.facts(other, None)
    assert [GAME.badges(t, id) for id in t.active()] == [GAME.badges(other, id) for id in t.active()]
    assert engine.moves(GAME, t, viewer or "") == engine.moves(GAME, other, viewer or "")


def test_a_bot_does_not_see_who_trusted():
    t, _ = played(min_call_window_s=2)
    trust(t, "p4")
    trust(t, "p1")
    sights = {
        viewer: engine.observation(GAME, t, viewer).decision("doubt").passed_players for viewer in EVERYBODY
    }
    assert sights == {"p1": ["p1"], "p2": [], "p3": [], "p4": ["p4"], None: []}
    assert t.decision("doubt").passed_players == ["p4", "p1"]


def test_the_last_trust_tells_all_only_that_the_window_is_closed():
    t, _ = played(min_call_window_s=2)
    trust(t, "p1")
    trust(t, "p3")
    events = trust(t, "p4")
    assert [event.view("p2", 1, 0).type for event in events] == ["hidden", "window_closed"]
    assert one(events, "window_closed").view("p2", 1, 0).by is None


def test_a_call_shows_the_last_play_to_all():
    t, _ = played()
    event = one(call(t, "p4"), "called")
    assert who_knows(event, "6C") == who_knows(event, "7C") == EVERYBODY
    assert who_sees(t, "reveal", "6C") == EVERYBODY


def test_a_call_shows_nothing_but_the_last_play():
    t, _ = played()
    events = call(t, "p4")
    assert all(cards_in_event(event, viewer) <= {"6C", "7C"} for event in events for viewer in EVERYBODY)
    assert who_counts(t, "pile") == EVERYBODY


def test_the_picker_sees_all_cards_and_others_only_those_that_were_shown():
    t, _ = played()
    call(t, "p4")
    event = one(look(t), "picked_up")
    assert who_knows(event, "KH") == who_knows(event, "KD") == ["p2"]
    assert who_knows(event, "6C") == EVERYBODY
    assert {sum(moved.count for moved in event.view(viewer, 1, 0).cards) for viewer in EVERYBODY} == {4}
    assert who_counts(t, "hand:p2") == ["p1", "p3", "p4", None]


def test_a_wrong_accuser_alone_sees_what_lay_under_the_play():
    t = table("2C 3C / 5C AH / 8C 9C / TC JC", turn="p2", rank="5", pile="KH KD")
    place(t, "p2", "5C")
    call(t, "p4")
    event = one(look(t), "picked_up")
    assert who_knows(event, "KH") == ["p4"]
    assert who_knows(event, "5C") == EVERYBODY


def test_the_picker_does_not_learn_who_had_placed_what():
    # the order of the pile, with the numbers that were told, would say it
    orders = []
    for first, second in [("KH", "2D"), ("2D", "KH")]:
        t = table(f"{first} AC / {second} 3C / 8C 9C / TC JC")
        place(t, "p1", first)
        place(t, "p2", second)
        place(t, "p3", "8C")
        call(t, "p4")
        orders.append(one(look(t), "picked_up").view("p3", 1, 0).cards)
    assert orders[0] == orders[1]


def test_the_hand_of_a_leaver_is_told_to_nobody_who_stays():
    t, _ = played()
    event = one(leave(t, "p4"), "hand_given_away")
    assert who_knows(event, "TC") in ([], ["p4"])
    assert who_counts(t, "pile") == EVERYBODY


def test_dealt_out_cards_are_told_to_those_who_get_them():
    t = table("2C 3C / 6C 7C / 8C 9C / TC JC QC", leaver_cards="deal_out")
    event = one(leave(t, "p4"), "hand_given_away")
    for id, card in (("p1", "TC"), ("p2", "JC"), ("p3", "QC")):
        assert card in hand(t, id)
        assert set(who_knows(event, card)) - {"p4"} == {id}


def test_a_pile_that_is_set_aside_stays_hidden():
    t, _ = played(allow_pass=True)
    for id in ("p3", "p4", "p1"):
        pass_turn(t, id)
    event = one(pass_turn(t, "p2"), "set_aside")
    assert who_knows(event, "KH") == who_knows(event, "6C") == []
    assert who_counts(t, "aside") == EVERYBODY


def test_the_end_shows_no_hand():
    t = table("AC / 6C 7C / 8C 9C / TC JC")
    place(t, "p1", "AC")
    events = place(t, "p2", "6C")
    assert t.result is not None
    assert all(cards_in_event(event, viewer) == set() for event in events for viewer in EVERYBODY)
    assert who_counts(t, "hand:p2") == ["p1", "p3", "p4", None]


def test_a_new_round_shows_nobody_anothers_cards():
    t = table("AC / 6C 7C / 8C 9C / TC JC", rounds=2)
    place(t, "p1", "AC")
    place(t, "p2", "6C")
    events = [event for id in ("p1", "p2", "p3", "p4") for event in act(t, id, "ready")]
    assert "dealt" in types(events)
    assert all(cards_in_event(event, viewer) == set() for event in events for viewer in EVERYBODY)
    assert who_counts(t, "hand:p2") == ["p1", "p3", "p4", None]


def test_a_card_is_named_by_its_face_alone():
    # no serial number of a card could be followed through hidden zones
    t = dealt(4)
    assert all(re.fullmatch("[A2-9TJQK][CDHS]", card) for card in t.hand("p1").view("p1").cards)


def test_who_reconnects_gets_everything_that_he_needs():
    # edge 28
    t, _ = played(min_call_window_s=2)
    wait(t, 5)
    again = msgspec.json.decode(msgspec.json.encode(t), type=type(t))
    assert again.hand("p3").view("p3").cards == ["8C", "9C"]
    assert again.pile.view("p3").count == 4
    seen = facts(again, GAME, None)
    assert seen == {"Just played": "2 × Fives by p2", "Next": "Sixes"}
    assert (again.turn, again.next_timeout()) == ("p3", t.now + 42_000)
    assert {one.name for one in engine.moves(GAME, again, "p3")} == {"place", "call_cheat"}


# Every kind of event


def owner_of(zone):
    """Return the player of a hand."""
    return zone.removeprefix("hand:") if zone.startswith("hand:") else None


KNOWN_TO = {
    "placed": lambda event, moved: [event.by],
    "called": lambda event, moved: "all",
    "picked_up": lambda event, moved: "all" if moved.source == "reveal" else [event.by],
    "set_aside": lambda event, moved: [],
    "hand_given_away": lambda event, moved: sorted({event.by, owner_of(moved.target) or event.by}),
}
"""The viewers that learn the cards of an event that moves some."""

WITHOUT_CARDS = {
    "dealt", "trusted", "passed", "window_closed", "verdict", "timed_out",
    "round_won", "ready", "game_over",
}  # fmt: skip


def some_games():
    """Games that come by every kind of event."""
    for number in range(60):
        values = {"rounds": 2, "allow_pass": number % 2 == 0, "decks": 1 + number % 2}
        cards = "deal_out" if number % 3 else "pile"
        players = [f"p{seat}" for seat in range(1, 3 + number % 5)]
        chosen = options(**values, leaver_cards=cards, min_players=2, min_call_window_s=number % 3)
        yield walks.Start(GAME, players, chosen, f"{number + 2**64:032x}")


def test_every_kind_of_event_tells_its_cards_to_those_who_may_know_them():
    # acceptance 30
    kinds = set()
    for start in some_games():
        for moment in walks.walk(start, 120, leaves=0.01):
            for event in moment.events:
                kinds.add(event.type)
                assert event.type in KNOWN_TO or event.type in WITHOUT_CARDS
                assert event.type in KNOWN_TO or event.cards == []
                assert event.viewers == ([event.by] if event.type == "trusted" else "all")
                for moved in event.cards:
                    assert moved.viewers == KNOWN_TO[event.type](event, moved)
                words = {word for value in event.args.values() for word in str(value).split()}
                assert not words & set(GAME.faces)
    assert kinds == {*KNOWN_TO, *WITHOUT_CARDS}
