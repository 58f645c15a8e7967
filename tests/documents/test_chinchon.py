"""Chinchón: the numbered lines of the traditional rules."""

from __future__ import annotations

import pytest

from .scenes import Scene

RUN7, ALL7, SIX = "1O 2O 3O 4O 5O 6O 7O", "1O 2O 3O 12C 12E 12B 12O", "1O 2O 3O 12C 12E 12B"
BAD, WORSE = "1C 4C 7C 2E 5E 11E 6B", "2C 5C 10C 3E 6E 10E 4B"


def chinchon(*hands: str, discard: str = "11O", **options) -> Scene:
    zones = {f"hand_p{number}": hand for number, hand in enumerate(hands, 1)}
    scene = Scene("chinchon", len(hands), **options).lay("stock", discard=discard, **zones)
    return scene.given(had_turn=[True] * len(hands), hands=1)


def top(scene: Scene, card: str) -> Scene:
    stock = scene.table.zones["stock"].cards
    stock.remove(card)
    stock.append(card)
    return scene


def closed(hand: str, *others: str, card: str = "5B", **options) -> Scene:
    scene = top(chinchon(hand, *others, **options), card).at("draw").do("p1", "take_stock")
    return scene.do("p1", "close", card=card)


@pytest.mark.parametrize("had", [[False, False], [True, False], [True, True]])
def test_1_nobody_closes_in_the_first_lap(had):
    scene = top(chinchon(ALL7, BAD), "3B").given(had_turn=had).at("draw").do("p1", "take_stock")
    assert ("close" in scene.moves("p1")) == all(had)
    scene.do("p1", "discard", card="3B")
    assert scene["had_turn"][0]


@pytest.mark.parametrize(
    ("loose", "limit", "allowed"), [("3B", 3, True), ("4B", 3, False), ("4B", 4, True), ("1B", 0, False)]
)
def test_2_a_loose_card_above_the_limit_cannot_close(loose, limit, allowed):
    scene = top(chinchon(f"{SIX} {loose}", BAD, close_limit=limit), "11C").at("draw").do("p1", "take_stock")
    assert ("11C" in scene.offers("p1", "close")) == allowed


def test_2_two_loose_cards_cannot_close():
    scene = (
        top(chinchon("1O 2O 3O 12C 12E 1B 2C", BAD.replace("1C", "3C")), "7B")
        .at("draw")
        .do("p1", "take_stock")
    )
    assert scene.moves("p1") == {"discard"}


@pytest.mark.parametrize("retake", [True, False])
def test_3_the_card_from_the_discard_pile_may_not_be_discarded(retake):
    scene = chinchon(BAD, WORSE, retake_discard=retake).at("draw").do("p1", "take_discard")
    assert ("11O" in scene.offers("p1", "discard")) == retake


def test_4_and_5_and_6_what_is_linked():
    def loose(cards: str) -> int:
        return chinchon(cards, "", discard="").value("loose(hand)")

    assert loose("7O 10O 11O 1C 2C 3C 12E") == 10
    assert loose("12O 1O 2O 4C 4E 4B 7B") == 20
    assert loose("1O 2O 3O 3C 3B 7B 12E") == 1 + 2 + 7 + 10
    assert loose("3O 4O 5O 3C 3E 3B 7B") == 7


def test_7_nobody_lays_off_on_minus_ten():
    scene = closed(ALL7, "4O 5C 5E 7C 7E 10B 11C")
    assert (scene.phase, scene.scores) == ("pause", [-10, 4 + 10 + 14 + 20])
    assert closed(ALL7, BAD, minus_ten=False).scores[0] == 0


def test_8_lay_offs_in_a_row():
    scene = closed("1O 2O 3O 12C 12E 12B 2C", "4O 5O 12O 7E 7C 6E 5C")
    assert scene.scores == [2, 7 + 7 + 6 + 5]


def test_8_lay_offs_on_all_by_option():
    hands = ("1O 2O 3O 12C 12E 12B 2C", "7E 7C 7B 4C 6E 10C 1B", "7O 2B 4B 6C 5E 11E 1E")
    assert closed(*hands).scores == [2, 21, 35]
    assert closed(*hands, layoff_on="all").scores == [2, 21, 28]


