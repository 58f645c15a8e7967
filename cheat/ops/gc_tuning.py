"""Tuning of the garbage collector in long-lived processes."""

from __future__ import annotations

import gc


def collect_rarely(threshold: int) -> None:
    """Freeze all present objects, and collect garbage only after `threshold` new ones.

    A process that answers requests makes few cycles. To find them, the collector looks at every living object
    that is newer than the last collection. This took a tenth of all work, in pauses that delay other
    requests.
    """
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(threshold, 20, 20)
