"""A pytest plugin that measures the processor time of tests and fixtures, and its report.

`make weight` runs the tests of the gate with `-p scripts.weight --weigh FILE` and prints the report. It
counts the processor time of the test process and all its descendants (gunicorn, Redis, Chromium), so results
on a busy machine are nearly the same as on a quiet one. If the parent of a process ends, the process counts
only up to then.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from scripts.processor_time import processor_time


class _Scales:
    """Processor seconds by test and by fixture.

    A test's time leaves out fixtures that it sets up.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._started_at_s = processor_time()
        self._tests: Counter[str] = Counter()
        self._fixtures: Counter[str] = Counter()
        self._inner = [0.0]
        self._collected = 0.0

    def pytest_collection_finish(self) -> None:
        self._collected = processor_time()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        began_s, self._inner = processor_time(), [0.0]
        result = yield
        self._tests[item.nodeid] += processor_time() - began_s - self._inner[0]
        return result

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[object]) -> Iterator[None]:
        began_s = processor_time()
        self._inner.append(0.0)
        result = yield
        seconds, inner_s = processor_time() - began_s, self._inner.pop()
        self._inner[-1] += seconds
        self._fixtures[f"{fixturedef.baseid}::{fixturedef.argname}"] += seconds - inner_s
        return result

    def pytest_unconfigure(self) -> None:
        weights = {
            "all": processor_time(),
            "collection": self._collected - self._started_at_s,
            "tests": self._tests,
            "fixtures": self._fixtures,
        }
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._file.write_text(json.dumps(weights, indent=1))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--weigh", type=Path, help="write the processor time of tests and fixtures to this file")


def pytest_configure(config: pytest.Config) -> None:
    if file := config.getoption("--weigh"):
        config.pluginmanager.register(_Scales(file))


def report(files: Sequence[Path], rows: int = 30) -> Iterator[str]:
    """Yield the lines of the report on several runs: the heaviest files, fixtures and tests."""
    by_file: Counter[str] = Counter()
    fixtures: Counter[str] = Counter()
    tests: Counter[str] = Counter()
    for file in files:
        weights = json.loads(file.read_text())
        tests.update(weights["tests"])
        fixtures.update(weights["fixtures"])
        yield f"{weights['all']:8.1f} s  {file.stem} (collection: {weights['collection']:.1f} s)"
    for node, seconds in tests.items():
        by_file[node.partition("::")[0]] += seconds
    for title, weight in ("files", by_file), ("fixtures", fixtures), ("tests", tests):
        yield f"\n{title}: {sum(weight.values()):.0f} s"
        for name, seconds in weight.most_common(rows):
            yield f"{seconds:8.1f} s  {name}"


if __name__ == "__main__":
    print("\n".join(report([Path(argument) for argument in sys.argv[1:]])))
