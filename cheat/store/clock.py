"""The clock of all workers: the clock of Redis.

A worker compares its time with times that other workers have written, such as a deadline or the last poll of
a player. So all workers must use the same clock. Each worker asks Redis for the time once, and again with
every sweep. Between these requests, it adds the time that has passed on its own monotonic clock.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import redis

RETRY_S = 1.0
"""Minimum seconds between two requests for the time, while Redis does not answer."""
STALE_S = 60.0
"""Age of the last answer, in seconds, after which a worker asks again even without a sweep.

A worker without polls does not sweep. One request a minute is enough: in a minute, the clocks of two machines
drift apart by only a few milliseconds.
"""


def wall_clock() -> int:
    """Return the time of this machine in ms since 1970."""
    return time.time_ns() // 1_000_000


class RedisClock:
    """The clock of Redis. A call of this object returns ms since 1970.

    Until Redis answers for the first time, the object uses the clock of this machine.
    """

    def __init__(self, client: redis.Redis) -> None:
        self._client: Any = client
        self._local_clock: Callable[[], int] = wall_clock
        self.offset: float | None = None
        self._requested_at = self._updated_at = float("-inf")
        self._lock = threading.Lock()

    def __call__(self) -> int:
        """Return the time. Usually this needs no round trip to Redis.

        A call asks Redis only if the last answer is older than `STALE_S`, or if there is none yet.
        """
        if time.monotonic() - self._updated_at > STALE_S and self._lock.acquire(self.offset is None):
            try:
                self._request()
            finally:
                self._lock.release()
        return self.estimate()

    def estimate(self) -> int:
        """Compute the time from the last answer. Never asks Redis, and so never waits."""
        return self._local_clock() if self.offset is None else int(time.monotonic() * 1000 + self.offset)

    def update(self, sent_ms: float, answer: Sequence[int], received_ms: float) -> None:
        """Learn the time of Redis from an answer to TIME (seconds, microseconds).

        The worker asked at `sent_ms`, and the answer arrived at `received_ms`; both are times of
        `monotonic_ms`. Redis read its clock at some time between these two. So each answer gives a lowest and
        a highest possible difference between the clocks of Redis and of this worker. If the difference that
        this object uses is outside these bounds, the nearer bound replaces it. A slow answer does no harm,
        because its bounds are far apart.
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
