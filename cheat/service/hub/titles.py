"""Checks of the title and texts of a game, before the game enters the list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from cheat.documents.about import About, LocalizedText
from cheat.documents.parse.diagnostics import Path, Report
from cheat.engine.registry import GameRegistry
from cheat.i18n.graphemes import is_harmless
from cheat.i18n.languages import LANGUAGES
from cheat.rooms.player_names import is_readable, skeletons

MOST_REPORTED = 10
"""Maximum number of texts with strange characters in one report.

Pasted texts often have many.
"""
MOST_TITLES = 16_384
"""Maximum number of titles in the cache of skeletons: three for each of `MOST_GAMES` games."""

Skeleton = tuple[int, str]
"""One of the two skeletons of a title: its index (0 or 1), and its text.

A skeleton is a simplified text: titles that look alike have the same one (`skeletons` in
`cheat.rooms.player_names`).
"""
_skeletons = lru_cache(MOST_TITLES)(skeletons)


def titles_of(title: LocalizedText) -> list[str]:
    """Return the title of a game in each of its languages, on one line each."""
    return [" ".join(text.split()) for text in (title.values() if isinstance(title, dict) else [title])]


def skeletons_of(titles: Iterable[str]) -> set[Skeleton]:
    """Return the skeletons of titles. Two titles that share a skeleton look alike."""
    return {skeleton for title in titles if title for skeleton in enumerate(_skeletons(title))}


def skeletons_of_all(games: GameRegistry) -> set[Skeleton]:
    """Return the skeletons of the titles of all games of a catalogue, in every language."""
    return skeletons_of(
        language.say(game.in_language(language.tag).name) for game in games for language in LANGUAGES.values()
    )


def check_texts(about: About, document: Any, report: Report) -> None:
    """Report a title that people cannot read, and texts with misleading characters."""
    for title in titles_of(about.name):
        if not is_readable(title):
            report.tell(
                "shape",
                ("name",),
                "A title can have only letters, digits, signs and emoji that can be seen. Choose another.",
            )
    strange = (path for path, text in _texts(document) if not is_harmless(text))
    for path in islice(strange, MOST_REPORTED):
        report.tell(
            "shape",
            path,
            "This text has invisible characters or characters that change how it reads. Type it again.",
        )


def _texts(part: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    if isinstance(part, str):
        yield path, part
    elif isinstance(part, dict):
        for key, value in part.items():
            yield from _texts(value, (*path, key))
    elif isinstance(part, list):
        for index, value in enumerate(part):
            yield from _texts(value, (*path, index))
