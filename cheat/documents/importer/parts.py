"""Read the keys of objects in a document in the older format.

Missing keys have defaults, and null counts as missing. Authors may write a number as a text, a text as a
number, and a list with one item as the item alone.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from cheat.documents.parse.diagnostics import Path, Report
from cheat.documents.parse.schema_types import value_text
from cheat.i18n.messages import Text

MOST_NUMBER = 10**6
MOST_DIGITS = 9


class Part:
    """An object in a document. Keys that are not in `known_keys` are reported and ignored."""

    def __init__(self, stated: Any, path: Path, known_keys: Collection[str], report: Report) -> None:
        self.path, self.report = path, report
        self.stated: dict[str, Any] = stated if isinstance(stated, dict) else {}
        if not isinstance(stated, dict):
            self.refuse((), stated, Text("an object"))
        for key in self.stated:
            if key not in known_keys:
                candidates = [candidate for candidate in known_keys if candidate not in self.stated]
                words = "“{key}” is not a known key here, so it is ignored."
                like = report.nearest(key, candidates)
                report.warn("unknown_key", (*path, key), words, hint=like, on_key=True, key=key)

    def __getitem__(self, key: str) -> Any:
        return self.stated.get(key)

    def stated_paths(self, *keys: str) -> list[Path]:
        """Return the paths of those keys that have a value."""
        return [(*self.path, key) for key in keys if self[key] is not None]

    def refuse(self, key: Path, value: Any, expected: Text | str) -> None:
        """Report that the value of a key is wrong. `expected`: the allowed values, in words."""
        words = "This must be {wanted}; it is {found}."
        self.report.tell("shape", (*self.path, *key), words, wanted=expected, found=value_text(value))

    def lacking(self, key: str) -> None:
        """Report that a required key is missing."""
        self.report.tell("shape", self.path, "“{key}” is missing.", key=key)

    def flag(self, key: str) -> bool:
        """Return a truth value; False if the key is missing."""
        value = self[key]
        if value is not None and not isinstance(value, bool):
            self.refuse((key,), value, Text("true or false"))
        return value is True

    def number(self, key: str, default: int | None = None, least: int = -MOST_NUMBER) -> int:
        """Return a whole number. Without a `default`, the key is required."""
        value = self[key]
        if value is None:
            if default is None:
                self.lacking(key)
            return default or 0
        whole_number = as_whole_number(value)
        if whole_number is None or whole_number < least:
            at_least = Text("a whole number, {least} or more", {"least": least})
            self.refuse((key,), value, at_least if least > -MOST_NUMBER else Text("a whole number"))
            return default or 0
        return whole_number

    def text(self, key: str, default: str = "") -> str:
        """Return a text."""
        value = self[key]
        if isinstance(value, bool | dict | list):
            self.refuse((key,), value, Text("a text"))
            return default
        return default if value is None else str(value)

    def word(self, key: str, words: Sequence[str], default: str | None = None) -> str:
        """Return the word at a key, spelled as in `words`. Capital letters do not matter.

        Without a `default`, the key is required.
        """
        value = self[key]
        if value is None:
            if default is None:
                self.lacking(key)
            return default or ""
        for allowed_word in words:
            if isinstance(value, str) and allowed_word.casefold() == value.strip().casefold():
                return allowed_word
        expected = Text("one of {values}", {"values": ", ".join(words)})
        like = self.report.nearest(str(value).upper(), words) or self.report.nearest(str(value), words)
        self.report.tell(
            "shape", (*self.path, key), "This must be {wanted}; it is {found}.", hint=like, wanted=expected,
            found=value_text(value),
        )  # fmt: skip
        return default or ""

    def items(self, key: str) -> list[tuple[Any, Path]]:
        """Return the items of a list, with their paths."""
        value = self[key]
        if value is None:
            return []
        if not isinstance(value, list):
            return [(value, (*self.path, key))]
        return [(item, (*self.path, key, at)) for at, item in enumerate(value)]

    def texts(self, key: str) -> list[tuple[str, Path]]:
        """Return the items of a list of texts, with their paths."""
        texts = []
        for value, path in self.items(key):
            if isinstance(value, str | int | float) and not isinstance(value, bool):
                texts.append((str(value), path))
            else:
                self.refuse(path[len(self.path) :], value, Text("a text"))
        return texts

    def numbers(self, key: str) -> list[int]:
        """Return the items of a list of whole numbers."""
        numbers = []
        for value, path in self.items(key):
            number = as_whole_number(value)
            if number is None:
                self.refuse(path[len(self.path) :], value, Text("a whole number"))
            else:
                numbers.append(number)
        return numbers


def warn_of_ignored(paths: Sequence[Path], report: Report) -> None:
    """Add one warning, which names all keys that have no effect.

    For the paths `zones[0].x` and `zones[1].x`, the warning names `zones.x` once.
    """
    if paths:
        keys = dict.fromkeys(".".join(key for key in path if isinstance(key, str)) for path in paths)
        words = "These keys have no effect: {keys}."
        report.warn("no_effect", paths[0], words, on_key=True, keys=", ".join(keys))


def as_whole_number(value: Any) -> int | None:
    """Return the whole number that a number or a text states, or None for any other value."""
    if isinstance(value, str):
        digits = value.strip().removeprefix("-")
        fits = digits.isascii() and digits.isdecimal() and len(digits) <= MOST_DIGITS
        value = int(value) if fits else None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if type(value) is int and abs(value) <= MOST_NUMBER else None
