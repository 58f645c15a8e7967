"""Scat: the numbered lines of the traditional rules."""

from __future__ import annotations

import pytest

from .scenes import Scene


def scat(*hands: str, seats: int = 0, discard: str = "2C", **options) -> Scene:
    zones = {f"hand_p{number}": hand for number, hand in enumerate(hands, 1)}
    scene = Scene("scat", seats or max(2, len(hands)), **options)
    return scene.lay("stock", discard=discard, **zones)


LOW, MIDDLE, HIGH = "2D 5H 9S", "3D QH 8S", "10D KD 7D"


@pytest.mark.parametrize(
    ("hand", "options", "worth"),
    [
        ("AH KH QH", {}, 31),
        ("AH KH QS", {}, 21),
        ("2D 5H 9S", {}, 9),
        ("2D 5H 9S", {"hand_value": "plain_sum"}, 16),
        ("5D 5H 5S", {}, 30.5),
        ("5D 5H 5S", {"three_of_a_kind": False}, 5),
        ("AD AH AS", {"three_of_a_kind": False}, 11),
    ],
)
def test_the_worth_of_a_hand(hand, options, worth):
    assert scat(hand, **options).value("worth(hand)") == 2 * worth


def test_1_the_card_from_the_discard_pile_may_not_be_discarded():
    scene = scat(LOW, MIDDLE, discard="KC").at("draw").do("p1", "take_discard")
    assert scene.offers("p1", "discard") == set(LOW.split())
    assert scene.refuses("p1", "discard", card="KC")


def test_2_the_card_from_the_stock_may_be_discarded():
    scene = scat(LOW, MIDDLE).at("draw").do("p1", "take_stock")
    assert len(scene.offers("p1", "discard")) == 4


def test_3_who_is_dealt_31_wins_at_once():
    scene = scat("AH KH QH", "AS KS QS", LOW).at("showdown")
    assert scene.winners == ["p1", "p2"]
    assert Scene("scat", 9, f"{255:032x}").winners == ["p2"]


@pytest.mark.parametrize(
    ("mode", "phase", "move"), [("knock", "draw", "knock"), ("close", "discard", "close")]
)
def test_4_closing_before_the_first_exchange_is_an_option(mode, phase, move):
    for allowed in (True, False):
        scene = scat(HIGH, LOW, close_mode=mode, close_first_round=allowed).given(turns=0).at("draw")
        if phase == "discard":
            scene.do("p1", "take_stock")
        assert (move in scene.moves("p1")) == allowed
        scene.given(had_turn=[True, False]).at("draw")
        assert phase == "discard" or move in scene.moves("p1")


def test_5_nobody_knocks_twice():
    scene = scat(HIGH, LOW, MIDDLE, close_mode="knock").at("draw").do("p1", "knock")
    assert (scene.turn, scene.moves("p2")) == ("p2", {"take_stock", "take_discard"})


def test_6_a_31_in_the_last_turns_ends_the_hand():
    scene = scat(HIGH, "AC KC 2S", MIDDLE, close_mode="knock", match="lives", discard="QC").at("draw")
    scene.do("p1", "knock").do("p2", "take_discard").do("p2", "discard", card="2S")
    assert (scene.phase, scene["life"]) == ("pause", [2, 3, 2])


@pytest.mark.parametrize(
    ("hands", "lives"),
    [
        ((LOW, MIDDLE, HIGH), [1, 3, 3]),
        ((LOW, "2H 5C 9D", HIGH), [3, 2, 3]),
        ((MIDDLE, LOW, HIGH), [3, 2, 3]),
    ],
)
def test_7_a_knocker_loses_two_if_alone_the_lowest(hands, lives):
    scene = scat(*hands, match="lives", close_mode="knock").given(knocker=0).at("showdown")
    assert scene["life"] == lives


def test_8_equal_hands_share():
    assert scat("2D 5H 9S", "2H 5C 9D").at("showdown").winners == ["p1", "p2"]


