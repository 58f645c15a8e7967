"""The service in a worker that caches a single document, and whose event loop may not call code that waits.

`gunicorn tests.server.one_document_app:app`.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import Any

import redis
from gevent import get_hub, getcurrent

from cheat import create_app
from cheat.engine import registry
from cheat.service.hub import document_cache
from cheat.store.published import DocumentStore
from cheat.store.rooms import RoomStore

WAITS = (
    (redis.Redis, "execute_command"),
    (redis.client.Pipeline, "execute"),
    (DocumentStore, "document"),
    (RoomStore, "load"),
    (RoomStore, "load_with_log"),
    (RoomStore, "commit"),
    (document_cache, "run_in_thread"),
    (threading.Thread, "start"),
    (time, "sleep"),
)

log = logging.getLogger(__name__)


def never_in_the_loop(owner: Any, name: str) -> None:
    """Let a function fail if the event loop itself calls it, even if it would not wait this time."""
    original = getattr(owner, name)

    def checked(*args: Any, **more: Any) -> Any:
        if getcurrent() is get_hub():
            log.error("%s waits, and was called in the event loop", name, stack_info=True)
            raise AssertionError(name)
        return original(*args, **more)

    setattr(owner, name, checked)


registry.FOUND_MAX = 1
for place in WAITS:
    never_in_the_loop(*place)
app = create_app()
