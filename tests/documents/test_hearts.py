"""Hearts: passing, following suit, breaking hearts, and what tricks cost."""

from __future__ import annotations

import pytest

from .scenes import Scene


def hearts(*hands: str, broken: bool = True, taken: str = "3C", **options) -> Scene:
    """Return a scene in the middle of a hand. p1 leads; `taken`: the cards that p4 has won before."""
    zones = {f"hand_p{number}": hand for number, hand in enumerate(hands, 1)}
    scene = Scene("hearts", 4, **options).lay("stock", taken_p4=taken, **zones)
    return scene.given(led=None, broken=broken, deals=4).at("play")


@pytest.mark.parametrize(("deals", "to"), [(1, "p2"), (2, "p4"), (3, "p3")])
def test_three_cards_are_passed_to_the_left_to_the_right_and_across(deals, to):
    scene = Scene("hearts", 4).given(deals=deals - 1).at("deal")
    assert (scene.phase, scene.asked) == ("pass", ["p1", "p2", "p3", "p4"])
    given = scene.cards("hand_p1")[:3]
    for id in ("p2", "p3", "p4"):
        scene.do(id, "give", three=" ".join(scene.cards(f"hand_{id}")[-3:]))
        assert scene.seen("p1", f"given_{id}") is None
    assert scene.refuses("p1", "give", three=" ".join(given[:2]))
    scene.do("p1", "give", three=" ".join(given))
    assert {*given} <= {*scene.cards(f"hand_{to}")} and scene.count("hand_p1") == 13
    assert scene.phase == "play" and "2C" in scene.cards(f"hand_{scene.turn}")


def test_every_fourth_hand_is_played_as_it_was_dealt():
    for deals, passing in ((3, True), (0, False)):
        scene = Scene("hearts", 4, passing=passing).given(deals=deals).at("deal")
        assert scene.phase == "play"
        assert scene.offers(str(scene.turn), "play") == {"2C"}


def test_suit_is_followed_and_no_points_fall_on_the_first_trick():
    scene = hearts("2C AC", "3C 4H", "QS 5H KD", "7S 6H", taken="")
    scene.do("p1", "play", card="2C")
    assert scene.offers("p2", "play") == {"3C"}
    scene.do("p2", "play", card="3C")
    assert scene.offers("p3", "play") == {"KD"}
    free = hearts("2C AC", "3C 4H", "QS 5H KD", "7S 6H", taken="", first_trick_clean=False)
    free.do("p1", "play", card="2C").do("p2", "play", card="3C")
    assert free.offers("p3", "play") == {"QS", "5H", "KD"}
    bare = hearts("2C AC", "3C 4H", "QS 5H", "7S 6H", taken="")
    bare.do("p1", "play", card="2C").do("p2", "play", card="3C")
    assert bare.offers("p3", "play") == {"QS", "5H"}, "who has nothing else"


def test_hearts_are_led_when_they_are_broken_or_all_there_is():
    assert hearts("2H 3D", "4D", "5D", "6D", broken=False).offers("p1", "play") == {"3D"}
    assert hearts("2H 3D", "4D", "5D", "6D").offers("p1", "play") == {"2H", "3D"}
    assert hearts("2H 3H", "4D", "5D", "6D", broken=False).offers("p1", "play") == {"2H", "3H"}
    scene = hearts("3D 4S", "2H 5S", "5D 6S", "6D 7S", broken=False)
    scene.do("p1", "play", card="3D").do("p2", "play", card="2H")
    assert scene["broken"] is True
    assert {(one.zone, one.is_there) for one in scene.table.conclusions} == {("hand:p2", False)}


def test_the_highest_card_of_the_suit_led_takes_the_trick_after_all_have_seen_it():
    scene = hearts("3D 4S", "AH 5S", "JD 6S", "10D 7S")
    for id, card in (("p1", "3D"), ("p2", "AH"), ("p3", "JD"), ("p4", "10D")):
        scene.do(id, "play", card=card)
    assert (scene.phase, scene.asked) == ("trick_end", [])
    scene.expire()
    assert (scene.turn, sorted(scene.cards("taken_p3"))) == ("p3", ["10D", "3D", "AH", "JD"])
    assert scene.seen("p3", "taken_p3") is None


ALL = " ".join([*(f"{rank}H" for rank in "23456789"), "10H", "JH", "QH", "KH", "QS"])


@pytest.mark.parametrize(
    ("taken", "options", "scores"),
    [
        ("2H QS", {}, [0, 0, 1, 14]),
        ("2H JD", {"jack": True}, [0, 0, 1, -9]),
        (f"{ALL} AH", {}, [26, 26, 26, 0]),
        (f"{ALL} AH", {"moon": "self"}, [0, 0, 0, -26]),
    ],
)
def test_tricks_cost_what_lies_in_them(taken, options, scores):
    """The last trick goes to p3, with the ace of hearts if it is still in play."""
    last = "2D" if "AH" in taken else "AH"
    scene = hearts("3C", "4C", "5C", last, taken=taken, **options)
    for id, card in (("p1", "3C"), ("p2", "4C"), ("p3", "5C"), ("p4", last)):
        scene.do(id, "play", card=card)
    assert (scene.expire().phase, scene.scores) == ("pause", scores)


def test_the_fewest_points_win_when_somebody_has_the_target():
    scene = hearts("3C", "4C", "5C", "AH", taken="QS", target=20).given(score=[6, 3, 3, 7])
    for id, card in (("p1", "3C"), ("p2", "4C"), ("p3", "5C"), ("p4", "AH")):
        scene.do(id, "play", card=card)
    assert (scene.expire().winners, scene.places) == (["p2"], {"p2": 1, "p3": 2, "p1": 3, "p4": 4})


def test_the_prompt_says_what_may_be_played():
    assert (
        hearts("2H 3D", "4D", "5D", "6D", broken=False).reads("p1")[0]
        == "Your turn: lead any card but a heart."
    )
    assert hearts("2H 3D", "4D", "5D", "6D").reads("p1")[0] == "Your turn: lead any card."
    scene = hearts("2C AC", "3C 4H", "QS 5H KD", "7S 6H", taken="")
    assert scene.reads("p1")[0] == "Your turn: lead the two of clubs."
    scene.do("p1", "play", card="2C")
    assert scene.reads("p2")[0] == "Your turn: follow suit (clubs)."
    assert (
        scene.do("p2", "play", card="3C").reads("p3", "es")[0]
        == "Te toca: no tienes tréboles, juega una carta sin puntos."
    )
    scene = hearts("2H 3D", "4C", "5D", "6D").do("p1", "play", card="3D")
    assert scene.reads("p2")[0] == "Your turn: you have no diamonds, so play any card."
