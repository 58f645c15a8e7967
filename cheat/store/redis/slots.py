"""Which server of a Redis Cluster has which key.

Every key lies in one of 16,384 slots, by what is in its braces, and every slot with one server that takes
writes. The map says with which. It is read from any server, and again whenever one is found to be gone or
the map to be wrong.
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
from cheat.store.redis.hung_node import HungNode
from cheat.store.redis.pool import Pool

PORT = 6379
MAP_S = 1.0
"""A server that says that a slot has moved makes us ask for the whole map at most this often."""
KEYLESS = ("TIME", "PING", "INFO")
"""Commands that are asked of whoever tells the time."""

UNSIGNED = b"}"
"""How the announcement of a commit ends, a JSON object, where it names no server."""

Asked = tuple[tuple[Any, ...], dict[str, Any]]
"""A command and redis-py's options for its answer."""


class Address(NamedTuple):
    """What a URL says. `settings`: of the connections to every server."""

    hosts: list[tuple[str, int]]
    settings: dict[str, Any]


def address_of(url: str) -> Address:
    """The parts of the URL. Raises ValueError, in a sentence that names no password."""
    parts = urlsplit(url)
    login, at, hosts = parts.netloc.rpartition("@")
    if not hosts or parts.path.strip("/") not in ("", "0"):
        raise ValueError("it must be redis+cluster://host:port,host:port, and there is no db but 0")
    scheme = parts.scheme.partition("+")[0]
    urls = [f"{scheme}://{login}{at}{host}?{parts.query}" for host in hosts.split(",")]
    every: list[dict[str, Any]] = [parse_url(one) for one in urls]  # type: ignore[no-untyped-call]
    if not all(one.get("host") for one in every):
        raise ValueError("a server has no host")
    settings = {name: value for name, value in every[0].items() if name not in ("host", "port", "db")}
    return Address([(one["host"], one.get("port", PORT)) for one in every], settings)


def slot_of(key: str) -> int:
    """The slot of a key or channel."""
    return key_slot(key.encode())


def key_of(command: Sequence[Any]) -> str:
    """The key that says where a command goes."""
    if command[0] in KEYLESS:
        return keys.CLOCK
    key: str = command[3] if command[0] in ("EVAL", "EVALSHA") else command[1]
    return key


class Node:
    """A server of a cluster. `client` asks it, and nobody else; within `silence` nobody waits for what others
    have found to hang. `signature`: how the announcement of a commit ends that it was asked for.
    """

    def __init__(self, host: str, port: int, settings: dict[str, Any]) -> None:
        self.host, self.port = host, port
        self.signature = b',"by":"%b:%d"}' % (host.encode(), port)
        self.pool = Pool(host=host, port=port, **settings)
        self.client = redis.Redis(connection_pool=self.pool)
        self.silence = self.pool.silence = HungNode(self.client.ping, self.pool.cut)

    def ask(self, command: Asked, asking: bool) -> Any:
        """The answer to a command; `asking` where its slot is only on the way here."""
        args, options = command
        if not asking:
            with self.silence:
                return self.client.execute_command(*args, **options)  # type: ignore[no-untyped-call]
        return self.ask_all([(("ASKING",), {}), command], raise_on_error=True)[1]

    def ask_all(self, commands: Iterable[Asked], raise_on_error: bool = False) -> list[Any]:
        """The answers to many commands, by one round trip; the first refusal is raised, or all are among
        them.
        """
        with self.silence, self.client.pipeline(transaction=False) as pipe:
            for args, options in commands:
                pipe.execute_command(*args, **options)  # type: ignore[no-untyped-call]
            return pipe.execute(raise_on_error)

    def transact(self, commands: Iterable[Asked], asking: bool) -> list[Any]:
        """The answers to commands of one slot, as of the same moment, as Redis gives them."""
        first: list[Asked] = [(("ASKING",), {})] if asking else []
        together = [*first, (("MULTI",), {}), *commands, (("EXEC",), {})]
        answers: list[Any] = self.ask_all(together, raise_on_error=True)[-1]
        return answers


