"""Poker and melds, compared with simple and slow implementations."""

from __future__ import annotations

import random
from itertools import combinations, pairwise, permutations

import pytest

from cheat.documents.runtime.hands import (
    MOST_COUNTED,
    MOST_POSSIBLE,
    Meldable,
    StepCounter,
    deadwood,
    melds,
    poker,
    possible_melds,
    search,
)

SUITS = "CDHS"
NAMES = [
    "high card",
    "pair",
    "two pairs",
    "three",
    "straight",
    "flush",
    "full house",
    "four",
    "straight flush",
]


def worth(five: tuple[tuple[int, str], ...]) -> list[int]:
    """Return the rank of a hand of five, by the rules as people state them."""
    ranks = sorted((rank for rank, _ in five), reverse=True)
    if ranks == [14, 5, 4, 3, 2]:
        ranks = [5, 4, 3, 2, 1]
    straight = all(one - 1 == other for one, other in pairwise(ranks))
    flush = len({suit for _, suit in five}) == 1
    times = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    kind = 8 if straight and flush else 4 if straight else 5 if flush else kinds.get(tuple(times), 0)
    if kind in (4, 8):
        return [kind, ranks[0]]
    return [kind, *sorted(set(ranks), key=lambda rank: (ranks.count(rank), rank), reverse=True)]


def test_the_best_five_of_seven_are_found():
    chance = random.Random(1)
    deck = [(rank, suit) for rank in range(2, 15) for suit in SUITS]
    seen = set()
    for _ in range(150):
        held = chance.sample(deck, 7)
        assert poker(held) == max(worth(five) for five in combinations(held, 5))
    for _ in range(1200):  # few ranks and suits, so that all kinds of hands come up
        held = chance.sample([card for card in deck if card[0] in (2, 3, 4, 5, 6, 14) and card[1] in "CD"], 5)
        seen.add(NAMES[poker(held)[0]])
        assert poker(held) == worth(tuple(held))
    assert {"straight", "flush", "straight flush", "pair", "two pairs"} <= seen


def is_meld(cards: list[Meldable]) -> bool:
    """Return whether cards are a meld, in which at most half are wild cards."""
    plain = [card for card in cards if not card.wild]
    if len(cards) < 3 or 2 * len(plain) < len(cards):
        return False
    orders, suits = {card.order for card in plain}, {card.suit for card in plain}
    same = len(orders) == 1 and len(suits) == len(plain) and len(cards) <= len(SUITS)
    row = len(suits) == 1 and len(orders) == len(plain) and max(orders) - min(orders) < len(cards)
    return same or row


def least(cards: list[Meldable]) -> int:
    """Return the fewest points that are left, over all ways to lay out melds."""
    best = sum(card.cost for card in cards)
    for size in range(3, len(cards) + 1):
        for chosen in combinations(range(len(cards)), size):
            if 0 in chosen and is_meld([cards[at] for at in chosen]):
                best = min(best, least([card for at, card in enumerate(cards) if at not in chosen]))
    return min(best, cards[0].cost + least(cards[1:])) if cards else 0


@pytest.mark.parametrize("seed", range(3))
def test_no_layout_leaves_fewer_points(seed):
    chance = random.Random(seed)
    for _ in range(25):
        deck = [Meldable(order, suit, min(order, 10)) for order in range(1, 7) for suit in "CDH"]
        held = chance.sample(deck, 8)
        assert deadwood(held, 3, 3) == least(held)
        laid = [[held[at] for at in meld] for meld in melds(held, 3, 3)]
        rest = sum(card.cost for card in held) - sum(card.cost for meld in laid for card in meld)
        assert rest == deadwood(held, 3, 3)
        assert all(is_meld(meld) for meld in laid)


@pytest.mark.parametrize("jokers", [1, 2])
def test_no_layout_with_jokers_leaves_fewer_points(jokers):
    chance = random.Random(jokers)
    for _ in range(60):
        deck = [Meldable(order, suit, min(order, 10)) for order in range(1, 9) for suit in SUITS]
        held = chance.sample(deck, 7 - jokers) + [Meldable(0, "none", 25, True)] * jokers
        assert deadwood(held, 3, 3) == least(held)


