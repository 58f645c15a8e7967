"""The watchdog: a timer that ends calls of rules that take too long.

Each call of rules also gets fuel, a number of steps that it may take. Fuel limits the work of rules if every
step uses some fuel. If, by mistake, a step uses no fuel, a call could delay the worker and all its players.
So a timer ticks while the worker works; it counts only processor time. If the same call of rules runs for
several ticks, the next tick raises an error in the call. The reasons for a timer, and its one weakness:

- The timer sends a signal, which Python handles in the thread of the rules, between two instructions. As long
  as nothing is wrong, the timer costs nothing: no system call for each call of rules, and no second thread or
  process.
- A greenlet, gevent's kind of thread, cannot end a call, because rules never let another greenlet run. The
  worker could let a child process run all rules that were slow before, and kill the child. But it would have
  to send the child every table, and the first slow call would still delay the worker.
- A timer cannot interrupt a C function, so no C function that rules call may take long. For this reason,
  lists with all their content have a maximum size (`cheat.documents.runtime.state.MOST_HELD`), and so have
  numbers, texts and searches. These limits do not depend on fuel.
"""

from __future__ import annotations

import atexit
import logging
import signal
from types import FrameType

from cheat.rooms.rules_guard import RUNNING_CALL, Overtime, RunningCall

TICK_S = 0.2
"""Seconds between two ticks. Only processor time of this process counts."""
TICKS = 4
"""Number of ticks in the same call after which the watchdog ends the call.

By then the call has run for 0.8 to 1 s.
"""

log = logging.getLogger(__name__)


class RulesWatchdog:
    """A watchdog for calls of rules.

    `tick` gets the stack frame that the signal has interrupted.
    """

    def __init__(self, calls: RunningCall = RUNNING_CALL) -> None:
        self._calls = calls
        self._number = self._ticks = 0

    def tick(self, number: int, frame: FrameType | None) -> None:
        """Check the running call.

        If the call takes too long, each tick raises Overtime within the call, until the call ends.
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
    # Python removes the handler of the signal at the end of the process. Another tick would then kill it.
    atexit.register(signal.setitimer, signal.ITIMER_VIRTUAL, 0)
