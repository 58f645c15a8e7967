"""Translate actions, which move cards, from the older format of documents to our format.

- A place is a hand or a pile.
- An action of the older format moves cards from one kind of place to another kind, such as from a draw pile
  to a discard pile.
- A way is an action between two particular places, the source and the target. If there are several piles of
  a kind, the action has a way for each pair of places.
- A condition of an action is about the moved card, or about whether the target is empty. A card fits if all
  conditions about the moved card are true for it.
- A way is blind if it has a condition about the moved card, and the player does not see this card. The
  offer of a move must not reveal whether the card fits. So the move is offered in both cases, and it fails if
  the card does not fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from cheat.documents.importer.cards import PLACE, RANK, STEP, WILD
from cheat.documents.importer.reading import DISCARD, DRAW, HAND, Action, Condition, Older, Zone
from cheat.documents.importer.sentences import Sentence, in_language, join, plain, sentence

Effects = list[dict[str, Any]]
ATTRIBUTES = {"value": PLACE, "rank": RANK, "points": "points", "suit": "suit"}
STEP_ATTRIBUTES = {"value": PLACE, "rank": STEP}
STEP_TERMS = {"+1": "- 1", "-1": "+ 1"}
"""Sign of a condition -> the term that turns the moved card's value into the top card's.

