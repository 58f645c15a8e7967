"""Redis behind Sentinel: a new connection goes to the server that the sentinels call master.

    redis+sentinel://[user:password@]host[:port][,host[:port]...]/service[/db][?sentinel_password=...]

Sentinels are processes that watch a Redis server, the master, and choose another server if the master fails.
The scheme `rediss+sentinel://` uses TLS, for the sentinels as well. Other parts of a Redis URL, such as
`?ssl_ca_certs=`, apply to the master and to the sentinels. When another server becomes master, connections to
the old master break, or the old master answers with the error READONLY. In both cases, the worker closes
these connections, and asks the sentinels before it makes new ones.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

import redis
from redis.connection import parse_url
from redis.sentinel import (
    Sentinel,
    SentinelConnectionPoolProxy,
    SentinelManagedConnection,
    SentinelManagedSSLConnection,
)

from cheat.store.redis.pool import Pool

SCHEMES = ("redis+sentinel", "rediss+sentinel")
PORT = 26379
SENTINEL_PARAMETERS = ("sentinel_username", "sentinel_password")
"""Parameters of a URL that name the account at the sentinels."""
REFRESH_S = 1.0
"""Minimum seconds between two requests to the sentinels for the address of the master."""


class Address(NamedTuple):
    """The parts of a URL.

    `login`: the account at the servers. `sentinel_login`: the account at the sentinels. `settings`: options
    of all connections.
    """

    sentinels: list[tuple[str, int]]
    service: str
    db: int
    tls: bool
    login: dict[str, str]
    sentinel_login: dict[str, str]
    settings: dict[str, Any] = {}


def address_of(url: str) -> Address:
    """Return the parts of the URL. Raises ValueError with a message that shows no password."""
    parts = urlsplit(url)
    userinfo, _, hosts = parts.netloc.rpartition("@")
    user, _, password = userinfo.partition(":")
    service, _, db = parts.path.strip("/").partition("/")
    if not service or not hosts or not (db or "0").isdecimal():
        raise ValueError("it must be redis+sentinel://host:port,host:port/service/db")
    parameters = parse_qsl(parts.query)
    sentinel_login = {
        name.removeprefix("sentinel_"): value for name, value in parameters if name in SENTINEL_PARAMETERS
    }
    others = urlencode([pair for pair in parameters if pair[0] not in SENTINEL_PARAMETERS])
    settings: dict[str, Any] = parse_url(f"redis://?{others}")  # type: ignore[no-untyped-call]
    login = {"username": unquote(user), "password": unquote(password)}
    return Address(
        [_host(host) for host in hosts.split(",")],
        unquote(service),
        int(db or 0),
        parts.scheme == "rediss+sentinel",
        {name: value for name, value in login.items() if value},
        sentinel_login,
        settings,
    )


def _host(text: str) -> tuple[str, int]:
    parts = urlsplit(f"//{text}")
    if not parts.hostname:
        raise ValueError("a sentinel has no host")
    return parts.hostname, parts.port or PORT


class _RefreshingConnection(SentinelManagedConnection):
    """A connection that asks the sentinels again before it sends a command a second time.

    redis-py alone would send the command to the same server again. If that server hangs, another server may
    be master now. If the hung server then continued, it would carry out the command, but the result would be
    lost.
    """

    def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        if self._sock is None:
            self.connect()  # type: ignore[no-untyped-call]
        super().send_packed_command(command, check_health)  # type: ignore[no-untyped-call]


class _RefreshingTLSConnection(_RefreshingConnection, SentinelManagedSSLConnection):
    """A `_RefreshingConnection` over TLS."""


class SentinelPool(Pool):
    """The connections to the master. `settings`: options for the master and the sentinels."""

    def __init__(self, address: Address, **settings: Any) -> None:
        settings |= address.settings
        shared = {name: value for name, value in settings.items() if name.startswith(("socket_", "ssl_"))}
        tls = {"ssl": True} if address.tls else {}
        sentinel: Any = Sentinel(  # type: ignore[no-untyped-call]
            address.sentinels, sentinel_kwargs={**shared, **tls, **address.sentinel_login}
        )
        super().__init__(
            connection_class=_RefreshingTLSConnection if address.tls else _RefreshingConnection,
            db=address.db,
            **address.login,
            **settings,
        )
        self._refreshed_at = float("-inf")
        self._proxy = SentinelConnectionPoolProxy(  # type: ignore[no-untyped-call]
            self, True, False, address.service, sentinel
        )
        self.connection_kwargs["connection_pool"] = self._proxy

    def get_connection(self, *args: Any, **options: Any) -> Any:
        """Return a connection to the master. If another server is master now, close idle ones."""
        self._refresh_master()
        return super().get_connection(*args, **options)

    def has_moved(self, connection: Any) -> bool:
        """Return whether the master has changed; see `Pool.has_moved`."""
        self._refresh_master()
        master = self._proxy.master_address
        return master is not None and (connection.host, connection.port) != master

    def _refresh_master(self) -> None:
        """Ask the sentinels for the master.

        While another server becomes master, both servers take writes, but writes to the old one are lost.
        """
        if time.monotonic() - self._refreshed_at > REFRESH_S:
            self._refreshed_at = time.monotonic()
            with suppress(redis.RedisError):
                self._proxy.get_master_address()  # type: ignore[no-untyped-call]
