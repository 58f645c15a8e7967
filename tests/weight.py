"""A pytest plugin that measures the processor time of tests and fixtures, and a report of what it measured.

`make weight` runs the gate's tests with `-p tests.weight --weigh FILE` and prints the report. Processor time counts
the test process and all its descendants (gunicorn, Redis, Chromium), running or ended, so it says the same on a busy
machine as on a quiet one.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import resource
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

_PR_SET_CHILD_SUBREAPER = 36
_TICK_S = 1 / os.sysconf("SC_CLK_TCK")


def adopt_orphans() -> None:
    """Make this process the parent of descendants whose own parent ends, so that their time is counted."""
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def processor_time() -> float:
    """Return the seconds of processor time of this process and all its descendants, running or ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime + sum(_ticks_of_descendants()) * _TICK_S


def _ticks_of_descendants() -> Iterator[int]:
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            try:
                fields = Path(entry.path, "stat").read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            parents[int(entry.name)] = int(fields[1])
            ticks[int(entry.name)] = sum(map(int, fields[11:15]))
    here = os.getpid()
    for process in parents:
        ancestor = parents[process]
        while ancestor != here and ancestor in parents:
            ancestor = parents[ancestor]
        if ancestor == here:
            yield ticks[process]


class _Scales:
    """Processor seconds by test and by fixture; what sets up a fixture is not counted to the test that asked first."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._started = processor_time()
        self._tests: Counter[str] = Counter()
        self._fixtures: Counter[str] = Counter()
        self._inner = [0.0]
        self._collected = 0.0

    def pytest_collection_finish(self) -> None:
        self._collected = processor_time()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        before, self._inner = processor_time(), [0.0]
        result = yield
        self._tests[item.nodeid] += processor_time() - before - self._inner[0]
        return result

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[object]) -> Iterator[None]:
        before = processor_time()
        self._inner.append(0.0)
        result = yield
        spent, within = processor_time() - before, self._inner.pop()
        self._inner[-1] += spent
        self._fixtures[f"{fixturedef.baseid}::{fixturedef.argname}"] += spent - within
        return result

    def pytest_unconfigure(self) -> None:
        weights = {
            "all": processor_time(),
            "collection": self._collected - self._started,
            "tests": self._tests,
            "fixtures": self._fixtures,
        }
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._file.write_text(json.dumps(weights, indent=1))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--weigh", type=Path, help="write the processor time of tests and fixtures to this file")


def pytest_configure(config: pytest.Config) -> None:
    if file := config.getoption("--weigh"):
        adopt_orphans()
        config.pluginmanager.register(_Scales(file))


def report(files: list[Path], rows: int) -> Iterator[str]:
    """Yield the lines of the report on what several runs measured: by group, file, fixture and test."""
    by_file: Counter[str] = Counter()
    fixtures: Counter[str] = Counter()
    tests: Counter[str] = Counter()
    for file in sorted(files):
        weights = json.loads(file.read_text())
        tests.update(weights["tests"])
        fixtures.update(weights["fixtures"])
        yield f"{weights['all']:8.1f} s  {file.stem} (collection: {weights['collection']:.1f} s)"
    for node, spent in tests.items():
        by_file[node.partition("::")[0]] += spent
    for title, weight in ("files", by_file), ("fixtures", fixtures), ("tests", tests):
        yield f"\n{title}: {sum(weight.values()):.0f} s"
        for name, spent in weight.most_common(rows):
            yield f"{spent:8.1f} s  {name}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Print what tests cost in processor time.")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--rows", type=int, default=40, help="lines of each list")
    options = parser.parse_args()
    print("\n".join(report(options.files, options.rows)))
