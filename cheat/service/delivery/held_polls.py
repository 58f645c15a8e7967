"""Limits for the polls of a seat, and of all spectators of a room, in a worker.

The hashed token identifies a seat, so no room has to be read for that. A client cannot get around the limits
with a new `client`, without a cursor, or over another connection.
"""

from __future__ import annotations

from typing import Protocol

from cheat.errors import RateLimited
from cheat.ops.locks import brief_lock
from cheat.service.limits.gcra import RateLimiter
from cheat.service.limits.rate_limits import rate_of, too_many
from cheat.settings import Settings

FULL_RETRY_S = 3.0
"""Seconds after which a refused spectator may try again: another one may be gone by then."""
OUSTED_RETRY_S = 1.0


class Ending(Protocol):
    """A poll. `asker`: the room, and the hashed token of the seat, "" for a spectator."""

    asker: tuple[str, str]

    def end(self) -> None:
        """Answer at once, with the news so far."""


class PollLimits:
    """The polls of this worker by room and token; polls without a token share one entry."""

    def __init__(self, settings: Settings) -> None:
        self._on = settings.rate_limits == "on"
        self._most = settings.seat_polls
        self._most_watching = settings.watch_polls
        self._seats = RateLimiter(rate_of(settings.poll_limit))
        self._watching = RateLimiter(rate_of(settings.watch_limit))
        self._held: dict[tuple[str, str], list[Ending]] = {}
        self._lock = brief_lock()

    def enter(self, poll: Ending) -> None:
        """Add a poll. If a seat has too many, its oldest one ends.

        If a room has too many polls of spectators, raises RateLimited instead, so that spectators cannot end
        the polls of others.
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
        """Remove a poll that is answered or given up."""
        with self._lock:
            held = self._held.get(poll.asker)
            if held is None:
                return
            if poll in held:
                held.remove(poll)
            if not held:
                del self._held[poll.asker]

    def take(self, poll: Ending) -> float:
        """Return 0 if the rate limit lets a poll look now, or else the seconds that it has to wait."""
        if not self._on:
            return 0.0
        paces = self._seats if poll.asker[1] else self._watching
        return paces.take(poll.asker)


def ousted() -> RateLimited:
    """Return the error for a poll that has to end, mostly for a newer one, before its turn."""
    return too_many("poll_limit", "This page asks for updates too often.", OUSTED_RETRY_S)
