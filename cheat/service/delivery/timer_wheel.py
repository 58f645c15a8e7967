"""Times at which records are called, for thousands that are nearly always dropped before.

A timer of the event loop costs its maker a call and a list of its own; here a time costs an entry in a set
that all records of the same moment share.
"""

from __future__ import annotations

import _thread
import logging
import time
from typing import Protocol

from cheat.ops.locks import brief_lock

TICK_S = 0.05
"""How late a record may be called: what nobody notices who has waited for seconds."""

log = logging.getLogger(__name__)


class Timed(Protocol):
    """What is called when its time has come. `slot` belongs to the wheel; None: it is in none."""

    slot: int | None

    def expired(self) -> None:
        """The time has come. Must not wait: others are due as well."""


class TimerWheel:
    """Calls records at their times, on a thread that there is as long as some are waiting."""

    def __init__(self) -> None:
        self._slots: dict[int, set[Timed]] = {}
        self._next = 0
        self._turning = False
        self._lock = brief_lock()

    def at(self, record: Timed, when: float) -> None:
        """Call the record at this moment of the monotonic clock, and at none that was told before."""
        with self._lock:
            if record.slot is not None:
                self._take_out(record, record.slot)
            if not self._turning:
                self._turning, self._next = True, int(time.monotonic() / TICK_S)
                _thread.start_new_thread(self._turn, ())  # a Thread's `start` would wait
            slot = record.slot = max(int(when / TICK_S) + 1, self._next)
            records = self._slots.get(slot)
            if records is None:
                records = self._slots[slot] = set()
            records.add(record)

    def drop(self, record: Timed) -> None:
        """Do not call it."""
        with self._lock:
            if record.slot is not None:
                self._take_out(record, record.slot)

    def _take_out(self, record: Timed, slot: int) -> None:
        records = self._slots.get(slot, set())
        records.discard(record)
        if not records:
            self._slots.pop(slot, None)
        record.slot = None

    def _turn(self) -> None:
        time.sleep(TICK_S)
        while (due := self._due()) is not None:
            for record in due:
                try:
                    record.expired()
                except Exception:  # a mistake of one must not stop the time of all
                    log.exception("a record failed at its time")
            time.sleep(TICK_S)

    def _due(self) -> list[Timed] | None:
        """Those whose time has come; None when there is nobody left, and the thread is to end."""
        with self._lock:
            if not self._slots:
                self._turning = False
                return None
            due: list[Timed] = []
            now = int(time.monotonic() / TICK_S)
            for slot in range(self._next, now + 1):
                due += self._slots.pop(slot, ())
            self._next = max(self._next, now + 1)
            for record in due:
                record.slot = None
            return due
