"""How many polls of a seat, and of those who watch a room without one, a worker holds and answers.

A seat is known by its token before the room is looked at, so no new `client`, missing cursor or further
connection makes it another one.
"""

from __future__ import annotations

from typing import Protocol

from cheat.errors import RateLimited
from cheat.ops.locks import brief_lock
from cheat.service.limits.gcra import RateLimiter
from cheat.service.limits.rate_limits import rate_of, too_many
from cheat.settings import Settings

FULL_RETRY_S = 3.0
"""For who finds too many watching: somebody may have gone by then."""
OUSTED_RETRY_S = 1.0


class Ending(Protocol):
    """A poll. `asker`: the room and the hashed token, "" without one."""

    asker: tuple[str, str]

    def end(self) -> None:
        """Answer now, with what there is."""


class PollLimits:
    """The polls of this worker by room and token; those without a token share one place."""

    def __init__(self, settings: Settings) -> None:
        self._on = settings.rate_limits == "on"
        self._most = settings.seat_polls
        self._most_watching = settings.watch_polls
        self._seats = RateLimiter(rate_of(settings.poll_limit))
        self._watching = RateLimiter(rate_of(settings.watch_limit))
        self._held: dict[tuple[str, str], list[Ending]] = {}
        self._lock = brief_lock()

    def enter(self, poll: Ending) -> None:
        """A seat's oldest poll ends for a new one; those without a seat do not push each other out. Raises
        RateLimited.
        """
        if not self._on:
            return
        who = poll.asker
        seat = bool(who[1])
        with self._lock:
            held = self._held.setdefault(who, [])
            if not seat and len(held) >= self._most_watching:
                raise too_many("watch_polls", "Too many people are watching this room.", FULL_RETRY_S)
            held.append(poll)
            oldest = held[0] if seat and len(held) > self._most else None
            if oldest is not None:
                held.remove(oldest)
        if oldest is not None:
            oldest.end()

    def leave(self, poll: Ending) -> None:
        """It is answered, or nobody waits for it any more."""
        with self._lock:
            held = self._held.get(poll.asker)
            if held is None:
                return
            if poll in held:
                held.remove(poll)
            if not held:
                del self._held[poll.asker]

    def take(self, poll: Ending) -> float:
        """0 if it is its turn; else the seconds that it has to wait before it asks again."""
        if not self._on:
            return 0.0
        paces = self._seats if poll.asker[1] else self._watching
        return paces.take(poll.asker)


def ousted() -> RateLimited:
    """What a poll is told that a newer one has ended before it was its turn."""
    return too_many("poll_limit", "This page asks for updates too often.", OUSTED_RETRY_S)
