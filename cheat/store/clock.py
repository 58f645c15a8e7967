"""The clock of all workers: the clock of Redis.

A worker compares its time with times that other workers have noted, such as a deadline or the last poll of a
player. So all workers must read the same clock. Each worker asks Redis for the time once, and again with
every sweep. In between it adds the time of its own monotonic clock, which is never adjusted.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import redis

RETRY_S = 1.0
"""Minimum time between two requests to Redis while it does not answer, in seconds."""
STALE_S = 60.0
"""Age of the last answer, in seconds, after which a worker asks again even without a sweep.

A worker that holds no poll does not sweep. Asking once a minute is enough: meanwhile, the clocks of two
machines drift apart by only a few milliseconds.
"""


def wall_clock() -> int:
    """Return the time of this machine in ms since 1970."""
    return time.time_ns() // 1_000_000


class RedisClock:
    """A clock that returns ms since 1970 when it is called.

    It is the clock of Redis, or the clock of this machine until Redis is reached for the first time.
    """

    def __init__(self, client: redis.Redis) -> None:
        self._client: Any = client
        self._local_clock: Callable[[], int] = wall_clock
        self.offset: float | None = None
        self._requested_at = self._updated_at = float("-inf")
        self._lock = threading.Lock()

    def __call__(self) -> int:
        """Return the time. Asks Redis on the first call, and if no sweep has done so for `STALE_S`.

        Other calls need no round trip.
        """
        if time.monotonic() - self._updated_at > STALE_S and self._lock.acquire(self.offset is None):
            try:
                self._request()
            finally:
                self._lock.release()
        return self.estimate()

    def estimate(self) -> int:
        """Return the time from the last answer. Never asks Redis, and so never waits."""
        return self._local_clock() if self.offset is None else int(time.monotonic() * 1000 + self.offset)

    def update(self, sent_ms: float, answer: Sequence[int], received_ms: float) -> None:
        """Learn the time of Redis from an answer to TIME (seconds, microseconds).

        The worker asked at `sent_ms`, and the answer arrived at `received_ms`, both in `monotonic_ms`. Redis
        read its clock at some time in between. So each answer gives a range for the difference of the clocks.
        A known difference changes only if it is outside this range, and then moves to the nearer end. So slow
        answers, whose range is wide, do no harm.
        """
        redis_ms = answer[0] * 1000 + answer[1] / 1000
        offset_min, offset_max = redis_ms - received_ms, redis_ms - sent_ms
        offset = (offset_min + offset_max) / 2 if self.offset is None else self.offset
        self.offset, self._updated_at = min(max(offset, offset_min), offset_max), time.monotonic()

    def _request(self) -> None:
        if time.monotonic() - max(self._requested_at, self._updated_at) < RETRY_S:
            return
        self._requested_at, sent_ms = time.monotonic(), monotonic_ms()
        with contextlib.suppress(redis.RedisError):
            self.update(sent_ms, self._client.time(), monotonic_ms())


def monotonic_ms() -> float:
    """Return the milliseconds of a clock that never goes back."""
    return time.monotonic_ns() / 1e6
