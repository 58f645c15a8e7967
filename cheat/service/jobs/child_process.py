"""A child process as its worker sees it: asked one thing at a time, and killed when it does not answer."""

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
"""Beginnings of the variables that an interpreter may need. The others are none of its business: among them
are the address of the store and tokens.
"""
START_WITHIN_S = 20.0
"""A slow machine takes a second of work to start it, and it has a share of a core only."""
ENDED_WITHIN_S = 1.0
"""Its line is closed as it ends, so it has ended then."""
GRACE_S = 1.0
"""A job that has not answered so long after its time hangs; one that has is only slow."""


class Lost(Exception):
    """The child is of no use any more. `why`: `not_started`, `killed` (it missed a deadline), `spent` (the
    system has ended it, as it had used what a job may) or `died`.
    """

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Process:
    """A child that is being started. It inherits one end of a socket as its standard input, and no other."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str] | None = None, grace_s: float = GRACE_S
    ) -> None:
        """`environment`: what an interpreter may need if it is not said; `grace_s`: for each answer beside
        its time. Raises Lost.
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
        """Wait until it is there. Raises Lost."""
        if not self.has_greeted(START_WITHIN_S):
            raise Lost("not_started")

    def has_greeted(self, within_s: float) -> bool:
        """Whether it is there, within some seconds. Raises Lost where it never will be."""
        try:
            self._receive(within_s)
        except TimeoutError:
            return False
        except (OSError, Lost) as error:
            raise Lost("not_started") from error
        return True

    def do(self, task: Task) -> Answer:
        """Raises Lost."""
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
        """Whether it has not ended by itself."""
        return self._process.poll() is None

    def kill(self) -> None:
        """At once: it holds nothing. Whoever waits for it is told that it died."""
        self._process.kill()

    def end(self) -> None:
        """It is no more when this returns."""
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
