"""Read JSON, explain errors in it, and find the place of each part in the text.

A fast parser reads valid JSON. A slow parser reads the text again, but only to explain an error or to find
places.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from cheat.documents.parse.diagnostics import Path, Report
from cheat.i18n.messages import Arg, Text

BOM = b"\xef\xbb\xbf"
"""A byte order mark, which some editors on Windows put before a text. It is ignored."""
MOST_BYTES = 64 * 1024
MOST_DEPTH = 24

_BLANKS = re.compile(r"[ \t\n\r]*")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
_PLAIN = re.compile(r"-?(?:0|[1-9]\d{0,17})(?:\.\d{1,9})?(?![\d.eE])|true|false|null")
_LONE = re.compile(r"[\ud800-\udfff]")


class _NotJson(Exception):
    """Raised if a text is not JSON. `at`: the offset of the error; `text`: the reason."""

    def __init__(self, at: int, template: str, **args: Arg) -> None:
        super().__init__(template)
        self.at, self.text = at, Text(template, args)


class _Twice(Exception):
    """Raised if a key appears twice in one object."""


def read(data: bytes, report: Report) -> Any:
    """Return the value of a JSON text. If the text is invalid, report the error and return None."""
    data = data.removeprefix(BOM)
    if len(data) > MOST_BYTES:
        words = "A document can have at most {most} bytes; this one has {count}."
        report.tell("limit", (), words, most=MOST_BYTES, count=len(data))
        return None
    try:
        text = data.decode()
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
        if "\\u" in text and _LONE.search(json.dumps(value, ensure_ascii=False)):
            raise ValueError("half a character")
        depth = _depth(value)
    except UnicodeDecodeError as error:
        report.tell("json", (), "This is not UTF-8 text: byte {at} is wrong.", at=error.start)
    except (ValueError, RecursionError, _Twice):
        _explain(text, report)
    else:
        if depth > MOST_DEPTH:
            report.tell("limit", (), "A document can be nested at most {most} deep.", most=MOST_DEPTH)
        elif value is None:
            report.tell("shape", (), "This must be a document; it is null.")
        elif not _has_exotic_numbers(text):
            return value
        else:
            _explain(text, report)
    return None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise _Twice
    return value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


_EXOTIC = re.compile(r"[0-9][eE]|\d{19}|\.\d{10}")


def _has_exotic_numbers(text: str) -> bool:
    """Return whether the text has numbers in an unusual notation, such as 1e9.

    Digits in quotes do not count. To save time, a first search does not look for quotes. If the first search
    finds such a number, a second search leaves out all texts in quotes.
    """
    return bool(_EXOTIC.search(text)) and bool(_EXOTIC.search(_STRING.sub('""', text)))


def _depth(value: Any) -> int:
    """Return how deeply lists and objects are nested in a value: 0 for a number, 2 for `[[]]`."""
    depth, level = 0, [value]
    while level := [container for container in level if isinstance(container, dict | list)]:
        depth += 1
        level = [
            part
            for container in level
            for part in (container.values() if isinstance(container, dict) else container)
        ]
    return depth


def _explain(text: str, report: Report) -> None:
    """Report the error in a text that is not JSON, or that has unusual numbers."""
    try:
        places(text)
    except _NotJson as problem:
        line, column = line_and_column(text, problem.at)
        words = "Line {line}, column {column}: {why}"
        report.tell("json", (), words, line=line, column=column, why=problem.text)
    else:
        report.tell("json", (), "A text has half a character (an unpaired surrogate). Remove it.")


def line_and_column(text: str, at: int) -> tuple[int, int]:
    """Return the line and the column of an offset, both from 1."""
    return text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1


class Place:
    """The offsets of a part of a JSON text.

    - `key`: the offset of the part's key; for an item of a list, the offset of the item
    - `value`: the offset of the part's value
    """

    __slots__ = ("key", "value")

    def __init__(self, key: int, value: int) -> None:
        self.key, self.value = key, value


def places(text: str) -> dict[Path, Place]:
    """Return the place of each part of a JSON text. Raises `_NotJson` if the text is not JSON."""
    scanner = _Scanner(text)
    scanner.value((), scanner.skip(0), 0)
    end = scanner.skip(scanner.at)
    if end < len(text):
        raise _NotJson(end, "there is more text after the end of the document. Remove it.")
    return scanner.places


def with_text(data: bytes, key: str, value: str) -> bytes:
    """Set a key of a JSON object to the text `value`. `data` and the result are JSON texts.

    The key is added if it is missing. All other parts of `data` stay as the author has written them. The
    object must have at least one key.
    """
    text = data.removeprefix(BOM).decode()
    place = places(text).get((key,))
    if place is None:
        start = text.index("{") + 1
        rest = text[start:].lstrip()
        blanks = text[start : len(text) - len(rest)]
        member = json.dumps({key: value}, ensure_ascii=False)[1:-1]
        return "".join([text[:start], blanks, member, ",", blanks or " ", rest]).encode()
    _, end = json.JSONDecoder().raw_decode(text, place.value)
    return "".join([text[: place.value], json.dumps(value, ensure_ascii=False), text[end:]]).encode()


class _Scanner:
    """A slow parser of JSON that notes the place of each part, and explains errors."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.places: dict[Path, Place] = {}

    def skip(self, at: int) -> int:
        match = _BLANKS.match(self.text, at)
        assert match is not None, "it also matches an empty text"
        self.at = match.end()
        return self.at

    def value(self, path: Path, key: int, depth: int) -> None:
        """Read the value at the current offset."""
        start = self.at
        self.places[path] = Place(key, start)
        if depth > MOST_DEPTH:
            raise _NotJson(start, "a document can be nested at most {most} deep.", most=MOST_DEPTH)
        letter = self.text[start : start + 1]
        if letter == "{":
            self.several(path, "}", depth)
        elif letter == "[":
            self.several(path, "]", depth)
        elif letter == '"':
            self.string()
        elif match := _PLAIN.match(self.text, start):
            self.at = match.end()
        elif not letter:
            raise _NotJson(start, "the document ends where a value is expected.")
        elif letter in "0123456789-.+":
            raise _NotJson(start, "write this number in plain digits, such as 12 or 0.5.")
        elif letter == "'":
            raise _NotJson(start, "write texts in double quotes.")
        elif letter in "}]":
            raise _NotJson(start, "expected a value. The “,” before it may be one too many.")
        else:
            raise _NotJson(start, "expected a value.")

    def string(self) -> str:
        match = _STRING.match(self.text, self.at)
        if match is None:
            raise _NotJson(
                self.at, "this text has no closing quote, or a character that must be written with “\\”."
            )
        self.at = match.end()
        value: str = json.loads(match[0])
        return value

    def several(self, path: Path, end: str, depth: int) -> None:
        """Read the parts of an object or a list up to the closing bracket `end`."""
        self.at += 1
        count = 0
        if self.text[self.skip(self.at) : self.at + 1] == end:
            self.at += 1
            return
        while True:
            part: str | int = count
            start = self.skip(self.at)
            if end == "}":
                part = self.key(path)
            self.value((*path, part), start, depth + 1)
            count += 1
            following = self.text[self.skip(self.at) : self.at + 1]
            if following == end:
                self.at += 1
                return
            if following != ",":
                words = (
                    "expected “,” or “{end}” after this value. "
                    "The comma may be missing at the end of the line before."
                )
                raise _NotJson(self.at, words, end=end)
            self.at += 1

    def key(self, path: Path) -> str:
        start = self.at
        if self.text[start : start + 1] != '"':
            raise _NotJson(start, "expected a key in double quotes.")
        key = self.string()
        if (*path, key) in self.places:
            raise _NotJson(start, "this object has the key “{key}” twice. Rename or delete one.", key=key)
        if self.text[self.skip(self.at) : self.at + 1] != ":":
            raise _NotJson(self.at, "expected “:” after the key “{key}”.", key=key)
        self.skip(self.at + 1)
        return key
