"""Functions of whole hands: poker, and melds of rummy games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cheat.documents import hands
from cheat.documents.names import Names
from cheat.documents.typed import Typed, applied
from cheat.documents.types import CARDS, NUMBER, NUMBERS, list_of, maybe
from cheat.documents.values import Card

POKER_COST, DEADWOOD_COST = 60, 200

_COURTS = {"J": 11, "Q": 12, "K": 13, "A": 14, "1": 14}


def poker_worth(cards: Typed, names: Names) -> Typed:
    """The worth of the best five."""
    return applied(maybe(NUMBERS), _poker_worth, cards, cost=POKER_COST - 1)


def _poker_worth(held: Any) -> Any:
    if not held or len(held) > hands.MOST_MELDED:
        return None
    return hands.poker([(_number(card), card.values[1]) for card in held])


def _number(card: Card) -> int:
    rank: str = card.values[0]
    return _COURTS.get(rank) or (int(rank) if rank.isdecimal() else int(card.values[2]))


def _meldable(names: Names) -> Callable[[list[Card]], list[hands.Meldable]]:
    """How cards are seen by melds; one that nobody sees counts nothing."""
    points, wild = names.attributes["points"], names.attributes.get("wild")
    made = {
        code: hands.Meldable(
            kind.values[2], kind.values[1], kind.values[points], bool(wild and kind.values[wild])
        )
        for code, kind in names.deck.kinds.items()
    }
    unseen = hands.Meldable(0, "", 0)
    return lambda cards: [made.get(card.face, unseen) for card in cards]


def _suits(names: Names) -> int:
    """How many suits a set may have cards of."""
    return len([suit for suit in names.deck.suits if suit != "none"])


def deadwood_of(parts: Sequence[Typed], names: Names) -> Typed:
    """The points that are in no meld; the last part are melds of others, if it is there."""
    made, suits = _meldable(names), _suits(names)

    def points(cards: Any, set_size: Any, run_size: Any, *more: Any) -> Any:
        if cards is None or set_size is None or run_size is None:
            return None
        others = [made(meld) for meld in (more[0] or ())] if more else []
        return hands.deadwood(made(cards), max(2, set_size), max(2, run_size), others, suits)

    unsure = any(one.type.maybe for one in parts)
    return applied(maybe(NUMBER) if unsure else NUMBER, points, *parts, cost=DEADWOOD_COST - 1)


def melds_of(cards: Typed, set_size: Typed, run_size: Typed, names: Names) -> Typed:
    """The melds, as lists of cards."""
    made, suits = _meldable(names), _suits(names)

    def melds(held: Any, least_set: Any, least_run: Any) -> Any:
        if held is None or least_set is None or least_run is None:
            return None
        found = hands.melds(made(held), max(2, least_set), max(2, least_run), suits)
        return [[held[at] for at in meld] for meld in found]

    return applied(maybe(list_of(CARDS)), melds, cards, set_size, run_size, cost=DEADWOOD_COST - 1)
