"""A server of a cluster that hangs: its connections stay open, but it does not answer.

The first caller waits until the answer is late. From then on, only one thread waits for the server, and pings
it again and again. All other commands to the server fail at once, so that they do not delay other work. The
subscriber ignores the server, too, because another server may have taken its place. When the hung server
continues, it may still carry out commits for a short time, and publish their wake-ups. If another server has
taken its place, these commits are lost.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

import redis
from redis.exceptions import MaxConnectionsError

PING_PAUSE_S = 0.5
"""Seconds between two pings to a server that hangs.

Each ping waits for its answer as long as other commands do.
"""
NO_ANSWER = "Redis does not answer."

log = logging.getLogger(__name__)


class HangGuard:
    """The state of a server: `is_hung` is True while the server hangs.

    The guard is the context of each command to the server. While the server hangs, the guard raises
    redis.TimeoutError. `ping` sends a command that the server answers as soon as it works again. `abort` ends
    commands that are still waiting. `retired` is set when no code uses the server any more.
    """

    def __init__(self, ping: Callable[[], object], abort: Callable[[], None]) -> None:
        self._ping, self._abort = ping, abort
        self._ping_lock = threading.Lock()
        self.retired = threading.Event()
        self.is_hung = False

    def __enter__(self) -> None:
        if self.is_hung:
            raise redis.TimeoutError(NO_ANSWER)

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, redis.TimeoutError):
            self.note_timeout()
        elif self.is_hung and isinstance(error, redis.ConnectionError):
            raise redis.TimeoutError(NO_ANSWER) from error  # `abort` has ended the command

    def note_timeout(self) -> None:
        """Note that an answer of the server is late."""
        if self._ping_lock.acquire(blocking=False):
            self.is_hung = True
            self._abort()
            threading.Thread(target=self._wait_until_back, name="hung node", daemon=True).start()

    def _wait_until_back(self) -> None:
        log.warning("a cluster node does not answer")
        try:
            while not self._is_back() and not self.retired.wait(PING_PAUSE_S):
                pass
        finally:
            self.is_hung = False
            self._ping_lock.release()

    def _is_back(self) -> bool:
        try:
            self._ping()
        except redis.RedisError as error:
            # MaxConnectionsError says nothing about the server: waiting commands have taken all connections.
            # Any other error is an answer, or comes at once, so the server does not hang.
            return not isinstance(error, redis.TimeoutError | MaxConnectionsError)
        return True
