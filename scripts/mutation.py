"""Count the mutants of a sample that the gate's tests kill: `make mutation`.

See docs/mutation.md. A mutant exists only in the memory of the test process: no file changes, and programs
that a test starts run without the mutant. Probes find the tests that execute the mutant's statement. These
tests run, the cheapest first, until one fails.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import contextlib
import functools
import importlib
import json
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
TESTS = [f"tests/{one}" for one in ("games", "documents", "bots", "rooms", "jobs", "hub", "store", "web")]
CASES = 1
"""Cases of each parametrized test that run with probes.

The other cases mostly execute the same statements.
"""
FIRST_FILES = 3
"""Test files whose tests run first.

Most mutants are killed by the first tests, and collecting a file takes longer than many of its tests.
"""
MOST_S = 6
CPU_LEAST_S, CPU_TIMES = 20, 5
"""The tests of a mutant may take 20 s of processor time, and five times the expected time.

A mutant whose tests take longer is treated as a mutant that does not end.
"""
LOOK_S, IDLE_S = 0.1, 60
"""Pause between two looks at the tests of a mutant, and their longest idle time, in seconds.

Tests that sleep for so long will never end. The total wall time says little on a busy machine.
"""
PURE = ("tests/games/", "tests/documents/", "tests/bots/")
"""Tests that depend on no timing.

Other tests have to fail twice to kill a mutant, since a busy machine may be the cause of one failure.
"""
MOST_MEMORY = 6 << 30
PLAIN = ["-q", "-x", "--tb=no", "--no-header", "-p", "no:cacheprovider"]
PLAIN += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
PRELOADED = (
    "anyio.pytest_plugin",
    "fakeredis",
    "flask",
    "gevent",
    "hypothesis.stateful",
    "jsonschema",
    "limits",
    "msgspec",
    "redis",
    "regex",
    "requests",
)
"""Modules that this process imports once.

