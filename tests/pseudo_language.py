"""A pseudo-language for tests.

It puts each filled template into ⟦⟧, and each slot's value that is neither words nor a player's name into ⟪⟫.
So texts that were not translated can be seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from cheat.i18n.messages import Arg, Language, Names
from scripts.catalogues import LOCALE, read

SLOT = re.compile(r"\{\w+\}")
LETTER = re.compile(r"[^\W\d_]")
PLAYER = re.compile(r"p\d+")
RAW = re.compile(r"⟪([^⟪⟫]*)⟫")

WORDS = {
    "label", "text", "help", "prompt", "confirm", "empty", "low", "high", "note", "summary", "rules",
    "detail",
}  # fmt: skip
"""Keys of an answer whose values are words for people. In the catalogue, names are words, too.
"""
CODES = {"options", "with"}
"""Keys of objects in an answer that contain only codes and values."""


class Pseudo(Language):
    """Translations that note the templates that are `asked` for; of a singular and plural, the singular."""

    tag = "qps"

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def translated(self, template: str) -> str:
        if not has_letters(template):
            return template
        self.asked.add(template)
        return f"⟦{template}⟧"

    def plural_form(self, one: str, many: str, count: int) -> str:
        self.asked.add(one)
        return f"⟦{one if count == 1 else many}⟧"

    def slot_text(self, value: Arg, names: Names) -> str:
        if not isinstance(value, str):
            return super().slot_text(value, names)
        return names.get(value, f"⟪{value}⟫")


def has_letters(text: str) -> bool:
    return bool(LETTER.search(SLOT.sub("", text)))


def unsaid(text: str, names: set[str]) -> str:
    """Return the untranslated part of a text, or "". Names of people need no translation."""
    for raw in RAW.findall(text):
        if has_letters(raw) and raw.strip("“”") not in names:
            return str(raw)
    while (inner := re.sub(r"⟦[^⟦⟧]*⟧", "", text)) != text:
        text = inner
    for name in names:
        text = text.replace(name, "")
    return text if has_letters(RAW.sub("", text)) else ""


def words_in(answer: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the place and the words of each text for people in an answer."""
    if isinstance(answer, list):
        for one in answer:
            yield from words_in(one, path)
    if not isinstance(answer, dict):
        return
    if "v" in answer and "args" in answer:
        yield from _words_of_event(answer)
        return
    for key, value in answer.items():
        where = f"{path}.{key}"
        if isinstance(value, str) and (key in WORDS or _is_named(key, path)):
            yield where, value
        elif not (key in CODES and isinstance(value, dict)):
            yield from words_in(value, where)


def _is_named(key: str, path: str) -> bool:
    """Return whether an object is a game, preset or face, whose name is words."""
    return key == "name" and re.search(r"games(\.presets|\.faces\.\w+|\.faces\.K-\w+)?$", path) is not None


def _words_of_event(event: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the template of an event, and the arguments in its slots except players.

    Other arguments are codes.
    """
    yield f"event {event['type']}", event["text"]
    for name, value in event["args"].items():
        if isinstance(value, str) and f"{{{name}}}" in event["text"] and not PLAYER.fullmatch(value):
            yield f"event {event['type']}, {name}", value


@cache
def said_in(tag: str) -> frozenset[str]:
    """Return the templates that a language translates; of a singular and plural, the singular."""
    catalogue = read(LOCALE / tag / "LC_MESSAGES/messages.po")
    ids = [message.id for message in catalogue if message.id and message.string]
    return frozenset(id if isinstance(id, str) else id[0] for id in ids)