class Slots:
    """The map. `hosts` are asked first, and as long as no other server is known; `changes` is raised whenever
    a slot is found to be elsewhere. Nothing is connected before somebody asks.
    """

    def __init__(self, address: Address, **settings: Any) -> None:
        self._settings = {**settings, **address.settings, "retry": Retry(NoBackoff(), 0)}
        self.nodes = {at: Node(*at, self._settings) for at in address.hosts}
        self._seeds = list(self.nodes.values())
        self._owners: list[Node | None] = [None] * REDIS_CLUSTER_HASH_SLOTS
        self._teller: Node | None = None
        self._reading = threading.Lock()
        self._reads, self._read_at = 0, float("-inf")
        self.changes = 0

    def known(self, key: str) -> Node | None:
        """Who has a key, None where nobody has said so yet. Asks nobody."""
        return self._owners[slot_of(key)]

    def owner(self, key: str) -> Node:
        """Who has a key, as far as is known. Asks where nobody has said so yet. Raises redis.RedisError."""
        slot = slot_of(key)
        if self._owners[slot] is None:
            self.read()
        node = self._owners[slot]
        if node is None:
            raise ClusterDownError("No server has the slot.")
        return node

    def apart(self, names: Sequence[str]) -> dict[Node, list[int]]:
        """The places of keys in a sequence, by who has them. Raises as `owner` does."""
        places: dict[Node, list[int]] = {}
        for place, key in enumerate(names):
            places.setdefault(self.owner(key), []).append(place)
        return places

    def masters(self) -> list[Node]:
        """All servers that have slots, as far as is known. Raises redis.RedisError where nobody says so."""
        if self._teller is None:
            self.read()
        return list(dict.fromkeys(node for node in self._owners if node is not None))

    def read(self, lost: Node | None = None) -> None:
        """Ask who has which slot: one server after the other until one tells, the `lost` one last; once for
        all who want to know it at the same time. Raises redis.RedisError if none does.
        """
        reads = self._reads
        with self._reading:
            if reads == self._reads:
                self._learn(*self._told(lost))
                self._reads, self._read_at = self._reads + 1, time.monotonic()

    def age(self) -> float:
        """Seconds since the map was read."""
        return time.monotonic() - self._read_at

    def node(self, teller: Node, host: str | bytes | None, port: int) -> Node:
        """The server that another one names; without a host it is at the teller's."""
        told = host.decode() if isinstance(host, bytes) else host
        at = (told if told and told != "?" else teller.host, int(port))
        return self.nodes.get(at) or self.nodes.setdefault(at, Node(*at, self._settings))

    def moved(self, teller: Node, error: MovedError) -> Node:
        """Who has a slot now. Mostly it is not the only one that has moved."""
        if self.age() > MAP_S:
            with suppress(redis.RedisError):
                self.read()
        node = self.node(teller, error.host, error.port)
        if self._owners[error.slot_id] is not node:
            self._owners[error.slot_id] = node
            self.changes += 1
        return node

    def _told(self, lost: Node | None) -> tuple[Node, list[Any]]:
        """Who tells, and what."""
        known = [self._teller] if self._teller else []
        failure: redis.RedisError = ClusterDownError("No server has any slot.")
        nodes = dict.fromkeys([*known, *self.nodes.values(), *self._seeds])
        for node in sorted(nodes, key=lambda one: one is lost):
            try:
                rows = node.ask((("CLUSTER", "SLOTS"), {}), asking=False)
            except redis.RedisError as error:
                failure = error
            else:
                if rows:
                    return node, rows
        raise failure

    def _learn(self, teller: Node, rows: list[Any]) -> None:
        """Rows as CLUSTER SLOTS has them: first and last slot, and the servers, the master first."""
        owners: list[Node | None] = [None] * REDIS_CLUSTER_HASH_SLOTS
        for first, last, (host, port, *_), *_ in rows:
            owners[first : last + 1] = [self.node(teller, host, port)] * (last + 1 - first)
        self._teller = teller
        if owners != self._owners:
            self._owners = owners
            self.changes += 1
            self._forget(set(self.nodes.values()) - set(owners))

    def _forget(self, gone: set[Node]) -> None:
        """They have no slots, or are known by another name."""
        for at, node in list(self.nodes.items()):
            if node in gone:
                del self.nodes[at]
                node.silence.left.set()
                node.pool.retire()
