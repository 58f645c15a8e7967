"""Ways of an action from one place to another, as expressions and effects of our language.

An action of the older format names kinds of places. If there are several piles of a kind, each pair of places
is a way of its own. If the player cannot see the card to move, the table must not tell whether the card fits.
So the move is offered in any case, and making it is a try.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from cheat.documents.importer.cards import PLACE, RANK, STEP, WILD
from cheat.documents.importer.reading import DISCARD, DRAW, HAND, Action, Condition, Older, Zone
from cheat.documents.importer.sentences import Sentence, in_language, joined, plain, sentence

Effects = list[dict[str, Any]]
ATTRIBUTES = {"value": PLACE, "rank": RANK, "points": "points", "suit": "suit"}
ONE_STEP = {"value": PLACE, "rank": STEP}
ONE_STEP_OF = {"+1": "- 1", "-1": "+ 1"}
"""Step that a condition demands -> what to add to the moved card's place.

If the sum is the place of the top card, the condition holds.
"""

NEEDS_DISCARDS = "The game needs a discard pile and has none, so a standard one is added."
NO_MOVE = "This action moves cards to the place they come from, so it is never possible."
"""Messages about piles and the ways between them."""


class TablePlace(msgspec.Struct):
    """A place of the table: its zone and behaviour. `number`: from 1; 0 for the only one."""

    zone: str
    kind: str
    stack: bool
    seen: bool
    number: int = 0


def places(older: Older) -> dict[str, list[TablePlace]]:
    """Return the places of a table, by the words of the format."""
    draws = older.draws or [Zone(stack=True, up=False)]
    return {
        HAND: [TablePlace("hand", HAND, older.hand.stack, older.hand.up)],
        DRAW: _numbered("draw", DRAW, draws),
        DISCARD: _numbered("discard", DISCARD, older.discards),
    }


def _numbered(name: str, kind: str, zones: Sequence[Zone]) -> list[TablePlace]:
    return [
        TablePlace(f"{name}{at}", kind, one.stack, one.up, at + 1 if len(zones) > 1 else 0)
        for at, one in enumerate(zones)
    ]


class Way(msgspec.Struct):
    """An action from one place to another."""

    action: Action
    source: TablePlace
    target: TablePlace

    @property
    def name(self) -> str:
        """The name of its moves, routines and definitions."""
        id = str(self.action.id).replace("-", "m")
        source = f"_from{self.source.number}" if self.source.number else ""
        return f"act_{id}{source}{f'_on{self.target.number}' if self.target.number else ''}"

    @property
    def route(self) -> tuple[str, str, int]:
        """Its zones and its number of cards. Ways with the same route move the same cards."""
        return self.source.zone, self.target.zone, self.action.count

    @property
    def refills(self) -> bool:
        """True if its source is the pile that the discards refill."""
        return self.source.zone == "draw0"

    @property
    def compares(self) -> bool:
        """True if it depends on the moved card."""
        return any(one.by != "empty" for one in self.action.conditions)

    @property
    def is_blind(self) -> bool:
        """True if the player cannot see the card that has to fit."""
        return self.compares and not self.source.seen

    @property
    def chooses(self) -> bool:
        """True if the player chooses a card."""
        return self.source.seen and not self.source.stack

    # Expressions

    def table_fits(self) -> list[str]:
        """Return the conditions that must hold for any moved card."""
        return [f"{self.target.zone} is {'not ' * (one.sign == '!=')}empty"
            for one in self.action.conditions if one.by == "empty"]  # fmt: skip

    def card_fits(self) -> list[str]:
        """Return the conditions that must hold for a card `c`."""
        return [self._fits(one) for one in self.action.conditions if one.by != "empty"]

    def _fits(self, one: Condition) -> str:
        if one.by == "isWildcard":
            return f"c.{WILD} {one.sign} 1"
        top, there = f"top({self.target.zone})", f"{self.target.zone} is not empty"
        if one.sign in ONE_STEP_OF:
            attribute = ONE_STEP[one.by]
            return f"{there} and c.{attribute} {ONE_STEP_OF[one.sign]} == {top}.{attribute}"
        attribute = ATTRIBUTES[one.by]
        return f"{there} and c.{attribute} {one.sign} {top}.{attribute}"

    @property
    def fits(self) -> str:
        """The condition on a card `it`; "" if any card will do."""
        return f"fits_{self.name}(it)" if self.compares else ""

    def enough(self) -> str:
        """Return the condition that there are enough cards."""
        zone, count = self.source.zone, self.action.count
        return f"drawable({zone}) >= {count}" if self._draws else f"count({zone}) >= {count}"

    @property
    def _draws(self) -> bool:
        """True if cards are drawn from a pile that is refilled when it is empty."""
        return self.refills and not self.chooses

    @property
    def top(self) -> str:
        """The cards on top of its source."""
        return f"top({self.source.zone}, {self.action.count})"

    def possible(self) -> str:
        """Return the condition under which the way is offered.

        It uses only what the player may know.
        """
        holds = [*self.table_fits()]
        if self.chooses and self.fits:
            holds.append(f"count({self.source.zone} where {self.fits}) >= {self.action.count}")
        else:
            holds.append(self.enough())
            if self.fits and self.source.seen:
                holds.append(f"all({self.top} where {self.fits})")
        if self.is_blind:
            holds.append(f"not tried_{self.name}")
        return " and ".join(holds)

    def holds(self) -> str:
        """Return the condition under which the way is legal. It may use what the player cannot know."""
        if not self.fits or self.chooses:
            return self.possible()
        zone, count = self.source.zone, self.action.count
        found = f"all({self.top} where {self.fits})"
        if not self.source.stack:
            found = f"count({zone} where {self.fits}) >= {count}"
        return " and ".join([*self.table_fits(), f"count({zone}) >= {count}", found])

    # Effects

    def label(self) -> Sentence:
        """Return its label, with the piles if there are several."""
        words: Sentence = self.action.label or sentence("from_to", source=sentence(self.action.origin),
            target=sentence(self.action.destination))  # fmt: skip
        if self.source.number:
            words = sentence("from_pile", what=words, n=self.source.number)
        return sentence("on_pile", what=words, n=self.target.number) if self.target.number else words

    def log_line(self, *, cards: bool = False) -> Sentence:
        """Return the line in the log."""
        words = self.label()
        words = plain(words) if isinstance(words, str) else {tag: plain(one) for tag, one in words.items()}
        line = joined(["{me}", words], ": ")
        line = joined([line, "{c}"], " – ") if cards else line
        return line["en"] if len({*(in_language(line, tag) for tag in line)}) == 1 else line

    def carried_out(self) -> Effects:
        """Return the effects of a routine that moves the cards `c`."""
        shown = self.source.seen and self.target.seen and self.target.kind != HAND
        return [
            {"set": {"moved": "true"}},
            {"move": "c", "to": self.target.zone, "say": self.log_line(cards=shown)},
        ]

    def done(self, cards: str) -> Effects:
        """Return the effects that move these cards."""
        return [{"run": f"do_{self.name}({cards})"}]

    def drawn(self) -> Effects:
        """Return the effects that move cards without a choice or a condition on them."""
        zone, count = self.source.zone, self.action.count
        mixed: Effects = [] if self.source.stack else [{"shuffle": zone}]
        return [*mixed, {"set": {"moved": "true"}},
            {"draw": count, "from": zone, "to": self.target.zone, "say": self.log_line()}]  # fmt: skip

    def by_itself(self, choose: str) -> Effects:
        """Return the effects that carry out a legal way without a player.

        `choose`: the function that chooses among the cards that fit, `pick` or `first`.
        """
        if not self.fits and not self.chooses:
            return self.drawn()
        if self.source.stack:
            return self.done(self.top)
        among = f"{self.source.zone} where {self.fits}" if self.fits else self.source.zone
        if self.action.count == 1:
            return self.done(f"{choose}({among})")
        return self.done(f"take({among}, {self.action.count})")
