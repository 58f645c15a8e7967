"""The processor time of a job is limited, here measured by a clock of the test."""

from __future__ import annotations

import pytest

from cheat.service.jobs.cpu_budget import BudgetSpent, CpuBudget


def test_budget_lasts_exactly_to_its_end() -> None:
    now = [100.0]
    budget = CpuBudget(lambda: now[0])
    budget.check()
    budget.allow(2.0)
    now[0] = 101.99
    budget.check()
    for now[0] in (102.0, 102.01):
        with pytest.raises(BudgetSpent):
            budget.check()
    budget.allow(None)
    budget.check()


def test_job_cannot_catch_the_end_of_its_budget() -> None:
    assert not issubclass(BudgetSpent, Exception)
