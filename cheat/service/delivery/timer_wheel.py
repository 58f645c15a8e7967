"""A timer wheel: cheap timeouts when almost all are cancelled.

A timer of the event loop costs a call and a list of its own. Here a timeout costs only an entry in a set: all
records that are due at the same time share the set.
"""

from __future__ import annotations

import _thread
import logging
import time
from typing import Protocol

from cheat.ops.threads import brief_lock

TICK_S = 0.05
"""Maximum delay of a timeout, in seconds: too short to be noticed after a wait of seconds."""

log = logging.getLogger(__name__)


class Timed(Protocol):
    """A record with a timeout. Only the wheel uses `slot`, which is None without a timeout."""

    slot: int | None

    def on_timeout(self) -> None:
        """Handle the timeout. Must not wait: other records are due as well."""


class TimerWheel:
    """Calls records at their times, on a thread that runs while there are timeouts."""

    def __init__(self) -> None:
        self._slots: dict[int, set[Timed]] = {}
        self._next_slot = 0
        self.is_running = False
        self._lock = brief_lock()

    def set(self, record: Timed, when: float) -> None:
        """Set the record's timeout to a time of the monotonic clock. It replaces an earlier timeout."""
        with self._lock:
            if record.slot is not None:
                self._remove(record, record.slot)
            if not self.is_running:
                self.is_running, self._next_slot = True, int(time.monotonic() / TICK_S)
                _thread.start_new_thread(self._run, ())  # a Thread's `start` would wait
            slot = record.slot = max(int(when / TICK_S) + 1, self._next_slot)
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
        while (due_records := self._take_due()) is not None:
            for record in due_records:
                try:
                    record.on_timeout()
                except Exception:  # an error of one record must not stop the others
                    log.exception("a timer failed")
            time.sleep(TICK_S)

    def _take_due(self) -> list[Timed] | None:
        """Return the records that are due; None if no record is left and the thread has to end."""
        with self._lock:
            if not self._slots:
                self.is_running = False
                return None
            due_records: list[Timed] = []
            now = int(time.monotonic() / TICK_S)
            for slot in range(self._next_slot, now + 1):
                due_records += self._slots.pop(slot, ())
            self._next_slot = max(self._next_slot, now + 1)
            for record in due_records:
                record.slot = None
            return due_records
