"""The commit pipeline: a connection to Redis that all commits of a worker share.

In a cluster, a worker has one such connection to each server.

redis-py makes the connection, with all options of the URL. After that, this module reads and writes the
socket directly. It sends the commands of many requests together, and the answers come in the order of the
commands. So a commit need not take a connection from the pool, check that it works, or run the code of
redis-py. Once a commit has made the connection, the sweep uses it, too.

If the connection breaks, or if Redis refuses a command, the store repeats the command through redis-py, which
handles the error. If no answer comes in time, the store does not repeat the command. After a break or a
timeout, the next commit makes a new connection. Redis may limit the number of connections. So the pipeline
keeps its connection only while enough other connections are left for requests.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Sequence
from typing import Any

import hiredis
import redis

from cheat.ops.threads import brief_lock
from cheat.store.redis.cluster import Cluster
from cheat.store.redis.hung_node import NO_ANSWER, HangGuard
from cheat.store.redis.pool import Pool
from cheat.store.redis.slots import Node, Slots, key_of
from cheat.store.redis.transport import open_transport

TIMEOUT_S = 5.0
"""Seconds after which a connection without an answer counts as broken, even if it is open."""
MONITOR_S = 1.0
RETRY_S = 1.0
"""Seconds between two attempts to make a connection."""
RESERVED = 2
"""Connections that the pipeline leaves free: one for the subscriber, and one for requests."""
NOW_REPLICA = "READONLY"
"""Prefix of the error of a server that has become a replica: a copy that takes no writes.

A new connection goes to the server that takes writes.
"""

log = logging.getLogger(__name__)


def pipeline_of(client: redis.Redis) -> CommitPipeline | NodePipelines | None:
    """Return the pipeline of a client; None for the store in memory, which has no connections."""
    if isinstance(client, Cluster):
        return NodePipelines(client.slots)
    pool = client.connection_pool
    return CommitPipeline(pool) if isinstance(pool, Pool) else None


class CommitPipeline:
    """A pipeline to one server: it sends commands on a connection of its own.

    `hang_guard`: in a cluster, the object that knows whether the server hangs.
    """

    def __init__(self, pool: Pool, hang_guard: HangGuard | None = None) -> None:
        self._pool = pool
        self._hang_guard = hang_guard
        self._connection: _PipelineConnection | None = None
        self._connect_lock = threading.Lock()
        self.retry_at = float("-inf")

    def execute(self, *command: Any) -> Any:
        """Return the answer to a command.

        Raises redis.ConnectionError if there is no connection, or if it breaks before the answer comes.
        Raises redis.TimeoutError if no answer comes, and redis.ResponseError if Redis refuses the command.
        """
        connection = self._connection
        if connection is None or connection.is_closed:
            connection = self._connect()
        return _without_refusals(connection, connection.execute([command]))[0]

    def execute_all(self, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Return the answers to many commands, with one round trip on the open connection.

        This method never opens a connection: if none is open, it raises redis.ConnectionError. Its other
        errors are those of `execute`.
        """
        connection = self._connection
        if connection is None:
            raise redis.ConnectionError("There is no connection.")
        return _without_refusals(connection, connection.execute(commands)) if commands else []

    def close(self) -> None:
        """End the connection."""
        if self._connection is not None:
            self._connection.close(redis.ConnectionError("The worker is going away."))

    def _connect(self) -> _PipelineConnection:
        if not self._connect_lock.acquire(blocking=False):
            raise redis.ConnectionError("The connection is being made.")
        try:
            if time.monotonic() < self.retry_at or (self._hang_guard and self._hang_guard.is_hung):
                raise redis.ConnectionError("The connection could not be made.")
            self.retry_at = time.monotonic() + RETRY_S
            if not self._pool.has_connections(self._pool.pipelines + 1 + RESERVED):
                raise redis.ConnectionError("Too few connections.")
            self._connection = _PipelineConnection(self._pool, self._hang_guard)
            return self._connection
        finally:
            self._connect_lock.release()


