"""The fast path answers polls and actions, the most frequent calls, without WSGI and Flask.

The head of a request or answer is its first line and its headers. A request on the fast path needs no WSGI
environment, no response object and no list of headers. While a poll waits, it is a small object instead of a
greenlet, gevent's kind of thread. Flask can answer these calls, too, for requests that gunicorn reads. A test
sends the same requests to both, and compares the answers byte for byte.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from http import HTTPStatus
from typing import NamedTuple

from gunicorn import SERVER
from gunicorn.util import http_date

from cheat.errors import BadValue, CheatError, NotFound, RulesFailed, Unauthorized, Unreadable
from cheat.i18n.messages import ENGLISH, Language
from cheat.rooms.tokens import token_hash_of
from cheat.server.request_head import Fields, Head
from cheat.service.delivery.answers import Acted, EventsAnswer, PollQuery
from cheat.service.delivery.long_poll import BegunPoll, Reply
from cheat.service.service import Service
from cheat.web.access_log import POLL, AccessLog
from cheat.web.client_address import client_address
from cheat.web.compression import DIGEST_HEADER, Coding, Encoded, SentAnswers, accepts_gzip
from cheat.web.headers import (
    API_HEADERS,
    DEFLATED_TYPE,
    GZIP_HEADERS,
    JSON_TYPE,
    TLS_HEADERS,
    brief_headers,
    is_https,
    shared_headers,
)
from cheat.web.negotiation import language_headers, language_of
from cheat.web.responses import encoded_answer, encoded_poll, life_of, query_of, refusal_of
from cheat.web.schemas import MAX_BODY, action_of, poll_of, token_of, watch_of

_TARGET = re.compile(rb"/api/rooms/([A-Za-z]{1,32})/(events|watch|actions)(?:\?([!\"$-~]*))?")
"""The target (path and query) of a request that this module answers.

gunicorn answers requests with other targets.
"""
_CURSOR = re.compile(rb"([\w.-]+)(?:&known=([0-9a-f]*))?")
"""A cursor in a query, and `known`, a short hash (digest) of the client's last answer.

Both differ from poll to poll.
"""
_CURSOR_FIRST = re.compile(rb"([^?]+\?since=)%b((?:&.*)?)" % _CURSOR.pattern)
"""A pattern for the target of a poll whose query begins with the cursor.

