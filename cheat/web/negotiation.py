"""In which language somebody reads: what the query says, else, on pages, what was chosen there, else what the
browser prefers, else English.
"""

from __future__ import annotations

from functools import lru_cache

from flask import request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from cheat.i18n.languages import LANGUAGES
from cheat.i18n.messages import Language

MAX_PREFERENCES = 256
"""Characters that are looked at: browsers send less than a hundred."""
COOKIE = "language"
"""What the page remembers the chosen language by."""
KEPT = 512
"""Different preferences whose answer is remembered: there are not many more among people."""


def language_of(*wishes: str) -> Language:
    """The language for `lang=` of a query, an Accept-Language header and the like, the first that names one.
    Each may be empty or nonsense.
    """
    return LANGUAGES[_tag(tuple(wish[:MAX_PREFERENCES] for wish in wishes), tuple(LANGUAGES))]


def reader() -> Language:
    """The language of who sent the request that is being answered. Calls of the API have no cookies: the page
    says in Accept-Language in which language it is itself.
    """
    chosen = request.cookies.get(COOKIE, "") if is_page() else ""
    return language_of(request.args.get("lang", ""), chosen, request.headers.get("Accept-Language", ""))


def is_page() -> bool:
    """Whether the request is for something that people read in a browser."""
    return not request.path.startswith("/api/")


def told_in(language: Language, *, chosen: bool = False) -> dict[str, str]:
    """The headers of an answer with words. `chosen`: readers may have chosen the language by a cookie."""
    wishes = "Accept-Language,Cookie" if chosen else "Accept-Language"
    return {"Content-Language": language.tag, "Vary": wishes}


@lru_cache(KEPT)
def _tag(wishes: tuple[str, ...], tags: tuple[str, ...]) -> str:
    for wish in wishes:
        if found := _looked_up(parse_accept_header(wish, LanguageAccept), tags):
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