class NodePipelines:
    """The commit pipelines of a cluster, one for each server that has had commits.

    If a server refuses a command because the slot has moved, the store repeats the command through the
    client, as after any other refusal. The client follows the slot and corrects the map of slots.
    """

    def __init__(self, slots: Slots) -> None:
        self._slots = slots
        self._pipelines: dict[Node, CommitPipeline] = {}
        self._lock = threading.Lock()

    def execute(self, *command: Any) -> Any:
        """Return the answer of the server that has the key; see `CommitPipeline.execute`."""
        return self._pipeline(self._slots.owner(key_of(command))).execute(*command)

    def execute_all(self, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Return the answers with one round trip for each server; see `CommitPipeline.execute_all`."""
        answers: dict[int, Any] = {}
        for node, places in self._slots.by_owner(list(map(key_of, commands))).items():
            node_answers = self._pipeline(node).execute_all([commands[place] for place in places])
            answers.update(zip(places, node_answers, strict=True))
        return [answers[place] for place in range(len(commands))]

    def close(self) -> None:
        """End all connections."""
        for pipeline in list(self._pipelines.values()):
            pipeline.close()

    def _pipeline(self, node: Node) -> CommitPipeline:
        pipeline = self._pipelines.get(node)
        return pipeline or self._new_pipeline(node)

    def _new_pipeline(self, node: Node) -> CommitPipeline:
        """Return a new pipeline to a server, and close the pipelines to servers that are gone."""
        with self._lock:
            nodes = set(self._slots.nodes.values())
            for lost_node in self._pipelines.keys() - nodes:
                self._pipelines.pop(lost_node).close()
            return self._pipelines.setdefault(node, CommitPipeline(node.pool, node.hang_guard))


def _without_refusals(connection: _PipelineConnection, answers: list[Any]) -> list[Any]:
    """Return these answers of a connection unchanged, if none of them is an error.

    Raises redis.ResponseError for an error. If the error says that the server has become a replica, this
    function also closes the connection.
    """
    for answer in answers:
        if isinstance(answer, hiredis.ReplyError):
            if str(answer).startswith(NOW_REPLICA):
                connection.close(redis.ConnectionError("Another server takes the writes now."))
            raise redis.ResponseError(str(answer))
    return answers


class _Call:
    """Commands that go out together. A thread, or a greenlet of gevent, waits for their answers."""

    def __init__(self, commands: int) -> None:
        self.sent_at = time.monotonic()
        self._missing_answers = commands
        self._answers: list[Any] = []
        self._failure: Exception | None = None
        self._is_done = threading.Lock()
        self._is_done.acquire()

    def add(self, answer: Any) -> None:
        self._answers.append(answer)
        self._missing_answers -= 1
        if not self._missing_answers:
            self._is_done.release()

    def fail(self, error: Exception) -> None:
        """End the call with an error, because no more answers come."""
        if self._missing_answers:
            self._missing_answers, self._failure = 0, error
            self._is_done.release()

    def wait(self) -> list[Any]:
        self._is_done.acquire()
        if self._failure is not None:
            raise self._failure
        return self._answers


class _PipelineConnection:
    """A connection, and a thread that checks it.

    `is_closed`: whether the connection is closed forever.
    """

    def __init__(self, pool: Pool, hang_guard: HangGuard | None) -> None:
        self._pool, self._hang_guard = pool, hang_guard
        self._timeout_s = min(TIMEOUT_S, pool.connection_kwargs.get("socket_timeout") or TIMEOUT_S)
        self._connection = pool.get_connection()
        pool.pipelines += 1
        self._reader = hiredis.Reader()
        self._waiting_calls: deque[_Call] = deque()
        self._lock = brief_lock()
        self._close_event = threading.Event()
        self.is_closed = False
        self._write_lock = threading.Lock()
        self._transport = open_transport(self._connection._sock, self._receive, self._on_lost)
        self._transport.start()
        threading.Thread(target=self._monitor, name="commit pipeline", daemon=True).start()

    def execute(self, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Return the answers, which may be errors of Redis.

        Raises redis.ConnectionError or redis.TimeoutError.
        """
        if self._hang_guard is not None and self._hang_guard.is_hung:
            raise redis.ConnectionError(NO_ANSWER)
        packed = b"".join([hiredis.pack_command(command) for command in commands])
        call = _Call(len(commands))
        with self._write_lock:  # commands must go out in the order of `_waiting_calls`
            with self._lock:
                if self.is_closed:
                    raise redis.ConnectionError("The connection is closed.")
                self._waiting_calls.extend([call] * len(commands))
            self._transport.write(packed)
        return call.wait()

    def close(self, error: Exception) -> None:
        """End all waiting calls with an error, and return the connection to the pool."""
        with self._lock:
            if self.is_closed:
                return
            self.is_closed = True
            waiting_calls, self._waiting_calls = self._waiting_calls, deque()
        self._close_event.set()
        self._transport.close()
        self._pool.pipelines -= 1
        self._connection.disconnect()
        self._pool.release(self._connection)
        for call in waiting_calls:
            call.fail(error)

    def _receive(self, data: bytes) -> None:
        self._reader.feed(data)
        while (answer := self._reader.gets()) is not False:
            self._waiting_calls.popleft().add(answer)

    def _on_lost(self, error: Exception) -> None:
        self.close(redis.ConnectionError(str(error)))

    def _monitor(self) -> None:
        while not self._close_event.wait(MONITOR_S):
            if self._waiting_calls and time.monotonic() - self._waiting_calls[0].sent_at > self._timeout_s:
                log.warning("Redis does not answer on the connection for commits")
                if self._hang_guard:
                    self._hang_guard.note_timeout()
                self.close(redis.TimeoutError(NO_ANSWER))
            elif self._pool.has_moved(self._connection):
                self.close(redis.ConnectionError("Another server takes the writes now."))
            elif not self._pool.has_connections(self._pool.pipelines + RESERVED):
                self.close(redis.ConnectionError("Others need the connection."))
