"""The seeded random generator: the same seed gives the same numbers everywhere.

The numbers do not depend on the machine or the version of Python. They are made from blocks of 64 random
bits. The n-th block is BLAKE2b(key = seed, message = n). BLAKE2b with a secret key is a pseudo-random
function, so players cannot compute later cards from earlier ones. The whole state is a seed and a counter,
which can be stored as JSON.
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableSequence, Sequence
from functools import lru_cache
from itertools import repeat
from operator import mod
from struct import Struct
from typing import TypeVar

import msgspec

_T = TypeVar("_T")
_BLOCK = 2**64
_number = Struct(">Q").unpack
"""A function that decodes eight bytes into a tuple with one number.

It is faster than `int.from_bytes`.
"""


@lru_cache(maxsize=256)
def _keyed(seed: str) -> hashlib.blake2b:
    """Return a BLAKE2b object that has the seed as its key and no message yet.

    The object is cached, because copying it is faster than making it again.
    """
    return hashlib.blake2b(key=bytes.fromhex(seed), digest_size=8)


class Rng(msgspec.Struct, rename={"blocks_used": "drawn"}):
    """A random generator.

    `seed`: 32 hex digits or more (128 bits). `blocks_used`: the number of random blocks made so far.
    """

    seed: str
    blocks_used: int = 0

    def _block(self) -> int:
        """Return the next block.

        `below` and `_blocks` make most numbers. For speed, they repeat this code instead of calling `_block`.
        """
        keyed = _keyed(self.seed).copy()
        keyed.update(self.blocks_used.to_bytes(8))
        self.blocks_used += 1
        block: int = _number(keyed.digest())[0]
        return block

    def _blocks(self, count: int) -> list[int]:
        """Return the next `count` blocks, converted all at once for speed."""
        numbers = Struct("".join([">", *repeat("Q", count)]))
        messages = numbers.pack(*range(self.blocks_used, self.blocks_used + count))
        copy, digests = _keyed(self.seed).copy, list[bytes]()
        for at in range(0, 8 * count, 8):
            keyed = copy()
            keyed.update(messages[at : at + 8])
            digests.append(keyed.digest())
        self.blocks_used += count
        return [*numbers.unpack(b"".join(digests))]

    def below(self, n: int) -> int:
        """Return a whole number 0..n-1, each equally likely.

        A block is a number below 2**64. A block at or above the greatest multiple of n up to 2**64 is thrown
        away, because low numbers would be more likely if it were used.
        """
        keyed, blocks_used = _keyed(self.seed).copy(), self.blocks_used
        keyed.update(blocks_used.to_bytes(8))
        self.blocks_used = blocks_used + 1
        block: int = _number(keyed.digest())[0]
        while block >= _BLOCK - n and block >= _BLOCK - _BLOCK % n:  # the first test is rarely true, and fast
            block = self._block()
        return block % n

    def each_below(self, bounds: Sequence[int]) -> list[int]:
        """Return a list with one random number for each bound. Each number is below its bound.

        The first bound must be the highest. The numbers are the same as those from one call of `below` for
        each bound.
        """
        blocks = self._blocks(len(bounds))
        if blocks and max(blocks) >= _BLOCK - bounds[0]:  # rare: `below` decides which blocks to throw away
            self.blocks_used -= len(blocks)
            return [self.below(n) for n in bounds]
        return list(map(mod, blocks, bounds))

    def chance(self, p: float) -> bool:
        """Return True with probability `p` (0..1). The precision is 53 bits."""
        return (self._block() >> 11) < p * 2**53

    def between(self, low: int, high: int) -> int:
        """Return a whole number low..high, both included."""
        return low + self.below(high - low + 1)

    def choice(self, items: Sequence[_T]) -> _T:
        """Return one of the items, each equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[_T]) -> None:
        """Shuffle items in place. Every order is equally likely.

        This is the algorithm of Fisher and Yates in Durstenfeld's form.
        """
        at = len(items)
        if at < 2:
            return
        for j in self.each_below(range(at, 1, -1)):
            at -= 1
            items[at], items[j] = items[j], items[at]

    def sample(self, items: Sequence[_T], count: int) -> list[_T]:
        """Return `count` of the items, each at most once, in random order."""
        pool = list(items)
        self.shuffle(pool)
        return pool[:count]
