"""My Ship Sails: the numbered lines of the traditional rules."""

from __future__ import annotations

import pytest

from .scenes import Scene

CLUBS, OTHER, MIXED = "2C 3C 4C 5C 6C 7C 8C", "2D 3D 4D 5D 6D 7D 8D", "9C 9D 9H 9S 10C 10D 10H"
LOOSE = "JC JD JH JS QC QD QH"


def ship(*hands: str, place: str = "", **options) -> Scene:
    zones = {f"hand_p{number}": hand for number, hand in enumerate(hands, 1)}
    return Scene("my-ship-sails", len(hands), **options).lay("stock", place=place, **zones)


def test_1_a_starter_who_is_dealt_a_suit_wins_after_the_first_card():
    scene = ship(f"{CLUBS} AS", MIXED, LOOSE).at("play").do("p1", "play", card="AS")
    assert scene.winners == ["p1"]


@pytest.mark.parametrize(("other", "winners"), [(OTHER, ["p1", "p2"]), ("2D 3D 4D 5D 6D 7D AD", ["p2"])])
def test_2_of_several_ships_the_highest_wins(other, winners):
    scene = ship(CLUBS, other, LOOSE, mode="pass")
    assert scene.value("highest(players where sails by heights)") == [int(one[1]) - 1 for one in winners]


def test_3_the_card_just_taken_may_not_be_laid():
    scene = ship(MIXED, LOOSE, OTHER, place="KS").at("turn")
    assert scene.refuses("p1", "play", card="KS")
    assert "KS" in ship(MIXED, LOOSE, OTHER, place="KS", may_return=True).at("turn").offers("p1", "play")


def test_4_who_has_not_chosen_gives_a_card_by_chance():
    scene = ship(MIXED, LOOSE, "2D 3D 4D 5D 6D 7D 8H", mode="pass").at("pass").do("p1", "give", card="9C")
    scene.expire()
    assert [scene.count(f"hand_p{seat}") for seat in (1, 2, 3)] == [7, 7, 7]
    assert "9C" in scene.cards("hand_p3")


def test_5_a_choice_may_be_changed_and_is_seen_by_its_owner_alone():
    scene = ship(MIXED, LOOSE, "2D 3D 4D 5D 6D 7D 8H", mode="pass", pass_to="left").at("pass")
    scene.do("p1", "give", card="9C").do("p1", "give", card="9H")
    assert (scene.seen("p1", "given_p1"), scene.seen("p2", "given_p1")) == (["9H"], None)
    scene.do("p2", "give", card="JC").do("p3", "give", card="8H")
    assert "9H" in scene.cards("hand_p2") and "9C" in scene.cards("hand_p1")


@pytest.mark.parametrize("mode", ["circulate", "pass"])
def test_6_after_many_turns_the_most_of_one_suit_win(mode):
    scene = ship(MIXED, "2D 3D 4D 5D 6D 7D 8H", LOOSE, mode=mode, max_turns=20).given(turns=60)
    assert scene.at("pass" if mode == "pass" else "turn").winners == ["p2"]


def test_7_and_8_a_leavers_cards_go_aside_and_below_three_the_game_ends():
    scene = ship(f"{MIXED} AS", LOOSE, OTHER, "2S 3S 4S 5S 6S 7S 8H").at("play").leave("p1")
    assert (scene.count("hand_p1"), scene.turn, scene.count("hand_p2")) == (0, "p2", 7)
    scene.do("p2", "play", card="JC").leave("p3")
    assert scene.phase == "over"


def test_9_the_clock_lays_the_lowest_card_of_the_rarest_suit():
    scene = ship("2C 3C 4C 5C 6C 9D 8D", LOOSE, "2S 3S 4S 5S 6S 7S 8H", place="KS").at("turn").expire()
    assert "8D" in scene.cards("hand_p2")


def test_10_with_eight_of_a_suit_any_card_wins():
    scene = ship(CLUBS, LOOSE.replace("JC", "AS"), OTHER.replace("8D", "9S"), place="9C").at("turn")
    assert scene.do("p1", "play", card="2C").winners == ["p1"]


def test_a_wrong_call_costs_a_turn_and_a_right_one_asks_the_others():
    scene = ship(MIXED, LOOSE, "2D 3D 4D 5D 6D 7D 8H", place="KS", must_call=True).at("turn")
    scene.do("p2", "call").do("p1", "play", card="9C")
    assert (scene.turn, scene["skips"]) == ("p3", [False] * 3)
    scene = ship(CLUBS, LOOSE.replace("JC", "AS"), OTHER, place="9C", must_call=True).at("turn")
    assert scene.do("p1", "call").phase == "called"
    scene = ship(CLUBS, LOOSE, OTHER, mode="pass", must_call=True).at("pass").do("p1", "call")
    assert (scene.phase, scene.asked) == ("called", ["p2", "p3"])
    assert scene.do("p3", "call").expire().winners == ["p1", "p3"]


def test_cards_set_aside_may_be_taken_by_option():
    scene = ship(MIXED, LOOSE, OTHER, place="KS", use_stock=True).at("turn")
    assert scene.moves("p1") == {"take_open", "take_stock"}
    scene.do("p1", "take_stock").do("p1", "play", card="9C")
    assert scene.cards("place") == ["KS", "9C"]


def test_the_prompt_says_why_a_card_may_not_be_laid():
    scene = ship(MIXED, LOOSE, OTHER, place="KS").at("turn")
    assert scene.reads("p1")[0] == "Your turn: lay any card but King of spades for p2."
    scene = ship(MIXED, LOOSE, OTHER, place="KS", may_return=True).at("turn")
    assert scene.reads("p1")[0] == "Your turn: lay a card for p2."
