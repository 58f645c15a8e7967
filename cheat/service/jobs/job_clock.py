"""The clock of jobs: the processor time of the child process and of its scripts."""

from __future__ import annotations

import time
from collections.abc import Callable


class JobClock:
    """A clock of processor time, in seconds. The time of scripts is added.

    Scripts (`scripts.py`) run in another process. `cpu` returns the seconds that this process has used.
    `on_charge` is called after each addition.
    """

    def __init__(self, cpu: Callable[[], float] = time.process_time) -> None:
        self._cpu, self._charged_s = cpu, 0.0
        self.on_charge: Callable[[], None] = lambda: None

    def __call__(self) -> float:
        return self._cpu() + self._charged_s

    def charge(self, seconds: float) -> None:
        """Add processor time of another process."""
        self._charged_s += seconds
        self.on_charge()


JOB_CLOCK = JobClock()
"""The clock of this process, for the budget of a job and for the child's share of a core."""
