"""The watchdog: a timer that ends a call of rules, in addition to their fuel.

Fuel bounds the work of rules as long as every step has its price. If a step has none, a call could hold up
the worker and all its players. So a timer of processor time ticks while the worker works, and checks whether
rules are still in the same call as several ticks before; then it raises an error between two of their
instructions. That is the simplest means which really ends a call:

- A signal arrives in the thread in which rules run, between two instructions of Python, and costs nothing as
  long as nothing is wrong: no system call for each call of rules, no second thread or process.
- A greenlet cannot do it, since rules never yield to another one. A child process for rules that have been
  slow once would end them as surely, but needs every table to travel, and comes after the first time.
- No timer interrupts a function of C, so none that rules call may take long: lists are bounded with all their
  content (`cheat.documents.runtime.state.MOST_HELD`), and so are numbers, texts and searches. That bound
  does not depend on fuel.
"""

from __future__ import annotations

import atexit
import logging
import signal
from types import FrameType

from cheat.rooms.rules_guard import CALLS, Calls, Overtime

TICK_S = 0.2
"""Seconds of this process's processor time, so the load of the machine does not matter."""
TICKS = 4
"""Ticks in the same call after which it is ended: it has run for 0.8 to 1 s."""

log = logging.getLogger(__name__)


class RulesWatch:
    """A watchdog for calls of rules. `tick` is called with the frame that is interrupted."""

    def __init__(self, calls: Calls = CALLS) -> None:
        self._calls = calls
        self._number = self._ticks = 0

    def tick(self, number: int, frame: FrameType | None) -> None:
        """Check the running call.

        Raises Overtime within rules that take too long, with each tick until they end.
        """
        calls = self._calls
        if calls.frame is None:
            return
        if calls.number != self._number:
            self._number, self._ticks = calls.number, 0
            return
        self._ticks += 1
        if self._ticks >= TICKS and calls.is_running(frame):
            raise Overtime


def watch_rules() -> None:
    """Watch the calls of rules in the main thread of this process, until the process ends."""
    signal.signal(signal.SIGVTALRM, RulesWatch().tick)
    signal.setitimer(signal.ITIMER_VIRTUAL, TICK_S, TICK_S)
    # Python removes the handler before the process ends, and a tick without a handler would kill it.
    atexit.register(signal.setitimer, signal.ITIMER_VIRTUAL, 0)
