"""A limit for the log, because some failures would recur with every poll of a room."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from cheat.errors import CheatError, RulesFailed, Unreadable
from cheat.ops import metrics

REPEAT_S = 60.0
"""Seconds until the same failure of the same room is logged again.

A second traceback would show nothing new.
"""
MOST_FAILURES = 1000
"""Maximum number of logged failures that a worker remembers. It forgets the oldest first."""

log = logging.getLogger(__name__)


class RepeatFilter:
    """Passes log lines with the same key at most once in `REPEAT_S`. `clock`: monotonic seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._logged_at: dict[tuple[str, ...], float] = {}

    def __len__(self) -> int:
        return len(self._logged_at)

    def is_new(self, *key: str) -> bool:
        """Return whether no line with this key was logged in the last `REPEAT_S`.

        If so, note that a line with this key is logged now.
        """
        now = self._clock()
        if now - self._logged_at.get(key, now - REPEAT_S) < REPEAT_S:
            return False
        self._logged_at.pop(key, None)
        while len(self._logged_at) >= MOST_FAILURES:
            del self._logged_at[next(iter(self._logged_at))]
        self._logged_at[key] = now
        return True


class LogThrottle:
    """Logs failures of rooms, each at most once in `REPEAT_S`. `clock`: monotonic, in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._filter = RepeatFilter(clock)

    def log(self, code: str, error: CheatError) -> None:
        """Log an error in rules, or a room that this release cannot read. Ignore other errors."""
        if isinstance(error, RulesFailed):
            metrics.rules_failures.labels(error.game).inc()
            if self._filter.is_new(code, error.place):
                log.error(
                    "rules of %s failed in room %s: %s",
                    error.game,
                    code,
                    error.place,
                    exc_info=error,
                    extra={"room": code},
                )
        elif isinstance(error, Unreadable) and self._filter.is_new(code, error.code):
            log.error(
                "room %s cannot be read: %s",
                code,
                error.__cause__ or "its game is unknown",
                extra={"room": code},
            )
