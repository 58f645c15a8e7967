"""Messages: templates and their arguments.

A sentence is made of them for one reader, at the very end. Each message is either a template that stands as
it is, a plain text, or a `Text`: a template and the values of its slots. So a language is a catalogue of
templates, and everything that all viewers share can be built once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import lru_cache
from types import MappingProxyType
from typing import Protocol

import msgspec

Names = Mapping[str, str]
"""The names of players by their ids."""
Say = Callable[["str | Text"], str]
"""A function from words to the sentence for one reader."""

_SLOT = re.compile(r"(\{\w+\})")
NO_NAMES: Names = MappingProxyType({})
CACHED, CACHED_LETTERS = 2048, 500
"""Most templates that are cached, and their most letters.

So many are enough for the games in play, in some languages. Longer templates, which only authors write, are
not cached.
"""


class Text(msgspec.Struct, omit_defaults=True, gc=False):
    """A template with `{slots}` and their values. `many` is its form if `count` is not 1.

    In the sentence, the id of a player becomes the player's name, a list its items with commas, a list of
    players "Ada and Ben", and a number its digits.
    """

    template: str
    args: dict[str, Arg] = {}
    many: str = ""


Arg = str | int | float | bool | Text | list[str | Text]
Words = str | Text
NO_ARGS: Mapping[str, Arg] = MappingProxyType({})


def text(template: str, /, **args: Arg) -> Text:
    """Make a text in one line: `text("Waiting for {asked}.", asked="p2")`."""
    return Text(template, args)


def plural(one: str, many: str, /, count: int, **args: Arg) -> Text:
    """Make a text that depends on a number: `plural("{count} card", "{count} cards", count=3)`."""
    return Text(one, {"count": count, **args}, many)


def all_of(words: Sequence[Words]) -> Words:
    """Join things that go together: "Ada and Ben".

    There is a template for the last two, and one for those before them.
    """
    return _joined(words, "{one} and {other}", "{one} and {others}")


def any_of(words: Sequence[Words]) -> Words:
    """Join alternatives: "Twos or Threes". The templates are as for `all_of`."""
    return _joined(words, "{one} or {other}", "{one} or {others}")


def _joined(words: Sequence[Words], last: str, before: str) -> Words:
    one, others = words[0], words[1:]
    if len(others) > 1:
        return text(before, one=one, others=_joined(others, last, before))
    return text(last, one=one, other=others[0]) if others else one


@lru_cache(CACHED)
def parts_of(template: str) -> list[str]:
    """Split a template into the texts between its slots and the slots, in turn."""
    return _SLOT.split(template)


class Language:
    """English, the language of the templates; other languages translate them."""

    tag = "en"
    terms: Mapping[str, str] = MappingProxyType({})
    """Templates that a document has brought along, with their translations."""

    def __init__(self) -> None:
        self.plain: dict[str, str] = {}
        """Sentences without slots that were said before, as most on a table are. Read-only."""

    def with_terms(self, terms: Mapping[str, str]) -> Language:
        """Return the same language with these translations of templates."""
        made = copy(self)
        made.terms, made.plain = terms, {}
        return made

    def translated(self, template: str) -> str:
        """Return the template in this language."""
        return template

    def plural_form(self, one: str, many: str, count: int) -> str:
        """Return the form of a template that fits a number, in this language."""
        return one if count == 1 else many

    def say(self, words: Words, names: Names = NO_NAMES) -> str:
        """Return the sentence."""
        if isinstance(words, str):
            said = self.terms.get(words) or self.translated(words)
            return self.fill(said, NO_ARGS, names) if "{" in said else self._cache(words, said)
        return self.fill(self.template(words.template, words.many, words.args), words.args, names)

    def _cache(self, words: str, sentence: str) -> str:
        if len(words) + len(sentence) > 2 * CACHED_LETTERS:
            return sentence
        if len(self.plain) >= CACHED:
            self.plain.clear()
        self.plain[words] = sentence
        return sentence

    def template(self, one: str, many: str, args: Mapping[str, Arg]) -> str:
        """Return the template in this language, in the form for `count`."""
        count = args.get("count")
        if many and isinstance(count, int):
            return self.plural_form(one, many, count)
        return self.terms.get(one) or self.translated(one)

    def fill(self, template: str, args: Mapping[str, Arg], names: Names) -> str:
        """Return the template with its slots filled; `{p1}` stands for the name of that player."""
        if "{" not in template:
            return template
        parts = [*parts_of(template)] if len(template) <= CACHED_LETTERS else _SLOT.split(template)
        for place in range(1, len(parts), 2):
            slot = parts[place]
            name = slot[1:-1]
            parts[place] = self.shown(args[name], names) if name in args else names.get(name, slot)
        return "".join(parts)

    def shown(self, value: Arg, names: Names) -> str:
        """Return the text of a slot."""
        if isinstance(value, Text):
            return self.say(value, names)
        if isinstance(value, list):
            if len(value) > 1 and all(isinstance(one, str) and one in names for one in value):
                return self.say(all_of(value), names)
            return self.listed([self.shown(one, names) for one in value])
        return names.get(value, value) if isinstance(value, str) else self.number(value)

    def listed(self, items: Sequence[str]) -> str:
        """Return several things beside each other, as in a hand of cards."""
        return ", ".join(items)

    def number(self, value: float) -> str:
        """Return a number in digits."""
        return str(value)


ENGLISH = Language()


class Catalogue(Protocol):
    """The templates of one language by the English ones, with the interface of `gettext`."""

    def gettext(self, message: str) -> str:
        """Return a template in this language, or the English one if the language has none."""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the one of several forms that fits a number."""


class Translated(Language):
    """A language that has a catalogue."""

    def __init__(self, tag: str, catalogue: Catalogue) -> None:
        super().__init__()
        self.tag = tag
        self._catalogue = catalogue

    def translated(self, template: str) -> str:
        """Return the template in this language.

        The empty text is left alone, because `gettext` translates it to the head of its file. A text that
        seems to have no translation is looked up as a plural, too: the `gettext` of Python 3.11.2 does not
        find a template that is also the first of two forms.
        """
        said = self._catalogue.gettext(template) if template else ""
        return self._catalogue.ngettext(template, template, 1) if said == template else said

    def plural_form(self, one: str, many: str, count: int) -> str:
        """Return the form of a template that fits a number, in this language."""
        return self._catalogue.ngettext(one, many, count)
