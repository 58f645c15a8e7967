"""Read the look that a document gives its table: theme, colours, fonts, card backs, emblem.

The author's own pictures are read in `pictures.py`.

No text of an author may get into a style sheet. So this module returns only colours as `#rrggbb`, sizes as
whole numbers, and names of fonts and card backs that the server has. For an invalid value, authors get a
warning and not an error, because looks do not change the rules. The page ignores values that would make the
table unreadable.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from cheat.documents.parse.colours import COLOUR_NAMES, colour
from cheat.documents.parse.diagnostics import Report
from cheat.documents.parse.pictures import CARD_BACK, EMBLEM, PICTURE_KEYS, is_picture, table_pictures
from cheat.documents.parse.schema_types import value_text

COLOURS = (
    "table", "table_border", "background", "card_front", "card_back_colour", "highlight", "title", "turn",
    "turn_shadow",
)  # fmt: skip
"""Keys of colours. Each key is the colour of one thing:

- `table`: the table; `table_border`: the border of the table; `background`: the area around the table
- `card_front`: the front of cards; `card_back_colour`: the back of cards, behind its drawing
- `highlight`: the mark on chosen cards and on the player on turn
- `title`: the name of the game
- `turn`: the prompt; `turn_shadow`: the shadow of the prompt
"""
SIZES = {"card_width": (40, 120), "card_height": (60, 180), "card_separation": (0, 180)}
"""Key -> the minimum and maximum size, in pixels.

A size outside of this range becomes the nearest bound.
"""
FONTS = ("title_font", "turn_font")
OUR_FONTS = ("bangers", "cinzel", "fredoka", "luckiest-guy", "patrick-hand")
"""Fonts that the server has."""
ASIDE = "aside"
BACKS = ("wink", "discs", "paws", "shields", "lattice", "tiles", "bars", "stars")
"""Card backs. The first four belong to Cheat, Uno, Exploding Kittens and Ivanhoe."""
OWN_BACKS = BACKS[4:]
"""Card backs that were made for documents. An author can give such a back any colour."""
THEMES = ("petrol", "forest", "night", "plum", "linen", "sky")
"""Themes of the table. The themes `linen` and `sky` are light.

A browser in dark mode shows a dark theme instead of a light one.
"""
SIGNS = (
    "anchor", "bell", "bolt", "chip", "coin", "crown", "cup", "eye", "fish", "flame", "gem", "heart", "horns",
    "key", "leaf", "link", "moon", "paw", "ring", "sail", "shield", "star", "sun", "swords",
)  # fmt: skip
"""Drawings that can be emblems. An emblem may also be one or two letters or digits."""
WORDS = {
    "theme": THEMES,
    CARD_BACK: BACKS,
    "score": ("points", "chips"),
    "seats": ("row", "around"),
    EMBLEM: SIGNS,
}
"""Key -> the words that it takes.

`score` says how players' points are drawn. `seats` says where the seats of all players except the viewer
stand, if these are only a few and the screen is wide: in a row above the table, or around it.
"""
LOOK_KEYS = (*COLOURS, *SIZES, *FONTS, *WORDS, *PICTURE_KEYS)
OLDER_KEYS = {
    "tableColor": "table", "tableBorderColor": "table_border", "bckgndColor": "background",
    "cardFrontColor": "card_front", "animationHighlightColor": "highlight", "cardWidth": "card_width",
    "cardHeight": "card_height", "cardBackImgName": CARD_BACK, "cardSeparationInHand": "card_separation",
    "gameTitleFontColor": "title", "changeTurnTextColor": "turn", "changeTurnTextShadowColor": "turn_shadow",
    "gameTitleFont": "title_font", "changeTurnTextFont": "turn_font",
}  # fmt: skip
"""Key of the older format (see `importer/`) -> its present name. Authors may write either."""
IGNORED_KEYS = ("page", "card_value", "help")
"""Colours of the older format that have no effect here.

`page` is for text outside of the table, but there is no such text here. `card_value` is for the values of
cards, but players choose these colours themselves. `help` is for the help, but the help panel has its own
colours.
"""
OLDER_BACKS = {"blue": "discs", "green": "shields", "red": "wink"}

_OLDER = re.compile(r"(?:cardBack_)?(blue|green|red)[1-5](?:\.png)?")
_LETTERS = re.compile(r"\w{1,2}")
_DIGITS = re.compile(r"[0-9]{1,6}", re.ASCII)
MOST_FONT_LETTERS = 200
"""Maximum number of characters of a list of fonts. All further characters are ignored."""


def look_of(doc: Mapping[str, Any]) -> dict[str, str]:
    """Return the look of a document, without unusable values.

    The key `aside` of the result has the names of the zones that are shown at the side of the table.
    """
    by_our_names = {OLDER_KEYS.get(key, key): stated for key, stated in doc.get("style", {}).items()}
    values = {
        key: _value(key, stated)
        for key, stated in by_our_names.items()
        if key in LOOK_KEYS and key not in PICTURE_KEYS
    }
    values[ASIDE] = " ".join(name for name, zone in doc["zones"].items() if zone.get("place") == "side")
    return {key: value for key, value in values.items() if value} | table_pictures(doc)


def check_look(doc: Mapping[str, Any], report: Report) -> None:
    """Warn about unusable values of a look, except for pictures."""
    for key, stated in doc.get("style", {}).items():
        name = OLDER_KEYS.get(key, key)
        if (
            name in IGNORED_KEYS
            or name in PICTURE_KEYS
            or (key in (CARD_BACK, EMBLEM) and is_picture(stated))
        ):
            continue
        if name not in LOOK_KEYS:
            words = "“{key}” is not a key of “style”."
            report.warn(
                "shape", ("style", key), words, hint=report.nearest(key, LOOK_KEYS), on_key=True, key=key
            )
        elif not _value(name, stated):
            words = "{found} cannot be used here. The default is used instead."
            like = report.nearest(str(stated), _choices(name))
            report.warn("shape", ("style", key), words, hint=like, found=value_text(stated))


def _choices(key: str) -> Iterable[str]:
    """Return the words that are allowed as the value of a key."""
    if key in SIZES:
        return ()
    return WORDS.get(key) or (OUR_FONTS if key in FONTS else COLOUR_NAMES)


def font(stated: str) -> str:
    """Return the first of the stated fonts that the server has, or "" if it has none of them."""
    names = (
        "-".join(stated_name.strip(" \"'").lower().split())
        for stated_name in stated[:MOST_FONT_LETTERS].split(",")
    )
    return next((name for name in names if name in OUR_FONTS), "")


def bounded(size: str, stated: int) -> str:
    """Return a size, or the nearest bound if it is outside of its bounds."""
    least, most = SIZES[size]
    return str(min(max(stated, least), most))


def _value(key: str, stated: Any) -> str:
    """Return the usable form of a value, or "" if it cannot be used."""
    if key in SIZES:
        is_number = type(stated) in (int, str) and _DIGITS.fullmatch(str(stated))
        return bounded(key, int(stated)) if is_number else ""
    if not isinstance(stated, str):
        return ""
    if key in FONTS:
        return font(stated)
    if key not in WORDS:
        return colour(stated)
    if key == CARD_BACK and (older := _OLDER.fullmatch(stated)):
        return OLDER_BACKS[older[1]]
    return stated if stated in WORDS[key] or (key == EMBLEM and _LETTERS.fullmatch(stated)) else ""
