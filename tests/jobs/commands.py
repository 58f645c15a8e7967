"""The command that starts the child process of the tests, with the interpreter of its parent."""

from __future__ import annotations

from cheat.service.jobs import queue

PYTHON = queue.COMMAND[0]
COMMAND = (PYTHON, "-m", "tests.jobs.child")
