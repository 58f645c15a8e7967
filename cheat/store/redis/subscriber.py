"""The subscriber: the connection on which a worker gets wake-ups, and the thread for it.

Each room has a channel, to which a commit publishes its wake-up. When Redis confirms the subscription to a
channel, the worker reads the room once more, because it got no wake-ups of earlier commits. If the connection
breaks, the subscriber makes a new one, and subscribes to all rooms again. Then Redis confirms all
subscriptions again.

The messages on a connection keep their order. So the answer to a ping proves that all wake-ups from before
the ping have arrived. As long as such proofs come, sweeps need not compare rooms with Redis (`hears`). But an
answered ping proves nothing if this server publishes no messages, or if commits now go to another server. So
the subscriber also checks two things. A message from this worker to itself must have arrived on the
connection, and so must the wake-ups of the worker's own commits.
"""

from __future__ import annotations

import logging
import secrets
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
"""Seconds between pings."""
SILENCE_S = 3.0
"""If a ping is followed by so many seconds of silence, the connection is replaced."""
IDLE_PING_S = 60.0
"""Seconds between pings while the worker follows no room."""
ANSWER_S = 0.75
"""If a ping has no answer after so many seconds, sweeps no longer trust the connection.

The sum of this time and `PING_S` is less than five seconds. So sweeps find new versions before players would
notice a delay.
"""
OVERTAKE_S = 0.5
"""Seconds by which the answer to a ping may come before older messages.

Redis keeps the order, but a proxy may answer pings by itself.
"""
PROBE_S = 60.0
"""Seconds after which a worker sends itself another message, if none has arrived."""
RECONNECT_S = 0.5
RECONNECT_GROWTH = 1.25
"""Factor by which the pause between two attempts to connect grows.

If Redis is back within three seconds, the worker listens again at most one second later.
"""
RECONNECT_MAX_S = 4.0
"""Maximum pause before the next attempt, in seconds.

The pause is about the time between two sweeps. During the pause, sweeps find new versions.
"""
PROBE_BYTES = 8
PROBE_CHANNEL = "cheat:probe"
"""The channel on which workers send messages to themselves.

A worker ignores messages of other workers. The connection subscribes to this channel even before the first
room.
"""

log = logging.getLogger(__name__)


class WakeupReceiver(Protocol):
    """The receiver of wake-ups."""

    def on_subscribed(self, code: str) -> None:
        """Note that wake-ups of this room arrive from now on."""

    def on_wakeup(self, code: str, message: bytes) -> None:
        """Handle a wake-up. The reader of the connection calls this, so it must not wait."""


