"""The connections of a worker to Redis.

Redis limits the number of its connections, and other processes also use Redis. So Redis may refuse a new
connection at any time, and the worker must work with the connections that it has. A request takes an idle
connection. If there is none, it makes a new one. If Redis refuses the new connection, the request waits for
an idle one.
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
"""Maximum seconds that a request waits for a free connection.

Then the answer is an error (503).
"""
RETRY_S = 0.25
"""Seconds after which the pool tries to make a connection again, if Redis has refused one.

By then another client may have closed a connection.
"""


class Pool(redis.ConnectionPool):
    """A pool of at most `max_connections`. It serves callers in the order of their calls.

    - `pipelines`: the number of connections that commit pipelines have
    - `retired`: whether the server is no longer used, so that each connection closes after its command
    - `hang_guard`: in a cluster, the object that knows whether the server hangs. If the server begins to hang
      while a caller waits for a connection, the caller gets an error at once.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.pipelines = 0
        self.retired = False
        self.hang_guard: HangGuard | None = None
        self._freed = threading.Condition(self._lock)
        self._connecting: set[Any] = set()
        """Connections that are not complete yet. The server may still refuse them."""

    def get_connection(self, *_: Any, **__: Any) -> Any:
        """Return a connection that is ready for a command.

        If there is none, and Redis refuses a new one, raises redis.ConnectionError or redis.TimeoutError,
        after `POOL_WAIT_S` at the latest.
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
        """Take a connection back, and wake callers that wait for one."""
        if self.retired:
            connection.disconnect()
        with self._freed:
            super().release(connection)
            if connection.is_connected:
                self._freed.notify()
            else:
                self._freed.notify_all()  # wake all: some callers can use only an open connection

    def has_connections(self, connections: int) -> bool:
        """Return whether the server has accepted this many connections.

        Makes missing connections, but does not wait for connections in use.
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
        """Return whether another server has taken over the writes of this connection. May wait."""
        return self.retired

    def abort(self) -> None:
        """Shut down the connections in use, so that their commands fail at once."""
        connection_sockets = [connection._sock for connection in self.in_use()]
        for connection_socket in connection_sockets:
            with suppress(OSError, AttributeError):  # a connection without a socket, or with a closed one
                connection_socket.shutdown(socket.SHUT_RDWR)

    def retire(self) -> None:
        """Close all connections, each as soon as its command is done."""
        self.retired = True
        self.disconnect(inuse_connections=False)

    def _take(self, end: float, retry_at: float) -> Any:
        """Return an idle open connection or, from the time `retry_at` on, a closed one.

        Returns None if there is none by the time `end`. Before `retry_at`, also returns None if no connection
        is open, because then a wait would be useless.
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
        """Return the idle open connection that was used last, or None."""
        idle = [connection for connection in self._available_connections if connection.is_connected]
        return self._lend(idle[-1]) if idle else None

    def _take_unconnected(self) -> Any:
        """Return a closed connection or a new one; None if the pool is full."""
        unconnected = [
            connection for connection in self._available_connections if not connection.is_connected
        ]
        if unconnected:
            return self._lend(unconnected[-1])
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
        """Return the connections that callers use now."""
        with self._lock:
            return list(self._in_use_connections)

    def count_connected(self) -> int:
        """Return the number of connections that are open, idle or in use."""
        with self._lock:
            connections = (*self._available_connections, *self._in_use_connections)
            return sum(connection.is_connected for connection in connections)

    def _count_accepted(self) -> int:
        with self._lock:
            connections = (*self._available_connections, *self._in_use_connections)
            return sum(
                connection.is_connected and connection not in self._connecting for connection in connections
            )

    def _make_ready(self, connection: Any) -> None:
        """Open a connection if it is closed, or if the server has closed it."""
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
    """Return whether a caller may keep a connection: at least one must be left for requests."""
    pool = client.connection_pool
    return not isinstance(pool, Pool) or pool.has_connections(2 + pool.pipelines)
