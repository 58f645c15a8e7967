"""The language of a reader.

The first of these that names a known language decides:

1. the query
2. on pages, the language that the reader has chosen there
3. the preferences of the browser

If none of them does, the language is English.
"""

from __future__ import annotations

from functools import lru_cache

from flask import request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from cheat.i18n.languages import LANGUAGES
from cheat.i18n.messages import Language

MAX_PREFERENCES = 256
"""Maximum number of characters of the preferences that are read.

Browsers send fewer than a hundred characters.
"""
COOKIE = "language"
"""Name of the cookie in which the page keeps the language that the reader has chosen."""
MOST_CACHED = 512
"""Maximum number of cached results. A server rarely meets more different preferences."""


def language_of(*preferences: str) -> Language:
    """Return a language: the first of these preferences that names a known language decides.

    Each preference is a list of languages as in an Accept-Language header, and may be empty or invalid. If
    none names a known language, returns English.
    """
    return LANGUAGES[
        _tag(tuple(preference[:MAX_PREFERENCES] for preference in preferences), tuple(LANGUAGES))
    ]


def request_language() -> Language:
    """Return the language of the sender of the current request.

    Calls of the API have no cookies: the page sends its own language in Accept-Language.
    """
    chosen_tag = request.cookies.get(COOKIE, "") if is_page() else ""
    return language_of(request.args.get("lang", ""), chosen_tag, request.headers.get("Accept-Language", ""))


def is_page() -> bool:
    """Return whether the request is for something that people read in a browser."""
    return not request.path.startswith("/api/")


def language_headers(language: Language, *, by_cookie: bool = False) -> dict[str, str]:
    """Return the headers of an answer with words.

    `by_cookie`: the answer also depends on the cookie with the chosen language.
    """
    preferences = "Accept-Language,Cookie" if by_cookie else "Accept-Language"
    return {"Content-Language": language.tag, "Vary": preferences}


@lru_cache(MOST_CACHED)
def _tag(preferences: tuple[str, ...], tags: tuple[str, ...]) -> str:
    for preference in preferences:
        if tag := _look_up(parse_accept_header(preference, LanguageAccept), tags):
            return tag
    return tags[0]


def _look_up(accepted: LanguageAccept, tags: tuple[str, ...]) -> str | None:
    """Return the known tag that fits the preferences best, by the lookup of RFC 4647 (3.4).

    For example, if de-AT is preferred but not known, de comes before the second language in the header.
    """
    tag_by_lower = {tag.lower(): tag for tag in tags}
    refused_tags = {language.lower() for language, quality in accepted if quality <= 0}
    for language, quality in accepted:
        if language == "*" and quality > 0:
            return next((tag for tag in tags if tag.lower() not in refused_tags), None)
        parts = language.lower().replace("_", "-").split("-")
        for length in range(len(parts), 0, -1):
            range_ = "-".join(parts[:length])
            if quality > 0 and range_ in tag_by_lower and range_ not in refused_tags:
                return tag_by_lower[range_]
    return None
