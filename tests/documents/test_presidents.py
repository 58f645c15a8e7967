"""Presidents: the numbered lines of the traditional rules."""

from __future__ import annotations

import pytest

from .scenes import Scene


def presidents(*hands: str, trick: str = "", **options) -> Scene:
    """Return a scene with hands, and the cards to beat, which the last player has played."""
    zones = {f"hand_p{number}": hand for number, hand in enumerate(hands, 1)}
    scene = Scene("presidents", len(hands), **options).lay("gone", trick=trick, **zones)
    if trick:
        rank, size = trick.split()[0][:-1], len(trick.split())
        order = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
        scene.given(size=size, height=order.index(rank) + 1, leading=len(hands) - 1)
    return scene.given(opening=False)


def sizes(scene: Scene, player: str) -> set[tuple[int, int]]:
    return {(field.min, field.max) for form in scene.forms(player, "play") for field in form.fields}


def test_1_who_leads_may_not_pass():
    scene = presidents("3C 4C", "5C 6C", "7C 8C").at("turn")
    assert scene.refuses("p1", "pass")


def test_2_the_number_and_rank_of_cards_must_be_right():
    scene = presidents("5C 5D 6C 6D 7S", "8C 9C", "7C 8S", trick="4C 4D").at("turn")
    assert scene.refuses("p1", "play", played="5C")
    assert scene.refuses("p1", "play", played="5C 6C")
    assert scene.refuses("p1", "play", played="7S")
    scene.do("p1", "play", played="6C 6D")
    assert scene.cards("trick") == ["6C", "6D"]


@pytest.mark.parametrize(("beat", "cards"), [("equal_or_higher", {"4S", "5C"}), ("higher", {"5C"})])
def test_cards_that_follow(beat, cards):
    scene = presidents("3C 4S 5C", "8C 9C", "7C 8S", trick="4C", beat=beat).at("turn")
    assert scene.offers("p1", "play") == cards


def test_3_the_next_player_leads_after_who_has_finished():
    scene = presidents("2C", "5C 6C", "7C 8C", "3D 4D").at("turn").do("p1", "play", played="2C")
    for player in ("p2", "p3", "p4"):
        scene.do(player, "pass")
    assert (scene.turn, scene.count("trick"), scene.moves("p2")) == ("p2", 0, {"play"})


def test_4_others_may_play_on_the_cards_of_who_has_finished():
    scene = presidents("5C", "6C 7D", "7C 8C", "3D 4D").at("turn").do("p1", "play", played="5C")
    assert (scene["place_won"][0], scene.offers("p2", "play")) == (1, {"6C", "7D"})


def test_5_the_leader_leads_again_when_all_pass():
    scene = presidents("AC 3C", "5C 6C", "7C 8C").at("turn").do("p1", "play", played="AC")
    scene.do("p2", "pass").do("p3", "pass")
    assert (scene.turn, scene.moves("p1")) == ("p1", {"play"})


def test_6_two_who_finish_in_one_trick_are_placed_as_they_played():
    scene = presidents("5C", "6C", "7C 8C", "9D 4D").at("turn")
    scene.do("p1", "play", played="5C").do("p2", "play", played="6C")
    assert scene["place_won"][:2] == [1, 2]


def test_7_uneven_hands():
    scene = Scene("presidents", 5)
    assert [scene.count(f"hand_p{seat}") for seat in range(1, 6)] == [11, 11, 10, 10, 10]


def exchange(*hands: str, places: list[int], **options) -> Scene:
    return presidents(*hands, **options).given(rank_before=places, hands=2)


def test_8_equal_ranks_go_by_suit():
    scene = exchange("2C 2D 2H 2S", "3C 3D 4C", "5C 6C", places=[3, 1, 2])
    assert scene.value("take(reverse(by_worth(scum.hand)), 2).suit") == ["spades", "hearts"]
    assert scene.value("take(by_worth(president.hand), 2).suit") == ["clubs", "diamonds"]


def test_9_both_sides_choose_before_the_exchange():
    hands = ("KC KD 3C 3D", "3H 4H 5H 5D", "9C 9D 9H 8C", "2C 2D 7C 6C")
    scene = exchange(*hands, places=[4, 1, 2, 3], winner_gives="any").at("exchange", "p2")
    assert (scene.asked, scene.seen("p1", "gift_p2")) == (["p2", "p3"], None)
    scene.do("p2", "give", given="5H 5D")
    assert (scene.seen("p2", "gift_p2"), scene.seen("p1", "gift_p2")) == (["5H", "5D"], None)
    scene.do("p3", "give", given="8C")
    assert sorted(scene.cards("hand_p1")) == sorted(["3C", "3D", "5H", "5D"])
    assert sorted(scene.cards("hand_p2")) == sorted(["3H", "4H", "KC", "KD"])
    assert sorted(scene.cards("hand_p3")) == sorted(["9C", "9D", "9H", "2D"])
    assert (scene.turn, scene.phase) == ("p2", "turn")


