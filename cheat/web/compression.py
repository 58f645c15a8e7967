"""Compressed answers: gzip, and DEFLATE with the last answer to a seat as dictionary.

Two consecutive answers to a seat differ only a little. Raw DEFLATE with the last answer as preset dictionary
brings 2.5 KB to about 200 bytes. docs/protocol.md describes it for clients.
"""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import Literal, NamedTuple

from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

from cheat.ops.threads import brief_lock

DIGEST_HEADER = "Deflated"
"""The header of a deflated answer: the digest of the plain one."""
LEAST_SAVED = 1024
"""A body with fewer bytes is not compressed, because that would save no packet."""
GZIP_LEVEL, DEFLATE_LEVEL = 4, 3
"""Levels of zlib for gzip and for a dictionary.

gzip packs an answer of 2.5 KB into 1.1 KB in 65 µs. With a dictionary it becomes 0.2 KB in 20 µs. Level 6
would save another 2 % with gzip and 5 % with a dictionary, but take 85 µs and 38 µs.
"""
WINDOW_BITS, MEMORY_LEVEL = 13, 5
"""Parameters of zlib for usual answers.

A window of this size reaches from any place in such an answer to the same place in the previous one.

Small values are faster, because zlib clears its memory first. With its defaults, 15 and 8, gzip takes twice
as long.
"""
LARGE_WINDOW_BITS, LARGE_MEMORY_LEVEL = 15, 8
LARGE_BODY = 7_000
"""Bytes of a body for which `WINDOW_BITS` are too few."""
GZIP_FORMAT = 16
"""Added to the window bits, it tells zlib to write the format of gzip."""
LARGEST_KEPT = 64_000
"""Most bytes of an answer that is kept.

The window of the next answer would not reach most of a larger one.
"""
KEPT_BYTES = 24_000_000
"""Most bytes of kept answers in a worker: four thousand held polls with large tables."""
ENTRY_BYTES = 500
"""Bytes that Python takes for a kept answer besides its body."""
MAX_ACCEPT = 256
"""Most characters of an Accept-Encoding header that are read."""


class Recipient(NamedTuple):
    """The recipient of answers: a page or program at a seat of a room, or one that watches.

    `token_hash`: the hashed token of the seat, "" for a spectator. `client`: see `PollQuery`.
    """

    code: str
    token_hash: str
    client: str


Coding = Literal["", "gzip", "deflated"]
"""The form of a body: as it is, gzip, or deflated with the last answer as dictionary."""


class Encoded(NamedTuple):
    """A body as it travels. `digest`: that of the plain body, if it is deflated."""

    body: bytes
    coding: Coding = ""
    digest: str = ""


class _SentAnswer(NamedTuple):
    digest: str
    body: bytes


class SentAnswers:
    """The last answer with a table for each recipient that remembers answers.

    Beyond `most` bytes, the oldest are dropped.

    The dictionary of an answer is always an earlier answer to the same recipient. So no compressed answer can
    depend on anything that its seat has not been sent. Safe to use from many threads.
    """

    def __init__(self, most: int = KEPT_BYTES) -> None:
        self._most = most
        self._kept: dict[Recipient, _SentAnswer] = {}  # the oldest answer first
        self._lock = brief_lock()
        self.weight = 0

    def deflate(self, recipient: Recipient, known: str, body: bytes) -> Encoded | None:
        """Keep an answer, and return it deflated; None if its recipient lacks the dictionary.

        `known`: the digest of the answer that the recipient has. It may be old, unknown, or no digest at all.
        """
        sent = _SentAnswer(digest_of(body), body)
        last = self._replace(recipient, sent)
        if last is None or last.digest != known:
            return None
        return Encoded(deflated(body, last.body), "deflated", sent.digest)

    def _replace(self, recipient: Recipient, sent: _SentAnswer) -> _SentAnswer | None:
        """Keep an answer in place of the last one, which is returned."""
        with self._lock:
            last = self._kept.pop(recipient, None)
            if last is not None:
                self.weight -= len(last.body) + ENTRY_BYTES
            if len(sent.body) <= LARGEST_KEPT:
                self._kept[recipient] = sent
                self.weight += len(sent.body) + ENTRY_BYTES
            while self.weight > self._most:
                dropped = self._kept.pop(next(iter(self._kept)))
                self.weight -= len(dropped.body) + ENTRY_BYTES
        return last


def digest_of(body: bytes) -> str:
    """Return the CRC-32 of an answer as eight hexadecimal digits."""
    return zlib.crc32(body).to_bytes(4).hex()


def deflated(body: bytes, dictionary: bytes) -> bytes:
    """Return a raw DEFLATE stream (RFC 1951) with this preset dictionary."""
    bits, memory = _window(body)
    packer = zlib.compressobj(
        DEFLATE_LEVEL, zlib.DEFLATED, -bits, memory, zlib.Z_DEFAULT_STRATEGY, dictionary
    )
    return packer.compress(body) + packer.flush()


def gzipped(body: bytes) -> Encoded:
    """Return a body as gzip, or as it is if that saves nothing."""
    if len(body) < LEAST_SAVED:
        return Encoded(body)
    bits, memory = _window(body)
    packer = zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, GZIP_FORMAT + bits, memory)
    packed = packer.compress(body) + packer.flush()
    return Encoded(packed, "gzip") if len(packed) < len(body) else Encoded(body)


def _window(body: bytes) -> tuple[int, int]:
    """Return the bits of the window and the level of memory for a body."""
    if len(body) < LARGE_BODY:
        return WINDOW_BITS, MEMORY_LEVEL
    return LARGE_WINDOW_BITS, LARGE_MEMORY_LEVEL


@lru_cache(512)
def accepts_gzip(header: str) -> bool:
    """Return whether an Accept-Encoding header allows gzip."""
    return bool(parse_accept_header(header[:MAX_ACCEPT], Accept).quality("gzip") > 0)
