"""Find the pictures that a document uses, and write their ids into the document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from cheat.documents import Diagnostic
from cheat.documents.importer.conversion import laid_out
from cheat.documents.parse.diagnostics import Problem, Report, message_of
from cheat.documents.parse.json_text import read
from cheat.documents.parse.pictures import IDS, MOST_PICTURES, named_pictures, picture_ids
from cheat.i18n.messages import ENGLISH, Arg, Language, Text

PICTURE = "picture"
"""The code of diagnostics about the files of pictures."""
NOT_READ = "“{name}” cannot be read. Save it as PNG, WebP or JPEG again."
TOO_WIDE = "“{name}” is too large. A picture can have at most {most} pixels."
TOO_HEAVY = "“{name}” has too much detail for a card. Make it simpler or smaller."
TOO_MANY = "“{name}” is left out: the pictures of a game can have at most {most} KB together."
TOO_LONG = "“{name}” is left out, because reading the pictures takes too long. Make them smaller."


class Picture(msgspec.Struct):
    """A picture as the server stores it, in the WebP format.

    - `name`: the name of the picture's file
    - `id`: a hash of `data`
    - `sent`: the hash of the bytes that the author has sent, before the conversion to WebP
    """

    name: str
    id: str
    sent: str
    data: bytes


class Pictures(msgspec.Struct):
    """The pictures of a document that could be read, and diagnostics about all others."""

    pictures: list[Picture] = []
    diagnostics: list[Diagnostic] = []


def used_pictures(document: bytes, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the given files that a document uses as pictures: name -> content."""
    names = list(named_pictures(_object(document)))[:MOST_PICTURES]
    return {name: files[name] for name in names if name in files}


def with_ids(document: bytes, ids: Mapping[str, str]) -> bytes:
    """Return a document with these ids of pictures. `ids`: name of a picture's file -> its id.

    The ids of other pictures that the document uses stay. If no id changes, returns the same bytes.
    """
    value = _object(document)
    stated = picture_ids(value)
    known = {name: ids.get(name) or stated.get(name, "") for name in named_pictures(value)}
    known = {name: id for name, id in known.items() if id}
    if not known or value["style"].get(IDS) == known:
        return document
    value["style"] = {**value["style"], IDS: known}
    return laid_out(value)


def left_out(names: Iterable[str], language: Language) -> list[Diagnostic]:
    """Return warnings about files in an archive that are not part of the game."""
    words = "“{name}” is left out. Pictures must be PNG, WebP or JPEG, and a game has no other files."
    return [about_file(name, words, language) for name in names]


def unused(names: Iterable[str], language: Language) -> list[Diagnostic]:
    """Return warnings about pictures in an archive that the document does not use."""
    words = "“{name}” is left out, because “style” does not use it."
    return [about_file(name, words, language) for name in names]


def about_file(name: str, words: str, language: Language = ENGLISH, **args: Arg) -> Diagnostic:
    """Return a warning about a file of a picture."""
    problem = Problem(PICTURE, (), Text(words, {"name": name[:60], **args}))
    return Diagnostic(code=PICTURE, severity="warning", text=message_of(problem, language), file=name[:60])


def _object(document: bytes) -> dict[str, Any]:
    """Return a document as a dict, or {} if it is not a valid JSON object."""
    value = read(document, Report())
    return value if isinstance(value, dict) else {}
