"""Guesses of the intended name are those of `difflib`, and cost a bounded part of a check."""

from __future__ import annotations

import difflib
import random
from typing import Any

import pytest

from cheat import documents
from cheat.documents import check
from cheat.documents.parse import diagnostics
from cheat.documents.parse.diagnostics import (
    CLOSE_COMPARISON_COST,
    LEAST_LIKENESS,
    MOST_CLOSE,
    MOST_COMPARISONS,
    MOST_DIAGNOSTICS,
    MOST_PROBLEMS,
    Report,
    in_common,
)

from .small_documents import document, written

PAIRS = 200


def like(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, other, one).ratio()


def test_letters_in_common_are_no_fewer_than_difflib_finds() -> None:
    chance = random.Random(1)
    for _ in range(PAIRS):
        one, other = ("".join(chance.choices("abcd", k=chance.randrange(1, 20))) for _ in range(2))
        blocks = sum(block.size for block in difflib.SequenceMatcher(None, one, other).get_matching_blocks())
        assert in_common(one)(other) >= blocks
    assert [in_common("abcbdab")(other) for other in ("bdcaba", "", "abcbdab", "zz")] == [4, 0, 7, 0]


def test_the_name_that_was_meant_is_the_one_that_difflib_would_choose() -> None:
    chance = random.Random(2)
    for _ in range(PAIRS):
        known = ["".join(chance.choices("abcde", k=chance.randrange(3, 9))) for _ in range(6)]
        name = "".join(chance.choices("abcde", k=chance.randrange(3, 9)))
        (best,) = difflib.get_close_matches(name, known, 1, LEAST_LIKENESS) or [""]
        found = Report().nearest(name, known)
        assert bool(found) == bool(best) and (not best or like(name, found) == like(name, best))


def alike(number: int, end: str) -> str:
    return f"{'n' * 18}{number:04}{end * 9}"


def unknown(**changes: Any) -> bytes:
    """Return a document of nearly 64 KB with as many unknown names as fit, similar to 400 known ones."""
    known = {alike(number, "x"): 0 for number in range(400)}
    parts = {"vars": known, "phases": {"turn": {"moves": []}}, **changes}
    return written(document(**parts))


NAMES = [alike(number, "y") for number in range(1200)]
NEAR_BY = {name: [] for name in (alike(number, "x") for number in range(250))}
SUMS = ["+".join(NAMES[at : at + 8]) for at in range(0, 1200, 8)]
DEAR = {
    "in expressions": {"start": [{"set": {alike(0, "x"): words}} for words in SUMS]},
    "as routines": {"routines": NEAR_BY, "start": [{"run": name} for name in NAMES[:600]]},
    "as phases": {"phases": {name: {} for name in NEAR_BY}, "start": [{"go": name} for name in NAMES[:600]]},
}


@pytest.mark.parametrize("changes", DEAR.values(), ids=DEAR)
def test_no_document_makes_more_names_be_compared(
    monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any]
) -> None:
    data, compared, closely, placed = unknown(**changes), [0], [0], [0]
    likeness, close_matches = diagnostics.likeness, difflib.get_close_matches
    line_and_column = documents.line_and_column

    def counted(*args: Any) -> float:
        compared[0] += 1
        return likeness(*args)

    def counted_closely(name: str, known: list[str], *more: Any) -> list[str]:
        closely[0] += len(known)
        return close_matches(name, known, *more)

    def counted_place(*args: Any) -> tuple[int, int]:
        placed[0] += 1
        return line_and_column(*args)

    monkeypatch.setattr(diagnostics, "likeness", counted)
    monkeypatch.setattr(difflib, "get_close_matches", counted_closely)
    monkeypatch.setattr(documents, "line_and_column", counted_place)
    game, told = check(data)
    assert (game, len(told), placed[0]) == (None, MOST_DIAGNOSTICS, MOST_DIAGNOSTICS), (
        "places are found for what is told"
    )
    last = 1000 + MOST_CLOSE * CLOSE_COMPARISON_COST
    assert compared[0] + CLOSE_COMPARISON_COST * closely[0] <= MOST_COMPARISONS + last
    assert told[0].hint, "the first ones are told what was meant"


def test_of_thousands_of_problems_some_are_kept() -> None:
    report = Report()
    for number in range(10 * MOST_PROBLEMS):
        report.warn("unused", (number,), "One.")
        report.tell("unknown_name", (number,), "Two.")
    assert len(report.problems) == 2 * MOST_PROBLEMS and report.failed
