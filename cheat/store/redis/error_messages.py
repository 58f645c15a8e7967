"""The reasons why Redis fails, in words for operators.

Any client may read these messages, so they name no hosts. The messages of redis-py do name hosts.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterator

import redis

PART_DOWN = "A part of the Redis Cluster is down."
PART_OUT_OF_REACH = "A part of the Redis Cluster cannot be reached."
NO_RIGHTS = "This account may not run a command that the server needs."
NO_MEMORY = "Redis has no memory left."
REPLICA = "Redis accepts no writes because it is a replica."
CAUSES: dict[type[redis.RedisError], str] = {
    redis.AuthenticationError: "Redis refuses the password.",
    redis.exceptions.AuthorizationError: "Redis refuses the password.",
    redis.exceptions.NoPermissionError: NO_RIGHTS,
    redis.BusyLoadingError: "Redis is loading its data.",
    redis.ReadOnlyError: REPLICA,
    redis.exceptions.ClusterDownError: PART_DOWN,
    redis.exceptions.TryAgainError: "A slot of the Redis Cluster is being moved to another node.",
    redis.exceptions.MaxConnectionsError: "Redis has no connection left.",
    redis.exceptions.OutOfMemoryError: NO_MEMORY,
    redis.TimeoutError: "Redis does not answer in time.",
    redis.ConnectionError: "Redis cannot be reached.",
}
"""Messages by type of error.

The first match counts, so special types come before general ones.
"""
SYSTEM_CAUSES: dict[type[OSError], str] = {
    ssl.SSLCertVerificationError: "The TLS certificate of Redis is not trusted, or is for another host name.",
    ssl.SSLError: "Redis refuses the TLS settings in REDIS_URL.",
    FileNotFoundError: "A file named in REDIS_URL does not exist.",
}
"""Messages for errors of the operating system that cause an error of redis-py.

redis-py itself only says that it could not connect.
"""
SCRIPT_CAUSES = {
    "The user executing the script can't": NO_RIGHTS,
    "ACL failure": NO_RIGHTS,
    "NOPERM": NO_RIGHTS,
    "READONLY": REPLICA,
    "OOM": NO_MEMORY,
}
"""Part of the text of a script's error -> the message for operators.

The part may be anywhere in the text, because the beginning of the text depends on the release of Redis.
"""
EVICTION = "Redis deletes rooms when its memory is full: its maxmemory-policy is {}. Set it to noeviction."
NO_WAKEUPS = "This worker is not subscribed to Redis, so changes reach players only with the periodic check."


def cause_of(error: redis.RedisError) -> str:
    """Return the message for an error."""
    for cause in _causes(error):
        for kind, message in SYSTEM_CAUSES.items():
            if isinstance(cause, kind):
                return message
    messages = [message for kind, message in CAUSES.items() if isinstance(error, kind)]
    messages += [message for part, message in SCRIPT_CAUSES.items() if part in str(error)]
    return next(iter(messages), f"Redis refuses a command ({type(error).__name__}).")


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an error's causes. redis-py's own message only repeats the words of the cause."""
    while cause := error.__cause__ or error.__context__:
        yield cause
        error = cause
