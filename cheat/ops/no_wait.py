"""Where nothing may wait, only games that are at hand are looked for.

The event loop calls what looks at rooms. It cannot wait for the store, so a document that this worker has
forgotten is fetched on a thread, and the room is looked at again.
"""

from __future__ import annotations

import threading


class WouldWait(BaseException):
    """A game has to be searched for, and nothing may wait here. It is no `Exception`, so that nothing that
    looks after mistakes of rules takes it for one.
    """


class _Context(threading.local):
    """Something that holds for the present thread within a block."""

    depth = 0

    def __enter__(self) -> None:
        self.depth += 1

    def __exit__(self, *error: object) -> None:
        self.depth -= 1


AT_HAND = _Context()
"""Nothing is searched for: a game that is not at hand raises Away."""
MAY_WAIT = _Context()
"""Games are searched for after all, within `AT_HAND` too."""


def check_may_wait() -> None:
    """Raise Away where nothing may wait."""
    if AT_HAND.depth and not MAY_WAIT.depth:
        raise WouldWait
