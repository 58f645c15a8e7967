"""What a card is: its face.

A card is its face: a short code such as `QH`. Two cards with the same code cannot be told
apart, by anybody, which is why no message can be used to follow a card through hidden zones.
The decks that are made of them are in the folders of games.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from cheat.i18n.messages import Say


class Face(msgspec.Struct, omit_defaults=True, frozen=True):
    """What a client needs in order to draw a card and to read it aloud: `name` and `text` are words, the
    others codes.
    """

    kind: str
    name: str
    rank: str = ""
    suit: str = ""
    colour: str = ""
    symbol: str = ""
    text: str = ""

    def view(self, say: Say) -> Face:
        """The face in the words of a reader."""
        return replace(self, name=say(self.name), text=say(self.text))
