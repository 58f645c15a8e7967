"""Ronda: the numbered lines of the traditional rules."""

from __future__ import annotations

import pytest

from .scenes import Scene


def ronda(*hands: str, table: str = "", rest: str = "stock", **options) -> Scene:
    zones = {f"hand_p{number}": hand for number, hand in enumerate(hands, 1)}
    scene = Scene("ronda", len(hands), **options)
    scene.lay(rest, table=table, **zones)
    return scene.given(dealer=len(hands) - 1, laid=0, capturer=None, declared=[0] * len(hands)).at("turn")


def taken(scene: Scene, player: str) -> set[str]:
    """Return a player's captured cards, including those that may still be taken over."""
    chain = scene.cards("chain") if scene["chain_owner"] == int(player[1:]) - 1 else []
    return {*scene.cards(f"taken_{player}"), *chain}


@pytest.mark.parametrize(("table", "captured"), [("5O 6O 7O 10O", 5), ("5O 6O 7O 10O 2C", 5)])
def test_1_everything_that_follows_is_captured(table, captured):
    scene = ronda("5C 1C", "2E 3E", table=table).do("p1", "play", card="5C")
    assert (len(taken(scene, "p1")), scene.scores[0]) == (captured, 0 if "2C" in table else 1)


def test_the_form_tells_what_each_card_takes():
    (form,) = ronda("5C 7C 1C", "2E 3E", table="5O 6O 10O").forms("p1", "play")
    (field,) = form.fields
    assert field.takes == {"5C": ["5O", "6O"]}


def test_2_a_gap_ends_the_capture():
    scene = ronda("7C 1C", "2E 3E", table="7O 11O").do("p1", "play", card="7C")
    assert scene.cards("table") == ["11O"]


def test_3_nothing_follows_rey():
    scene = ronda("12C 1C", "2E 3E", table="1O 12O").do("p1", "play", card="12C")
    assert (scene.cards("table"), taken(scene, "p1")) == (["1O"], {"12C", "12O"})


def test_4_the_last_card_of_the_deck_is_no_mesa():
    scene = ronda("5C", "", table="5O", rest="taken:p2").do("p1", "play", card="5C")
    assert (scene.phase, scene.scores) == ("pause", [0, 38 - 20])


def test_5_and_6_what_is_left_goes_to_who_captured_last_or_the_dealer():
    scene = ronda("5C", "", table="6O", rest="taken:p1").given(capturer=0).do("p1", "play", card="5C")
    assert scene.scores == [20, 0]
    scene = ronda("5C", "", table="6O", rest="taken:p1").do("p1", "play", card="5C")
    assert scene.scores == [18, 0]
    assert scene.count("taken_p2") == 2


def test_7_a_pair_that_was_captured_before_makes_no_chain():
    scene = ronda("5C 1C", "5E 3E", table="5O 9O".replace("9O", "7O")).do("p1", "play", card="5C")
    scene.do("p2", "play", card="5E")
    assert (scene.cards("table"), scene.scores) == (["5E", "7O"], [0, 0])


@pytest.mark.parametrize(("chain", "scores"), [(True, [0, 0, 5, 0]), (False, [0, 1, 0, 1])])
def test_the_third_card_takes_the_este_over(chain, scores):
    scene = ronda("5C 1C 11O", "5E 3E 11C", "5O 2E 11E", table="7O", este_chain=chain)
    scene.do("p1", "play", card="5C").do("p2", "play", card="5E").do("p3", "play", card="5O")
    scene.do("p1", "play", card="1C")
    assert [*scene.scores, 0] == scores if chain else scene.scores == [0, 1, 0]
    assert len(taken(scene, "p3")) == (3 if chain else 0)


def test_the_fourth_card_takes_it_over_for_ten():
    scene = ronda("5C 1C", "5E 3E", "5O 2E", "5B 2O", table="7O")
    for player, card in (("p1", "5C"), ("p2", "5E"), ("p3", "5O"), ("p4", "5B"), ("p1", "1C")):
        scene.do(player, "play", card=card)
    assert (scene.scores, scene.count("taken_p4")) == ([0, 10, 0, 10], 4)


