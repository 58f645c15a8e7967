"""Hashes of secrets: tokens of seats, and keys of authors."""

from __future__ import annotations

import hashlib


def hashed(secret: str) -> str:
    """Return the stored form of a token or key, in hex.

    Both are at least 128 random bits, so a plain SHA-256 cannot be reversed by guessing.
    """
    return hashlib.sha256(secret.encode()).hexdigest()
