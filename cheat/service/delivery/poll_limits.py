"""Limits for polls in one worker: for each seat, and for all spectators of a room together.

A worker recognizes a seat by the hash of its token, without reading the room. So a client that changes its
`client` parameter or its connection stays under the same limit.
"""

from __future__ import annotations

from typing import Protocol

from cheat.errors import RateLimited
from cheat.ops.threads import brief_lock
from cheat.service.limits.gcra import RateLimiter
from cheat.service.limits.rate_limits import rate_limited, rate_of
from cheat.settings import Settings

CROWDED_RETRY_S = 3.0
"""Seconds after which a refused spectator may try again.

Another spectator may have left by then.
"""
TOO_OFTEN_RETRY_S = 1.0
SHARED = "*"
"""The value that shared polls (`shared_polls.py`) have instead of a token.

`PollLimits` does not count shared polls, because `SharedPolls` counts them.
"""


class HeldPoll(Protocol):
    """A poll that waits for its answer.

    `caller_key`: the code of the room, and the hashed token of the seat. Instead of a token, spectators have
    "", and shared polls have `SHARED`.
    """

    caller_key: tuple[str, str]

    def end(self) -> None:
        """Answer the poll at once."""


class PollLimits:
    """The polls of this worker by room and token.

    In each room, all polls without a token share one entry.
    """

    def __init__(self, settings: Settings) -> None:
        self._is_on = settings.rate_limits == "on"
        self._max_seat_polls = settings.seat_polls
        self._max_spectator_polls = settings.watch_polls
        self._seat_rates = RateLimiter(rate_of(settings.poll_limit))
        self._spectator_rates = RateLimiter(rate_of(settings.watch_limit))
        self._polls: dict[tuple[str, str], list[HeldPoll]] = {}
        self._lock = brief_lock()

    def enter(self, poll: HeldPoll) -> None:
        """Add a poll. If its seat has too many polls, end the oldest one.

        Raises RateLimited if the room has too many polls of spectators. In this case no older poll ends,
        because spectators must not be able to end each other's polls.
        """
        key = poll.caller_key
        if not self._is_on or key[1] == SHARED:
            return
        has_seat = bool(key[1])
        with self._lock:
            polls = self._polls.setdefault(key, [])
            if not has_seat and len(polls) >= self._max_spectator_polls:
                raise rate_limited("watch_polls", "Too many people are watching this room.", CROWDED_RETRY_S)
            polls.append(poll)
            oldest = polls[0] if has_seat and len(polls) > self._max_seat_polls else None
            if oldest is not None:
                polls.remove(oldest)
        if oldest is not None:
            oldest.end()

    def leave(self, poll: HeldPoll) -> None:
        """Remove a poll that was answered or abandoned."""
        if not self._is_on:
            return
        with self._lock:
            polls = self._polls.get(poll.caller_key)
            if polls is None:
                return
            if poll in polls:
                polls.remove(poll)
            if not polls:
                del self._polls[poll.caller_key]

    def count(self) -> int:
        """Return the number of polls that count for the limits."""
        with self._lock:
            return sum(map(len, self._polls.values()))

    def take(self, poll: HeldPoll) -> float:
        """Return the seconds until the rate limit lets this poll look for events; 0 means now."""
        if not self._is_on:
            return 0.0
        has_seat = poll.caller_key[1] not in ("", SHARED)
        limiter = self._seat_rates if has_seat else self._spectator_rates
        return limiter.take(poll.caller_key)


def polled_too_often() -> RateLimited:
    """Return the error for a poll that ends before the rate limit lets it look for events.

    Usually the poll ends because of a newer poll.
    """
    return rate_limited("poll_limit", "This page asks for updates too often.", TOO_OFTEN_RETRY_S)
