"""Guards for code that must not wait until the worker has loaded a game.

The event loop calls code that decodes rooms, and such code must not wait for the store. If the worker does
not have a document that a room needs, `WouldWait` ends the code. Then a thread loads the document, and the
code runs again.
"""

from __future__ import annotations

import threading


class WouldWait(BaseException):
    """Raised if code that must not wait has to load a game.

    It is not an `Exception`, so code that handles errors in rules does not catch it.
    """


class _Context(threading.local):
    """A condition that is true for the present thread within a `with` block."""

    depth = 0

    def __enter__(self) -> None:
        self.depth += 1

    def __exit__(self, *error: object) -> None:
        self.depth -= 1


NO_WAIT = _Context()
"""Within this block, code that would have to load a game raises WouldWait."""
MAY_WAIT = _Context()
"""Within this block, code may load games, even if the block is within `NO_WAIT`."""


def check_may_wait() -> None:
    """Raise WouldWait if the calling code must not wait."""
    if NO_WAIT.depth and not MAY_WAIT.depth:
        raise WouldWait
