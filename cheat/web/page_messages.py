"""Find the messages of the page's scripts, and translate them.

In the scripts, a template is always a literal in the call that shows the message: `say("Cancel")`,
`pieces("Room {code}", …)` or `plural("{count} card", "{count} cards", …)`. So a search for text finds all
templates, and the scripts need not be parsed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cached_property, lru_cache
from pathlib import Path

from cheat.i18n.messages import ENGLISH, Language

MESSAGE_MODULE = "words.js"
"""The module that defines `say`, `pieces` and `plural`. It has no messages itself."""
PLURAL_EXAMPLE = 2
"""A number for which languages with a singular and a plural use the plural."""

_TEXT = r'"(?:[^"\\\n]|\\.)*"'
_CALL = re.compile(rf"(?<![\w.])(say|pieces|plural)\(\s*({_TEXT})?(?:\s*,\s*({_TEXT}))?")

Template = str | tuple[str, str]
"""A template or, if it depends on a number, its singular and its plural."""


def templates_of(script: str) -> Iterator[Template]:
    """Yield the templates of a script in order.

    Raises SyntaxError for a call without a literal, because translators could not find its message.
    """
    for call, literal, plural_literal in _CALL.findall(script):
        if not literal or (call == "plural") != bool(plural_literal):
            raise SyntaxError(
                f"{call}({literal} needs its text as a literal in the call, so that translators find it"
            )
        yield (json.loads(literal), json.loads(plural_literal)) if plural_literal else json.loads(literal)


def templates_in(folder: Path) -> Iterator[tuple[Path, Template]]:
    """Yield the templates of all scripts in a folder, each with its file."""
    for path in sorted(folder.glob("**/*.js")):
        if path.name != MESSAGE_MODULE:
            for template in templates_of(path.read_text(encoding="utf-8")):
                yield path, template


class PageMessages:
    """The messages of the scripts in a folder, and their translations."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.in_language = lru_cache(self._in_language)

    @cached_property
    def _templates(self) -> list[Template]:
        return list(dict.fromkeys(template for _, template in templates_in(self._folder)))

    def _in_language(self, language: Language) -> dict[str, str]:
        """Return a dict: template -> its translation into a language. For English, it is empty."""
        if language is ENGLISH:
            return {}
        return dict(pair for template in self._templates for pair in _translations(template, language))


def _translations(template: Template, language: Language) -> list[tuple[str, str]]:
    """Return a list of one pair: a template and its translation.

    If the template depends on a number, the list has two pairs: for the singular and for the plural.
    """
    if isinstance(template, str):
        return [(template, language.translated(template))]
    singular, plural = template
    return [
        (singular, language.plural_form(singular, plural, 1)),
        (plural, language.plural_form(singular, plural, PLURAL_EXAMPLE)),
    ]