def test_order_of_the_cards_does_not_matter():
    cards = [Meldable(1, "C", 1), Meldable(2, "C", 2), Meldable(3, "C", 3), Meldable(3, "D", 3)]
    assert {deadwood(list(held), 3, 3) for held in permutations(cards)} == {3}


def test_loose_cards_are_laid_to_the_melds_of_others():
    row = [Meldable(order, "C", order) for order in (3, 4, 5)]
    four, six, seven = Meldable(4, "D", 4), Meldable(6, "C", 6), Meldable(7, "C", 7)
    assert deadwood([four, seven, six], 3, 3) == 17
    assert deadwood([four, seven, six], 3, 3, [row]) == 4


def test_loose_cards_are_laid_where_most_of_them_find_room():
    """One five fits the set and the run, and belongs to the run, because the other five fits only the set."""
    joker = Meldable(0, "none", 25, True)
    fives = [Meldable(5, "D", 5), Meldable(5, "S", 5), joker]
    row = [Meldable(3, "H", 3), Meldable(4, "H", 4), joker]
    loose = [Meldable(5, "C", 5), *(Meldable(order, "H", order) for order in (2, 5, 6))]
    for held in permutations(loose):
        assert deadwood(list(held), 3, 3, [fives, row]) == 0


def test_a_joker_fills_a_set_and_a_gap():
    joker = Meldable(0, "none", 25, True)
    assert deadwood([Meldable(5, "C", 5), Meldable(5, "D", 5), joker], 3, 3) == 0
    assert deadwood([Meldable(5, "C", 5), Meldable(7, "C", 7), joker], 3, 3) == 0
    assert deadwood([Meldable(5, "C", 5), Meldable(8, "D", 8), joker], 3, 3) == 38


def test_a_joker_makes_a_run_longer_below_other_cards_of_its_suit():
    joker = Meldable(0, "none", 25, True)
    held = [Meldable(order, "E", order) for order in (2, 3, 6, 7, 8)]
    assert deadwood([*held, joker], 3, 3) == 0


def test_each_of_two_jokers_serves_in_a_run_of_its_own():
    jokers = [Meldable(0, "none", 25, True)] * 2
    held = [Meldable(order, "O", order) for order in (1, 3, 5, 6, 8)]
    assert deadwood([*held, *jokers], 3, 3) == 0


def test_no_joker_is_a_fifth_card_of_a_rank():
    joker, five = Meldable(0, "none", 25, True), [Meldable(5, suit, 5) for suit in SUITS]
    assert deadwood([*five, joker], 3, 3) == 5  # a set of three and the joker, or 25
    assert deadwood([joker], 3, 3, [five]) == 25
    assert deadwood([joker], 3, 3, [five[:3]]) == 0


def test_a_card_that_fits_a_run_leaves_its_place_in_a_set_to_another():
    joker = Meldable(0, "none", 25, True)
    row, fives = (
        [Meldable(3, "B", 3), Meldable(4, "B", 4), joker],
        [Meldable(5, "O", 5), Meldable(5, "E", 5), joker],
    )
    held = [Meldable(5, "B", 5), Meldable(5, "C", 5), Meldable(6, "B", 6)]
    assert deadwood(held, 3, 3, [fives, row]) == 0


def test_hands_full_of_jokers_are_not_looked_through_without_an_end():
    plain, jokers = [(order, "C", order, False) for order in range(1, 13)], [(0, "none", 25, True)] * 12
    assert len(possible_melds(plain + jokers, 3, 3, 4, StepCounter())) <= MOST_POSSIBLE
    assert deadwood([Meldable(*key) for key in plain + jokers], 3, 3) == 0


def test_wild_cards_are_not_laid_to_many_melds_in_every_way():
    """Twenty-four of them fit sixty melds. The search stops when no action could pay for it."""
    joker = Meldable(0, "none", 25, True)
    rows = [[Meldable(order + at, "CDHS"[order % 4], 5) for at in range(3)] for order in range(60)]
    assert MOST_COUNTED < search([joker] * 24, 3, 3, rows).steps < MOST_COUNTED + 500
