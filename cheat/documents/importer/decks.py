"""The decks of the older format: three standard ones, and those that a game brings along."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from cheat.documents.importer.parts import Part
from cheat.documents.parse.decks import MOST_FACES
from cheat.documents.parse.diagnostics import Path, Report
from cheat.i18n.messages import Text

KEYS = ("id", "deckName", "suits", "values", "ranks", "points", "spriteSheet")
MOST_SUITS, MOST_NAME = 40, 32
NEAR = 0.5
"""Least likeness at which a name counts as a suit or value misspelt.

If two of them are that similar, neither counts.
"""


class Deck(msgspec.Struct):
    """One card for each suit and value. `ranks` and `points`: those of the `values`, in order."""

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
    whole = Part(stated if isinstance(stated, dict) else {"decks": stated}, path, ("decks",), report)
    within = whole.items("decks")
    if not isinstance(stated, dict):
        within = [(one, (*path, *at[len(path) + 1 :])) for one, at in within]
    made: list[Deck] = []
    for one, at in within:
        deck = _deck(Part(one, at, KEYS, report))
        if deck.id in [other.id for other in made]:
            report.tell("twice", (*at, "id"), "There is already a deck {id}. Choose another id.", id=deck.id)
        made.append(deck)
    return made


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


def _names(part: Part, key: str, most: int) -> list[str]:
    """Return the names of suits or values. Report names that are missing or come twice."""
    found: list[str] = []
    for name, path in part.texts(key):
        if name in found:
            part.report.tell("twice", path, "“{name}” is listed twice here.", name=name)
        elif not name or len(name) > MOST_NAME:
            words = "A name has 1 to {most} characters."
            part.report.tell("limit", path, words, most=MOST_NAME)
        else:
            found.append(name)
    if not part.items(key):
        part.lacking(key)
    elif len(found) > most:
        words = "At most {most} are allowed here; there are {count}."
        part.report.tell("limit", (*part.path, key), words, most=most, count=len(found))
    return found


def _of_values(part: Part, key: str, usual: list[int]) -> list[int]:
    """Return a number for each value."""
    if part[key] is None:
        return usual
    found = part.numbers(key)
    if len(part.items(key)) != len(usual):
        wanted = Text("a list of {count}, one for each value", {"count": len(usual)})
        part.refuse((key,), part[key], wanted)
    return found if len(found) == len(usual) else usual


def matching_name(name: str, names: list[str], what: Text, path: Path, report: Report) -> str:
    """Return the suit or value for a name, "" after reporting that there is none.

    That is the one with the same name, or with the same name in another case, or else the only one with a
    similar name. `what`: “suit” or “value”.
    """
    folded = [one for one in names if one.casefold() == name.strip().casefold()]
    if name in names or len(folded) == 1:
        return name if name in names else folded[0]
    like = report.near(name, names, 2, NEAR)
    if len(like) == 1:
        words = "There is no {what} “{name}”; “{like}” is used instead."
        report.warn("unknown_name", path, words, hint=like[0], what=what, name=name, like=like[0])
        return like[0]
    words = "There is no {what} “{name}”. Use one of {names}."
    report.tell("unknown_name", path, words, what=what, name=name, names=Text(", ".join(names)))
    return ""
