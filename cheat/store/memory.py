"""The store without a server: a Redis in memory, to try the service on one machine."""

from __future__ import annotations

import redis


def embedded() -> redis.Redis:
    """Return a client of its own empty in-memory Redis. Its data ends with the process."""
    import fakeredis

    return fakeredis.FakeRedis(server=fakeredis.FakeServer(), protocol=2)
