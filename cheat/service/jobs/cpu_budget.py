"""What a job may take of the processor, however long it waits for it."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf


class Spent(BaseException):
    """A job has used what it may. It is no `Exception`, so nothing that a job catches is this one."""


class Budget:
    """Counts what a job uses; `look` is to be called now and then while it works. `cpu`: seconds of work."""

    def __init__(self, cpu: Callable[[], float] = time.process_time) -> None:
        self._cpu, self._until = cpu, inf

    def allow(self, seconds: float | None) -> None:
        """So many seconds from now on; None: as many as it likes."""
        self._until = inf if seconds is None else self._cpu() + seconds

    def look(self) -> None:
        """Raises Spent, and again each time as long as nothing else is allowed."""
        if self._cpu() >= self._until:
            raise Spent
