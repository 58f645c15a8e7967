"""Random games of documents agree, after every step, with second accounts of their rules."""

from __future__ import annotations

import pytest

from .models.cases import CASES
from .models.following import Game

MANY = 1000


@pytest.mark.parametrize("case", CASES, ids=[case.slug for case in CASES])
def test_every_step_is_as_the_account_says(case):
    for number in range(case.sample):
        Game(case, number).follow()


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=[case.slug for case in CASES])
def test_every_step_of_many_games_is_as_the_account_says(case):
    for number in range(MANY):
        Game(case, number).follow()
