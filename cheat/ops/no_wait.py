"""Guards for code that must not wait for games which this worker does not have yet.

The event loop calls code that reads rooms. This code must not wait for the store. So if the worker has
dropped a document that a room needs, a thread fetches it, and the room is read again.
"""

from __future__ import annotations

import threading


class WouldWait(BaseException):
    """Raised if code that must not wait has to search for a game.

    It is not an `Exception`, so handlers of errors in rules do not catch it.
    """


class _Context(threading.local):
    """A condition that holds for the present thread within a block."""

    depth = 0

    def __enter__(self) -> None:
        self.depth += 1

    def __exit__(self, *error: object) -> None:
        self.depth -= 1


NO_WAIT = _Context()
"""Within this block, searching for a game that this worker does not have raises WouldWait."""
MAY_WAIT = _Context()
"""Within this block, searching for games is allowed again, even within `NO_WAIT`."""


def check_may_wait() -> None:
    """Raise WouldWait if the calling code must not wait."""
    if NO_WAIT.depth and not MAY_WAIT.depth:
        raise WouldWait