Each mutant gets a copy of the process with these modules.
"""

Mutant = dict[str, Any]


def put_in_place(codes: dict[str, Callable[[], Any]]) -> None:
    """From now on, import the modules at these paths from the given code instead of their files."""
    from_file = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, name: str) -> Any:
        compile_code = codes.get(self.path)
        return compile_code() if compile_code else from_file(self, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


def located(mutant: Mutant) -> tuple[list[str], int] | None:
    """Return the lines of a mutant's file, and the index of the first that it changes.

    None if the lines that it changes are not in the file any more.
    """
    path = ROOT / mutant["file"]
    lines = path.read_text().splitlines() if path.exists() else []
    lines_before = mutant["before"]
    matches = [at for at in range(len(lines)) if lines[at : at + len(lines_before)] == lines_before]
    if not matches:
        return None
    return lines, min(matches, key=lambda at: abs(at + 1 - mutant["line"]))


def mutated(mutant: Mutant) -> str | None:
    """Return the source of the mutant, or None if the code that it changes is gone."""
    place = located(mutant)
    if place is None:
        return None
    lines, at = place
    return "\n".join([*lines[:at], *mutant["after"], *lines[at + len(mutant["before"]) :]]) + "\n"


class Probing:
    """Puts a probe before the statements of some lines.

    For code that runs on import, the probe stands at the beginning of every function of the module instead.
    """

    def __init__(self, lines: dict[int, list[int]]) -> None:
        self.lines = lines
        self.unprobed: list[int] = []
        """Probes that have no place, because their module has no function."""

    def of(self, source: str) -> ast.Module:
        """Return the tree with its probes."""
        tree = ast.parse(source)
        at_import = set(self.lines) - set(self._lines_in_functions(tree.body, in_function=False))
        early = [number for line in at_import for number in self.lines[line]]
        functions = [
            node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]
        for function in functions:
            self._probe(function.body, early)
        self.unprobed = [] if functions else early
        return ast.fix_missing_locations(tree)

    def _probe(self, body: list[ast.stmt], early: list[int]) -> None:
        probed = [*map(self._call, early)]
        for statement in body:
            probed += [
                self._call(number) for line in self._own(statement) for number in self.lines.get(line, ())
            ]
            probed.append(statement)
            if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                for inner in self._bodies(statement):
                    self._probe(inner, [])
        body[:] = probed

    def _lines_in_functions(self, body: list[ast.stmt], *, in_function: bool) -> Iterator[int]:
        """Yield the lines of statements within functions."""
        for statement in body:
            if in_function:
                yield from self._own(statement)
            function = isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef)
            for inner in self._bodies(statement):
                yield from self._lines_in_functions(inner, in_function=in_function or function)

    @staticmethod
    def _bodies(statement: ast.stmt) -> list[list[ast.stmt]]:
        """Return the blocks of a statement."""
        parts = [statement, *getattr(statement, "handlers", ()), *getattr(statement, "cases", ())]
        blocks = [getattr(part, name, None) for part in parts for name in ("body", "orelse", "finalbody")]
        return [block for block in blocks if isinstance(block, list) and block]

    def _own(self, statement: ast.stmt) -> Iterable[int]:
        """Return the lines of a statement without those of the statements within it."""
        inner_statements = [inner for block in self._bodies(statement) for inner in block]
        inner_lines = {
            line
            for inner in inner_statements
            for line in range(inner.lineno, (inner.end_lineno or inner.lineno) + 1)
        }
        first = min([statement.lineno, *(inner.lineno for inner in getattr(statement, "decorator_list", ()))])
        return [line for line in range(first, (statement.end_lineno or first) + 1) if line not in inner_lines]

    @staticmethod
    def _call(number: int) -> ast.stmt:
        hit = ast.Name("mutation_probe", ast.Load())
        return ast.Expr(ast.Call(hit, [ast.Constant(number)], []))


class Recorder:
    """Records the probes and the cost of each test, and the cost of collecting each file."""

    def __init__(self, hits: set[int]) -> None:
        self.hits, self.failed = hits, set[str]()
        self.tests: dict[str, dict[str, Any]] = {}
        self.files: Counter[str] = Counter()
        self.cases: dict[str, list[str]] = defaultdict(list)

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Iterator[None]:
        before = time.process_time()
        report = yield
        self.files[collector.nodeid.split("::")[0]] += time.process_time() - before
        return report

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            self.cases[item.nodeid.partition("[")[0]].append(item.nodeid)
        chosen_ids = {name for cases in self.cases.values() for name in cases[:CASES]}
        items[:] = [item for item in items if item.nodeid in chosen_ids]

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        began, real = time.process_time(), time.monotonic()
        self.hits.clear()
        result = yield
        cpu, waited_s = time.process_time() - began, time.monotonic() - real
        self.tests[item.nodeid] = {"cost": cpu + 0.05 * waited_s, "hits": sorted(self.hits)}
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.outcome != "passed":
            self.failed.add(report.nodeid)

    def results(self) -> dict[str, Any]:
        """Return the records of the tests that passed."""
        passed_tests = {name: test for name, test in self.tests.items() if name not in self.failed}
        return {"tests": passed_tests, "files": self.files, "all": self.cases, "failed": sorted(self.failed)}


class Selection:
    """Runs the given tests only, in their order, and notes the first that fails."""

    def __init__(self, order: list[str]) -> None:
        self.order, self.killer, self.ran = order, "", 0

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items_by_id = {item.nodeid: item for item in items}
        items[:] = [items_by_id[name] for name in self.order if name in items_by_id]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.ran += report.when == "call"
        if report.failed and not self.killer:
            self.killer = report.nodeid


def waits(pid: int) -> bool:
    """Return whether a process sleeps, rather than runs or waits for a core."""
    with contextlib.suppress(FileNotFoundError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"
    return False


def in_copy(work: Callable[[], Any], cpu_s: float, idle_s: float = IDLE_S) -> Any:
    """Call `work` in a copy of this process. Return its result; "timeout" if it takes too long."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder, "answer")
        pid = os.fork()
        if pid == 0:
            try:
                os.setsid()
                resource.setrlimit(resource.RLIMIT_CPU, (int(cpu_s) + 1, int(cpu_s) + 2))
                resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
                nowhere = os.open(Path(folder, "printed"), os.O_WRONLY | os.O_CREAT)
                os.dup2(nowhere, 1)
                os.dup2(nowhere, 2)
                os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(Path(folder, "hypothesis"))
                PLAIN.append(f"--basetemp={Path(folder, 'tmp')}")
                value = work()
                answer.write_text(json.dumps(value))
            except MemoryError:
                os._exit(0)
            except BaseException:
                traceback.print_exc()
                sys.stderr.flush()
                os._exit(1)
            os._exit(0)
        idle = 0.0
        while not (wait_result := os.waitpid(pid, os.WNOHANG))[0]:
            idle = idle + LOOK_S if waits(pid) else max(0, idle - LOOK_S)
            if idle > idle_s:
                os.kill(pid, signal.SIGKILL)
                wait_result = os.waitpid(pid, 0)
                break
            time.sleep(LOOK_S)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
        if os.WIFEXITED(wait_result[1]) and os.WEXITSTATUS(wait_result[1]):
            raise RuntimeError(Path(folder, "printed").read_text()[-3000:])
        return json.loads(answer.read_text()) if answer.exists() else "timeout"


