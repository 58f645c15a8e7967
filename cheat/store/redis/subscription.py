"""A connection on which a worker receives published messages.

redis-py makes the connection, with all options of the URL. After that, this module reads and writes the
socket directly, as `cheat.store.redis.commit_pipeline` does. redis-py's own code for messages would take
several times as long. The store in memory has no connections, so for it, this module uses redis-py's code.
"""

from __future__ import annotations

import queue
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import hiredis
import redis

from cheat.store.redis.pool import Pool
from cheat.store.redis.transport import open_transport


class Message(NamedTuple):
    """A message, or the confirmation of a command.

    `kind`: Redis's name for this kind of message.
    """

    kind: str
    channel: str
    data: bytes


MessageHandler = Callable[[Message], bool]
"""A function that gets each message first, and returns whether it has handled the message.

The function must not wait.
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
        """Send a ping. Its answer shows that the connection works."""

    def receive(self, seconds: float) -> list[Message]:
        """Return messages that `handle` did not handle. Waits at most `seconds` for the first one.

        Answers to pings are messages, too.
        """

    def has_moved(self) -> bool:
        """Return whether another server has taken over the writes of this connection. May wait."""

    def close(self) -> None:
        """Close the connection."""


def new_subscription(client: redis.Redis, handle: MessageHandler) -> Subscription:
    """Return a new connection without subscriptions."""
    pool = client.connection_pool
    return DirectSubscription(pool, handle) if isinstance(pool, Pool) else _PubSubSubscription(client, handle)


class DirectSubscription:
    """A connection of the pool. Its commands and messages do not use the code of redis-py."""

    def __init__(self, pool: Pool, handle: MessageHandler) -> None:
        self._pool, self.handle = pool, handle
        self._connection = pool.get_connection()
        self._reader = hiredis.Reader()
        self._messages: queue.SimpleQueue[Message | Exception] = queue.SimpleQueue()
        self._transport = open_transport(self._connection._sock, self._on_data, self._messages.put)
        self._transport.start()

    def subscribe(self, *channels: str) -> None:
        self._send("SUBSCRIBE", *channels)

    def unsubscribe(self, channel: str) -> None:
        self._send("UNSUBSCRIBE", channel)

    def ping(self) -> None:
        self._send("PING")

    def receive(self, seconds: float) -> list[Message]:
        try:
            message = self._messages.get(timeout=seconds)
        except queue.Empty:
            return []
        if isinstance(message, Exception):
            raise message
        return [message]

    def has_moved(self) -> bool:
        return self._pool.has_moved(self._connection)

    def close(self) -> None:
        self._transport.close()
        self._connection.disconnect()
        self._pool.release(self._connection)

    def _message(self, answer: Any) -> Message:
        if isinstance(answer, hiredis.ReplyError):
            raise redis.ResponseError(str(answer))
        return _message_of(answer)

    def _send(self, *command: Any) -> None:
        self._transport.write(hiredis.pack_command(command))

    def _on_data(self, data: bytes) -> None:
        self._reader.feed(data)
        while (answer := self._reader.gets()) is not False:
            if not self.handle(message := self._message(answer)):
                self._messages.put(message)


def _message_of(answer: list[Any]) -> Message:
    kind, channel, *data_parts = answer
    data = data_parts[0] if data_parts and isinstance(data_parts[0], bytes) else b""
    return Message(kind.decode(), (channel or b"").decode(), data)


class _PubSubSubscription:
    """The pub/sub of redis-py."""

    def __init__(self, client: redis.Redis, handle: MessageHandler) -> None:
        self._pubsub: Any = client.pubsub()  # type: ignore[no-untyped-call]
        self.handle = handle

    def subscribe(self, *channels: str) -> None:
        self._pubsub.subscribe(*channels)

    def unsubscribe(self, channel: str) -> None:
        self._pubsub.unsubscribe(channel)

    def ping(self) -> None:
        self._pubsub.ping()

    def receive(self, seconds: float) -> list[Message]:
        message = self._pubsub.get_message(timeout=seconds)
        messages = (
            [_message_of([message["type"].encode(), message["channel"], message["data"]])] if message else []
        )
        return [message for message in messages if not self.handle(message)]

    def has_moved(self) -> bool:
        return False

    def close(self) -> None:
        self._pubsub.close()
