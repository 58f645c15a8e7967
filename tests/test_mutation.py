"""`make mutation` needs probes that note which statements run, and finds the lines of a mutant again."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scripts import mutation

SOURCE = """\
LIMIT = 3


def sign(number):
    if number < 0:
        return -1
    elif number == 0:
        return 0
    return sum(
        one for one in [1]
    )
"""


@pytest.fixture
def hits(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[int]]:
    found: set[int] = set()
    monkeypatch.setattr(builtins, "mutation_probe", found.add, raising=False)
    return found


def probed(lines: list[int]) -> Any:
    names: dict[str, Any] = {}
    exec(compile(mutation.Probing({line: [line] for line in lines}).of(SOURCE), "sign", "exec"), names)
    return names["sign"]


@pytest.mark.parametrize(("number", "expected"), [(-2, {5, 6}), (0, {5, 7, 8}), (2, {5, 7, 9, 10})])
def test_a_probe_is_hit_when_its_statement_runs(hits: set[int], number: int, expected: set[int]) -> None:
    sign = probed([5, 6, 7, 8, 9, 10])
    assert hits == set()
    sign(number)
    assert hits == expected


def test_what_runs_on_import_is_probed_in_every_function(hits: set[int]) -> None:
    sign = probed([1, 4])
    assert hits == set()
    assert sign(0) == 0
    assert hits == {1, 4}


def test_a_mutant_is_found_where_its_lines_have_moved(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(mutation, "ROOT", tmp_path)
    mutant = {"file": "sign.py", "line": 6, "before": ["        return -1"], "after": ["        return -2"]}
    assert mutation.mutated(mutant) is None
    (tmp_path / "sign.py").write_text("# moved\n\n" + SOURCE)
    moved = mutation.mutated(mutant)
    assert moved == "# moved\n\n" + SOURCE.replace("return -1", "return -2")
    assert ast.parse(moved)
    (tmp_path / "sign.py").write_text(SOURCE.replace("return -1", "return -3"))
    assert mutation.mutated(mutant) is None
