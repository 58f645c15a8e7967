"""Threads and locks of the operating system, for cases that gevent does not suit.

Under gevent a request is a greenlet: while it computes, no other greenlet runs. A thread of the system shares
the interpreter with the loop, which gets a turn every few milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import gevent
from gevent import monkey

T = TypeVar("T")

brief_lock = monkey.get_original("_thread", "allocate_lock")
"""Makes a lock of the operating system, even if gevent has replaced locks by its own.

Use it only around a few lines that neither wait nor yield to another greenlet. Such a lock costs a tenth of a
gevent lock, and a request takes about twenty locks.
"""


def run_in_thread(function: Callable[[bytes], T], data: bytes) -> T:
    """Return `function(data)`, computed on a thread of the system.

    `function` must not raise errors, and must not use locks or sockets.
    """
    if not monkey.is_module_patched("threading"):
        return function(data)
    result: T = gevent.get_hub().threadpool.apply(function, (data,))
    return result
