"""Hands of cards: the best five of poker, and melds of rummy games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, islice
from typing import NamedTuple

HIGH_ACE = 14
FIVE = 5
Worth = tuple[int, ...]
"""A poker hand as numbers: a category from 0 (high card) to 8 (straight flush), then ranks."""


def poker(cards: Iterable[tuple[int, str]]) -> list[int]:
    """Return the worth of the best five of these cards. A better hand is a greater list.

    Each card is a number (ace 14) and a suit. Fewer than five cards make no straights and no flushes.
    """
    held = tuple(sorted(cards))
    return list(_poker(held))


@lru_cache(4096)
def _poker(held: tuple[tuple[int, str], ...]) -> Worth:
    return _five(held) if len(held) <= FIVE else _best_five(held)


def _best_five(held: Sequence[tuple[int, str]]) -> Worth:
    """Return the worth of the best five of more than five cards.

    The function looks for each kind of hand, the best one first. There may be twenty-four cards, and too many
    ways to choose five of them to look at all.
    """
    ranks = Counter([rank for rank, _ in held])
    suits: dict[str, list[int]] = {}
    for rank, suit in held:
        suits.setdefault(suit, []).append(rank)
    flushes = [Counter(suited) for suited in suits.values() if len(suited) >= FIVE]
    if top := max(map(_row_in, flushes), default=0):
        return (8, top)
    for kind, shape in FOUR_OR_FULL:
        if order := _in_shape(ranks, shape):
            return (kind, *order)
    if flushes:
        return (5, *max(_in_shape(suited, shape) for suited in flushes for shape in SHAPES))
    if top := _row_in(ranks):
        return (4, top)
    for kind, shape in THREE_OR_PAIRS:
        if order := _in_shape(ranks, shape):
            return (kind, *order)
    return (0, *max(_in_shape(ranks, (1, 1, 1, 1, 1)), _in_shape(ranks, (FIVE,))))


SHAPES = ((1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1), (5,))
"""Counts of equal ranks that five cards can have. With several decks, all five may be equal."""
Kinds = tuple[tuple[int, tuple[int, ...]], ...]
FOUR_OR_FULL: Kinds = ((7, (4, 1)), (6, (3, 2)))
THREE_OR_PAIRS: Kinds = ((3, (3, 1, 1)), (2, (2, 2, 1)), (1, (2, 1, 1, 1)))
"""Kinds of hands with the shapes that make them, the best one first."""


def _row_in(ranks: Iterable[int]) -> int:
    """Return the top rank of the best five in a row among these, 0 if no five are in a row."""
    there = {*ranks}
    tops = [top for top in there if all(top - below in there for below in range(1, FIVE))]
    return max(tops) if tops else FIVE if {2, 3, 4, 5, HIGH_ACE} <= there else 0


def _in_shape(ranks: Counter[int], shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return different ranks, the highest ones that come up at least as often as the shape says.

    The shape has a count for each rank. If there are not enough ranks, returns ().
    """
    return _in_rest([(rank, ranks[rank]) for rank in sorted(ranks, reverse=True)], shape, (), 0)


def _in_rest(
    ranks: list[tuple[int, int]], shape: tuple[int, ...], found: tuple[int, ...], first: int
) -> tuple[int, ...]:
    """Return the result of `_in_shape` for the rest of a shape, after the ranks found already.

    `first`: the place in `ranks` from which on to look.
    """
    if not shape:
        return found
    count, rest = shape[0], shape[1:]
    for at in range(first, len(ranks)):
        rank, often = ranks[at]
        if often >= count and rank not in found:
            all_found = _in_rest(ranks, rest, (*found, rank), at + 1 if rest[:1] == (count,) else 0)
            if all_found:
                return all_found
    return ()


