"""Card faces.

A table stores a card only as the short code of its face, such as `QH`. Two cards with the same code cannot be
told apart. So no message lets a player follow a single card through hidden zones. Each game defines its deck
in its own folder.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from cheat.i18n.messages import Say


class Face(msgspec.Struct, omit_defaults=True, frozen=True):
    """A card face, with everything that a client needs to draw it and to read it aloud.

    `name` and `text` are words for players. The other fields are codes. If the author of a document has added
    pictures, `picture` is the id of the card's picture, and `sign` is the id of the suit's picture.
    """

    kind: str
    name: str
    rank: str = ""
    suit: str = ""
    colour: str = ""
    symbol: str = ""
    text: str = ""
    picture: str = ""
    sign: str = ""

    def with_pictures(self, picture: str, sign: str) -> Face:
        """Return a copy of the face with the ids of two pictures: of the card, and of its suit."""
        return replace(self, picture=picture, sign=sign)

    def view(self, say: Say) -> Face:
        """Return the face in the language of a reader."""
        return replace(self, name=say(self.name), text=say(self.text))
