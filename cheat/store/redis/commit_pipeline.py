"""One connection to Redis that all commits of a worker share.

redis-py makes the connection, with all options of the URL. From then on this module writes and reads it
directly: commands of many requests go out together, and answers come in the order of the commands. So a
commit need not take a connection from the pool, check the health of that, or pass the layers of redis-py. The
sweep uses the connection, too, once a commit has made it.

Any error ends the connection. The caller then asks again through redis-py, which handles the error. The next
commit makes a new connection. Redis may limit connections, so the pipeline keeps one only while enough others
are left for requests.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Sequence
from typing import Any

import hiredis
import redis

from cheat.ops.locks import brief_lock
from cheat.store.redis.hung_node import LATE, HungNode
from cheat.store.redis.pool import Pool
from cheat.store.redis.transport import wire

LATE_S = 5.0
"""Seconds after which a connection without an answer counts as dead, even if it is open."""
LOOK_S = 1.0
AGAIN_S = 1.0
"""Pause after a failed attempt to make a connection, in seconds."""
BESIDES = 2
"""Connections that must be left: one for the subscriber, and one for requests."""
REPLACED = "READONLY"
"""Prefix of the refusal of a server that has become a replica.

A new connection finds the server that takes writes.
"""

log = logging.getLogger(__name__)


class CommitPipeline:
    """Commands to Redis on a connection of its own.

    `silence`: in a cluster, whether the server hangs.
    """

    def __init__(self, pool: Pool, silence: HungNode | None = None) -> None:
        self._pool = pool
        self._silence = silence
        self._line: _Line | None = None
        self._making = threading.Lock()
        self._again_at = float("-inf")

    def ask(self, *command: Any) -> Any:
        """Return the answer to a command.

        Raises redis.ConnectionError if there is no connection, or if it broke before the answer came,
        redis.TimeoutError if no answer comes, and redis.ResponseError for a refusal.
        """
        line = self._line
        if line is None or line.ended:
            line = self._make()
        return _unrefused(line, line.ask([command]))[0]

    def ask_all(self, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Return the answers to many commands, with one round trip on the present connection.

        Makes no connection if there is none. Raises the errors of `ask`.
        """
        line = self._line
        if line is None:
            raise redis.ConnectionError("There is no line.")
        return _unrefused(line, line.ask(commands)) if commands else []

    def close(self) -> None:
        """End the connection."""
        if self._line is not None:
            self._line.end(redis.ConnectionError("The worker is going away."))

    def _make(self) -> _Line:
        if not self._making.acquire(blocking=False):
            raise redis.ConnectionError("The line is being made.")
        try:
            if time.monotonic() < self._again_at or (self._silence and self._silence.lasts):
                raise redis.ConnectionError("The line could not be made.")
            self._again_at = time.monotonic() + AGAIN_S
            if not self._pool.has(self._pool.lines + 1 + BESIDES):
                raise redis.ConnectionError("Too few connections.")
            self._line = _Line(self._pool, self._silence)
            return self._line
        finally:
            self._making.release()


def _unrefused(line: _Line, answers: list[Any]) -> list[Any]:
    """Return these answers of a connection.

    Raises redis.ResponseError if one of them is a refusal.
    """
    for answer in answers:
        if isinstance(answer, hiredis.ReplyError):
            if str(answer).startswith(REPLACED):
                line.end(redis.ConnectionError("Another server takes the writes now."))
            raise redis.ResponseError(str(answer))
    return answers


class _Call:
    """Commands that are sent together, and the greenlet or thread that waits for their answers."""

    def __init__(self, commands: int) -> None:
        self.at = time.monotonic()
        self._left = commands
        self._answers: list[Any] = []
        self._failure: Exception | None = None
        self._answered = threading.Lock()
        self._answered.acquire()

    def tell(self, answer: Any) -> None:
        self._answers.append(answer)
        self._left -= 1
        if not self._left:
            self._answered.release()

    def fail(self, error: Exception) -> None:
        """End the call, since no more answers come."""
        if self._left:
            self._left, self._failure = 0, error
            self._answered.release()

    def wait(self) -> list[Any]:
        self._answered.acquire()
        if self._failure is not None:
            raise self._failure
        return self._answers


class _Line:
    """A connection, and a thread that watches it. `ended`: it is closed for good."""

    def __init__(self, pool: Pool, silence: HungNode | None) -> None:
        self._pool, self._silence = pool, silence
        self._late_s = min(LATE_S, pool.connection_kwargs.get("socket_timeout") or LATE_S)
        self._connection = pool.get_connection()
        pool.lines += 1
        self._reader = hiredis.Reader()
        self._asked: deque[_Call] = deque()
        self._lock = brief_lock()
        self._gone = threading.Event()
        self.ended = False
        self._asking = threading.Lock()
        self._wire = wire(self._connection._sock, self._took, self._lost)
        self._wire.start()
        threading.Thread(target=self._look_after, name="pipe", daemon=True).start()

    def ask(self, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Return the answers, which may be refusals. Raises redis.ConnectionError or TimeoutError."""
        if self._silence is not None and self._silence.lasts:
            raise redis.ConnectionError(LATE)
        packed = b"".join([hiredis.pack_command(one) for one in commands])
        call = _Call(len(commands))
        with self._asking:  # commands go out in the order in which they are noted
            with self._lock:
                if self.ended:
                    raise redis.ConnectionError("The line has ended.")
                self._asked.extend([call] * len(commands))
            self._wire.write(packed)
        return call.wait()

    def end(self, error: Exception) -> None:
        """Fail all waiting calls, and give the connection back to the pool."""
        with self._lock:
            if self.ended:
                return
            self.ended = True
            asked, self._asked = self._asked, deque()
        self._gone.set()
        self._wire.close()
        self._pool.lines -= 1
        self._connection.disconnect()
        self._pool.release(self._connection)
        for call in asked:
            call.fail(error)

    def _took(self, data: bytes) -> None:
        self._reader.feed(data)
        while (answer := self._reader.gets()) is not False:
            self._asked.popleft().tell(answer)

    def _lost(self, error: Exception) -> None:
        self.end(redis.ConnectionError(str(error)))

    def _look_after(self) -> None:
        while not self._gone.wait(LOOK_S):
            if self._asked and time.monotonic() - self._asked[0].at > self._late_s:
                log.warning("Redis does not answer on the connection for commits")
                if self._silence:
                    self._silence.begin()
                self.end(redis.TimeoutError(LATE))
            elif self._pool.has_moved(self._connection):
                self.end(redis.ConnectionError("Another server takes the writes now."))
            elif not self._pool.has(self._pool.lines + BESIDES):
                self.end(redis.ConnectionError("Others need the connection."))
