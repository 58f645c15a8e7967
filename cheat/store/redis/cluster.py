"""Redis Cluster: every command goes to the server that has the slot of its key.

    redis+cluster://[user:password@]host[:port][,host[:port]...]

The scheme `rediss+cluster://` uses TLS. Other parts of a Redis URL, such as `?ssl_ca_certs=`, apply to every
server.

A slot is a group of keys. While a slot moves to another server, its old server answers commands with the
error ASK, which names the new server. This module does not use redis-py's own cluster client, for three
reasons. That client connects as soon as it is created, cannot follow ASK to a server that has no slots yet,
and does not follow ASK in a transaction. See docs/decisions/0012-own-cluster-client.md.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import redis
from redis.client import Pipeline
from redis.exceptions import AskError, ClusterDownError, MovedError, TryAgainError

from cheat.store.redis.slots import Command, Node, Slots, address_of, key_of

SCHEMES = ("redis+cluster", "rediss+cluster")
PATIENCE_S = 2.0
"""Maximum seconds that a command waits while its slot moves, or has no server.

A command waits equally long for a free connection (`POOL_WAIT_S`).
"""
PAUSE_S = 0.05
"""Seconds between two attempts of a command whose slot is moving."""
MAP_RETRY_S = 0.25
"""While a server hangs: minimum seconds between two reads of the map of slots.

Without this limit, each caller that needs the hanging server would read the map, to find a new server.
"""
QUICK_REDIRECTS = 3
"""Number of redirections that a command follows without a pause.

After that, the command pauses, because two servers may name each other while a slot moves.
"""
MOVING = ("ASK ", "TRYAGAIN ")
"""Prefixes of the errors that mean that a slot is moving.

