"""Compress answers: with gzip, or with DEFLATE and the last answer to a seat as dictionary.

Two consecutive answers to a seat differ only a little. So raw DEFLATE gets the last answer as preset
dictionary: a text that both sides know, so that the compressed bytes can refer to its parts. Then 2.5 KB
become about 200 bytes. docs/protocol.md describes this form for clients. Here, such an answer is called
deflated, and an answer before compression is called plain.
"""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import Literal, NamedTuple

from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

from cheat.ops.threads import brief_lock

DIGEST_HEADER = "Deflated"
"""The header of a deflated answer. Its value is the digest of the plain answer."""
LEAST_SAVED = 1024
"""A body with fewer bytes is not compressed, because compression would save no packet."""
GZIP_LEVEL, DEFLATE_LEVEL = 4, 3
"""Levels of zlib for gzip, and for DEFLATE with a dictionary.

gzip compresses an answer of 2.5 KB to 1.1 KB in 65 µs. With a dictionary, the answer becomes 0.2 KB in 20 µs.
Level 6 would save another 2 % with gzip and 5 % with a dictionary, but would take 85 µs and 38 µs.
"""
WINDOW_BITS, MEMORY_LEVEL = 13, 5
"""Parameters of zlib for usual answers: `wbits`, the size of the window, and `memLevel`.

A window of this size reaches from any place in a usual answer back to the same place in the previous answer.

Small values are faster, because zlib clears its memory first. With zlib's defaults, 15 and 8, gzip takes
twice as long.
"""
LARGE_WINDOW_BITS, LARGE_MEMORY_LEVEL = 15, 8
LARGE_BODY = 7_000
"""Minimum size of a large body, in bytes.

A large body is compressed with `LARGE_WINDOW_BITS` and `LARGE_MEMORY_LEVEL`, zlib's defaults.
"""
GZIP_FORMAT = 16
"""If this number is added to the window bits, zlib writes the gzip format."""
LARGEST_STORED = 64_000
"""Maximum size of an answer that is stored as a dictionary, in bytes.

For larger answers, the window would not reach most of the dictionary.
"""
STORED_BYTES = 24_000_000
"""Maximum number of bytes of all stored answers in a worker.

This is enough for four thousand polls with large tables.
"""
ENTRY_BYTES = 500
"""Memory that a stored answer takes in addition to its body, in bytes."""
MAX_ACCEPT = 256
"""Maximum number of characters of an Accept-Encoding header.

All further characters are ignored.
"""


class Recipient(NamedTuple):
    """The recipient of answers: one page or program, which plays at a seat or watches the room.

    - `token_hash`: the hash of the seat's token, or "" for a spectator
    - `client`: a text that the page or program sends with each poll. If a player has several pages, each page
      has its own text.
    """

    code: str
    token_hash: str
    client: str


Coding = Literal["", "gzip", "deflated"]
"""The form of a body: plain, gzip, or deflated with the last answer as dictionary."""


class Encoded(NamedTuple):
    """A body to send. `digest`: if the body is deflated, the digest of the plain body."""

    body: bytes
    coding: Coding = ""
    digest: str = ""


class _SentAnswer(NamedTuple):
    digest: str
    body: bytes


class SentAnswers:
    """The last answer that this worker sent to each recipient.

    An answer is stored only if it has a table, and if the recipient asked for deflated answers. If all stored
    answers together take more than `max_bytes`, the oldest are dropped.

    The dictionary of an answer is always an earlier answer to the same recipient. So the length of a
    deflated answer tells its recipient nothing about the secrets of other seats.

    Several threads may use this object at the same time.
    """

    def __init__(self, max_bytes: int = STORED_BYTES) -> None:
        self._max_bytes = max_bytes
        self._last_answers: dict[Recipient, _SentAnswer] = {}  # the oldest answer first
        self._lock = brief_lock()
        self.weight = 0

    def deflate(self, recipient: Recipient, known_digest: str, body: bytes) -> Encoded | None:
        """Store an answer. Return it deflated, or None if this is impossible.

        The dictionary is the answer that this worker last sent to the recipient. Deflating is impossible if
        the worker no longer has that answer, or if the recipient has a different answer.

        `known_digest`: the digest of the answer that the recipient has. It comes from the client, so it may
        be old, unknown, or no digest at all.
        """
        answer = _SentAnswer(digest_of(body), body)
        last_answer = self._replace(recipient, answer)
        if last_answer is None or last_answer.digest != known_digest:
            return None
        return Encoded(deflated(body, last_answer.body), "deflated", answer.digest)

    def _replace(self, recipient: Recipient, answer: _SentAnswer) -> _SentAnswer | None:
        """Store an answer to a recipient. Return the answer that was stored before."""
        with self._lock:
            last_answer = self._last_answers.pop(recipient, None)
            if last_answer is not None:
                self.weight -= len(last_answer.body) + ENTRY_BYTES
            if len(answer.body) <= LARGEST_STORED:
                self._last_answers[recipient] = answer
                self.weight += len(answer.body) + ENTRY_BYTES
            while self.weight > self._max_bytes:
                dropped = self._last_answers.pop(next(iter(self._last_answers)))
                self.weight -= len(dropped.body) + ENTRY_BYTES
        return last_answer


def digest_of(body: bytes) -> str:
    """Return the CRC-32 of an answer as eight hexadecimal digits."""
    return format(zlib.crc32(body), "08x")


def deflated(body: bytes, dictionary: bytes) -> bytes:
    """Return a raw DEFLATE stream (RFC 1951) with this preset dictionary."""
    bits, memory = _window(body)
    packer = zlib.compressobj(
        DEFLATE_LEVEL, zlib.DEFLATED, -bits, memory, zlib.Z_DEFAULT_STRATEGY, dictionary
    )
    return packer.compress(body) + packer.flush()


def gzipped(body: bytes) -> Encoded:
    """Return a body as gzip. If this saves no bytes, return the plain body."""
    if len(body) < LEAST_SAVED:
        return Encoded(body)
    bits, memory = _window(body)
    packer = zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, GZIP_FORMAT + bits, memory)
    packed = packer.compress(body) + packer.flush()
    return Encoded(packed, "gzip") if len(packed) < len(body) else Encoded(body)


def _window(body: bytes) -> tuple[int, int]:
    """Return zlib's parameters `wbits` and `memLevel` for a body."""
    if len(body) < LARGE_BODY:
        return WINDOW_BITS, MEMORY_LEVEL
    return LARGE_WINDOW_BITS, LARGE_MEMORY_LEVEL


@lru_cache(512)
def accepts_gzip(header: str) -> bool:
    """Return whether an Accept-Encoding header allows gzip."""
    return bool(parse_accept_header(header[:MAX_ACCEPT], Accept).quality("gzip") > 0)
