"""Rate limits for addresses and seats.

Every refusal is the error RateLimited, which says when to try again. Redis counts the calls of addresses for
all workers. A worker remembers a refused address until the address may call again, so that a flood of refused
calls does not reach Redis. Actions are too frequent for counters in Redis. Instead, the room stores one time
for each seat (`cheat.service.limits.gcra` explains this time). The commit of an action writes this time
together with the room.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import ceil
from typing import Any, Literal, NamedTuple

import redis
from limits import RateLimitItem, parse, parse_many
from limits.storage import RedisStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from cheat.errors import NotFound, RateLimited, StoreUnavailable, Unauthorized
from cheat.i18n.messages import Text, plural, text
from cheat.service.limits.gcra import ExpiringMarks, Rate, RateLimiter
from cheat.service.limits.networks import wider_network
from cheat.settings import Settings
from cheat.store import keys
from cheat.store.room_count import RoomCount
from cheat.store.rooms import reachable

Kind = Literal["rooms", "joins", "calls", "drafts", "checks", "publications", "kilobytes", "pictures"]


class AddressLimit(NamedTuple):
    """A limit for addresses: its setting, its rates, and the words of the refusal."""

    setting: str
    words: str


ADDRESS_LIMITS: dict[Kind, AddressLimit] = {
    "rooms": AddressLimit("room_limit", "Too many rooms were opened from your network."),
    "joins": AddressLimit("join_limit", "Too many people joined rooms from your network."),
    "calls": AddressLimit("call_limit", "Too many requests came from your network."),
    "drafts": AddressLimit("draft_limit", "Too many drafts were checked from your network."),
    "checks": AddressLimit("check_limit", "Too many games were checked from your network."),
    "publications": AddressLimit("publish_limit", "Too many games were published today."),
    "pictures": AddressLimit("picture_limit", "Too many pictures were loaded from your network."),
    "kilobytes": AddressLimit("store_limit", "Too much was stored from your network today."),
}
MISS_CODES = ("room_not_found", "bad_token")
"""Codes of the errors that follow a wrong guess of a room code or token."""
BLOCKED_TRIES = Rate(5, 1.0)
"""The rate at which a blocked address may still try tokens.

Tokens that this worker has lately accepted do not count. The rate is enough for a school class that shares
one address, and does not burden the server.
"""

NETWORK_FACTOR = 4
"""Factor by which the limits of a /48 network of IPv6 are higher than those of an address.

Such a network may belong to one household or to many.
"""

PUBLIC_RETRY_S = 60.0
"""Seconds after which an address may try again to open a public room.

