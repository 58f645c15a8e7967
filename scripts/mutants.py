"""Draw a sample of mutants: versions of the code with one small fault each, by Cosmic Ray.

usage: .venv-mutation/bin/python -m scripts.mutants NUMBER SEED

Prints JSON. `make mutation` runs this script.
"""

from __future__ import annotations

import ast
import json
import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

PACKAGES = ("cheat/engine", "cheat/games", "cheat/rooms", "cheat/store")


class Place(NamedTuple):
    """A place that an operator of Cosmic Ray can change.

    `start`: line and column as parso counts them, lines from 1 and columns from 0.
    """

    file: str
    start: tuple[int, int]
    kind: str
    """The operator without its replacement: `core/ReplaceBinaryOperator`."""


def annotated(source: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the spans of all annotations.

    Only a type checker reads them, so tests kill no mutant there.
    """
    spans = []
    for node in ast.walk(ast.parse(source)):
        annotations = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        spans += [
            ((annotation.lineno, annotation.col_offset), (annotation.end_lineno, annotation.end_col_offset))
            for annotation in annotations
            if isinstance(annotation, ast.expr)
        ]
    return spans


def places(file: str, source: str) -> dict[Place, list[tuple[str, int]]]:
    """Return the places of a file, each with the operators and occurrences that change it."""
    tree, spans = get_ast(source), annotated(source)
    operators_by_place = defaultdict(list)
    nodes = list(ast_nodes(tree))
    for name in operator_names():
        operator = get_operator(name)
        if operator.arguments():
            continue
        positions = (position for node in nodes for position in operator().mutation_positions(node))
        for occurrence, (start, _) in enumerate(positions):
            if not any(first <= start < last for first, last in spans):
                operators_by_place[Place(file, start, name.split("_")[0])].append((name, occurrence))
    return operators_by_place


def mutant(source: str, place: Place, operator: str, occurrence: int) -> dict[str, object] | None:
    """Return the lines that a mutant changes.

    Returns None if the mutant is not valid Python, or does the same as the original.
    """
    mutated = mutate_code(source, get_operator(operator)(), occurrence)
    try:
        is_same = mutated is None or ast.dump(ast.parse(mutated)) == ast.dump(ast.parse(source))
    except SyntaxError:
        return None
    if is_same:
        return None
    lines_before, lines_after = source.splitlines(), mutated.splitlines()
    first = next(
        at for at, (old, new) in enumerate(zip(lines_before, lines_after, strict=False)) if old != new
    )
    tail = next(
        at
        for at, (old, new) in enumerate(zip(reversed(lines_before), reversed(lines_after), strict=False))
        if old != new or at >= min(len(lines_before), len(lines_after)) - first
    )
    return {
        "file": place.file,
        "line": first + 1,
        "column": place.start[1],
        "operator": operator,
        "occurrence": occurrence,
        "before": lines_before[first : len(lines_before) - tail],
        "after": lines_after[first : len(lines_after) - tail],
    }


def sample_mutants(number: int, seed: int) -> Iterator[dict[str, object]]:
    """Yield `number` mutants, at most one at each place.

    Wherever a run stops, its mutants are spread over the packages in proportion to their sizes.
    """
    chance = random.Random(seed)
    sources = {
        str(path): path.read_text() for package in PACKAGES for path in sorted(Path(package).rglob("*.py"))
    }
    ways = {}
    for file, source in sources.items():
        ways.update(places(file, source))
    order = list(ways)
    chance.shuffle(order)
    queues = {package: [place for place in order if place.file.startswith(package)] for package in PACKAGES}
    ranked = [
        (at / len(queue), package, place)
        for package, queue in queues.items()
        for at, place in enumerate(queue)
    ]
    for _, package, place in sorted(ranked, key=lambda entry: entry[:2]):
        if number == 0:
            return
        operator, occurrence = chance.choice(ways[place])
        drawn = mutant(sources[place.file], place, operator, occurrence)
        if drawn:
            number -= 1
            yield {"package": package, **drawn}


def main(arguments: list[str]) -> None:
    """Print the sample."""
    number, seed = map(int, arguments)
    json.dump(list(sample_mutants(number, seed)), sys.stdout, indent=1)


if __name__ == "__main__":
    main(sys.argv[1:])
