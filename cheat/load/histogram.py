"""Many times in little memory.

The buckets grow with their values, as in HdrHistogram (Gil Tene).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

UNIT_S = 1e-6
BITS = 7
"""Each doubling has 2 ** (BITS - 1) buckets: a value is known to one part in 64, at worst."""


class Histogram:
    """Times in seconds, told in ms. A time below 0 counts as 0."""

    def __init__(self) -> None:
        self._counts: Counter[int] = Counter()
        self.count = 0
        self.total_s = 0.0
        self.most_s = 0.0

    def add(self, seconds: float) -> None:
        """Add a time."""
        seconds = max(0.0, seconds)
        self._counts[_bucket(int(seconds / UNIT_S))] += 1
        self.count += 1
        self.total_s += seconds
        self.most_s = max(self.most_s, seconds)

    def merge(self, other: Histogram) -> None:
        """Add all times of the other."""
        self._counts += other._counts
        self.count += other.count
        self.total_s += other.total_s
        self.most_s = max(self.most_s, other.most_s)

    def ms(self, percent: float) -> float:
        """Return the percentile: the upper end of its bucket, so never less than the true value."""
        wanted, seen = percent / 100 * self.count, 0
        for bucket, count in sorted(self._counts.items()):
            seen += count
            if seen >= wanted:
                return min(_end(bucket) * UNIT_S, self.most_s) * 1000
        return 0.0

    @property
    def mean_ms(self) -> float:
        """The average in ms."""
        return self.total_s / self.count * 1000 if self.count else 0.0

    def buckets(self) -> Iterator[tuple[float, int]]:
        """Yield the upper end in ms and the count of each bucket that has any, from the least."""
        for bucket, count in sorted(self._counts.items()):
            yield _end(bucket) * UNIT_S * 1000, count


def _bucket(units: int) -> int:
    """Return the bucket of a whole number.

    It is the number itself while it has few bits, else its length and its first BITS bits.
    """
    shift = max(0, units.bit_length() - BITS)
    return (shift << BITS) + (units >> shift)


def _end(bucket: int) -> int:
    """Return the first number beyond a bucket."""
    shift, first = bucket >> BITS, bucket & ((1 << BITS) - 1)
    return (first + 1) << shift
