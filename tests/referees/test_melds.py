"""Melds of rummy games leave the fewest points, as OpenSpiel's gin rummy counts them."""

from __future__ import annotations

import pytest

from cheat.documents.runtime.hands import Meldable, deadwood

pytest.importorskip("pyspiel", reason="`make referees` installs the referees")

from pyspiel.gin_rummy import GinRummyUtils

from .spiel import chance_of

SOME, MANY = 2_000, 100_000
SUITS = "scdh"
"""OpenSpiel's order of suits; a suit's cards follow each other, from ace to king."""


def leaves_alike(number: int, hands: int) -> None:
    chance = chance_of("melds", number)
    utils = {size: GinRummyUtils(13, 4, size) for size in range(5, 12)}
    for _ in range(hands):
        size = chance.randint(5, 11)
        ranks = range(13) if chance.random() < 0.3 else range(6)
        deck = [suit * 13 + rank for suit in range(4) for rank in ranks]
        held = chance.sample(deck, size)
        ours = [Meldable(card % 13 + 1, SUITS[card // 13], min(card % 13 + 1, 10)) for card in held]
        assert deadwood(ours, 3, 3) == utils[size].min_deadwood(held), held


def test_melds_leave_the_points_that_openspiel_counts():
    leaves_alike(0, SOME)


@pytest.mark.long
def test_melds_of_many_hands_leave_the_points_that_openspiel_counts():
    leaves_alike(1, MANY)
