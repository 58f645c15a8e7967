"""Read the decks of documents: faces, counts and attributes of cards. Report errors in them.

An attribute is a named property of a card, such as `rank`, `suit` or `points`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from cheat.documents.parse.diagnostics import Path, Report
from cheat.documents.parse.schema import CARD_ATTRIBUTES
from cheat.engine.cards import Face
from cheat.games.french_deck import FRENCH_FACES
from cheat.i18n.messages import Text

MOST_CARDS, MOST_FACES = 300, 150

FRENCH_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
FRENCH = {"C": Text("clubs"), "D": Text("diamonds"), "H": Text("hearts"), "S": Text("spades")}
"""Letter of a suit -> the name of the suit, which is translated for each player."""
FRENCH_SUITS = {letter: suit.template for letter, suit in FRENCH.items()}
SPANISH_SUITS = {"O": "oros", "C": "copas", "E": "espadas", "B": "bastos"}
SPANISH_RANKS = {
    "1": "As", "2": "Dos", "3": "Tres", "4": "Cuatro", "5": "Cinco", "6": "Seis", "7": "Siete", "8": "Ocho",
    "9": "Nueve", "10": "Sota", "11": "Caballo", "12": "Rey",
}  # fmt: skip
NOT_IN_SHORT_DECK = ("8", "9")
"""Ranks that are missing in the deck of 40 cards."""
COURTS = {"J": 10, "Q": 10, "K": 10, "A": 1}
NO_SUIT = "none"
JOKERS = ("X1", "X2")
JOKER = "X"
"""The rank of a joker."""


class Kind(msgspec.Struct):
    """A kind of card: all cards of a deck with the same face.

    - `count`: the number of these cards
    - `values`: the values of their attributes, in the order of `Deck.attributes`
    """

    code: str
    rank: str
    suit: str
    count: int
    values: tuple[Any, ...] = ()


class Deck(msgspec.Struct):
    """The deck of a document.

    - `kinds`: the kinds of cards, by the code of their face
    - `faces`: the faces, by code
    - `attributes`: the names of all attributes; `rank` and `suit` come first
    """

    kinds: dict[str, Kind]
    faces: dict[str, Face]
    ranks: list[str]
    suits: list[str]
    attributes: list[str]


PlainText = Callable[[Any], str]
"""A function that returns a text of a document in the main language of the document."""


def deck_of(stated: Mapping[str, Any], path: Path, plain: PlainText, report: Report) -> Deck:
    """Return the deck that a document describes."""
    if "use" in stated and ("suits" in stated or "ranks" in stated):
        report.tell(
            "shape",
            (*path, "use"),
            "A deck has either “use” or its own “suits” and “ranks”, not both.",
            on_key=True,
        )
    kinds, faces = _standard_deck(stated) if "use" in stated else _own_deck(stated, plain)
    for code, extra in stated.get("extra", {}).items():
        if code in kinds:
            report.tell(
                "twice",
                (*path, "extra", code),
                "There is already a card “{code}”. Choose another code.",
                code=code,
            )
        kinds[code] = Kind(code, code, NO_SUIT, extra.get("count", 1))
        name = plain(extra["name"]) if "name" in extra else code
        text = plain(extra["text"]) if "text" in extra else ""
        faces[code] = Face("card", name, code, NO_SUIT, symbol=code, text=text)
    if not kinds:
        report.tell("shape", path, "A deck needs “use”, or “suits” and “ranks”.")
    _count(kinds, stated, path, report)
    known_keys(kinds, stated.get("names", {}), (*path, "names"), report)
    ranks = list(dict.fromkeys(kind.rank for kind in kinds.values()))
    deck = Deck(
        kinds, faces, ranks, list(dict.fromkeys(kind.suit for kind in kinds.values())), list(CARD_ATTRIBUTES)
    )
    if len(kinds) > MOST_FACES:
        report.tell("limit", path, "A deck can have at most {most} different cards.", most=MOST_FACES)
    _attributes(deck, stated, path, report)
    return deck


def _standard_deck(stated: Mapping[str, Any]) -> tuple[dict[str, Kind], dict[str, Face]]:
    use: str = stated["use"]
    kinds, faces = (
        _french() if use.startswith("french") else _spanish(NOT_IN_SHORT_DECK if use == "spanish" else ())
    )
    if use == "french_jokers":
        for number, code in enumerate(JOKERS, 1):
            kinds[code] = Kind(code, JOKER, NO_SUIT, 1)
            faces[code] = Face("card", "Joker", "★", NO_SUIT, symbol="★" * number)
    return kinds, faces


def _french() -> tuple[dict[str, Kind], dict[str, Face]]:
    kinds, faces = {}, {}
    for letter, suit in FRENCH_SUITS.items():
        for rank in FRENCH_RANKS:
            kinds[rank + letter] = Kind(rank + letter, rank, suit, 1)
            faces[rank + letter] = FRENCH_FACES[("T" if rank == "10" else rank) + letter]
    return kinds, faces


def _spanish(without: tuple[str, ...]) -> tuple[dict[str, Kind], dict[str, Face]]:
    kinds, faces = {}, {}
    for letter, suit in SPANISH_SUITS.items():
        for rank, name in SPANISH_RANKS.items():
            if rank not in without:
                kinds[rank + letter] = Kind(rank + letter, rank, suit, 1)
                faces[rank + letter] = Face("card", _of(name, suit), rank, suit, symbol=rank)
    return kinds, faces


def _of(rank: str, suit: str) -> str:
    """Return the name of a Spanish card, such as “as de oros”: the rank, then the suit.

    In names of cards from an author's own deck, the suit comes first.
    """
    return f"{rank} de {suit}"


def _own_deck(stated: Mapping[str, Any], plain: PlainText) -> tuple[dict[str, Kind], dict[str, Face]]:
    kinds, faces = {}, {}
    names = {key: plain(name) for key, name in stated.get("names", {}).items()}
    for letter, suit in stated.get("suits", {}).items():
        for rank in stated.get("ranks", []):
            if isinstance(rank, str):
                code = rank + letter
                name = f"{names.get(suit, suit)} {names.get(rank, rank)}"
                kinds[code] = Kind(code, rank, suit, 1)
                faces[code] = Face("card", name, rank, suit, colour=suit, symbol=rank)
    return kinds, faces


def _count(kinds: dict[str, Kind], stated: Mapping[str, Any], path: Path, report: Report) -> None:
    counts = stated.get("count", {})
    known_keys(kinds, counts, (*path, "count"), report)
    for kind in kinds.values():
        for key in (kind.suit, kind.rank, kind.code):
            if key in counts:
                kind.count = counts[key]


def known_keys(kinds: Mapping[str, Kind], table: Mapping[str, Any], path: Path, report: Report) -> None:
    """Report keys of a table that are neither cards, ranks or suits of the deck nor `else`."""
    known_keys = {"else"}.union(*((kind.code, kind.rank, kind.suit) for kind in kinds.values()))
    for key in table:
        if key not in known_keys:
            words = "“{key}” is not a card, rank or suit of this deck."
            like = report.nearest(key, known_keys)
            report.tell("unknown_name", (*path, key), words, hint=like, on_key=True, key=key)


def _attributes(deck: Deck, stated: Mapping[str, Any], path: Path, report: Report) -> None:
    order = stated.get("order", deck.ranks)
    for at, rank in enumerate(order):
        if rank not in deck.ranks:
            words = "There is no rank “{rank}”."
            like = report.nearest(str(rank), deck.ranks)
            report.tell("unknown_name", (*path, "order", at), words, hint=like, rank=rank)
    places = {rank: at for at, rank in enumerate(order, 1)}
    worths = {"points": stated.get("points", {}), **stated.get("attributes", {})}
    tables = {name: worth if isinstance(worth, dict) else {"else": worth} for name, worth in worths.items()}
    paths = {name: (*path, name) if name == "points" else (*path, "attributes", name) for name in tables}
    for name, table in tables.items():
        known_keys(deck.kinds, table, paths[name], report)
        for key, value in table.items():
            if isinstance(value, str) and value != "pips":
                report.tell("shape", (*paths[name], key), "This must be a whole number or “pips”.")
    deck.attributes += [name for name in tables if name not in CARD_ATTRIBUTES]
    spanish = str(stated.get("use", "")).startswith("spanish")
    for kind in deck.kinds.values():
        numbers = [_looked_up(tables.get(name, {}), kind, spanish) for name in deck.attributes[3:]]
        kind.values = (kind.rank, kind.suit, places.get(kind.rank, 0), *numbers)


def _looked_up(table: Mapping[str, Any], kind: Kind, spanish: bool) -> int:
    """Return the number that an attribute's table gives a card.

    The table may have an entry for the card's code, its rank, its suit, or “else”. The first of these counts.
    """
    for key in (kind.code, kind.rank, kind.suit, "else"):
        if key in table:
            value = table[key]
            return pips(kind.rank, spanish) if isinstance(value, str) else value
    return 0


def pips(rank: str, spanish: bool = False) -> int:
    """Return the pips of a rank: its number, 1 for an ace, 10 for a court card, or else 0."""
    if rank in COURTS:
        return COURTS[rank]
    number = int(rank) if rank.isdecimal() and len(rank) < 4 else 0
    return min(number, 10) if spanish else number
