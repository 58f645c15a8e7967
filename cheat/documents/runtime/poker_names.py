"""The names of poker hands, such as “two pairs, kings and fours”."""

from __future__ import annotations

from collections.abc import Sequence

from cheat.i18n.messages import Text

HIGH_ACE = 14
STRAIGHT_FLUSH = 8
RANKS = {
    2: Text("two"), 3: Text("three"), 4: Text("four"), 5: Text("five"), 6: Text("six"), 7: Text("seven"),
    8: Text("eight"), 9: Text("nine"), 10: Text("ten"), 11: Text("jack"), 12: Text("queen"), 13: Text("king"),
    HIGH_ACE: Text("ace"),
}  # fmt: skip
SEVERAL = {
    2: Text("twos"), 3: Text("threes"), 4: Text("fours"), 5: Text("fives"), 6: Text("sixes"),
    7: Text("sevens"), 8: Text("eights"), 9: Text("nines"), 10: Text("tens"), 11: Text("jacks"),
    12: Text("queens"), 13: Text("kings"), HIGH_ACE: Text("aces"),
}  # fmt: skip
NAMES = (
    Text("{rank} high"),
    Text("a pair of {several}"),
    Text("two pairs, {several} and {more}"),
    Text("three {several}"),
    Text("a straight up to the {rank}"),
    Text("a flush, {rank} high"),
    Text("a full house, {several} and {more}"),
    Text("four {several}"),
    Text("a straight flush up to the {rank}"),
)
"""The names of hands, by category.

`{rank}` is the first rank of the hand, `{several}` is the plural of this rank, and `{more}` is the plural of
the second rank.
"""
ROYAL_FLUSH = Text("a royal flush")


def poker_name(worth: Sequence[int], *, with_courts: bool) -> Text:
    """Return the name of a poker hand.

    - `worth`: the value of the hand, as `hands.poker` returns it
    - `with_courts`: True if the deck has jacks, queens and kings. Ranks of other decks are shown as numbers.
    """
    category, *ranks = worth
    if category == STRAIGHT_FLUSH and ranks[0] == HIGH_ACE:
        return ROYAL_FLUSH
    words = {
        "rank": _rank(RANKS, ranks[0], with_courts),
        "several": _rank(SEVERAL, ranks[0], with_courts),
        "more": _rank(SEVERAL, ranks[1] if len(ranks) > 1 else 0, with_courts),
    }
    template = NAMES[category].template
    return Text(template, {slot: word for slot, word in words.items() if f"{{{slot}}}" in template})


def _rank(names: dict[int, Text], rank: int, with_courts: bool) -> Text | str:
    return names[rank] if with_courts and rank in names else str(rank)
