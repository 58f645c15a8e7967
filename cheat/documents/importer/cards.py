"""Convert decks of the older format to our format.

A deck of the older format has one card of each suit and value. Our format calls a value a rank. Our format
has some ready decks, which we call packs, such as the Spanish pack. If a deck has the suits and values of one
of these packs, the converted document uses that pack.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_letters
from typing import Any

import msgspec

from cheat.documents.importer.decks import Deck
from cheat.documents.parse.decks import SPANISH_SUITS, deck_of
from cheat.documents.parse.decks import Deck as OurDeck
from cheat.documents.parse.diagnostics import Report

FRENCH_SUITS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
NUMBERS = tuple(map(str, range(1, 11)))
COURTS = {"sota": "10", "caballo": "11", "rey": "12"}
PACKS: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "spanish": ({name: letter for letter, name in SPANISH_SUITS.items()},
        {**{number: number for number in NUMBERS[:7]}, **COURTS}),
    "spanish48": ({name: letter for letter, name in SPANISH_SUITS.items()},
        {**{number: number for number in NUMBERS[:9]}, **COURTS}),
    "french": (FRENCH_SUITS,
        {"ace": "A", **{number: number for number in NUMBERS[1:]}, "jack": "J", "queen": "Q", "king": "K"}),
}  # fmt: skip
"""Name of one of our packs -> two tables for its suits and its values.

The first table: name of a suit in the older format -> the letter of the suit. The second table: name of a
value in the older format -> our rank.
"""

OWN_ID = 4
"""The id that a game's own deck gets in `deck.json`. The standard decks have the ids 1 to 3."""

RANK, PLACE, STEP, WILD, BEGINS = "trank", "place", "step", "is_wild", "begins"
"""Names of the attributes of converted cards, in addition to `points`.

The older format gives each value a number, and calls this number a rank. Several values can have the same
number.

- `RANK`: this number
- `PLACE`: the position of the value in the older deck, from 1
- `STEP`: the position of `RANK` in the sorted list of the deck's different numbers, from 1
- `WILD`: 1 for a wild card, otherwise 0
- `BEGINS`: 1 for the starting card, otherwise 0; the player that has the starting card begins
"""


class Cards(msgspec.Struct):
    """The names of a deck's cards in our format.

    - `deck`: the deck in the older format
    - `suits`, `ranks`: name of a suit or value in the older deck -> our name
    - `letters`: name of a suit in the older deck -> the suit's letter in the codes of cards
    - `use`: the name of our pack if the deck is one of our packs, otherwise ""
    """

    deck: Deck
    suits: dict[str, str]
    ranks: dict[str, str]
    letters: dict[str, str]
    use: str = ""

    def code(self, value: str, suit: str) -> str:
        """Return our code for the card that has this value and suit in the older deck."""
        return self.ranks[value] + self.letters[suit]


def cards_of(deck: Deck) -> Cards:
    """Return the names of a deck's cards in our format."""
    values = {stated_name.casefold(): stated_name for stated_name in deck.values}
    suits = {stated_name.casefold(): stated_name for stated_name in deck.suits}
    for use, (letters, ranks) in PACKS.items():
        if values.keys() == ranks.keys() and suits.keys() == letters.keys():
            return Cards(
                deck,
                {name: key for key, name in suits.items()},
                {name: ranks[key] for key, name in values.items()},
                {name: letters[key] for key, name in suits.items()},
                use,
            )
    letters = dict(zip(deck.suits, ascii_letters, strict=False))
    return Cards(
        deck,
        {stated_name: stated_name for stated_name in deck.suits},
        {stated_name: stated_name for stated_name in deck.values},
        letters,
    )


def deck_document(
    cards: Cards, wild: list[tuple[list[str], list[str]]], begins: tuple[str, str] | None
) -> dict[str, Any]:
    """Return the part `deck` of a converted document.

    `wild`: the values and suits of wild cards; `begins`: the value and suit of the starting card.
    """
    deck = cards.deck
    tables = {
        RANK: dict(zip(deck.values, deck.ranks, strict=True)),
        PLACE: {value: at for at, value in enumerate(deck.values, 1)},
        STEP: {value: sorted(set(deck.ranks)).index(rank) + 1
            for value, rank in zip(deck.values, deck.ranks, strict=True)},
    }  # fmt: skip
    wild_cards = {cards.code(value, suit): 1 for values, suits in wild for value in values for suit in suits}
    first = {cards.code(*begins): 1} if begins else {}
    points = dict(zip(deck.values, deck.points, strict=True))
    own = {"use": cards.use} if cards.use else {
        "suits": {letter: suit for suit, letter in cards.letters.items()}, "ranks": deck.values,
    }  # fmt: skip
    return {
        **own,
        **({"points": _table(cards, points)} if any(deck.points) else {}),
        "attributes": {**{name: _table(cards, table) for name, table in tables.items()},
            WILD: wild_cards, **({BEGINS: first} if begins else {})},
    }  # fmt: skip


def deck_file(document: Mapping[str, Any], name: str) -> dict[str, Any] | None:
    """Return the `deck.json` of a converted document. `name`: the name of the deck.

    Returns None if the deck is one of our packs, or if the older format cannot express the deck. In the older
    format, a deck has one card of each suit and value, and all cards of a value have the same points and
    rank.
    """
    stated = document["deck"]
    deck = deck_of(stated, ("deck",), str, Report())
    is_converted = RANK in deck.attributes and {"use", "copies", "remove"}.isdisjoint(stated)
    if not is_converted or any(kind.count != 1 for kind in deck.kinds.values()):
        return None
    numbers = {key: _of_values(deck, attribute) for key, attribute in (("ranks", RANK), ("points", "points"))}
    own = {"id": OWN_ID, "deckName": name, "suits": deck.suits, "values": deck.ranks, **numbers}
    return {"decks": [own]} if all(numbers.values()) else None


def _of_values(deck: OurDeck, attribute: str) -> list[int]:
    """Return an attribute of the deck's cards: one number for each rank, in the order of ranks.

    Returns [] if cards of the same rank have different numbers, or if the deck does not have one card of each
    suit and rank.
    """
    at = deck.attributes.index(attribute)
    pairs = {(kind.rank, kind.values[at]) for kind in deck.kinds.values()}
    by_value = dict(pairs)
    is_one_each = len(pairs) == len(by_value) and len(deck.kinds) == len(deck.suits) * len(deck.ranks)
    return [by_value[value] for value in deck.ranks] if is_one_each else []


def _table(cards: Cards, of_values: dict[str, int]) -> dict[str, int]:
    """Return a table for a converted document, with a number for each value.

    The keys of the table are our ranks. But if a rank has the same name as a suit or a card, the keys are the
    codes of cards.
    """
    codes = {cards.code(value, suit) for value in cards.deck.values for suit in cards.deck.suits}
    if codes.union(cards.suits.values(), ["else"]).isdisjoint(cards.ranks.values()):
        return {cards.ranks[value]: number for value, number in of_values.items()}
    return {cards.code(value, suit): number for value, number in of_values.items() for suit in cards.suits}
