"""Failures that come again with every poll of a room: counted each time, logged now and then."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from cheat.errors import CheatError, RulesFailed, Unreadable
from cheat.ops import metrics

AGAIN_S = 60.0
"""The same failure of the same room is logged once in so long: a traceback tells no more the second time."""
REMEMBERED = 1000
"""Failures that are known as logged; the oldest is forgotten, and would be logged again."""

log = logging.getLogger(__name__)


class News:
    """Tells what was not told lately. `clock`: seconds that only rise."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._told: dict[tuple[str, ...], float] = {}

    def is_news(self, *what: str) -> bool:
        """Whether this was not told in the last `AGAIN_S`; from now on it was."""
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
        """Tell of rules that met an error and of rooms that cannot be read; other refusals are no failure."""
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
                error.__cause__ or "it is of an unknown game",
                extra={"room": code},
            )
