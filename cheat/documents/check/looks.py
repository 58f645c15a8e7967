"""What a document says of the look of its table: colours, fonts, how large its cards are and how far
apart, and which of our backs they have.

Only checked values leave this module, colours as `#rrggbb`, sizes as whole numbers, fonts and backs by our
names: nothing that an author wrote is ever put into a style sheet. What of it can be read by everybody the
page decides; a look that cannot be used is a warning, never an error, for it changes no rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from cheat.documents.check.colours import NAMED, colour
from cheat.documents.parse.diagnostics import Report
from cheat.documents.parse.schema_types import told

BACK = "card_back"
COLOURS = (
    "table", "table_border", "background", "card_front", "highlight", "title", "turn", "turn_shadow",
)  # fmt: skip
"""The cloth and its rim, what is around the table, the paper of the cards, what is chosen or on turn, the
name of the game, and the sentence that says what is going on, with its shadow.
"""
SIZES = {"card_width": (40, 120), "card_height": (60, 180), "card_separation": (0, 180)}
"""Pixels: the least and the most. What is less or more counts as that."""
FONTS = ("title_font", "turn_font")
OUR_FONTS = ("bangers", "cinzel", "fredoka", "luckiest-guy", "patrick-hand")
"""Those that we serve."""
KNOWN = (*COLOURS, *SIZES, *FONTS, BACK)
AS_THERE = {
    "tableColor": "table", "tableBorderColor": "table_border", "bckgndColor": "background",
    "cardFrontColor": "card_front", "animationHighlightColor": "highlight", "cardWidth": "card_width",
    "cardHeight": "card_height", "cardBackImgName": BACK, "cardSeparationInHand": "card_separation",
    "gameTitleFontColor": "title", "changeTurnTextColor": "turn", "changeTurnTextShadowColor": "turn_shadow",
    "gameTitleFont": "title_font", "changeTurnTextFont": "turn_font",
}  # fmt: skip
"""What the older format calls them: authors who know it may write that."""
LEFT_ALONE = ("page", "card_value", "help")
"""Colours that documents in the older format have besides: nothing is beyond the table, our cards have the
inks that people choose, and help has a panel of its own.
"""
BACKS = ("wink", "discs", "paws", "shields")
OLDER_BACKS = {"blue": "discs", "green": "shields", "red": "wink"}

_OLDER = re.compile(r"(?:cardBack_)?(blue|green|red)[1-5](?:\.png)?")
_WHOLE = re.compile(r"[0-9]{1,6}", re.ASCII)
MOST_LETTERS = 200
"""Of a list of fonts that is read."""


def look_of(doc: Mapping[str, Any]) -> dict[str, str]:
    """The look of a document: of what it says, that which can be used."""
    called = {AS_THERE.get(key, key): stated for key, stated in doc.get("style", {}).items()}
    found = {key: _value(key, stated) for key, stated in called.items() if key in KNOWN}
    return {key: value for key, value in found.items() if value}


def check_look(doc: Mapping[str, Any], report: Report) -> None:
    """Tell what of a look cannot be used."""
    for key, stated in doc.get("style", {}).items():
        called = AS_THERE.get(key, key)
        if called in LEFT_ALONE:
            continue
        if called not in KNOWN:
            words = "“{key}” is no look that a table has."
            report.warn("shape", ("style", key), words, hint=report.nearest(key, KNOWN), on_key=True, key=key)
        elif not _value(called, stated):
            words = "{found} is no look that can be used; the usual one is."
            like = report.nearest(str(stated), _choices(called))
            report.warn("shape", ("style", key), words, hint=like, found=told(stated))


def _choices(key: str) -> Iterable[str]:
    """The words from which a look is chosen."""
    if key in SIZES:
        return ()
    return BACKS if key == BACK else OUR_FONTS if key in FONTS else NAMED


def font(stated: str) -> str:
    """The first of the fonts that a text names which is one of ours, "" where none is."""
    names = ("-".join(one.strip(" \"'").lower().split()) for one in stated[:MOST_LETTERS].split(","))
    return next((name for name in names if name in OUR_FONTS), "")


def within(size: str, stated: int) -> str:
    """What a size counts as."""
    least, most = SIZES[size]
    return str(min(max(stated, least), most))


def _value(key: str, stated: Any) -> str:
    """What is used, "" where that is nothing."""
    if key in SIZES:
        is_number = type(stated) in (int, str) and _WHOLE.fullmatch(str(stated))
        return within(key, int(stated)) if is_number else ""
    if not isinstance(stated, str):
        return ""
    if key in FONTS:
        return font(stated)
    if key != BACK:
        return colour(stated)
    older = _OLDER.fullmatch(stated)
    return OLDER_BACKS[older[1]] if older else stated if stated in BACKS else ""