By then a game may have begun in another public room of this address, so that room no longer counts.
"""


def rate_of(text: str) -> Rate:
    """Return the rate of a text such as `10/second`. The window of the rate is in seconds.

    The notation is that of the `limits` library. Raises ValueError.
    """
    item = parse(text)
    return Rate(item.amount, item.get_expiry())


def duration_text(seconds: float) -> Text:
    """Return a time to wait, in words."""
    rounded = max(1, ceil(seconds))
    if rounded > 100:
        return plural("{count} minute", "{count} minutes", count=-(-rounded // 60))
    return plural("a second", "{count} seconds", count=rounded)


def rate_limited(limit: str, sentence: str, seconds: float) -> RateLimited:
    """Return the error for a call over a limit. `limit`: a setting. `sentence`: the explanation."""
    message = text("{what} Try again in {time}.", what=Text(sentence), time=duration_text(seconds))
    return RateLimited(message, seconds, limit)


def too_many_games(seconds: float) -> RateLimited:
    """Return the refusal for a network whose games fill its share of the store."""
    message = (
        "The games from your network take up all the space they can have here. Remove one that you don't "
        "need, or try again in {time}."
    )
    return RateLimited(text(message, time=duration_text(seconds)), seconds, "hub_share")


class _Storage(RedisStorage):
    """The Redis storage of the `limits` library, on the connections of the worker."""

    def __init__(self, client: redis.Redis) -> None:
        self._client = client
        super().__init__("redis://", connection_pool=client.connection_pool, key_prefix=keys.LIMITS)

    def get_connection(self, readonly: bool = False) -> Any:
        """Return the client, which the library uses for its commands."""
        return self._client


class AddressLimits:
    """Limits for the rooms, joins and other calls of an address."""

    def __init__(self, client: redis.Redis, settings: Settings) -> None:
        self._is_on = settings.rate_limits == "on"
        self._public_rooms = settings.public_rooms
        self.hub_share = settings.hub_share if self._is_on else None
        """Share of the store that the games of a network may use; None without limits."""
        self._counter = SlidingWindowCounterRateLimiter(_Storage(client))
        self._rates: dict[Kind, list[RateLimitItem]] = {
            kind: parse_many(getattr(settings, limit.setting)) for kind, limit in ADDRESS_LIMITS.items()
        }
        self._refused_until = ExpiringMarks()

    def count(self, kind: Kind, address: str, amount: int = 1) -> None:
        """Count a call as `amount` calls. Raises RateLimited.

        Takes one round trip to Redis for each rate, and two for each rate with IPv6.
        """
        if not self._is_on:
            return
        for key, factor in limit_keys(address):
            wait_s = self._refused_until.seconds_left((kind, key))
            if not wait_s:
                with suppress(StoreUnavailable):  # if the call needs the store, the call itself fails later
                    wait_s = self._count(kind, key, factor, amount)
            if wait_s:
                raise rate_limited(*ADDRESS_LIMITS[kind], wait_s)

    def claim_public(self, room_count: RoomCount, address: str, code: str, now: int) -> None:
        """Count a room that is about to become public, for the limit of its address.

        Raises RateLimited if too many public rooms of this address wait for players.
        """
        if not self._is_on or not address:
            return
        for key, factor in limit_keys(address):
            if room_count.claim_public(key, code, now) >= factor * self._public_rooms:
                for claimed, _ in limit_keys(address):
                    room_count.drop_claim(claimed, code)
                raise rate_limited(
                    "public_rooms",
                    "Too many public rooms from your network are waiting for players. Join one of them, or "
                    "open a private room.",
                    PUBLIC_RETRY_S,
                )

    def _count(self, kind: Kind, key: str, factor: int, amount: int) -> float:
        """Return 0, or the seconds for which the address or network is refused."""
        for rate in self._rates[kind]:
            with reachable():
                if not self._counter.hit(scaled(rate, factor), kind, key, cost=amount):
                    stats = self._counter.get_window_stats(scaled(rate, factor), kind, key)
                    wait_s = stats.reset_time - time.time()
                    self._refused_until.mark((kind, key), wait_s)
                    return max(wait_s, 0.001)
        return 0.0


def scaled(rate: RateLimitItem, factor: int) -> RateLimitItem:
    """Return the rate, multiplied by `factor`."""
    return type(rate)(rate.amount * factor, rate.multiples)


def limit_keys(address: str) -> list[tuple[str, int]]:
    """Return the keys that a call counts for: the address and, with IPv6, its network.

    Each key comes with the factor that multiplies its limits: 1 for an address, more for a network.
    """
    network = wider_network(address)
    return [(address, 1), (network, NETWORK_FACTOR)] if network else [(address, 1)]


class GuessLimits:
    """A limit for wrong guesses of codes and tokens. An address over the limit is blocked.

    Only wrong guesses cost a round trip. When a worker blocks an address, each other worker learns of this
    block at the next wrong guess of that address. So each worker may answer one more guess.
    """

    def __init__(self, client: redis.Redis, settings: Settings) -> None:
        self._is_on = settings.rate_limits == "on"
        self._storage = _Storage(client)
        self._counter = SlidingWindowCounterRateLimiter(self._storage)
        self._rate = parse(settings.miss_limit)
        self._block_s = settings.miss_block_s
        self._blocked_until = ExpiringMarks()
        self._valid_tokens = ExpiringMarks()
        self._token_tries = RateLimiter(BLOCKED_TRIES)

    def is_blocked(self, address: str) -> bool:
        """Return whether this address has guessed too often."""
        return bool(self._blocked_until) and bool(self._blocked_for(address))

    def _blocked_for(self, address: str) -> float:
        wait_s, network = self._blocked_until.seconds_left(address), wider_network(address)
        return max(wait_s, self._blocked_until.seconds_left(network)) if network else wait_s

    @contextmanager
    def guarded(self, address: str, token: str | None) -> Iterator[None]:
        """A context for a call that names a room. Raises RateLimited.

        A blocked address gets the same answer for every room, unless the token belongs to a seat of the room.
        So other players with the same address can play on.
        """
        wait_s = self._blocked_for(address)
        if wait_s and not self._may_try(address, token):
            raise _blocked(wait_s)
        try:
            yield
        except (NotFound, Unauthorized) as error:
            if error.code in MISS_CODES and (wait_s := self._count_miss(address)):
                raise _blocked(wait_s) from None
            raise
        if wait_s:
            self._valid_tokens.mark(token, self._block_s)

    def _may_try(self, address: str, token: str | None) -> bool:
        return token is not None and (
            bool(self._valid_tokens.seconds_left(token)) or not self._token_tries.take(address)
        )

    def _count_miss(self, address: str) -> float:
        """Return 0, or the seconds for which the address is blocked."""
        if not self._is_on:
            return 0.0
        for key, factor in limit_keys(address):
            wait_s = self._blocked_until.seconds_left(key)
            if not wait_s and (wait_s := self._count(key, factor)):
                self._blocked_until.mark(key, wait_s)
            if wait_s:
                return wait_s
        return 0.0

    def _count(self, key: str, factor: int) -> float:
        block = f"blocked/{key}"
        with reachable():
            if not self._storage.get(block):
                if self._counter.hit(scaled(self._rate, factor), "misses", key):
                    return 0.0
                self._storage.incr(block, self._block_s)
            return self._storage.get_expiry(block) - time.time()


def _blocked(wait_s: float) -> RateLimited:
    return rate_limited(
        "miss_limit", "Too many wrong room codes or links were tried from your network.", wait_s
    )


class StoredRate:
    """A rate limit whose state is one point in time, stored by the caller. `limit`: its setting."""

    def __init__(self, settings: Settings, limit: str) -> None:
        rate = rate_of(getattr(settings, limit))
        self._is_on, self._limit = settings.rate_limits == "on", limit
        self._rate = Rate(rate.amount, rate.window * 1000)

    def next_arrival(self, arrival: float, now: int) -> float:
        """Return the state to store after an event at the time `now` (ms since 1970).

        `arrival`: the state that was stored before the event. Raises RateLimited.
        """
        if not self._is_on:
            return arrival
        if wait := self._rate.wait(arrival, now):
            raise self._too_fast(wait / 1000)
        return self._rate.next_arrival(arrival, now)

    def _too_fast(self, seconds: float) -> RateLimited:
        return rate_limited(self._limit, "You did that too fast.", seconds)


class ActionRate(StoredRate):
    """The rate of actions of a seat.

    The room counts the accepted actions of a seat, for all workers together. Each worker also counts the
    attempts of the seat.
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings, "action_limit")
        self._attempts = RateLimiter(rate_of(settings.action_limit))

    def attempt(self, seat: str) -> None:
        """Count an attempt to act with the hashed token `seat`. Raises RateLimited."""
        if self._is_on and (wait := self._attempts.take(seat)):
            raise self._too_fast(wait)