def test_9_the_discards_fill_the_stock():
    scene = chinchon(BAD, WORSE)
    scene.table.zones["discard"].cards = [*scene.cards("stock"), "11O"]
    scene.table.zones["stock"].cards = []
    scene.at("draw").do("p1", "take_stock")
    assert (scene.cards("discard"), scene.count("hand_p1")) == (["11O"], 8)


def test_10_the_one_who_stays_below_the_limit_wins():
    scene = chinchon(ALL7, BAD, WORSE).given(score=[95, 90, 90], closer=0).at("settle")
    assert scene.winners == ["p1"]


def test_11_when_all_exceed_the_limit_the_lowest_wins():
    scene = (
        chinchon(f"{SIX} 3B", BAD, "2C 5C 10C 3E 6E 10E 4B").given(score=[99, 90, 99], closer=0).at("settle")
    )
    assert scene.winners == ["p1"]


def test_12_the_limit_itself_is_still_in():
    scene = chinchon(f"{SIX} 3B", BAD, WORSE).given(score=[97, 0, 99], closer=0).at("settle")
    assert (scene["lost"], scene["score"][0]) == ([False, False, True], 100)


def test_13_and_14_jokers():
    def hand(cards: str, **options) -> Scene:
        return chinchon(cards, "", jokers=True, **options).given(closer=0)

    assert hand("1O JK JK 4E 6C 10B 12C").value("loose(hand)") > 20
    assert hand("1O 2O JK 4E 4C 4B JK").value("loose(hand)") == 0
    linked = hand("1O 2O 3O 5O 6O 7O JK").at("settle")
    assert (linked.phase, linked.scores[0]) == ("pause", -10)
    assert hand("1O 2O 3O 5O 6O 7O JK", joker_chinchon=True).at("settle").scores[0] == -25


def test_chinchon_wins_the_match():
    assert closed(RUN7, BAD).winners == ["p1"]
    assert closed(RUN7, BAD, chinchon_wins=False).scores[0] == -50
    assert closed("1O 2O 3O 5O 6O 7O 10O", BAD).scores[0] == -10


def test_15_a_leavers_cards_go_under_the_stock():
    scene = chinchon(BAD, WORSE, SIX.replace("12O", "1B") + " 1E").at("draw").leave("p1")
    assert (set(scene.cards("stock")[:7]), scene.turn) == (set(BAD.split()), "p2")
    assert scene.leave("p2").winners == ["p3"]


def test_16_the_clock_draws_and_discards_the_highest_loose_card():
    scene = top(chinchon("1O 2O 3O 12C 12E 12B 2C", WORSE.replace("2C", "1C")), "11B").at("draw").expire(2)
    assert scene.cards("discard")[-1] == "11B"


def test_17_cards_that_fit_in_several_groups():
    assert chinchon("4O 5O 6O 4C 4E 4B 6C", WORSE.replace("4B", "1B")).value("loose(hand)") == 6


def test_who_is_out_comes_back_once_by_option():
    scene = chinchon(f"{SIX} 3B", BAD, WORSE, reenter=True).given(score=[50, 40, 99], closer=0).at("settle")
    assert (scene["lost"], scene["returned"][2], scene["score"][2]) == (
        [False] * 3,
        True,
        max(scene["score"][:2]),
    )


def test_two_decks_for_more_than_four():
    scene = Scene("chinchon", 6)
    assert sum(len(zone.cards) for zone in scene.table.zones.values()) == 80


def test_the_prompt_offers_to_close_to_who_has_few_loose_points():
    scene = top(chinchon(BAD, WORSE), "3B").at("draw").do("p1", "take_stock")
    assert scene.reads("p1")[0] == "You drew Tres de bastos: discard a card."
    scene = top(chinchon(ALL7, BAD), "3B").at("draw").do("p1", "take_stock")
    assert scene.reads("p1")[0] == "Your turn: discard a card, or close if you can."
