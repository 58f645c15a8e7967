"""Redis Cluster: every command goes to the server that has the slot of its key.

    redis+cluster://[user:password@]host[:port][,host[:port]...]

`rediss+cluster://` speaks TLS; what else a Redis URL can say, such as `?ssl_ca_certs=`, holds for every
server. redis-py's own client of a cluster connects when it is made, has pools of another kind, and cannot
follow a slot to a server that has none yet.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import redis
from redis.client import Pipeline
from redis.exceptions import AskError, ClusterDownError, MovedError, TryAgainError

from cheat.store.redis.slots import Asked, Node, Slots, address_of, key_of

SCHEMES = ("redis+cluster", "rediss+cluster")
PATIENCE_S = 2.0
"""How long a command follows a slot that is between two servers, or that none has: as long as it waits for a
connection.
"""
PAUSE_S = 0.05
"""Before a command is tried again that was refused because its slot is on its way."""
SEEK_S = 0.25
"""While a server does not answer, all who need it want to know whether another one has taken over."""
AT_ONCE = 3
"""Redirections that are followed without a pause: servers that do not agree name each other for a while."""
MOVING = ("ASK ", "TRYAGAIN ")
"""How a server refuses a command whose slot moves: the keys are elsewhere, or some are not there."""
REDIRECTED = (AskError, TryAgainError, ClusterDownError)

T = TypeVar("T")


Lost = list[redis.RedisError]
"""Why servers are out of reach, one for each."""


def ask_servers(client: redis.Redis, ask: Callable[[redis.Redis], T]) -> tuple[list[T], Lost]:
    """What every server that takes writes answers, and why others are out of reach. Raises redis.RedisError
    where all are.
    """
    return _ask_each(client.slots.masters(), ask) if isinstance(client, Cluster) else ([ask(client)], [])


def _ask_each(nodes: Sequence[Node], ask: Callable[[redis.Redis], T]) -> tuple[list[T], Lost]:
    answers: list[T] = []
    lost: Lost = []
    for node in nodes:
        try:
            with node.silence:
                answers.append(ask(node.client))
        except (redis.ConnectionError, redis.TimeoutError) as error:
            lost.append(error)
    if not answers:
        raise lost[-1] if lost else redis.ConnectionError("No server is known.")
    return answers, lost


class Cluster(redis.Redis):
    """A client of all servers of a cluster. `slots`: who has which key.

    A command that finds its server gone is tried a second time, where the slot is by then; one whose slot
    is on its way follows it for `PATIENCE_S`.
    """

    def __init__(self, url: str, **settings: Any) -> None:
        address = address_of(url)
        self.slots = Slots(address, **settings)
        super().__init__(connection_pool=self.slots.nodes[address.hosts[0]].pool)

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """The answer to a command that names its key first, or of which all servers hear."""
        if args[0] == "SCRIPT LOAD":
            self.slots.masters()
            return _ask_each(list(self.slots.nodes.values()), lambda one: one.script_load(args[1]))[0][0]
        return self._follow(key_of(args), lambda node, asking: node.ask((args, options), asking))

    def pipeline(self, transaction: bool = True, shard_hint: Any = None) -> Any:
        """See `_Batch`."""
        return _Batch(self, transaction)

    def ask_all(self, commands: Sequence[Asked], again: bool = True) -> list[Any]:
        """The answers to many commands, by one round trip for each server, one after the other: what goes to
        the server of the first command is done before the rest is asked. Refusals are among them.
        """
        answers: dict[int, Any] = {}
        for node, places in self.slots.apart([key_of(args) for args, _ in commands]).items():
            there = [commands[place] for place in places]
            try:
                told = node.ask_all(there)
            except (redis.ConnectionError, redis.TimeoutError):
                if not again:
                    raise
                self._read_map(node)
                told = self.ask_all(there, again=False)
            answers.update(zip(places, map(self._followed, there, told), strict=True))
        return [answers[place] for place in range(len(commands))]

    def transact(self, commands: Sequence[Asked]) -> list[Any]:
        """The answers to commands of one slot, as of the same moment."""
        key = key_of(commands[0][0])
        return self._follow(key, lambda node, asking: node.transact(commands, asking))

    def close(self) -> None:
        """Keep no connection any more."""
        for node in list(self.slots.nodes.values()):
            node.silence.left.set()
            node.pool.disconnect()

    def _followed(self, command: Asked, answer: Any) -> Any:
        """The answer, or that of whoever the answer names."""
        args, options = command
        return self.execute_command(*args, **options) if isinstance(answer, REDIRECTED) else answer

    def _follow(self, key: str, do: Callable[[Node, bool], T]) -> T:
        """What `do(node, asking)` returns where the key is. Raises what it raised last."""
        end, is_second, redirected = time.monotonic() + PATIENCE_S, False, 0
        node, asking = self.slots.owner(key), False
        while True:
            try:
                return do(node, asking)
            except (redis.ConnectionError, redis.TimeoutError):
                if is_second:
                    raise
                is_second, asking = True, False
                self._read_map(node)
                node = self.slots.owner(key)
            except REDIRECTED as error:
                redirected += 1
                if time.monotonic() > end:
                    raise
                if redirected > AT_ONCE or not isinstance(error, AskError):
                    time.sleep(PAUSE_S)
                node, asking = self._next(key, node, error)

    def _next(self, key: str, node: Node, error: redis.RedisError) -> tuple[Node, bool]:
        """Where to ask after a refusal, and whether the slot is only on the way there."""
        if isinstance(error, MovedError):
            return self.slots.moved(node, error), False
        if isinstance(error, AskError):
            return self.slots.node(node, error.host, error.port), True
        self._read_map()
        return self.slots.owner(key), False

    def _read_map(self, lost: Node | None = None) -> None:
        if lost is not None and lost.silence.lasts and self.slots.age() < SEEK_S:
            return
        with suppress(redis.RedisError):  # then the map that is known has to do
            self.slots.read(lost)


class _Batch(Pipeline):
    """Commands that are collected: see `Cluster.ask_all`, or `Cluster.transact` for a transaction."""

    def __init__(self, cluster: Cluster, in_transaction: bool) -> None:
        super().__init__(cluster.connection_pool, cluster.response_callbacks, in_transaction, None)
        self._cluster = cluster
        self._in_transaction = in_transaction

    def execute(self, raise_on_error: bool = True) -> list[Any]:
        """The answers. Raises the first that is an error."""
        commands, self.command_stack = self.command_stack, []
        if not commands:
            return []
        if self._in_transaction:
            return self._cluster.transact(commands)
        answers = self._cluster.ask_all(commands)
        for answer in answers:
            if raise_on_error and isinstance(answer, Exception):
                raise answer
        return answers
