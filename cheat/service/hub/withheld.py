"""The reasons why a published game is not listed, in words for its author."""

from __future__ import annotations

from typing import Literal

import msgspec

from cheat.i18n.messages import Language

Reason = Literal["flags", "content", "author", "network", "review", "barred"]
"""The reason why a game is not listed.

- `flags`: several people have flagged the game
- `content`, `author`, `network`: another withheld game has the same content, author or network
- `review`: the game was hidden earlier, and the operator has not decided yet
- `barred`: the operator has barred the game, or its rules took too long
"""
REASONS: dict[Reason, str] = {
    "flags": "Your game is published but not listed, because several people have flagged it.",
    "content": "Your game is published but not listed, because a game with the same content was hidden or "
    "barred.",
    "author": "Your game is published but not listed, because another game of yours was hidden or barred.",
    "network": "Your game is published but not listed, because a game from your network was hidden or "
    "barred.",
    "review": "Your game is published but not listed until the operator of this server has looked at it.",
    "barred": "Your game is published but not listed, because it has been barred.",
}
PLAYABLE = "You can still play it: open a room in the designer and share its link."
UNPLAYABLE = "No room can be opened with it."


class Withheld(msgspec.Struct):
    """The reason why a published game is not listed, as a code and as a sentence.

    `playable`: whether players can open rooms with the game's id. `advice`: a sentence that says how to open
    such a room, or that this is not possible.
    """

    reason: Reason
    playable: bool
    text: str
    advice: str


def explain(reason: Reason, language: Language, *, playable: bool) -> Withheld:
    """Return the reason and advice for the author of a withheld game."""
    advice = PLAYABLE if playable else UNPLAYABLE
    return Withheld(reason, playable, language.say(REASONS[reason]), language.say(advice))
