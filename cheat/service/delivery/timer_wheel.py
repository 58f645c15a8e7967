"""A timer wheel: cheap timeouts for thousands of items, if almost all are cancelled.

With the event loop, each timeout would cost a call and a list of its own. Here all timeouts of the same
moment share one set, so each timeout costs only an entry in this set.
"""

from __future__ import annotations

import _thread
import logging
import time
from typing import Protocol

from cheat.ops.threads import brief_lock

TICK_S = 0.05
"""Maximum delay of a timeout, in seconds.

Timeouts last for seconds, so users do not notice such a delay.
"""

log = logging.getLogger(__name__)


class Timed(Protocol):
    """An item that can have a timeout.

    Only the wheel uses `slot`, which is None without a timeout.
    """

    slot: int | None

    def on_timeout(self) -> None:
        """Handle the timeout. Must not wait, because other items wait for the same thread."""


class TimerWheel:
    """The timeouts of items, and the thread that calls `on_timeout` of each item at its time.

    The thread runs only while there are timeouts.
    """

    def __init__(self) -> None:
        self._slots: dict[int, set[Timed]] = {}
        self._next_slot = 0
        self.is_running = False
        self._lock = brief_lock()

    def set(self, item: Timed, at: float) -> None:
        """Set the timeout of an item, as a time of the monotonic clock. Cancel its former timeout."""
        with self._lock:
            if item.slot is not None:
                self._remove(item, item.slot)
            if not self.is_running:
                self.is_running, self._next_slot = True, int(time.monotonic() / TICK_S)
                _thread.start_new_thread(self._run, ())  # `Thread.start` would wait
            slot = item.slot = max(int(at / TICK_S) + 1, self._next_slot)
            items = self._slots.get(slot)
            if items is None:
                items = self._slots[slot] = set()
            items.add(item)

    def cancel(self, item: Timed) -> None:
        """Cancel the timeout of an item."""
        with self._lock:
            if item.slot is not None:
                self._remove(item, item.slot)

    def _remove(self, item: Timed, slot: int) -> None:
        item.slot = None
        items = self._slots.get(slot)
        if items is not None:
            items.discard(item)
            if not items:
                del self._slots[slot]

    def _run(self) -> None:
        time.sleep(TICK_S)
        while (due_items := self._take_due()) is not None:
            for item in due_items:
                try:
                    item.on_timeout()
                except Exception:  # an error of one item must not stop other items
                    log.exception("a timer failed")
            time.sleep(TICK_S)

    def _take_due(self) -> list[Timed] | None:
        """Return the items whose time has come.

        If no timeouts are left, return None. Then the thread must end.
        """
        with self._lock:
            if not self._slots:
                self.is_running = False
                return None
            due_items: list[Timed] = []
            now = int(time.monotonic() / TICK_S)
            for slot in range(self._next_slot, now + 1):
                due_items += self._slots.pop(slot, ())
            self._next_slot = max(self._next_slot, now + 1)
            for item in due_items:
                item.slot = None
            return due_items
