"""Rooms in Redis: bytes, versions, the event log, times to live.

A method takes one round trip to Redis, unless its docstring names another number. Every error of redis-py
becomes StoreUnavailable, because callers treat all of them alike. After such an error, a caller may call the
method again.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
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
from cheat.store.redis.cluster import Cluster, on_each_server
from cheat.store.redis.commit_pipeline import pipeline_of
from cheat.store.redis.error_messages import cause_of
from cheat.store.redis.outages import OUTAGES
from cheat.store.redis.pool import Pool
from cheat.store.redis.slots import UNSIGNED
from cheat.store.redis.url import check_url, unverified, url_errors

HEARTBEAT_TTL_MS = 120_000
"""Time for which Redis keeps a heartbeat, in ms: three times `presence.AWAY_MS`.

A heartbeat is the time of the last poll of a player or watcher.
"""
MAX_HEARTBEATS = 500
"""Maximum number of heartbeats of a room. Redis keeps the newest.

This number is enough for ten players, and for `presence.MAX_WATCHERS` watchers at each of several workers.
"""
MAX_SWEPT = 1000
"""Maximum number of rooms in one command of a sweep.

Such a command keeps Redis busy for 10 ms.
"""
MAX_SWEPT_OF_CLUSTER = 25
"""Maximum number of rooms whose commands a sweep sends together to a cluster."""
SOCKET_TIMEOUT_S = 5
CONNECT_TIMEOUT_S = 2
CLUSTER_TIMEOUT_S = 2.5
"""Timeout of a socket in a cluster, in seconds.

If a server hangs, another server may take its place. The timeout is shorter than the four seconds after which
a client sends an action again.
"""


READY_TTL_MS = 60_000
MOST_KEYS_TRIED = 10_000
"""Maximum number of keys that a worker tries, to find one on a certain server.

This number is enough even for a server with few slots.
"""
FIELDS = ("epoch", "version", "data", "private")


class StoredRoom(msgspec.Struct, weakref=True):
    """A version of a room as it is stored.

    `private`: the number of private versions since the public `version`. Callers use `cache` for the decoded
    `data`, so that a worker decodes each version only once.
    """

    epoch: str
    version: int
    data: bytes
    private: int = 0
    cache: Any = None

    @property
    def revision(self) -> tuple[int, int]:
        """The pair of `version` and `private`. Within an epoch, every commit makes it greater."""
        return self.version, self.private


MOST_LOGGED = 65_536
"""Maximum size of a log in bytes, as in `commit.lua`. A longer log loses its oldest entries.

The script checks the size only if the newest entry is long. Short entries after that may add as much again,
so a log may take twice this size.
"""


def newest_of(entries: list[bytes], length: int) -> list[bytes]:
    """Return the log entries that the store keeps: the last `length`, or fewer if they are long."""
    entries = entries[-length:]
    if len(entries[-1]) * length <= MOST_LOGGED:
        return entries
    size = 0
    for number, entry in enumerate(reversed(entries)):
        size += len(entry)
        if number and size > MOST_LOGGED:
            return entries[-number:]
    return entries


AllHeartbeats = Mapping[str, Mapping[str, int]]
"""Code of a room -> a mapping: name of a player or watcher -> time of the last poll.

Times are in ms since 1970.
"""


class SweptRoom(NamedTuple):
    """The results of a sweep for one room.

    - `version`: (epoch, version, private versions), or None if there is no such room
    - `heartbeats`: player or watcher -> the time of the last heartbeat, at any worker (ms since 1970)
    """

    version: tuple[str, int, int] | None
    heartbeats: dict[str, int]


class LoggedRoom(NamedTuple):
    """A room with its log, oldest entry first. The last entry belongs to the room's version."""

    stored: StoredRoom
    entries: list[bytes]

    def since(self, version: int) -> list[bytes] | None:
        """Return the entries after `version`, or None if the log lacks some of them."""
        entry_count = self.stored.version - version
        return (
            self.entries[len(self.entries) - entry_count :] if 0 <= entry_count <= len(self.entries) else None
        )