ASK: all keys of the command are on the new server. TRYAGAIN: only some keys are on the new server.
"""
REDIRECTED = (AskError, TryAgainError, ClusterDownError)

T = TypeVar("T")


ServerErrors = list[redis.RedisError]
"""One error for each server that does not answer."""


def on_each_server(client: redis.Redis, call: Callable[[redis.Redis], T]) -> tuple[list[T], ServerErrors]:
    """Call `call` with a client of each server that takes writes.

    Returns the results, and an error for each server that does not answer. Raises redis.RedisError if no
    server answers.
    """
    return _on_each(client.slots.masters(), call) if isinstance(client, Cluster) else ([call(client)], [])


def _on_each(nodes: Sequence[Node], call: Callable[[redis.Redis], T]) -> tuple[list[T], ServerErrors]:
    answers: list[T] = []
    errors: ServerErrors = []
    for node in nodes:
        try:
            with node.hang_guard:
                answers.append(call(node.client))
        except (redis.ConnectionError, redis.TimeoutError) as error:
            errors.append(error)
    if not answers:
        raise errors[-1] if errors else redis.ConnectionError("No server is known.")
    return answers, errors


class Cluster(redis.Redis):
    """A client of all servers of a cluster. `slots`: the map from keys to servers.

    If the server of a command is gone, the client tries the command once more, on the server that then has
    the slot. If the slot is moving, the client follows it for up to `PATIENCE_S`.
    """

    def __init__(self, url: str, **settings: Any) -> None:
        address = address_of(url)
        self.slots = Slots(address, **settings)
        super().__init__(connection_pool=self.slots.nodes[address.hosts[0]].pool)

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Send a command to the server that has the slot of its key, and return the answer.

        SCRIPT LOAD has no key, and goes to all known servers.
        """
        if args[0] == "SCRIPT LOAD":
            self.slots.masters()
            return _on_each(list(self.slots.nodes.values()), lambda node: node.script_load(args[1]))[0][0]
        return self.on_owner(key_of(args), lambda node, asking: node.execute((args, options), asking))

    def pipeline(self, transaction: bool = True, shard_hint: Any = None) -> Any:
        """Return a batch of commands; see `_Batch`."""
        return _Batch(self, transaction)

    def execute_all(self, commands: Sequence[Command], retry: bool = True) -> list[Any]:
        """Return the answers to many commands, with one round trip for each server.

        The servers get their commands in turn, beginning with the server of the first command: the next
        server gets its commands when the previous one has answered. Answers may be errors.
        """
        answers: dict[int, Any] = {}
        for node, places in self.slots.by_owner([key_of(args) for args, _ in commands]).items():
            batch = [commands[place] for place in places]
            try:
                node_answers = node.execute_all(batch)
            except (redis.ConnectionError, redis.TimeoutError):
                if not retry:
                    raise
                self._read_map(node)
                node_answers = self.execute_all(batch, retry=False)
            answers.update(zip(places, map(self._follow_redirect, batch, node_answers), strict=True))
        return [answers[place] for place in range(len(commands))]

    def transact(self, commands: Sequence[Command]) -> list[Any]:
        """Run commands of one slot as one transaction, and return their answers."""
        key = key_of(commands[0][0])
        return self.on_owner(key, lambda node, asking: node.transact(commands, asking))

    def close(self) -> None:
        """Close all connections. Commands that other threads still wait for fail at once."""
        for node in list(self.slots.nodes.values()):
            node.hang_guard.retired.set()
            node.pool.abort()
            node.pool.retire()

    def _follow_redirect(self, command: Command, answer: Any) -> Any:
        """Return the answer. If it is a redirection, return the answer of the other server."""
        args, options = command
        return self.execute_command(*args, **options) if isinstance(answer, REDIRECTED) else answer

    def on_owner(self, key: str, call: Callable[[Node, bool], T]) -> T:
        """Return the result of `call(node, asking)` on the server of the key.

        `asking`: whether the slot of the key is still moving to the server `node`. Raises the last error of
        `call`.
        """
        end, is_second, redirects = time.monotonic() + PATIENCE_S, False, 0
        node, asking = self.slots.owner(key), False
        while True:
            try:
                return call(node, asking)
            except (redis.ConnectionError, redis.TimeoutError):
                if is_second:
                    raise
                is_second, asking = True, False
                self._read_map(node)
                node = self.slots.owner(key)
            except REDIRECTED as error:
                redirects += 1
                if time.monotonic() > end:
                    raise
                if redirects > QUICK_REDIRECTS or not isinstance(error, AskError):
                    time.sleep(PAUSE_S)
                node, asking = self._next_node(key, node, error)

    def _next_node(self, key: str, node: Node, error: redis.RedisError) -> tuple[Node, bool]:
        """Return the server to ask after an error, and whether the slot is still moving to it."""
        if isinstance(error, MovedError):
            return self.slots.note_move(node, error), False
        if isinstance(error, AskError):
            return self.slots.node(node, error.host, error.port), True
        self._read_map()
        return self.slots.owner(key), False

    def _read_map(self, avoided: Node | None = None) -> None:
        if avoided is not None and avoided.hang_guard.is_hung and self.slots.age() < MAP_RETRY_S:
            return
        with suppress(redis.RedisError):  # without an answer, keep the known map
            self.slots.read(avoided)


class _Batch(Pipeline):
    """A batch of commands for several servers, or a transaction of one slot."""

    def __init__(self, cluster: Cluster, in_transaction: bool) -> None:
        super().__init__(cluster.connection_pool, cluster.response_callbacks, in_transaction, None)
        self._cluster = cluster
        self._in_transaction = in_transaction

    def execute(self, raise_on_error: bool = True) -> list[Any]:
        """Return the answers. Raises the first error among them if `raise_on_error`."""
        commands, self.command_stack = self.command_stack, []
        if not commands:
            return []
        if self._in_transaction:
            return self._cluster.transact(commands)
        answers = self._cluster.execute_all(commands)
        for answer in answers:
            if raise_on_error and isinstance(answer, Exception):
                raise answer
        return answers
