"""The metadata of a document: name, players, languages, tags and more, for lists of games."""

from __future__ import annotations

import re

import msgspec

from cheat.documents.check.texts import languages_of
from cheat.documents.game.game import DocumentGame
from cheat.documents.runtime.words import plain

LocalizedText = str | dict[str, str]
"""A text in one language, or an object: language -> text."""


class About(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The metadata of a game.

    - `least`, `most`: minimum and maximum number of players
    - `allowed`: the allowed numbers of players; empty if all numbers from `least` to `most` are allowed
    - `languages`: the languages of the texts, the main language first
    - `emblem`: the name of a drawing, or one or two letters (see `parse/looks.py`); "" if neither the author
      nor the kind of game sets an emblem
    - `emblem_picture`: the id of a picture that replaces the emblem, or ""
    """

    slug: str
    version: str
    name: LocalizedText
    summary: LocalizedText = ""
    minutes: str = ""
    least: int
    most: int
    allowed: list[int] = []
    tags: list[str] = []
    author: str = ""
    licence: str = ""
    forked_from: str = ""
    languages: list[str] = []
    emblem: str = ""
    emblem_picture: str = ""

    def seats(self, count: int) -> bool:
        """Return whether this number of players can play the game."""
        return self.least <= count <= self.most and count in (self.allowed or [count])


_NUMBERED = re.compile(r"(.*?)(?: (\d{1,3}))?", re.DOTALL)


def copy_title(title: LocalizedText) -> LocalizedText:
    """Return a title for a copy, such as "Hearts 2" for "Hearts"."""
    if not isinstance(title, str):
        return {tag: _next_title(text) for tag, text in title.items()}
    return _next_title(title)


def _next_title(title: str) -> str:
    match = _NUMBERED.fullmatch(title)
    assert match is not None, "it matches all texts"
    return f"{match[1]} {int(match[2] or 1) + 1}"


def about(game: DocumentGame) -> About:
    """Return the metadata of a document."""
    doc = game.doc
    return About(
        slug=game.slug,
        version=game.version,
        name=doc["name"],
        summary=doc.get("summary", ""),
        minutes=game.minutes,
        least=game.seats[0],
        most=game.seats[1],
        allowed=list(doc["players"].get("allowed", [])),
        tags=list(doc.get("tags", [])),
        author=plain(doc.get("author", ""), ""),
        licence=plain(doc.get("licence", ""), ""),
        forked_from=doc.get("forked_from", ""),
        languages=languages_of(doc),
        emblem=game.look.get("emblem", ""),
        emblem_picture=game.look.get("emblem_picture", ""),
    )
