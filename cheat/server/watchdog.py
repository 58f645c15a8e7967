"""The watchdog: a timer that ends calls of rules that take too long.

Rules also have fuel, a number of steps that a call may take. Fuel bounds their work as long as every step
costs some. If a step costs none by mistake, a call could hold up the worker and all its players. So a timer
of processor time ticks while the worker works. If rules have been in the same call for several ticks, the
tick raises an error between two of their instructions. This is the simplest means that reliably ends a call:

- A signal arrives in the thread in which rules run, between two instructions of Python. As long as nothing is
  wrong, the timer costs nothing: no system call for each call of rules, and no second thread or process.
- A greenlet cannot end a call, because rules never yield to another greenlet. A child process could, if it
  ran all rules that have been slow before. But every table would have to travel to it, and the first slow
  call would still hold up the worker.
- A timer cannot interrupt a C function, so no C function that rules call may take long. Therefore lists are
  bounded with all their content (`cheat.documents.runtime.state.MOST_HELD`), and so are numbers, texts and
  searches. These bounds do not depend on fuel.
"""

from __future__ import annotations

import atexit
import logging
import signal
from types import FrameType

from cheat.rooms.rules_guard import RUNNING_CALL, Overtime, RunningCall

TICK_S = 0.2
"""Seconds of this process's processor time between two ticks.

So the load of the machine does not matter.
"""
TICKS = 4
"""Number of ticks in the same call after which the call is ended.

The call has then run for 0.8 to 1 s.
"""

log = logging.getLogger(__name__)


class RulesWatchdog:
    """A watchdog for calls of rules. Its `tick` gets the frame that the signal interrupts."""

    def __init__(self, calls: RunningCall = RUNNING_CALL) -> None:
        self._calls = calls
        self._number = self._ticks = 0

    def tick(self, number: int, frame: FrameType | None) -> None:
        """Check the running call.

        If the call takes too long, raises Overtime within it, at each tick until the call ends.
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
    signal.signal(signal.SIGVTALRM, RulesWatchdog().tick)
    signal.setitimer(signal.ITIMER_VIRTUAL, TICK_S, TICK_S)
    # Python removes the handler before the process ends. A tick without a handler would kill the process.
    atexit.register(signal.setitimer, signal.ITIMER_VIRTUAL, 0)