def mapped(mutants: list[Mutant], tests: list[str]) -> dict[str, Any]:
    """Run a few cases of each test, and return their costs and the mutants that they execute."""
    lines: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, mutant in enumerate(mutants):
        if place := located(mutant):
            lines[str(ROOT / mutant["file"])][place[1] + 1].append(number)

    def run() -> Any:
        hits: set[int] = set()
        builtins.mutation_probe = hits.add  # type: ignore[attr-defined]

        everywhere: list[int] = []

        def probed(path: str) -> Any:
            probing = Probing(lines[path])
            tree = probing.of(Path(path).read_text())
            everywhere.extend(probing.unprobed)
            return compile(tree, path, "exec", dont_inherit=True)

        put_in_place({path: lambda path=path: probed(path) for path in lines})
        recorder = Recorder(hits)
        code = pytest.main([option for option in PLAIN if option != "-x"] + tests, plugins=[recorder])
        return {"code": int(code), "everywhere": everywhere, **recorder.results()}

    coverage: dict[str, Any] = in_copy(run, 3600, 3600)
    if coverage["code"] not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        sys.exit(f"The tests cannot be collected without a mutant: pytest {' '.join(tests)} says why.")
    return coverage


class Tests:
    """The tests that execute the statement of a mutant, the cheapest first."""

    def __init__(self, coverage: dict[str, Any]) -> None:
        self.coverage = coverage
        self.by_mutant: dict[int, set[str]] = defaultdict(set)
        for name, test in coverage["tests"].items():
            for number in test["hits"]:
                self.by_mutant[number].add(name.partition("[")[0])
        for number in coverage["everywhere"]:
            self.by_mutant[number] = set(coverage["all"])
        self.cheapest = min(coverage["tests"], key=lambda name: coverage["tests"][name]["cost"])

    def cost(self, function: str) -> float:
        """Return the seconds that a case of a test takes."""
        costs = [
            self.coverage["tests"][case]["cost"]
            for case in self.coverage["all"][function][:CASES]
            if case in self.coverage["tests"]
        ]
        return max(costs) if costs else 1.0

    def of(self, number: int, most_s: float) -> tuple[list[str], list[str], int]:
        """Return the tests of the first few files, further tests, and the number of all tests.

        The tests of the first files take less than half of `most_s` together, the others less than `most_s`.
        """
        functions = sorted(self.by_mutant[number], key=self.cost)
        failed = set(self.coverage["failed"])
        cases = [
            (at, self.cost(function), name)
            for function in functions
            for at, name in enumerate(self.coverage["all"][function])
            if name not in failed
        ]
        cases.sort()
        files: dict[str, float] = {}
        for function in functions:
            file = function.partition("::")[0]
            files.setdefault(file, self.cost(function) + self.coverage["files"].get(file, 0))
        near = set(sorted(files, key=lambda file: files[file])[:FIRST_FILES])
        first, further = [], []
        first_s = further_s = 0.0
        files_taken: set[str] = set()
        for _, cost, name in cases:
            file = name.partition("::")[0]
            if file in near and first_s + cost < most_s / 2:
                first_s += cost
                first.append(name)
                continue
            cost += 0 if file in files_taken else self.coverage["files"].get(file, 0)
            if further_s + cost < most_s:
                further_s += cost
                files_taken.add(file)
                further.append(name)
        return first, further, len(cases)


