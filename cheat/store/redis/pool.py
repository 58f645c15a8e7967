"""The connections of a worker to Redis.

Redis may refuse a new connection at any time: it has a limit of clients, and other processes share
it. What this worker has then is enough: a request takes a connection that is there before it makes a
new one, and waits for one that is there when a new one is refused.
"""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from typing import Any

import redis
from redis.exceptions import MaxConnectionsError

from cheat.store.redis.hung_node import LATE, HungNode

POOL_WAIT_S = 2.0
"""How long a request waits for a free connection before it answers 503."""
ASK_AGAIN_S = 0.25
"""After a refusal Redis is asked for a new connection again this late: its limit may have room by then."""


class Pool(redis.ConnectionPool):
    """At most `max_connections`, handed out to whoever asks first. `lines`: how many are kept for commits;
    `retired`: nobody is to keep any more, because others do what this server did. `silence`: that of a server
    of a cluster; whoever was waiting for a connection when it began does not begin to wait for the server.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.lines = 0
        self.retired = False
        self.silence: HungNode | None = None
        self._freed = threading.Condition(self._lock)
        self._begun: set[Any] = set()
        """Connections of which it is not known yet whether the server lets them in."""

    def get_connection(self, *_: Any, **__: Any) -> Any:
        """A connection that is ready for a command. Raises redis.ConnectionError or redis.TimeoutError
        where there is none and none can be made, at the latest after `POOL_WAIT_S`.
        """
        self._checkpid()
        was_silent = self._is_silent()
        end, asked_at = time.monotonic() + POOL_WAIT_S, float("-inf")
        refused: redis.ConnectionError = MaxConnectionsError("No connection is free.")
        while True:
            connection = self._take(end, asked_at + ASK_AGAIN_S)
            if connection is None:
                raise refused
            try:
                if self._is_silent() and not was_silent:
                    raise redis.TimeoutError(LATE)
                self._make_ready(connection)
                return connection
            except redis.ConnectionError as error:
                refused, asked_at = error, time.monotonic()
                self.release(connection)
            except BaseException:
                self.release(connection)
                raise

    def _is_silent(self) -> bool:
        return self.silence is not None and self.silence.lasts

    def release(self, connection: Any) -> None:
        """Give a connection back, and let those who wait for one look again."""
        if self.retired:
            connection.disconnect()
        with self._freed:
            super().release(connection)
            if connection.is_connected:
                self._freed.notify()
            else:
                self._freed.notify_all()  # some of them wait for none but a healthy one

    def has(self, connections: int) -> bool:
        """Whether the server has let in so many. Makes what is missing, but waits for nobody."""
        for _ in range(connections - self._let_in()):
            with self._lock:
                connection = self._unconnected()
            if connection is None:
                break
            try:
                self._make_ready(connection)
            except redis.RedisError:
                break
            finally:
                self.release(connection)
        return self._let_in() >= connections

    def has_moved(self, connection: Any) -> bool:
        """Whether another server than this connection's takes the writes now. May wait."""
        return self.retired

    def cut(self) -> None:
        """No answer comes any more on the connections that are in use: each is told that it has ended."""
        with self._lock:
            used = [one._sock for one in self._in_use_connections]
        for one in used:
            with suppress(OSError, AttributeError):  # it has none yet, or none any more
                one.shutdown(socket.SHUT_RDWR)

    def retire(self) -> None:
        """Let go of all connections, as soon as each has done what it is doing."""
        self.retired = True
        self.disconnect(inuse_connections=False)

    def _take(self, end: float, ask_again_at: float) -> Any:
        """A healthy one, or from `ask_again_at` on one that has still to be connected. None if there is
        neither until `end`, or, after a refusal, if there is no healthy one that could become free.
        """
        with self._freed:
            while True:
                if connection := self._idle():
                    return connection
                now = time.monotonic()
                if now >= ask_again_at and (connection := self._unconnected()):
                    return connection
                if now >= end or (now < ask_again_at and not self._connected()):
                    return None
                self._freed.wait(min(end, ask_again_at if ask_again_at > now else end) - now)

    def _idle(self) -> Any:
        """The healthy one that was used last."""
        idle = [one for one in self._available_connections if one.is_connected]
        return self._lend(idle[-1]) if idle else None

    def _unconnected(self) -> Any:
        """One that was made and is not connected, or a new one; None where there are as many as may be."""
        lost = [one for one in self._available_connections if not one.is_connected]
        if lost:
            return self._lend(lost[-1])
        if self._created_connections >= self.max_connections:
            return None
        made = self.make_connection()
        self._in_use_connections.add(made)
        return made

    def _lend(self, connection: Any) -> Any:
        self._available_connections.remove(connection)
        self._in_use_connections.add(connection)
        return connection

    def _connected(self) -> int:
        with self._lock:
            return sum(one.is_connected for one in (*self._available_connections, *self._in_use_connections))

    def _let_in(self) -> int:
        with self._lock:
            made = (*self._available_connections, *self._in_use_connections)
            return sum(one.is_connected and one not in self._begun for one in made)

    def _make_ready(self, connection: Any) -> None:
        """Connect it if it is not, also if the server has closed it meanwhile."""
        self._connect(connection)
        try:
            if not connection.can_read():
                return
        except (redis.ConnectionError, redis.TimeoutError, OSError):
            pass
        connection.disconnect()
        self._connect(connection)
        if connection.can_read():
            raise redis.ConnectionError("The connection is not ready.")

    def _connect(self, connection: Any) -> None:
        if connection.is_connected:
            return
        self._begun.add(connection)
        try:
            connection.connect()
        finally:
            self._begun.discard(connection)


def can_spare_one(client: redis.Redis) -> bool:
    """Whether a connection of this client may be kept for long, without leaving the requests none."""
    pool = client.connection_pool
    return not isinstance(pool, Pool) or pool.has(2 + pool.lines)
