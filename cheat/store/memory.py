"""The store without a server: a Redis in memory, for trying the service out on one machine."""

from __future__ import annotations

import redis


def embedded() -> redis.Redis:
    """A client of an own, empty in-memory Redis. What it holds ends with the process."""
    import fakeredis

    return fakeredis.FakeRedis(server=fakeredis.FakeServer(), protocol=2)
