"""Crazy Eights: the numbered lines of the traditional rules."""

from __future__ import annotations

import pytest

from .scenes import Scene


def eights(*hands: str, discard: str = "5C", **options) -> Scene:
    zones = {f"hand_p{number}": hand for number, hand in enumerate(hands, 1)}
    scene = Scene("crazy-eights", len(hands), **options).lay("stock", discard=discard, **zones)
    return scene.given(named=None, passes=0).at("turn")


def stocked(scene: Scene, *cards: str) -> Scene:
    """Put these cards on the stock, the next one to draw last."""
    stock = scene.table.zones["stock"].cards
    for card in cards:
        stock.remove(card)
        stock.append(card)
    return scene


def emptied(scene: Scene) -> Scene:
    """Move the stock under the top card of the discard pile."""
    zones = scene.table.zones
    zones["discard"].cards = [*zones["stock"].cards, *zones["discard"].cards]
    zones["stock"].cards = []
    return scene


def test_1_no_eight_begins():
    assert all(Scene("crazy-eights", 4, f"{seed:032x}").cards("discard")[0][0] != "8" for seed in range(30))


def test_2_an_eight_needs_a_suit():
    scene = eights("8C 3D", "4D 6D")
    assert scene.refuses("p1", "play", card="8C")


def test_3_and_4_and_5_after_an_eight_the_named_suit_counts():
    scene = eights("8C 3D", "4C 8D 5D 6H").do("p1", "play", card="8C", suit_named="clubs")
    assert scene.offers("p2", "play") == {"4C", "8D"}
    scene.do("p2", "play", card="8D", suit_named="hearts")
    assert scene["named"] == "hearts"
    assert eights("5D 6C 7H", "2D").given(named="hearts").offers("p1", "play") == {"7H"}


def test_6_the_last_eight_names_no_suit():
    assert eights("8C", "4D 6D").do("p1", "play", card="8C").winners == ["p1"]


def test_7_a_named_suit_stays_when_the_discards_are_shuffled():
    scene = emptied(eights("2D 3S", "4D 6D", draw_rule="one_end").given(named="hearts")).do("p1", "draw")
    assert (scene.cards("discard"), scene["named"]) == (["5C"], "hearts")


@pytest.mark.parametrize(("second", "scores"), [("3S", [1, 0]), ("2S", [0, 0])])
def test_8_a_blocked_hand_goes_to_the_lowest(second, scores):
    scene = eights("2D", second, target=500)
    scene.table.zones["stock"].cards = []
    scene.do("p1", "pass").do("p2", "pass")
    assert (scene.phase, scene.scores) == ("pause", scores)


def test_9_drawing_until_a_card_fits():
    scene = stocked(eights("2D 3S", "4D 6D", draw_rule="until_playable"), "7C", "9D", "JD").do("p1", "draw")
    assert (scene.phase, sorted(scene.cards("hand_p1"))) == ("drawn", sorted(["2D", "3S", "7C", "9D", "JD"]))
    scene = eights("2D 3S", "4D 6D", draw_rule="until_playable")
    scene.table.zones["stock"].cards = ["JD"]
    assert (scene.do("p1", "draw").turn, scene.count("hand_p1")) == ("p2", 3)


@pytest.mark.parametrize("forced", [True, False])
def test_10_drawing_with_a_card_that_fits(forced):
    assert ("draw" in eights("5D 3S", "4D 6D", forced_play=forced).moves("p1")) == (not forced)


def test_11_and_12_a_leavers_hand_goes_to_the_stock():
    scene = eights("2D 3S", "4D 6D", "9D 10D")
    before = scene.count("stock")
    scene.leave("p1")
    assert (scene.count("stock"), scene.turn, scene.cards("hand_p2")) == (before + 2, "p2", ["4D", "6D"])


def test_13_the_clock_draws_and_keeps():
    scene = stocked(eights("2D 3S", "4D 6D"), "7C").expire()
    assert (scene.phase, scene.count("hand_p1")) == ("drawn", 3)
    assert scene.expire().turn == "p2"


def test_14_nobody_plays_out_of_turn():
    assert eights("2D 3S", "5D 6D").refuses("p2", "play", card="5D")


@pytest.mark.parametrize(
    ("card", "options", "turn", "drawn"),
    [
        ("QC", {"queen_skips": True}, "p3", 2),
        ("AC", {"ace_reverses": True}, "p3", 2),
        ("2C", {"two_draws_two": True}, "p3", 4),
        ("QC", {}, "p2", 2),
    ],
)
def test_house_rules(card, options, turn, drawn):
    scene = eights(f"{card} 3S", "4D 6D", "9D 10D", **options).do("p1", "play", card=card)
    assert (scene.turn, scene.count("hand_p2")) == (turn, drawn)


def test_without_shuffling_an_empty_stock_means_passing():
    assert emptied(eights("2D 3S", "4D 6D", reshuffle=False)).moves("p1") == {"pass"}


def test_another_rank_may_be_wild():
    scene = eights("JD 8D 3S", "4D 6D", wild_rank="jack")
    assert scene.offers("p1", "play") == {"JD"}
    assert scene.value("points_of(first(hand where rank == '8'))") == 8


def test_the_last_card_is_announced_by_option():
    scene = eights("6C 3S", "4D 6D", "9D 10D", last_card_call=True).do("p1", "play", card="6C", last_one=0)
    assert scene.do("p3", "catch").count("hand_p1") == 2
    scene = eights("6C 3S", "4D 6D", "9D 10D", last_card_call=True).do("p1", "play", card="6C", last_one=1)
    assert scene.moves("p3") == set()


def test_points_to_a_target():
    scene = eights("6C", "8D KD", "AD 7D", target=100).do("p1", "play", card="6C")
    assert (scene.phase, scene.scores) == ("pause", [50 + 10 + 1 + 7, 0, 0])


def test_the_winner_of_a_hand_hides_the_next_one():
    scene = eights("6C", "8D KD", target=500).do("p1", "play", card="6C")
    assert scene.seen("p1", "hand_p2") is not None
    scene.expire()
    assert (scene.phase, scene.seen("p2", "hand_p1"), scene.seen("p1", "hand_p2")) == ("turn", None, None)


def test_two_decks_for_many():
    scene = Scene("crazy-eights", 8)
    assert sum(len(zone.cards) for zone in scene.table.zones.values()) == 104


@pytest.mark.parametrize(("wild_rank", "name"), [("eight", "8"), ("jack", "J"), ("king", "K")])
def test_prompt_and_button_name_the_rank_that_always_fits(wild_rank, name):
    scene = eights(f"{name}C 3C 4D", "4H 6D", wild_rank=wild_rank)
    assert scene.reads("p1")[0] == f"Your turn: play clubs, any 5 or any {name}, or draw."
    assert scene.labels("p1", "play") == {"Play", f"Play {name}, choose a suit"}
