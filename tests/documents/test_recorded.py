"""Rules have the values, costs, events and errors that were recorded."""

from __future__ import annotations

import json

import pytest

from cheat.catalogue import DOCUMENTS
from cheat.documents.runtime.state import Broken
from tests.sampling import sampled

from .recorded import FILE, SEEDS, expressions, of_expression, of_ours, of_random

RECORDED = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("hushed", [False, True])
def test_an_expression_has_its_recorded_value_and_cost(hushed: bool) -> None:
    found = {source: of_expression(source, hushed=hushed) for source in expressions()}
    assert found == RECORDED["expressions"]


def test_an_expression_breaks_with_one_step_less() -> None:
    for source, (_, cost) in RECORDED["expressions"].items():
        assert of_expression(source, fuel=cost) == RECORDED["expressions"][source]
        with pytest.raises(Broken):
            of_expression(source, fuel=cost - 1)


@pytest.mark.parametrize("first", sampled(SEEDS[::20], every=3))
def test_a_random_document_goes_as_recorded(first: int) -> None:
    for seed in range(first, first + 20):
        assert of_random(seed) == RECORDED["random"][str(seed)], seed


@pytest.mark.parametrize("slug", sampled(sorted(DOCUMENTS), every=4))
def test_a_document_of_the_project_goes_as_recorded(slug: str) -> None:
    assert of_ours(slug) == RECORDED["ours"][slug]
