"""A timer wheel: cheap timeouts when almost all are cancelled.

A timer of the event loop costs a call and a list of its own. Here a timeout costs an entry in a set, which
all records of the same moment share.
"""

from __future__ import annotations

import _thread
import logging
import time
from typing import Protocol

from cheat.ops.threads import brief_lock

TICK_S = 0.05
"""Seconds that a call may be late: too few to notice after a wait of whole seconds."""

log = logging.getLogger(__name__)


class Timed(Protocol):
    """A record with a timeout. `slot` belongs to the wheel; None: it has no timeout."""

    slot: int | None

    def on_timeout(self) -> None:
        """Handle the timeout. Must not wait: others are due as well."""


class TimerWheel:
    """Calls records at their times, on a thread that runs while there are any."""

    def __init__(self) -> None:
        self._slots: dict[int, set[Timed]] = {}
        self._next = 0
        self.is_running = False
        self._lock = brief_lock()

    def set(self, record: Timed, when: float) -> None:
        """Call the record at this moment of the monotonic clock, in place of an earlier timeout."""
        with self._lock:
            if record.slot is not None:
                self._remove(record, record.slot)
            if not self.is_running:
                self.is_running, self._next = True, int(time.monotonic() / TICK_S)
                _thread.start_new_thread(self._run, ())  # a Thread's `start` would wait
            slot = record.slot = max(int(when / TICK_S) + 1, self._next)
            records = self._slots.get(slot)
            if records is None:
                records = self._slots[slot] = set()
            records.add(record)

    def cancel(self, record: Timed) -> None:
        """Cancel the timeout of a record."""
        with self._lock:
            if record.slot is not None:
                self._remove(record, record.slot)

    def _remove(self, record: Timed, slot: int) -> None:
        records = self._slots.get(slot, set())
        records.discard(record)
        if not records:
            self._slots.pop(slot, None)
        record.slot = None

    def _run(self) -> None:
        time.sleep(TICK_S)
        while (due := self._take_due()) is not None:
            for record in due:
                try:
                    record.on_timeout()
                except Exception:  # an error of one record must not stop the others
                    log.exception("a timer failed")
            time.sleep(TICK_S)

    def _take_due(self) -> list[Timed] | None:
        """Return the records that are due; None if no record is left, and the thread has to end."""
        with self._lock:
            if not self._slots:
                self.is_running = False
                return None
            due: list[Timed] = []
            now = int(time.monotonic() / TICK_S)
            for slot in range(self._next, now + 1):
                due += self._slots.pop(slot, ())
            self._next = max(self._next, now + 1)
            for record in due:
                record.slot = None
            return due
