"""Find and check the pictures that a document names: faces, suits, card back and emblem.

The document names the files of its pictures. `style.pictures` has the id of each file: a hash of the bytes
that the server stores. So the hash of the document changes, too, when one of its pictures changes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from cheat.documents.parse.diagnostics import Path, Report
from cheat.documents.parse.schema_types import value_text
from cheat.engine.cards import Face

CARD_BACK, EMBLEM, FACES, SUITS, IDS = "card_back", "emblem", "faces", "suits", "pictures"
PICTURE_KEYS = (FACES, SUITS, IDS)
"""Keys of `style` that are only about pictures.

The keys `card_back` and `emblem` may name a picture, too, but also have other values.
"""
MOST_PICTURES = 64
"""Maximum number of pictures of a document.

This is enough for a French deck with jokers, a back, four suits and an emblem.
"""
ENDINGS = (".png", ".webp", ".jpg", ".jpeg")
_NAME = re.compile(r"[^/\\\x00-\x1f]{1,60}\.(?:png|webp|jpe?g)", re.IGNORECASE)
_ID = re.compile(r"[0-9a-f]{32}")


def is_picture(stated: Any) -> bool:
    """Return whether a value is the name of a picture's file."""
    return isinstance(stated, str) and _NAME.fullmatch(stated) is not None


def is_picture_id(stated: Any) -> bool:
    """Return whether a value is the id of a stored picture."""
    return isinstance(stated, str) and _ID.fullmatch(stated) is not None


def named_pictures(doc: Mapping[str, Any]) -> dict[str, Path]:
    """Return the names of a document's pictures, each with the path at which it first occurs."""
    places: dict[str, Path] = {}
    for path, name in _stated(doc):
        if is_picture(name):
            places.setdefault(name, path)
    return places


def picture_ids(doc: Mapping[str, Any]) -> dict[str, str]:
    """Return the ids of the pictures that a document uses: name of a file -> id."""
    ids = _table(_table(doc, "style"), IDS)
    names = list(named_pictures(doc))[:MOST_PICTURES]
    return {name: ids[name] for name in names if is_picture_id(ids.get(name))}


def stored_picture_ids(document: bytes) -> dict[str, str]:
    """Return the ids that `picture_ids` returns, for the bytes of a valid document."""
    return picture_ids(json.loads(document))


def pictured(faces: Mapping[str, Face], doc: Mapping[str, Any]) -> dict[str, Face]:
    """Return the faces of a deck, with the ids of the pictures for these faces and their suits."""
    style, ids = _table(doc, "style"), picture_ids(doc)
    of_faces, of_suits = _table(style, FACES), _table(style, SUITS)
    if not ids or not (of_faces or of_suits):
        return dict(faces)

    def with_pictures(code: str, face: Face) -> Face:
        key = next((key for key in (code, face.rank, face.suit, "else") if key in of_faces), "")
        picture, sign = ids.get(of_faces.get(key, ""), ""), ids.get(of_suits.get(face.suit, ""), "")
        return face.with_pictures(picture, sign) if picture or sign else face

    return {code: with_pictures(code, face) for code, face in faces.items()}


def table_pictures(doc: Mapping[str, Any]) -> dict[str, str]:
    """Return the keys that a document's pictures add to the look of a table.

    `back_picture` and `emblem_picture` have the ids of these pictures. The key `pictured` says that there are
    pictures on faces, too.
    """
    style, ids = _table(doc, "style"), picture_ids(doc)
    stated = {"back_picture": style.get(CARD_BACK), "emblem_picture": style.get(EMBLEM)}
    shown = {key: ids[name] for key, name in stated.items() if isinstance(name, str) and name in ids}
    on_faces = {name for key in (FACES, SUITS) for name in _table(style, key).values()}
    return shown | ({"pictured": "faces"} if on_faces & ids.keys() else {})


def check_pictures(doc: Mapping[str, Any], faces: Mapping[str, Face], report: Report) -> None:
    """Warn about pictures that cannot be shown. `faces`: the faces of the deck."""
    style, ids = _table(doc, "style"), picture_ids(doc)
    suits = dict.fromkeys(face.suit for face in faces.values())
    keys = {FACES: {"else", *faces, *suits, *(face.rank for face in faces.values())}, SUITS: set(suits)}
    for key, known_keys in keys.items():
        if key in style and not isinstance(style[key], dict):
            report.warn("shape", ("style", key), "This must be an object.")
        for part in _table(style, key):
            if part not in known_keys:
                words = "“{key}” is not a card, rank or suit of this deck."
                like = report.nearest(part, known_keys)
                report.warn("shape", ("style", key, part), words, hint=like, on_key=True, key=part)
    for path, name in _stated(doc):
        if path[1] in (CARD_BACK, EMBLEM) and not is_picture(name):
            continue
        if not is_picture(name):
            words = "{found} is not the name of a PNG, WebP or JPEG file."
            report.warn("shape", path, words, found=value_text(name))
        elif name not in ids:
            words = "There is no picture “{name}” yet. Put its file into a zip with this document."
            report.warn("picture", path, words, name=name)
    if len(named_pictures(doc)) > MOST_PICTURES:
        words = "A game can have at most {most} pictures. The others are not shown."
        report.warn("limit", ("style",), words, most=MOST_PICTURES)


def _stated(doc: Mapping[str, Any]) -> Iterator[tuple[Path, Any]]:
    """Yield each value that may be the name of a picture, with its path in the document."""
    style = _table(doc, "style")
    for key in (CARD_BACK, EMBLEM):
        if key in style:
            yield ("style", key), style[key]
    for key in (FACES, SUITS):
        for part, name in _table(style, key).items():
            yield ("style", key, part), name


def _table(value: Any, key: str) -> dict[str, Any]:
    """Return the object at a key of an unchecked document, or {} if there is no object."""
    part = value.get(key) if isinstance(value, dict) else None
    return part if isinstance(part, dict) else {}
