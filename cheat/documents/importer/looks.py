"""Read the looks of the older format: colours, fonts, sizes and a card back, all optional.

The importer accepts only colours, whole numbers, and fonts that the server has. So no text of an author gets
into a style sheet. The importer ignores positions, because our table has its own layout. A warning names the
ignored keys.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from typing import Any

from cheat.documents.importer.parts import Part, as_whole_number
from cheat.documents.parse import looks as ours
from cheat.documents.parse.colours import colour
from cheat.documents.parse.diagnostics import Path, Report
from cheat.documents.parse.schema_types import value_text


def _by_older_name(names: Container[str]) -> dict[str, str]:
    """Return the keys of the older format for our keys in `names`: older key -> our key."""
    return {older_name: name for older_name, name in ours.OLDER_KEYS.items() if name in names}


COLOURS = {
    **_by_older_name(ours.COLOURS),
    "bodyBckgndColor": "page", "cardValueColor": "card_value", "helpTextColor": "help",
}  # fmt: skip
SIZES = _by_older_name(ours.SIZES)
FONTS = _by_older_name(ours.FONTS)
"""Keys of fonts: key of the older format -> our key.

If the server does not have a font, the table shows the default font instead.
"""
NUMBERS = (
    "gameTitleFontSize", "cardSuitWidth", "cardValueSize", "helpTextLeft", "timeBetweenTurns",
    *(f"{zone}{side}" for zone in ("player1", "player2", "player3", "player4", "draw0", "discard0")
        for side in ("Top", "Left")),
)  # fmt: skip
NAME = "name"
"""The key for the name of a look, in documents with several looks."""
CARD_BACK = "cardBackImgName"

_CARD_BACK = re.compile(r"cardBack_((?:blue|green|red)[1-5])\.png")


def looks(stated: Any, path: Path, report: Report) -> dict[str, str]:
    """Return a look in our format: our key -> value. Warn about values that are not accepted."""
    if stated is None:
        return {}
    part = Part(stated, path, (*COLOURS, *SIZES, *NUMBERS, *FONTS, CARD_BACK, NAME), report)
    _name_ignored(part, path, report)
    values = {}
    for key, value in part.stated.items():
        key_path = (*path, key)
        if key in COLOURS and _fits(colour, value, key_path, report):
            values[COLOURS[key]] = value
        elif key in SIZES:
            number = as_whole_number(value)
            if number is None:
                _ignored(value, key_path, report)
            else:
                values[SIZES[key]] = ours.bounded(SIZES[key], number)
        elif key in FONTS:
            if isinstance(value, str) and (font := ours.font(value)):
                values[FONTS[key]] = font
            else:
                _ignored(value, key_path, report)
        elif key == CARD_BACK and _fits(_CARD_BACK.fullmatch, value, key_path, report):
            values["card_back"] = _CARD_BACK.sub(r"\1", value)
    return values


def _name_ignored(part: Part, path: Path, report: Report) -> None:
    """Warn about the keys that have no effect.

    One warning names all these keys, because a document can have up to twenty.
    """
    no_effect = (*NUMBERS, *(key for key, name in COLOURS.items() if name in ours.IGNORED_KEYS))
    if keys := [key for key, value in part.stated.items() if key in no_effect and value is not None]:
        words = "The table has a layout of its own, so these keys have no effect: {keys}."
        report.warn("no_effect", path, words, keys=", ".join(keys))


def _fits(is_look: Callable[[str], object], value: Any, path: Path, report: Report) -> bool:
    """Return whether the importer accepts a value. If not, warn, unless the value is null."""
    if value is None:
        return False
    if isinstance(value, str) and is_look(value):
        return True
    _ignored(value, path, report)
    return False


def _ignored(value: Any, path: Path, report: Report) -> None:
    if value is not None:
        report.warn(
            "shape",
            path,
            "{found} cannot be used here. The default is used instead.",
            found=value_text(value),
        )
