"""The client's programs run without Unix modules, and explain in a sentence that httpx is missing."""

from __future__ import annotations

import subprocess
import sys

from tests.servers import ROOT

ONLY_UNIX = ("fcntl", "grp", "pwd", "resource", "termios", "tty", "pty", "readline")
ON_WINDOWS = f"""
import pkgutil, sys
sys.modules.update(dict.fromkeys({ONLY_UNIX}))
import cheat.client, cheat.load.__main__, cheat.play.__main__, cheat.terminal.__main__
import cheat.documents.__main__
cheat.load.__main__.open_files(10 ** 9)
import importlib
for part in (cheat.client, cheat.load):
    for module in pkgutil.iter_modules(part.__path__, part.__name__ + "."):
        importlib.import_module(module.name)
"""
WITHOUT_HTTPX = """
import runpy, sys
sys.modules["httpx"] = None
for program in ("cheat.play", "cheat.terminal", "cheat.load"):
    try:
        runpy.run_module(program, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        print(end)
"""


def output(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def test_programs_of_the_client_can_be_imported_on_windows() -> None:
    assert output(ON_WINDOWS) == ""


def test_program_without_httpx_says_what_to_install() -> None:
    words = "cheat.client needs httpx. Install it with: pip install ./client"
    assert output(WITHOUT_HTTPX).splitlines() == [words] * 3
