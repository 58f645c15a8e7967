"""The seeded generator: same seed, same numbers, on every machine and Python version.

The n-th block of randomness is BLAKE2b(key = seed, message = n), a pseudo-random function, so
nobody can compute later cards from earlier ones, and the whole state is a seed and a counter
that survive JSON.
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableSequence, Sequence
from typing import TypeVar

import msgspec

_T = TypeVar("_T")
_BLOCK = 2**64


class Rng(msgspec.Struct):
    """`seed`: 32 hex digits or more (128 bits); `drawn`: blocks used so far."""

    seed: str
    drawn: int = 0

    def _block(self) -> int:
        message = self.drawn.to_bytes(8, "big")
        self.drawn += 1
        digest = hashlib.blake2b(message, key=bytes.fromhex(self.seed), digest_size=8).digest()
        return int.from_bytes(digest, "big")

    def below(self, n: int) -> int:
        """A whole number 0..n-1, each equally likely: blocks past the last multiple of n are thrown away."""
        limit = _BLOCK - _BLOCK % n
        while (block := self._block()) >= limit:
            pass
        return block % n

    def chance(self, p: float) -> bool:
        """True with probability `p` (0..1), to 53 bits."""
        return (self._block() >> 11) < p * 2**53

    def between(self, low: int, high: int) -> int:
        """A whole number low..high, both included."""
        return low + self.below(high - low + 1)

    def choice(self, items: Sequence[_T]) -> _T:
        """One of the items, each equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[_T]) -> None:
        """Fisher and Yates in Durstenfeld's form: every order is equally likely."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def sample(self, items: Sequence[_T], count: int) -> list[_T]:
        """`count` of the items, without putting back, in random order."""
        pool = list(items)
        self.shuffle(pool)
        return pool[:count]
