"""Check the texts of a document, which may be in several languages.

An expression in braces is a slot, as in “{n} cards”. When rules run, the value of the expression replaces the
slot. The lexicon contains the translations of texts: language -> text in another language -> translation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from cheat.documents.check.expressions import Expressions
from cheat.documents.compile.emit import function_of
from cheat.documents.compile.scope import Scope
from cheat.documents.parse.diagnostics import Path, Report
from cheat.documents.runtime.words import DocumentText, Lexicon, Slot, TextTemplate, plain
from cheat.i18n.messages import Text

_SLOT = re.compile(r"\{([^{}]*)\}")
LABEL_SLOTS = {"suit": "{suit}", "team": "{team}"}
"""Value of a zone's key `per` -> the only slot that the label of the zone may have."""
AUTONYMS = {
    "ca": "Català", "de": "Deutsch", "en": "English", "es": "Español", "eu": "Euskara", "fr": "Français",
    "gl": "Galego", "it": "Italiano", "nl": "Nederlands", "pl": "Polski", "pt": "Português",
}  # fmt: skip
"""Tag of a language -> the name of this language in the language itself."""


def languages_of(doc: Any) -> list[str]:
    """Return the languages of a document's texts, in the order in which they first appear."""
    languages: dict[str, None] = {}
    for text in _by_language(doc):
        languages.update(dict.fromkeys(text))
    return list(languages)


_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})?")
_TEXT_KEYS = {
    "name", "summary", "rules", "label", "help", "text", "say", "prompt", "confirm", "yes",
}  # fmt: skip


def _by_language(part: dict[str, Any] | list[Any]) -> Iterator[dict[str, str]]:
    if isinstance(part, list):
        for inner in part:
            if isinstance(inner, dict | list):
                yield from _by_language(inner)
    else:
        for key, inner in part.items():
            if key in _TEXT_KEYS and isinstance(inner, dict) and all(map(_LANGUAGE.fullmatch, inner)):
                yield inner
            elif key in ("choice", "labels") and isinstance(inner, dict):
                yield from (text for text in inner.values() if isinstance(text, dict))
            elif isinstance(inner, dict | list):
                yield from _by_language(inner)


def learn(lexicon: Lexicon, text: Mapping[str, str]) -> None:
    """Add a text in several languages to the lexicon. Translations that it has already stay."""
    for tag, words in text.items():
        for source in text.values():
            if source != words:
                lexicon.setdefault(tag, {}).setdefault(source, words)


def lexicon_of(doc: Any) -> Lexicon:
    """Return the translations of texts without slots, labels of zones, and names of the deck.

    A text is not translated into a language in which the document has the same text. For example, if “Mano”
    is also an English term of the game, English readers read “Mano”, and not “Hand”.
    """
    lexicon: Lexicon = {}
    labels = [id(zone.get("label")) for zone in doc["zones"].values()]
    texts = list(_by_language(doc))
    for text in texts:
        if id(text) in labels or not any("{" in words for words in text.values()):
            learn(lexicon, text)
    for name in doc["deck"].get("names", {}).values():
        if isinstance(name, dict):
            learn(lexicon, name)
    for text in texts:
        for tag, words in text.items():
            lexicon.get(tag, {}).pop(words, None)
    return lexicon


_KEYS_WITHOUT_SLOTS = ("label", "help", "confirm", "yes", "labels")
"""Keys with texts that cannot have slots."""
_PATHS_OF_NAMES = (("zones",), ("options",), ("phases",), ("define",), ("routines",))
"""Paths of objects whose keys are names that the author has chosen."""


