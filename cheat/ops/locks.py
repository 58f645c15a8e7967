"""Locks for a few lines of code that never wait."""

from __future__ import annotations

from gevent.monkey import get_original

brief_lock = get_original("_thread", "allocate_lock")
"""Makes a lock of the system, also where gevent has replaced those by its own.

The holder of one may neither wait nor yield to other greenlets. It costs a tenth of gevent's, and a request
takes some twenty.
"""
