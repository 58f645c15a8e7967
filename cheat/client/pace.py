"""The times that a client waits before it repeats a failed request.

The code is pure: random numbers and the time are arguments.
"""

from __future__ import annotations

from email.utils import parsedate_to_datetime

FIRST_S = 0.8
"""Maximum wait after a first failure, in seconds: enough for a restart of a worker."""
EARLY_FAILURES = 5
"""Up to this number of failures, a client waits between `FIRST_S` and twice as long.

The server recovers from a single fault within three seconds. With these short waits, all clients notice the
recovery within five seconds after the fault.
"""
LAST_S = 30.0
"""Maximum wait after many failures, in seconds."""
LONGEST_S = 120.0
"""Maximum wait in seconds, even if the server asks for a longer wait."""


def delay_after(failures: int, random: float, at_least: float = 0) -> float:
    """Return the seconds to wait after a failure.

    The wait is random, so that clients do not all send at the same moment. `failures`: the number of failures
    in a row. After the first failure, the wait is below `FIRST_S`. Up to failure number `EARLY_FAILURES`, the
    wait is between `FIRST_S` and twice as long. After that, it is between 0 and a limit that doubles with
    each failure, up to `LAST_S`. The wait is never below `at_least`, the time that the server has asked for.
    `random` is at least 0 and below 1.
    """
    if 1 < failures <= EARLY_FAILURES:
        return max(at_least, FIRST_S) + random * FIRST_S
    doubled = max(0, min(failures, 16) - EARLY_FAILURES + 1)
    return at_least + random * min(LAST_S, FIRST_S * 2.0**doubled)


def retry_after(header: str | None, now: float) -> float:
    """Return the seconds in a `Retry-After` header; 0 if the header is missing or not readable.

    The header may also be a date. `now`: seconds since 1970.
    """
    try:
        seconds = float(header or 0)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(header or "").timestamp() - now
        except ValueError:
            return 0
    return min(LONGEST_S, max(0, seconds)) if seconds == seconds else 0
