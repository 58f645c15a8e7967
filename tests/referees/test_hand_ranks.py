"""Poker hands rank as phevaluator and treys have them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cheat.documents.runtime.hands import poker

pytest.importorskip("phevaluator", reason="`make referees` installs the referees")
pytest.importorskip("treys", reason="`make referees` installs the referees")

from phevaluator import evaluate_cards
from treys import Card, Evaluator

from .spiel import chance_of

SOME, MANY = 3_000, 100_000
DECK = [(rank, suit) for rank in range(2, 15) for suit in "cdhs"]
RANKS = "  23456789TJQKA"
Hand = list[tuple[int, str]]


def by_phevaluator(hand: Hand) -> int:
    return evaluate_cards(*(RANKS[rank] + suit for rank, suit in hand))


EVALUATOR = Evaluator()


def by_treys(hand: Hand) -> int:
    cards = [Card.new(RANKS[rank] + suit) for rank, suit in hand]
    return EVALUATOR.evaluate(cards[:2], cards[2:])


@pytest.fixture(params=[by_phevaluator, by_treys])
def referee(request: pytest.FixtureRequest) -> Callable[[Hand], int]:
    return request.param


def rank_alike(referee: Callable[[Hand], int], count: int) -> int:
    """Compare random hands: equal ones are equal there, and better ones have lower numbers there."""
    chance = chance_of("ranks")
    found: dict[tuple[int, ...], int] = {}
    for _ in range(count):
        few = chance.random() < 0.5  # ranks and suits, so that rare hands come up
        deck = [card for card in DECK if card[0] > 8 and card[1] != "s"] if few else DECK
        hand = chance.sample(deck, chance.choice([5, 6, 7]))
        worth = tuple(poker(hand))
        assert found.setdefault(worth, referee(hand)) == referee(hand), hand
    numbers = [found[worth] for worth in sorted(found)]
    assert numbers == sorted(set(numbers), reverse=True)
    return len(found)


def test_hands_rank_alike(referee):
    assert rank_alike(referee, SOME) > 500


@pytest.mark.long
def test_many_hands_rank_alike(referee):
    assert rank_alike(referee, MANY) > 3_000
