"""Timers for work that runs again and again, even if one run fails."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

LEAST_INTERVAL_S = 0.05
"""Minimum seconds between two runs, so that no setting can keep a core busy."""

log = logging.getLogger(__name__)


class Timer:
    """Calls `function` every `seconds`, on a thread of its own, from `start` to `stop`."""

    def __init__(self, function: Callable[[], None], seconds: float) -> None:
        self._function = function
        self.seconds = max(seconds, LEAST_INTERVAL_S)
        self._stop_event = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start the thread, unless it is already running."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="timer", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Stop the timer, and wait a moment for the end of the thread."""
        self._stop_event.set()
        if self._thread is not None:
            self._thread.join(timeout=1)

    def _run(self) -> None:
        while not self._stop_event.wait(self.seconds):
            try:
                self._function()
            except Exception:  # an error in one run must not prevent the next ones
                log.exception("periodic work (every %s s) failed", self.seconds)
