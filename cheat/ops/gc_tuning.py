"""How often Python looks for garbage in cycles, in processes that live long."""

from __future__ import annotations

import gc


def look_less(young: int) -> None:
    """What there is now stays, and is not looked at again; from here on only after so many new objects.

    A process that answers requests makes hardly any cycles, and to look for them means to look at everything
    that was made since the last time and still lives: a tenth of the work, in pauses that others wait for.
    """
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(young, 20, 20)
