"""The worker's view of a child process.

The child does one task at a time, and is killed if it hangs.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess  # nosec B404 - starts one command, which is this project's own
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from cheat.service.jobs.protocol import Answer, Channel, Task

ROOT = Path(__file__).resolve().parents[3]
NEEDED = ("PATH", "LD_", "DYLD_", "LANG", "LC_", "PYTHON", "TZ", "TMPDIR", "HOME")
"""Prefixes of the environment variables that an interpreter may need.

The child gets no others: some of them have the address of the store, or tokens.
"""
START_WITHIN_S = 20.0
"""Seconds for the start.

It is a second of work on a slow machine, and the child has only a share of a core.
"""
ENDED_WITHIN_S = 1.0
"""Seconds to wait for the end of a child that has closed its channel."""
GRACE_S = 1.0
"""Seconds beyond a job's time after which it counts as hanging.

A job that answers before is only slow.
"""


class Lost(Exception):
    """Raised if the child is lost.

    `why`: `not_started`, `killed` (it did not answer in time), `spent` (the system ended it, since it had
    used up the processor time of a job) or `died`.
    """

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Process:
    """A child that is being started. It inherits one end of a socket as its standard input only."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str] | None = None, grace_s: float = GRACE_S
    ) -> None:
        """Start the child. Raises Lost.

        `environment`: by default the variables that an interpreter may need; `grace_s`: seconds that each
        answer may take beyond the time of its task.
        """
        self._grace_s = grace_s
        ours, theirs = socket.socketpair()
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the command is this project's own  # nosec B603
                command,
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                cwd=ROOT,
                env=_needed() if environment is None else environment,
            )
        except OSError as error:
            ours.close()
            raise Lost("not_started") from error
        finally:
            theirs.close()
        self._line = Channel(ours)

    def greet(self) -> None:
        """Wait until the child has started. Raises Lost."""
        if not self.has_greeted(START_WITHIN_S):
            raise Lost("not_started")

    def has_greeted(self, within_s: float) -> bool:
        """Wait at most `within_s` for the child to start; return whether it has. Raises Lost."""
        try:
            self._receive(within_s)
        except TimeoutError:
            return False
        except (OSError, Lost) as error:
            raise Lost("not_started") from error
        return True

    def do(self, task: Task) -> Answer:
        """Return the answer to a task. Raises Lost."""
        try:
            self._line.send(task, task.seconds + self._grace_s)
            return self._receive(task.seconds + self._grace_s)
        except TimeoutError:
            raise Lost("killed") from None
        except (OSError, Lost) as error:
            raise Lost("spent" if self._has_spent_all() else "died") from error

    def _has_spent_all(self) -> bool:
        try:
            return self._process.wait(ENDED_WITHIN_S) == -signal.SIGXCPU
        except subprocess.TimeoutExpired:
            return False

    def is_there(self) -> bool:
        """Return whether the child has not ended by itself."""
        return self._process.poll() is None

    def kill(self) -> None:
        """Kill the child at once, since it keeps no state.

        A caller that waits for it gets Lost (`died`).
        """
        self._process.kill()

    def end(self) -> None:
        """Kill the child, and wait until it has ended."""
        self._process.kill()
        self._process.wait()
        self._line.close()

    def _receive(self, within_s: float) -> Answer:
        try:
            line = self._line.receive(within_s)
            if line is None:
                raise Lost("died")
            return msgspec.json.decode(line, type=Answer)
        except ValueError as error:
            raise Lost("died") from error


def _needed() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name.startswith(NEEDED)}
