"""A setting of Python's garbage collector for processes that run for a long time."""

from __future__ import annotations

import gc


def collect_rarely(threshold: int) -> None:
    """Let the collector ignore all present objects, and run only after `threshold` new ones.

    The collector finds reference cycles. A process that answers requests makes few of them. But to find them,
    the collector examines all objects that are newer than its last run. With Python's own threshold, the
    collector took a tenth of all work, in pauses that delayed other requests.
    """
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(threshold, 20, 20)
