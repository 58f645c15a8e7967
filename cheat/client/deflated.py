"""Compressed answers to polls. docs/protocol.md explains them.

The server compresses an answer with the previous answer as the dictionary, so only the differences take
space.
"""

from __future__ import annotations

import zlib

HEADER = "Deflated"
"""The header of a compressed answer: the digest of its JSON."""
RAW = -15
"""The value that asks zlib for raw DEFLATE data with the largest window."""


class WrongDictionary(ValueError):
    """Raised if the server has compressed an answer with another dictionary."""


def digest_of(content: bytes) -> str:
    """Return the CRC-32 of an answer as eight hexadecimal digits; "" without an answer."""
    return zlib.crc32(content).to_bytes(4).hex() if content else ""


def inflated(content: bytes, dictionary: bytes, digest: str) -> bytes:
    """Return the JSON of a compressed answer.

    `dictionary`: the previous answer. Raises WrongDictionary.
    """
    try:
        unpacker = zlib.decompressobj(RAW, zdict=dictionary)
        plain = unpacker.decompress(content) + unpacker.flush()
    except zlib.error as error:
        raise WrongDictionary(str(error)) from None
    if digest_of(plain) != digest:
        raise WrongDictionary("the digest differs")
    return plain