def _five(five: Sequence[tuple[int, str]]) -> Worth:
    ranks = [rank for rank, _ in five]
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    order = tuple(rank for _, rank in groups)
    shape = tuple(count for count, _ in groups)
    flush = len(five) == FIVE and len({suit for _, suit in five}) == 1
    top = _straight(ranks) if len(five) == FIVE and len(groups) == FIVE else 0
    if top:
        return (8 if flush else 4, top)
    if shape[:1] == (4,):
        return (7, *order)
    if shape[:2] == (3, 2):
        return (6, *order)
    if flush:
        return (5, *order)
    if shape[:1] == (3,):
        return (3, *order)
    if shape[:2] == (2, 2):
        return (2, *order)
    return (1 if shape[:1] == (2,) else 0, *order)


def _straight(ranks: Sequence[int]) -> int:
    """Return the highest of five different ranks in a row, 0 if they are not in a row.

    An ace may be low.
    """
    low, high = min(ranks), max(ranks)
    if high - low == FIVE - 1:
        return high
    return FIVE if sorted(ranks) == [2, 3, 4, 5, HIGH_ACE] else 0


class Meldable(NamedTuple):
    """A card as melds see it: its place in the order, its suit, and its points if left over."""

    order: int
    suit: str
    cost: int
    wild: bool = False


Key = tuple[int, str, int, bool]
"""A `Meldable` as a plain tuple."""
MOST_MELDED = 24
"""Most cards among which melds are searched; more than any hand of rummy has."""
SUITS = 4
"""Most cards of one rank in a set, unless a deck has another number of suits."""
MOST_LAID = 200
"""Most cards and melds of other players, counted together, with which a result is cached."""
MOST_POSSIBLE = 5_000
"""Most possible melds that a search tries.

A hand of ten cards with three jokers has some hundred.
"""
MOST_LOOKS = 2_500
"""Most steps to find possible melds, and again as many to combine them.

After that, the best combination so far is the result; it is the same on every machine. A hand of ten cards
with two jokers takes three hundred steps.
"""


class Found(NamedTuple):
    """The result of a search for melds: the fewest points, and the melds that leave them.

    `looks`: the steps of the search. They are the same on every machine, and for a cached result.
    """

    least: int
    melds: tuple[tuple[Key, ...], ...]
    looks: int


class Looks:
    """Counts the steps of a search."""

    __slots__ = ("count",)

    def __init__(self) -> None:
        self.count = 0

    def are_over(self) -> bool:
        """Count one more step, and return whether the search must end."""
        self.count += 1
        return self.count > MOST_LOOKS


def deadwood(
    cards: Sequence[Meldable],
    set_size: int,
    run_size: int,
    others: Sequence[Sequence[Meldable]] = (),
    suits: int = SUITS,
) -> int:
    """Return the fewest points of cards that are in no meld.

    Melds are sets of at least `set_size` cards (one rank, different suits) and runs of at least `run_size`
    (one suit, one after the other). Single cards may also be laid to the melds `others`. At most half of a
    meld is wild cards. `suits`: the number of suits.
    """
    return search(cards, set_size, run_size, others, suits).least


def melds(cards: Sequence[Meldable], set_size: int, run_size: int, suits: int = SUITS) -> list[list[int]]:
    """Return the melds that leave the fewest points outside, each as places in `cards`."""
    return places(cards, search(cards, set_size, run_size, (), suits))


def places(cards: Sequence[Meldable], found: Found) -> list[list[int]]:
    """Return melds as places in the cards from which they were made."""
    left: dict[Key, list[int]] = {}
    for at in range(len(cards) - 1, -1, -1):
        left.setdefault(cards[at], []).append(at)
    return [[left[key].pop() for key in meld] for meld in found.melds]


def search(
    cards: Sequence[Meldable],
    set_size: int,
    run_size: int,
    others: Sequence[Sequence[Meldable]] = (),
    suits: int = SUITS,
) -> Found:
    """Find the melds that leave the fewest points; see `deadwood`."""
    keys, laid = tuple(sorted(cards)[:MOST_MELDED]), tuple(map(tuple, others))
    find = _best if sum(map(len, laid)) + len(laid) <= MOST_LAID else _best.__wrapped__
    return find(keys, set_size, run_size, laid, suits)


