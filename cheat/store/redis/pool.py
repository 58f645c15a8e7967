"""The connections of a worker to Redis.

Redis may refuse a new connection at any time, since it limits its clients, and other processes use it, too.
Then the connections that the worker has must be enough. So a request takes an idle connection rather than a
new one, and if Redis refuses a new one, it waits for an idle one.
"""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from typing import Any

import redis
from redis.exceptions import MaxConnectionsError

from cheat.store.redis.hung_node import NO_ANSWER, HangGuard

POOL_WAIT_S = 2.0
"""Seconds for which a request waits for a free connection before it is answered with 503."""
RETRY_S = 0.25
"""Pause before Redis is asked for a new connection again after a refusal.

By then another client may have closed a connection.
"""


class Pool(redis.ConnectionPool):
    """A pool of at most `max_connections`, first come, first served.

    `pipelines`: number of connections that commit pipelines keep. `retired`: the server is not used any more,
    so each connection is closed after its command. `hang_guard`: in a cluster, whether the server hangs. If
    it begins to hang while a caller waits for a connection, the caller gets an error, and does not wait for
    the server as well.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.pipelines = 0
        self.retired = False
        self.hang_guard: HangGuard | None = None
        self._freed = threading.Condition(self._lock)
        self._connecting: set[Any] = set()
        """Connections that are being made, so it is not known yet whether the server accepts them."""

    def get_connection(self, *_: Any, **__: Any) -> Any:
        """Return a connection that is ready for a command.

        If there is none and none can be made, raises redis.ConnectionError or redis.TimeoutError, at the
        latest after `POOL_WAIT_S`.
        """
        self._checkpid()
        was_hung = self._is_hung()
        end, refused_at = time.monotonic() + POOL_WAIT_S, float("-inf")
        refusal: redis.ConnectionError = MaxConnectionsError("No connection is free.")
        while True:
            connection = self._take(end, refused_at + RETRY_S)
            if connection is None:
                raise refusal
            try:
                if self._is_hung() and not was_hung:
                    raise redis.TimeoutError(NO_ANSWER)
                self._make_ready(connection)
                return connection
            except redis.ConnectionError as error:
                refusal, refused_at = error, time.monotonic()
                self.release(connection)
            except BaseException:
                self.release(connection)
                raise

    def _is_hung(self) -> bool:
        return self.hang_guard is not None and self.hang_guard.is_hung

    def release(self, connection: Any) -> None:
        """Give a connection back, and wake callers that wait for one."""
        if self.retired:
            connection.disconnect()
        with self._freed:
            super().release(connection)
            if connection.is_connected:
                self._freed.notify()
            else:
                self._freed.notify_all()  # the first one may wait only for a healthy one

    def has_connections(self, connections: int) -> bool:
        """Return whether the server has accepted so many connections.

        Makes those that are missing, but does not wait for connections that are in use.
        """
        for _ in range(connections - self._count_accepted()):
            with self._lock:
                connection = self._take_unconnected()
            if connection is None:
                break
            try:
                self._make_ready(connection)
            except redis.RedisError:
                break
            finally:
                self.release(connection)
        return self._count_accepted() >= connections

    def has_moved(self, connection: Any) -> bool:
        """Return whether another server than that of the connection takes writes now. May wait."""
        return self.retired

    def abort(self) -> None:
        """Shut down the connections in use: no answer comes on them any more."""
        sockets = [one._sock for one in self.in_use()]
        for one in sockets:
            with suppress(OSError, AttributeError):  # a connection without a socket, or with a closed one
                one.shutdown(socket.SHUT_RDWR)

    def retire(self) -> None:
        """Close all connections, each as soon as its command is done."""
        self.retired = True
        self.disconnect(inuse_connections=False)

    def _take(self, end: float, retry_at: float) -> Any:
        """Return an idle healthy connection.

        From `retry_at` on, also one that is not connected yet. Returns None if there is neither until
        `end`. After a refusal, also returns None if no healthy connection is in use that could become free.
        """
        with self._freed:
            while True:
                if connection := self._take_idle():
                    return connection
                now = time.monotonic()
                if now >= retry_at and (connection := self._take_unconnected()):
                    return connection
                if now >= end or (now < retry_at and not self.count_connected()):
                    return None
                self._freed.wait(min(end, retry_at if retry_at > now else end) - now)

    def _take_idle(self) -> Any:
        """Return the healthy idle connection that was used last."""
        idle = [one for one in self._available_connections if one.is_connected]
        return self._lend(idle[-1]) if idle else None

    def _take_unconnected(self) -> Any:
        """Return a connection that is not connected, or a new one; None if the pool is full."""
        lost = [one for one in self._available_connections if not one.is_connected]
        if lost:
            return self._lend(lost[-1])
        if self._created_connections >= self.max_connections:
            return None
        connection = self.make_connection()
        self._in_use_connections.add(connection)
        return connection

    def _lend(self, connection: Any) -> Any:
        self._available_connections.remove(connection)
        self._in_use_connections.add(connection)
        return connection

    def in_use(self) -> list[Any]:
        """Return the connections that callers hold."""
        with self._lock:
            return list(self._in_use_connections)

    def count_connected(self) -> int:
        """Return the number of connections that are open, idle or in use."""
        with self._lock:
            return sum(one.is_connected for one in (*self._available_connections, *self._in_use_connections))

    def _count_accepted(self) -> int:
        with self._lock:
            connections = (*self._available_connections, *self._in_use_connections)
            return sum(one.is_connected and one not in self._connecting for one in connections)

    def _make_ready(self, connection: Any) -> None:
        """Connect a connection if it is closed, or if it turns out that the server has closed it."""
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
        self._connecting.add(connection)
        try:
            connection.connect()
        finally:
            self._connecting.discard(connection)


def can_reserve_one(client: redis.Redis) -> bool:
    """Return whether a caller may keep a connection for long: one must be left for requests."""
    pool = client.connection_pool
    return not isinstance(pool, Pool) or pool.has_connections(2 + pool.pipelines)
