"""A limit for the processor time of a job. Waiting for a core does not count."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf


class BudgetSpent(BaseException):
    """Raised if a job has used up its budget.

    This is not an `Exception`, so that the code of a job does not catch it by accident.
    """


class CpuBudget:
    """The budget of a job. A timer calls `check` while the job works.

    `cpu` returns the seconds of processor time that this process has used.
    """

    def __init__(self, cpu: Callable[[], float] = time.process_time) -> None:
        self._cpu, self._until = cpu, inf

    def allow(self, seconds: float | None) -> None:
        """Allow this many seconds from now on; None: no limit."""
        self._until = inf if seconds is None else self._cpu() + seconds

    def check(self) -> None:
        """Raise BudgetSpent if the job has used up its budget.

        Each further call raises it again, until a call of `allow`.
        """
        if self._cpu() >= self._until:
            raise BudgetSpent
