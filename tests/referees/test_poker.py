"""Poker agrees with PokerKit: decisions, chips and shown hands."""

from __future__ import annotations

import pytest

pytest.importorskip("pokerkit", reason="`make referees` installs the referees")

from .poker import Hand

SOME, MANY = 100, 2_000

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # about cards that are shuffled in again


def plays_alike(variant: str, numbers: range) -> None:
    for number in numbers:
        hand = Hand(variant, number).play()
        assert not hand.differences, (number, hand.options, hand.stacks)


@pytest.mark.parametrize("variant", ["holdem", "draw5"])
def test_each_decision_and_result_is_as_pokerkit_has_it(variant):
    plays_alike(variant, range(SOME))


@pytest.mark.long
@pytest.mark.parametrize("variant", ["holdem", "draw5"])
def test_each_decision_of_thousands_of_hands_is_as_pokerkit_has_it(variant):
    plays_alike(variant, range(SOME, MANY))
