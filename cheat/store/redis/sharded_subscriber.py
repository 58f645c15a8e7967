"""Wake-ups in a Redis Cluster: a subscriber at each server, for the rooms of that server.

In a cluster, each key and channel belongs to a slot. A master is the server that takes the writes of a slot,
and replicas are its copies. Wake-ups use sharded channels: a message reaches only the master with the slot of
the room, and its replicas. So a worker has a subscriber (`cheat.store.redis.subscriber`) for each server, and
one thread that follows the map of slots. If the slot of a room moves, this thread subscribes to the room at
its new server. It also does this when the old server itself reports the move, by the message `sunsubscribe`
or the error MOVED. Meanwhile no commit is lost: the new server confirms the subscription, and then the worker
reads the room.

A master and its replicas forward wake-ups to each other. After a master has hung, it may not know yet that a
replica has taken its place. Such a master still forwards wake-ups of commits that are lost. So each wake-up
names the server that carried out the commit. If that is not the server to which the worker listens, the
worker ignores the content of the wake-up, and reads the room.
"""

from __future__ import annotations

import logging
import threading
from typing import Any

import hiredis
import redis

from cheat.store import keys
from cheat.store.redis.cluster import Cluster
from cheat.store.redis.slots import UNSIGNED, Node, slot_of
from cheat.store.redis.subscriber import TICK_S, Subscriber, WakeupReceiver
from cheat.store.redis.subscription import DirectSubscription, Message, Subscription

KINDS = {"ssubscribe": "subscribe", "sunsubscribe": "unsubscribe", "smessage": "message"}
"""Kinds of messages on sharded channels -> their kinds on other channels."""
MOVED = "moved"
"""The kind of message for a refused subscription. Its data is the text of the error."""
SETTLE_S = 0.05
"""Seconds from a server's report that slots move until the next read of the map.

Usually a server reports many moves at once, and the other servers learn of them a moment later. If a server
does not answer, the thread waits equally long before it checks the server again.
"""

log = logging.getLogger(__name__)


def subscriber_of(client: redis.Redis, receiver: WakeupReceiver) -> Subscriber | ShardedSubscriber:
    """Return a subscriber that passes the wake-ups of rooms to `receiver`."""
    return (
        ShardedSubscriber(client, receiver) if isinstance(client, Cluster) else Subscriber(client, receiver)
    )


class ShardedSubscriber:
    """The subscriber of a worker in a cluster; see `Subscriber`."""

    def __init__(self, cluster: Cluster, receiver: WakeupReceiver) -> None:
        self._slots = cluster.slots
        self._receiver = receiver
        self.subscriber_by_room: dict[str, _NodeSubscriber | None] = {}
        self._subscribers: dict[Node, _NodeSubscriber] = {}
        self._unassigned: set[str] = set()
        self._is_map_stale = False
        self._changes = self._slots.changes
        self._lock = threading.Lock()
        self._wake = threading.Event()
        self._stop_event = threading.Event()
        self._thread: threading.Thread | None = None

    def subscribe(self, code: str) -> None:
        """Listen for wake-ups of a room. Call `WakeupReceiver.on_subscribed` once they arrive."""
        with self._lock:
            self.subscriber_by_room[code] = None
            self._unassigned.add(code)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="all wake-ups", daemon=True)
                self._thread.start()
        self._wake.set()

    def unsubscribe(self, code: str) -> None:
        """Stop listening for this room."""
        with self._lock:
            if subscriber := self.subscriber_by_room.pop(code, None):
                subscriber.unsubscribe(code)

    def is_listening(self) -> bool:
        """Return whether this worker listens at every server that has one of its rooms."""
        subscribers = list(self._subscribers.values())
        return all(subscriber.is_listening() for subscriber in subscribers) and bool(
            subscribers or not self.subscriber_by_room
        )

    def hears(self, code: str) -> bool:
        """Return False: nothing proves that the wake-ups of a room arrive while its slot moves.

        A commit on the new server publishes its wake-up there, before a worker listens. Only sweeps find such
        a commit.
        """
        return False

    def expect(self, code: str) -> None:
        """Ignore a commit of this worker, because sweeps find commits whose wake-ups are lost."""

    def stop(self) -> None:
        """Stop listening and wait for the threads to end."""
        self._stop_event.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join(timeout=5)
        for subscriber in self._subscribers.values():
            subscriber.request_stop()
        for subscriber in self._subscribers.values():
            subscriber.stop()

    def reassign(self, codes: list[str], subscriber: _NodeSubscriber) -> None:
        """Note that a server no longer publishes the wake-ups of these rooms."""
        with self._lock:
            for code in codes:
                subscriber.unsubscribe(code)
                if self.subscriber_by_room.get(code) is subscriber:
                    self.subscriber_by_room[code] = None
                    self._unassigned.add(code)
                    self._is_map_stale = True
        self._wake.set()

    def _run(self) -> None:
        while not self._stop_event.is_set():
            self._wake.wait(TICK_S)
            self._wake.clear()
            if self._is_map_stale:
                self._stop_event.wait(SETTLE_S)
            try:
                self._assign_rooms()
            except redis.RedisError as error:
                log.warning("cannot find the cluster nodes of rooms: %s", error)
            except Exception:  # without this thread, rooms with moved slots would get no wake-ups
                log.exception("moving subscriptions to other cluster nodes failed")

    def _assign_rooms(self) -> None:
        """Listen for each room at the server that has its slot."""
        if self._is_map_stale or not self.is_listening():
            self._is_map_stale = False
            self._slots.read()
        if self._changes != self._slots.changes:
            self._changes = self._slots.changes
            with self._lock:
                self._unassigned |= self.subscriber_by_room.keys()
        for code in list(self._unassigned):
            with self._lock:
                self._assign(code)
        self._drop_unused()

    def _assign(self, code: str) -> None:
        """Listen for a room at its server, if the server is known and the room is still needed."""
        node = self._slots.known_owner(keys.room_key(code))
        if node is None:
            self._is_map_stale = True
            return
        self._unassigned.discard(code)
        if code not in self.subscriber_by_room:
            return
        former, subscriber = self.subscriber_by_room[code], self._subscriber(node)
        if former is not subscriber:
            if former is not None:
                former.unsubscribe(code)
            self.subscriber_by_room[code] = subscriber
            subscriber.subscribe(code)

    def _subscriber(self, node: Node) -> _NodeSubscriber:
        subscriber = self._subscribers.get(node)
        if subscriber is None:
            subscriber = self._subscribers[node] = _NodeSubscriber(node, self._receiver, self)
        return subscriber

    def _drop_unused(self) -> None:
        """Stop listening at servers that have no slots and no rooms."""
        for node, subscriber in list(self._subscribers.items()):
            if node not in self._slots.nodes.values() and not subscriber.rooms():
                del self._subscribers[node]
                subscriber.request_stop()


