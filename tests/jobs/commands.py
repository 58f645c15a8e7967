"""How the thinker of the tests is started: by the interpreter of whoever starts it, as the real one."""

from __future__ import annotations

from cheat.service.jobs import queue

PYTHON = queue.COMMAND[0]
COMMAND = (PYTHON, "-m", "tests.jobs.child")
