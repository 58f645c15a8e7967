"""A player's knowledge of the cards, from the page."""

from __future__ import annotations

RANKS = "A23456789TJQK"
PLURALS = (
    "Aces", "Twos", "Threes", "Fours", "Fives", "Sixes", "Sevens",
    "Eights", "Nines", "Tens", "Jacks", "Queens", "Kings",
)  # fmt: skip


def after(rank: str) -> str:
    """Return the rank that is due after this one, both as the page names them."""
    return PLURALS[(PLURALS.index(rank) + 1) % len(PLURALS)]


def claimed(count: int, rank: str) -> str:
    """Return a number of cards of a rank as the page says it: “2 × Threes”, “1 × Three”."""
    one = "Six" if rank == "Sixes" else rank.removesuffix("s")
    return f"{count} × {one if count == 1 else rank}"


def is_of(card: str, rank: str) -> bool:
    return PLURALS[RANKS.index(card[0])] == rank


def true_cards(hand: list[str], rank: str) -> list[str]:
    return [card for card in hand if is_of(card, rank)]


def false_cards(hand: list[str], rank: str) -> list[str]:
    return [card for card in hand if not is_of(card, rank)]


def in_order(cards: list[str]) -> list[str]:
    """By rank, then suit."""
    return sorted(cards, key=lambda card: (RANKS.index(card[0]), card[1]))
