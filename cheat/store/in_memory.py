"""The store without a Redis server: a Redis inside this process, to try out the service."""

from __future__ import annotations

import redis


def embedded() -> redis.Redis:
    """Return a client of a new, empty Redis in memory. Its data ends with the process."""
    import fakeredis

    return fakeredis.FakeRedis(server=fakeredis.FakeServer(), protocol=2)