def run_with(mutant: Mutant, source: str, order: list[str], expected_s: float) -> dict[str, Any]:
    """Run these tests with a mutant in place. Return the outcome, with the killing test."""
    path = str(ROOT / mutant["file"])

    def run() -> Any:
        put_in_place({path: lambda: compile(source, path, "exec", dont_inherit=True)})
        selection = Selection(order)
        files = list(dict.fromkeys(name.partition("::")[0] for name in order))
        code = int(pytest.main(PLAIN + files, plugins=[selection]))
        return {"code": code, "killer": selection.killer, "ran": selection.ran}

    result = in_copy(run, CPU_LEAST_S + CPU_TIMES * expected_s)
    if result == "timeout":
        return {"outcome": "killed", "killer": "timeout"}
    if result["code"] == pytest.ExitCode.OK:
        return {"outcome": "survived", "ran": result["ran"]}
    if result["code"] == pytest.ExitCode.NO_TESTS_COLLECTED:
        return {"outcome": "no tests"}
    return {"outcome": "killed", "killer": result["killer"] or "collection"}


def orders(number: int, former: str, tests: Callable[[], Tests], most_s: float) -> Iterator[list[str]]:
    """Yield lists of tests to run in turn, first the test that killed the mutant last time."""
    if former == "collection":
        yield [tests().cheapest]
    elif "::" in former and (ROOT / former.partition("::")[0]).exists():
        yield [former]
    first, further, _ = tests().of(number, most_s)
    yield from filter(None, (first, further))


def try_mutants(number: int, mutant: Mutant, tests: Callable[[], Tests], most_s: float) -> dict[str, Any]:
    """Return the outcome of the tests of a mutant."""
    source = mutated(mutant)
    if source is None:
        return {"outcome": "gone"}
    ran = 0
    for left in orders(number, mutant.get("killer", ""), tests, most_s):
        while left:
            result = run_with(mutant, source, left, most_s)
            killer = result.get("killer", "")
            if result["outcome"] == "killed":
                is_doubtful = "::" in killer and not killer.startswith(PURE)
                if not is_doubtful or run_with(mutant, source, [killer], most_s)["outcome"] == "killed":
                    return result
            at = left.index(killer) + 1 if killer else len(left)
            ran, left = ran + at, left[at:]
    count = tests().of(number, most_s)[2]
    return {"outcome": "survived", "ran": ran, "of": count} if count else {"outcome": "not covered"}


def report(mutants: list[Mutant]) -> str:
    """Return the table of outcomes by package, and the list of mutants that were not killed."""
    tried = [mutant for mutant in mutants if "outcome" in mutant]
    outcomes = ["killed", "survived", "not covered", "gone"]
    rows = ["| Package | Mutants | Killed | Survived | Not covered | Gone |", "|---|---|---|---|---|---|"]
    for package in [*sorted({mutant["package"] for mutant in tried}), "all"]:
        of_package = [mutant for mutant in tried if package in (mutant["package"], "all")]
        counts = Counter(mutant["outcome"] for mutant in of_package)
        share = f" ({100 * counts['killed'] / len(of_package):.1f} %)" if of_package else ""
        cells = [f"{counts[outcome]}{share if outcome == 'killed' else ''}" for outcome in outcomes]
        rows.append(f"| {package} | {len(of_package)} | {' | '.join(cells)} |")
    alive = [mutant for mutant in tried if mutant["outcome"] != "killed"]
    for mutant in sorted(alive, key=lambda mutant: (mutant["outcome"], mutant["file"], mutant["line"])):
        old, new = (" ".join(line.strip() for line in mutant[key]) for key in ("before", "after"))
        tests = f" ({mutant['ran']} of {mutant['of']} tests)" if "of" in mutant else ""
        place = f"{mutant['file']}:{mutant['line']}"
        rows.append(f"\n{mutant['outcome']}{tests}: {place}\n  - {old}\n  + {new}")
    tried_before = [mutant for mutant in tried if "former" in mutant]
    if tried_before:
        former = sum(mutant["former"] == "killed" for mutant in tried_before)
        now = sum(mutant["former"] == mutant["outcome"] == "killed" for mutant in tried_before)
        rows.append(f"\nOf {former} mutants that were killed before, {now} are ({100 * now / former:.1f} %).")
    return "\n".join(rows)


