"""Limits for the polls of a seat, and of all spectators of a room, in a worker.

The hashed token identifies a seat, so no room has to be read for that. A client cannot get around the limits
with a new `client`, without a cursor, or over another connection.
"""

from __future__ import annotations

from typing import Protocol

from cheat.errors import RateLimited
from cheat.ops.threads import brief_lock
from cheat.service.limits.gcra import RateLimiter
from cheat.service.limits.rate_limits import rate_limited, rate_of
from cheat.settings import Settings

CROWDED_RETRY_S = 3.0
"""Seconds after which a refused spectator may try again: another one may be gone by then."""
TOO_OFTEN_RETRY_S = 1.0


class HeldPoll(Protocol):
    """A poll. `caller_key`: the room, and the hashed token of the seat, "" for a spectator."""

    caller_key: tuple[str, str]

    def end(self) -> None:
        """Answer at once, with the events so far."""


class PollLimits:
    """The polls of this worker by room and token; polls without a token share one entry."""

    def __init__(self, settings: Settings) -> None:
        self._is_on = settings.rate_limits == "on"
        self._most = settings.seat_polls
        self._most_of_spectators = settings.watch_polls
        self._seat_rates = RateLimiter(rate_of(settings.poll_limit))
        self._spectator_rates = RateLimiter(rate_of(settings.watch_limit))
        self._held: dict[tuple[str, str], list[HeldPoll]] = {}
        self._lock = brief_lock()

    def enter(self, poll: HeldPoll) -> None:
        """Add a poll. If a seat has too many, its oldest one ends.

        If a room has too many polls of spectators, raises RateLimited instead, so that spectators cannot end
        the polls of others.
        """
        if not self._is_on:
            return
        key = poll.caller_key
        seat = bool(key[1])
        with self._lock:
            held = self._held.setdefault(key, [])
            if not seat and len(held) >= self._most_of_spectators:
                raise rate_limited("watch_polls", "Too many people are watching this room.", CROWDED_RETRY_S)
            held.append(poll)
            oldest = held[0] if seat and len(held) > self._most else None
            if oldest is not None:
                held.remove(oldest)
        if oldest is not None:
            oldest.end()

    def leave(self, poll: HeldPoll) -> None:
        """Remove a poll that is answered or given up."""
        with self._lock:
            held = self._held.get(poll.caller_key)
            if held is None:
                return
            if poll in held:
                held.remove(poll)
            if not held:
                del self._held[poll.caller_key]

    def count(self) -> int:
        """Return the number of polls that are held."""
        with self._lock:
            return sum(map(len, self._held.values()))

    def take(self, poll: HeldPoll) -> float:
        """Return 0 if the rate limit lets a poll look now, or else the seconds that it has to wait."""
        if not self._is_on:
            return 0.0
        limiter = self._seat_rates if poll.caller_key[1] else self._spectator_rates
        return limiter.take(poll.caller_key)


def polled_too_often() -> RateLimited:
    """Return the error for a poll that has to end, mostly for a newer one, before its turn."""
    return rate_limited("poll_limit", "This page asks for updates too often.", TOO_OFTEN_RETRY_S)
