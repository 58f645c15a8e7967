"""Wake-ups in a Redis Cluster: a subscriber at each server, for the rooms of that server.

Commits are announced on sharded channels. A message on such a channel only reaches the server that has the
slot of the room. So there is a subscriber (`cheat.store.redis.subscriber`) for each server, and one thread
that follows the map. If the slot of a room moves, this thread subscribes the room at its new server. It also
does so when a server itself reports the move (`sunsubscribe`, or MOVED for a late subscription). Commits that
were missed meanwhile are not lost: each new subscription is confirmed, and then the room is read.

Servers forward announcements to each other. A server that has hung may not know yet that its replica has
taken over. Then it forwards announcements of commits that no other server has. So an announcement names the
server that was asked to commit. If a worker hears it on another server, it reads the room instead.
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
from cheat.store.redis.subscriber import TICK_S, Follower, Subscriber
from cheat.store.redis.subscription import Line, Message, Subscription

KINDS = {"ssubscribe": "subscribe", "sunsubscribe": "unsubscribe", "smessage": "message"}
"""Kinds of messages on sharded channels -> their kinds on other channels."""
MOVED = "moved"
"""The kind of message for a refused subscription. Its data is the text of the error."""
PAUSE_S = 0.05
"""Pause before the map is read after a server has given up rooms.

A server mostly gives up many rooms at once, and the other servers learn of that a moment later. Also the
pause between two checks of a server that does not answer.
"""

log = logging.getLogger(__name__)


def listener(client: redis.Redis, follower: Follower) -> Subscriber | ShardedSubscriber:
    """Return a subscriber that tells `follower` of the commits of its rooms."""
    return (
        ShardedSubscriber(client, follower) if isinstance(client, Cluster) else Subscriber(client, follower)
    )


class ShardedSubscriber:
    """The subscriber of a worker in a cluster; see `Subscriber`."""

    def __init__(self, cluster: Cluster, follower: Follower) -> None:
        self._slots = cluster.slots
        self._follower = follower
        self._at: dict[str, _AtNode | None] = {}
        self._listeners: dict[Node, _AtNode] = {}
        self._homeless: set[str] = set()
        self._doubted = False
        self._changes = self._slots.changes
        self._lock = threading.Lock()
        self._look = threading.Event()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def subscribe(self, code: str) -> None:
        """Listen for commits of this room, and call `Follower.confirmed` once that works."""
        with self._lock:
            self._at[code] = None
            self._homeless.add(code)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="wakeups of all", daemon=True)
                self._thread.start()
        self._look.set()

    def unsubscribe(self, code: str) -> None:
        """Stop listening for this room."""
        with self._lock:
            if there := self._at.pop(code, None):
                there.unsubscribe(code)

    def is_listening(self) -> bool:
        """Return whether this worker listens at all servers that have rooms which it follows."""
        listeners = list(self._listeners.values())
        return all(one.is_listening() for one in listeners) and bool(listeners or not self._at)

    def stop(self) -> None:
        """Stop listening and wait for the threads to end."""
        self._stopped.set()
        self._look.set()
        if self._thread is not None:
            self._thread.join(timeout=5)
        for one in self._listeners.values():
            one.leave()
        for one in self._listeners.values():
            one.stop()

    def lose(self, codes: list[str], there: _AtNode) -> None:
        """Note that commits of these rooms are no longer announced at a server."""
        with self._lock:
            for code in codes:
                there.unsubscribe(code)
                if self._at.get(code) is there:
                    self._at[code] = None
                    self._homeless.add(code)
                    self._doubted = True
        self._look.set()

    def _run(self) -> None:
        while not self._stopped.is_set():
            self._look.wait(TICK_S)
            self._look.clear()
            if self._doubted:
                self._stopped.wait(PAUSE_S)
            try:
                self._settle()
            except redis.RedisError as error:
                log.warning("cannot find the cluster nodes of rooms: %s", error)
            except Exception:  # without this thread no room would be followed to its new server
                log.exception("moving subscriptions to other cluster nodes failed")

    def _settle(self) -> None:
        """Listen for every room at its server."""
        if self._doubted or not self.is_listening():
            self._doubted = False
            self._slots.read()
        if self._changes != self._slots.changes:
            self._changes = self._slots.changes
            with self._lock:
                self._homeless |= self._at.keys()
        for code in list(self._homeless):
            with self._lock:
                self._house(code)
        self._leave_empty()

    def _house(self, code: str) -> None:
        """Listen for a room at its server, if the server is known and the room still needed."""
        node = self._slots.known(keys.room_key(code))
        if node is None:
            self._doubted = True
            return
        self._homeless.discard(code)
        if code not in self._at:
            return
        before, there = self._at[code], self._listener(node)
        if before is not there:
            if before is not None:
                before.unsubscribe(code)
            self._at[code] = there
            there.subscribe(code)

    def _listener(self, node: Node) -> _AtNode:
        there = self._listeners.get(node)
        if there is None:
            there = self._listeners[node] = _AtNode(node, self._follower, self)
        return there

    def _leave_empty(self) -> None:
        """Stop listening at servers that have no slots and no rooms."""
        for node, one in list(self._listeners.items()):
            if node not in self._slots.nodes.values() and not one.wanted():
                del self._listeners[node]
                one.leave()


class _AtNode(Subscriber):
    """A subscriber at one server."""

    def __init__(self, node: Node, follower: Follower, all_of_them: ShardedSubscriber) -> None:
        super().__init__(node.client, follower)
        self.node, self._all = node, all_of_them

    def wanted(self) -> list[str]:
        """Return the rooms that are listened for here."""
        with self._lock:
            return list(self._wanted)

    def _listen(self) -> None:
        while self.node.silence.lasts:
            if self._stopped.wait(PAUSE_S):
                return
        super()._listen()

    def _new_ear(self) -> Subscription:
        return _ShardedLine(self.node.pool, self._take)

    def _take(self, message: Message) -> bool:
        if message.kind == "message":
            signature = self.node.signature
            if not message.data.endswith(signature):
                return False
            message = message._replace(data=message.data[: -len(signature)] + UNSIGNED)
        return super()._take(message)

    def _handle(self, message: Message) -> None:
        if message.kind == "message":  # another server's commit may be lost, so read the room
            self._follower.confirmed(keys.code_of(message.channel))
        elif message.kind == MOVED:
            slot = int(message.data.split()[1])
            self._all.lose([code for code in self.wanted() if slot_of(keys.room_key(code)) == slot], self)
        elif message.kind == "unsubscribe":
            if (code := keys.code_of(message.channel)) in self._wanted:
                self._all.lose([code], self)
        else:
            super()._handle(message)


class _ShardedLine(Line):
    """A connection that uses sharded channels for rooms, and plain channels for others."""

    def subscribe(self, *channels: str) -> None:
        for channel in channels:  # all channels of one command must be in one slot
            self._send("SSUBSCRIBE" if keys.code_of(channel) else "SUBSCRIBE", channel)

    def unsubscribe(self, channel: str) -> None:
        self._send("SUNSUBSCRIBE", channel)

    def _message(self, answer: Any) -> Message:
        if isinstance(answer, hiredis.ReplyError) and str(answer).startswith("MOVED "):
            return Message(MOVED, "", str(answer).encode())
        told = super()._message(answer)
        return told._replace(kind=KINDS.get(told.kind, told.kind))
