"""Guards for code that must not wait for the worker to load a game.

The event loop calls code that decodes rooms, and such code must not wait for the store. If the worker does
not have a document that a room needs, the code raises `WouldWait`. Then a thread loads the document, and the
code runs again.
"""

from __future__ import annotations

from gevent import getcurrent


class WouldWait(BaseException):
    """Raised if code that must not wait has to load a game.

    It is not an `Exception`, so code that handles errors in rules does not catch it.
    """


class _Context:
    """A context that knows whether the calling greenlet or thread is within its `with` block.

    A greenlet is a cheap thread of gevent. Every answer enters such blocks, so they must cost little. A
    dictionary holds the number of blocks that each greenlet has entered: a thread-local variable of gevent
    would take three times as long.
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
"""Within this block, code that would have to load a game raises WouldWait."""
MAY_WAIT = _Context()
"""Within this block, code may load games, even if the block is within `NO_WAIT`."""


def check_may_wait() -> None:
    """Raise WouldWait if the calling code must not wait."""
    if NO_WAIT.holds() and not MAY_WAIT.holds():
        raise WouldWait
