"""The service runs as it is shipped: from requirements.txt alone, as README and Procfile say."""

from __future__ import annotations

import ast
import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.servers import ROOT, RUN, Client, Web, deployed, procfile

PIN = re.compile(r"^([\w.-]+)==([\w.]+)(?: ; (.+?))? \\$", re.M)
EXTRA_SOURCES = re.compile(r"^\s*(-i|-f|--index|--extra-index|--find-links|--trusted-host)|://", re.M)
LINES = [procfile(), "python app.py"]
LIST = """import importlib.metadata, json
print(json.dumps([[one.name, one.version] for one in importlib.metadata.distributions()]))"""
BROUGHT_BY_VENV = {"pip", "setuptools"}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def in_run(program: str, *arguments: str) -> str:
    """Return the output of a program of the run-time environment."""
    command = [str(RUN / program), *arguments]
    return subprocess.run(command, env=deployed({}), capture_output=True, check=True, text=True).stdout


def pins(file: str) -> set[tuple[str, str]]:
    """Return (package, version) of all pins in a file, for any platform."""
    return {(plain(name), version) for name, version, _ in PIN.findall((ROOT / file).read_text())}


@pytest.mark.parametrize("line", LINES)
def test_line_serves_from_the_run_time_environment(share_webs: Callable[..., list[Web]], line: str) -> None:
    """Start as a PaaS does: by a shell, with only requirements.txt installed."""
    (web,) = share_webs(1) if line == procfile() else share_webs(1, line=line)
    ada = Client([web])
    ada.create("Ada")
    assert ada.act("rename", name="Bea")["version"] == 2
    assert web.process is not None
    assert packages_of([web.process.pid, *web.children()]) == {packages()}


def packages_of(processes: list[int]) -> set[str]:
    """Return the folders of packages whose C code these processes run, as Linux lists them."""
    if not Path("/proc/self/maps").exists():
        pytest.skip("this system does not tell what a process has loaded")
    maps = "".join(Path(f"/proc/{pid}/maps").read_text() for pid in processes)
    return set(re.findall(r"(\S+/site-packages)/", maps))


def packages() -> str:
    """Return the folder of packages of the run-time environment."""
    return in_run("python", "-c", "import sysconfig; print(sysconfig.get_path('platlib'))").strip()


def test_procfile_is_what_every_server_of_the_tests_runs(two_workers: list[Web]) -> None:
    assert (ROOT / "Procfile").read_text() == "web: gunicorn app:app\n"
    assert [web.line for web in two_workers] == ["gunicorn app:app"] * 2
    for web in two_workers:
        assert packages_of(web.children()) == {packages()}


PLAYING = {
    "machines.py", "soak.py", "test_transport.py", "test_scripts.py", "test_pictures.py", "test_gate.py",
    "test_hangup.py",
}  # fmt: skip
"""Files that start programs beside the servers: the load simulator, the balancer, the gate, parts of
tests.
"""


def test_no_test_starts_a_server_with_the_interpreter_of_the_tests() -> None:
    """tests/servers.py starts all servers, in the environment of the shipped packages.

    Only programs that play, such as clients, may run in the environment of the tests.
    """
    for path in (ROOT / "tests").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if not any(word in text for word in ("execv", "fork", "executable", "Popen")):
            continue  # without this word the file need not be parsed, which takes long
        for node in ast.walk(ast.parse(text)):
            name = ast.unparse(node) if isinstance(node, ast.Attribute) else ""
            assert name not in ("os.execv", "os.fork"), path
            plays = path.parent.name in ("client", "terminal") or path.name in PLAYING
            assert name != "sys.executable" or plays, path
            assert name != "subprocess.Popen" or path.name in {"servers.py", *PLAYING}, path


def test_run_time_environment_holds_the_pins_and_nothing_else() -> None:
    installed = {(plain(name), version) for name, version in json.loads(in_run("python", "-c", LIST))}
    installed = {(name, version) for name, version in installed if name not in BROUGHT_BY_VENV}
    assert installed <= pins("requirements.txt")
    needed = {name for name, _, marker in PIN.findall((ROOT / "requirements.txt").read_text()) if not marker}
    assert {plain(name) for name in needed} <= {name for name, _ in installed}
    assert "No broken requirements" in in_run("python", "-m", "pip", "check")


def test_what_the_gate_has_is_what_runs_and_more() -> None:
    assert pins("requirements.txt") < pins("requirements-dev.txt")


@pytest.mark.parametrize("file", ["requirements.txt", "requirements-dev.txt"])
def test_every_package_is_pinned_with_hashes_and_from_no_named_index(file: str) -> None:
    text = (ROOT / file).read_text()
    assert not EXTRA_SOURCES.search(text)
    requirements = [line for line in text.splitlines() if re.match(r"[\w.-]+", line)]
    assert len(requirements) == len(PIN.findall(text)) > 15
    for entry in re.split(r"^(?=[\w.-]+==)", text, flags=re.M)[1:]:
        assert re.search(r"^    --hash=sha256:[0-9a-f]{64}", entry, re.M), entry


@pytest.mark.parametrize("file", ["requirements", "requirements-dev"])
def test_short_lists_are_pinned(file: str) -> None:
    lines = [
        line for line in (ROOT / f"{file}.in").read_text().splitlines() if not line.startswith(("#", "-"))
    ]
    names = {plain(re.split(r"[^\w.-]", line)[0]) for line in lines}
    assert names <= {name for name, _ in pins(f"{file}.txt")}
