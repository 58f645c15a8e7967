"""The settings of a server. A process reads them once, from environment variables."""

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
"""Minimum share of a core for a child process, unless the share is 0.

With less, bots would act before their search begins.
"""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings. The environment variable of a setting is the name of its field in capitals.

    `make docs` makes `docs/settings.md` from this class. A comment on a line of its own begins a group. The
    first paragraph below a field describes the setting, and later paragraphs give reasons. If the name of a
    field ends in `_limit`, its value is one or more rates in the notation of the `limits` library.
    """

    # Redis

    redis_url: str = ""
    """Address of the Redis that stores the rooms. Without an address, the rooms are in the
    memory of the process, and only one worker can run. See
    [the forms of the address](deploy.md#redis).
    """
    redis_connections: Annotated[int, Meta(ge=2)] = 5
    """Maximum number of connections from a worker to Redis, or to each server of a Redis
    Cluster. One of them listens for wake-ups.
    """
    redis_tls_verify: Literal["on", "off"] = "on"
    """`off` trusts any certificate of Redis, unless `REDIS_URL` names certificates to trust. On
    Heroku, where Redis signs its own certificate, `off` is the default.
    """

    # Workers and polls

    trusted_proxies: Annotated[int, Meta(ge=0, le=10)] = 1
    """Number of proxies in front of the server that add to the `X-Forwarded-` headers. Set 0 if
    clients connect directly: otherwise a client can claim any address.
    """
    max_held_polls: Positive = 4000
    """Maximum number of polls that a worker holds at the same time. Further polls get an answer
    immediately. The answer asks the client to come back in 3 s.
    """
    hold_min_s: NonNegative = 20
    """Minimum seconds for which a worker holds a poll without news."""
    hold_max_s: NonNegative = 25
    """Maximum seconds for which a worker holds a poll without news. Routers often end requests
    after 30 s.
    """
    sweep_s: NonNegative = 4
    """Seconds between two sweeps of a room whose wake-ups may be lost, or whose players are new.
    A sweep looks for versions whose wake-ups were lost, and tells other workers which players
    are connected. Other rooms are swept up to three times less often, but at least every 12 s.
    A setting above 12 applies to all rooms. If the setting is above 8, connected players may
    appear as away.

    With the default, sweeps come before players think that the game hangs, and cost little.
    """
    fast_path: Literal["on", "off"] = "on"
    """`off` lets gunicorn and Flask answer polls and actions, too. That is slower, takes more
    memory for each held poll, and turns off the limits for connections.
    """
    room_affinity: Literal["on", "off"] = "on"
    """`on` moves connections that ask for the same room to the same worker of the machine.
    `off` leaves each connection with the worker that accepted it.
    """

    # Rooms and bots

    lobby_ttl_s: Positive = 3600
    """Seconds without any change after which the server deletes a waiting room."""
    game_ttl_s: Positive = 24 * 3600
    """Seconds without any change after which the server deletes a room with a game."""
    quick_ttl_s: Positive = 900
    """Seconds without any change after which the server deletes a room of quick play, if the
    room has only ever had one person.
    """
    quick_wait_s: NonNegative = 8
    """Seconds for which “Play now” on the page waits for other players. Then bots take the free
    seats. With 0, games begin at once.

    The default is long enough to meet other players, and not too long for a player that is
    alone.
    """
    log_length: Positive = 24
    """Number of versions of a room for which the server keeps events, for clients that were
    away. If a client has missed more versions, it gets the table without their events.

    At two versions a second, 24 versions last twelve seconds, which is longer than a page takes to
    reload. The server can make older versions again from the recording of the game. The recording
    takes a fiftieth of the memory that the events of these versions would take.
    """
    bot_pace: NonNegative = 1
    """Factor for the time that bots take to move: 1 means one to four seconds, 0.5 half of that."""
    think_cpu: Annotated[float, Meta(ge=0, le=1)] = 0.25
    """Share of a core for the bot searches of a worker: 0.05 to 1. Searches run in a child
    process, which takes about 30 MB and ends when it has nothing to do. With 0, bots play
    without a search.

    With the default, the worker itself has most of the core, even on a machine with one core.
    """

    # Games that users publish

    check_cpu: Annotated[float, Meta(ge=0, le=1)] = 0.5
    """Share of a core for the checks of games before their publication: 0.05 to 1. Checks run in
    a child process, which takes about 30 MB and ends when it has nothing to do. With 0, authors
    cannot publish games.

    The share is high, because checks are rare, and authors wait for them.
    """
    hub_mb: Positive = 64
    """Megabytes of Redis that published games and drafts may take, with their pictures."""
    hub_share: Annotated[float, Meta(gt=0, le=1)] = 0.1
    """Maximum share of one network (a /24 of IPv4, a /48 of IPv6) in `HUB_MB`, and in the
    maximum number of published games. Set 1 if all authors share a network, as in a school.

    The default is enough for several hundred games, and for more drafts than an author
    tries in a week.
    """
    hub_key: str = ""
    """The operator's key for published games. With this key, you can list, hide and recommend
    them. Without a key, the server refuses these calls.
    """

    # Limits

    rate_limits: Literal["on", "off"] = "on"
    """`off` turns off all limits of addresses and seats, for load tests from one machine."""

    # Limits of an address

    room_limit: str = "5/minute, 30/hour"
    """Rooms that an address may open, including those of quick play."""
    join_limit: str = "10/minute"
    """Joins from an address."""
    call_limit: str = "20/second"
    """Calls from an address, except calls that have another limit here. Polls and actions don't
    count.
    """
    miss_limit: str = "20/minute"
    """Wrong room codes and tokens that an address may try."""
    miss_block_s: Positive = 600
    """Seconds for which an address is blocked after it has exceeded `MISS_LIMIT`. While it is
    blocked, only calls with valid tokens succeed.
    """
    draft_limit: str = "60/minute"
    """Drafts that an address may send from the designer, the page on which people write games."""
    check_limit: str = "10/minute, 100/hour"
    """Checks, comparisons, trials and reports of games that an address may request. A
    publication counts as one of them, and so do pictures that are sent together.
    """
    publish_limit: str = "20/day"
    """Games and versions that an address may publish. The same limit applies to an author key."""
    store_limit: str = "4000/day"
    """Kilobytes of packed games and pictures that an address may store, when it publishes or
    tries games, or sends pictures.

    The largest games take 10 to 50 KB.
    """
    picture_limit: str = "3000/minute"
    """Pictures of games that an address may load. A game has at most 64 pictures, and a browser
    loads each of them once. So the default is enough for a school class with one address.
    """
    public_rooms: Positive = 3
    """Public rooms of an address that wait for players."""
    address_mb: Positive = 8
    """Megabytes of Redis that the rooms of an address may take together. A room counts as at
    least 64 KB. All rooms of a published game together have a limit of the same size. For this
    limit, only rooms of more than 64 KB count.

    The default is a third of the smallest Redis of hosting companies, and enough for 128 rooms.
    """

    rules_cpu: Annotated[float, Meta(gt=0, le=1)] = 0.25
    """Share of a core that all rooms of an address together may use, in each worker, for games
    that users wrote. Above this share, moves get 429, and timers, bots and polls have to wait.

    A move of such a game takes one to five milliseconds, including the views for all players.
    """

    # Limits of a seat and of spectators

    action_limit: str = "10/second"
    """Actions of a seat."""
    talk_limit: str = "4/8 seconds"
    """Reactions, phrases and texts of a seat.

    The default is enough for a lively moment. Even if ten players send so many, people can
    still read them.
    """
    crowd_limit: str = "4/4 seconds"
    """Reactions of all spectators of a room together."""
    poll_limit: str = "20/second"
    """Polls of a seat that a worker answers. Further polls wait.

    The default is twice the rate at which a player may act. A client that only follows a game
    polls less often than that.
    """
    watch_limit: str = "100/second"
    """Polls without a token that a worker answers for a room. Further polls wait.

    Polls whose answers a cache may store count separately, with the same rate.
    """
    seat_polls: Positive = 4
    """Polls of a seat that a worker holds. A further poll ends the oldest one."""
    watch_polls: Positive = 50
    """Polls without a token that a worker holds for a room. It refuses further polls (429)."""
    shared_polls: Positive = 200
    """Polls of a room that a worker holds, if a cache may store their answers. It refuses
    further polls (429).

    For all rooms together, a worker holds at most a quarter of `MAX_HELD_POLLS` such polls. Behind
    a cache, a room has only two or three of them, even if many people watch.
    """

    # Limits of a connection

    head_timeout_s: Positive = 30
    """Seconds in which the whole head of a request has to arrive.

    A limit for the wait for each byte would not be enough: a client could send one byte now and
    then, and keep its connection forever. For the same reason, the two limits below apply to the
    whole body and the whole answer.
    """
    body_timeout_s: Positive = 10
    """Seconds in which the whole body of a request has to arrive."""
    send_timeout_s: Positive = 20
    """Seconds in which a client has to read an answer that does not fit into the buffers of
    the network.
    """
    address_connections: Positive = 100
    """Connections of an address to a worker. This limit applies only if `TRUSTED_PROXIES` is 0,
    because all connections through a proxy come from the address of the proxy.
    """

    # Limits of the whole service

    max_rooms: Positive = 2000
    """Maximum number of rooms. Once there are so many, new rooms get 503 `server_full`."""
    max_memory_share: Annotated[float, Meta(gt=0, le=1)] = 0.7
    """Share of Redis' `maxmemory`. If Redis uses more, the server refuses new rooms. Without a
    `maxmemory`, there is no such limit.
    """

    # Logs and metrics

    log_format: Literal["text", "json"] = "text"
    """`json` writes the log as lines of JSON, with the id of the request and the code of the
    room. The lines never contain a token or a card.
    """
    log_requests: Literal["on", "off"] = "off"
    """`on` writes a line for each request, except for polls that succeeded."""
    traces: Literal["on", "off"] = "off"
    """`on` sends OpenTelemetry spans of requests. This needs [more packages](deploy.md#traces)."""
    metrics_token: str = ""
    """The bearer token with which programs may read `/metrics`. Without a token, only programs
    on this machine may read it, and not through a proxy. Set a token to read `/metrics` from
    other machines. Also set a token if a proxy on this machine adds no header such as
    `X-Forwarded-For`: a request through the proxy then looks like a request from this machine.
    """


_TYPES = get_type_hints(Settings, include_extras=True)
HEROKU = "DYNO"
"""The name of a variable that Heroku sets in every process."""
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
"""Settings that may have several rates, with commas between them."""


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
    """Raised if a setting has a wrong value. The message names the setting."""


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings of an environment. Raises SettingsError."""
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
