"""Harbour Rummy: taking, discarding, knocking, and what loose cards cost."""

from __future__ import annotations

import pytest

from .scenes import Scene

MELDED = "2C 3C 4C 9D 9H 9S"


def harbour(*hands: str, open_card: str = "KD", **options) -> Scene:
    zones = {f"hand_p{number}": hand for number, hand in enumerate(hands, 1)}
    scene = Scene("harbour-rummy", len(hands), **options).lay("stock", discard=open_card, **zones)
    return scene.given(knocker=None, turns=0, picked_up=None, dealer=len(hands) - 1).at("draw")


def test_a_card_is_taken_and_another_one_discarded():
    scene = harbour("2C 8H QC KC", "3C 6D 9H")
    assert scene.do("p1", "take_discard").offers("p1", "discard") == {"2C", "8H", "QC", "KC"}
    scene.do("p1", "discard", card="KC")
    assert (scene.turn, scene.phase, scene.cards("discard")) == ("p2", "draw", ["KC"])
    assert scene.do("p2", "take_stock").count("hand_p2") == 4


def test_who_has_few_loose_points_may_knock_and_the_others_have_one_more_turn():
    scene = harbour(f"{MELDED} 5H", "KC KH 3D", "QC 2D 6S").do("p1", "take_discard")
    assert scene.refuses("p1", "knock", card="KD"), "not the card just taken"
    assert scene.offers("p1", "knock") == set()
    scene = harbour(f"{MELDED} 5H", "KC KH 3D", "QC 2D 6S", open_card="6H").do("p1", "take_discard")
    assert scene.offers("p1", "knock") == {"5H"}
    scene.do("p1", "knock", card="5H")
    assert (scene.turn, scene.moves("p2")) == ("p2", {"take_stock", "take_discard"})
    scene.do("p2", "take_discard")
    assert "knock" not in scene.moves("p2")
    scene.do("p2", "discard", card="KC").do("p3", "take_discard").do("p3", "discard", card="QC")
    assert (scene.phase, scene.scores) == ("pause", [0, 10 + 3 + 5, 10 + 2 + 6])
    assert scene.seen(None, "hand_p2") is not None
    assert scene.expire().seen(None, "hand_p2") is None


@pytest.mark.parametrize(("undercut", "cost"), [(15, 6 + 15), (0, 6)])
def test_a_knock_that_somebody_beats_costs_more(undercut, cost):
    scene = harbour(f"{MELDED} 5H", "2H 3H 4H", open_card="6H", last_round=False, undercut=undercut)
    scene.do("p1", "take_discard").do("p1", "knock", card="5H")
    assert (scene.phase, scene.scores) == ("pause", [cost, 0])


def test_the_clock_takes_from_the_stock_and_discards_what_is_worst():
    scene = harbour(f"{MELDED} KC", "2H 3H 4H").given()
    stock = scene.cards("stock")
    stock.remove("AD")
    stock.append("AD")
    scene.expire().expire()
    assert (scene.turn, scene.cards("discard")[-1]) == ("p2", "KC")


def test_the_fewest_points_win_when_somebody_is_out_and_five_play_with_two_packs():
    scene = harbour(f"{MELDED} 5H", "QH KH", open_card="6H", last_round=False, target=20).given(score=[3, 0])
    scene.do("p1", "take_discard").do("p1", "knock", card="5H")
    assert (scene.winners, scene.scores) == (["p1"], [3, 20])
    assert [Scene("harbour-rummy", seats).value("count(cards)") for seats in (4, 5)] == [52, 104]


def test_the_prompt_names_the_card_and_offers_to_knock():
    scene = harbour("2C 8H QC KC", "3C 6D 9H").do("p1", "take_discard")
    assert scene.reads("p1") == (
        "Your turn: discard any card but King of diamonds.",
        "Loose points: 40. Knock with 7 or less.",
    )
    scene = harbour("2C 4H 6D 8S 10C QH AD", "KC KH 3D").do("p1", "take_discard")
    assert scene.reads("p1")[0] == "Your turn: discard any card but King of diamonds."
    scene = harbour(f"{MELDED} 5H", "KC KH 3D", open_card="6H").do("p1", "take_discard")
    assert scene.reads("p1")[0] == "Your turn: discard any card but Six of hearts, and knock if you like."
