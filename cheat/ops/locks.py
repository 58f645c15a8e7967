"""Locks for a few lines of code that wait for nothing."""

from __future__ import annotations

from gevent.monkey import get_original

brief_lock = get_original("_thread", "allocate_lock")
"""Makes a lock of the system, also where gevent has put its own in the place of those. Whoever holds one may
neither wait nor let others have a turn. It costs a tenth of gevent's, and a request takes some twenty.
"""