@lru_cache(4096)
def _best(
    keys: tuple[Key, ...], set_size: int, run_size: int, laid: tuple[tuple[Key, ...], ...], suits: int
) -> Found:
    """Return the fewest points left, and the melds that leave them."""
    looks = Looks()
    possible = possible_melds(keys, set_size, run_size, suits, looks)
    found = _Search(keys, possible, laid, suits)
    found.look((1 << len(keys)) - 1, 0, ())
    return Found(
        found.least, tuple(tuple(keys[at] for at in meld) for meld in found.found), looks.count + found.looks
    )


def forget_results() -> None:
    """Empty the caches of hands and melds."""
    _best.cache_clear()
    _poker.cache_clear()


def cached_results() -> int:
    """Return the number of results of searches for melds that are cached."""
    return _best.cache_info().currsize


class _Search:
    """Branch and bound over the lowest card that is not yet placed: in a meld, or left over."""

    def __init__(
        self,
        keys: tuple[Key, ...],
        possible: list[tuple[int, ...]],
        laid: tuple[tuple[Key, ...], ...],
        suits: int,
    ) -> None:
        self.keys, self.laid, self.suits, self.looks = keys, laid, suits, 0
        self.least = sum(key[2] for key in keys) + 1
        self.found: tuple[tuple[int, ...], ...] = ()
        self.saved: dict[tuple[tuple[int, ...], tuple[tuple[Key, ...], ...]], int] = {}
        self.starting: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
        for meld in possible:
            mask = sum(1 << at for at in meld)
            self.starting.setdefault(min(meld), []).append((mask, meld))

    def look(
        self, left: int, over: int, chosen: tuple[tuple[int, ...], ...], loose: tuple[int, ...] = ()
    ) -> None:
        """Place the cards that are left.

        `over`: the points of cards in no meld so far; `chosen`: the melds; `loose`: the cards in no meld.
        """
        self.looks += 1
        if self.looks > MOST_LOOKS or (not self.laid and over >= self.least):
            return
        if not left:
            rest = over - self.laid_off(loose)
            if rest < self.least:
                self.least, self.found = rest, chosen
            return
        at = (left & -left).bit_length() - 1
        for mask, meld in self.starting.get(at, ()):
            if mask & left == mask:
                self.look(left & ~mask, over, (*chosen, meld), loose)
        self.look(left & ~(1 << at), over + self.keys[at][2], chosen, (*loose, at))

    def laid_off(self, loose: tuple[int, ...]) -> int:
        """Return the most points of cards that can be laid to melds of others, one by one."""
        return self._most_laid(loose, self.laid) if self.laid else 0

    def _most_laid(self, loose: tuple[int, ...], melds: tuple[tuple[Key, ...], ...]) -> int:
        state = loose, melds
        if state not in self.saved:
            self.looks += 1 + len(melds)
            ways = self._ways_to_lay(loose, melds) if self.looks <= MOST_LOOKS else ()
            self.saved[state] = max(
                (self.keys[at][2] + self._most_laid(rest, longer) for at, rest, longer in ways), default=0
            )
        return self.saved[state]

    def _ways_to_lay(
        self, loose: tuple[int, ...], melds: tuple[tuple[Key, ...], ...]
    ) -> Iterator[tuple[int, tuple[int, ...], tuple[tuple[Key, ...], ...]]]:
        """Yield each card that can be laid, the cards that are left, and the melds with it."""
        for at in loose:
            rest = tuple(other for other in loose if other != at)
            self.looks += sum(map(len, melds)) >> 1
            for place, meld in enumerate(melds):
                if _extends(self.keys[at], meld, self.suits):
                    longer = tuple(sorted((*meld, self.keys[at])))
                    yield at, rest, (*melds[:place], longer, *melds[place + 1 :])


def _is_set(meld: Sequence[Key]) -> bool:
    """Return whether a meld is a set, of one rank, and not a run."""
    plain = [key for key in meld if not key[3]]
    return len(plain) > 1 and len({key[0] for key in plain}) == 1


