"""Make the expressions for the functions on hands: poker, and melds of rummy games.

A meld is a set (cards of one rank) or a run (cards of one suit with consecutive ranks). Deadwood are the
cards outside of melds. Rules pay for work in steps, and may only use a limited number of steps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cheat.documents.compile.emit import Expr, applied
from cheat.documents.compile.scope import Names
from cheat.documents.parse.types import CARDS, NUMBER, NUMBERS, Type, list_of, maybe
from cheat.documents.runtime import hands
from cheat.documents.runtime.state import Card, Run, item_count

POKER_COST, DEADWOOD_COST = 60, 200
"""Number of steps for each call of a function on poker hands, or on melds.

The cards and the search for melds cost further steps (`EACH_CARD`, `EACH_STEP`).
"""
EACH_CARD, EACH_STEP = 8, 3
"""Number of steps for each card of a hand, and for each search step of a search for melds.

A search costs the same if its result comes from the cache. If it cost less then, a game could depend on the
cache of a worker.
"""

_COURTS = {"J": 11, "Q": 12, "K": 13, "A": 14, "1": 14}


def poker_worth(cards: Expr, names: Names, type: Type = NUMBERS) -> Expr:
    """Return an expression for the value of the best poker hand: a list of numbers to compare.

    If the expression has the type `POKER_NAME`, texts show the name of the hand instead of the numbers.
    """
    return applied(maybe(type), _poker_worth, cards, cost=POKER_COST - 1, with_run=True)


def _poker_worth(r: Run, cards: Any) -> Any:
    if not cards or len(cards) > hands.MOST_MELDED:
        return None
    r.spend(EACH_CARD * len(cards))
    existing_cards = _existing(cards)
    return (
        hands.poker([(_number(card), card.values[1]) for card in existing_cards]) if existing_cards else None
    )


def _existing(cards: list[Any]) -> list[Any]:
    """Return the items of a list that are not `none`."""
    return [card for card in cards if card is not None]


def _number(card: Card) -> int:
    rank: str = card.values[0]
    return _COURTS.get(rank) or (int(rank) if rank.isdecimal() else int(card.values[2]))


def _meldable(names: Names) -> Callable[[list[Card]], list[hands.Meldable]]:
    """Return a function that prepares cards for the search for melds. Hidden cards get 0 points."""
    points, wild = names.attributes["points"], names.attributes.get("wild")
    by_face = {
        code: hands.Meldable(
            kind.values[2], kind.values[1], kind.values[points], bool(wild and kind.values[wild])
        )
        for code, kind in names.deck.kinds.items()
    }
    unseen = hands.Meldable(0, "", 0)
    return lambda cards: [by_face.get(card.face, unseen) for card in _existing(cards)]


def _suits(names: Names) -> int:
    """Return the maximum number of suits in a set: the number of the deck's suits except “none”."""
    return len([suit for suit in names.deck.suits if suit != "none"])


def deadwood_of(parts: Sequence[Expr], names: Names) -> Expr:
    """Return an expression for the fewest points that cards can leave outside of melds.

    `parts` are the arguments of the call: the cards, the minimum size of a set, the minimum size of a run,
    and perhaps the melds of other players. Cards that can be added to these melds do not count.
    """
    meldable, suits = _meldable(names), _suits(names)

    def points(r: Run, cards: Any, set_size: Any, run_size: Any, *other_melds: Any) -> Any:
        if cards is None or set_size is None or run_size is None:
            return None
        r.spend(EACH_CARD * len(cards) + (item_count(other_melds[0]) if other_melds else 0))
        others = [meldable(meld or []) for meld in (other_melds[0] or ())] if other_melds else []
        search = hands.search(meldable(cards), max(2, set_size), max(2, run_size), others, suits)
        r.spend(EACH_STEP * search.steps)
        return search.least

    unsure = any(part.type.maybe for part in parts)
    type_ = maybe(NUMBER) if unsure else NUMBER
    return applied(type_, points, *parts, cost=DEADWOOD_COST - 1, with_run=True)


def melds_of(cards: Expr, set_size: Expr, run_size: Expr, names: Names) -> Expr:
    """Return an expression for the melds that leave the fewest points, as lists of cards."""
    meldable, suits = _meldable(names), _suits(names)

    def melds(r: Run, cards: Any, least_set: Any, least_run: Any) -> Any:
        if cards is None or least_set is None or least_run is None:
            return None
        r.spend(EACH_CARD * len(cards))
        cards, keys = _existing(cards), meldable(cards)
        search = hands.search(keys, max(2, least_set), max(2, least_run), (), suits)
        r.spend(EACH_STEP * search.steps)
        return [[cards[at] for at in meld] for meld in hands.meld_positions(keys, search)]

    type_, cost = maybe(list_of(CARDS)), DEADWOOD_COST - 1
    return applied(type_, melds, cards, set_size, run_size, cost=cost, with_run=True)
