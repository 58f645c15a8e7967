"""Evaluate hands of cards: the best five cards of poker, and the melds of rummy games.

A meld is a set (cards of one rank and different suits) or a run (cards of one suit with consecutive ranks).
Deadwood are the cards outside of melds. Wild cards can stand for other cards in a meld. A search for melds
counts its work in search steps. Rules pay for them: their own work is counted in other, smaller steps, and
each search step costs three of these (`EACH_STEP` in `compile/melds.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, islice
from typing import NamedTuple

HIGH_ACE = 14
FIVE = 5
Worth = tuple[int, ...]
"""The value of a poker hand: a category from 0 (high card) to 8 (straight flush), and ranks."""


def poker(cards: Iterable[tuple[int, str]]) -> list[int]:
    """Return the value of the best five of these cards, as a list of numbers.

    The better of two hands has the greater list. Each card is a number (14 for an ace) and a suit. Fewer than
    five cards cannot be a straight or a flush.
    """
    hand = tuple(sorted(cards))
    return list(_poker(hand))


@lru_cache(4096)
def _poker(hand: tuple[tuple[int, str], ...]) -> Worth:
    return _five(hand) if len(hand) <= FIVE else _best_five(hand)


def _best_five(hand: Sequence[tuple[int, str]]) -> Worth:
    """Return the value of the best five of more than five cards.

    Looks for each kind of hand, from the best to the worst. There may be up to 24 cards. To try all ways to
    choose five of them would take too long.
    """
    ranks = Counter([rank for rank, _ in hand])
    suits: dict[str, list[int]] = {}
    for rank, suit in hand:
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
"""The possible shapes of five cards. A shape is the number of cards of each rank.

For example, a full house has the shape (3, 2). With several decks, all five ranks may be equal.
"""
Kinds = tuple[tuple[int, tuple[int, ...]], ...]
FOUR_OR_FULL: Kinds = ((7, (4, 1)), (6, (3, 2)))
THREE_OR_PAIRS: Kinds = ((3, (3, 1, 1)), (2, (2, 2, 1)), (1, (2, 1, 1, 1)))
"""(Category of a hand, shape of the hand), from the best category to the worst."""


def _row_in(ranks: Iterable[int]) -> int:
    """Return the highest rank of the best straight, or 0 if no five ranks are in a row."""
    present = {*ranks}
    tops = [top for top in present if all(top - step in present for step in range(1, FIVE))]
    return max(tops) if tops else FIVE if {2, 3, 4, 5, HIGH_ACE} <= present else 0


def _in_shape(ranks: Counter[int], shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the ranks of the best cards with a shape, or () if no cards have this shape.

    For the shape (3, 2), the result is the highest rank with at least three cards, and then the highest other
    rank with at least two cards.
    """
    return _fit_ranks([(rank, ranks[rank]) for rank in sorted(ranks, reverse=True)], shape, (), 0)


def _fit_ranks(
    ranks: list[tuple[int, int]], shape: tuple[int, ...], chosen_ranks: tuple[int, ...], first: int
) -> tuple[int, ...]:
    """Return the ranks chosen so far, followed by ranks that fit the remaining `shape`.

    Returns () if no ranks fit. `ranks`: pairs of a rank and the number of its cards. `first`: the index in
    `ranks` at which the search begins.
    """
    if not shape:
        return chosen_ranks
    count, remaining = shape[0], shape[1:]
    for at in range(first, len(ranks)):
        rank, often = ranks[at]
        if often >= count and rank not in chosen_ranks:
            all_found = _fit_ranks(
                ranks, remaining, (*chosen_ranks, rank), at + 1 if remaining[:1] == (count,) else 0
            )
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
    """Return the highest of five different ranks in a row, or 0 if they are not in a row.

    An ace may be low.
    """
    low, high = min(ranks), max(ranks)
    if high - low == FIVE - 1:
        return high
    return FIVE if sorted(ranks) == [2, 3, 4, 5, HIGH_ACE] else 0


class Meldable(NamedTuple):
    """A card for melds: its place in the order of ranks, its suit, and its points as deadwood."""

    order: int
    suit: str
    cost: int
    wild: bool = False


