"""Hashes of secrets, such as tokens and author keys, and short hashes of addresses."""

from __future__ import annotations

import hashlib

SHORT_DIGITS = 16
"""Number of hex digits of a short hash: enough to tell all addresses and documents apart."""


def hashed(token: str) -> str:
    """Return the stored form of a token or key, in hex.

    Tokens and keys have at least 128 random bits. So it is hopeless to guess tokens and compare their hashes.
    """
    return hashlib.sha256(token.encode()).hexdigest()


def token_hash_of(token: str | None) -> str | None:
    """Return the hashed token of a client, or None for a client without a token."""
    return None if token is None else hashed(token)


def short_hash(text: str) -> str:
    """Return a short hash of an address or a document's id, in hex.

    The hash does not keep an address secret: there are so few addresses that a program can try all of them.
    """
    return hashed(text)[:SHORT_DIGITS]
