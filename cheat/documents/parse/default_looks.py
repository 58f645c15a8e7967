"""Choose the default look of a document's table, from its deck and its kind of game.

A look is the theme, the colours, the card backs and the emblem of a table. An emblem is a drawing, or one or
two letters, that stands for the game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from cheat.documents.parse.looks import look_of


class KindOfGame(NamedTuple):
    """The default theme, colour of card backs, emblem, and place of seats for one kind of game.

    `sign` is the emblem. If it is empty, the page chooses an emblem by the name of the game.
    """

    theme: str
    back_colour: str
    sign: str
    seats: str = ""


KINDS = {
    "betting": KindOfGame("forest", "#8f1f24", "chip", "around"),
    "tricks": KindOfGame("petrol", "#1f4e8c", "crown", "around"),
    "climbing": KindOfGame("night", "#5b3a8c", "bolt", "around"),
    "shedding": KindOfGame("night", "#8a4b12", "bolt"),
    "rummy": KindOfGame("plum", "#1f6b45", "link", "around"),
    "collecting": KindOfGame("petrol", "#0f6671", "fish"),
    "capture": KindOfGame("forest", "#7a2f63", "ring"),
    "layout": KindOfGame("forest", "#2f5d2a", "leaf"),
    "luck": KindOfGame("plum", "#5e3a22", "swords"),
}
"""Tag of a document -> the kind of game."""
OTHER_KIND = KindOfGame("petrol", "#3d4a5c", "")
SYNONYMS = {
    "poker": "betting", "trick-taking": "tricks", "trick taking": "tricks", "bidding": "tricks",
    "draw and discard": "rummy", "melding": "rummy", "melds": "rummy", "fishing": "capture",
    "patience": "layout", "solitaire": "layout", "dice": "luck", "family": "shedding",
}  # fmt: skip
"""Further tag -> the tag in `KINDS` with the same kind of game."""
USES = {"poker(": "betting", "melds(": "rummy", "deadwood(": "rummy"}
"""Function that the rules call -> the kind of game, if no tag of the document names a kind."""
SUIT_COLOURS = frozenset(("red", "yellow", "green", "blue", "purple", "orange", "black", "white", "pink"))


def look_with_defaults(doc: Mapping[str, Any]) -> dict[str, str]:
    """Return the look of a checked document. Defaults fill in what the author has not set."""
    kind = kind_of(doc)
    defaults = {
        "theme": kind.theme,
        "card_back": _back_of(doc["deck"]),
        "card_back_colour": kind.back_colour,
        "emblem": kind.sign,
        "seats": kind.seats,
    }
    return {key: value for key, value in {**defaults, **look_of(doc)}.items() if value}


def kind_of(doc: Mapping[str, Any]) -> KindOfGame:
    """Return the kind of game: from the first tag that names one, or else from zones and rules."""
    for tag in map(str.lower, doc.get("tags", ())):
        if kind := KINDS.get(SYNONYMS.get(tag, tag)):
            return kind
    zones = doc["zones"].values()
    if any(zone["kind"] == "row" and zone["seen"] == "all" and zone.get("per") == "player" for zone in zones):
        return KINDS["tricks"]
    rules = json.dumps(doc)
    defined = {head.partition("(")[0].strip() + "(" for head in doc.get("define", ())}
    used = (kind for function, kind in USES.items() if function in rules and function not in defined)
    return next((KINDS[kind] for kind in used), OTHER_KIND)


def _back_of(deck: Mapping[str, Any]) -> str:
    """Return the name of the card back for a deck.

    French decks, Spanish decks, decks of colours and numbers, and all other decks have different backs.
    """
    use = deck.get("use", "")
    if use:
        return "tiles" if use.startswith("spanish") else "lattice"
    suits = {str(suit).lower() for suit in deck.get("suits", {}).values()}
    return "bars" if suits and suits <= SUIT_COLOURS else "stars"
