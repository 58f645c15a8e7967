"""Per-process rate limiter (GCRA) for many keys.

The generic cell rate algorithm (GCRA, ITU-T I.371) stores only one time for each key. The `limits` library
does not suit polls and actions. Its Redis storage would cost a round trip for each call. The library's
storage in memory examines all keys whenever it drops expired keys.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from operator import itemgetter
from typing import NamedTuple

from cheat.ops.threads import brief_lock

MOST_KEYS = 10_000
"""Maximum number of stored keys.

Once the limiter stores this many keys, it drops a tenth of them: those with the earliest times, which have
expired or expire next. A key that has used up its rate is among the last to be dropped. So a client that uses
many keys cannot make the limiter forget a limit.
"""
DROPPED_SHARE = 10
"""Once `MOST_KEYS` are stored, `MOST_KEYS / DROPPED_SHARE` of them are dropped.

Dropping keys needs a sort. Because many keys are dropped together, sorts are rare, and a new key takes 3 µs
on average.
"""
TOLERANCE = 0.001
"""A wait below this fraction of the window counts as zero.

Such a short wait may come from rounding, because sums of floats are inexact.
"""


class Rate(NamedTuple):
    """A rate: `amount` calls in each `window` of time, evenly spread or in one burst.

    `window` can have any unit of time. `wait` and `next_arrival` take their times in the same unit.
    """

    amount: int
    window: float

    def wait(self, arrival: float, now: float) -> float:
        """Return the time until the next call is allowed.

        `arrival`: the last result of `next_arrival`, or 0 before the first call. GCRA calls it the
        theoretical arrival time. If it is more than a window after `now`, it comes from a clock that is
        ahead, and is ignored.
        """
        wait = arrival - now + self.window / self.amount - self.window
        return wait if wait > self.window * TOLERANCE and self._is_plausible(arrival, now) else 0.0

    def next_arrival(self, arrival: float, now: float) -> float:
        """Return the new arrival time to store for a call now."""
        return max(now, arrival if self._is_plausible(arrival, now) else now) + self.window / self.amount

    def _is_plausible(self, arrival: float, now: float) -> bool:
        return arrival - now <= self.window * (1 + TOLERANCE)


class RateLimiter:
    """A thread-safe limiter that allows each of many keys the same rate."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._arrivals: dict[Hashable, float] = {}
        self._lock = brief_lock()

    def __len__(self) -> int:
        return len(self._arrivals)

    def take(self, key: Hashable) -> float:
        """Count a call of `key`, and return 0. If the call is too early, return the seconds to wait."""
        with self._lock:
            now, arrival = time.monotonic(), self._arrivals.get(key, 0.0)
            wait = self._rate.wait(arrival, now)
            if not wait:
                _make_room(self._arrivals, key)
                self._arrivals[key] = self._rate.next_arrival(arrival, now)
        return wait


class ExpiringMarks:
    """Keys that are marked until a set time."""

    def __init__(self) -> None:
        self._ends: dict[Hashable, float] = {}

    def __len__(self) -> int:
        return len(self._ends)

    def seconds_left(self, key: Hashable) -> float:
        """Return the seconds for which a key is still marked; 0 if it is not."""
        end = self._ends.get(key)
        return 0.0 if end is None else max(0.0, end - time.monotonic())

    def mark(self, key: Hashable, seconds: float) -> None:
        """Mark a key for this many seconds from now on."""
        _make_room(self._ends, key)
        self._ends[key] = time.monotonic() + seconds


class Debts:
    """Debts of many keys, in seconds. They shrink as time passes: 5 s are gone after 5 s."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._ends: dict[Hashable, float] = {}

    def __len__(self) -> int:
        return len(self._ends)

    def add(self, key: Hashable, seconds: float) -> None:
        """Add seconds to the debt of a key."""
        now, former_end = self._clock(), self._ends.get(key, 0.0)
        _make_room(self._ends, key)
        self._ends[key] = max(former_end, now) + seconds

    def left(self, key: Hashable, max_debt: float) -> float:
        """Return the seconds until the debt of a key falls to `max_debt`; 0 if it is lower."""
        return max(0.0, self._ends.get(key, 0.0) - self._clock() - max_debt)


def _make_room(times: dict[Hashable, float], key: Hashable) -> None:
    """Drop keys if `key` is new and the maximum number of keys is stored."""
    if len(times) < MOST_KEYS or key in times:
        return
    by_time = sorted(times.items(), key=itemgetter(1))
    for dropped, _ in by_time[: -(-MOST_KEYS // DROPPED_SHARE)]:
        times.pop(dropped, None)
