"""Every hand of Mus, from the weakest to the best of each lance, by a second implementation."""

from __future__ import annotations

from itertools import combinations_with_replacement, pairwise

import pytest

from .models.mus import chica, grande, juego, pares, rank, total
from .scenes import Scene

NUMBERS = {"eight": [1, 4, 5, 6, 7, 10, 11, 12], "four": [1, 2, 3, 4, 5, 6, 7, 10, 11, 12]}
TWINS = {12: "3", 1: "2"}
"""With eight kings, a 3 counts as a king, and a 2 as an ace."""


def every_hand(kings):
    """Yield a hand for each four ranks, in different suits. With eight kings, every second king is a 3."""
    for ranks in combinations_with_replacement(NUMBERS[kings], 4):
        names = [
            TWINS.get(one, str(one)) if kings == "eight" and at % 2 else str(one)
            for at, one in enumerate(ranks)
        ]
        yield [name + suit for name, suit in zip(names, "OCEB", strict=True)]


def ranked(hands, worth):
    """Return the hands that take part, the weakest first, each with its worth."""
    found = [(worth(hand), hand) for hand in hands]
    return sorted((one for one in found if one[0]), key=lambda one: one[0])


@pytest.mark.parametrize("kings", ["eight", "four"])
@pytest.mark.parametrize("lance", ["grande", "chica", "pares", "juego", "punto"])
def test_every_hand_beats_those_below_it(lance, kings):
    counted = {"eight": 8, "four": 4}[kings]

    def worth(hand):
        ranks = [rank(card, counted) for card in hand]
        value = juego(ranks, hand, real_31=True)
        plain = {
            "grande": grande,
            "chica": chica,
            "pares": pares,
            "punto": lambda them: not value and total(them),
        }
        return value if lance == "juego" else plain[lance](ranks)

    scene = Scene("mus", 2, kings=kings, real_31=True)
    winner, number = scene.asking("winner"), {"grande": 1, "chica": 2, "pares": 3}.get(lance, 4)
    held = [scene.table.zones[f"hand:p{seat}"] for seat in (1, 2)]
    order = ranked(every_hand(kings), worth)
    assert len(order) > 50
    for (low, weak), (high, strong) in pairwise(order):
        held[0].cards, held[1].cards = weak, strong
        for mano in (0, 1):
            scene.given(lance=number, punto=lance == "punto", mano=mano)
            assert winner() == (mano if low == high else 1), (weak, strong)
