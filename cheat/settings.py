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
"""The least share of a core: with less, bots would act before their search has started."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings; the environment variable has the name in capitals. README explains them.

    - `log_length`: 24 versions are twelve seconds of two a second, longer than a reload takes; a client that
      was away for longer gets the whole table. Older versions can be made again from the record of the game,
      which takes a fiftieth of the memory.
    - `think_cpu`: a share; with a quarter, all else has a single core to itself most of the time.
    - `check_cpu`: the same for checks of documents, which are rare, and their author waits for them.
    - `sweep_s`: short enough that no player thinks the game hangs, long enough to cost nothing.
    - `..._timeout_s`: for a head, a body, or an answer as a whole, so that no client holds a connection by
      sending or reading a byte now and then.
    - `address_connections` counts where no proxy stands in front: a proxy has the connections of all clients.
    - `..._limit`: one or more rates in the notation of the `limits` library, such as `5/minute, 30/hour`.
    - `talk_limit`: of a seat; enough for a lively moment, and for ten players no more than others can read.
    - `crowd_limit`: of all spectators of a room together.
    - `store_limit`: kilobytes of packed documents; the largest take 10 to 50.
    - `address_mb`: memory of Redis that the rooms of an address may take: a third of what the smallest hosted
      Redis has, and enough for 128 rooms.
    - `poll_limit`: twice as often as a player may act, so that a client that only follows the game does not
      meet it.
    """

    redis_url: str = ""
    redis_connections: Annotated[int, Meta(ge=2)] = 5
    redis_tls_verify: Literal["on", "off"] = "on"
    hold_min_s: NonNegative = 20
    hold_max_s: NonNegative = 25
    max_held_polls: Positive = 4000
    lobby_ttl_s: Positive = 3600
    game_ttl_s: Positive = 24 * 3600
    bot_pace: NonNegative = 1
    think_cpu: Annotated[float, Meta(ge=0, le=1)] = 0.25
    log_length: Positive = 24
    sweep_s: NonNegative = 4
    metrics_token: str = ""
    rate_limits: Literal["on", "off"] = "on"
    trusted_proxies: Annotated[int, Meta(ge=0, le=10)] = 1
    room_limit: str = "5/minute, 30/hour"
    join_limit: str = "10/minute"
    call_limit: str = "20/second"
    draft_limit: str = "60/minute"
    check_limit: str = "10/minute, 100/hour"
    publish_limit: str = "20/day"
    store_limit: str = "4000/day"
    miss_limit: str = "20/minute"
    miss_block_s: Positive = 600
    action_limit: str = "10/second"
    talk_limit: str = "4/8 seconds"
    crowd_limit: str = "4/4 seconds"
    poll_limit: str = "20/second"
    watch_limit: str = "100/second"
    seat_polls: Positive = 4
    watch_polls: Positive = 50
    public_rooms: Positive = 3
    address_mb: Positive = 8
    max_rooms: Positive = 2000
    max_memory_share: Annotated[float, Meta(gt=0, le=1)] = 0.7
    quick_ttl_s: Positive = 900
    check_cpu: Annotated[float, Meta(ge=0, le=1)] = 0.5
    hub_mb: Positive = 64
    hub_key: str = ""
    fast_path: Literal["on", "off"] = "on"
    room_affinity: Literal["on", "off"] = "on"
    head_timeout_s: Positive = 30
    body_timeout_s: Positive = 10
    send_timeout_s: Positive = 20
    address_connections: Positive = 100
    log_format: Literal["text", "json"] = "text"
    log_requests: Literal["on", "off"] = "off"
    traces: Literal["on", "off"] = "off"


_TYPES = get_type_hints(Settings, include_extras=True)
HEROKU = "DYNO"
"""A variable that Heroku sets in every process. Its Redis signs its certificate itself."""
LISTS = (
    "room_limit",
    "join_limit",
    "call_limit",
    "draft_limit",
    "check_limit",
    "publish_limit",
    "store_limit",
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
    """Raised for a setting that cannot be used; the message names it."""


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings. Raises SettingsError that names the variable."""
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
        raise SettingsError("HOLD_MAX_S is less than HOLD_MIN_S")
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
        raise SettingsError(f"{name.upper()} must be {_wanted(_TYPES[name])}, not “{value[:40]}”.") from None


def _wanted(type: Any) -> str:
    """Return the description of possible values of a setting of this type."""
    kind = inspect.type_info(type)
    if isinstance(kind, inspect.LiteralType):
        return " or ".join(f"“{one}”" for one in sorted(map(str, kind.values), reverse=True))
    assert isinstance(kind, inspect.IntType | inspect.FloatType), "texts are never refused"
    what = "a whole number" if isinstance(kind, inspect.IntType) else "a number"
    above = f" above {kind.gt:g}" if kind.gt is not None else f" of at least {kind.ge:g}"
    return what + above + (f" and at most {kind.le:g}" if kind.le is not None else "")


def _check_redis(url: str) -> None:
    scheme = url.partition("://")[0]
    if scheme not in REDIS_SCHEMES or "://" not in url:
        raise SettingsError(
            f"REDIS_URL must begin with one of {', '.join(f'{one}://' for one in REDIS_SCHEMES)}"
        )


def _check_rates(name: str, text: str) -> None:
    try:
        rates = parse_many(text)
    except ValueError:
        raise SettingsError(f"{name.upper()} must be a rate such as 10/second or 5 per minute") from None
    if any(rate.amount < 1 for rate in rates) or (len(rates) > 1 and name not in LISTS):
        raise SettingsError(f"{name.upper()} must be one rate of at least 1")
