"""The map of a Redis Cluster: the server of each key.

A key belongs to one of 16,384 slots. The text in the key's braces decides which one. Each slot belongs to one
server that takes writes, and the map names that server. A client can read the map from any server. It reads
the map again when a server is gone, or when the map turns out to be wrong.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import redis
from redis.backoff import NoBackoff
from redis.connection import parse_url
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot
from redis.exceptions import ClusterDownError, MovedError
from redis.retry import Retry

from cheat.store import keys
from cheat.store.redis.hung_node import HangGuard
from cheat.store.redis.pool import Pool

PORT = 6379
MAP_S = 1.0
"""Minimum seconds between two reads of the map, if a moved slot is the reason."""
KEYLESS = ("TIME", "PING", "INFO")
"""Commands without a key.

A client sends them to the server that has the slot of `keys.CLOCK`. So all workers ask the same server for
the time.
"""

UNSIGNED = b"}"
"""The end of a wake-up message that names no server: the last brace of a JSON object."""

Command = tuple[tuple[Any, ...], dict[str, Any]]
"""The arguments of a command, and redis-py's options for its answer."""


class Address(NamedTuple):
    """The parts of a URL. `settings`: options of the connections to all servers."""

    hosts: list[tuple[str, int]]
    settings: dict[str, Any]


def address_of(url: str) -> Address:
    """Return the parts of the URL. Raises ValueError with a message that shows no password."""
    parts = urlsplit(url)
    userinfo, at, hosts = parts.netloc.rpartition("@")
    if not hosts or parts.path.strip("/") not in ("", "0"):
        raise ValueError("it must be redis+cluster://host:port,host:port, and there is no db but 0")
    scheme = parts.scheme.partition("+")[0]
    urls = [f"{scheme}://{userinfo}{at}{host}?{parts.query}" for host in hosts.split(",")]
    servers: list[dict[str, Any]] = [parse_url(url) for url in urls]  # type: ignore[no-untyped-call]
    if not all(server.get("host") for server in servers):
        raise ValueError("a server has no host")
    settings = {name: value for name, value in servers[0].items() if name not in ("host", "port", "db")}
    return Address([(server["host"], server.get("port", PORT)) for server in servers], settings)


def slot_of(key: str) -> int:
    """Return the slot of a key or channel."""
    return key_slot(key.encode())


def key_of(command: Sequence[Any]) -> str:
    """Return the key that decides which server gets a command."""
    if command[0] in KEYLESS:
        return keys.CLOCK
    key: str = command[3] if command[0] in ("EVAL", "EVALSHA") else command[1]
    return key


class Node:
    """A server of a cluster.

    `client` sends commands to this server alone. Use it within the context `hang_guard`, which raises an
    error at once if the server hangs. `signature`: the text with which the wake-up messages of this server
    end.
    """

    def __init__(self, host: str, port: int, settings: dict[str, Any]) -> None:
        self.host, self.port = host, port
        self.signature = b',"by":"%b:%d"}' % (host.encode(), port)
        self.pool = Pool(host=host, port=port, **settings)
        self.client = redis.Redis(connection_pool=self.pool)
        self.hang_guard = self.pool.hang_guard = HangGuard(self.client.ping, self.pool.abort)

    def execute(self, command: Command, asking: bool) -> Any:
        """Return the answer to a command.

        `asking`: whether the slot of the command is still moving to this server.
        """
        args, options = command
        if not asking:
            with self.hang_guard:
                return self.client.execute_command(*args, **options)  # type: ignore[no-untyped-call]
        return self.execute_all([(("ASKING",), {}), command], raise_on_error=True)[1]

    def execute_all(self, commands: Iterable[Command], raise_on_error: bool = False) -> list[Any]:
        """Return the answers to many commands, with one round trip.

        With `raise_on_error`, raise the first error. Without it, answers may be errors.
        """
        with self.hang_guard, self.client.pipeline(transaction=False) as pipeline:
            for args, options in commands:
                pipeline.execute_command(*args, **options)  # type: ignore[no-untyped-call]
            return pipeline.execute(raise_on_error)

    def transact(self, commands: Iterable[Command], asking: bool) -> list[Any]:
        """Run commands of one slot as one transaction, and return the unchanged answers of Redis."""
        asking_command: list[Command] = [(("ASKING",), {})] if asking else []
        batch = [*asking_command, (("MULTI",), {}), *commands, (("EXEC",), {})]
        answers: list[Any] = self.execute_all(batch, raise_on_error=True)[-1]
        return answers


