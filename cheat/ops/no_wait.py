"""Guards for code that must not wait for games which this worker does not have yet.

The event loop calls code that reads rooms. This code must not wait for the store. So if the worker has
dropped a document that a room needs, a thread fetches it, and the room is read again.
"""

from __future__ import annotations

from gevent import getcurrent


class WouldWait(BaseException):
    """Raised if code that must not wait has to search for a game.

    It is not an `Exception`, so handlers of errors in rules do not catch it.
    """


class _Context:
    """A condition that holds for the present greenlet or thread within a block.

    Every answer enters blocks, so the depths stand in a dictionary: a local variable of gevent takes three
    times as long.
    """

    def __init__(self) -> None:
        self._depths: dict[object, int] = {}

    def __enter__(self) -> None:
        current = getcurrent()
        self._depths[current] = self._depths.get(current, 0) + 1

    def __exit__(self, *error: object) -> None:
        current = getcurrent()
        depth = self._depths.pop(current) - 1
        if depth:
            self._depths[current] = depth

    def holds(self) -> bool:
        """Return whether the calling code is within the block."""
        return getcurrent() in self._depths


NO_WAIT = _Context()
"""Within this block, searching for a game that this worker does not have raises WouldWait."""
MAY_WAIT = _Context()
"""Within this block, searching for games is allowed again, even within `NO_WAIT`."""


def check_may_wait() -> None:
    """Raise WouldWait if the calling code must not wait."""
    if NO_WAIT.holds() and not MAY_WAIT.holds():
        raise WouldWait