def _extends(card: Key, meld: Sequence[Key], suits: int) -> bool:
    """Return whether a card can be laid to a meld."""
    plain = [key for key in meld if not key[3]]
    if _is_set(meld):
        fits = card[3] or (card[0] == plain[0][0] and card[1] not in {key[1] for key in plain})
        return fits and len(meld) < suits
    orders = sorted(key[0] for key in plain)
    wild = len(meld) - len(plain)
    if card[3] or not orders or card[1] != plain[0][1] or card[0] in orders:
        return card[3]
    low, high = min(orders[0], card[0]), max(orders[-1], card[0])
    return high - low + 1 <= len(plain) + wild + 1


def possible_melds(
    keys: Sequence[Key], set_size: int, run_size: int, suits: int, looks: Looks
) -> list[tuple[int, ...]]:
    """Return all possible melds of these cards, as places.

    Wild cards stand for other cards. A meld has at most as many wild cards as others.
    """
    wild = [at for at, key in enumerate(keys) if key[3]]
    plain = [at for at, key in enumerate(keys) if not key[3]]
    found = chain(_sets(keys, plain, wild, set_size, suits, looks), _runs(keys, plain, wild, run_size, looks))
    return list(
        dict.fromkeys(
            tuple(sorted(meld))
            for meld in islice(found, MOST_POSSIBLE)
            if 2 * sum(keys[at][3] for at in meld) <= len(meld)
        )
    )


def _sets(
    keys: Sequence[Key], plain: list[int], wild: list[int], size: int, suits: int, looks: Looks
) -> Iterator[tuple[int, ...]]:
    by_rank: dict[int, list[int]] = {}
    for at in plain:
        by_rank.setdefault(keys[at][0], []).append(at)
    for group in by_rank.values():
        different = len({keys[at][1] for at in group})
        for count in range(max(1, size - len(wild)), different + 1):
            least, most = max(0, size - count), min(len(wild), count, suits - count)
            if least > most:
                continue
            for chosen in _of_suits(keys, group, count, 0, (), looks):
                for jokers in range(least, most + 1):
                    for more in combinations(wild, jokers):
                        if looks.are_over():
                            return
                        yield (*chosen, *more)


def _of_suits(
    keys: Sequence[Key], group: list[int], count: int, first: int, chosen: tuple[int, ...], looks: Looks
) -> Iterator[tuple[int, ...]]:
    """Yield the ways to choose `count` more cards of a group, all of different suits.

    `first`: the place in the group from which on to choose.
    """
    if not count:
        yield chosen
        return
    for at in range(first, len(group) - count + 1):
        if looks.are_over():
            return
        if all(keys[group[at]][1] != keys[other][1] for other in chosen):
            yield from _of_suits(keys, group, count - 1, at + 1, (*chosen, group[at]), looks)


def _runs(
    keys: Sequence[Key], plain: list[int], wild: list[int], size: int, looks: Looks
) -> Iterator[tuple[int, ...]]:
    """Yield the runs of these cards.

    Wild cards fill gaps and make runs longer. Which ones hardly matters, so a run only takes wild cards that
    follow each other.
    """
    by_suit: dict[str, dict[int, list[int]]] = {}
    for at in plain:
        by_suit.setdefault(keys[at][1], {}).setdefault(keys[at][0], []).append(at)
    for ranks in by_suit.values():
        if len(ranks) + len(wild) < size:
            continue
        for low in sorted(ranks):
            for run, gaps in _upwards(ranks, low, (), 0, len(wild), looks):
                for count in range(max(gaps, size - len(run)), len(wild) + 1):
                    for first in range(len(wild) - count + 1):
                        if looks.are_over():
                            return
                        yield (*run, *wild[first : first + count])


def _upwards(
    ranks: dict[int, list[int]], order: int, run: tuple[int, ...], gaps: int, most: int, looks: Looks
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the ways to go on from `run` with the rank `order`, each with its number of gaps.

    `most`: the most gaps.
    """
    if looks.are_over() or order > max(ranks):
        return
    for at in ranks.get(order, ()):
        yield (*run, at), gaps
        yield from _upwards(ranks, order + 1, (*run, at), gaps, most, looks)
    if run and gaps < most:
        yield from _upwards(ranks, order + 1, run, gaps + 1, most, looks)
