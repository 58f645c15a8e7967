"""Guards for code that must not wait: it uses only games that this worker has at hand.

The event loop calls code that reads rooms. The loop cannot wait for the store. So if the worker has forgotten
a document that a room needs, a thread fetches it, and the room is read again.
"""

from __future__ import annotations

import threading


class WouldWait(BaseException):
    """Raised if a game has to be searched for, in code that must not wait.

    It is no `Exception`, so handlers of errors in rules do not catch it.
    """


class _Context(threading.local):
    """A condition that holds for the present thread within a block."""

    depth = 0

    def __enter__(self) -> None:
        self.depth += 1

    def __exit__(self, *error: object) -> None:
        self.depth -= 1


NO_WAIT = _Context()
"""Within this block games are not searched for: one that is not at hand raises WouldWait."""
MAY_WAIT = _Context()
"""Within this block games are searched for again, even if it stands within `NO_WAIT`."""


def check_may_wait() -> None:
    """Raise WouldWait if the calling code must not wait."""
    if NO_WAIT.depth and not MAY_WAIT.depth:
        raise WouldWait
