"""Long computations on a thread of the system, beside a worker's event loop.

Under gevent a request is a greenlet: while it computes, no other goes on. On a thread of the system it shares
the interpreter with the loop, which has its turn every few milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import gevent
from gevent import monkey

T = TypeVar("T")


def aside(work: Callable[[bytes], T], data: bytes) -> T:
    """Return `work(data)`, computed on a thread of the system.

    `work` must not raise, nor use locks or sockets.
    """
    if not monkey.is_module_patched("threading"):
        return work(data)
    made: T = gevent.get_hub().threadpool.apply(work, (data,))
    return made