Key = tuple[int, str, int, bool]
"""A `Meldable` as a plain tuple."""
MOST_MELDED = 24
"""Maximum number of cards in a search for melds. No rummy hand has more."""
SUITS = 4
"""The usual number of suits of a deck, which is also the maximum number of cards in a set."""
MOST_LAID = 200
"""Maximum size of other players' melds. Above this size, results of searches are not cached.

The size is the number of these melds, plus the number of their cards.
"""
MOST_POSSIBLE = 5_000
"""Maximum number of possible melds that a search tries.

A hand of ten cards with three jokers has a few hundred possible melds.
"""
MOST_SEARCH_STEPS = 2_500
"""Maximum number of search steps for finding possible melds, and again for combining them.

After that, the search stops and returns the best combination so far. The number of search steps does not
depend on the speed of a machine, so the result is the same everywhere. A hand of ten cards with two jokers
takes three hundred search steps.
"""
MOST_COUNTED = 4 * MOST_SEARCH_STEPS
"""Number of search steps after which a search adds no more cards to melds of other players.

So many search steps cost more than half of the steps that rules may use in an action (`FUEL` in `state.py`).
"""


class MeldSearchResult(NamedTuple):
    """The result of a search: the fewest points of deadwood, and the melds that leave so few.

    `steps`: the number of search steps. If the result comes from a cache, the number is the same.
    """

    least: int
    melds: tuple[tuple[Key, ...], ...]
    steps: int


class StepCounter:
    """A counter for search steps."""

    __slots__ = ("count",)

    def __init__(self) -> None:
        self.count = 0

    def are_over(self) -> bool:
        """Count one more search step. Return whether the search must end."""
        self.count += 1
        return self.count > MOST_SEARCH_STEPS


def deadwood(
    cards: Sequence[Meldable],
    set_size: int,
    run_size: int,
    others: Sequence[Sequence[Meldable]] = (),
    suits: int = SUITS,
) -> int:
    """Return the fewest points of deadwood that are possible.

    A set has at least `set_size` cards, and a run at least `run_size`. At most half of the cards of a meld
    are wild. Cards outside of melds may be added to `others`, the melds of other players. `suits`: the number
    of suits of the deck.
    """
    return search(cards, set_size, run_size, others, suits).least


def melds(cards: Sequence[Meldable], set_size: int, run_size: int, suits: int = SUITS) -> list[list[int]]:
    """Return the melds that leave the fewest points of deadwood, each as positions in `cards`."""
    return meld_positions(cards, search(cards, set_size, run_size, (), suits))


def meld_positions(cards: Sequence[Meldable], search_result: MeldSearchResult) -> list[list[int]]:
    """Return the melds that a search has found, each as positions in `cards`."""
    positions: dict[Key, list[int]] = {}
    for at in range(len(cards) - 1, -1, -1):
        positions.setdefault(cards[at], []).append(at)
    return [[positions[key].pop() for key in meld] for meld in search_result.melds]


def search(
    cards: Sequence[Meldable],
    set_size: int,
    run_size: int,
    others: Sequence[Sequence[Meldable]] = (),
    suits: int = SUITS,
) -> MeldSearchResult:
    """Find the melds that leave the fewest points of deadwood.

    The arguments are as in `deadwood`.
    """
    keys, laid = tuple(sorted(cards)[:MOST_MELDED]), tuple(map(tuple, others))
    find = _best if sum(map(len, laid)) + len(laid) <= MOST_LAID else _best.__wrapped__
    return find(keys, set_size, run_size, laid, suits)


@lru_cache(4096)
def _best(
    keys: tuple[Key, ...], set_size: int, run_size: int, laid: tuple[tuple[Key, ...], ...], suits: int
) -> MeldSearchResult:
    """Find the melds that leave the fewest points of deadwood. The cards must be sorted."""
    steps = StepCounter()
    possible = possible_melds(keys, set_size, run_size, suits, steps)
    search = _Search(keys, possible, laid, suits)
    search.place_cards((1 << len(keys)) - 1, 0, ())
    return MeldSearchResult(
        search.least,
        tuple(tuple(keys[at] for at in meld) for meld in search.best_melds),
        steps.count + search.steps,
    )


def forget_results() -> None:
    """Empty the caches of hands and melds."""
    _best.cache_clear()
    _poker.cache_clear()


def cached_results() -> int:
    """Return the number of cached results of searches for melds."""
    return _best.cache_info().currsize


