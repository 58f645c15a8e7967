"""A limit for the share of a core that a process uses."""

from __future__ import annotations

import time
from collections.abc import Callable

SLICE_S = 0.01
"""Seconds of work between two pauses. Another process waits at most this long for the core."""
MOST_PAUSE_S = 0.5
"""Maximum pause in seconds. A longer pause would make a job late.

If the share is so small that the pause for two slices of work is longer, that pause is the maximum.
"""


class CpuShare:
    """Pauses that keep a working process within `share` of a core (0 to 1).

    Call `throttle` whenever the process has worked for `SLICE_S`. Then, in any period, the process exceeds
    its share by at most two slices. `cpu` returns the seconds of processor time that this process has used,
    `clock` returns the seconds of a monotonic clock, and `sleep` waits for some seconds.
    """

    def __init__(
        self,
        share: float,
        cpu: Callable[[], float] = time.process_time,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._share, self._cpu, self._clock, self._sleep = share, cpu, clock, sleep
        self._since, self._cpu_used = clock(), cpu()

    def throttle(self) -> None:
        """Sleep until the work since the last call is at most `share` of the time since that call.

        A script may work for longer than a slice. Then this call sleeps for only a part of the pause, and the
        next calls for the rest.
        """
        pause_s = (self._cpu() - self._cpu_used) / self._share - (self._clock() - self._since)
        most_s = max(MOST_PAUSE_S, 2 * SLICE_S / self._share)
        if pause_s > 0:
            self._sleep(min(pause_s, most_s))
        self._since, self._cpu_used = self._clock(), self._cpu() - max(0.0, pause_s - most_s) * self._share