class Slots:
    """The map of slots.

    This object reads the map from a known server, or from the hosts of the URL if no known server answers. It
    makes no connection before a caller needs the map. `changes`: the number of times that a slot has moved.
    """

    def __init__(self, address: Address, **settings: Any) -> None:
        self._settings = {**settings, **address.settings, "retry": Retry(NoBackoff(), 0)}
        self.nodes = {at: Node(*at, self._settings) for at in address.hosts}
        self._seeds = list(self.nodes.values())
        self._owners: list[Node | None] = [None] * REDIS_CLUSTER_HASH_SLOTS
        self._map_source: Node | None = None
        self._read_lock = threading.Lock()
        self._reads, self._read_at = 0, float("-inf")
        self.changes = 0

    def known_owner(self, key: str) -> Node | None:
        """Return the server of a key from the known map, or None. The method asks no server."""
        return self._owners[slot_of(key)]

    def owner(self, key: str) -> Node:
        """Return the server of a key. If the server is not known yet, read the map.

        Raises redis.RedisError.
        """
        slot = slot_of(key)
        if self._owners[slot] is None:
            self.read()
        node = self._owners[slot]
        if node is None:
            raise ClusterDownError("No server has the slot.")
        return node

    def by_owner(self, names: Sequence[str]) -> dict[Node, list[int]]:
        """Return for each server the indexes of its keys in `names`.

        Raises the same errors as `owner`.
        """
        places: dict[Node, list[int]] = {}
        for place, key in enumerate(names):
            places.setdefault(self.owner(key), []).append(place)
        return places

    def masters(self) -> list[Node]:
        """Return all known servers that have slots.

        Raises redis.RedisError if no server answers with a map.
        """
        if self._map_source is None:
            self.read()
        return list(dict.fromkeys(node for node in self._owners if node is not None))

    def read(self, avoided: Node | None = None) -> None:
        """Read the map from the first server that answers. Ask the server `avoided` last.

        All callers that ask at the same time share one read. Raises redis.RedisError if no server answers.
        """
        reads = self._reads
        with self._read_lock:
            if reads == self._reads:
                self._update(*self._fetch_map(avoided))
                self._reads, self._read_at = self._reads + 1, time.monotonic()

    def age(self) -> float:
        """Return the seconds since the map was read."""
        return time.monotonic() - self._read_at

    def node(self, source: Node, host: str | bytes | None, port: int) -> Node:
        """Return the server at the host and port that an answer of the server `source` has named.

        If the answer names no host, it means the host of `source`.
        """
        name = host.decode() if isinstance(host, bytes) else host
        at = (name if name and name != "?" else source.host, int(port))
        return self.nodes.get(at) or self.nodes.setdefault(at, Node(*at, self._settings))

    def note_move(self, source: Node, error: MovedError) -> Node:
        """Return the new server of a slot that has moved.

        The method also reads the map, because usually other slots have moved, too.
        """
        if self.age() > MAP_S:
            with suppress(redis.RedisError):
                self.read()
        node = self.node(source, error.host, error.port)
        if self._owners[error.slot_id] is not node:
            self._owners[error.slot_id] = node
            self.changes += 1
        return node

    def _fetch_map(self, avoided: Node | None) -> tuple[Node, list[Any]]:
        """Return the first server that answers, and the rows of its map."""
        last_source = [self._map_source] if self._map_source else []
        failure: redis.RedisError = ClusterDownError("No server has any slot.")
        nodes = dict.fromkeys([*last_source, *self.nodes.values(), *self._seeds])
        for node in sorted(nodes, key=lambda node: node is avoided):
            try:
                rows = node.execute((("CLUSTER", "SLOTS"), {}), asking=False)
            except redis.RedisError as error:
                failure = error
            else:
                if rows:
                    return node, rows
        raise failure

    def _update(self, source: Node, rows: list[Any]) -> None:
        """Update the map from the rows of CLUSTER SLOTS.

        A row has the first and the last slot, and then the servers, the master first.
        """
        owners: list[Node | None] = [None] * REDIS_CLUSTER_HASH_SLOTS
        for first, last, (host, port, *_), *_ in rows:
            owners[first : last + 1] = [self.node(source, host, port)] * (last + 1 - first)
        self._map_source = source
        if owners != self._owners:
            self._owners = owners
            self.changes += 1
            self.forget(set(self.nodes.values()) - set(owners))

    def forget(self, lost_nodes: set[Node]) -> None:
        """Remove servers that have no slots any more, or that have another name in the map now."""
        for at, node in list(self.nodes.items()):
            if node in lost_nodes:
                del self.nodes[at]
                node.hang_guard.retired.set()
                node.pool.retire()
