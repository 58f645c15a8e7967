"""The one pub/sub connection of a worker, and the one thread that reads it.

A message on a room's channel is a commit. A confirmation of a subscription is as important: from
then on no commit is missed, so whoever follows the room must read it once more. redis-py renews
subscriptions silently after a reconnect, but the confirmations arrive here all the same.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import Any, Protocol

import redis

from cheat import metrics
from cheat.errors import StoreUnavailable
from cheat.store import keys
from cheat.store.pool import can_spare_one, has_moved
from cheat.store.store import reachable

TICK_S = 1.0
PROBE_S = 3.0
"""A ping this often; a connection on which nothing is heard for twice as long is dropped and made anew."""
RECONNECT_S = 0.5
RECONNECT_GROWTH = 1.25
"""A Redis that is back within three seconds is heard of within a second more."""
RECONNECT_MAX_S = 4.0
"""The pause grows up to this, about the time between two sweeps, which bring the news until then."""
PROBE_CHANNEL = "cheat:probe"
"""Subscribed to but never used, so that the connection is in subscribed mode before the first room."""

log = logging.getLogger(__name__)


class Follower(Protocol):
    """Who is told what was heard. Called on the listener's thread."""

    def confirmed(self, code: str) -> None:
        """From now on commits of this room are heard."""

    def heard(self, code: str, message: bytes) -> None:
        """A commit was announced."""


class Wakeups:
    """Listens for the rooms it is told to; starts with the first of them."""

    def __init__(self, client: redis.Redis, follower: Follower) -> None:
        self._client: Any = client
        self._follower = follower
        self._wanted: set[str] = set()
        self._pubsub: Any = None
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self._pause = RECONNECT_S

    def subscribe(self, code: str) -> None:
        """Hear commits of this room; `Follower.confirmed` tells when that is so."""
        with self._lock:
            self._wanted.add(code)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="wakeups", daemon=True)
                self._thread.start()
            else:
                self._send("subscribe", code)

    def unsubscribe(self, code: str) -> None:
        """No longer hear of this room."""
        with self._lock:
            self._wanted.discard(code)
            self._send("unsubscribe", code)

    def is_listening(self) -> bool:
        """Whether there is a connection on which commits are heard; so it is as long as nobody needs one."""
        return self._thread is None or self._pubsub is not None

    def stop(self) -> None:
        """Stop listening and wait for the thread to end."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def _send(self, command: str, code: str) -> None:
        """Best effort: if the connection is broken, the listener subscribes to all wanted rooms anew."""
        try:
            if self._pubsub is not None:
                getattr(self._pubsub, command)(keys.wake_channel(code))
        except (redis.RedisError, OSError) as error:
            log.debug("%s %s: %s", command, code, error)

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                with reachable():
                    self._listen()
            except (StoreUnavailable, OSError) as error:
                metrics.reconnects.inc()
                log.warning("not listening for wake-ups: %s", error.__cause__ or error)
            except Exception:  # without this thread no poll of the worker would be woken at once again
                log.exception("listening for wake-ups failed")
            self._stopped.wait(self._pause)
            self._pause = min(RECONNECT_GROWTH * self._pause, RECONNECT_MAX_S)

    def _listen(self) -> None:
        self._leave_one()
        pubsub = self._client.pubsub()
        try:
            with self._lock:
                pubsub.subscribe(PROBE_CHANNEL, *map(keys.wake_channel, self._wanted))
                self._pubsub = pubsub
            self._read(pubsub)
        finally:
            self._pubsub = None
            pubsub.close()

    def _leave_one(self) -> None:
        """Raise redis.ConnectionError where listening would leave no connection for requests: they come
        first, and news can wait for the sweep.
        """
        if not can_spare_one(self._client):
            raise redis.ConnectionError("there is only one connection, and requests need it")

    def _read(self, pubsub: Any) -> None:
        heard = probed = looked = time.monotonic()
        while not self._stopped.is_set():
            message = pubsub.get_message(timeout=TICK_S)
            now = time.monotonic()
            if message is not None:
                heard = now
                self._handle(message)
            elif now - heard > 2 * PROBE_S:
                raise redis.ConnectionError("nothing was heard on the connection")
            if now - max(heard, probed) > PROBE_S:
                probed = now
                pubsub.ping()
            if now - looked >= TICK_S:
                looked = now
                self._leave_one()
                if has_moved(self._client, pubsub.connection):
                    raise redis.ConnectionError("another server announces commits now")

    def _handle(self, message: dict[str, Any]) -> None:
        self._pause = RECONNECT_S
        kind, code = message["type"], keys.code_of((message["channel"] or b"").decode())
        if kind == "message":
            self._follower.heard(code, message["data"])
        elif kind == "subscribe" and code:
            self._follower.confirmed(code)
