"""Tuning of the garbage collector in long-lived processes."""

from __future__ import annotations

import gc


def collect_rarely(threshold: int) -> None:
    """Freeze all present objects, and collect only after `threshold` new ones.

    A process that answers requests makes hardly any cycles. To look for them, the collector looks at
    everything that was made since the last time and still lives. This took a tenth of all work, in pauses
    that delay other requests.
    """
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(threshold, 20, 20)