def test_8_an_este_and_a_mesa_count_both():
    scene = ronda("5C 1C", "5E 3E", table="").do("p1", "play", card="5C").do("p2", "play", card="5E")
    scene.do("p1", "play", card="1C")
    assert scene.scores == [0, 2]


def test_9_and_10_announcements():
    def settled(*declared: tuple[int, int], seats: int = 2) -> list[int]:
        scene = ronda(*["1O 2C 3E", "4O 5C 6E", "7O 10C 11E", "12O 1C 2E"][:seats])
        scene.given(declared=[one for one, _ in declared], declared_rank=[one for _, one in declared])
        return scene.at("next_three").scores

    assert settled((5, 2), (1, 9)) == [6, 0]
    assert settled((1, 4), (1, 4)) == [1, 1]
    assert settled((1, 3), (1, 4)) == [0, 2]
    assert settled((1, 4), (1, 2), (1, 4), (0, 0), seats=4) == [3, 0, 3, 0]


def test_announcements_are_made_when_cards_are_dealt():
    kinds = set()
    for seed in range(20):
        scene = Scene("ronda", 4, f"{seed:032x}")
        for seat in range(4):
            ranks = [card[:-1] for card in scene.cards(f"hand_p{seat + 1}")]
            most = max(ranks.count(rank) for rank in ranks)
            assert scene["declared"][seat] == {1: 0, 2: 1, 3: 5}[most]
            kinds.add(most)
    assert kinds >= {1, 2}


def test_11_the_first_table_has_four_ranks_and_no_run():
    for seed in range(20):
        scene = Scene("ronda", 2, f"{seed:032x}")
        orders = sorted(scene.value("map(table by order)"))
        assert len(set(orders)) == 4 and orders[3] - orders[0] > 3
        assert (scene.count("hand_p1"), scene.count("stock")) == (3, 40 - 4 - 6)


def test_13_who_leaves_of_two_has_lost():
    assert ronda("5C", "6C", table="7O").leave("p1").winners == ["p2"]
    assert ronda("5C", "6C", "1C", "2C", table="7O").leave("p1").winners == ["p2", "p4"]


def test_14_the_clock_captures_with_the_lowest_card_that_can():
    scene = ronda("1C 7C 6C", "2E", table="6O 7O").expire()
    assert taken(scene, "p1") == {"6C", "6O", "7O"}
    assert ronda("3C 1C 2C", "2E", table="6O 7O").expire().cards("table")[0] == "1C"


def test_15_both_sides_over_the_target():
    scene = ronda("5C", "", table="6O", rest="taken:p1").given(score=[40, 60], capturer=0)
    assert scene.do("p1", "play", card="5C").phase == "pause"
    scene = ronda("5C", "", table="6O", rest="taken:p1").given(score=[41, 60], capturer=0)
    assert scene.do("p1", "play", card="5C").winners == ["p1"]


def test_a_whole_deck_is_dealt():
    scene = Scene("ronda", 3)
    cards = 0
    while scene.phase == "turn":
        scene.do(scene.turn, "play", card=scene.cards(f"hand_{scene.turn}")[0])
        cards += 1
    assert (cards, sum(scene.count(f"taken_p{seat}") for seat in (1, 2, 3))) == (36, 40)


def test_the_last_capture_by_option():
    scene = (
        ronda("", "12C", table="12O", rest="taken:p1", last_card_bonus=True).given(dealer=1).at("turn", "p2")
    )
    assert scene.do("p2", "play", card="12C").scores == [18, 5]


def test_a_ronda_or_tringa_is_marked_until_it_is_settled():
    scene = ronda("5C 5O 5E", "2E 2O 3E").given(declared=[5, 1], declared_rank=[5, 2])
    assert [scene.marks(player)[:1] for player in ("p1", "p2")] == [["Tringa"], ["Ronda"]]
    for _ in range(3):
        for player in ("p1", "p2"):
            scene.do(player, "play", card=scene.cards(f"hand_{player}")[0])
    assert "Tringa" not in scene.marks("p1")
