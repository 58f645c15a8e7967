"""The counts for awards are secret until the end."""

from __future__ import annotations

from cheat.engine import engine
from cheat.engine.awards import Award, AwardKind
from cheat.engine.table import Player
from cheat.games.cheat.rules import GAME
from cheat.i18n.messages import plural

from .cheat_words import call, copy_of, english, look, place, table

LIES = AwardKind("lies", "Boldest liar", "{count} lie", "{count} lies")


def told(**lies: int) -> Award | None:
    return LIES.award([Player(id, tally={"lies": count} if count else {}) for id, count in lies.items()])


def test_who_did_it_most_often_gets_the_award() -> None:
    words = plural("{count} lie", "{count} lies", 3)
    assert told(p1=0, p2=3, p3=1) == Award("lies", "Boldest liar", words, ["p2"])
    assert told(p1=3, p2=3, p3=1) == Award("lies", "Boldest liar", words, ["p1", "p2"])


def test_nobody_gets_it_for_what_nobody_or_everybody_did_alike() -> None:
    assert told(p1=0, p2=0) is None
    assert told(p1=2, p2=2) is None


def test_three_players_share_no_award() -> None:
    assert told(p1=2, p2=2, p3=2, p4=0) is None


def test_two_players_share_no_award_for_what_they_did_once() -> None:
    assert told(p1=1, p2=1, p3=0) is None
    assert told(p1=1, p2=0, p3=0) is not None


def test_cheat_counts_lies_catches_and_what_was_taken() -> None:
    t = table("QH 2S 4C/2D 5C 6C/7C 8C 9C")
    place(t, "p1", "QH")
    call(t, "p3")
    look(t)
    place(t, "p2", "2D")
    call(t, "p1")
    look(t)
    assert [one.tally for one in t.players] == [
        {"lies": 1, "taken": 2},
        {"trusted": 1},
        {"catches": 1},
    ]
    told = [(english(one.label), english(one.text), one.players) for one in GAME.awards(t)]
    assert told == [
        ("Boldest liar", "1 lie", ["p1"]),
        ("Best catcher", "1 lie caught", ["p3"]),
        ("Wrongly accused", "1 time", ["p2"]),
        ("Collector", "2 cards taken", ["p1"]),
    ]


def test_what_is_counted_is_in_nobodys_sight() -> None:
    """Otherwise, the count would show if the last play was a lie."""
    truth = table("AH 2S/2D 5C/7C 8C")
    lie = copy_of(truth)
    lie.hand("p1").cards = ["QH", "2S"]
    place(truth, "p1", "AH")
    place(lie, "p1", "QH")
    for viewer in ("p1", "p2", None):
        assert all(one.tally == {} for one in engine.observation(GAME, lie, viewer).players)
    assert engine.observation(GAME, truth, "p2") == engine.observation(GAME, lie, "p2")


def test_called_cards_that_are_not_of_the_claimed_rank_are_told_to_all() -> None:
    t = table("AH QH AD KS/2D/7C 8C", pile="5C 6C", reveal_whole_pile=True)
    place(t, "p1", "AH QH AD KS")
    call(t, "p2")
    seen = t.zones["reveal"].view(None)
    assert [seen.cards[at] for at in seen.wrong] == ["QH", "KS"]
