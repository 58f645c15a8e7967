"""How long to wait before trying again. Pure: chance and the time are arguments."""

from __future__ import annotations

from email.utils import parsedate_to_datetime

FIRST_S = 0.8
"""The first ceiling: long enough for a restart of a worker."""
SOON = 5
"""Failures within which nobody waits for longer than twice that, nor for less: what one fault breaks is back
within three seconds, and within five everybody knows it.
"""
LAST_S = 30.0
LONGEST_S = 120.0
"""A server that asks for more than that is asked again all the same."""


def delay_after(failures: int, random: float, at_least: float = 0) -> float:
    """Seconds, with full jitter: anywhere between nothing and a ceiling that doubles with each of the
    `failures` in a row, on top of what the server asked for; after the first it is soon asked again some
    times. 0 <= `random` < 1.
    """
    if 1 < failures <= SOON:
        return max(at_least, FIRST_S) + random * FIRST_S
    doubled = max(0, min(failures, 16) - SOON + 1)
    return at_least + random * min(LAST_S, FIRST_S * 2.0**doubled)


def retry_after(header: str | None, now: float) -> float:
    """Seconds of a `Retry-After` header, which may also be a date; 0 if it is absent or unreadable.

    `now`: seconds since 1970.
    """
    try:
        seconds = float(header or 0)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(header or "").timestamp() - now
        except ValueError:
            return 0
    return min(LONGEST_S, max(0, seconds)) if seconds == seconds else 0
