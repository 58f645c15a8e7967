"""The second line behind the steps that rules are charged for: a timer that ends a call into them.

Fuel bounds what rules do as long as every step has its price. Where one has not, a call would hold the worker
and everybody in it. So a timer of the processor's time ticks while the worker works, and sees whether rules
are still in the same call as several ticks before; then it raises an error between two instructions of
theirs. That is the simplest means which really ends a call:

- A signal arrives in the thread in which rules run, between two instructions of Python, and costs nothing as
  long as nothing is wrong: no call of the system for each call of rules, no second thread or process.
- A greenlet cannot do it, since rules never let another one run. A child process for rules that have once
  been slow would end them as surely, but needs every table to travel, and comes after the first time.
- No timer interrupts a function of C, so none that rules call may take long: lists are bounded with all that
  is in them (`cheat.documents.runtime.state.MOST_HELD`), and so are numbers, texts and searches. That bound
  does not depend on fuel.
"""

from __future__ import annotations

import atexit
import logging
import signal
from types import FrameType

from cheat.rooms.rules_guard import CALLS, Calls, Overtime

TICK_S = 0.2
"""Of the processor's time that this process uses, so nobody pays for how busy the machine is."""
TICKS = 4
"""A call that so many ticks have found where the one before them found it has run for 0.8 to 1 s."""

log = logging.getLogger(__name__)


class RulesWatch:
    """Ends calls that go on for too long. `tick` is called with the frame that is interrupted."""

    def __init__(self, calls: Calls = CALLS) -> None:
        self._calls = calls
        self._number = self._ticks = 0

    def tick(self, number: int, frame: FrameType | None) -> None:
        """Look. Raises Overtime within rules that take too long, and again with each tick until they end."""
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
    """Watch the calls into rules that the main thread of this process makes, until the process ends."""
    signal.signal(signal.SIGVTALRM, RulesWatch().tick)
    signal.setitimer(signal.ITIMER_VIRTUAL, TICK_S, TICK_S)
    # Python takes the handler away before it has ended, and a tick without one would kill the process.
    atexit.register(signal.setitimer, signal.ITIMER_VIRTUAL, 0)
