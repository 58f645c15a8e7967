"""Outages of Redis in the log: a line when a cause of failures begins, and one when it ends."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

OVER_S = 5.0
"""If a command succeeds so many seconds after a cause's last failure, the cause is gone.

Without this wait, a cause that affects only some commands would fill the log.
"""

log = logging.getLogger(__name__)


class _Outage:
    """An outage with one cause: its beginning, the last failure, and the number of failures."""

    def __init__(self, now: float) -> None:
        self.began_at = self.last_failure_at = now
        self.failures = 0


class Outages:
    """The present causes of failing Redis commands. `clock`: a monotonic clock in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._by_cause: dict[str, _Outage] = {}

    def note_failure(self, cause: str, error: BaseException) -> None:
        """Note a failed command. Log the first failure with each cause, and the error's message."""
        now = self._clock()
        with self._lock:
            is_new = cause not in self._by_cause
            outage = self._by_cause.setdefault(cause, _Outage(now))
            outage.last_failure_at, outage.failures = now, outage.failures + 1
        if is_new:
            log.error("%s Requests that need it get 503. (%s)", cause, error)

    def note_success(self) -> None:
        """Note a command that succeeded. Log the causes that are gone."""
        if not self._by_cause:
            return
        now = self._clock()
        with self._lock:
            past_outages = {
                cause: outage
                for cause, outage in self._by_cause.items()
                if now - outage.last_failure_at >= OVER_S
            }
            for cause in past_outages:
                del self._by_cause[cause]
        for cause, outage in past_outages.items():
            log.warning(
                "Over after %.0f s and %d failures: %s",
                outage.last_failure_at - outage.began_at,
                outage.failures,
                cause,
            )


OUTAGES = Outages()
"""The outages of this process."""
