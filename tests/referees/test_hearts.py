"""Hearts agrees with OpenSpiel: passing, playable cards, and points.

OpenSpiel breaks hearts with the queen of spades by default; that rule is switched off, as ours has no such
option. It has no option for a player that takes 26 points off.
"""

from __future__ import annotations

import pytest

from tests.documents.scenes import Scene

pytest.importorskip("pyspiel", reason="`make referees` installs the referees")

from .spiel import Spiel, cards_of, chance_of, seat_of

SOME, MANY = 20, 1_000
DIRECTIONS = {0: "Pass", 1: "Left", 2: "Right", 3: "Across"}


def plays_alike(number: int) -> None:
    chance = chance_of("hearts", number)
    clean, jack, to_the = chance.random() < 0.7, chance.random() < 0.5, chance.randrange(4)
    scene = Scene("hearts", 4, f"{number:032x}", first_trick_clean=clean, jack=jack, target=200)
    scene.given(deals=to_the + 3, score=[0] * 4).at("deal")
    other = Spiel("hearts", qs_breaks_hearts=False, no_pts_on_first_trick=clean, jd_bonus=jack)
    other.take(DIRECTIONS[to_the])
    hands = [cards_of(scene, seat) for seat in range(4)]
    for at in range(52):
        other.take(hands[at % 4][at // 4])
    if to_the:
        for seat in range(4):
            given = chance.sample(hands[seat], 3)
            scene.do(f"p{seat + 1}", "give", three=" ".join(given))
            for card in given:
                assert other.seat == seat
                other.take(card)
    while scene.phase != "pause":
        if scene.phase == "trick_end":
            scene.expire()
            continue
        player = scene.turn
        assert player is not None and seat_of(player) == other.seat
        offered = scene.offers(player, "play")
        assert offered == set(other.choices())
        card = chance.choice(sorted(offered))
        scene.do(player, "play", card=card)
        other.take(card)
    assert scene["last"] == [26 - won for won in other.state.returns()]


def test_each_card_and_the_points_are_as_openspiel_has_them():
    for number in range(SOME):
        plays_alike(number)


@pytest.mark.long
def test_each_card_of_many_hands_is_as_openspiel_has_it():
    for number in range(SOME, MANY):
        plays_alike(number)
