"""Oh Hell: bids, the hook, tricks and points."""

from __future__ import annotations

import pytest

from .scenes import Scene


def hell(*hands: str, turned: str = "2C", **options) -> Scene:
    zones = {f"hand_p{number}": hand for number, hand in enumerate(hands, 1)}
    scene = Scene("oh-hell", len(hands), **options).lay("stock", turned=turned, **zones)
    return scene.given(size=len(hands[0].split()), led=None)


def bids(scene: Scene, player: str) -> list[int]:
    return [
        choice.value for form in scene.forms(player, "bid") for field in form.fields for choice in field.of
    ]


@pytest.mark.parametrize(
    ("shape", "sizes"), [("down", [3, 2, 1]), ("up", [1, 2, 3]), ("down_up", [3, 2, 1, 2, 3])]
)
def test_hands_grow_and_shrink(shape, sizes):
    scene = Scene("oh-hell", 3, most_cards=3, shape=shape)
    assert scene.value("all_hands") == len(sizes)
    assert [scene.value(f"size_of({number})") for number in range(1, len(sizes) + 1)] == sizes


@pytest.mark.parametrize("hook", [True, False])
def test_the_dealer_may_not_make_the_bids_add_up(hook):
    scene = hell("AC KC", "AD KD", "AH KH", hook=hook).given(has_bid=[True, True, False], bid=[1, 0, 0])
    scene.at("bid", "p3")
    assert bids(scene, "p3") == ([0, 2] if hook else [0, 1, 2])


def test_everybody_bids_in_turn_and_the_first_bidder_leads():
    scene = Scene("oh-hell", 3, most_cards=2)
    first = scene.turn
    for _ in range(3):
        scene.do(scene.turn, "bid", number=bids(scene, scene.turn)[0])
    assert (scene.phase, scene.turn) == ("play", first)


def test_suits_are_followed_and_trumps_win():
    scene = hell("AD KH", "3D 4S", "2C 5H", turned="9C").at("play").do("p1", "play", card="AD")
    assert scene.offers("p2", "play") == {"3D"}
    scene.do("p2", "play", card="3D")
    assert scene.offers("p3", "play") == {"2C", "5H"}
    assert [claim.zone for claim in scene.table.conclusions] == []
    scene.do("p3", "play", card="2C")
    assert [claim.zone for claim in scene.table.conclusions] == ["hand:p3"]
    scene.expire()
    assert (scene.turn, scene["tricks"]) == ("p3", [0, 0, 1])


def test_without_trumps_the_suit_led_wins():
    scene = hell("4D", "3D", "AC", turned="9H").at("play")
    for player, card in (("p1", "4D"), ("p2", "3D"), ("p3", "AC")):
        scene.do(player, "play", card=card)
    scene.expire()
    assert scene["tricks"] == [1, 0, 0]


@pytest.mark.parametrize(
    ("missed", "scores"), [("nothing", [12, 0, 10]), ("tricks", [12, 1, 10]), ("minus", [12, -2, 10])]
)
def test_points(missed, scores):
    scene = hell("4D", "3D", "AC", missed=missed).given(bid=[2, 3, 0], tricks=[2, 1, 0], hands=1).at("count")
    assert (scene.phase, scene.scores) == ("pause", scores)
    scene.given(hands=7, score=[1, 5, 2], bid=[0, 0, 0], tricks=[0, 0, 0]).at("count")
    assert scene.winners == ["p2"]


def test_who_leaves_is_played_on_without():
    scene = (
        hell("AD KH", "3D 4S", "2C 5H", "6H 7H", turned="9C")
        .at("play")
        .do("p1", "play", card="AD")
        .leave("p2")
    )
    scene.do("p3", "play", card="2C").do("p4", "play", card="6H").expire()
    assert scene.turn == "p3"


def test_players_read_how_many_tricks_are_bid():
    scene = hell("AC KC", "AD KD", "AH KH").given(has_bid=[True, True, False], bid=[1, 0, 0]).at("bid", "p3")
    assert scene.reads("p3")[1] == "Trump: clubs. Bids: 1, for 2 tricks."
    scene.do("p3", "bid", number=0)
    assert scene.reads("p1")[1] == "Trump: clubs. Bids: 1, for 2 tricks."
