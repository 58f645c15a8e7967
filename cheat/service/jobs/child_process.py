"""A child process, from the point of view of the worker that has started it.

The worker sends the child one task at a time through a socket, and waits for the answer. It kills a child
that answers too late.
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
ENVIRONMENT_PREFIXES = ("PATH", "LD_", "DYLD_", "LANG", "LC_", "PYTHON", "TZ", "TMPDIR", "HOME")
"""Prefixes of the environment variables that an interpreter may need.

The child gets no other variables, because some contain the address of the store, or tokens.
"""
START_WITHIN_S = 20.0
"""Maximum seconds until a child must have started.

On a slow machine, the start takes one second of processor time. The child has only a share of a core, so its
start can last several seconds.
"""
EXIT_S = 1.0
"""Seconds to wait for the end of a child that has closed its channel."""
GRACE_S = 1.0
"""Seconds by which an answer may be late.

Each task names the time that it may take. If there is no answer `GRACE_S` after that time, the worker assumes
that the child hangs.
"""


class ChildLost(Exception):
    """Raised if a child gives no answer, so that the worker needs a new child.

    `reason`:

    - `not_started`: the child did not start, or not in time
    - `killed`: the child did not answer in time, so the caller kills the child
    - `spent`: the operating system ended the child, because a job had used up its processor time
    - `died`: the child ended for another reason, or its answer could not be read
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class ChildProcess:
    """A child process, from its start to its end. The constructor does not wait for the start.

    The child inherits only one end of a socket, as its standard input.
    """

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str] | None = None, grace_s: float = GRACE_S
    ) -> None:
        """Begin to start the child. Raises ChildLost.

        `environment`: by default, the variables that an interpreter may need. `grace_s`: the seconds by which
        each answer may be late.
        """
        self._grace_s = grace_s
        own_end, child_end = socket.socketpair()
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the command is this project's own  # nosec B603
                command,
                stdin=child_end.fileno(),
                stdout=subprocess.DEVNULL,
                cwd=ROOT,
                env=_environment() if environment is None else environment,
            )
        except OSError as error:
            own_end.close()
            raise ChildLost("not_started") from error
        finally:
            child_end.close()
        self._channel = Channel(own_end)

    def wait_until_started(self) -> None:
        """Wait until the child has started. Raises ChildLost."""
        if not self.has_started(START_WITHIN_S):
            raise ChildLost("not_started")

    def has_started(self, within_s: float) -> bool:
        """Wait at most `within_s` for the child to start. Return whether it has. Raises ChildLost."""
        try:
            self._receive(within_s)
        except TimeoutError:
            return False
        except (OSError, ChildLost) as error:
            raise ChildLost("not_started") from error
        return True

    def run(self, task: Task) -> Answer:
        """Return the answer to a task. Raises ChildLost."""
        try:
            self._channel.send(task, task.seconds + self._grace_s)
            return self._receive(task.seconds + self._grace_s)
        except TimeoutError:
            raise ChildLost("killed") from None
        except (OSError, ChildLost) as error:
            raise ChildLost("spent" if self._has_met_cpu_limit() else "died") from error

    def _has_met_cpu_limit(self) -> bool:
        try:
            return self._process.wait(EXIT_S) == -signal.SIGXCPU
        except subprocess.TimeoutExpired:
            return False

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    def is_alive(self) -> bool:
        """Return whether the child is still running."""
        return self._process.poll() is None

    def kill(self) -> None:
        """Kill the child at once. This is safe, because the child keeps no state.

        A thread that waits for an answer in `run` gets ChildLost (`died`).
        """
        self._process.kill()

    def end(self) -> None:
        """Kill the child, and wait until it has ended."""
        self._process.kill()
        self._process.wait()
        self._channel.close()

    def _receive(self, within_s: float) -> Answer:
        try:
            message = self._channel.receive(within_s)
            if message is None:
                raise ChildLost("died")
            return msgspec.json.decode(message, type=Answer)
        except ValueError as error:
            raise ChildLost("died") from error


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name.startswith(ENVIRONMENT_PREFIXES)}
