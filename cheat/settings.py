"""Settings, read once from the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
from limits import parse_many
from msgspec import Meta, inspect

NonNegative = Annotated[float, Meta(ge=0, le=3600)]
Positive = Annotated[int, Meta(ge=1)]
LEAST_THINK_CPU = 0.05
"""Minimum share of a core. With less, bots would act before their search has started."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings. The environment variable has the name of the field in capitals.

    `make docs` makes `docs/settings.md` from this class. A comment on a line of its own begins a group. The
    first paragraph below a field describes the setting, and later paragraphs give reasons.
    A field that ends in `_limit` holds rates in the notation of the `limits` library.
    """

    # Redis

    redis_url: str = ""
    """Address of the Redis that holds the rooms. Without it, rooms are kept in memory, and
    only one worker can run. [The forms of the address](deploy.md#redis).
    """
    redis_connections: Annotated[int, Meta(ge=2)] = 5
    """Maximum number of connections from a worker to Redis; in a cluster, to each server. One
    of them listens for wake-ups.
    """
    redis_tls_verify: Literal["on", "off"] = "on"
    """`off` trusts any certificate of Redis, unless `REDIS_URL` says which to trust. On
    Heroku, where Redis signs its own certificate, `off` is the default.
    """

    # Workers and polls

    trusted_proxies: Annotated[int, Meta(ge=0, le=10)] = 1
    """Number of proxies in front that append to the `X-Forwarded-` headers. Set 0 where
    clients connect directly: otherwise a client can claim any address.
    """
    max_held_polls: Positive = 4000
    """Polls that a worker holds at once. Above that, clients are told to come back in 3 s."""
    hold_min_s: NonNegative = 20
    """Seconds after which a poll without news is answered, at the earliest."""
    hold_max_s: NonNegative = 25
    """Seconds after which a poll without news is answered, at the latest. Routers often cut
    at 30 s.
    """
    sweep_s: NonNegative = 4
    """Seconds between two sweeps of a room whose wake-ups may be lost, or whose players are new.
    A sweep looks for lost wake-ups, and tells other workers which players are connected. Other
    rooms wait up to three times as long, but no longer than 12 s because of that. With more
    than 8, connected players may be shown as away.

    The default is short enough that no player thinks the game hangs, and long enough to
    cost little.
    """
    fast_path: Literal["on", "off"] = "on"
    """`off` leaves polls and actions to gunicorn and Flask. That is slower, takes a greenlet
    for each held poll, and drops the limits for connections.
    """
    room_affinity: Literal["on", "off"] = "on"
    """`off` leaves each connection with the worker that accepted it. `on` moves connections
    that keep asking for the same room to the same worker of the machine.
    """

    # Rooms and bots

    lobby_ttl_s: Positive = 3600
    """Seconds after which a waiting room without activity is forgotten."""
    game_ttl_s: Positive = 24 * 3600
    """Seconds after which a running game without activity is forgotten."""
    quick_ttl_s: Positive = 900
    """Seconds after which a quick-play room is forgotten, if only one person ever sat in it
    and nothing changed.
    """
    quick_wait_s: NonNegative = 8
    """Seconds that “Play now” of the page waits for other players, before bots take the free
    seats. With 0, games begin at once.

    The default is long enough to meet other players, and short enough for a player that is
    alone.
    """
    log_length: Positive = 24
    """Versions of a room whose events are kept for clients that were away. A client that was
    away for longer gets the table without the events.

    At two versions a second, 24 cover twelve seconds, longer than a reload takes. Older
    versions can be made again from the record of the game, in a fiftieth of the memory.
    """
    bot_pace: NonNegative = 1
    """Factor for the time that bots take to move: 1 means one to four seconds, 0.5 half of that."""
    think_cpu: Annotated[float, Meta(ge=0, le=1)] = 0.25
    """Share of a core for the bot searches of a worker: 0.05 to 1. Searches run in a child
    process, about 30 MB, while they are needed. With 0, bots play without a search.

    With a quarter, everything else has most of a single core to itself.
    """

    # Games that users publish

    check_cpu: Annotated[float, Meta(ge=0, le=1)] = 0.5
    """Share of a core for checking games before they are published: 0.05 to 1. Checks run in a
    child process, about 30 MB, while there are any. With 0, no games can be published.

    Checks are rare, and their author waits for them.
    """
    hub_mb: Positive = 64
    """Megabytes of Redis that published games and drafts may take, with their pictures."""
    hub_share: Annotated[float, Meta(gt=0, le=1)] = 0.1
    """Maximum share for the games of one network: a /24 of IPv4, a /48 of IPv6. It applies to
    `HUB_MB` and to the number of games. Set 1 where all authors share a network, as in a school.

    The default is enough for several hundred games, and for more drafts than an author
    tries in a week.
    """
    hub_key: str = ""
    """The operator's key for published games. It lets you list, hide and recommend them.
    Without it, these calls are closed.
    """

    # Limits

    rate_limits: Literal["on", "off"] = "on"
    """`off` lifts all limits of an address or a seat, for load tests from one machine."""

    # Limits of an address

    room_limit: str = "5/minute, 30/hour"
    """Rooms that an address may open, quick play included."""
    join_limit: str = "10/minute"
    """Joins from an address."""
    call_limit: str = "20/second"
    """Other calls from an address. Polls and actions don't count."""
    miss_limit: str = "20/minute"
    """Wrong room codes and tokens that an address may try."""
    miss_block_s: Positive = 600
    """Seconds for which an address that exceeded `MISS_LIMIT` is served only with valid tokens."""
    draft_limit: str = "60/minute"
    """Drafts that the designer may send for reading, from one address."""
    check_limit: str = "10/minute, 100/hour"
    """Checks, comparisons, trials and reports of games that an address may request. Publishing
    or restoring a game counts as one, and so does sending pictures.
    """
    publish_limit: str = "20/day"
    """Games and versions that an address, and an author key, may publish."""
    store_limit: str = "4000/day"
    """Kilobytes of packed games and pictures that an address may store: published, tried or
    sent for a draft.

    The largest games take 10 to 50 KB.
    """
    picture_limit: str = "3000/minute"
    """Pictures of games that an address may load. A game has at most 64, and a browser loads
    each of them once, so the default is enough for a class that plays behind one address.
    """
    public_rooms: Positive = 3
    """Public rooms of an address that wait for players."""
    address_mb: Positive = 8
    """Megabytes of Redis that the rooms of an address may take together. The same holds for
    the rooms of a published game beyond 64 KB each. A room counts as at least 64 KB.

    The default is a third of the smallest hosted Redis, and enough for 128 rooms.
    """

    rules_cpu: Annotated[float, Meta(gt=0, le=1)] = 0.25
    """Share of a core that all rooms of an address together may use in each worker for games
    written by users. Beyond it, moves get 429, and timers, bots and polls have to wait.

    A move of such a game takes one to five milliseconds, including all views of it.
    """

    # Limits of a seat and of spectators

    action_limit: str = "10/second"
    """Actions of a seat."""
    talk_limit: str = "4/8 seconds"
    """Reactions, phrases and texts of a seat.

    The default is enough for a lively moment. Ten players together send no more than others
    can read.
    """
    crowd_limit: str = "4/4 seconds"
    """Reactions of all spectators of a room together."""
    poll_limit: str = "20/second"
    """Polls of a seat that a worker answers. Further polls wait.

    The default is twice the rate at which a player may act. So a client that only follows the game stays
    below it.
    """
    watch_limit: str = "100/second"
    """Polls of a room without a token that a worker answers. Further polls wait.

    Cacheable polls are counted apart, with the same rate.
    """
    seat_polls: Positive = 4
    """Polls of a seat that a worker holds. A further one ends the oldest."""
    watch_polls: Positive = 50
    """Polls of a room without a token that a worker holds. A further one is refused (429)."""
    shared_polls: Positive = 200
    """Cacheable polls of a room that a worker holds. A further one is refused (429).

    In all rooms together, they may be a quarter of `MAX_HELD_POLLS`. Behind a cache there are
    two or three, however many people watch.
    """

    # Limits of a connection

    head_timeout_s: Positive = 30
    """Seconds in which the head of a request has to arrive as a whole.

    The limit is for the whole head. Otherwise a client could keep a connection by sending a
    byte now and then. The same applies to the body and to the answer.
    """
    body_timeout_s: Positive = 10
    """Seconds in which the body of a request has to arrive as a whole."""
    send_timeout_s: Positive = 20
    """Seconds in which a client has to read an answer that does not fit into the buffers of
    the network.
    """
    address_connections: Positive = 100
    """Connections of an address to a worker. They are counted only if `TRUSTED_PROXIES` is 0,
    because all connections through a proxy come from its address.
    """

    # Limits of the whole service

    max_rooms: Positive = 2000
    """Rooms in all. Above that, no room can be opened (503 `server_full`)."""
    max_memory_share: Annotated[float, Meta(gt=0, le=1)] = 0.7
    """Share of Redis' `maxmemory` above which no room can be opened. Without a `maxmemory`,
    there is no such limit.
    """

    # Logs and metrics

    log_format: Literal["text", "json"] = "text"
    """`json` writes the log as JSON lines, with the ids of request and room. The lines never
    contain a token or a card.
    """
    log_requests: Literal["on", "off"] = "off"
    """`on` writes a line for each request, except for polls that succeeded."""
    traces: Literal["on", "off"] = "off"
    """`on` sends OpenTelemetry spans of requests. This needs [more packages](deploy.md#traces)."""
    metrics_token: str = ""
    """The bearer token that opens `/metrics`. Without it, only this machine may read
    `/metrics`, and only without a proxy. Set it to read from other machines, or if a proxy on
    this machine adds no header.
    """


_TYPES = get_type_hints(Settings, include_extras=True)
HEROKU = "DYNO"
"""A variable that Heroku sets in every process. Heroku's Redis signs its own certificate."""
RATE_LISTS = (
    "room_limit",
    "join_limit",
    "call_limit",
    "draft_limit",
    "check_limit",
    "publish_limit",
    "store_limit",
    "picture_limit",
)
"""Limits that may be several rates at once."""


REDIS_SCHEMES = (
    "redis",
    "rediss",
    "unix",
    "redis+sentinel",
    "rediss+sentinel",
    "redis+cluster",
    "rediss+cluster",
)
"""Beginnings of a Redis URL."""


class SettingsError(ValueError):
    """Raised for a setting that cannot be used. The message names it."""


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings. Raises SettingsError, which names the variable."""
    if environment.get("SCRIPT_NAME", "").strip(" /"):
        raise SettingsError(
            "SCRIPT_NAME cannot be used: the pages do not work under a path. Unset it, and let the proxy "
            "serve them at the root of a host name of their own."
        )
    names = [name for name in Settings.__struct_fields__ if environment.get(name.upper(), "").strip()]
    values = {name: environment[name.upper()].strip() for name in names}
    for name, value in values.items():
        _check_type(name, value)
    if environment.get(HEROKU) and "redis_tls_verify" not in values:
        values["redis_tls_verify"] = "off"
    settings = msgspec.convert(values, Settings, strict=False)
    if settings.hold_max_s < settings.hold_min_s:
        raise SettingsError("HOLD_MAX_S must be at least HOLD_MIN_S")
    for name in ("think_cpu", "check_cpu"):
        if 0 < getattr(settings, name) < LEAST_THINK_CPU:
            raise SettingsError(f"{name.upper()} must be 0 or at least {LEAST_THINK_CPU:g}")
    for name in ("hub_key", "metrics_token"):
        if not getattr(settings, name).isascii():
            raise SettingsError(f"{name.upper()} must be ASCII: it is sent in a header")
    if settings.redis_url:
        _check_redis(settings.redis_url)
    for name in Settings.__struct_fields__:
        if name.endswith("_limit"):
            _check_rates(name, getattr(settings, name))
    return settings


def _check_type(name: str, value: str) -> None:
    try:
        msgspec.convert(value, _TYPES[name], strict=False)
    except msgspec.ValidationError:
        raise SettingsError(
            f"{name.upper()} must be {_description(_TYPES[name])}, not “{value[:40]}”."
        ) from None


def _description(type: Any) -> str:
    """Return a description of the values that a setting of this type may have."""
    kind = inspect.type_info(type)
    if isinstance(kind, inspect.LiteralType):
        return " or ".join(f"“{value}”" for value in sorted(map(str, kind.values), reverse=True))
    assert isinstance(kind, inspect.IntType | inspect.FloatType), "texts are never refused"
    noun = "a whole number" if isinstance(kind, inspect.IntType) else "a number"
    minimum = f" above {kind.gt:g}" if kind.gt is not None else f" of at least {kind.ge:g}"
    return noun + minimum + (f" and at most {kind.le:g}" if kind.le is not None else "")


def _check_redis(url: str) -> None:
    scheme = url.partition("://")[0]
    if scheme not in REDIS_SCHEMES or "://" not in url:
        raise SettingsError(
            f"REDIS_URL must begin with one of {', '.join(f'{name}://' for name in REDIS_SCHEMES)}"
        )


def _check_rates(name: str, text: str) -> None:
    try:
        rates = parse_many(text)
    except ValueError:
        raise SettingsError(f"{name.upper()} must be a rate such as 10/second or 5 per minute") from None
    if any(rate.amount < 1 for rate in rates) or (len(rates) > 1 and name not in RATE_LISTS):
        raise SettingsError(f"{name.upper()} must be one rate of at least 1")