class _Search:
    """A branch-and-bound search for the melds that leave the fewest points of deadwood.

    For the lowest remaining card, the search tries each meld with this card, and also leaves the card outside
    of melds. Then it goes on in the same way with the remaining cards. Melds of other
    players get numbers, because the search compares lists of these melds many times.

    - `laid`: the melds of other players, by their numbers
    - `numbers`: meld of another player -> its number
    - `rooms`: the cards that can be added to each of these melds, by the number of the meld
    - `longer`: number of a meld and position of a card -> the number of the meld with this card added
    - `starting`: card -> the possible melds with this card as the lowest. Each meld is a pair: the cards as
      bits of a number, and the positions of the cards.
    - `saved`: results of `_most_laid`
    """

    def __init__(
        self,
        keys: tuple[Key, ...],
        possible: list[tuple[int, ...]],
        laid: tuple[tuple[Key, ...], ...],
        suits: int,
    ) -> None:
        self.keys, self.suits, self.steps = keys, suits, 0
        self.least = sum(key[2] for key in keys) + 1
        self.best_melds: tuple[tuple[int, ...], ...] = ()
        self.saved: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        self.starting: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
        for meld in possible:
            mask = 0
            for at in meld:
                mask |= 1 << at
            self.starting.setdefault(meld[0], []).append((mask, meld))
        self.laid: list[tuple[Key, ...]] = []
        self.rooms: list[_Room] = []
        self.numbers: dict[tuple[Key, ...], int] = {}
        self.longer: dict[tuple[int, int], int] = {}
        self.others = tuple([self._number(meld) for meld in laid])

    def place_cards(
        self, left: int, over: int, chosen_melds: tuple[tuple[int, ...], ...], loose: tuple[int, ...] = ()
    ) -> None:
        """Place the remaining cards in all ways, and store the best result.

        - `left`: the remaining cards, as bits
        - `over`: the points of the cards outside of melds so far
        - `chosen_melds`: the melds so far
        - `loose`: the cards outside of melds so far, if there are melds of other players
        """
        self.steps += 1
        if self.steps > MOST_SEARCH_STEPS or (not self.others and over >= self.least):
            return
        if not left:
            points = over - (self._most_laid(loose, self.others) if self.others else 0)
            if points < self.least:
                self.least, self.best_melds = points, chosen_melds
            return
        at = (left & -left).bit_length() - 1
        for mask, meld in self.starting.get(at, ()):
            if mask & left == mask:
                self.place_cards(left & ~mask, over, (*chosen_melds, meld), loose)
        self.place_cards(
            left & ~(1 << at), over + self.keys[at][2], chosen_melds, (*loose, at) if self.others else loose
        )

    def _most_laid(self, loose: tuple[int, ...], melds: tuple[int, ...]) -> int:
        """Return the greatest sum of points of loose cards that can be added to `melds`.

        `melds`: the numbers of the melds of other players.
        """
        state = loose, melds
        saved = self.saved.get(state)
        if saved is not None:
            return saved
        if self.steps > MOST_COUNTED:
            return 0
        self.steps += 1 + len(melds)
        points = self._points_of_each(loose, melds) if self.steps <= MOST_SEARCH_STEPS else ()
        self.saved[state] = most_points = max(points, default=0)
        return most_points

    def _points_of_each(self, loose: tuple[int, ...], melds: tuple[int, ...]) -> Iterator[int]:
        """Yield the most points for each pair of a loose card and a meld that accepts the card.

        First, this card is added to this meld. Then, other loose cards are added to any melds. The points of
        all added cards count.
        """
        rooms = [self.rooms[meld] for meld in melds]
        cost = sum([len(self.laid[meld]) for meld in melds]) >> 1
        for nth, at in enumerate(loose):
            if self.steps > MOST_COUNTED:
                return
            self.steps += cost
            order, suit, points, wild = self.keys[at]
            for place, room in enumerate(rooms):
                if room.wild if wild else suit in room.suits and order in room.orders:
                    loose_rest = (*loose[:nth], *loose[nth + 1 :])
                    longer = self._longer(melds[place], at)
                    yield points + self._most_laid(loose_rest, (*melds[:place], longer, *melds[place + 1 :]))

    def _longer(self, meld: int, at: int) -> int:
        """Return the number of the meld that results if a card is added to a meld."""
        number = self.longer.get((meld, at))
        if number is None:
            number = self._number(tuple(sorted((*self.laid[meld], self.keys[at]))))
            self.longer[meld, at] = number
        return number

    def _number(self, meld: tuple[Key, ...]) -> int:
        """Return the number of a meld. Equal melds have the same number."""
        number = self.numbers.setdefault(meld, len(self.laid))
        if number == len(self.laid):
            self.laid.append(meld)
            self.rooms.append(self._room(meld))
        return number

    def _room(self, meld: Sequence[Key]) -> _Room:
        """Return the cards of the hand that can be added to a meld."""
        plain = [key for key in meld if not key[3]]
        orders, meld_suits = {key[0] for key in plain}, {key[1] for key in plain}
        if len(plain) > 1 and len(orders) == 1:  # all cards have one rank, so the meld is a set
            if len(meld) >= self.suits:
                return _Room(False, set(), set())
            return _Room(True, {key[1] for key in self.keys} - meld_suits, orders)
        low, high, size = min(orders, default=0), max(orders, default=0), len(meld)
        if high - low > size:
            return _Room(True, set(), set())
        fitting = {key[0] for key in self.keys if high - size <= key[0] <= low + size} - orders
        return _Room(True, {key[1] for key in plain[:1]}, fitting)


