"""Make texts while rules run: fill the slots of templates, and turn values into words.

A slot is an expression in braces in a text, as in “{n} cards”. Texts cost steps and bytes, and rules may use
only a limited number of both. A hushed run is a run of a simulation: it makes no texts, but charges the steps
that they would cost.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from cheat.documents.parse.types import Type, item_of
from cheat.documents.runtime.poker_names import poker_name
from cheat.documents.runtime.state import Card, RulesFunction, Run
from cheat.engine.table import Moved
from cheat.engine.visibility import sees
from cheat.i18n.messages import Arg, Text

ITEM_IN_WORDS = 4
"""Number of steps, and number of bytes, that each item of a list in a text costs."""
POKER_NAME_BYTES = 60
"""Number of bytes that the name of a poker hand costs."""
AROUND_CARD = 16
"""Number of bytes that a card in a text costs, in addition to its name."""
HIDDEN_CARD = Text("a card")
NO_VALUE = "–"
CARDLESS = frozenset(("number", "bool", "text", "suit", "rank", "player", "team", "option"))
"""Kinds of values that contain no cards."""


Lexicon = dict[str, dict[str, str]]
"""Language -> text in any other language -> the translation into this language."""


class Slot(NamedTuple):
    """An expression in braces in a text."""

    name: str
    value: RulesFunction
    type: Type


class TextTemplate(NamedTuple):
    """A text in one language: a template and its slots.

    `by`: True if the text names the acting player.
    """

    template: str
    slots: list[Slot]
    by: bool


class DocumentText:
    """A text in several languages.

    A bound value is a value that gets a name while rules run, such as the card of a loop. Each bound value
    has a number, its place. `reads` has a bit for each place: 1 if the slots read this bound value.
    """

    def __init__(self, templates: Mapping[str, TextTemplate]) -> None:
        self._templates = templates
        self._first = next(iter(templates.values()))
        self.reads = 0
        for slot in self.all_slots():
            self.reads |= slot.value.reads

    def _in_language(self, r: Run) -> TextTemplate:
        return self._templates.get(language(r), self._first) if len(self._templates) > 1 else self._first

    def fill(self, r: Run, moved_cards: list[Moved]) -> tuple[str, dict[str, Arg], bool]:
        """Return the template, the values of its slots, and whether it contains `{by}`.

        `moved_cards`: the cards that the effect has just moved.
        """
        template = self._in_language(r)
        args = {slot.name: in_words(r, slot.value.run(r), slot.type, moved_cards) for slot in template.slots}
        return template.template, args, template.by

    def slots(self) -> list[Slot] | None:
        """Return the slots, or None if the languages differ in the slots or in their order."""
        names = [[slot.name for slot in template.slots] for template in self._templates.values()]
        return self._first.slots if all(slot_names == names[0] for slot_names in names) else None

    def all_slots(self) -> list[Slot]:
        """Return the slots in all languages."""
        return [slot for template in self._templates.values() for slot in template.slots]

    def is_addressed(self) -> bool:
        """Return whether the text names the acting player in at least one language."""
        return any(template.by for template in self._templates.values())

    def weigh(self, r: Run) -> None:
        """Charge the steps that `fill` would cost, without filling the slots. For hushed runs."""
        for slot in self._in_language(r).slots:
            weigh(r, slot.value.run(r))


def language(r: Run) -> str:
    """Return the language that the room has chosen."""
    tag: str = getattr(r.t.options, "language", "")
    return tag


def plain(text: Any, tag: str) -> str:
    """Return a text that has no slots, in its wording for the language `tag`.

    If this wording is missing, return the one in the text's first language.
    """
    if isinstance(text, Mapping):
        return str(text.get(tag) or next(iter(text.values())))
    return str(text)


def in_words(r: Run, value: Any, type: Type, moved_cards: list[Moved] = []) -> Arg:  # noqa: B006 - only read
    """Return a value in the form in which it can fill a slot of a text.

    A player becomes an id. A card becomes its name, or “a card” if some players do not see the card.
    """
    if value is None:
        return NO_VALUE
    if isinstance(value, Card):
        return card_in_words(r, value, moved_cards)
    if type.kind == "poker_name":
        r.spend(ITEM_IN_WORDS * len(value))
        r.say(POKER_NAME_BYTES)
        return poker_name(value, with_courts="K" in r.game.deck.ranks)
    if isinstance(value, list):
        r.spend(ITEM_IN_WORDS * len(value))
        r.say(ITEM_IN_WORDS * len(value))
        parts = [in_words(r, item, item_of(type), moved_cards) for item in value]
        return [part if isinstance(part, str | Text) else str(part) for part in parts] or NO_VALUE
    if type.kind == "player":
        return cast(str, r.seats[value])
    if isinstance(value, bool):
        return Text("yes" if value else "no")
    if isinstance(value, str):
        name = r.game.names_in(language(r)).get(value) if type.kind in ("suit", "rank") else None
        r.say(size_of(name or value))
        return Text(name or value) if name or type.kind == "suit" else value
    if type.kind == "team":
        return [id for seat, id in enumerate(r.seats) if r.shape.team[seat] == value]
    return cast(Arg, value)


def card_in_words(r: Run, card: Card, moved_cards: list[Moved]) -> Text:
    """Return the name of a card, or “a card” if not all readers know the card.

    All players know a card in an open zone, and a card that they have just seen moving. A text for one player
    names the cards that this player sees.
    """
    zone = r.place_of(card)
    r.say(AROUND_CARD)
    known = zone is not None and sees(r.zones[zone].viewers, r.reader)
    if known or any(move.viewers == "all" and card.face in move.faces for move in moved_cards):
        name = r.game.faces_in(language(r))[card.face].name
        r.say(size_of(name))
        return Text(name)
    return HIDDEN_CARD


def size_of(words: str) -> int:
    """Return the number of bytes of a text."""
    return len(words) if words.isascii() else len(words.encode())


def weigh(r: Run, value: Any) -> None:
    """Charge the steps that `in_words` would cost, without making the words. For hushed runs."""
    if isinstance(value, Card):
        r.weigh_place(value)
    elif isinstance(value, list):
        r.spend(ITEM_IN_WORDS * len(value))
        for item in value:
            weigh(r, item)
