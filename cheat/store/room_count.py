"""Counts for limits: all rooms, the memory of Redis, and the claims of payers.

A room claims memory: the number of bytes that it may take. A room has up to three payers: the address that
opened it; with IPv6, the network of that address; and the document, if the room plays one. The claim counts
for each payer, and each payer has a limit for the claims of all its rooms together.

An address, and with IPv6 also its network, has a limit for its public rooms that wait for players.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

import redis

from cheat.errors import ServerFull
from cheat.ops import metrics
from cheat.store import keys
from cheat.store.redis.cluster import on_each_server
from cheat.store.redis.error_messages import EVICTION
from cheat.store.rooms import reachable

RECHECK_MS = 3_600_000
"""Maximum time until the count checks a room again, in ms.

The next check comes when the room should expire, but after `RECHECK_MS` at the latest. Each new version of a
room postpones its expiry, and the count does not learn of that.
"""
BATCH = 500
MEMORY_S = 5.0
"""Minimum seconds between two requests of a worker for the memory that Redis uses."""
LOG_S = 60.0
"""Minimum seconds between two log lines about refused rooms: a full server refuses many."""
NO_EVICTION = "noeviction"
CLAIM_TTL_MS = 24 * 3_600_000
MEMORY_TTL_MS = 2 * CLAIM_TTL_MS
"""Time for which Redis keeps all claims of a payer after the newest claim, in ms.

Rooms claim memory only when they open and when they grow. If no room of a payer does so for two days, Redis
drops the claims of rooms that are still open. Such rooms are rare. A room expires at most a day after its
last change. So they must have kept changing for more than a day, and no change made them larger.
"""
FRESH_MS = 10_000
"""Time for which a room counts as a waiting public room before it is listed, in ms.

