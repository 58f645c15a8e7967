"""A histogram: it counts many measured times in little memory.

Buckets for larger values are wider, as in HdrHistogram (Gil Tene).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

UNIT_S = 1e-6
BITS = 7
"""Number of leading bits that all values in a bucket share. The error is at most 1/64."""


class Histogram:
    """A histogram of times.

    You add them in seconds, and get them in ms. Times below 0 count as 0.
    """

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
        """Return a percentile in ms.

        The result is the upper end of a bucket, so never below the true value.
        """
        rank, running_count = percent / 100 * self.count, 0
        for bucket, count in sorted(self._counts.items()):
            running_count += count
            if running_count >= rank:
                return min(_end(bucket) * UNIT_S, self.most_s) * 1000
        return 0.0

    @property
    def mean_ms(self) -> float:
        """The mean in ms."""
        return self.total_s / self.count * 1000 if self.count else 0.0

    def buckets(self) -> Iterator[tuple[float, int]]:
        """Yield the upper end (ms) and the count of each bucket that is not empty, smallest first."""
        for bucket, count in sorted(self._counts.items()):
            yield _end(bucket) * UNIT_S * 1000, count


def _bucket(units: int) -> int:
    """Return the bucket of a whole number.

    A number of at most BITS bits has a bucket of its own. Larger numbers share a bucket if they have the same
    number of bits and the same first BITS bits.
    """
    shift = max(0, units.bit_length() - BITS)
    return (shift << BITS) + (units >> shift)


def _end(bucket: int) -> int:
    """Return the smallest number above a bucket."""
    shift, leading_bits = bucket >> BITS, bucket & ((1 << BITS) - 1)
    return (leading_bits + 1) << shift
