"""A connection on which a worker receives published messages.

redis-py makes the connection, with all options of the URL. From then on this module writes and reads it
directly, as `cheat.store.redis.commit_pipeline` does, because the pub/sub of redis-py takes several times as
long for a message. The store in memory has no connections, so it uses the pub/sub of redis-py.
"""

from __future__ import annotations

import queue
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import hiredis
import redis

from cheat.store.redis.pool import Pool
from cheat.store.redis.transport import wire


class Message(NamedTuple):
    """A message, or the confirmation of a command. `kind`: the name that Redis gives it."""

    kind: str
    channel: str
    data: bytes


Take = Callable[[Message], bool]
"""A function that gets each message first, and returns whether it has handled the message.

Must not wait.
"""


class Subscription(Protocol):
    """A connection with subscriptions.

    All methods raise redis.RedisError or OSError if the connection is broken.
    """

    def subscribe(self, *channels: str) -> None:
        """Subscribe to more channels."""

    def unsubscribe(self, channel: str) -> None:
        """Unsubscribe from a channel."""

    def ping(self) -> None:
        """Send a ping, to get an answer as a sign of life."""

    def hear(self, seconds: float) -> list[Message]:
        """Return messages that `take` did not handle. Waits at most `seconds` for the first one.

        Answers to pings are messages, too.
        """

    def has_moved(self) -> bool:
        """Return whether another server than that of the connection takes writes now. May wait."""

    def close(self) -> None:
        """Close the connection."""


def ear(client: redis.Redis, take: Take) -> Subscription:
    """Return a new connection without subscriptions."""
    pool = client.connection_pool
    return Line(pool, take) if isinstance(pool, Pool) else _PubSub(client, take)


class Line:
    """A connection of the pool that is written to and read without redis-py."""

    def __init__(self, pool: Pool, take: Take) -> None:
        self._pool, self._take = pool, take
        self._connection = pool.get_connection()
        self._reader = hiredis.Reader()
        self._left: queue.SimpleQueue[Message | Exception] = queue.SimpleQueue()
        self._wire = wire(self._connection._sock, self._took, self._left.put)
        self._wire.start()

    def subscribe(self, *channels: str) -> None:
        self._send("SUBSCRIBE", *channels)

    def unsubscribe(self, channel: str) -> None:
        self._send("UNSUBSCRIBE", channel)

    def ping(self) -> None:
        self._send("PING")

    def hear(self, seconds: float) -> list[Message]:
        try:
            left = self._left.get(timeout=seconds)
        except queue.Empty:
            return []
        if isinstance(left, Exception):
            raise left
        return [left]

    def has_moved(self) -> bool:
        return self._pool.has_moved(self._connection)

    def close(self) -> None:
        self._wire.close()
        self._connection.disconnect()
        self._pool.release(self._connection)

    def _message(self, answer: Any) -> Message:
        if isinstance(answer, hiredis.ReplyError):
            raise redis.ResponseError(str(answer))
        return _heard(answer)

    def _send(self, *command: Any) -> None:
        self._wire.write(hiredis.pack_command(command))

    def _took(self, data: bytes) -> None:
        self._reader.feed(data)
        while (answer := self._reader.gets()) is not False:
            if not self._take(heard := self._message(answer)):
                self._left.put(heard)


def _heard(answer: list[Any]) -> Message:
    kind, channel, *more = answer
    data = more[0] if more and isinstance(more[0], bytes) else b""
    return Message(kind.decode(), (channel or b"").decode(), data)


class _PubSub:
    """The pub/sub of redis-py."""

    def __init__(self, client: redis.Redis, take: Take) -> None:
        self._pubsub: Any = client.pubsub()  # type: ignore[no-untyped-call]
        self._take = take

    def subscribe(self, *channels: str) -> None:
        self._pubsub.subscribe(*channels)

    def unsubscribe(self, channel: str) -> None:
        self._pubsub.unsubscribe(channel)

    def ping(self) -> None:
        self._pubsub.ping()

    def hear(self, seconds: float) -> list[Message]:
        message = self._pubsub.get_message(timeout=seconds)
        heard = [_heard([message["type"].encode(), message["channel"], message["data"]])] if message else []
        return [one for one in heard if not self._take(one)]

    def has_moved(self) -> bool:
        return False

    def close(self) -> None:
        self._pubsub.close()