def parse_arguments() -> argparse.Namespace:
    """Return the arguments of the command."""
    parser = argparse.ArgumentParser(prog="python -m scripts.mutation", description=__doc__)
    parser.add_argument("--json", type=Path, required=True, help="results, written after each mutant")
    parser.add_argument("--resume", action="store_true", help="keep the results that are there already")
    parser.add_argument("--most", type=float, default=MOST_S, help="most seconds of tests for a mutant")
    parser.add_argument(
        "--minutes", type=float, default=60, help="stop after this many minutes of processor time"
    )
    parser.add_argument("--killed", action="store_true", help="only mutants that were killed in SAMPLE")
    parser.add_argument(
        "--retry", action="store_true", help="like --resume, but try mutants again that were not killed"
    )
    parser.add_argument("sample", type=Path, help="mutants of scripts/mutants.py, or the results of a run")
    parser.add_argument("tests", nargs="*", default=TESTS)
    return parser.parse_args()


def resumed(options: argparse.Namespace) -> list[Mutant]:
    """Return the mutants to try, with the outcomes that an earlier run has left for them."""
    if options.resume or options.retry:
        mutants: list[Mutant] = json.loads(options.json.read_text())
        if options.retry:
            mutants = [
                mutant if mutant.get("outcome") == "killed" else without_outcome(mutant) for mutant in mutants
            ]
        return mutants
    options.json.with_suffix(".map").unlink(missing_ok=True)
    mutants = json.loads(options.sample.read_text())
    for mutant in mutants:
        if "outcome" in mutant:
            mutant["former"] = mutant.pop("outcome")
    return [mutant for mutant in mutants if not options.killed or mutant.get("former") == "killed"]


def without_outcome(mutant: Mutant) -> Mutant:
    """Return the mutant as it was before it was tried."""
    return {key: value for key, value in mutant.items() if key not in ("outcome", "ran", "of")}


def main() -> int:
    """Try the mutants. Write the results after each, so that a later run can go on there."""
    options = parse_arguments()
    mutants = resumed(options)
    for name in PRELOADED:
        importlib.import_module(name)

    @functools.cache
    def tests() -> Tests:
        file = options.json.with_suffix(".map")
        maps = json.loads(file.read_text()) if file.exists() else {}
        key = " ".join(options.tests)
        if key not in maps:
            maps[key] = mapped(mutants, options.tests)
            file.write_text(json.dumps(maps))
        return Tests(maps[key])

    for number, mutant in enumerate(mutants):
        began_s = tests_cpu_s()
        if began_s > 60 * options.minutes:
            break
        if "outcome" not in mutant:
            mutant.update(try_mutants(number, mutant, tests, options.most))
            options.json.write_text(json.dumps(mutants, indent=1))
            took, killer = tests_cpu_s() - began_s, mutant.get("killer", "")
            place = f"{mutant['file']}:{mutant['line']}"
            sys.stderr.write(
                f"{number + 1}/{len(mutants)} {mutant['outcome']} {place} {took:.1f} s {killer}\n"
            )
    print(report(mutants))
    return 0


def tests_cpu_s() -> float:
    """Return the processor time of the tests in seconds."""
    return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


if __name__ == "__main__":
    sys.exit(main())
