"""Code that Flask views and the fast path share: queries, and answers of the service."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl

import msgspec

from cheat.errors import CheatError
from cheat.i18n.messages import Language
from cheat.web.errors import problem_of, unexpected_error

_PLAIN = re.compile(r"[\w.=-]+(&[\w.=-]+)*", re.ASCII)
"""A query without encoded characters."""
_encode = msgspec.json.Encoder().encode


Response = tuple[int, list[tuple[str, str]], bytes]
"""The status, the headers besides those of every answer, and the body."""


def accepted(answer: object) -> Response:
    """Return the response for an answer of the service."""
    return 200, [("Content-Type", "application/json")], _encode(answer)


def refused(error: Exception, name: str, language: Language) -> Response:
    """Return the response for a call that raised an error. `name`: its name, for the error log."""
    problem = error if isinstance(error, CheatError) else unexpected_error(error, name)
    body, headers = problem_of(problem, language)
    return problem.status, list(headers.items()), body


def query_of(text: str) -> dict[str, str]:
    """Return a query as a mapping. If a name has several values, the first one counts."""
    query: dict[str, str] = {}
    pairs = [pair.partition("=")[::2] for pair in text.split("&")] if _PLAIN.fullmatch(text) else None
    for name, value in pairs or parse_qsl(text, keep_blank_values=True):
        query.setdefault(name, value)
    return query