The sign `+1` means that the moved card is one higher than the top card. So its term is `- 1`.
"""

NEEDS_DISCARDS = "The game needs a discard pile and has none, so a standard one is added."
NO_MOVE = "This action moves cards to the place they come from, so it is never possible."
"""Warnings to authors: about a missing discard pile, and about an impossible action."""


class TablePlace(msgspec.Struct):
    """A place of the table: a hand or a pile.

    - `zone`: the name of the place's zone in the translated document
    - `kind`: the kind of place, in a word of the older format: `HAND`, `DRAW` or `DISCARD`
    - `stack`: True if only the top card can be taken
    - `is_face_up`: True if the player on turn sees the faces
    - `number`: the number of the pile, counted from 1, or 0 if there is only one pile of this kind
    """

    zone: str
    kind: str
    stack: bool
    is_face_up: bool
    number: int = 0


def places(older: Older) -> dict[str, list[TablePlace]]:
    """Return the places of a table: `HAND`, `DRAW` or `DISCARD` -> the places of this kind."""
    draw_piles = older.draw_piles or [Zone(stack=True, up=False)]
    return {
        HAND: [TablePlace("hand", HAND, older.hand.stack, older.hand.up)],
        DRAW: _numbered("draw", DRAW, draw_piles),
        DISCARD: _numbered("discard", DISCARD, older.discard_piles),
    }


def _numbered(name: str, kind: str, zones: Sequence[Zone]) -> list[TablePlace]:
    return [
        TablePlace(f"{name}{at}", kind, zone.stack, zone.up, at + 1 if len(zones) > 1 else 0)
        for at, zone in enumerate(zones)
    ]


class Way(msgspec.Struct):
    """An action from one place, the source, to another, the target."""

    action: Action
    source: TablePlace
    target: TablePlace

    @property
    def name(self) -> str:
        """The name of the way, such as `act_3_from1_on2`. Its move, routine and definitions use it."""
        id = str(self.action.id).replace("-", "m")
        source = f"_from{self.source.number}" if self.source.number else ""
        return f"act_{id}{source}{f'_on{self.target.number}' if self.target.number else ''}"

    @property
    def route(self) -> tuple[str, str, int]:
        """The zones of source and target, and the number of cards.

        Ways with equal routes move the same cards.
        """
        return self.source.zone, self.target.zone, self.action.count

    @property
    def refills(self) -> bool:
        """True if the discard pile refills the source."""
        return self.source.zone == "draw0"

    @property
    def compares(self) -> bool:
        """True if a condition is about the moved card."""
        return any(condition.by != "empty" for condition in self.action.conditions)

    @property
    def is_blind(self) -> bool:
        """True if a condition is about the moved card, and the player cannot see that card."""
        return self.compares and not self.source.is_face_up

    @property
    def chooses(self) -> bool:
        """True if the player chooses which cards to move."""
        return self.source.is_face_up and not self.source.stack

    # Expressions

    def table_fits(self) -> list[str]:
        """Return the conditions about whether the target is empty, as expressions."""
        return [f"{self.target.zone} is {'not ' * (condition.sign == '!=')}empty"
            for condition in self.action.conditions if condition.by == "empty"]  # fmt: skip

    def card_fits(self) -> list[str]:
        """Return the conditions about the moved card, as expressions of a card `c`."""
        return [self._fits(condition) for condition in self.action.conditions if condition.by != "empty"]

    def _fits(self, condition: Condition) -> str:
        if condition.by == "isWildcard":
            return f"c.{WILD} {condition.sign} 1"
        top, has_top = f"top({self.target.zone})", f"{self.target.zone} is not empty"
        if condition.sign in STEP_TERMS:
            attribute = STEP_ATTRIBUTES[condition.by]
            return f"{has_top} and c.{attribute} {STEP_TERMS[condition.sign]} == {top}.{attribute}"
        attribute = ATTRIBUTES[condition.by]
        return f"{has_top} and c.{attribute} {condition.sign} {top}.{attribute}"

    @property
    def fits(self) -> str:
        """An expression that is true if the card `it` fits, or "" if every card fits."""
        return f"fits_{self.name}(it)" if self.compares else ""

    def enough(self) -> str:
        """Return the condition that the source has enough cards."""
        zone, count = self.source.zone, self.action.count
        return f"drawable({zone}) >= {count}" if self._is_draw else f"count({zone}) >= {count}"

    @property
    def _is_draw(self) -> bool:
        """True if the player does not choose cards, and the source is refilled when it is empty."""
        return self.refills and not self.chooses

    @property
    def top(self) -> str:
        """An expression for the cards on top of the source, as many as the action moves."""
        return f"top({self.source.zone}, {self.action.count})"

    def possible(self) -> str:
        """Return the condition under which the move is offered. It reads no hidden information.

        A blind way that has failed is not offered again: after a failure, its variable `tried_…` is true.
        """
        holds = [*self.table_fits()]
        if self.chooses and self.fits:
            holds.append(f"count({self.source.zone} where {self.fits}) >= {self.action.count}")
        else:
            holds.append(self.enough())
            if self.fits and self.source.is_face_up:
                holds.append(f"all({self.top} where {self.fits})")
        if self.is_blind:
            holds.append(f"not tried_{self.name}")
        return " and ".join(holds)

    def holds(self) -> str:
        """Return the condition under which the move succeeds. It may read hidden information."""
        if not self.fits or self.chooses:
            return self.possible()
        zone, count = self.source.zone, self.action.count
        cards_fit = f"all({self.top} where {self.fits})"
        if not self.source.stack:
            cards_fit = f"count({zone} where {self.fits}) >= {count}"
        return " and ".join([*self.table_fits(), f"count({zone}) >= {count}", cards_fit])

    # Effects

    def label(self) -> Sentence:
        """Return the label of the move, with the numbers of piles if there are several of a kind."""
        words: Sentence = self.action.label or sentence("from_to", source=sentence(self.action.origin),
            target=sentence(self.action.destination))  # fmt: skip
        if self.source.number:
            words = sentence("from_pile", what=words, n=self.source.number)
        return sentence("on_pile", what=words, n=self.target.number) if self.target.number else words

    def log_line(self, *, cards: bool = False) -> Sentence:
        """Return the line in the log. `cards`: True if the line names the moved cards."""
        words = self.label()
        words = plain(words) if isinstance(words, str) else {tag: plain(text) for tag, text in words.items()}
        line = join(["{me}", words], ": ")
        line = join([line, "{c}"], " – ") if cards else line
        return line["en"] if len({*(in_language(line, tag) for tag in line)}) == 1 else line

    def routine_effects(self) -> Effects:
        """Return the effects of the way's routine, which moves the cards in its parameter `c`."""
        cards_are_public = self.source.is_face_up and self.target.is_face_up and self.target.kind != HAND
        return [
            {"set": {"moved": "true"}},
            {"move": "c", "to": self.target.zone, "say": self.log_line(cards=cards_are_public)},
        ]

    def move_effects(self, cards: str) -> Effects:
        """Return the effects that move the cards of the expression `cards`."""
        return [{"run": f"do_{self.name}({cards})"}]

    def draw_effects(self) -> Effects:
        """Return the effects that move the top cards, without a choice and without a condition."""
        zone, count = self.source.zone, self.action.count
        shuffling: Effects = [] if self.source.stack else [{"shuffle": zone}]
        return [*shuffling, {"set": {"moved": "true"}},
            {"draw": count, "from": zone, "to": self.target.zone, "say": self.log_line()}]  # fmt: skip

    def automatic_effects(self, choose: str) -> Effects:
        """Return the effects that make the move without a player.

        The caller must know that the move succeeds. `choose`: the function that chooses among the cards that
        fit: `pick` or `first`.
        """
        if not self.fits and not self.chooses:
            return self.draw_effects()
        if self.source.stack:
            return self.move_effects(self.top)
        among = f"{self.source.zone} where {self.fits}" if self.fits else self.source.zone
        if self.action.count == 1:
            return self.move_effects(f"{choose}({among})")
        return self.move_effects(f"take({among}, {self.action.count})")
