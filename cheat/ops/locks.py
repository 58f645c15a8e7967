"""Locks for a few lines of code that never wait."""

from __future__ import annotations

from gevent.monkey import get_original

brief_lock = get_original("_thread", "allocate_lock")
"""Makes a lock of the operating system, even if gevent has replaced such locks by its own.

The greenlet that holds the lock may neither wait nor yield to others. The lock costs a tenth of a lock of
gevent, and a request takes about twenty locks.
"""