def connect(url: str, connections: int, *, verify: bool = True) -> redis.Redis:
    """Return a client with a pool of at most `connections`.

    In a cluster, each server has such a pool. The subscriber will keep one of the connections. Without
    `verify`, the client does not check certificates.

    If a connection breaks during a command, the client sends the command a second time. Redis may have
    carried out a commit the first time. Then the second attempt fails as if another commit had come first.
    The caller reads the room and tries again, and finds that the room remembers the action.

    Raises ValueError if the URL is not valid. The message shows no password.
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
    with url_errors():
        client = _client(url, settings)
        pool = client.connection_pool
        # Make a connection object now: otherwise only the first request would find a wrong parameter.
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


MEET_TRIES = 3
"""Maximum attempts to read the meeting room of a game: the key may expire between commands."""


class RoomStore:
    """All commands to Redis about rooms, except the subscription to wake-ups.

    `clock` returns the time of Redis.
    """

    def __init__(self, client: redis.Redis, log_length: int) -> None:
        self.client: Any = client
        self.log_length = log_length
        self.clock = RedisClock(client)
        self._create = client.register_script(script("create.lua"))
        self._commit = client.register_script(script("commit.lua"))
        self._sweep = client.register_script(script("sweep.lua"))
        self._ready = client.register_script(script("ready.lua"))
        self._cluster = client if isinstance(client, Cluster) else None
        self.publish_command = "SPUBLISH" if self._cluster else "PUBLISH"
        self.pipeline = pipeline_of(client)

    def create(
        self, code: str, epoch: str, data: bytes, entry: bytes, ttl_ms: int, chunk: bytes = b""
    ) -> bool:
        """Store a new room as version 1. Return False if another room has its code.

        `chunk`: the first chunk of a recording, if a game begins at once.
        """
        with reachable():
            created = self._create(_keys(code), [epoch, data, entry, ttl_ms, chunk], client=self.client)
        return bool(created)

    def load(self, code: str) -> StoredRoom | None:
        """Return the newest version, or None if there is no such room."""
        with reachable():
            return _stored(self.client.hmget(keys.room_key(code), *FIELDS))

    def load_with_log(self, code: str) -> LoggedRoom | None:
        """Return the newest version with its log. One command reads both."""
        with reachable(), self.client.pipeline(transaction=True) as pipeline:
            pipeline.hmget(keys.room_key(code), *FIELDS)
            pipeline.lrange(keys.log_key(code), 0, -1)
            fields, entries = pipeline.execute()
        stored = _stored(fields)
        return LoggedRoom(stored, entries) if stored else None

    def load_with_recording(self, code: str) -> tuple[StoredRoom, list[bytes]] | None:
        """Return the newest version with the chunks of its recording. One command reads both."""
        with reachable(), self.client.pipeline(transaction=True) as pipeline:
            pipeline.hmget(keys.room_key(code), *FIELDS)
            pipeline.lrange(keys.recording_key(code), 0, -1)
            fields, chunks = pipeline.execute()
        stored = _stored(fields)
        return (stored, chunks) if stored else None

    def commit(
        self,
        code: str,
        base: StoredRoom,
        data: bytes,
        entry: bytes | None,
        ttl_ms: int,
        chunk: bytes = b"",
        *,
        first: bool = False,
        log_length: int = 0,
    ) -> bool:
        """Write the version after `base`, and publish its wake-up.

        Returns False if another commit came first.

        - `entry`: the new entry of the log. A private version has none, and leaves the log as it is.
        - `chunk`: a chunk to append to the recording. If it is the `first` one of a game, it replaces the
          former recording.
        - `log_length`: the number of log entries to keep; 0 for the usual number
        """
        args: list[Any] = [
            base.epoch,
            base.version,
            base.private,
            data,
            entry or b"",
            ttl_ms,
            log_length or self.log_length,
            keys.wake_channel(code),
            chunk,
            int(first),
            self.publish_command,
            self._wakeup_suffix(code),
        ]
        with reachable():
            return bool(self._run_commit(_keys(code), args, bool(chunk) or first))

    def _wakeup_suffix(self, code: str) -> bytes:
        node = self._cluster.slots.known_owner(keys.room_key(code)) if self._cluster else None
        return node.signature if node else UNSIGNED

    def _run_commit(self, names: list[str], args: list[Any], with_record: bool) -> Any:
        """Run the commit script through the pipeline. After an error, run it through redis-py.

        After a timeout, this does not run it again. redis-py sends the script if Redis no longer has it, and
        finds the server if the slot has moved. Redis may have carried out the commit of the pipeline. Then
        the second attempt fails as if another commit had come first. The caller reads the room, and finds
        that the room remembers the action.
        """
        if self.pipeline is not None:
            try:
                return self.pipeline.execute("EVALSHA", self._commit.sha, len(names), *names, *args)
            except redis.ConnectionError:
                pass
            except redis.ResponseError as error:
                if not with_record and str(error).startswith(cluster.MOVING):
                    # While a cluster moves the keys of a room to another server, a script fails if one of its
                    # keys does not exist. Often there is no recording.
                    names = names[:-1]
        return self._commit(names, args, client=self.client)

    def _execute_all(self, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Return the answers to commands, usually with one round trip.

        This uses the pipeline if it has a connection. If it has none, or if the connection breaks or Redis
        refuses a command, this uses redis-py. So Redis may get the commands twice, and a repetition must do
        no harm.
        """
        if self.pipeline is not None:
            with suppress(redis.ConnectionError, redis.ResponseError):
                return self.pipeline.execute_all(commands)
        try:
            return self._execute_all_by_client(commands)
        except redis.exceptions.NoScriptError:
            self.client.script_load(self._sweep.script)
            return self._execute_all_by_client(commands)

    def _execute_all_by_client(self, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
        with self.client.pipeline(transaction=False) as pipeline:
            for command in commands:
                pipeline.execute_command(*command)
            answers: list[Any] = pipeline.execute()
        return answers

    def close(self) -> None:
        """Close the connections of the pipeline."""
        if self.pipeline is not None:
            self.pipeline.close()

    def sweep_groups(self, codes: Sequence[str]) -> list[list[str]]:
        """Divide rooms into groups for sweeps.

        All rooms of a group are on one server, so if a server is down, only its rooms are affected. The
        groups are so small that a sweep keeps Redis busy only briefly.
        """
        groups = self._by_server(codes)
        most = MAX_SWEPT if self._cluster is None else MAX_SWEPT_OF_CLUSTER
        return [group[start : start + most] for group in groups for start in range(0, len(group), most)]

    def _by_server(self, codes: Sequence[str]) -> list[list[str]]:
        if self._cluster is None:
            return [list(codes)]
        groups: dict[Any, list[str]] = {}
        for code in codes:
            groups.setdefault(self._cluster.slots.known_owner(keys.room_key(code)), []).append(code)
        return list(groups.values())

    def sweep(self, heartbeats: AllHeartbeats, now: int) -> dict[str, SweptRoom]:
        """Exchange heartbeats with the other workers, and return the rooms' versions.

        `heartbeats`: the heartbeats that this worker has not sent yet. If the page of a watcher has taken a
        seat, the time under the watcher's name is the time of the page's last poll as a player, with a minus
        sign. Such a page is no watcher any more. Heartbeats have a key of their own, so they do not change
        the room.

        On a single server, the sweep takes one command for all rooms. In a cluster, it takes two commands for
        each room, and one round trip for each server. If Redis no longer has the script, the sweep loads it
        and begins again. The sweep also sets the clock, in a cluster only if one of the rooms is on the
        server that workers ask for the time.
        """
        if not heartbeats:
            return {}
        with reachable():
            sent_ms = monotonic_ms()
            rows = (
                self._sweep_together(heartbeats, now)
                if self._cluster is None
                else self._sweep_one_by_one(heartbeats, now)
            )
            received_ms = monotonic_ms()
        for code, (time, _, _) in zip(heartbeats, rows, strict=True):
            if time and self._tells_time(code):
                self.clock.update(sent_ms, (int(time[0]), int(time[1])), received_ms)
        return {
            code: SweptRoom(_version(version), _heartbeats(row))
            for code, (_, row, version) in zip(heartbeats, rows, strict=True)
        }

    def _sweep_together(self, heartbeats: AllHeartbeats, now: int) -> list[tuple[Any, Any, Any]]:
        """Return for each room: the time of Redis, the heartbeats, the version.

        Only the first tuple has the time; in the others, it is None.
        """
        (answer,) = self._execute_all([self._sweep_command(heartbeats, now, 2)])
        times = [answer[:2], *[None] * (len(heartbeats) - 1)]
        return list(zip(times, answer[2::2], answer[3::2], strict=True))

    def _sweep_one_by_one(self, heartbeats: AllHeartbeats, now: int) -> list[tuple[Any, Any, Any]]:
        """Return the same as `_sweep_together`, but with the time in all tuples.

        Each room takes two commands. One script for both keys of a room does not suit a cluster. While the
        cluster moves the keys to another server, the old server refuses a script if one of its keys is
        missing. But often a room has no heartbeats yet, so the key for them is missing.
        """
        commands: list[tuple[Any, ...]] = []
        for code, times in heartbeats.items():
            commands.append(self._sweep_command({code: times}, now, 1))
            commands.append(("HMGET", keys.room_key(code), "epoch", "version", "private"))
        answers = self._execute_all(commands)
        return [
            (answer[:2], answer[2], version)
            for answer, version in zip(answers[::2], answers[1::2], strict=True)
        ]

    def _sweep_command(self, heartbeats: AllHeartbeats, now: int, keys_of_room: int) -> tuple[Any, ...]:
        names = [key(code) for code in heartbeats for key in (keys.seen_key, keys.room_key)[:keys_of_room]]
        args: list[Any] = [now, HEARTBEAT_TTL_MS, MAX_HEARTBEATS, keys_of_room]
        for times in heartbeats.values():
            args.append(len(times))
            args += [part for pair in times.items() for part in pair]
        return ("EVALSHA", self._sweep.sha, len(names), *names, *args)

    def _tells_time(self, code: str) -> bool:
        """Return whether a room is on the server that workers ask for the time."""
        if self._cluster is None:
            return True
        slots = self._cluster.slots
        return slots.known_owner(keys.room_key(code)) is slots.known_owner(keys.CLOCK)

    def list_publicly(self, code: str, now: int) -> StoredRoom | None:
        """Add a room to the list of public rooms, which is sorted by time. `now`: its time (ms).

        Then read and return the room.
        """
        with reachable(), self.client.pipeline(transaction=False) as pipeline:
            pipeline.zadd(keys.PUBLIC, {code: now})
            pipeline.hmget(keys.room_key(code), *FIELDS)
            return _stored(pipeline.execute()[1])

    def unlist(self, *codes: str) -> dict[str, StoredRoom | None]:
        """Remove rooms from the list of public rooms. Then read and return the rooms."""
        with reachable(), self.client.pipeline(transaction=False) as pipeline:
            pipeline.zrem(keys.PUBLIC, *codes)
            for code in codes:
                pipeline.hmget(keys.room_key(code), *FIELDS)
            return dict(zip(codes, map(_stored, pipeline.execute()[1:]), strict=True))

    def listed_rooms(self, limit: int, start: int = 0) -> dict[str, StoredRoom | None]:
        """Return at most `limit` listed rooms from position `start` on: code -> room.

        The room that was listed last comes first. A room that has expired is None. Takes two round trips.
        """
        with reachable(), self.client.pipeline(transaction=False) as pipeline:
            codes = [code.decode() for code in self.client.zrevrange(keys.PUBLIC, start, start + limit - 1)]
            for code in codes:
                pipeline.hmget(keys.room_key(code), *FIELDS)
            return dict(zip(codes, map(_stored, pipeline.execute()), strict=True))

    def meet(self, game: str, code: str, ttl_ms: int) -> str:
        """Return the code of the room in which players of a game meet.

        If there is no such room yet, the room with this `code` becomes the meeting room. Only the first of
        several commands at the same time can store a code. So players that come at the same time get the same
        room. Takes one round trip if the code is stored. If it is not, takes a second one to read the stored
        code, and further ones if that code expires meanwhile.
        """
        with reachable():
            for _ in range(MEET_TRIES):
                if self.client.set(keys.meeting_key(game), code, nx=True, px=ttl_ms):
                    return code
                meeting_code: bytes | None = self.client.get(keys.meeting_key(game))
                if meeting_code is not None:
                    return meeting_code.decode()
            return code

    def meet_here(self, game: str, code: str, ttl_ms: int) -> None:
        """Make this room the meeting room of a game."""
        with reachable():
            self.client.set(keys.meeting_key(game), code, px=ttl_ms)

    def test_servers(self) -> list[str]:
        """Test on each server everything that a commit needs.

        Returns the reasons, in words, why some servers of a cluster do not answer. Raises StoreUnavailable if
        no server answers, or if a server refuses the test.
        """
        with reachable():
            _, errors = on_each_server(self.client, self._test_server)
        return list(dict.fromkeys(map(cause_of, errors)))

    def _test_server(self, server: redis.Redis) -> None:
        key = self._key_on(server)
        try:
            self._ready([key], [self.clock.estimate(), READY_TTL_MS, self.publish_command], client=server)
        except (MovedError, AskError, TryAgainError):
            server.ping()  # a moving slot is not a fault

    def _key_on(self, server: redis.Redis) -> str:
        if self._cluster is None:
            return keys.READY
        numbered = (f"{keys.READY}:{number}" for number in range(MOST_KEYS_TRIED))
        nodes = ((key, self._cluster.slots.known_owner(key)) for key in numbered)
        return next((key for key, node in nodes if node and node.client is server), keys.READY)


class reachable:  # noqa: N801  # lower case, as in contextlib
    """A context that turns errors of redis-py into StoreUnavailable, and logs outages."""

    __slots__ = ()

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None:
            OUTAGES.note_success()
        if not isinstance(error, redis.RedisError):
            return
        metrics.store_errors.labels(type(error).__name__).inc()
        failure = StoreUnavailable("The server can't reach its database. Try again.")
        failure.cause = cause_of(error)
        OUTAGES.note_failure(failure.cause, error)
        raise failure from error


def _keys(code: str) -> list[str]:
    return [keys.room_key(code), keys.log_key(code), keys.recording_key(code)]


def _stored(fields: Sequence[bytes | None]) -> StoredRoom | None:
    epoch, version, data, private = fields
    if epoch is None or version is None or data is None:
        return None
    return StoredRoom(epoch.decode(), int(version), data, int(private or 0))


def _version(row: Sequence[bytes | None]) -> tuple[str, int, int] | None:
    epoch, version, private = row
    return (epoch.decode(), int(version), int(private or 0)) if epoch and version else None


def _heartbeats(row: Sequence[Any]) -> dict[str, int]:
    return {name.decode(): int(at) for name, at in zip(row[::2], row[1::2], strict=True)}


@functools.cache
def script(name: str) -> str:
    """Return the source of a Lua script of the store."""
    return resources.files("cheat.store").joinpath(name).read_text(encoding="utf-8")