Group 1 is the part before the cursor, and group 4 the part after the cursor and `known`. Groups 2 and 3 are
those of `_CURSOR`: the cursor and, if it follows, `known`.
"""
_OK = HTTPStatus.OK.value


class Caller(NamedTuple):
    """The sender of a request, as the fields of the head describe it.

    - `token_hash`: the hashed token, if there is one
    - `accept_language`: the languages that the client accepts
    - `language`: the language chosen from them
    - `tls`: whether the client uses TLS to the first proxy
    - `request_id`: the id that a router has given the request, or ""
    - `gzip`: whether the client accepts gzip
    """

    authorization: str | None
    token: str | None
    token_hash: str | None
    accept_language: str
    language: Language
    address: str
    tls: bool
    request_id: str
    gzip: bool = False


NO_QUERY = PollQuery()
UNKNOWN_CALLER = Caller(None, None, None, "", ENGLISH, "", tls=False, request_id="")


class Call(NamedTuple):
    """One poll or action. `name`: its name in the log. `query`: the query parameters of a poll.

    `cursor_frame`: the parts of a poll's target before and after the cursor, if the query begins with the
    cursor. `known_digest`: the digest of the client's last answer, if the poll names it. `is_shared`: whether
    the poll is a shared poll: a spectator's poll whose answer caches may store
    (`cheat.service.delivery.shared_polls`).
    """

    name: str
    code: str
    query: PollQuery
    language: Language
    caller: Caller
    cursor_frame: tuple[bytes, bytes] | None = None
    known_digest: str | None = None
    is_shared: bool = False


class HeadKind(NamedTuple):
    """All values on which the head of a successful answer depends, except the time.

    `is_brief`: whether the head has only the headers that a client or proxy needs. `max_age`: the seconds for
    which caches may store the answer to a shared poll; None for other answers.
    """

    language: Language
    tls: bool
    draining: bool
    is_brief: bool
    coding: Coding
    max_age: int | None = None


class FastPath:
    """The fast path of a worker: it answers polls and actions."""

    def __init__(self, service: Service, access_log: AccessLog, sent_answers: SentAnswers) -> None:
        self.service = service
        self._sent_answers = sent_answers
        self._proxies = service.settings.trusted_proxies
        self._stamped_at, self._date = 0, ""
        self._head_cache: dict[
            tuple[Language, bool, bool, bool, Coding, int | None], tuple[bytes, bytes]
        ] = {}
        self._access_log = access_log
        self._last_shared: tuple[EventsAnswer | None, bool, Encoded] = (None, False, Encoded(b""))

    def caller(self, fields: Fields, peer: str) -> Caller | None:
        """Return the `Caller` of a request, or None if gunicorn has to answer the request."""
        values = fields.values
        scheme = values.get(b"x-forwarded-proto")
        if scheme is not None and not self._proxies:
            return None  # only gunicorn knows which proxies to trust
        accept_language, authorization = (
            _text(values.get(b"accept-language")) or "",
            _text(values.get(b"authorization")),
        )
        try:
            token = token_of(authorization)
        except Unauthorized:
            return None
        return Caller(
            authorization,
            token,
            token_hash_of(token),
            accept_language,
            language_of(accept_language),
            client_address(peer, _text(values.get(b"x-forwarded-for")), self._proxies),
            scheme is not None and is_https(scheme.decode("latin-1")),
            _text(values.get(b"x-request-id")) or "",
            accepts_gzip(_text(values.get(b"accept-encoding")) or ""),
        )

    def can_begin_at_once(self, call: Call) -> bool:
        """Return whether a poll can begin without waiting.

        It can if this worker follows the room, and does not block the client's address.
        """
        try:
            follows = self.service.follows(call.code)
            return follows and not self.service.guesses.is_blocked(call.caller.address)
        except NotFound:
            return False

    def follow(self, call: Call) -> bool:
        """Follow the room of a poll, so that the poll can begin without waiting. This method waits.

        Returns False if `events` has to answer the poll.
        """
        if self.service.guesses.is_blocked(call.caller.address):
            return False
        try:
            self.service.follow(call.code)
        except CheatError:
            return False
        return True

    def poll(self, call: Call, reply: Reply) -> BegunPoll:
        """Return the poll of a call. Its method `begin` looks for events. Raises CheatError."""
        if call.is_shared:
            return self.service.shared_poll(call.code, call.query.since, call.language, reply)
        return self.service.poll(call.code, call.caller.token_hash, call.query, call.language, reply)

    def poll_answer(self, call: Call, answer: EventsAnswer) -> bytes:
        """Return the complete answer to a poll."""
        return self._answer(call, poll_outcome=answer)

    def refusal(self, call: Call, error: Exception) -> bytes:
        """Return the complete answer to a poll that failed after its beginning.

        If rules failed, or if the room could not be read, this method carries out the poll again. Then it may
        wait for events.
        """
        if isinstance(error, RulesFailed | Unreadable):
            return self.events(call)
        return self._answer(call, poll_outcome=error)

    def act(self, call: Call, body: bytes) -> bytes:
        """Carry out an action, and return the complete answer. This method waits for Redis."""
        return self._answer(call, body)

    def events(self, call: Call) -> bytes:
        """Carry out a poll, and return the complete answer. This method waits for events."""
        return self._answer(call)

    def _answer(
        self, call: Call, body: bytes = b"", poll_outcome: EventsAnswer | Exception | None = None
    ) -> bytes:
        """Return the complete answer to a call: its result, or a refusal.

        `body`: the body of an action. `poll_outcome`: the answer or error of a poll that has already ended.
        """
        access_log, status = self._access_log, 0
        max_age: int | None = None
        entry = access_log.begin(call.name, call.code, call.caller.request_id) if access_log.is_on else None
        try:
            if call.name != POLL:
                answer = self._encoded(call, self._act(call, body))
            else:
                events = (
                    poll_outcome
                    if isinstance(poll_outcome, EventsAnswer)
                    else self._events(call, poll_outcome)
                )
                answer = self._encoded(call, events)
                max_age = life_of(events) if call.is_shared else None
            status = _OK
        except Exception as error:
            status, headers, refusal = refusal_of(error, call.name, call.language)
            max_age = life_of(error) if call.is_shared else None
        finally:
            if entry is not None:
                entry.end(call.name, status)
        if status == _OK:
            return self._with_head(call, answer, max_age)
        kind = HeadKind(
            call.language, call.caller.tls, self.service.draining, call.is_shared, coding="", max_age=max_age
        )
        self._update_stamp()
        head_start, head_end = self._head_parts(kind, status, headers)
        return b"%b%d%b%b" % (head_start, len(refusal), head_end, refusal)

    def _act(self, call: Call, body: bytes) -> Acted:
        address, (token, action) = call.caller.address, action_of(call.caller.authorization, body)
        with self.service.guesses.guarded(address, token):
            token_hash = call.caller.token_hash
            assert token_hash is not None, "an action without a token has been refused"
            return self.service.act(call.code, token_hash, action.id, action.move, action.args, address)

    def _events(self, call: Call, poll_error: Exception | None) -> EventsAnswer:
        """Return the events for a poll, or raise `poll_error`, the error with which the poll ended.

        Some errors count as a wrong guess of a room code or token (`limits/rate_limits.py`).
        """
        caller = call.caller
        with self.service.guesses.guarded(caller.address, None if call.is_shared else caller.token):
            if poll_error is not None:
                raise poll_error
            if call.is_shared:
                return self.service.watch(call.code, call.query.since, call.language)
            return self.service.events(call.code, caller.token_hash, call.query, call.language)

    def _encoded(self, call: Call, answer: object) -> Encoded:
        caller = call.caller
        if call.is_shared and isinstance(answer, EventsAnswer):
            return self._encoded_once(answer, gzip=caller.gzip)
        if call.known_digest is None or not isinstance(answer, EventsAnswer):
            return encoded_answer(answer, gzip=caller.gzip)
        return encoded_poll(
            answer,
            call.known_digest,
            caller.token_hash,
            call.query.client,
            self._sent_answers,
            gzip=caller.gzip,
        )

    def _encoded_once(self, answer: EventsAnswer, *, gzip: bool) -> Encoded:
        """Return the answer to a shared poll. Encode it once for all spectators that get it."""
        last_answer, last_gzip, encoded = self._last_shared
        if last_answer is not answer or last_gzip is not gzip:
            encoded = encoded_answer(answer, gzip=gzip)
            self._last_shared = answer, gzip, encoded
        return encoded

    def _with_head(self, call: Call, answer: Encoded, max_age: int | None) -> bytes:
        """Return a successful answer with its head.

        A head has two parts, before and after the length of the body. They change only once a second, with
        the date. So all answers with the same key (the fields of `HeadKind`) share them. Making them takes
        twice as long as encoding the body.
        """
        self._update_stamp()
        caller, is_brief = call.caller, call.known_digest is not None or call.is_shared
        key = (call.language, caller.tls, self.service.draining, is_brief, answer.coding, max_age)
        parts = self._head_cache.get(key)
        if parts is None:
            media_type = DEFLATED_TYPE if answer.coding == "deflated" else JSON_TYPE
            headers = [("Content-Type", media_type)]
            parts = self._head_cache[key] = self._head_parts(HeadKind(*key), _OK, headers)
        head_start, head_end = parts
        if answer.digest:
            head_end = f"\r\n{DIGEST_HEADER}: {answer.digest}".encode() + head_end
        return b"%b%d%b%b" % (head_start, len(answer.body), head_end, answer.body)

    def _update_stamp(self) -> None:
        now = int(time.time())
        if now != self._stamped_at:
            self._stamped_at, self._date = now, f"Date: {http_date(now)}\r\n"
            self._head_cache.clear()

    def _head_parts(self, kind: HeadKind, status: int, headers: list[tuple[str, str]]) -> tuple[bytes, bytes]:
        """Return the bytes of the head before and after the length of the body."""
        if kind.is_brief:
            origin = self._date + ("Connection: close\r\n" if kind.draining else "")
        else:
            connection = "close" if kind.draining else "keep-alive"
            origin = f"Server: {SERVER}\r\n{self._date}Connection: {connection}\r\n"
        start = f"HTTP/1.1 {_STATUS[status]}\r\n{origin}{_lines(headers)}Content-Length: "
        return start.encode("latin-1"), f"\r\n{_lines(_common_headers(kind))}\r\n".encode("latin-1")


_STATUS = {status.value: f"{status.value} {status.phrase.upper()}" for status in HTTPStatus}
"""Status lines as Flask writes them."""


def _common_headers(kind: HeadKind) -> list[tuple[str, str]]:
    """Return the headers that an answer has after the header with the length of its body."""
    if kind.max_age is not None:
        return list(shared_headers(kind.coding, kind.max_age).items())
    if kind.is_brief:
        return list(brief_headers(kind.coding).items())
    tls = TLS_HEADERS if kind.tls else {}
    headers = [*API_HEADERS.items(), *tls.items(), *language_headers(kind.language).items()]
    return [*headers, *GZIP_HEADERS.items()] if kind.coding == "gzip" else headers


def _lines(headers: Iterable[tuple[str, str]]) -> str:
    return "".join(f"{name}: {value}\r\n" for name, value in headers)


def call_of(head: Head, caller: Caller, last_call: Call | None = None) -> Call | None:
    """Return the `Call` of a request, or None if gunicorn has to answer the request.

    `last_call`: the previous call on the connection. Usually the new call differs only in the cursor.
    """
    if (
        last_call is not None
        and last_call.caller is caller
        and (new_call := _with_new_cursor(head, last_call)) is not None
    ):
        return new_call
    target = _TARGET.fullmatch(head.target)
    if target is None or not _has_right_body(head, target[2]):
        return None
    query = query_of(target[3].decode()) if target[3] else {}
    lang, is_poll = query.get("lang"), head.method == b"GET"
    try:
        if target[2] == b"watch":
            return _shared_call(target[1].decode(), query, caller)
        poll_query = poll_of(query) if is_poll else NO_QUERY
    except BadValue:
        return None
    cursor_frame = _CURSOR_FIRST.fullmatch(head.target) if is_poll else None
    if cursor_frame and "known" in query_of(cursor_frame[4][1:].decode()):
        cursor_frame = None  # the next poll may have its digest in another place
    return Call(
        POLL if is_poll else "POST actions",
        target[1].decode(),
        poll_query,
        language_of(lang, caller.accept_language) if lang else caller.language,
        caller,
        cursor_frame and (cursor_frame[1], cursor_frame[4]),
        query.get("known") if is_poll else None,
    )


def _shared_call(code: str, query: dict[str, str], caller: Caller) -> Call:
    """Return a shared poll. Only its URL chooses the language. Raises BadValue."""
    language = language_of(query.get("lang", ""))
    return Call(POLL, code, PollQuery(watch_of(query)), language, caller, is_shared=True)


def _with_new_cursor(head: Head, last_call: Call) -> Call | None:
    """Return a copy of `last_call` with the cursor and the digest in the target of `head`.

    Returns None if the rest of the target differs, or if `last_call` or `head` does not belong to such a
    poll.
    """
    target = head.target
    if last_call.cursor_frame is None or head.method != b"GET" or head.fields.length:
        return None
    before_cursor, after_cursor = last_call.cursor_frame
    cursor_part = target[len(before_cursor) : len(target) - len(after_cursor)]
    cursor = _CURSOR.fullmatch(cursor_part)
    if cursor is None or before_cursor + cursor_part + after_cursor != target:
        return None
    poll_query = PollQuery(
        cursor[1].decode(), last_call.query.wait, last_call.query.client, last_call.query.past
    )
    return Call(
        last_call.name,
        last_call.code,
        poll_query,
        last_call.language,
        last_call.caller,
        last_call.cursor_frame,
        None if cursor[2] is None else cursor[2].decode(),
    )


def _has_right_body(head: Head, call: bytes) -> bool:
    if head.method == b"GET":
        return call != b"actions" and not head.fields.length
    return call == b"actions" and head.fields.length is not None and head.fields.length <= MAX_BODY


def _text(value: bytes | None) -> str | None:
    return None if value is None else value.decode("latin-1")
