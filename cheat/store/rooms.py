"""Rooms in Redis: bytes, versions, the event log, times to live. Knows no game.

Every method is one round trip. Whatever redis-py raises becomes StoreUnavailable: to a caller it
makes no difference why the store did not do it, and every method may be asked again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from importlib import resources
from typing import Any, NamedTuple

import msgspec
import redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.exceptions import AskError, MovedError, TryAgainError
from redis.retry import Retry

from cheat.errors import StoreUnavailable
from cheat.ops import metrics
from cheat.store import keys
from cheat.store.clock import RedisClock, monotonic_ms
from cheat.store.redis import cluster, sentinel
from cheat.store.redis.cluster import Cluster, ask_servers
from cheat.store.redis.error_messages import cause_of
from cheat.store.redis.node_pipelines import line_of
from cheat.store.redis.outages import OUTAGES
from cheat.store.redis.pool import Pool
from cheat.store.redis.slots import UNSIGNED
from cheat.store.redis.url import check_url, read_as_a_url, unverified

SEEN_TTL_MS = 120_000
"""Heartbeats are forgotten after this: three times as long as it takes to be away."""
SEEN_MAX = 500
"""Heartbeats of a room that are kept, the newest: ten players, and what several workers count of watchers."""
SOCKET_TIMEOUT_S = 5
CONNECT_TIMEOUT_S = 2
CLUSTER_TIMEOUT_S = 2.5
"""In a cluster another server may take over from one that hangs, so it is found out before those who have
asked it give up: clients send an action again after four seconds.
"""


READY_TTL_MS = 60_000
MOST_LOOKED_AT = 10_000
"""Keys among which one is found for each server of a cluster, however few slots it has."""
FIELDS = ("epoch", "version", "data", "private")


class Stored(msgspec.Struct):
    """A room as it was written last: the version that everybody knows, and the number of private acts since.

    `cache` is for whoever decodes `data`: once per write and worker.
    """

    epoch: str
    version: int
    data: bytes
    private: int = 0
    cache: Any = None

    @property
    def revision(self) -> tuple[int, int]:
        """What every commit raises, within an epoch."""
        return self.version, self.private


class Logged(NamedTuple):
    """A room together with its log, oldest entry first; the last entry made the version."""

    stored: Stored
    entries: list[bytes]

    def since(self, version: int) -> list[bytes] | None:
        """The entries after `version`, or None where the log does not cover them."""
        missing = self.stored.version - version
        return self.entries[len(self.entries) - missing :] if 0 <= missing <= len(self.entries) else None


def connect(url: str, connections: int, *, verify: bool = True) -> redis.Redis:
    """A client with a pool of at most `connections`, one of which the listener of wake-ups will hold; in a
    cluster for each server. Unless `verify`, certificates are not verified.

    A command is tried a second time when its connection broke; a commit that had been carried out
    then looks like a conflict, and the room remembers the action.

    Raises ValueError, in a sentence that shows no password, if the URL cannot be used.
    """
    check_url(url)
    if not verify:
        url = unverified(url)
    settings: dict[str, Any] = {
        "max_connections": connections,
        "socket_timeout": SOCKET_TIMEOUT_S,
        "socket_connect_timeout": CONNECT_TIMEOUT_S,
        "retry": Retry(ExponentialWithJitterBackoff(cap=0.5, base=0.05), 1),
        "protocol": 2,
    }
    with read_as_a_url():
        client = _client(url, settings)
        pool = client.connection_pool
        # Without this, only the first request would find a wrong parameter.
        pool.connection_class(**pool.connection_kwargs)
    return client


def _client(url: str, settings: dict[str, Any]) -> redis.Redis:
    if url.startswith(tuple(f"{scheme}:" for scheme in cluster.SCHEMES)):
        return Cluster(url, **{**settings, "socket_timeout": CLUSTER_TIMEOUT_S})
    if url.startswith(tuple(f"{scheme}:" for scheme in sentinel.SCHEMES)):
        pool: Pool = sentinel.SentinelPool(sentinel.address_of(url), **settings)
    else:
        pool = Pool.from_url(url, **settings)
    return redis.Redis(connection_pool=pool)


def disconnect(client: redis.Redis) -> None:
    """Close all connections of a client that `connect` made."""
    client.close()
    if not isinstance(client, Cluster):
        client.connection_pool.disconnect()


class RoomStore:
    """All that the project asks of Redis, but for the listening. `clock` tells Redis's time."""

    def __init__(self, client: redis.Redis, log_length: int) -> None:
        self.client: Any = client
        self.log_length = log_length
        self.clock = RedisClock(client)
        self._create = client.register_script(script("create.lua"))
        self._commit = client.register_script(script("commit.lua"))
        self._exchange = client.register_script(script("exchange.lua"))
        self._ready = client.register_script(script("ready.lua"))
        self._cluster = client if isinstance(client, Cluster) else None
        self._announce = "SPUBLISH" if self._cluster else "PUBLISH"
        self._pipe = line_of(client)

    def create(
        self, code: str, epoch: str, data: bytes, entry: bytes, ttl_ms: int, block: bytes = b""
    ) -> bool:
        """Make a room at version 1; `block` begins the record of a game. False if the code is taken."""
        with reachable():
            made = self._create(_keys(code), [epoch, data, entry, ttl_ms, block], client=self.client)
        return bool(made)

    def load(self, code: str) -> Stored | None:
        """The newest version, or None if there is no such room."""
        with reachable():
            return _stored(self.client.hmget(keys.room_key(code), *FIELDS))

    def load_with_log(self, code: str) -> Logged | None:
        """The newest version and the log as of the same moment."""
        with reachable(), self.client.pipeline(transaction=True) as pipe:
            pipe.hmget(keys.room_key(code), *FIELDS)
            pipe.lrange(keys.log_key(code), 0, -1)
            fields, entries = pipe.execute()
        stored = _stored(fields)
        return Logged(stored, entries) if stored else None

    def load_with_record(self, code: str) -> tuple[Stored, list[bytes]] | None:
        """The newest version and the blocks of the record as of the same moment."""
        with reachable(), self.client.pipeline(transaction=True) as pipe:
            pipe.hmget(keys.room_key(code), *FIELDS)
            pipe.lrange(keys.record_key(code), 0, -1)
            fields, blocks = pipe.execute()
        stored = _stored(fields)
        return (stored, blocks) if stored else None

    def commit(
        self,
        code: str,
        read: Stored,
        data: bytes,
        entry: bytes | None,
        ttl_ms: int,
        block: bytes = b"",
        *,
        first: bool = False,
        log_length: int = 0,
    ) -> bool:
        """Write the version after `read` and wake whoever waits. False if somebody else was first.

        Without an entry it is a private act: the version and the log stay as they are. `block` is kept with
        the record, which begins anew with the `first`. `log_length`: entries to keep, if not as many as
        usual.
        """
        args: list[Any] = [
            read.epoch,
            read.version,
            read.private,
            data,
            entry or b"",
            ttl_ms,
            log_length or self.log_length,
            keys.wake_channel(code),
            block,
            int(first),
            self._announce,
            self._end_of_news(code),
        ]
        with reachable():
            return bool(self._ask_to_commit(_keys(code), args, bool(block) or first))

    def _end_of_news(self, code: str) -> bytes:
        node = self._cluster.slots.known(keys.room_key(code)) if self._cluster else None
        return node.signature if node else UNSIGNED

    def _ask_to_commit(self, names: list[str], args: list[Any], with_record: bool) -> Any:
        """By the pipe, else by redis-py: it sends the script where Redis has lost it, and finds the server
        where it has moved. A commit that had been carried out then looks like a conflict, and the room
        remembers it.
        """
        if self._pipe is not None:
            try:
                return self._pipe.ask("EVALSHA", self._commit.sha, len(names), *names, *args)
            except redis.ConnectionError:
                pass
            except redis.ResponseError as error:
                if not with_record and str(error).startswith(cluster.MOVING):
                    names = names[:-1]  # often there is no record
        return self._commit(names, args, client=self.client)

    def _ask_all(self, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The answers to commands that may be asked twice, by one round trip: by the pipe where there is a
        line, else by redis-py.
        """
        if self._pipe is not None:
            with suppress(redis.ConnectionError, redis.ResponseError):
                return self._pipe.ask_all(commands)
        try:
            return self._ask_all_of_client(commands)
        except redis.exceptions.NoScriptError:
            self.client.script_load(self._exchange.script)
            return self._ask_all_of_client(commands)

    def _ask_all_of_client(self, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
        with self.client.pipeline(transaction=False) as pipe:
            for command in commands:
                pipe.execute_command(*command)
            answers: list[Any] = pipe.execute()
        return answers

    def close(self) -> None:
        """Keep no connection any more."""
        if self._pipe is not None:
            self._pipe.close()

    def apart(self, codes: Sequence[str]) -> list[list[str]]:
        """Rooms by the server that has them, for what shall not fail for all of them where one is down."""
        if self._cluster is None:
            return [list(codes)]
        groups: dict[Any, list[str]] = {}
        for code in codes:
            groups.setdefault(self._cluster.slots.known(keys.room_key(code)), []).append(code)
        return list(groups.values())

    def versions(self, codes: Sequence[str]) -> list[tuple[str, int, int] | None]:
        """Epoch and revision of each room, None where there is none; one round trip for all."""
        with reachable():
            rows = self._ask_all(
                [("HMGET", keys.room_key(code), "epoch", "version", "private") for code in codes]
            )
        return [
            (epoch.decode(), int(version), int(private or 0)) if epoch else None
            for epoch, version, private in rows
        ]

    def exchange_seen(self, heard: Mapping[str, Mapping[str, int]], now: int) -> dict[str, dict[str, int]]:
        """Tell when this worker heard of whom (ms, by room; 0 forgets), and learn what all workers know.

        Kept apart from the room: a heartbeat is no change of it. One round trip for all rooms, unless Redis
        does not have the script. Sets the clock on the way, where who tells the time has one of the rooms.
        """
        asks_time = self._cluster is None or self._tells_time(self._cluster, heard)
        commands: list[tuple[Any, ...]] = [("TIME",)] if asks_time else []
        for code, times in heard.items():
            pairs = [one for pair in times.items() for one in pair]
            arguments = (keys.seen_key(code), now, SEEN_TTL_MS, SEEN_MAX, *pairs)
            commands.append(("EVALSHA", self._exchange.sha, 1, *arguments))
        with reachable():
            sent = monotonic_ms()
            rows = self._ask_all(commands)
        if asks_time:
            seconds, microseconds = rows.pop(0)
            self.clock.learn(sent, (int(seconds), int(microseconds)), monotonic_ms())
        return {code: _times(row) for code, row in zip(heard, rows, strict=True)}

    def _tells_time(self, cluster: Cluster, codes: Iterable[str]) -> bool:
        """Whether one of the rooms is where the time is told."""
        teller = cluster.slots.known(keys.CLOCK)
        return any(cluster.slots.known(keys.room_key(code)) is teller for code in codes)

    def list_publicly(self, code: str, now: int) -> Stored | None:
        """Put a room on the list of public rooms; `now` (ms) sorts it. The room just after that."""
        with reachable(), self.client.pipeline(transaction=False) as pipe:
            pipe.zadd(keys.PUBLIC, {code: now})
            pipe.hmget(keys.room_key(code), *FIELDS)
            return _stored(pipe.execute()[1])

    def unlist(self, *codes: str) -> dict[str, Stored | None]:
        """Take rooms off the list. The rooms just after that."""
        with reachable(), self.client.pipeline(transaction=False) as pipe:
            pipe.zrem(keys.PUBLIC, *codes)
            for code in codes:
                pipe.hmget(keys.room_key(code), *FIELDS)
            return dict(zip(codes, map(_stored, pipe.execute()[1:]), strict=True))

    def listed(self, limit: int, start: int = 0) -> dict[str, Stored | None]:
        """Listed rooms by code, newest first, so many from number `start` on; None for one that has
        expired. Two round trips.
        """
        with reachable(), self.client.pipeline(transaction=False) as pipe:
            codes = [one.decode() for one in self.client.zrevrange(keys.PUBLIC, start, start + limit - 1)]
            for code in codes:
                pipe.hmget(keys.room_key(code), *FIELDS)
            return dict(zip(codes, map(_stored, pipe.execute()), strict=True))

    def try_out(self) -> list[str]:
        """Do at each server what a commit needs, and return in words why some servers of a cluster are out of
        reach. Raises StoreUnavailable if all are, or the only one, or if one refuses it.
        """
        with reachable():
            _, lost = ask_servers(self.client, self._try_out)
        return list(dict.fromkeys(map(cause_of, lost)))

    def _try_out(self, server: redis.Redis) -> None:
        key = self._key_at(server)
        try:
            self._ready([key], [self.clock.at_once(), READY_TTL_MS, self._announce], client=server)
        except (
            MovedError,
            AskError,
            TryAgainError,
        ):  # the slot of the key is on its way, and nothing is wrong
            server.ping()

    def _key_at(self, server: redis.Redis) -> str:
        if self._cluster is None:
            return keys.READY
        numbered = (f"{keys.READY}:{number}" for number in range(MOST_LOOKED_AT))
        nodes = ((key, self._cluster.slots.known(key)) for key in numbered)
        return next((key for key, node in nodes if node and node.client is server), keys.READY)


class reachable:  # noqa: N801  # reads as what it does, as those of contextlib
    """Turn what redis-py raises into StoreUnavailable, and tell the log of it."""

    __slots__ = ()

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None:
            OUTAGES.worked()
        if not isinstance(error, redis.RedisError):
            return
        metrics.store_errors.labels(type(error).__name__).inc()
        failure = StoreUnavailable("The server can't reach its database. Try again.")
        failure.cause = cause_of(error)
        OUTAGES.failed(failure.cause, error)
        raise failure from error


def _keys(code: str) -> list[str]:
    return [keys.room_key(code), keys.log_key(code), keys.record_key(code)]


def _stored(fields: Sequence[bytes | None]) -> Stored | None:
    epoch, version, data, private = fields
    if epoch is None or version is None or data is None:
        return None
    return Stored(epoch.decode(), int(version), data, int(private or 0))


def _times(row: Sequence[bytes]) -> dict[str, int]:
    return {name.decode(): int(at) for name, at in zip(row[::2], row[1::2], strict=True)}


def script(name: str) -> str:
    """The source of one of the Lua scripts of the store."""
    return resources.files("cheat.store").joinpath(name).read_text(encoding="utf-8")
