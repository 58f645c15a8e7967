"""The seeded generator: reproducible, unbiased, and small enough to be stored."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import permutations

import msgspec
import pytest

from cheat.engine.rng import Rng

SEEDS = [f"{seed:032x}" for seed in (1, 2, 3)]

# Limits of chi-square that a fair generator exceeds once in a million, by degrees of freedom.
CHI_SQUARE = {1: 23.9, 2: 27.6, 5: 35.9, 6: 38.3, 12: 50.8, 51: 120.0}


def chi_square(seen: Counter, values: int) -> float:
    """Return how far the counts are from equal ones (chi-square)."""
    expected = seen.total() / values
    assert len(seen) <= values
    return sum((seen[key] - expected) ** 2 / expected for key in seen) + (values - len(seen)) * expected


def numbers(rng: Rng, count: int = 30) -> list[int]:
    return [rng.below(1000) for _ in range(count)]


def test_the_same_seed_gives_the_same_numbers():
    assert numbers(Rng(SEEDS[0])) == numbers(Rng(SEEDS[0]))


def test_other_seeds_give_other_numbers():
    assert len({tuple(numbers(Rng(seed))) for seed in SEEDS}) == 3


def test_the_numbers_are_the_same_on_every_machine():
    # BLAKE2b with 16 zero bytes as key and 8 bytes of digest, of the messages 0, 1 and 2
    blocks = [11297235879948823318, 11693998835545374667, 12076714621672717044]
    rng, small = Rng("00" * 16), Rng("00" * 16)
    assert [rng.below(2**64) for _ in blocks] == blocks
    assert [small.below(52) for _ in blocks] == [46, 7, 28]


@pytest.mark.parametrize("number", [0, 1, 255, 256, 65_536, 2**32 + 5])
def test_each_block_is_the_hash_of_its_number(number):
    key = bytes.fromhex(SEEDS[0])
    digest = hashlib.blake2b(number.to_bytes(8, "big"), key=key, digest_size=8).digest()
    assert Rng(SEEDS[0], number).below(2**64) == int.from_bytes(digest, "big")


def test_it_goes_on_where_it_was_stored():
    rng = Rng(SEEDS[0])
    numbers(rng)
    again = msgspec.json.decode(msgspec.json.encode(rng), type=Rng)
    assert numbers(again) == numbers(rng)


def test_no_number_is_given_twice_by_the_same_state():
    rng = Rng(SEEDS[0])
    blocks = [rng.below(2**64) for _ in range(1000)]
    assert len(set(blocks)) == 1000
    assert rng.blocks_used == 1000


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("n", [2, 3, 6, 7, 13, 52])
def test_below_is_unbiased(n, seed):
    rng = Rng(seed)
    seen = Counter(rng.below(n) for _ in range(n * 300))
    assert set(seen) == set(range(n))
    assert chi_square(seen, n) < CHI_SQUARE[n - 1]


def test_below_one_is_zero():
    rng = Rng(SEEDS[0])
    assert {rng.below(1) for _ in range(50)} == {0}


def test_below_does_not_favour_low_numbers_where_blocks_do_not_divide():
    # with n = 3/4 of the range of a block, a plain remainder would be below n/3 half of the time
    n = 3 * 2**62
    rng = Rng(SEEDS[1])
    assert 900 < sum(rng.below(n) < n // 3 for _ in range(3000)) < 1100


def test_between_includes_both_ends():
    rng = Rng(SEEDS[0])
    assert {rng.between(3, 5) for _ in range(100)} == {3, 4, 5}
    assert {rng.between(4, 4) for _ in range(10)} == {4}


@pytest.mark.parametrize(("p", "low", "high"), [(0.0, 0, 0), (1.0, 2000, 2000), (0.25, 400, 600)])
def test_chance_is_as_likely_as_it_says(p, low, high):
    rng = Rng(SEEDS[2])
    assert low <= sum(rng.chance(p) for _ in range(2000)) <= high


def test_choice_takes_each_item():
    rng = Rng(SEEDS[0])
    seen = Counter(rng.choice("abc") for _ in range(900))
    assert chi_square(seen, 3) < CHI_SQUARE[2]
    with pytest.raises(ZeroDivisionError):
        rng.choice([])


@pytest.mark.parametrize("seed", SEEDS)
def test_all_orders_of_three_are_equally_likely(seed):
    rng = Rng(seed)
    seen: Counter = Counter()
    for _ in range(6000):
        items = ["a", "b", "c"]
        rng.shuffle(items)
        seen["".join(items)] += 1
    assert set(seen) == {"".join(order) for order in permutations("abc")}
    assert chi_square(seen, 6) < CHI_SQUARE[5]


def test_each_card_is_anywhere_after_a_shuffle():
    places: Counter = Counter()
    rng = Rng(SEEDS[0])
    for _ in range(52 * 40):
        deck = list(range(52))
        rng.shuffle(deck)
        assert sorted(deck) == list(range(52))
        places[deck.index(0)] += 1
    assert chi_square(places, 52) < CHI_SQUARE[51]


def drawn_one_by_one(rng: Rng, items: list[int]) -> list[int]:
    """Durstenfeld's shuffle as its textbook has it."""
    for i in range(len(items) - 1, 0, -1):
        j = rng.below(i + 1)
        items[i], items[j] = items[j], items[i]
    return items


