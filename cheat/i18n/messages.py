"""Messages: templates with values for their slots. They become sentences in any language.

A message is a `str`, which is a template without slots, or a `Text`: a template and the values of its slots.
A message becomes a sentence only when a reader gets it. So all viewers can share one message, and a language
needs translations of templates only.
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
"""The names of players, by the players' ids."""
Say = Callable[["str | Text"], str]
"""A function from a message to a sentence in the language of one reader."""

_SLOT = re.compile(r"(\{\w+\})")
NO_NAMES: Names = MappingProxyType({})
CACHED, CACHED_LETTERS = 2048, 500
"""Maximum number of cached templates, and maximum number of letters in a cached template.

They are enough for all games that are played at the same time, in several languages. Longer templates come
only from authors of documents.
"""


class Text(msgspec.Struct, omit_defaults=True, gc=False):
    """A template with `{slots}`, and the values of the slots.

    `many` is the template if the value `count` is not 1. In the sentence, the id of a player becomes the
    player's name, and a number becomes digits. A list becomes its items with commas between them, except that
    a list of players becomes "Ada and Ben".
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
    """Join items: "Ada, Ben and Cleo".

    One template joins the last two items, and another template joins the items before them.
    """
    return _join(words, "{one} and {other}", "{one}, {others}")


def with_commas(words: Sequence[Words]) -> Words:
    """Join items: "Ada, Ben, Inés"."""
    return _join(words, "{one}, {other}", "{one}, {others}")


def items_of(value: Arg) -> Sequence[Arg]:
    """Return the items of a list, or the items that `all_of` has joined.

    Any other value has no items.
    """
    if isinstance(value, list):
        return value
    if not isinstance(value, Text) or value.template not in ("{one} and {other}", "{one}, {others}"):
        return ()
    rest = value.args.get("others") or value.args["other"]
    return [value.args["one"], *(items_of(rest) or [rest])]


def any_of(words: Sequence[Words]) -> Words:
    """Join alternatives: "Twos or Threes". There are two templates, as for `all_of`."""
    return _join(words, "{one} or {other}", "{one}, {others}")


def _join(words: Sequence[Words], last_template: str, template: str) -> Words:
    first, remaining = words[0], words[1:]
    if len(remaining) > 1:
        return text(template, one=first, others=_join(remaining, last_template, template))
    return text(last_template, one=first, other=remaining[0]) if remaining else first


@lru_cache(CACHED)
def parts_of(template: str) -> list[str]:
    """Split a template into a list in which texts and slots alternate."""
    return _SLOT.split(template)


class Language:
    """English, the language of the templates. Other languages are subclasses that translate."""

    tag = "en"
    terms: Mapping[str, str] = MappingProxyType({})
    """Template of a document -> the translation that comes with the document."""

    def __init__(self) -> None:
        self.plain: dict[str, str] = {}
        """A cache of sentences without slots. Most sentences of a table have no slots.

        Only this class writes to the cache.
        """

    def with_terms(self, terms: Mapping[str, str]) -> Language:
        """Return the same language with these translations of templates."""
        language = copy(self)
        language.terms, language.plain = terms, {}
        return language

    def translated(self, template: str) -> str:
        """Return the template in this language."""
        return template

    def plural_form(self, one: str, many: str, count: int) -> str:
        """Return `one` or `many`, as the number `count` requires, in this language."""
        return one if count == 1 else many

    def say(self, words: Words, names: Names = NO_NAMES) -> str:
        """Return the sentence of a message in this language."""
        if isinstance(words, str):
            sentence = self.terms.get(words) or self.translated(words)
            return self.fill(sentence, NO_ARGS, names) if "{" in sentence else self._cache(words, sentence)
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
        """Return the template with its slots filled.

        A slot such as `{p1}` becomes that player's name.
        """
        if "{" not in template:
            return template
        parts = [*parts_of(template)] if len(template) <= CACHED_LETTERS else _SLOT.split(template)
        for place in range(1, len(parts), 2):
            slot = parts[place]
            name = slot[1:-1]
            parts[place] = self.slot_text(args[name], names) if name in args else names.get(name, slot)
        return "".join(parts)

    def slot_text(self, value: Arg, names: Names) -> str:
        """Return the text of a slot."""
        if isinstance(value, Text):
            return self.say(value, names)
        if isinstance(value, list):
            if len(value) > 1 and all(isinstance(item, str) and item in names for item in value):
                return self.say(all_of(value), names)
            return self.list_text([self.slot_text(item, names) for item in value])
        return names.get(value, value) if isinstance(value, str) else self.number(value)

    def list_text(self, items: Sequence[str]) -> str:
        """Return the text of a list, such as the cards of a hand."""
        return ", ".join(items)

    def number(self, value: float) -> str:
        """Return a number in digits."""
        return str(value)


ENGLISH = Language()


class Translations(Protocol):
    """Translations of English templates into one language. The interface is that of `gettext`."""

    def gettext(self, message: str) -> str:
        """Return a template in this language, or the English template if there is none."""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the translated form that fits a number."""


class Translated(Language):
    """A language with translations of the English templates."""

    def __init__(self, tag: str, translations: Translations) -> None:
        super().__init__()
        self.tag = tag
        self._translations = translations

    def translated(self, template: str) -> str:
        """Return the template in this language.

        An empty text stays empty, because `gettext` would return the head of the file of translations. If
        `gettext` finds no translation, `ngettext` is asked for the singular: in Python 3.11.2, `gettext`
        does not find templates that are stored with a plural form.
        """
        sentence = self._translations.gettext(template) if template else ""
        return self._translations.ngettext(template, template, 1) if sentence == template else sentence

    def plural_form(self, one: str, many: str, count: int) -> str:
        """Return `one` or `many`, as the number `count` requires, in this language."""
        return self._translations.ngettext(one, many, count)