`claim_public` begins to count a room shortly before the room enters the list of public rooms. After this
time, a room counts only if it is listed.
"""

log = logging.getLogger(__name__)


class RoomCount:
    """The counts behind the limits that all workers share."""

    def __init__(
        self,
        client: redis.Redis,
        most_rooms: int,
        memory_share: float,
        free_memory: Callable[[], bool] = lambda: False,
    ) -> None:
        """`free_memory`: a function to call if memory is short. It returns whether it freed any."""
        self._client: Any = client
        self._free_memory = free_memory
        self.most_memory = float("inf")
        """If Redis uses more bytes than this, nothing in it should grow.

        The number comes from the last answer of Redis.
        """
        self._most_rooms = most_rooms
        self._memory_share = memory_share
        self._memory: tuple[float, str] = (float("-inf"), "")
        self._logged_at = float("-inf")
        self.evicts = ""
        """The reason why Redis may evict (delete) rooms, from its last answer; "" if it never does."""

    def full(self, now: int) -> str:
        """Return the reason why clients cannot make rooms now, or "" if they can. `now`: ms."""
        return self.memory_short() or self._too_many_rooms(now)

    def memory_short(self) -> str:
        """Return the reason why nothing in Redis should grow now, or "" if data may grow."""
        read_at, reason = self._memory
        if time.monotonic() - read_at > MEMORY_S:
            reason = self.read_memory()
            if reason and self._free_memory():
                reason = self.read_memory()
            self._memory = (time.monotonic(), reason)
        return reason

    def check(self, now: int) -> None:
        """Raise ServerFull if clients cannot make rooms now, and log the reason."""
        reason = self.full(now)
        if not reason:
            return
        metrics.limit_hits.labels("max_memory_share" if self._memory[1] else "max_rooms").inc()
        if time.monotonic() - self._logged_at > LOG_S:
            self._logged_at = time.monotonic()
            log.warning("no room can be opened: %s", reason)
        raise ServerFull("The server is full. Try again later.")

    def add(self, code: str, now: int, ttl_ms: int) -> None:
        """Count a new room that lives for `ttl_ms`."""
        with reachable():
            self._client.zadd(keys.ROOMS, {code: now + min(ttl_ms, RECHECK_MS)})

    def _too_many_rooms(self, now: int) -> str:
        while True:
            with reachable(), self._client.pipeline(transaction=False) as pipeline:
                pipeline.zrangebyscore(keys.ROOMS, "-inf", now, start=0, num=BATCH)
                pipeline.zcard(keys.ROOMS)
                due_codes, rooms = pipeline.execute()
            if due_codes:
                self._recheck([code.decode() for code in due_codes], now)
            if rooms < self._most_rooms:
                return ""
            if not due_codes:
                return f"{rooms} rooms are open, and MAX_ROOMS is {self._most_rooms}."

    def _recheck(self, codes: list[str], now: int) -> None:
        """Stop counting rooms that are gone, and note when to check the remaining rooms again."""
        with reachable(), self._client.pipeline(transaction=False) as pipeline:
            for code in codes:
                pipeline.pttl(keys.room_key(code))
            ttls = dict(zip(codes, pipeline.execute(), strict=True))
            for code, ttl in ttls.items():
                if ttl == -2:
                    pipeline.zrem(keys.ROOMS, code)
                else:
                    delay = min(ttl, RECHECK_MS) if ttl > 0 else RECHECK_MS
                    pipeline.zadd(keys.ROOMS, {code: now + delay})
            pipeline.execute()

    def read_memory(self) -> str:
        with reachable():
            try:
                infos, _ = on_each_server(self._client, lambda server: server.info("memory"))
            except redis.ResponseError:  # some hosted servers and the Redis in memory refuse INFO
                return ""
        self._check_eviction(infos)
        limits = [info.get("maxmemory", 0) for info in infos]
        self.most_memory = self._memory_share * sum(limits) if limits and all(limits) else float("inf")
        shares = [info.get("used_memory", 0) / limit for info in infos if (limit := info.get("maxmemory", 0))]
        share = max(shares, default=0.0)
        if share < self._memory_share:
            return ""
        return f"Redis uses {share:.0%} of its maxmemory, and MAX_MEMORY_SHARE is {self._memory_share:g}."

    def _check_eviction(self, infos: list[dict[str, Any]]) -> None:
        policies = (info.get("maxmemory_policy", NO_EVICTION) for info in infos if info.get("maxmemory", 0))
        policy = next((policy for policy in policies if policy != NO_EVICTION), NO_EVICTION)
        former, self.evicts = self.evicts, "" if policy == NO_EVICTION else EVICTION.format(policy)
        if self.evicts and self.evicts != former:
            log.warning("%s", self.evicts)

    def usage(self) -> dict[str, float]:
        """Return the `memory` (bytes) and the number of `commands` of all Redis servers together.

        `commands` counts the commands since each server started. Returns {} if a server does not give these
        figures.
        """
        with reachable():
            try:
                usages, errors = on_each_server(self._client, _usage_of)
            except redis.ResponseError:
                return {}
        if errors:
            return {}
        return {
            "memory": sum(memory["used_memory"] for memory, _ in usages),
            "commands": sum(stats["total_commands_processed"] for _, stats in usages),
        }

    def claim_public(self, owner: str, code: str, now: int) -> int:
        """Count a public room for `owner`. Return how many other public rooms of `owner` wait.

        `owner`: the address that opened the room, or the network of this address.
        """
        key = keys.owner_key(owner)
        with reachable(), self._client.pipeline(transaction=False) as pipeline:
            pipeline.zadd(key, {code: now}, nx=True)
            pipeline.pexpire(key, CLAIM_TTL_MS)
            pipeline.zrange(key, 0, -1, withscores=True)
            claims = {room.decode(): at for room, at in pipeline.execute()[-1] if room.decode() != code}
            if not claims:
                return 0
            pipeline.zmscore(keys.PUBLIC, list(claims))
            listed_at = dict(zip(claims, pipeline.execute()[0], strict=True))
            expired = [room for room, at in claims.items() if listed_at[room] is None and now - at > FRESH_MS]
            if expired:
                pipeline.zrem(key, *expired)
                pipeline.execute()
        return len(claims) - len(expired)

    def claim_memory(self, code: str, size: int, limits: Mapping[str, float]) -> bool:
        """Claim memory for a room if the claim fits into the limit of every payer.

        `size`: the bytes that the room may take. `limits`: payer -> the bytes that all rooms of the payer may
        take together. If the limit of one payer is too low, the room keeps its former claims for all payers.
        This method never lowers a claim. Rooms that are gone do not count. A claim that fits takes one round
        trip. If two rooms claim at the same time, both may be refused, even if one of them alone would fit.
        """
        with reachable(), self._client.pipeline(transaction=False) as pipeline:
            for key in map(keys.memory_key, limits):
                pipeline.zscore(key, code)
                pipeline.zadd(key, {code: size}, gt=True)
                pipeline.pexpire(key, MEMORY_TTL_MS)
                pipeline.zrange(key, 0, -1, withscores=True)
            answers = pipeline.execute()
            former_sizes = dict(zip(limits, answers[::4], strict=True))
            sizes = {
                payer: {claimant.decode(): size for claimant, size in rows}
                for payer, rows in zip(limits, answers[3::4], strict=True)
            }
            over = [payer for payer, limit in limits.items() if sum(sizes[payer].values()) > limit]
            if not over:
                return True
            other_rooms = sorted({claimant for payer in over for claimant in sizes[payer]} - {code})
            for room in other_rooms:
                pipeline.exists(keys.room_key(room))
            expired = {
                room for room, exists in zip(other_rooms, pipeline.execute(), strict=True) if not exists
            }
            fits = True
            for payer in over:
                open_rooms = {room: size for room, size in sizes[payer].items() if room not in expired}
                fits = fits and sum(open_rooms.values()) <= limits[payer]
                if len(open_rooms) < len(sizes[payer]):
                    pipeline.zrem(keys.memory_key(payer), *(sizes[payer].keys() - open_rooms.keys()))
            for payer in () if fits else limits:
                self._note_memory(pipeline, payer, code, former_sizes[payer])
            pipeline.execute()
        return fits

    def lower_memory(self, code: str, sizes: Mapping[str, int]) -> None:
        """Lower the claims of a room. `sizes`: payer -> the bytes that the room still claims.

        With 0, the room no longer counts for that payer.
        """
        with reachable(), self._client.pipeline(transaction=False) as pipeline:
            for payer, size in sizes.items():
                self._note_memory(pipeline, payer, code, size)
            pipeline.execute()

    def _note_memory(self, pipeline: Any, payer: str, code: str, size: float | None) -> None:
        if size:
            pipeline.zadd(keys.memory_key(payer), {code: size})
        else:
            pipeline.zrem(keys.memory_key(payer), code)

    def drop_claim(self, owner: str, code: str) -> None:
        """Stop counting a room for `owner`, because the room did not become public after all."""
        with reachable():
            self._client.zrem(keys.owner_key(owner), code)


def _usage_of(server: Any) -> list[dict[str, Any]]:
    """Return the sections `memory` and `stats` of a server's INFO."""
    with server.pipeline(transaction=False) as pipeline:
        pipeline.info("memory")
        pipeline.info("stats")
        sections: list[dict[str, Any]] = pipeline.execute()
    return sections
