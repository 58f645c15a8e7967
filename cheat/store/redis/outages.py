"""Logs each cause of failing Redis commands: once when it begins and once when it ends."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

OVER_S = 5.0
"""A success this many seconds after the last failure by a cause shows that it is gone.

Without this wait, a cause that fails only some commands would be logged again and again.
"""

log = logging.getLogger(__name__)


class _Outage:
    """An outage by one cause: its beginning, the last failure, and the number of failures."""

    def __init__(self, now: float) -> None:
        self.began_at = self.last_failure_at = now
        self.failures = 0


class Outages:
    """The present causes of failing Redis commands. `clock` returns seconds that never go back."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._by_cause: dict[str, _Outage] = {}

    def note_failure(self, cause: str, error: BaseException) -> None:
        """Note a failed command. Logs the first failure by each cause, with the words of the error."""
        now = self._clock()
        with self._lock:
            is_new = cause not in self._by_cause
            outage = self._by_cause.setdefault(cause, _Outage(now))
            outage.last_failure_at, outage.failures = now, outage.failures + 1
        if is_new:
            log.error("%s Requests that need it get 503. (%s)", cause, error)

    def note_success(self) -> None:
        """Note a command that succeeded. Logs the causes that are gone."""
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
