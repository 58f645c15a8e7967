"""The texts of a document: by language, with expressions in their slots."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, cast

from cheat.documents.check.expressions import Expressions
from cheat.documents.check.typed_tree import Fn, Scope, Typed
from cheat.documents.parse.diagnostics import Path
from cheat.documents.parse.types import Type, item_of
from cheat.documents.runtime.state import Card, Run
from cheat.engine.table import Moved
from cheat.i18n.messages import Arg, Text

_SLOT = re.compile(r"\{([^{}]*)\}")
ITEM_IN_WORDS = 4
"""Steps, and bytes, for each item of a list in a message."""
AROUND_CARD = 16
"""Bytes of a card in a text, in addition to its name."""
HIDDEN_CARD = Text("a card")
NOTHING = "–"


Lexicon = dict[str, dict[str, str]]
"""Language -> text in another language -> the text in this language."""


class Slot(NamedTuple):
    """An expression in a text."""

    name: str
    fn: Fn
    type: Type
    typed: Typed


class Said(NamedTuple):
    """A text in one language: a template and its slots. `by`: it names the acting player."""

    template: str
    slots: list[Slot]
    by: bool


class Spoken:
    """A text while rules run, in each of its languages."""

    def __init__(self, said: Mapping[str, Said]) -> None:
        self._said = said
        self._first = next(iter(said.values()))

    def _in_language(self, r: Run) -> Said:
        return self._said.get(language(r), self._first) if len(self._said) > 1 else self._first

    def filled(self, r: Run, moved: list[Moved]) -> tuple[str, dict[str, Arg], bool]:
        """Return the template, the values of its slots, and whether it has `{by}`.

        `moved`: the cards that the effect has just moved.
        """
        said = self._in_language(r)
        args = {slot.name: in_words(r, slot.fn(r), slot.type, moved) for slot in said.slots}
        return said.template, args, said.by

    def slots(self) -> list[Typed] | None:
        """Return the expressions of the slots; None if these, or their order, differ by language."""
        names = [[slot.name for slot in said.slots] for said in self._said.values()]
        alike = all(one == names[0] for one in names)
        return [slot.typed for slot in self._first.slots] if alike else None

    def weigh(self, r: Run) -> None:
        """Charge the cost of filling the slots without filling them, since no player reads the text."""
        for slot in self._in_language(r).slots:
            weigh(r, slot.fn(r))


AUTONYMS = {
    "ca": "Català", "de": "Deutsch", "en": "English", "es": "Español", "eu": "Euskara", "fr": "Français",
    "gl": "Galego", "it": "Italiano", "nl": "Nederlands", "pl": "Polski", "pt": "Português",
}  # fmt: skip
"""Tag of a language -> the name that the language has for itself."""


def languages_of(doc: Any) -> list[str]:
    """Return the languages of a document, in the order in which its texts have them."""
    found: dict[str, None] = {}
    for text in _by_language(doc):
        found.update(dict.fromkeys(text))
    return list(found)


_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})?")
_PLACES = {
    "name", "summary", "rules", "label", "help", "text", "say", "prompt", "confirm", "yes",
}  # fmt: skip


def _by_language(part: Any) -> Iterator[dict[str, str]]:
    if isinstance(part, list):
        for one in part:
            yield from _by_language(one)
    elif isinstance(part, dict):
        for key, one in part.items():
            if key in _PLACES and isinstance(one, dict) and all(map(_LANGUAGE.fullmatch, one)):
                yield one
            elif key in ("choice", "labels") and isinstance(one, dict):
                yield from (text for text in one.values() if isinstance(text, dict))
            else:
                yield from _by_language(one)


def learn(lexicon: Lexicon, text: Mapping[str, str]) -> None:
    """Add a text in several languages to the lexicon.

    If it has two translations, the first counts.
    """
    for tag, words in text.items():
        for other in text.values():
            if other != words:
                lexicon.setdefault(tag, {}).setdefault(other, words)


def lexicon_of(doc: Any) -> Lexicon:
    """Return all texts of a document without slots, with their translations."""
    found: Lexicon = {}
    for text in _by_language(doc):
        if not any("{" in one for one in text.values()):
            learn(found, text)
    return found


class Texts:
    """Makes the texts of one document."""

    def __init__(self, expressions: Expressions, languages: list[str]) -> None:
        self.expressions, self.languages = expressions, languages
        self.lexicon: Lexicon = {}

    def first(self, text: Any) -> str:
        """Return a text in the first language."""
        return plain(text, "")

    def spoken(self, text: Any, path: Path, scope: Scope) -> Spoken:
        """Return a text with expressions in its slots."""
        if isinstance(text, str):
            return Spoken({"": self._said(text, path, scope, {})})
        names: dict[tuple[str, int], str] = {}
        by_language = {tag: self._said(one, (*path, tag), scope, names) for tag, one in text.items()}
        self._learn(by_language)
        return Spoken(by_language)

    def _learn(self, said: Mapping[str, Said]) -> None:
        """Note a text in several languages, if its slots are the same in all of them.

        So each player can read the line in their own language, whatever language the room has.
        """
        if len({(frozenset(slot.name for slot in one.slots), one.by) for one in said.values()}) == 1:
            learn(self.lexicon, {tag: one.template for tag, one in said.items()})

    def _said(self, text: str, path: Path, scope: Scope, names: dict[tuple[str, int], str]) -> Said:
        """Return a text in one language, with its slots checked.

        `names`: (expression, how often it came before in the text) -> name of the slot. All languages of a
        text share these names.
        """
        slots: list[Slot] = []
        met: dict[str, int] = {}
        by = False

        def slot(match: re.Match[str]) -> str:
            nonlocal by
            if match[1].strip() == "me":
                by = True
                return "{by}"
            typed = self.expressions.whole(match[1], path, scope)
            typed = self.expressions.value(typed, scope)
            source = match[1].strip()
            met[source] = met.get(source, 0) + 1
            name = names.setdefault((source, met[source]), f"a{len(names)}")
            slots.append(Slot(name, typed.charged(), typed.type, typed))
            return f"{{{name}}}"

        template = _SLOT.sub(slot, text)
        return Said(template, slots, by)


def language(r: Run) -> str:
    """Return the language that the room has chosen."""
    tag: str = getattr(r.t.options, "language", "")
    return tag


def plain(text: Any, tag: str) -> str:
    """Return a text without slots in a language, or in the first one that it has."""
    if isinstance(text, Mapping):
        return str(text.get(tag) or next(iter(text.values())))
    return str(text)


def in_words(r: Run, value: Any, type: Type, moved: list[Moved] = []) -> Arg:  # noqa: B006 - only read
    """Return a value as an argument for a text.

    A player becomes their id; a card becomes its name if all players see it.
    """
    if value is None:
        return NOTHING
    if isinstance(value, Card):
        return card_in_words(r, value, moved)
    if isinstance(value, list):
        r.spend(ITEM_IN_WORDS * len(value))
        r.say(ITEM_IN_WORDS * len(value))
        parts = [in_words(r, one, item_of(type), moved) for one in value]
        return [part if isinstance(part, str | Text) else str(part) for part in parts] or NOTHING
    if type.kind == "player":
        return cast(str, r.seats[value])
    if isinstance(value, bool):
        return Text("yes" if value else "no")
    if isinstance(value, str):
        r.say(size_of(value))
        return Text(value) if type.kind == "suit" else value
    if type.kind == "team":
        return [id for seat, id in enumerate(r.seats) if r.shape.team[seat] == value]
    return cast(Arg, value)


def card_in_words(r: Run, card: Card, moved: list[Moved]) -> Text:
    """Return the name of a card, if all players see it or have just seen it move."""
    zone = r.place_of(card)
    r.say(AROUND_CARD)
    public = zone is not None and r.zones[zone].viewers == "all"
    if public or any(one.viewers == "all" and card.face in one.faces for one in moved):
        name = r.game.faces_in(language(r))[card.face].name
        r.say(size_of(name))
        return Text(name)
    return HIDDEN_CARD


def size_of(words: str) -> int:
    """Return the bytes of a text."""
    return len(words) if words.isascii() else len(words.encode())


def weigh(r: Run, value: Any) -> None:
    """Charge the cost of `in_words`, if no player reads the words."""
    if isinstance(value, Card):
        r.weigh_place(value)
    elif isinstance(value, list):
        r.spend(ITEM_IN_WORDS * len(value))
        for one in value:
            weigh(r, one)