def tell_slots(part: Any, report: Report, path: Path = ()) -> None:
    """Warn about braces in texts that cannot have slots, such as labels.

    Players would read the braces and the expression inside.
    """
    if isinstance(part, list):
        for place, inner in enumerate(part):
            tell_slots(inner, report, (*path, place))
        return
    if not isinstance(part, dict):
        return
    for key, inner in part.items():
        if key == "label" and path[:1] == ("phases",) and path[2:3] == ("moves",) and len(path) == 4:
            continue  # `Texts.label` checks labels of buttons
        if key not in _KEYS_WITHOUT_SLOTS or path in _PATHS_OF_NAMES:
            tell_slots(inner, report, (*path, key))
            continue
        allowed_slot = LABEL_SLOTS.get(part.get("per", "")) if path[:1] == ("zones",) else None
        for text_path, text in _texts_in(inner, (*path, key)):
            for slot in _SLOT.finditer(text):
                if slot[0] != allowed_slot:
                    words = "There are no values in this text: players read “{slot}” as it stands."
                    report.warn("no_slot", text_path, words, span=slot.span(), slot=slot[0])  # type: ignore[arg-type]


def _texts_in(part: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(part, str):
        yield path, part
    elif isinstance(part, dict | list):
        for key, inner in part.items() if isinstance(part, dict) else enumerate(part):
            yield from _texts_in(inner, (*path, key))


LABEL_KINDS = ("number", "text", "rank", "suit", "player", "team")
"""Types of values that labels of buttons can show, to each reader in their own language."""


class Texts:
    """The check of the texts of one document."""

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
        shared: dict[tuple[str, int], Slot] = {}
        by_language = {tag: self._template(words, (*path, tag), scope, shared) for tag, words in text.items()}
        self._learn(by_language)
        return DocumentText(by_language)

    def label(self, text: Any, path: Path) -> DocumentText | None:
        """Return the label of a button if the label shows values in slots, otherwise None.

        Earlier releases did not know slots in labels, and showed braces. So authors get only a warning about
        a mistake in a slot, and the label shows the braces.
        """
        if not any(_SLOT.search(words) for _, words in _texts_in(text, path)):
            return None
        report = self.expressions.report
        problem_count = len(report.problems)
        label = self.text(text, path, Scope(shown_as=Text("The label")))
        has_other_values = label.is_addressed() or any(
            slot.type.kind not in LABEL_KINDS for slot in label.all_slots()
        )
        if has_other_values:
            words = (
                "A label can show numbers, texts, ranks, suits, players and teams, but no other values: "
                "players read the braces."
            )
            report.warn("no_slot", path, words)
        if not has_other_values and len(report.problems) == problem_count:
            return label
        mistakes = report.problems[problem_count:]
        report.problems[problem_count:] = [
            msgspec.structs.replace(mistake, severity="warning") for mistake in mistakes
        ]
        return None

    def _learn(self, templates: Mapping[str, TextTemplate]) -> None:
        """Add a text to the lexicon if it has the same slots in all languages.

        Players read texts of the lexicon in their own languages. They read all other texts in the language of
        the room.
        """
        slots = [(frozenset(slot.name for slot in text.slots), text.by) for text in templates.values()]
        if len(set(slots)) == 1:
            learn(self.lexicon, {tag: template.template for tag, template in templates.items()})

    def _template(
        self, text: str, path: Path, scope: Scope, shared: dict[tuple[str, int], Slot]
    ) -> TextTemplate:
        """Check a text in one language, and return it.

        `shared`: (expression, number of the slot among the slots with this expression) -> slot. All languages
        of a text share this dict, so a slot is checked and compiled once, and has one name.
        """
        slots: list[Slot] = []
        occurrences: dict[str, int] = {}
        by = False

        def slot(match: re.Match[str]) -> str:
            nonlocal by
            if match[1].strip() == "me":
                by = True
                return "{by}"
            source = match[1].strip()
            occurrences[source] = occurrences.get(source, 0) + 1
            key = (source, occurrences[source])
            if key not in shared:
                self.expressions.reading = 0
                typed = self.expressions.value(self.expressions.check(match[1], path, scope), scope)
                self.slots += 1
                value = function_of(typed, path, self.expressions.reading)
                shared[key] = Slot(f"a{len(shared)}", value, typed.type)
            slots.append(shared[key])
            return f"{{{shared[key].name}}}"

        template = _SLOT.sub(slot, text)
        return TextTemplate(template, slots, by)