class _NodeSubscriber(Subscriber):
    """A subscriber at one server."""

    def __init__(self, node: Node, receiver: WakeupReceiver, parent: ShardedSubscriber) -> None:
        super().__init__(node.client, receiver)
        self.node, self._parent = node, parent

    def rooms(self) -> list[str]:
        """Return the rooms for which this subscriber listens."""
        with self._lock:
            return list(self._rooms)

    def _subscribe_and_read(self) -> None:
        while self.node.hang_guard.is_hung:
            if self._stop_event.wait(SETTLE_S):
                return
        super()._subscribe_and_read()

    def _probe_if_needed(self) -> None:
        """Send no messages to this worker: they would prove nothing (`ShardedSubscriber.hears`)."""

    def _new_subscription(self) -> Subscription:
        return _ShardedSubscription(self.node.pool, self._handle_now)

    def _handle_now(self, message: Message) -> bool:
        if message.kind == "message":
            signature = self.node.signature
            if not message.data.endswith(signature):
                return False
            message = message._replace(data=message.data[: -len(signature)] + UNSIGNED)
        return super()._handle_now(message)

    def _handle_later(self, message: Message) -> None:
        if message.kind == "message":  # another server made the commit, which may be lost: read the room
            self._receiver.on_subscribed(keys.code_of(message.channel))
        elif message.kind == MOVED:
            slot = int(message.data.split()[1])
            self._parent.reassign(
                [code for code in self.rooms() if slot_of(keys.room_key(code)) == slot], self
            )
        elif message.kind == "unsubscribe":
            if (code := keys.code_of(message.channel)) in self._rooms:
                self._parent.reassign([code], self)
        else:
            super()._handle_later(message)


class _ShardedSubscription(DirectSubscription):
    """A connection that uses sharded channels for rooms, and plain channels for all else."""

    def subscribe(self, *channels: str) -> None:
        for channel in channels:  # the channels of one command must be in one slot
            self._send("SSUBSCRIBE" if keys.code_of(channel) else "SUBSCRIBE", channel)

    def unsubscribe(self, channel: str) -> None:
        self._send("SUNSUBSCRIBE", channel)

    def _message(self, answer: Any) -> Message:
        if isinstance(answer, hiredis.ReplyError) and str(answer).startswith("MOVED "):
            return Message(MOVED, "", str(answer).encode())
        message = super()._message(answer)
        return message._replace(kind=KINDS.get(message.kind, message.kind))
