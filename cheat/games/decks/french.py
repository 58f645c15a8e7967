"""The 52 playing cards of the French deck.

A code is the rank (A 2..9 T J Q K) and the suit (C D H S): `QH`.
"""

from __future__ import annotations

from cheat.games.cards import Face

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
RANK_NAMES = (
    "Ace", "Two", "Three", "Four", "Five", "Six", "Seven",
    "Eight", "Nine", "Ten", "Jack", "Queen", "King",
)  # fmt: skip
RANK_PLURALS = tuple(name + ("es" if name == "Six" else "s") for name in RANK_NAMES)
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}

FRENCH_DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""Suit by suit, in the order of the ranks."""

FRENCH_FACES = {
    rank + suit: Face(
        kind="playing",
        name=f"{name} of {word}",
        rank="10" if rank == "T" else rank,
        suit=word,
        colour="red" if suit in "DH" else "black",
    )
    for suit, word in SUITS.items()
    for rank, name in zip(RANKS, RANK_NAMES, strict=True)
}


def rank_of(card: str) -> int:
    """Index of the rank of a French card, ace 0 to king 12."""
    return RANKS.index(card[0])


def by_rank(card: str) -> tuple[int, str]:
    """Sort key: rank, ace low, then suit."""
    return rank_of(card), card[1]