@pytest.mark.parametrize("size", [0, 1, 2, 3, 52, 108])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_shuffle_draws_as_one_card_after_the_other_would(seed, size):
    at_once, one_by_one, cards = Rng(seed, 5), Rng(seed, 5), list(range(size))
    at_once.shuffle(cards)
    assert cards == drawn_one_by_one(one_by_one, list(range(size)))
    assert at_once == one_by_one


class Digests:
    """In place of the hash of a seed: of the message n, the n-th of these blocks."""

    def __init__(self, blocks: list[int]) -> None:
        self.blocks = blocks
        self.message = b""

    def copy(self) -> Digests:
        return Digests(self.blocks)

    def update(self, message: bytes) -> None:
        self.message = message

    def digest(self) -> bytes:
        return self.blocks[int.from_bytes(self.message, "big")].to_bytes(8, "big")


def test_a_shuffle_throws_away_blocks_that_would_favour_low_numbers(monkeypatch):
    last = 2**64 - 1  # the highest block: too much below three, not below four
    monkeypatch.setattr("cheat.engine.rng._keyed", lambda seed: Digests([4, last, last, 0, 1]))
    at_once, one_by_one, cards = Rng("00"), Rng("00"), list(range(5))
    at_once.shuffle(cards)
    assert cards == drawn_one_by_one(one_by_one, list(range(5)))
    assert at_once.blocks_used == one_by_one.blocks_used == 5


def test_a_sample_is_the_beginning_of_a_shuffle():
    sampled, shuffled, cards = Rng(SEEDS[0]), Rng(SEEDS[0]), list(range(10))
    shuffled.shuffle(cards)
    assert sampled.sample(range(10), 3) == cards[:3]
    assert sampled == shuffled


@pytest.mark.parametrize("items", [[], ["a"]])
def test_a_shuffle_of_nothing_draws_nothing(items):
    rng = Rng(SEEDS[0])
    rng.shuffle(items)
    assert rng.blocks_used == 0


def test_a_sample_is_drawn_without_putting_back():
    rng = Rng(SEEDS[0])
    items = ["a", "a", "b", "c"]
    seen = Counter()
    for _ in range(2400):
        drawn = rng.sample(items, 2)
        assert not Counter(drawn) - Counter(items)
        seen.update(drawn)
    assert items == ["a", "a", "b", "c"]
    assert abs(seen["a"] - 2400) < 200 and abs(seen["b"] - 1200) < 150
    assert rng.sample(items, 0) == []
    assert sorted(rng.sample(items, 4)) == items
