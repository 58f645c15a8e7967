"""A server of a cluster that hangs: its connections stay open, but it does not answer.

The first caller waits until the answer is late. From then on only one thread waits for the server: it asks
again and again whether the server is back. Commands that need the server are refused at once, so that they do
not delay others. The subscriber ignores the server, too: another one may have taken over, without the old one
knowing of it. When the old one goes on, it would still carry out and announce commits for a moment, and those
are lost.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

import redis
from redis.exceptions import MaxConnectionsError

AGAIN_S = 0.5
"""Pause between two pings to a server that hangs, in seconds.

A ping waits as long as any command.
"""
LATE = "Redis does not answer."

log = logging.getLogger(__name__)


class HungNode:
    """The state of a server: `lasts` while it hangs.

    As a context it surrounds each command to the server, and raises redis.TimeoutError while the server
    hangs. `ask` sends a command that the server answers when it is back. `cut` ends commands that are still
    waiting. `left` is set when the server is not used any more.
    """

    def __init__(self, ask: Callable[[], object], cut: Callable[[], None]) -> None:
        self._ask, self._cut = ask, cut
        self._asking = threading.Lock()
        self.left = threading.Event()
        self.lasts = False

    def __enter__(self) -> None:
        if self.lasts:
            raise redis.TimeoutError(LATE)

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, redis.TimeoutError):
            self.begin()
        elif self.lasts and isinstance(error, redis.ConnectionError):
            raise redis.TimeoutError(LATE) from error  # it was cut

    def begin(self) -> None:
        """Note that the server was late."""
        if self._asking.acquire(blocking=False):
            self.lasts = True
            self._cut()
            threading.Thread(target=self._wait, name="silence", daemon=True).start()

    def _wait(self) -> None:
        log.warning("a cluster node does not answer")
        try:
            while not self._answers() and not self.left.wait(AGAIN_S):
                pass
        finally:
            self.lasts = False
            self._asking.release()

    def _answers(self) -> bool:
        try:
            self._ask()
        except redis.RedisError as error:
            # MaxConnectionsError: waiting commands have all connections, so the server was not asked. Any
            # other error shows the next commands why they fail, without a wait.
            return not isinstance(error, redis.TimeoutError | MaxConnectionsError)
        return True
