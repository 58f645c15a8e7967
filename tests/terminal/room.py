"""Recognizing moves of the room on a screen: programs that play a game ignore these moves."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cheat.terminal.messages import Language
from scripts.catalogues import messages_of
from tests.servers import ROOT

LANGUAGES = [Language("en"), Language("es")]
SLOT = re.compile(r"\\\{\w+\\\}")


def _said() -> Iterator[str]:
    """Yield the texts of rooms, in every language, as expressions with any value in a slot."""
    for module in sorted((ROOT / "cheat/rooms").glob("*.py")):
        for template in messages_of(module.read_text(encoding="utf-8")):
            assert isinstance(template, str), "rooms count nothing"
            for language in LANGUAGES:
                yield SLOT.sub(".+", re.escape(language.translated(template)))


_SAID = re.compile(rf"(?:{'|'.join(_said())})(?: \(!\))?(?: - .+)?")
"""The texts of rooms, with the sign of a tone and a help after them."""


def is_of_the_room(move: str) -> bool:
    """Return whether a move belongs to the room, by its words in a list."""
    return bool(_SAID.fullmatch(move))
