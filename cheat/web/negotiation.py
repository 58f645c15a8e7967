"""Choose the language of a reader.

The language comes from the first of these that names a language of this server:

1. the query of the URL
2. on pages, the language that the reader has chosen there
3. the preferences of the browser

If none of them names a language of this server, the language is English.
"""

from __future__ import annotations

from functools import lru_cache

from flask import request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from cheat.i18n.languages import LANGUAGES
from cheat.i18n.messages import Language

MAX_PREFERENCES = 256
"""Maximum number of characters of preferences. All further characters are ignored.

Browsers send fewer than a hundred characters.
"""
COOKIE = "language"
"""The name of the cookie in which the page stores the language that the reader has chosen."""
MOST_CACHED = 512
"""Maximum number of cached results. A server rarely gets more different preferences."""


def language_of(*preferences: str) -> Language:
    """Return the language of the first preference that names a language of this server.

    Each preference is a list of languages, as in an Accept-Language header. It may be empty or invalid. If no
    preference names a language of this server, returns English.
    """
    return LANGUAGES[
        _tag(tuple(preference[:MAX_PREFERENCES] for preference in preferences), tuple(LANGUAGES))
    ]


def request_language() -> Language:
    """Return the language of the sender of the current request.

    Calls of the API do not use the cookie: the page sends its own language in Accept-Language.
    """
    chosen_tag = request.cookies.get(COOKIE, "") if is_page() else ""
    return language_of(request.args.get("lang", ""), chosen_tag, request.headers.get("Accept-Language", ""))


def is_page() -> bool:
    """Return whether the request is for a page that people read in a browser."""
    return not request.path.startswith("/api/")


def language_headers(language: Language, *, by_cookie: bool = False) -> dict[str, str]:
    """Return the headers `Content-Language` and `Vary` of an answer in a language.

    `by_cookie`: True if the answer also depends on the cookie with the chosen language.
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

    For example, if a header prefers de-AT and only de is known, de comes before the header's second language.
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
