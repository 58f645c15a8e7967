"""The cover of a game in lists: three of its cards, and the parts of its look around them.

Two games with the same deck get different cards if the games are of different kinds, or if their rules name
different cards.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any
from zlib import crc32

import msgspec

from cheat.engine.cards import Face
from cheat.engine.game import AnyGame

LEAST_RANKS = 5
"""Minimum number of cards in a suit. In `fan_of`, smaller suits do not count as suits."""
LOOK = ("card_back", "card_back_colour", "table")
"""Keys of a look that a cover shows."""
NO_RULES = frozenset(("name", "summary", "rules", "deck", "options", "presets", "bots", "style"))
"""Parts of a document that contain no rules of play.

The deck may have expressions, too, but these only say which cards are taken out.
"""

_QUOTED = re.compile(r"'([^']+)'")


class Cover(msgspec.Struct, omit_defaults=True):
    """The cover of a game: the faces of its cards by code, and a part of its look."""

    faces: dict[str, Face]
    look: dict[str, str] = {}


def cover_of(game: AnyGame) -> Cover:
    """Return the cover of a game. Its faces have no texts about the effects of cards."""
    return Cover(
        faces={code: msgspec.structs.replace(game.faces[code], text="") for code in fan_of(game)},
        look={key: game.look[key] for key in LOOK if key in game.look},
    )


def fan_of(game: AnyGame) -> list[str]:
    """Return the codes of the cards in the picture of a game.

    The emblem shows the kind of game. Trick games show court cards of a suit, rummies show a run, and betting
    games show three of a kind. Games with another emblem show three cards of the first rank that their rules
    name or, if the rules name none, cards of three suits. A game without an emblem, or with fewer than three
    suits of at least `LEAST_RANKS` cards, shows the first, the middle and the last card of its deck.
    """
    suits: dict[str, list[str]] = {}
    for code, face in game.faces.items():
        if face.suit:
            suits.setdefault(face.suit, []).append(code)
    rows = {suit: codes for suit, codes in suits.items() if len(codes) >= LEAST_RANKS}
    emblem = game.look.get("emblem")
    if emblem is None or len(rows) < 3:
        return _spread(list(game.faces))
    doc: Mapping[str, Any] = getattr(game, "doc", {})
    turn = crc32((game.slug or game.id).encode())
    row, *others = _rotated(rows, next(_named(doc, "suit", rows), list(rows)[turn % len(rows)]))
    match emblem:
        case "crown":
            return row[-3:]
        case "link":
            start = 1 + turn % max(1, len(row) - LEAST_RANKS)  # before the court cards
            return row[start : start + 3]
        case "chip":
            return [codes[0] for codes in (row, *others[:2])]
    cards = [code for codes in (row, *others) for code in codes]
    for rank in _named(doc, "rank", {game.faces[code].rank for code in cards}):
        if len(of_rank := [code for code in cards if game.faces[code].rank == rank]) > 2:
            return of_rank[:3]
    place = turn % min(map(len, rows.values()))
    return [codes[(place + 4 * nth) % len(codes)] for nth, codes in enumerate((row, *others[:2]))]


def _rotated(rows: Mapping[str, list[str]], first: str) -> list[list[str]]:
    """Return the rows of all suits in their order, beginning with the suit `first`."""
    start = list(rows).index(first)
    return [*rows.values()][start:] + [*rows.values()][:start]


def _named(doc: Mapping[str, Any], trait: str, values: Collection[str]) -> Iterator[str]:
    """Yield the ranks or suits that rules name in quotes, such as '7', in the document's order."""
    for rule in _texts_in([part for key, part in doc.items() if key not in NO_RULES]):
        if trait in rule:
            yield from (value for value in _QUOTED.findall(rule) if value in values)


def _texts_in(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, Mapping | Sequence):
        for inner in part.values() if isinstance(part, Mapping) else part:
            yield from _texts_in(inner)


def _spread(codes: Sequence[str]) -> list[str]:
    """Return the deck's first, middle and last card. Usually these cards look different."""
    return list(dict.fromkeys(codes[place] for place in (0, (len(codes) - 1) // 2, -1)))
