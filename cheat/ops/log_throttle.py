"""Throttling of the log for failures that recur with every poll of a room."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from cheat.errors import CheatError, RulesFailed, Unreadable
from cheat.ops import metrics

AGAIN_S = 60.0
"""Seconds before the same failure of the same room is logged again.

A traceback tells no more the second time.
"""
REMEMBERED = 1000
"""Failures that are known as logged; the oldest is forgotten, and would be logged again."""

log = logging.getLogger(__name__)


class News:
    """A memory of what was told recently. `clock`: seconds that only rise."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._told: dict[tuple[str, ...], float] = {}

    def is_news(self, *what: str) -> bool:
        """Return whether this was not told in the last `AGAIN_S`, and remember it as told."""
        now = self._clock()
        if now - self._told.get(what, now - AGAIN_S) < AGAIN_S:
            return False
        self._told.pop(what, None)
        while len(self._told) >= REMEMBERED:
            del self._told[next(iter(self._told))]
        self._told[what] = now
        return True


class LogThrottle:
    """Failures of the rooms of this worker. `clock`: seconds that only rise."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._news = News(clock)

    def note(self, code: str, error: CheatError) -> None:
        """Log errors in rules, and rooms that cannot be read; other refusals are no failure."""
        if isinstance(error, RulesFailed):
            metrics.rules_failures.labels(error.game).inc()
            if self._news.is_news(code, error.place):
                log.error(
                    "rules of %s failed in room %s: %s",
                    error.game,
                    code,
                    error.place,
                    exc_info=error,
                    extra={"room": code},
                )
        elif isinstance(error, Unreadable) and self._news.is_news(code, error.code):
            log.error(
                "room %s cannot be read: %s",
                code,
                error.__cause__ or "its game is unknown",
                extra={"room": code},
            )
