"""Why Redis did not do something, for operators. Anybody may read it, and redis-py's own words name hosts."""

from __future__ import annotations

import ssl
from collections.abc import Iterator

import redis

PART_DOWN = "A part of the Redis Cluster is down."
PART_OUT_OF_REACH = "A part of the Redis Cluster is out of reach."
CAUSES: dict[type[redis.RedisError], str] = {
    redis.AuthenticationError: "Redis refuses the password.",
    redis.exceptions.AuthorizationError: "Redis refuses the password.",
    redis.exceptions.NoPermissionError: "Redis refuses a command to this account.",
    redis.BusyLoadingError: "Redis is loading its data.",
    redis.ReadOnlyError: "Redis takes no writes: it is a replica.",
    redis.exceptions.ClusterDownError: PART_DOWN,
    redis.exceptions.TryAgainError: "A slot of the Redis Cluster is between two servers.",
    redis.exceptions.MaxConnectionsError: "Redis has no connection left.",
    redis.exceptions.OutOfMemoryError: "Redis has no memory left.",
    redis.TimeoutError: "Redis does not answer in time.",
    redis.ConnectionError: "Redis cannot be reached.",
}
"""The special before the general."""
BENEATH: dict[type[OSError], str] = {
    ssl.SSLCertVerificationError: "The certificate of Redis is not trusted, or is not for this name of it.",
    ssl.SSLError: "Redis refuses TLS as REDIS_URL has it.",
    FileNotFoundError: "A file that REDIS_URL names is not there.",
}
"""What kept redis-py from connecting, where that says more than that it did not."""
DEAF = "Wake-ups are not heard, so news come with the sweep."


def cause_of(error: redis.RedisError) -> str:
    """What has failed."""
    for below in _beneath(error):
        for kind, words in BENEATH.items():
            if isinstance(below, kind):
                return words
    told = (words for kind, words in CAUSES.items() if isinstance(error, kind))
    return next(told, f"Redis refuses a command ({type(error).__name__}).")


def _beneath(error: BaseException) -> Iterator[BaseException]:
    """What an error was made of: redis-py keeps only the words."""
    while below := error.__cause__ or error.__context__:
        yield below
        error = below
