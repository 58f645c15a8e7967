"""The language of a reader.

The query decides, then, on pages, the language chosen there, then the preferences of the browser, then
English.
"""

from __future__ import annotations

from functools import lru_cache

from flask import request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from cheat.i18n.languages import LANGUAGES
from cheat.i18n.messages import Language

MAX_PREFERENCES = 256
"""Most characters of preferences that are read: browsers send less than a hundred."""
COOKIE = "language"
"""Cookie in which the page remembers the chosen language."""
KEPT = 512
"""Cached answers by preferences: people have not many more different ones."""


def language_of(*wishes: str) -> Language:
    """Return the language of the first wish that names one, or English.

    Wishes are `lang=` of a query, an Accept-Language header and the like. Each may be empty or nonsense.
    """
    return LANGUAGES[_tag(tuple(wish[:MAX_PREFERENCES] for wish in wishes), tuple(LANGUAGES))]


def reader() -> Language:
    """Return the language of the sender of the current request.

    Calls of the API have no cookies: the page sends its own language in Accept-Language.
    """
    chosen = request.cookies.get(COOKIE, "") if is_page() else ""
    return language_of(request.args.get("lang", ""), chosen, request.headers.get("Accept-Language", ""))


def is_page() -> bool:
    """Return whether the request is for something that people read in a browser."""
    return not request.path.startswith("/api/")


def told_in(language: Language, *, chosen: bool = False) -> dict[str, str]:
    """Return the headers of an answer with words.

    `chosen`: readers may have chosen the language by a cookie.
    """
    wishes = "Accept-Language,Cookie" if chosen else "Accept-Language"
    return {"Content-Language": language.tag, "Vary": wishes}


@lru_cache(KEPT)
def _tag(wishes: tuple[str, ...], tags: tuple[str, ...]) -> str:
    for wish in wishes:
        if found := _looked_up(parse_accept_header(wish, LanguageAccept), tags):
            return found
    return tags[0]


def _looked_up(accepted: LanguageAccept, tags: tuple[str, ...]) -> str | None:
    """Return the first accepted tag, best first, by the lookup of RFC 4647 (3.4).

    A reader that wants de-AT gets de, before the second language in the header.
    """
    known = {tag.lower(): tag for tag in tags}
    refused = {wanted.lower() for wanted, quality in accepted if quality <= 0}
    for wanted, quality in accepted:
        if wanted == "*" and quality > 0:
            return next((tag for tag in tags if tag.lower() not in refused), None)
        parts = wanted.lower().replace("_", "-").split("-")
        for length in range(len(parts), 0, -1):
            range_ = "-".join(parts[:length])
            if quality > 0 and range_ in known and range_ not in refused:
                return known[range_]
    return None
