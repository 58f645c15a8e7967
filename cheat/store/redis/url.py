"""Checks of the setting REDIS_URL.

If the URL is wrong, the server does not start. Messages show no password.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from urllib.parse import parse_qsl, urlencode, urlsplit

import redis

UNREADABLE = (
    "it cannot be read. In a password write “#” as %23, “/” as %2F, “?” as %3F, “@” as %40, “:” as %3A, "
    "“[” as %5B and “%” as %25"
)
TLS_WARNING = (
    "The certificate of Redis is not verified, because REDIS_TLS_VERIFY is off. That is the default on "
    "Heroku, where Redis has a self-signed certificate."
)
PARAMETERS = frozenset(
    (
        "client_name", "db", "encoding", "health_check_interval", "lib_name", "lib_version",
        "max_connections",
        "password", "protocol", "retry_on_timeout", "sentinel_password", "sentinel_username",
        "socket_connect_timeout", "socket_keepalive", "socket_read_size", "socket_timeout", "ssl_ca_certs",
        "ssl_ca_data", "ssl_ca_path", "ssl_cert_reqs", "ssl_certfile", "ssl_check_hostname", "ssl_ciphers",
        "ssl_keyfile", "ssl_min_version", "ssl_password", "username",
    )
)  # fmt: skip
"""Parameters of a URL that the store supports.

The URL gives their values as text. redis-py converts this text where it needs, for example, a number.
"""
PROTOCOL = "2"
"""The version of the Redis protocol that the store understands."""
NO_VERIFICATION = {"ssl_cert_reqs": "none", "ssl_check_hostname": "false"}
TRUST_PARAMETERS = ("ssl_cert_reqs", "ssl_check_hostname", "ssl_ca_certs", "ssl_ca_data", "ssl_ca_path")
"""Parameters of a URL that determine which certificates to trust."""


def check_url(url: str) -> None:
    """Raise ValueError if this URL is not valid. The message shows no password."""
    scheme, _, rest = url.partition("://")
    authority = re.split(r"[/?#]", rest, maxsplit=1)[0]
    path, _, query = rest[len(authority) :].partition("?")
    names = [name for name, _ in parse_qsl(query, keep_blank_values=True)]
    wrong = [name for name in names if name not in PARAMETERS]
    if "#" in rest or ("@" in path and scheme != "unix") or ("@" in query and (wrong or not names)):
        raise ValueError(UNREADABLE)
    _check_hosts(scheme, authority)
    if wrong:
        near = get_close_matches(wrong[0], PARAMETERS, 1)
        raise ValueError(
            f"it has no parameter “{wrong[0][:40]}”. "
            + (f"Did you mean “{near[0]}”?" if near else "Leave it out")
        )
    if dict(parse_qsl(query)).get("protocol", PROTOCOL) != PROTOCOL:
        raise ValueError(f"“protocol” can only be {PROTOCOL}. Leave it out")


def _check_hosts(scheme: str, authority: str) -> None:
    try:
        urlsplit(f"//{authority}")
        for host in authority.rpartition("@")[2].split(","):
            urlsplit(f"//{host}").port  # noqa: B018 - raises ValueError if it is not a port
    except ValueError:
        raise ValueError(UNREADABLE) from None


def unverified(url: str) -> str:
    """Return the URL with certificate checks turned off, unless it names certificates to trust."""
    if not trusts_all(url):
        return url
    return url + ("&" if "?" in url else "?") + urlencode(NO_VERIFICATION)


def trusts_all(url: str) -> bool:
    """Return whether a URL asks for TLS, but does not name certificates to trust."""
    names = [name for name, _ in parse_qsl(url.partition("?")[2])]
    return url.startswith("rediss") and not any(name in TRUST_PARAMETERS for name in names)


@contextmanager
def url_errors() -> Iterator[None]:
    """A context that turns redis-py's errors about parts of the URL into ValueError."""
    try:
        yield
    except TypeError as error:  # for example a TLS option in a URL without TLS
        name = re.search(r"'(\w+)'$", str(error))
        subject = f"“{name[1]}”" if name else "one of its parameters"
        raise ValueError(f"{subject} cannot be used with this kind of URL. Leave it out") from None
    except redis.RedisError as error:
        raise ValueError(f"{error}") from None
