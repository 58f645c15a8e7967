"""Wildfire: matching, skipping, stacking, shouting."""

from __future__ import annotations

import pytest

from .scenes import Scene


def wildfire(*hands: str, pile: str = "5F", **options) -> Scene:
    zones = {f"hand_p{number}": hand for number, hand in enumerate(hands, 1)}
    scene = Scene("wildfire", len(hands), **options).lay("stock", pile=pile, **zones)
    return scene.given(element={"F": "fire", "W": "water"}[pile[-1]], due=0, silent=None).at("turn")


def test_cards_match_by_element_rank_or_spark():
    scene = wildfire("7F 5W 6W SPARK BLAZE", "1F 2F")
    assert scene.offers("p1", "play") == {"7F", "5W", "SPARK"}
    assert "BLAZE" in wildfire("6W BLAZE 3A", "1F 2F").offers("p1", "play")
    scene.do("p1", "play", card="SPARK", chosen="water")
    assert (scene["element"], scene.offers("p2", "play")) == ("water", set())


def test_the_faces_are_named_in_the_language_of_the_room():
    for tag, name in (("en", "Fire 7"), ("es", "Fuego 7")):
        scene = wildfire("7F 5W 6W", "1F 2F", language=tag).do("p1", "play", card="7F")
        assert any(name in str(event.view(None, 1, 0)) for event in scene.events)
        assert scene.game.in_language(tag).faces["7F"].name == name


@pytest.mark.parametrize(
    ("card", "turn", "drawn"),
    [("skipF", "p3", 2), ("turnF", "p3", 2), ("plus2F", "p3", 4), ("BLAZE", "p3", 6)],
)
def test_actions(card, turn, drawn):
    scene = wildfire(f"{card} 5W 6W 7W", "1W 2W", "1A 2A", blaze_last_resort=False)
    scene.do("p1", "play", card=card, **({"chosen": "air"} if card == "BLAZE" else {}))
    assert (scene.turn, scene.count("hand_p2")) == (turn, drawn)
    assert scene.table.direction == (-1 if card == "turnF" else 1)


def test_plus_twos_are_stacked_by_option():
    scene = wildfire("plus2F 1A 2A", "plus2W 3A 4A", "6E 7E", stacking=True)
    scene.do("p1", "play", card="plus2F")
    assert scene.offers("p2", "play") == {"plus2W"}
    scene.do("p2", "play", card="plus2W").do("p3", "draw")
    assert (scene.count("hand_p3"), scene.turn, scene["due"]) == (6, "p1", 0)


def test_who_forgets_to_shout_can_be_caught_until_the_next_move():
    scene = wildfire("7F 5W", "1F 2F", "1A 2A").do("p1", "play", card="7F", shout=0)
    assert scene.moves("p3") == {"catch"} and scene.moves("p1") == set()
    assert scene.do("p3", "catch").count("hand_p1") == 3
    scene = wildfire("7F 5W", "1F 2F", "1A 2A").do("p1", "play", card="7F", shout=1)
    assert "catch" not in scene.moves("p3")
    scene = (
        wildfire("7F 5W", "1F 2F 3F", "1A 2A")
        .do("p1", "play", card="7F", shout=0)
        .do("p2", "play", card="1F")
    )
    assert "catch" not in scene.moves("p2")


def test_a_drawn_card_may_be_played_or_kept():
    scene = wildfire("6W 7W 8W", "1F 2F")
    stock = scene.table.zones["stock"].cards
    stock.remove("9F")
    stock.append("9F")
    scene.do("p1", "draw")
    assert (scene.phase, scene.moves("p1")) == ("drawn", {"play", "keep"})
    assert scene.offers("p1", "play") == {"9F"}
    assert scene.do("p1", "play", card="").turn == "p2"


def test_drawing_until_a_card_fits():
    scene = wildfire("6W 7W 8W", "1F 2F", draw_until=True)
    scene.table.zones["stock"].cards += ["9F", "1W", "2W"]
    for card in ("9F", "1W", "2W"):
        scene.table.zones["stock"].cards.remove(card)
    scene.do("p1", "draw")
    assert (scene.count("hand_p1"), scene.phase) == (6, "drawn")


def test_the_winner_scores_what_the_others_hold():
    scene = wildfire("7F", "1F SPARK", "plus2W 9A", target=300).do("p1", "play", card="7F")
    assert (scene.phase, scene.scores) == ("pause", [1 + 50 + 20 + 9, 0, 0])
    assert wildfire("7F", "1F SPARK").do("p1", "play", card="7F").winners == ["p1"]


def test_the_deal_passes_to_the_left_whichever_way_the_hand_went():
    scene = wildfire("7F", "1F SPARK", "plus2W 9A", target=300).given(dealer=0)
    scene.table.direction = -1
    assert scene.do("p1", "play", card="7F")["dealer"] == 1
