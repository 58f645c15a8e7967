"""What a card is: its face.

A card is its face: a short code such as `QH`. Two cards with the same code cannot be told
apart, by anybody, which is why no message can be used to follow a card through hidden zones.
The decks that are made of them are in `cheat/games/decks`.
"""

from __future__ import annotations

import msgspec


class Face(msgspec.Struct, omit_defaults=True, frozen=True):
    """What a client needs in order to draw a card and to read it aloud."""

    kind: str
    name: str
    rank: str = ""
    suit: str = ""
    colour: str = ""
    symbol: str = ""
    text: str = ""
