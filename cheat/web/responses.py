"""Read queries, and encode answers of the service.

Flask views and the fast path share this code.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qsl

import msgspec
from msgspec import UNSET

from cheat.errors import CheatError, RateLimited
from cheat.i18n.messages import Language
from cheat.service.delivery.answers import EventsAnswer
from cheat.web.compression import Encoded, Recipient, SentAnswers, gzipped
from cheat.web.errors import problem_of, unexpected_error

_PLAIN = re.compile(r"[\w.=-]+(&[\w.=-]+)*", re.ASCII)
"""A pattern for queries in which no character is encoded."""
_encode = msgspec.json.Encoder().encode


NEWS_LIFE_S, OTHER_LIFE_S = 2, 1
"""Seconds for which caches may store answers to shared polls.

`NEWS_LIFE_S` is for answers with events, and `OTHER_LIFE_S` for all others. An answer with events never
becomes wrong, because a client continues from its cursor and gets all later events. But its table also
contains the time, which gets old.
"""


Response = tuple[int, list[tuple[str, str]], bytes]
"""The status of an answer, the headers that not all answers have, and the body."""


def encoded_answer(answer: object, *, gzip: bool) -> Encoded:
    """Return an answer of the service as JSON. `gzip`: True if the client accepts gzip."""
    body = _encode(answer)
    return gzipped(body) if gzip else Encoded(body)


def encoded_poll(
    answer: EventsAnswer,
    known_digest: str,
    token_hash: str | None,
    client: str,
    sent_answers: SentAnswers,
    *,
    gzip: bool,
) -> Encoded:
    """Return the answer to a poll. `known_digest`: the digest of the client's last answer.

    If this worker still has the last answer, too, the new answer is deflated: compressed with the last answer
    as dictionary (`cheat.web.compression`). An answer without a table is short, so it is neither deflated nor
    stored.
    """
    body = _encode(answer)
    if answer.table is not UNSET:
        recipient = Recipient(answer.table.code, token_hash or "", client)
        if (deflated := sent_answers.deflate(recipient, known_digest, body)) is not None:
            return deflated
    return gzipped(body) if gzip else Encoded(body)


def life_of(outcome: EventsAnswer | Exception) -> int:
    """Return the seconds for which caches may store the outcome of a shared poll, or 0.

    In a shared poll, all spectators with the same cursor and language request the same address. So caches may
    answer them. A refusal because of too many calls is not stored, because it may be meant only for this
    client.
    """
    if isinstance(outcome, EventsAnswer):
        return NEWS_LIFE_S if outcome.events and outcome.names is UNSET else OTHER_LIFE_S
    return 0 if isinstance(outcome, RateLimited) else OTHER_LIFE_S


def refusal_of(error: Exception, name: str, language: Language) -> Response:
    """Return the response to a call that raised an error.

    `name`: the call's name in the error log.
    """
    problem = error if isinstance(error, CheatError) else unexpected_error(error, name)
    body, headers = problem_of(problem, language)
    return problem.status, list(headers.items()), body


def query_of(text: str) -> dict[str, str]:
    """Return a query as a mapping. If a name has several values, only the first is used."""
    query: dict[str, str] = {}
    pairs = [pair.partition("=")[::2] for pair in text.split("&")] if _PLAIN.fullmatch(text) else None
    for name, value in pairs or parse_qsl(text, keep_blank_values=True):
        query.setdefault(name, value)
    return query