class _Room(NamedTuple):
    """The cards that can be added to a meld: cards with one of `suits` and one of `orders`.

    `orders`: places in the order of ranks. `wild`: True if wild cards can be added, too.
    """

    wild: bool
    suits: set[str]
    orders: set[int]


def possible_melds(
    keys: Sequence[Key], set_size: int, run_size: int, suits: int, steps: StepCounter
) -> list[tuple[int, ...]]:
    """Return all possible melds of these cards, each as positions in `keys`.

    A meld has at most as many wild cards as other cards.
    """
    wild = [at for at, key in enumerate(keys) if key[3]]
    plain = [at for at, key in enumerate(keys) if not key[3]]
    all_melds = chain(
        _sets(keys, plain, wild, set_size, suits, steps), _runs(keys, plain, wild, run_size, steps)
    )
    melds = islice(all_melds, MOST_POSSIBLE)
    if not wild:
        return list(dict.fromkeys(melds))
    return list(
        dict.fromkeys(
            tuple(sorted(meld)) for meld in melds if 2 * sum([keys[at][3] for at in meld]) <= len(meld)
        )
    )


def _sets(
    keys: Sequence[Key], plain: list[int], wild: list[int], size: int, suits: int, steps: StepCounter
) -> Iterator[tuple[int, ...]]:
    by_rank: dict[int, list[int]] = {}
    for at in plain:
        by_rank.setdefault(keys[at][0], []).append(at)
    for group in by_rank.values():
        different = len({keys[at][1] for at in group})
        for count in range(max(1, size - len(wild)), different + 1):
            least_jokers, most_jokers = max(0, size - count), min(len(wild), count, suits - count)
            if least_jokers > most_jokers:
                continue
            for plain_cards in _of_suits(keys, group, count, 0, (), steps):
                for joker_count in range(least_jokers, most_jokers + 1):
                    for jokers in combinations(wild, joker_count):
                        if steps.are_over():
                            return
                        yield (*plain_cards, *jokers)


def _of_suits(
    keys: Sequence[Key],
    group: list[int],
    count: int,
    first: int,
    chosen_cards: tuple[int, ...],
    steps: StepCounter,
) -> Iterator[tuple[int, ...]]:
    """Yield all ways to choose `count` more cards of a group.

    The group has cards of one rank. All chosen cards must have different suits. `first`: the position in the
    group at which the choice begins.
    """
    if not count:
        yield chosen_cards
        return
    for at in range(first, len(group) - count + 1):
        if steps.are_over():
            return
        if all(keys[group[at]][1] != keys[earlier][1] for earlier in chosen_cards):
            yield from _of_suits(keys, group, count - 1, at + 1, (*chosen_cards, group[at]), steps)


def _runs(
    keys: Sequence[Key], plain: list[int], wild: list[int], size: int, steps: StepCounter
) -> Iterator[tuple[int, ...]]:
    """Yield the runs of these cards.

    Wild cards fill gaps and make runs longer. To save time, several wild cards in one run must be next to
    each other in the list of wild cards.
    """
    by_suit: dict[str, dict[int, list[int]]] = {}
    for at in plain:
        by_suit.setdefault(keys[at][1], {}).setdefault(keys[at][0], []).append(at)
    for ranks in by_suit.values():
        if len(ranks) + len(wild) < size:
            continue
        high = max(ranks)
        for low in sorted(ranks):
            for run, gaps in _upwards(ranks, low, high, (), 0, len(wild), steps):
                for count in range(max(gaps, size - len(run)), len(wild) + 1):
                    for first in range(len(wild) - count + 1):
                        if steps.are_over():
                            return
                        yield (*run, *wild[first : first + count])


def _upwards(
    ranks: dict[int, list[int]],
    order: int,
    high: int,
    run: tuple[int, ...],
    gaps: int,
    most_gaps: int,
    steps: StepCounter,
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield all ways to continue `run` with cards of the rank `order` and higher ranks.

    With each way, yield the number of gaps in the run. `high`: the highest rank; `most_gaps`: the maximum
    number of gaps.
    """
    if steps.are_over() or order > high:
        return
    for at in ranks.get(order, ()):
        longer = (*run, at)
        yield longer, gaps
        yield from _upwards(ranks, order + 1, high, longer, gaps, most_gaps, steps)
    if run and gaps < most_gaps:
        yield from _upwards(ranks, order + 1, high, run, gaps + 1, most_gaps, steps)
