"""The texts of a document: by language, with expressions in their slots."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from cheat.documents.check.expressions import Expressions
from cheat.documents.check.scope import Scope
from cheat.documents.compile.emit import whole
from cheat.documents.parse.diagnostics import Path
from cheat.documents.runtime.words import DocumentText, Lexicon, Slot, TextTemplate, plain

_SLOT = re.compile(r"\{([^{}]*)\}")
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
        self.slots = 0

    def first(self, text: Any) -> str:
        """Return a text in the first language."""
        return plain(text, "")

    def text(self, text: Any, path: Path, scope: Scope) -> DocumentText:
        """Return a text with expressions in its slots."""
        if isinstance(text, str):
            return DocumentText({"": self._template(text, path, scope, {})})
        names: dict[tuple[str, int], str] = {}
        by_language = {tag: self._template(one, (*path, tag), scope, names) for tag, one in text.items()}
        self._learn(by_language)
        return DocumentText(by_language)

    def _learn(self, said: Mapping[str, TextTemplate]) -> None:
        """Note a text in several languages, if its slots are the same in all of them.

        So each player can read the line in their own language, whatever language the room has.
        """
        if len({(frozenset(slot.name for slot in one.slots), one.by) for one in said.values()}) == 1:
            learn(self.lexicon, {tag: one.template for tag, one in said.items()})

    def _template(
        self, text: str, path: Path, scope: Scope, names: dict[tuple[str, int], str]
    ) -> TextTemplate:
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
            self.expressions.reading = 0
            typed = self.expressions.whole(match[1], path, scope)
            typed = self.expressions.value(typed, scope)
            source = match[1].strip()
            self.slots += 1
            met[source] = met.get(source, 0) + 1
            name = names.setdefault((source, met[source]), f"a{len(names)}")
            slots.append(Slot(name, whole(typed, path, self.expressions.reading), typed.type))
            return f"{{{name}}}"

        template = _SLOT.sub(slot, text)
        return TextTemplate(template, slots, by)