def test_9_when_all_would_be_out_the_best_hands_stay_with_a_life():
    scene = scat("9S 5H 2D", "9H 5S 3C", "9D 5C 2H", match="lives").given(life=[0, 0, 0]).at("showdown")
    assert (scene.phase, scene["life"], scene["lost"]) == ("pause", [1, 1, 1], [False] * 3)


def test_10_the_discards_fill_the_stock():
    scene = scat(LOW, MIDDLE, discard="2C")
    scene.table.zones["discard"].cards = [*scene.cards("stock"), "2C"]
    scene.table.zones["stock"].cards = []
    scene.at("draw").do("p1", "take_stock")
    assert (scene.cards("discard"), scene.count("stock"), scene.count("hand_p1")) == (["2C"], 44, 4)


def test_11_after_fifty_turns_each_hands_are_compared():
    assert scat(LOW, MIDDLE).given(turns=100).at("draw").winners == ["p2"]


def test_12_a_leavers_hand_goes_below_the_discards():
    scene = scat(LOW, MIDDLE, HIGH).at("draw").leave("p1")
    assert (set(scene.cards("discard")[:3]), scene.cards("discard")[3]) == (set(LOW.split()), "2C")
    assert scene.turn == "p2"
    assert scene.leave("p2").winners == ["p3"]


def test_13_a_knock_remains_when_the_knocker_leaves():
    scene = scat(HIGH, LOW, MIDDLE, close_mode="knock").at("draw").do("p1", "knock").leave("p1")
    for player in ("p2", "p3"):
        assert scene.turn == player
        scene.do(player, "take_stock").expire()
    assert scene.phase == "over"


def test_14_the_clock_draws_and_discards_what_lowers_the_value_least():
    scene = scat("10D KD 7D", MIDDLE)
    scene.table.zones["stock"].cards.append(scene.table.zones["stock"].cards.pop(0))
    scene.at("draw").expire()
    assert scene.phase == "discard"
    before = set(scene.cards("hand_p1"))
    scene.expire()
    assert set(HIGH.split()) <= before
    assert scene.value("worth(hand)") >= 54


def test_15_closing_is_chosen_with_the_discard_alone():
    scene = scat(HIGH, LOW).at("draw").do("p1", "take_stock")
    assert scene.moves("p1") == {"discard", "close"}
    drawn = next(card for card in scene.cards("hand_p1") if card not in HIGH.split())
    assert scene.do("p1", "close", card=drawn).winners == ["p1"]


def test_a_worth_may_be_needed_to_close():
    scene = scat(HIGH, LOW, min_knock=27).at("draw").do("p1", "take_stock")
    drawn = next(card for card in scene.cards("hand_p1") if card not in HIGH.split())
    assert drawn in scene.offers("p1", "close")
    assert "KD" not in scene.offers("p1", "close") or scene.value("worth(hand - 'KD')") >= 54


@pytest.mark.parametrize("bus", [True, False])
def test_who_has_no_life_is_on_the_bus_by_option(bus):
    scene = scat(LOW, MIDDLE, HIGH, match="lives", bus=bus).given(life=[1, 2, 2]).at("showdown")
    assert (scene["lost"][0], scene["life"][0]) == (not bus, 0)
    if bus:
        scene.lay("stock", discard="2C", hand_p1=LOW, hand_p2=MIDDLE, hand_p3=HIGH).at("showdown")
        assert scene["lost"] == [True, False, False]
        scene.given(life=[0, 0, 2]).lay("stock", discard="2C", hand_p2=MIDDLE, hand_p3=HIGH).at("showdown")
        assert scene.winners == ["p3"]


def test_the_prompt_names_the_card_that_was_taken():
    scene = scat(LOW, MIDDLE, discard="KC").at("draw")
    scene.table.zones["stock"].cards.remove("9H")
    scene.table.zones["stock"].cards.append("9H")
    assert scene.do("p1", "take_stock").reads("p1")[0] == "You drew Nine of hearts: discard a card."
    assert scene.reads("p2")[0] == "Waiting for p1."
    scene.do("p1", "discard", card="9H").do("p2", "take_discard")
    assert scene.reads("p2")[0] == "Your turn: discard any card but Nine of hearts."
