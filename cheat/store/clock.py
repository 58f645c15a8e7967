"""The time of all workers: Redis's.

Workers compare what each has noted - when somebody was heard of, until when a player may think - so
they have to tell the time by one clock. Each asks Redis once and again with every sweep, and counts
on from there by its own monotonic clock, which nobody sets.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import redis

ASK_AGAIN_S = 1.0
"""While Redis does not answer, it is asked for its time this often at most."""
STALE_S = 60.0
"""Machines drift apart by some milliseconds in that time; a worker that holds no poll does not sweep."""


def wall_clock() -> int:
    """The time of this machine in ms since 1970."""
    return time.time_ns() // 1_000_000


class RedisClock:
    """Call it for ms since 1970, by Redis's clock; by this machine's as long as Redis was never reached."""

    def __init__(self, client: redis.Redis) -> None:
        self._client: Any = client
        self._own: Callable[[], int] = wall_clock
        self._ahead: float | None = None
        self._asked_at = self._learnt_at = float("-inf")
        self._asking = threading.Lock()

    def __call__(self) -> int:
        """Asks Redis the first time, and where the sweep has not done so for long; else no round trip."""
        if time.monotonic() - self._learnt_at > STALE_S and self._asking.acquire(self._ahead is None):
            try:
                self._ask()
            finally:
                self._asking.release()
        return self.at_once()

    def at_once(self) -> int:
        """The same as far as it is known: never asks, and so never waits."""
        return self._own() if self._ahead is None else int(time.monotonic() * 1000 + self._ahead)

    def learn(self, sent: float, told: Sequence[int], received: float) -> None:
        """Redis told its time, as TIME does (seconds, microseconds), between two moments of `monotonic_ms`.

        The answer was made at some moment in between, so the difference is known but for the duration
        of the round trip. It is moved only as far as it contradicts the answer: slow answers do no harm.
        """
        redis_ms = told[0] * 1000 + told[1] / 1000
        least, most = redis_ms - received, redis_ms - sent
        known = (least + most) / 2 if self._ahead is None else self._ahead
        self._ahead, self._learnt_at = min(max(known, least), most), time.monotonic()

    def _ask(self) -> None:
        if time.monotonic() - max(self._asked_at, self._learnt_at) < ASK_AGAIN_S:
            return
        self._asked_at, sent = time.monotonic(), monotonic_ms()
        with contextlib.suppress(redis.RedisError):
            self.learn(sent, self._client.time(), monotonic_ms())


def monotonic_ms() -> float:
    """Milliseconds of a clock that only goes on."""
    return time.monotonic_ns() / 1e6
