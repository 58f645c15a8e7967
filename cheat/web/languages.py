"""In which language somebody reads: what the query says, else what the browser prefers, else English."""

from __future__ import annotations

from functools import lru_cache

from flask import request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from cheat.languages import LANGUAGES
from cheat.words import Language

MAX_PREFERENCES = 256
"""Characters that are looked at: browsers send less than a hundred."""
KEPT = 512
"""Different preferences whose answer is remembered: there are not many more among people."""


def language_of(asked: str, preferences: str) -> Language:
    """The language for `lang=` of a query and an Accept-Language header; each may be empty or nonsense."""
    return LANGUAGES[_tag(asked[:MAX_PREFERENCES], preferences[:MAX_PREFERENCES], tuple(LANGUAGES))]


def reader() -> Language:
    """The language of who sent the request that is being answered."""
    return language_of(request.args.get("lang", ""), request.headers.get("Accept-Language", ""))


def told_in(language: Language) -> dict[str, str]:
    """The headers of an answer with words."""
    return {"Content-Language": language.tag, "Vary": "Accept-Language"}


@lru_cache(KEPT)
def _tag(asked: str, preferences: str, tags: tuple[str, ...]) -> str:
    for header in (asked, preferences):
        if found := _looked_up(parse_accept_header(header, LanguageAccept), tags):
            return found
    return tags[0]


def _looked_up(accepted: LanguageAccept, tags: tuple[str, ...]) -> str | None:
    """The first tag that somebody accepts, best first, as RFC 4647 (3.4) looks it up: who wants de-AT reads
    de, before the second language they name.
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
