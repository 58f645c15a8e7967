"""Threads and locks of the operating system, for work that gevent does badly.

With gevent, each request runs in a greenlet, a cheap kind of thread. While one greenlet computes, no other
greenlet runs. If a thread of the operating system computes instead, the greenlets still run every few
milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import gevent
from gevent import monkey

T = TypeVar("T")

brief_lock = monkey.get_original("_thread", "allocate_lock")
"""Makes a lock of the operating system, even if gevent has replaced Python's locks.

Use such a lock only for a few lines that neither wait nor let another greenlet run. It costs a tenth of the
time of a gevent lock, and a request needs about twenty locks.
"""


def run_in_thread(function: Callable[[bytes], T], data: bytes) -> T:
    """Return `function(data)`, computed on a thread of the operating system.

    `function` must not raise errors, and must not use locks or sockets.
    """
    if not monkey.is_module_patched("threading"):
        return function(data)
    result: T = gevent.get_hub().threadpool.apply(function, (data,))
    return result
