"""The 52 playing cards of the French deck.

The code of a card is its rank (A 2..9 T J Q K) and its suit (C D H S): `QH` is the queen of hearts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from cheat.engine.cards import Face
from cheat.engine.forms import Choice
from cheat.i18n.messages import Text, Words, any_of

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
RANK_NAMES = (
    "Ace", "Two", "Three", "Four", "Five", "Six", "Seven",
    "Eight", "Nine", "Ten", "Jack", "Queen", "King",
)  # fmt: skip
RANK_PLURALS = (
    "Aces", "Twos", "Threes", "Fours", "Fives", "Sixes", "Sevens",
    "Eights", "Nines", "Tens", "Jacks", "Queens", "Kings",
)  # fmt: skip
RANK_CHOICES = [Choice(rank, words) for rank, words in zip(RANKS, RANK_PLURALS, strict=True)]
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}

FRENCH_DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The cards, sorted by suit, and within a suit by rank."""

_NAMES = {
    "C": (
        "Ace of clubs", "Two of clubs", "Three of clubs", "Four of clubs", "Five of clubs",
        "Six of clubs", "Seven of clubs", "Eight of clubs", "Nine of clubs", "Ten of clubs",
        "Jack of clubs", "Queen of clubs", "King of clubs",
    ),
    "D": (
        "Ace of diamonds", "Two of diamonds", "Three of diamonds", "Four of diamonds",
        "Five of diamonds", "Six of diamonds", "Seven of diamonds", "Eight of diamonds",
        "Nine of diamonds", "Ten of diamonds", "Jack of diamonds", "Queen of diamonds",
        "King of diamonds",
    ),
    "H": (
        "Ace of hearts", "Two of hearts", "Three of hearts", "Four of hearts", "Five of hearts",
        "Six of hearts", "Seven of hearts", "Eight of hearts", "Nine of hearts", "Ten of hearts",
        "Jack of hearts", "Queen of hearts", "King of hearts",
    ),
    "S": (
        "Ace of spades", "Two of spades", "Three of spades", "Four of spades", "Five of spades",
        "Six of spades", "Seven of spades", "Eight of spades", "Nine of spades", "Ten of spades",
        "Jack of spades", "Queen of spades", "King of spades",
    ),
}  # fmt: skip
"""The spoken names of cards.

Each name is one message, so translators can translate the whole name.
"""

FRENCH_FACES = {
    rank + suit: Face(
        kind="playing",
        name=name,
        rank="10" if rank == "T" else rank,
        suit=word,
        colour="red" if suit in "DH" else "black",
    )
    for suit, word in SUITS.items()
    for rank, name in zip(RANKS, _NAMES[suit], strict=True)
}


rank_of = {card: RANKS.index(card[0]) for card in FRENCH_DECK}.__getitem__
"""A function that returns the index of a card's rank: from 0 for aces to 12 for kings."""

by_rank = {rank + suit: place for place, (rank, suit) in enumerate(product(RANKS, SUITS))}.__getitem__
"""The sort key of a card: by rank, aces first, then by suit."""


@lru_cache
def ranks_after(rank: int, steps: tuple[int, ...]) -> list[int]:
    """Return the ranks that are `steps` away from `rank`, sorted, with aces first.

    The step 1 means the next rank, and -1 the rank before. After kings come aces.

    Callers share the list, so they must not change it.
    """
    return sorted((rank + step) % len(RANKS) for step in steps)


def rank_text(rank: int) -> Words:
    """Return the word for one card of a rank, such as "Three"."""
    return _SPOKEN_ALONE[rank]


def ranks_text(ranks: Sequence[int]) -> Words:
    """Return words for these ranks, such as "Twos or Threes" or "any rank"."""
    if len(ranks) == 1:
        return _SPOKEN[ranks[0]]
    return Text("any rank") if len(ranks) == len(RANKS) else any_of([_SPOKEN[rank] for rank in ranks])


_SPOKEN_ALONE = [Text(name) for name in RANK_NAMES]
_SPOKEN = [Text(plural) for plural in RANK_PLURALS]
