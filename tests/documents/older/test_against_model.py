"""Preconditions on random tables, compared with a model that knows only what the format says of them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from .older_documents import TAKE, Played, older, playing

VALUES, SUITS = ["A", "B", "C", "D", "E"], ["Red", "Blue", "Green"]
RANKS, POINTS = [9, 1, 4, 4, 2], [0, 5, 5, -1, 3]
DECKS = {"decks": [{"id": 5, "suits": SUITS, "values": VALUES, "ranks": RANKS, "points": POINTS}]}
WILD = [{"value": ["C"], "suits": "ALL"}, {"value": ["A", "E"], "suits": ["Blue"]}]
LETTERS = dict(zip(SUITS, "abc", strict=True))
SIGNS = {
    "==": lambda a, b: a == b, "===": lambda a, b: a == b, "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b, ">": lambda a, b: a > b, "<=": lambda a, b: a <= b, ">=": lambda a, b: a >= b,
    "+1": lambda a, b: a == b + 1, "-1": lambda a, b: a == b - 1,
}  # fmt: skip
SEEDS = 30


def facts(card: str) -> dict[str, Any]:
    """Return the facts that the format has of a card."""
    at, suit = VALUES.index(card[0]), next(suit for suit in SUITS if LETTERS[suit] == card[1])
    wild = card[0] == "C" or (card[0] in "AE" and suit == "Blue")
    ranks = sorted(set(RANKS))
    return {"value": at, "suit": suit, "rank": RANKS[at], "points": POINTS[at], "isWildcard": wild,
        "step": ranks.index(RANKS[at])}  # fmt: skip


def holds(sign: str, by: str, card: str, top: str) -> bool:
    """One precondition; `top` is empty where the pile is."""
    if by == "empty":
        return (sign == "!=") == bool(top)
    if by == "isWildcard":
        return (sign != "!=") == bool(facts(card)[by])
    if not top:
        return False
    key = "step" if by == "rank" and sign in ("+1", "-1") else by
    return bool(SIGNS[sign](facts(card)[key], facts(top)[key]))


def some_conditions(chance: random.Random) -> list[tuple[str, str]]:
    by = [chance.choice(["value", "suit", "rank", "points", "isWildcard", "empty"]) for _ in range(2)]
    signs = {"value": list(SIGNS), "rank": list(SIGNS), "points": list(SIGNS)[:7]}
    return [(chance.choice(signs.get(one, ["==", "===", "!="])), one) for one in by][
        : chance.choice([1, 1, 2])
    ]


@pytest.mark.parametrize("seed", range(SEEDS))
def test_what_may_be_played_is_what_the_model_says(seed: int) -> None:
    chance = random.Random(seed)
    first, second = some_conditions(chance), some_conditions(chance)
    actions = [playing(*first), TAKE, playing(*second, id=3)]
    doc = older(deckId=5, actions=actions, gameLoop="1 OR 3 OR 2", round0=None, wildcards=WILD)
    cards = [value + letter for value in VALUES for letter in LETTERS.values()]
    chance.shuffle(cards)
    table = Played(doc, decks=DECKS)
    for top in ("", cards[-1], cards[-2]):
        hand = [card for card in cards[:9] if card != top]
        table.laid(" ".join(hand), cards[10], discard0=top)
        by_first = {card for card in hand if all(holds(*one, card, top) for one in first)}
        by_second = {card for card in hand if all(holds(*one, card, top) for one in second)}
        assert table.offers("p1", "act_1") == by_first, (first, top)
        assert table.offers("p1", "act_3") == by_second - by_first, (first, second, top)
