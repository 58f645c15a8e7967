"""A connection on which a worker hears what is published.

redis-py makes it, with all that a URL can ask for, and from then on it is only written to and read, as the
line of `cheat.store.pipe`: its own pub/sub takes several times as long for a message. The store in memory
has no connections, and is heard by redis-py.
"""

from __future__ import annotations

import threading
from typing import Any, NamedTuple, Protocol

import hiredis
import redis

from cheat.store.pool import Pool

AT_ONCE = 65536


class Heard(NamedTuple):
    """A message, or the confirmation of something. `kind`: as Redis calls it."""

    kind: str
    channel: str
    data: bytes


class Ear(Protocol):
    """Hears on channels. All methods raise redis.RedisError or OSError where the connection is broken."""

    def subscribe(self, *channels: str) -> None:
        """Hear what is published there, too."""

    def unsubscribe(self, channel: str) -> None:
        """No longer hear that."""

    def ping(self) -> None:
        """Be answered, as a sign of life."""

    def hear(self, seconds: float) -> list[Heard]:
        """What has arrived; waits so long for the first of it. Answers to pings count."""

    def has_moved(self) -> bool:
        """Whether another server than this connection's takes the writes now. May wait."""

    def close(self) -> None:
        """Hear nothing more."""


def ear(client: redis.Redis) -> Ear:
    """A new one, that hears nothing yet."""
    pool = client.connection_pool
    return Line(pool) if isinstance(pool, Pool) else _PubSub(client)


class Line:
    """A connection of the pool that is written to and read without redis-py."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._connection = pool.get_connection()
        self._socket = self._connection._sock
        self._reader = hiredis.Reader()
        self._sending = threading.Lock()

    def subscribe(self, *channels: str) -> None:
        self._send("SUBSCRIBE", *channels)

    def unsubscribe(self, channel: str) -> None:
        self._send("UNSUBSCRIBE", channel)

    def ping(self) -> None:
        self._send("PING")

    def hear(self, seconds: float) -> list[Heard]:
        self._socket.settimeout(seconds)
        try:
            data = self._socket.recv(AT_ONCE)
        except TimeoutError:
            return []
        if not data:
            raise redis.ConnectionError("Redis has closed the connection.")
        self._reader.feed(data)
        heard = []
        while (answer := self._reader.gets()) is not False:
            heard.append(self._message(answer))
        return heard

    def has_moved(self) -> bool:
        return self._pool.has_moved(self._connection)

    def close(self) -> None:
        self._connection.disconnect()
        self._pool.release(self._connection)

    def _message(self, answer: Any) -> Heard:
        if isinstance(answer, hiredis.ReplyError):
            raise redis.ResponseError(str(answer))
        return _heard(answer)

    def _send(self, *command: Any) -> None:
        """A command as a whole: what is not sent to its end would make nonsense of the next one."""
        with self._sending:
            try:
                self._socket.sendall(hiredis.pack_command(command))
            except OSError:
                self._connection.disconnect()
                raise


def _heard(answer: list[Any]) -> Heard:
    kind, channel, *more = answer
    data = more[0] if more and isinstance(more[0], bytes) else b""
    return Heard(kind.decode(), (channel or b"").decode(), data)


class _PubSub:
    """redis-py's own."""

    def __init__(self, client: redis.Redis) -> None:
        self._pubsub: Any = client.pubsub()  # type: ignore[no-untyped-call]

    def subscribe(self, *channels: str) -> None:
        self._pubsub.subscribe(*channels)

    def unsubscribe(self, channel: str) -> None:
        self._pubsub.unsubscribe(channel)

    def ping(self) -> None:
        self._pubsub.ping()

    def hear(self, seconds: float) -> list[Heard]:
        message = self._pubsub.get_message(timeout=seconds)
        return [_heard([message["type"].encode(), message["channel"], message["data"]])] if message else []

    def has_moved(self) -> bool:
        return False

    def close(self) -> None:
        self._pubsub.close()
