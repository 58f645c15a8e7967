"""A server of a cluster that hangs: its connections stay open, and nothing is answered.

Whoever asks it first waits until it is late. From then on nobody waits for it any more, but for one who asks
it again and again whether it is back: what needs it is refused at once, and what does not need it is not
kept from its turn. Nobody listens to it either: when it goes on, another one may have taken over meanwhile,
and for a moment it would still answer what it had been asked, and announce it, which is lost.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

import redis
from redis.exceptions import MaxConnectionsError

AGAIN_S = 0.5
"""Between two questions to a server that does not answer, which wait as long as any command does."""
LATE = "Redis does not answer."

log = logging.getLogger(__name__)


class HungNode:
    """Whether a server is silent. As a context it is around each command to the server, which it refuses with
    redis.TimeoutError while that is so. `ask` is answered by a server that is back; `cut` ends what others
    still wait for; `left` is set when nobody asks it anything any more.
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
        """The server was late."""
        if self._asking.acquire(blocking=False):
            self.lasts = True
            self._cut()
            threading.Thread(target=self._wait, name="silence", daemon=True).start()

    def _wait(self) -> None:
        log.warning("a server of the cluster does not answer")
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
            # Where all connections are taken by those who wait it was not asked; who refuses says why itself.
            return not isinstance(error, redis.TimeoutError | MaxConnectionsError)
        return True
