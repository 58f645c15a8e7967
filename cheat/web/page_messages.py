"""What the page's scripts say: the templates in them, and a language's words for these.

A template stands as a text in the call that says it, `say("Cancel")`, `pieces("Room {code}", …)` or
`plural("{count} card", "{count} cards", …)`, so it is found without understanding the script around it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cached_property, lru_cache
from pathlib import Path

from cheat.i18n.messages import ENGLISH, Language

SPOKEN_BY = "words.js"
"""The module that has the calls; it says nothing itself."""
MANY = 2
"""A number for which languages with two forms take the second one."""

_TEXT = r'"(?:[^"\\\n]|\\.)*"'
_CALL = re.compile(rf"(?<![\w.])(say|pieces|plural)\(\s*({_TEXT})?(?:\s*,\s*({_TEXT}))?")

Template = str | tuple[str, str]
"""A template, or the two forms of one that depends on a number."""


def templates_of(script: str) -> Iterator[Template]:
    """The templates of a script in the order in which they stand there. Raises SyntaxError where a call has
    none in it: nobody could translate what it says.
    """
    for call, one, many in _CALL.findall(script):
        if not one or (call == "plural") != bool(many):
            raise SyntaxError(f"what is said belongs into the call: {call}({one}")
        yield (json.loads(one), json.loads(many)) if many else json.loads(one)


def templates_in(folder: Path) -> Iterator[tuple[Path, Template]]:
    """The templates of all scripts in a folder, each with its file."""
    for path in sorted(folder.glob("**/*.js")):
        if path.name != SPOKEN_BY:
            for template in templates_of(path.read_text(encoding="utf-8")):
                yield path, template


class PageMessages:
    """What the scripts of a folder say, by language."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.in_language = lru_cache(self._in_language)

    @cached_property
    def _templates(self) -> list[Template]:
        return list(dict.fromkeys(template for _, template in templates_in(self._folder)))

    def _in_language(self, language: Language) -> dict[str, str]:
        """A language's words by the English ones; none for English."""
        if language is ENGLISH:
            return {}
        return dict(pair for template in self._templates for pair in _said(template, language))


def _said(template: Template, language: Language) -> list[tuple[str, str]]:
    """A template and its words; both forms of one that depends on a number."""
    if isinstance(template, str):
        return [(template, language.translated(template))]
    one, many = template
    return [(one, language.chosen(one, many, 1)), (many, language.chosen(one, many, MANY))]