class Subscriber:
    """The subscriber of a worker. It connects when it subscribes to its first room.

    State of the connection:

    - `_confirmed`: the rooms whose subscriptions Redis has confirmed
    - `_pinged_at`: the time of the last ping
    - `_awaits_pong`: whether the answer to that ping is missing
    - `_heard_until`: the time of the last ping that has an answer. All earlier wake-ups have arrived.
    - `_is_announcing`: whether a message of this worker to itself has arrived
    - `_own_commits`: room -> time of a commit of this worker, until the wake-up of the commit arrives
    """

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
        self._confirmed: set[str] = set()
        self._pinged_at = self._heard_until = self._probed_at = float("-inf")
        self._awaits_pong = self._is_announcing = False
        self._probe = secrets.token_bytes(PROBE_BYTES)
        self._own_commits: dict[str, float] = {}
        self._logged_reason = ""
        """The last logged reason why the worker does not listen; "" while it listens."""

    def subscribe(self, code: str) -> None:
        """Listen for wake-ups of a room. Call `WakeupReceiver.on_subscribed` once they arrive."""
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
            self._confirmed.discard(code)
            self._own_commits.pop(code, None)
            if self.subscription is not None:
                with _ignoring_errors():
                    self.subscription.unsubscribe(keys.wake_channel(code))

    def is_listening(self) -> bool:
        """Return whether the connection for wake-ups is open, or the worker does not need it yet."""
        return self._thread is None or self.subscription is not None

    def hears(self, code: str) -> bool:
        """Return whether the worker has certainly got all wake-ups of a room, until a moment ago.

        If not, only a sweep can find missing versions.
        """
        return (
            self._is_announcing
            and code in self._confirmed
            and time.monotonic() - self._heard_until <= PING_S + ANSWER_S
        )

    def expect(self, code: str) -> None:
        """Note a commit of this worker whose wake-up has not arrived yet.

        If the wake-up is still missing when a later ping has its answer, the subscriber replaces the
        connection.
        """
        if self.hears(code):
            self._own_commits[code] = time.monotonic()

    def request_stop(self) -> None:
        """Let the thread stop soon. Does not wait for its end."""
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
            except Exception:  # without this thread, only sweeps would find new versions
                log.exception("listening for wake-ups failed")
            self._stop_event.wait(self._pause)
            self._pause = min(RECONNECT_GROWTH * self._pause, RECONNECT_MAX_S)

    def _log_failure(self, error: Exception) -> None:
        """Log the reason why the worker does not listen. A new reason is logged as a warning."""
        level = logging.DEBUG if str(error) == self._logged_reason else logging.WARNING
        self._logged_reason = str(error)
        log.log(level, "not listening for wake-ups: %s", error)

    def _subscribe_and_read(self) -> None:
        self._check_spare_connection()
        subscription = self._new_subscription()
        try:
            self._doubt()
            with self._lock:
                subscription.subscribe(PROBE_CHANNEL, *map(keys.wake_channel, self._rooms))
                self.subscription = subscription
            self._read(subscription)
        finally:
            self.subscription = None
            self._doubt()
            subscription.close()

    def _doubt(self) -> None:
        """Reset the state of the connection, because nothing about it is certain any more."""
        self._confirmed.clear()
        self._own_commits.clear()
        self._heard_until = self._probed_at = float("-inf")
        self._is_announcing = False
        self._probe = secrets.token_bytes(PROBE_BYTES)

    def _new_subscription(self) -> Subscription:
        return new_subscription(self._client, self._handle_now)

    def _check_spare_connection(self) -> None:
        """Raise redis.ConnectionError if listening would leave no connection for requests.

        Requests are more important, because sweeps find events even without a subscriber.
        """
        if not can_reserve_one(self._client):
            raise redis.ConnectionError("there is only one connection, and requests need it")

    def _read(self, subscription: Subscription) -> None:
        checked_at = self._received_at = time.monotonic()
        self._ping(subscription)
        while not self._stop_event.is_set():
            for message in subscription.receive(self._until_next_ping()):
                self._handle_later(message)
            now = time.monotonic()
            if self._awaits_pong:
                if now - max(self._received_at, self._pinged_at) > SILENCE_S:
                    raise redis.ConnectionError("nothing arrived on the connection")
            else:
                self._check_own_commits()
                if not self._until_next_ping():
                    self._probe_if_needed()
                    self._ping(subscription)
            if now - checked_at >= TICK_S:
                checked_at = now
                self._check_spare_connection()
                if subscription.has_moved():
                    raise redis.ConnectionError("another server announces commits now")

    def _ping(self, subscription: Subscription) -> None:
        self._pinged_at, self._awaits_pong = time.monotonic(), True
        subscription.ping()

    def _until_next_ping(self) -> float:
        """Return the seconds to wait for messages: until the next ping, but at most `TICK_S`."""
        if self._awaits_pong:
            return TICK_S
        due_at = self._pinged_at + (PING_S if self._rooms else IDLE_PING_S)
        return min(max(due_at - time.monotonic(), 0), TICK_S)

    def _check_own_commits(self) -> None:
        """Raise redis.ConnectionError if the wake-up of a commit of this worker is lost.

        The wake-up of a commit must arrive before the answer to a later ping.
        """
        for committed_at in list(self._own_commits.values()):
            if committed_at < self._heard_until - OVERTAKE_S:
                raise redis.ConnectionError("a commit of this worker was not announced here")

    def _probe_if_needed(self) -> None:
        """Send a message to this worker itself, if none has arrived and none was sent recently.

        Sending takes a connection that requests could use. So the worker sends the message only while it
        follows rooms, and only if the last ping has an answer.
        """
        now = time.monotonic()
        if self._is_announcing or not self._rooms or now - self._probed_at < PROBE_S:
            return
        self._probed_at = now
        try:
            self._client.publish(PROBE_CHANNEL, self._probe)
        except redis.RedisError as error:
            log.debug("Redis does not announce: %s", error)

    def _handle_now(self, message: Message) -> bool:
        """Handle a published message now, and return True. A wake-up goes to the receiver.

        Return False for other kinds of messages, such as the answer to a ping. The thread handles these
        later.
        """
        self._received_at = time.monotonic()
        if message.kind == "pong":
            self._heard_until, self._awaits_pong = self._pinged_at, False
            return False
        if message.kind != "message":
            return False
        self._pause = RECONNECT_S
        if message.channel == PROBE_CHANNEL:
            self._is_announcing = self._is_announcing or message.data == self._probe
            return True
        code = keys.code_of(message.channel)
        self._own_commits.pop(code, None)
        self._receiver.on_wakeup(code, message.data)
        return True

    def _handle_later(self, message: Message) -> None:
        self._pause = RECONNECT_S
        if self._logged_reason and message.kind == "subscribe":
            self._logged_reason = ""
            log.warning("listening for wake-ups again")
        code = keys.code_of(message.channel)
        if message.kind == "subscribe" and code:
            self._receiver.on_subscribed(code)
            with self._lock:
                if code in self._rooms:
                    self._confirmed.add(code)


@contextmanager
def _ignoring_errors() -> Iterator[None]:
    """A context that ignores errors of a broken connection within its block.

    The thread also notices these errors, and then subscribes to all rooms on a new connection.
    """
    try:
        yield
    except (redis.RedisError, OSError) as error:
        log.debug("the subscriber's connection: %s", error)
