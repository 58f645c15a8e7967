"""Read the decks of the older format: three standard decks, and decks that come with a game."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from cheat.documents.importer.parts import Part, warn_of_ignored
from cheat.documents.parse.decks import MOST_FACES
from cheat.documents.parse.diagnostics import Path, Report
from cheat.i18n.messages import Text

KEYS = ("id", "deckName", "suits", "values", "ranks", "points", "spriteSheet")
SPRITES = "spriteSheet"
"""The key of a picture file. The importer ignores it."""
MOST_SUITS, MOST_NAME = 40, 32
NEAR = 0.5
"""Minimum similarity, from 0 to 1, of a misspelt name to the suit or value that it means.

If two suits or values are this similar to the name, neither is chosen, and the author gets an error.
"""


class Deck(msgspec.Struct):
    """A deck with one card of each suit and value.

    `ranks`, `points`: the rank and the points of each value, in the order of `values`.
    """

    id: int
    name: str
    suits: list[str]
    values: list[str]
    ranks: list[int]
    points: list[int]


@cache
def standard() -> tuple[Deck, ...]:
    """Return the standard decks, which every game can use."""
    stated = json.loads((files("cheat.documents.importer") / "deck.json").read_text("utf-8"))
    return tuple(decks_of(stated, (), Report()))


def decks_of(stated: Any, path: Path, report: Report) -> list[Deck]:
    """Return the decks of a `deck.json`, or of a list of decks."""
    top = Part(stated if isinstance(stated, dict) else {"decks": stated}, path, ("decks",), report)
    entries = top.items("decks")
    if not isinstance(stated, dict):
        entries = [(stated_deck, (*path, *at[len(path) + 1 :])) for stated_deck, at in entries]
    decks: list[Deck] = []
    ignored: list[Path] = []
    for stated_deck, at in entries:
        part = Part(stated_deck, at, KEYS, report)
        deck = _deck(part)
        ignored += part.stated_paths(SPRITES)
        if deck.id in [earlier.id for earlier in decks]:
            report.tell("twice", (*at, "id"), "There is already a deck {id}. Choose another id.", id=deck.id)
        decks.append(deck)
    warn_of_ignored(ignored, report)
    return decks


def _deck(part: Part) -> Deck:
    id = part.number("id")
    suits, values = _names(part, "suits", MOST_SUITS), _names(part, "values", MOST_FACES)
    if len(suits) * len(values) > MOST_FACES:
        words = "A deck can have at most {most} cards; this one has {count}."
        part.report.tell("limit", part.path, words, most=MOST_FACES, count=len(suits) * len(values))
    return Deck(
        id,
        part.text("deckName", f"Deck {id}"),
        suits,
        values,
        _of_values(part, "ranks", list(range(1, len(values) + 1))),
        _of_values(part, "points", [0] * len(values)),
    )


def _names(part: Part, key: str, most_names: int) -> list[str]:
    """Return the names of suits or values. Report names that are missing or appear twice."""
    names: list[str] = []
    for name, path in part.texts(key):
        if name in names:
            part.report.tell("twice", path, "“{name}” is listed twice here.", name=name)
        elif not name or len(name) > MOST_NAME:
            words = "A name has 1 to {most} characters."
            part.report.tell("limit", path, words, most=MOST_NAME)
        else:
            names.append(name)
    if not part.items(key):
        part.lacking(key)
    elif len(names) > most_names:
        words = "At most {most} are allowed here; there are {count}."
        part.report.tell("limit", (*part.path, key), words, most=most_names, count=len(names))
    return names


def _of_values(part: Part, key: str, default: list[int]) -> list[int]:
    """Return the list of numbers at a key, one for each value.

    If the list is missing or wrong, return `default`.
    """
    if part[key] is None:
        return default
    numbers = part.numbers(key)
    if len(part.items(key)) != len(default):
        expected = Text("a list of {count}, one for each value", {"count": len(default)})
        part.refuse((key,), part[key], expected)
    return numbers if len(numbers) == len(default) else default


def matching_name(name: str, names: list[str], kind: Text, path: Path, report: Report) -> str:
    """Return the suit or value that a name means.

    The result is the first of these:

    - the suit or value with exactly this name
    - the only suit or value whose name differs only in capital letters
    - the only suit or value with a similar name

    If none of these exists, report an error and return "". `kind`: “suit” or “value”.
    """
    folded = [candidate for candidate in names if candidate.casefold() == name.strip().casefold()]
    if name in names or len(folded) == 1:
        return name if name in names else folded[0]
    like = report.near(name, names, 2, NEAR)
    if len(like) == 1:
        words = "There is no {what} “{name}”; “{like}” is used instead."
        report.warn("unknown_name", path, words, hint=like[0], what=kind, name=name, like=like[0])
        return like[0]
    words = "There is no {what} “{name}”. Use one of {names}."
    report.tell("unknown_name", path, words, what=kind, name=name, names=Text(", ".join(names)))
    return ""
