"""The service in a worker that remembers a single document, and whose event loop may call nothing that waits.

`gunicorn tests.server.crowded:app`.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import Any

import redis
from gevent import get_hub, getcurrent

from cheat import create_app
from cheat.games import library
from cheat.hub import shelf
from cheat.store.documents import DocumentStore
from cheat.store.store import RoomStore

WAITS = (
    (redis.Redis, "execute_command"),
    (redis.client.Pipeline, "execute"),
    (DocumentStore, "document"),
    (RoomStore, "load"),
    (RoomStore, "load_with_log"),
    (RoomStore, "commit"),
    (shelf, "aside"),
    (threading.Thread, "start"),
    (time, "sleep"),
)

log = logging.getLogger(__name__)


def never_in_the_loop(owner: Any, name: str) -> None:
    """Let a function fail where the event loop itself calls it, whether or not it would wait this time."""
    original = getattr(owner, name)

    def checked(*args: Any, **more: Any) -> Any:
        if getcurrent() is get_hub():
            log.error("%s waits, and was called in the event loop", name, stack_info=True)
            raise AssertionError(name)
        return original(*args, **more)

    setattr(owner, name, checked)


library.FOUND_MAX = 1
for place in WAITS:
    never_in_the_loop(*place)
app = create_app()
