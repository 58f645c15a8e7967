"""The gate: runs all checks side by side, repeats those that fail, and prints a summary.

A check that fails runs once more after all others, alone; pytest then runs only the tests that failed. A
second failure is red. A test that passes the second time is flaky: it does not fail the gate, but is printed
at the end and kept in `.gate/flaky.txt`, which the next run shows. The last line sums up.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scripts.processor_time import adopt_orphans, processor_time
from scripts.weight import report

ROOT = Path(__file__).resolve().parents[1]

CHECKS_AT_ONCE = 4
"""Checks that run side by side.

There are more of them than cores, since many tests mostly wait.
"""

SHOWN_LINES = 60
"""Most lines of a red check's output that the summary shows. The rest is in the check's log."""

PASSED_COUNT = re.compile(r"^(?:.*?(\d+) passed.* in [\d.]+s.*|[ℹ#] pass (\d+))$", re.M)
"""The lines in which pytest and node say how many tests passed."""


@dataclass(frozen=True)
class Check:
    """One command of the gate. With `tests`, the command is pytest on these paths."""

    name: str
    command: Sequence[str] = ()
    tests: Sequence[str] = ()

    def command_in(self, state: Path, *options: str) -> list[str]:
        """Return the command to run; pytest remembers failed tests in the folder `state`."""
        if not self.tests:
            return list(self.command)
        cache = f"cache_dir={self._cache(state).absolute()}"
        return [sys.executable, "-m", "pytest", "-o", cache, *options, *self.tests]

    def failed(self, state: Path) -> list[str]:
        """Return the ids of the tests that failed in the last run, or else the name of the check."""
        remembered = self._cache(state) / "v/cache/lastfailed"
        names = json.loads(remembered.read_text()) if remembered.exists() else {}
        return sorted(names) or [self.name]

    def forget(self, state: Path) -> None:
        """Forget which tests failed in an earlier run of the gate."""
        shutil.rmtree(self._cache(state), ignore_errors=True)

    def _cache(self, state: Path) -> Path:
        return state / "cache" / self.name


LOOSE = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests").glob("test_*.py"))
"""Test files that stand directly in `tests`."""

CHECKS = [
    Check("delivery", tests=["tests/delivery"]),
    Check("rooms", tests=["tests/rooms", "tests/jobs"]),
    Check("browser", tests=["tests/browser"]),
    Check("web", tests=["tests/web"]),
    Check("clients", tests=["tests/server", "tests/client", "tests/terminal", "tests/load"]),
    Check("store", tests=["tests/store", "tests/hub", *LOOSE]),
    Check("games", tests=["tests/games", "tests/bots"]),
    Check("documents", tests=["tests/documents"]),
    Check("types", [sys.executable, "-m", "mypy"]),
    Check("page-tests", ["npm", "test", "--silent"]),
    Check("page-types", ["npm", "run", "--silent", "types"]),
    Check(
        "lint", ["sh", "-c", f"{sys.executable} -m ruff format --check . && {sys.executable} -m ruff check ."]
    ),
]
"""The checks of the gate, the longest first, so that no long one runs alone at the end."""


@dataclass
class Outcome:
    """The result of one run of a check.

    Its processor time leaves out processes whose parent has ended before them.
    """

    check: Check
    log: Path
    code: int
    took_s: float
    processor_s: float

    @property
    def tests_passed(self) -> int:
        """The number of tests that pytest or node counted as passed."""
        return sum(int(pytest or node) for pytest, node in PASSED_COUNT.findall(self.printed()))

    def printed(self) -> str:
        """Return what the check printed."""
        return self.log.read_text(errors="replace")


@dataclass
class Gate:
    """One run of `checks` in the folder `root`.

    `state`: folder of logs and the list of flaky tests.
    """

    checks: Sequence[Check]
    root: Path
    state: Path
    at_once: int = CHECKS_AT_ONCE
    weigh: bool = False
    _running: dict[int, tuple[Check, Path, float, subprocess.Popen[bytes]]] = field(default_factory=dict)

    def run(self) -> bool:
        """Run all checks side by side, then each one that failed alone. Print the results.

        Returns whether all checks passed, at the latest the second time.
        """
        adopt_orphans()
        for number in (signal.SIGINT, signal.SIGTERM):  # a shell lets its background jobs ignore SIGINT
            signal.signal(number, signal.default_int_handler)
        self.state.mkdir(parents=True, exist_ok=True)
        try:
            return self._run()
        finally:
            self._interrupt()

    def _run(self) -> bool:
        began = time.monotonic()
        self._print_earlier_flaky()
        print(f"{'':<19} time   proc.")
        tests_passed = 0
        failed: list[Outcome] = []
        for outcome in self._side_by_side():
            tests_passed += outcome.tests_passed
            if outcome.code:
                failed.append(outcome)
            word = "failed" if outcome.code else "ok"
            tests = f"{outcome.tests_passed} tests" if outcome.tests_passed else ""
            times = f"{clock(outcome.took_s)} {clock(outcome.processor_s):>6}"
            print(f"{word:<7} {outcome.check.name:<11} {times}  {tests}", flush=True)
        flaky: list[str] = []
        red: list[str] = []
        for outcome in failed:
            suspects = outcome.check.failed(self.state)
            second_run = self._alone(outcome)
            tests_passed += second_run.tests_passed
            failed_twice = outcome.check.failed(self.state) if second_run.code else []
            red = sorted([*red, *failed_twice])
            flaky = sorted([*flaky, *(name for name in suspects if name not in failed_twice)])
        self._keep(flaky)
        print_section("flaky: failed beside others, passed alone", flaky)
        print_section("red: failed twice", red)
        names = ", ".join(check.name for check in self.checks)
        print(
            f"\n{'FAILED' if red else 'passed'}: {tests_passed} tests ({names})"
            f" in {clock(time.monotonic() - began)} min, {clock(processor_time())} min of processor time;"
            f" flaky: {', '.join(flaky) or 'none'}"
        )
        return not red

    def _side_by_side(self) -> Iterator[Outcome]:
        waiting = list(self.checks)
        while waiting or self._running:
            while waiting and len(self._running) < self.at_once:
                check = waiting.pop(0)
                check.forget(self.state)
                weight = self.state / "weight" / f"{check.name}.json"
                self._start(check, ["-p", "scripts.weight", "--weigh", str(weight)] if self.weigh else [], "")
            yield from self._ended_checks()

    def _alone(self, first_run: Outcome) -> Outcome:
        print(f"\nonce more, alone: {first_run.check.name}", flush=True)
        self._start(first_run.check, ["--last-failed"], "-again")
        second_run: list[Outcome] = []
        while not second_run:
            second_run.extend(self._ended_checks())
        if second_run[0].code:
            for outcome in first_run, *second_run:
                print(f"--- {outcome.log} ends with")
                print("\n".join(outcome.printed().splitlines()[-SHOWN_LINES:]))
        return second_run[0]

    def _start(self, check: Check, options: Sequence[str], suffix: str) -> None:
        log = self.state / f"{check.name}{suffix}.log"
        command = check.command_in(self.state, *options)
        with log.open("wb") as output:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=self.root,
                env=environment(),
            )
        self._running[process.pid] = check, log, time.monotonic(), process

    def _ended_checks(self) -> Iterator[Outcome]:
        """Wait until a process ends, and yield the outcome if it was a check, not an orphan."""
        pid, status, usage = os.wait4(-1, 0)
        if pid in self._running:
            check, log, began, process = self._running.pop(pid)
            process.returncode = os.waitstatus_to_exitcode(status)
            processor_s = usage.ru_utime + usage.ru_stime
            yield Outcome(check, log, process.returncode, time.monotonic() - began, processor_s)

    def _interrupt(self) -> None:
        """Interrupt checks that are still running, so that they end the servers they have started."""
        for pid in self._running:
            os.kill(pid, signal.SIGINT)
        while self._running:
            for outcome in self._ended_checks():
                print(f"interrupted: {outcome.check.name}", flush=True)

    @property
    def _flaky(self) -> Path:
        return self.state / "flaky.txt"

    def _print_earlier_flaky(self) -> None:
        if self._flaky.exists():
            earlier = self._flaky.read_text().splitlines()
            print_section(f"flaky in earlier runs (mend them, then delete {self._flaky})", earlier)

    def _keep(self, flaky: Sequence[str]) -> None:
        if flaky:
            now = datetime.datetime.now().strftime("%Y-%m-%d %H:%M")
            with self._flaky.open("a") as file:
                file.writelines(f"{now} {name}\n" for name in flaky)


def environment() -> dict[str, str]:
    """Return the environment of a check, in which Python keeps compiled modules.

    Otherwise each of seven checks and a hundred servers would compile the same modules again.
    """
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def print_section(title: str, lines: Sequence[str]) -> None:
    """Print lines under a title, or nothing if there are none."""
    if lines:
        print(f"\n{title}")
        print("\n".join(f"  {line}" for line in lines), flush=True)


def clock(seconds: float) -> str:
    """Return seconds as minutes and seconds: 75 is 1:15."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def main() -> int:
    """Run the checks that are named, or all of them. Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m scripts.gate", description="Run the checks of the gate.")
    names = [check.name for check in CHECKS]
    parser.add_argument("checks", nargs="*", metavar="check", help=f"one of: {', '.join(names)}")
    parser.add_argument("--weigh", action="store_true", help="print what tests cost in processor time")
    options = parser.parse_args()
    if unknown := set(options.checks) - set(names):
        parser.error(f"no such check: {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    checks = [check for check in CHECKS if not options.checks or check.name in options.checks]
    gate = Gate(checks, ROOT, ROOT / ".gate")
    if options.weigh:
        gate.checks = [check for check in checks if check.tests]
        gate.at_once, gate.weigh = 2, True
    try:
        is_green = gate.run()
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    if options.weigh:
        print("\n".join(report(sorted((gate.state / "weight").glob("*.json")))))
    return 0 if is_green else 1


if __name__ == "__main__":
    sys.exit(main())
