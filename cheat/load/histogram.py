"""A histogram: many times in little memory.

The buckets grow with their values, as in HdrHistogram (Gil Tene).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

UNIT_S = 1e-6
BITS = 7
"""Each doubling has 2 ** (BITS - 1) buckets, so a value is exact to at least one part in 64."""


class Histogram:
    """Times, added in seconds and returned in ms. A time below 0 counts as 0."""

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

    def merge(self, histogram: Histogram) -> None:
        """Add all times of another histogram."""
        self._counts += histogram._counts
        self.count += histogram.count
        self.total_s += histogram.total_s
        self.most_s = max(self.most_s, histogram.most_s)

    def ms(self, percent: float) -> float:
        """Return a percentile: the upper end of its bucket, so it is never below the true value."""
        rank, running_count = percent / 100 * self.count, 0
        for bucket, count in sorted(self._counts.items()):
            running_count += count
            if running_count >= rank:
                return min(_end(bucket) * UNIT_S, self.most_s) * 1000
        return 0.0

    @property
    def mean_ms(self) -> float:
        """The average in ms."""
        return self.total_s / self.count * 1000 if self.count else 0.0

    def buckets(self) -> Iterator[tuple[float, int]]:
        """Yield the upper end (ms) and the count of each bucket that is not empty, smallest first."""
        for bucket, count in sorted(self._counts.items()):
            yield _end(bucket) * UNIT_S * 1000, count


def _bucket(units: int) -> int:
    """Return the bucket of a whole number.

    A number of at most BITS bits is its own bucket. Otherwise, the length of the number and its first BITS
    bits give the bucket.
    """
    shift = max(0, units.bit_length() - BITS)
    return (shift << BITS) + (units >> shift)


def _end(bucket: int) -> int:
    """Return the first number beyond a bucket."""
    shift, leading_bits = bucket >> BITS, bucket & ((1 << BITS) - 1)
    return (leading_bits + 1) << shift
