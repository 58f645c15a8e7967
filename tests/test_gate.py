"""The gate tells a failure from chance: a test that fails twice is red, one that passes alone is flaky."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

RUN = """
import sys
from pathlib import Path
from scripts.gate import Check, Gate

folder = Path(sys.argv[1])
checks = [Check(file.stem, tests=[file.name]) for file in sorted(folder.glob("sample_*.py"))]
checks += [Check("command", [sys.executable, "-c", command]) for command in sys.argv[2:]]
sys.exit(0 if Gate(checks, folder, folder / "state").run() else 1)
"""

PASSES = "def test_passes() -> None:\n    pass\n"

FAILS = "def test_fails() -> None:\n    assert 1 == 2\n"

FAILS_ONCE = """
from pathlib import Path

def test_fails_once() -> None:
    been_here = Path("been here")
    if not been_here.exists():
        been_here.touch()
        raise AssertionError
"""

DIES_ONCE = FAILS_ONCE.replace("raise AssertionError", "__import__('os')._exit(3)")


def start_gate(folder: Path, *commands: str) -> subprocess.Popen[str]:
    """Start the gate in a process that has no other children."""
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # plugins take seconds to load
    command = [sys.executable, "-c", RUN, str(folder), *commands]
    return subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def run_gate(folder: Path, *commands: str, **samples: str) -> subprocess.CompletedProcess[str]:
    """Run the gate over files of tests and commands of Python."""
    for name, text in samples.items():
        (folder / f"sample_{name}.py").write_text(text)
    with start_gate(folder, *commands) as gate:
        printed, complained = gate.communicate()
        return subprocess.CompletedProcess(gate.args, gate.returncode, printed, complained)


def last_line(gate: subprocess.CompletedProcess[str]) -> str:
    return gate.stdout.splitlines()[-1]


def test_a_test_that_fails_twice_is_red_and_one_that_passes_alone_is_flaky(tmp_path: Path) -> None:
    gate = run_gate(tmp_path, a=FAILS + FAILS_ONCE + PASSES)
    assert gate.returncode == 1
    assert "red: failed twice\n  sample_a.py::test_fails\n" in gate.stdout
    assert "assert 1 == 2" in gate.stdout
    assert "flaky: failed beside others, passed alone\n  sample_a.py::test_fails_once\n" in gate.stdout
    assert last_line(gate).startswith("FAILED: 2 tests (sample_a)")
    assert last_line(gate).endswith("flaky: sample_a.py::test_fails_once")


def test_a_flaky_test_fails_no_gate_and_is_shown_by_the_next(tmp_path: Path) -> None:
    fails_once = f"import os, sys; path = {str(tmp_path / 'been here')!r}; found = os.path.exists(path)"
    gate = run_gate(tmp_path, f"{fails_once}; open(path, 'w').close(); sys.exit(not found)")
    assert gate.returncode == 0
    assert last_line(gate).startswith("passed: 0 tests (command)")
    assert last_line(gate).endswith("flaky: command")

    after = run_gate(tmp_path)
    assert "flaky in earlier runs" in after.stdout
    assert "command\n" in after.stdout
    assert last_line(after).endswith("flaky: none")


def test_tests_that_cannot_run_are_red(tmp_path: Path) -> None:
    gate = run_gate(tmp_path, a="import nothing_of_this_name\n", b="# no test\n")
    assert gate.returncode == 1
    assert "red: failed twice\n  sample_a.py\n  sample_b\n" in gate.stdout


def test_tests_that_died_run_again_as_a_whole(tmp_path: Path) -> None:
    gate = run_gate(tmp_path, a=DIES_ONCE + PASSES)
    assert gate.returncode == 0
    assert last_line(gate).startswith("passed: 2 tests")
    assert last_line(gate).endswith("flaky: sample_a")


def test_a_command_that_fails_twice_is_red(tmp_path: Path) -> None:
    gate = run_gate(tmp_path, "print('no reason'); raise SystemExit(1)")
    assert gate.returncode == 1
    assert "no reason" in gate.stdout
    assert last_line(gate).startswith("FAILED: 0 tests (command)")


def test_a_gate_that_is_ended_ends_its_checks(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    waits = (
        f"import time; file = open({str(pipe)!r}, 'w'); print('here', file=file, flush=True); time.sleep(600)"
    )
    with start_gate(tmp_path, waits) as gate, pipe.open() as end:
        assert end.readline() == "here\n"
        gate.terminate()
        assert end.read() == "", "the check has ended when nothing can be written any more"
        printed, _ = gate.communicate()
    assert gate.returncode
    assert "interrupted: command" in printed


def test_processor_time_counts_orphans() -> None:
    spends = "import time\nwhile time.process_time() < 0.5: pass"
    leaves_an_orphan = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {spends!r}])"
    measures = f"""
import os, subprocess, sys
from scripts.processor_time import adopt_orphans, processor_time
adopt_orphans()
before = processor_time()
subprocess.run([sys.executable, "-c", {leaves_an_orphan!r}])
os.wait()
print(processor_time() - before)
"""
    printed = subprocess.run([sys.executable, "-c", measures], cwd=ROOT, capture_output=True, check=True)
    assert float(printed.stdout) >= 0.5