def test_the_worst_cards_go_by_themselves_when_the_next_hand_is_dealt():
    scene = presidents("3C", "", "", "", rounds=3).given(place_won=[0, 2, 3, 1], hands=1, finished=3)
    scene.at("count")
    assert (scene.phase, scene.scores) == ("pause", [0, 1, 0, 2])
    for player in ("p1", "p2", "p3", "p4"):
        scene.do(player, "ready")
    president = scene.value("president")
    assert scene.turn == f"p{president + 1}"
    assert [scene.count(f"hand_p{seat}") for seat in range(1, 5)] == [13] * 4


def test_11_a_leaver_gets_the_lowest_place():
    scene = presidents("5C 3C", "6C 7D", "7C 8C", "9D 4D").at("turn").leave("p1")
    assert (scene.turn, scene.count("hand_p1")) == ("p2", 0)
    scene = presidents("5C 3C", "6C", "7C 8C", "9D 4D", rounds=1).at("turn").leave("p1")
    scene.do("p2", "play", played="6C").do("p3", "play", played="8C").do("p4", "play", played="9D")
    scene.do("p3", "pass").do("p4", "play", played="4D")
    assert scene.places == {"p2": 1, "p4": 2, "p3": 3, "p1": 4}


def test_12_a_leaver_gives_the_worst_cards():
    hands = ("KC KD 3C 3D", "3H 4H 5H 5D", "9C 9D 9H 8C", "2C 2D 7C 6C")
    scene = exchange(*hands, places=[4, 1, 2, 3], winner_gives="any").at("exchange", "p2").expire()
    assert sorted(scene.cards("hand_p1")) == sorted(["3C", "3D", "3H", "4H"])


def test_13_the_clock_leads_the_lowest_card_and_passes():
    scene = presidents("5C 5D 4C", "6C 7D", "7C 8C").at("turn").expire()
    assert (scene.cards("trick"), scene.turn) == (["4C"], "p2")
    scene.expire()
    assert scene["passed"] == [False, True, False]


def test_14_four_cards_are_followed_by_four():
    scene = presidents("9C 9D 10C 10D", "6C 7D", "4C 4D", trick="5C 5D 5H 5S").at("turn")
    assert scene.moves("p1") == {"pass"}


def test_a_pass_bars_from_the_trick_by_option_only():
    for locks in (False, True):
        scene = presidents("KC 3C", "9C 7D", "10C 4D", pass_locks=locks).at("turn")
        scene.do("p1", "play", played="3C").do("p2", "pass").do("p3", "play", played="4D")
        scene.do("p1", "pass")
        assert scene.turn == ("p3" if locks else "p2")


def test_twos_and_four_cards():
    scene = presidents("2C 3C", "9C 7D", "10C 4D", twos_clear=True).at("turn").do("p1", "play", played="2C")
    assert (scene.turn, scene.count("trick")) == ("p1", 0)
    scene = presidents("5C 5D 5H 5S 9H", "4C 4D 4H 4S", "10C", four_of_a_kind_revolution=True).at("turn")
    scene.do("p1", "play", played="5C 5D 5H 5S")
    assert scene.offers("p2", "play") == {"4C", "4D", "4H", "4S"}
    scene = presidents("2C", "9C 7D", "10C 4D", no_finish_on_two=True, rounds=1).at("turn")
    scene.do("p1", "play", played="2C").do("p2", "pass").do("p3", "pass")
    scene.do("p2", "play", played="9C").do("p3", "play", played="10C").do("p2", "pass")
    assert scene.do("p3", "play", played="4D").places == {"p3": 1, "p2": 2, "p1": 3}


def test_equal_cards_skip_by_option():
    scene = presidents("5C 3C", "5D 7D", "10C 4D", "9D 9H", equal_skips=True).at("turn")
    scene.do("p1", "play", played="5C").do("p2", "play", played="5D")
    assert scene.turn == "p4"


def test_the_three_of_clubs_begins_by_option():
    scene = Scene("presidents", 4, first_lead="three_clubs")
    assert "3C" in scene.cards(f"hand_{scene.turn}")
    scene.do(scene.turn, "play", more="")
    assert scene.cards("trick") == ["3C"]


@pytest.mark.parametrize(
    ("trick", "beat", "english"),
    [
        ("", "higher", "Your turn: lead one to four cards of one rank."),
        ("9C", "equal_or_higher", "Your turn: match or beat the 9, or pass."),
        ("9C", "higher", "Your turn: beat the 9, or pass."),
        ("9C 9D", "equal_or_higher", "Your turn: match or beat a pair of nines, or pass."),
        ("KC KD", "higher", "Your turn: beat a pair of kings, or pass."),
        ("AS AD", "higher", "Your turn: you have nothing for a pair of aces, so pass."),
        ("QC", "equal_or_higher", "Your turn: match or beat the queen, or pass."),
        ("2C", "higher", "Your turn: none of your cards goes on the 2, so pass."),
    ],
)
def test_the_prompt_says_what_to_beat(trick, beat, english):
    scene = presidents("10C AC AH 9H 9S", "5C", "6C", trick=trick, beat=beat).at("turn")
    assert scene.reads("p1") == (english, "")
