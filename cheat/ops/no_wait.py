"""Guards for code that must not wait: there, only games at hand are looked for.

The event loop calls code that looks at rooms. It cannot wait for the store, so a document that this worker
has forgotten is fetched on a thread, and the room is looked at again.
"""

from __future__ import annotations

import threading


class WouldWait(BaseException):
    """Raised where a game has to be searched for, in code that must not wait.

    It is no `Exception`, so that handlers of mistakes in rules do not take it for one.
    """


class _Context(threading.local):
    """A condition that holds for the present thread within a block."""

    depth = 0

    def __enter__(self) -> None:
        self.depth += 1

    def __exit__(self, *error: object) -> None:
        self.depth -= 1


AT_HAND = _Context()
"""Within this block games are not searched for: one that is not at hand raises WouldWait."""
MAY_WAIT = _Context()
"""Within this block games are searched for after all, within `AT_HAND` too."""


def check_may_wait() -> None:
    """Raise WouldWait where the code must not wait."""
    if AT_HAND.depth and not MAY_WAIT.depth:
        raise WouldWait
