"""Ivanhoe: the viewers that may see cards, for every kind of event and every zone (rules 6)."""

from __future__ import annotations

import pytest

from cheat.engine import engine

from . import walks
from .cheat_words import EVERYBODY, event_types, one, who_sees
from .ivanhoe_words import (
    GAME,
    between,
    cards,
    dealt,
    draw,
    end,
    let,
    play,
    table,
)


def who_knows(events, card):
    """Return the viewers to which one of the events names the card."""
    (code,) = cards(card)
    return [id for id in EVERYBODY if code in walks.codes_in(GAME, event_types(events, id))]


def test_hands_are_seen_by_their_owners_and_what_lies_open_by_all():
    t = dealt(3)
    assert [who_sees(t, zone) for zone in ("hand:p2", "deck")] == [["p2"], []]
    for zone in ("discard", "played", "display:p2", "front:p2"):
        assert who_sees(t, zone) == EVERYBODY


def test_only_the_top_of_the_discard_pile_is_shown():
    t = table("R3 / ", "R4 / R5", discard="B2 B3 B4")
    assert (t.discard.view("p1").cards, t.discard.view("p1").count) == (["IB4"], 3)


def test_a_drawn_card_is_known_to_its_owner():
    t = table(" / / ", "R4 / R5 / ", deck="Y3", phase="draw")
    assert who_knows(draw(t, "p1"), "Y3") == ["p1"]


def test_a_stolen_card_is_known_to_thief_and_victim():
    t = table("KND / Y3 Y3 / ", "R4 / R5 / ")
    events = play(t, "p1", "KND", "p2")
    assert who_knows(events, "Y3") == ["p1", "p2"]
    assert who_sees(t, "hand:p1") == ["p1"]


def test_a_card_that_retreats_is_known_to_all():
    t = table("RET / / ", "R4 M6 / R5 / ")
    assert who_knows(play(t, "p1", "RET", own="M6"), "M6") == EVERYBODY


def test_who_cannot_start_shows_nothing():
    t = between("UNH IVA / R3 / ", deck="CHG")
    events = draw(t, "p1")
    assert [who_knows(events, card) for card in ("UNH", "IVA", "CHG")] == [[], [], ["p1"]]


def test_the_tokens_of_the_start_are_drawn_openly():
    _, events = engine.deal(GAME, ["p1", "p2"], GAME.options({}), "cd" * 16, 0, None)
    assert all(event.viewers == "all" for event in events)


def windows(word, said, theirs, quick=False):
    """Return the same window with different hands of p2 and p3."""
    for mine, others in theirs:
        t = table(
            f"{word} / {mine} / {others}", "R3 S2 / R4 R5 / R5 S3", seed="ef" * 16, quick_reactions=quick
        )
        yield t, play(t, "p1", word, **said)


@pytest.mark.parametrize(
    ("word", "said"),
    [("SHL", {}), ("RIP", {"target": "p2"}), ("KND", {"target": "p2"}), ("OUT", {}), ("RET", {"own": "S2"})],
)
def test_who_holds_ivanhoe_is_known_to_nobody_else(word, said):
    """Neither answers, nor deadlines, nor versions, nor their size, nor what a bot sees tell it."""
    hands = [("IVA B2", "B3 B4"), ("B3 B2", "IVA B4"), ("B3 B2", "B5 B4")]
    seen = {viewer: set() for viewer in ("p1", None)}
    for t, events in windows(word, said, hands):
        for viewer, answers in seen.items():
            sight = walks.encode(engine.observation(GAME, t, viewer))
            answers.add((walks.wire(GAME, t, viewer, events), t.next_timeout(), t.moment, len(events), sight))
    assert {viewer: len(answers) for viewer, answers in seen.items()} == {"p1": 1, None: 1}


def test_who_holds_ivanhoe_is_seen_in_no_later_answer_when_nobody_uses_it():
    hands = [("IVA B2", "B3 B4"), ("B3 B2", "IVA B4"), ("B3 B2", "B5 B4")]
    answers = set()
    for t, _ in windows("SHL", {}, hands):
        steps = [let(t, "p3"), engine.expire(GAME, t, t.next_timeout())]
        answers.add((*(walks.wire(GAME, t, "p1", events) for events in steps), t.now))
    assert len(answers) == 1


def test_quick_reactions_tell_it():
    """The measure finds the information that the option reveals."""
    phases = [t.phase for t, _ in windows("SHL", {}, [("IVA", "B3"), ("B3", "B4")], quick=True)]
    assert phases == ["reaction", "turn"]


def test_who_passes_is_known_to_nobody_else():
    t = table("SHL / IVA / R3", "R3 / R4 / R5", quick_reactions=False)
    play(t, "p1", "SHL")
    before = {id: walks.wire(GAME, t, id, []) for id in ("p1", "p2", None)}
    events = let(t, "p3")
    assert [event.view(id, 1, 0).type for event in events for id in EVERYBODY] == [
        "hidden", "hidden", "passed", "hidden",
    ]  # fmt: skip
    assert {id: walks.wire(GAME, t, id, []) for id in before} == before


def test_hand_of_who_withdraws_stays_hidden():
    t = table("B2 / / ", "R3 / R4 / R5")
    events = end(t, "p1")
    assert who_knows(events, "B2") == []
    assert one(events, "withdrew").cards[0].viewers == "all"
