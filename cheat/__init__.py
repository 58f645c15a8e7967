"""Card games with friends over plain HTTP.

`create_app` makes the application from its parts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cheat.version import __version__ as __version__

if TYPE_CHECKING:
    from flask import Flask
    from redis import Redis

    from cheat.engine.registry import GameRegistry
    from cheat.service.jobs.queue import JobQueue
    from cheat.settings import Settings


def create_app(
    settings: Settings | None = None,
    clock: Callable[[], int] | None = None,
    games: GameRegistry | None = None,
    search_jobs: JobQueue | None = None,
    check_jobs: JobQueue | None = None,
) -> Flask:
    """Return the WSGI application.

    Without a Redis URL, the rooms are in the memory of this process, and end with it. `clock` returns ms
    since 1970. Tests pass a clock that they can set. `games`: the playable games, by default all games of the
    project. `search_jobs` and `check_jobs`: the queues for bot searches and for checks of documents. By
    default, they are made from the settings. Raises SettingsError.
    """
    from logging.config import dictConfig

    from cheat.catalogue import CATALOGUE
    from cheat.ops.logs import JSON_LINES
    from cheat.service.service import Service
    from cheat.settings import SettingsError, from_environment
    from cheat.web import web_app

    settings = settings or from_environment()
    if settings.log_format == "json":
        dictConfig(JSON_LINES)
    try:
        client = _client(settings)
    except ValueError as error:
        raise SettingsError(f"REDIS_URL: {error}") from None
    return web_app(Service(client, settings, clock, games or CATALOGUE, search_jobs, check_jobs))


def _client(settings: Settings) -> Redis:
    """Return a client of the Redis that the settings name, or of a new Redis in memory.

    Raises ValueError if the URL of the Redis is not valid.
    """
    import logging

    from cheat.store.in_memory import embedded
    from cheat.store.redis.url import TLS_WARNING, trusts_all
    from cheat.store.rooms import connect

    if not settings.redis_url:
        return embedded()
    verify = settings.redis_tls_verify == "on"
    if not verify and trusts_all(settings.redis_url):
        logging.getLogger(__name__).warning(TLS_WARNING)
    return connect(settings.redis_url, settings.redis_connections, verify=verify)
