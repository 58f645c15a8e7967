"""The texts between the quotes of the page's scripts, for tests that read them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

SAYING = re.compile(r"(?:say|pieces|plural)\($|plural\(\s*\"[^\"]*\",\s*$")
"""The code before a template."""

_QUIET = re.compile(r"\s+|//[^\n]*|/\*.*?\*/", re.S)
_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
_PATTERN = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_TAG = re.compile(r"<[^<>]*>")
_READ_ALOUD = re.compile(r'\b(?:aria-label|title|alt|placeholder)="([^"]*)"')
_SLOT = "\0"


class Piece(NamedTuple):
    """A text of a script. `kind`: `"`, or the tag of a template; "" for a template without a tag."""

    kind: str
    text: str


def pieces_of(script: str) -> list[Piece]:
    """Return all texts of a script except comments, patterns and templates of messages."""
    found: list[Piece] = []
    _read(script, 0, found)
    return found


def words_of(piece: Piece) -> Iterator[str]:
    """Yield the readable parts of a text: for markup, the texts between tags and in names."""
    if piece.kind in ("html", "svg"):
        yield from _READ_ALOUD.findall(piece.text)
        yield from re.split(f"[{_SLOT}\n]", _TAG.sub("\n", piece.text))
    else:
        yield piece.text


def _read(script: str, at: int, found: list[Piece]) -> int:
    """Read code up to its closing bracket. Return the place of this bracket."""
    depth, before = 0, ""
    while at < len(script):
        one = script[at]
        if quiet := _QUIET.match(script, at):
            at = quiet.end()
        elif one == '"' and (string := _STRING.match(script, at)):
            if not SAYING.search(script[:at]):
                found.append(Piece('"', string[1]))
            at = string.end()
        elif one == "`":
            at = _read_template(script, at, found)
        elif one == "/" and before in "(,=:[!&|?{};" and (pattern := _PATTERN.match(script, at)):
            at = pattern.end()
        else:
            depth += (one == "{") - (one == "}")
            if depth < 0:
                return at
            at += 1
        before = one if not one.isspace() and one != "/" else before
    return at


def _read_template(script: str, start: int, found: list[Piece]) -> int:
    tag = re.search(r"\w*$", script[max(0, start - 8) : start])
    at, text = start + 1, ""
    while script[at] != "`":
        if script.startswith("${", at):
            at = _read(script, at + 2, found) + 1
            text += _SLOT
        else:
            length = 2 if script[at] == "\\" else 1
            text += script[at : at + length]
            at += length
    found.append(Piece(tag[0] if tag else "", text))
    return at + 1
