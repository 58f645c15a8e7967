"""Why Redis did not do something, for operators. Anybody may read it, and redis-py's own words name hosts."""

from __future__ import annotations

import redis

PART_DOWN = "A part of the Redis Cluster is down."
CAUSES: dict[type[redis.RedisError], str] = {
    redis.AuthenticationError: "Redis refuses the password.",
    redis.exceptions.AuthorizationError: "Redis refuses the password.",
    redis.exceptions.NoPermissionError: "Redis refuses a command to this account.",
    redis.BusyLoadingError: "Redis is loading its data.",
    redis.ReadOnlyError: "Redis takes no writes: it is a replica.",
    redis.exceptions.ClusterDownError: PART_DOWN,
    redis.exceptions.TryAgainError: "A slot of the Redis Cluster is between two servers.",
    redis.exceptions.MaxConnectionsError: "Redis has no connection left.",
    redis.TimeoutError: "Redis does not answer in time.",
    redis.ConnectionError: "Redis cannot be reached.",
}
"""The special before the general."""
DEAF = "Wake-ups are not heard, so news come with the sweep."


def cause_of(error: redis.RedisError) -> str:
    """What has failed."""
    told = (words for kind, words in CAUSES.items() if isinstance(error, kind))
    return next(told, f"Redis refuses a command ({type(error).__name__}).")
