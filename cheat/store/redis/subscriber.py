"""The one pub/sub connection of a worker, and the one thread that reads it.

A message on a room's channel announces a commit. The confirmation of a subscription is just as important:
this worker got no wake-ups for commits before it, so the receiver must read the room once more. After a
reconnect, the subscriber subscribes to all rooms again, and gets all confirmations again.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

import redis

from cheat.ops import metrics
from cheat.store import keys
from cheat.store.redis.pool import can_reserve_one
from cheat.store.redis.subscription import Message, Subscription, new_subscription

TICK_S = 1.0
PING_S = 3.0
"""Seconds between pings. A connection without an answer for twice as long is replaced."""
RECONNECT_S = 0.5
RECONNECT_GROWTH = 1.25
"""Factor by which the pause grows after each failed attempt.

If Redis is back within three seconds, the worker listens again at most one second later.
"""
RECONNECT_MAX_S = 4.0
"""Maximum pause before the next attempt, in seconds: about the time between two sweeps.

Meanwhile the sweeps find new versions.
"""
PROBE_CHANNEL = "cheat:probe"
"""A channel without messages, to which the connection subscribes even before the first room."""

log = logging.getLogger(__name__)


class WakeupReceiver(Protocol):
    """The receiver of wake-ups."""

    def on_subscribed(self, code: str) -> None:
        """Note that wake-ups of this room arrive from now on."""

    def on_wakeup(self, code: str, message: bytes) -> None:
        """Handle a wake-up. Called by the reader of the connection, so it must not wait."""


class Subscriber:
    """The subscriber of a worker. It connects when it subscribes to its first room."""

    def __init__(self, client: redis.Redis, receiver: WakeupReceiver) -> None:
        self._client = client
        self._receiver = receiver
        self._rooms: set[str] = set()
        self.subscription: Subscription | None = None
        self._lock = threading.Lock()
        self._stop_event = threading.Event()
        self._thread: threading.Thread | None = None
        self._pause = RECONNECT_S
        self._received_at = time.monotonic()
        self._logged_reason = ""
        """The reason why the worker does not listen, as logged last; "" while it listens."""

    def subscribe(self, code: str) -> None:
        """Listen for commits of this room, and call `WakeupReceiver.on_subscribed` once that works."""
        with self._lock:
            self._rooms.add(code)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="wake-ups", daemon=True)
                self._thread.start()
            elif self.subscription is not None:
                with _ignoring_errors():
                    self.subscription.subscribe(keys.wake_channel(code))

    def unsubscribe(self, code: str) -> None:
        """Stop listening for this room."""
        with self._lock:
            self._rooms.discard(code)
            if self.subscription is not None:
                with _ignoring_errors():
                    self.subscription.unsubscribe(keys.wake_channel(code))

    def is_listening(self) -> bool:
        """Return whether there is a connection for wake-ups, or none is needed yet."""
        return self._thread is None or self.subscription is not None

    def request_stop(self) -> None:
        """Let the thread stop listening soon. Does not wait for it."""
        self._stop_event.set()

    def stop(self) -> None:
        """Stop listening and wait for the thread to end."""
        self.request_stop()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def _run(self) -> None:
        while not self._stop_event.is_set():
            try:
                self._subscribe_and_read()
            except (redis.RedisError, OSError) as error:
                metrics.reconnects.inc()
                if isinstance(error, redis.RedisError):
                    metrics.store_errors.labels(type(error).__name__).inc()
                self._log_failure(error)
            except Exception:  # this thread must go on, or only sweeps find new versions
                log.exception("listening for wake-ups failed")
            self._stop_event.wait(self._pause)
            self._pause = min(RECONNECT_GROWTH * self._pause, RECONNECT_MAX_S)

    def _log_failure(self, error: Exception) -> None:
        """Log why the worker does not listen.

        It is a warning, unless the reason is the same as before.
        """
        level = logging.DEBUG if str(error) == self._logged_reason else logging.WARNING
        self._logged_reason = str(error)
        log.log(level, "not listening for wake-ups: %s", error)

    def _subscribe_and_read(self) -> None:
        self._check_spare_connection()
        subscription = self._new_subscription()
        try:
            with self._lock:
                subscription.subscribe(PROBE_CHANNEL, *map(keys.wake_channel, self._rooms))
                self.subscription = subscription
            self._read(subscription)
        finally:
            self.subscription = None
            subscription.close()

    def _new_subscription(self) -> Subscription:
        return new_subscription(self._client, self._handle_now)

    def _check_spare_connection(self) -> None:
        """Raise redis.ConnectionError if listening would leave no connection for requests.

        Requests come first, since events can wait for the sweep.
        """
        if not can_reserve_one(self._client):
            raise redis.ConnectionError("there is only one connection, and requests need it")

    def _read(self, subscription: Subscription) -> None:
        pinged_at = checked_at = self._received_at = time.monotonic()
        while not self._stop_event.is_set():
            for message in subscription.receive(TICK_S):
                self._handle_later(message)
            now = time.monotonic()
            if now - self._received_at > 2 * PING_S:
                raise redis.ConnectionError("nothing arrived on the connection")
            if now - max(self._received_at, pinged_at) > PING_S:
                pinged_at = now
                subscription.ping()
            if now - checked_at >= TICK_S:
                checked_at = now
                self._check_spare_connection()
                if subscription.has_moved():
                    raise redis.ConnectionError("another server announces commits now")

    def _handle_now(self, message: Message) -> bool:
        """Pass on a wake-up at once and return True. Leave other messages to the thread."""
        self._received_at = time.monotonic()
        if message.kind != "message":
            return False
        self._pause = RECONNECT_S
        self._receiver.on_wakeup(keys.code_of(message.channel), message.data)
        return True

    def _handle_later(self, message: Message) -> None:
        self._pause = RECONNECT_S
        if self._logged_reason and message.kind == "subscribe":
            self._logged_reason = ""
            log.warning("listening for wake-ups again")
        code = keys.code_of(message.channel)
        if message.kind == "subscribe" and code:
            self._receiver.on_subscribed(code)


@contextmanager
def _ignoring_errors() -> Iterator[None]:
    """A context for a command that ignores the errors of a broken connection.

    The thread notices them, too, and subscribes to all rooms on a new connection.
    """
    try:
        yield
    except (redis.RedisError, OSError) as error:
        log.debug("the subscriber's connection: %s", error)
