"""Scripts of games: JavaScript, written by a game's author, that chooses cards for bots.

Scripts run in a process of their own (`sandbox.py`). If the process does not answer in time, its caller kills
it. No game needs the answer of a script: without an answer, the bot uses the order of moves in the document,
with random cards.
"""

from __future__ import annotations

import logging
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from cheat.documents.game.opponents import ScriptAnswer, ScriptQuestion
from cheat.service.jobs.child_process import ChildLost, ChildProcess
from cheat.service.jobs.protocol import Answer, Task

COMMAND = (sys.executable, "-I", str(Path(__file__).with_name("sandbox.py")))
ANSWER_S = 0.25
"""Maximum seconds that a caller waits for an answer: five times `TIME_S` of `sandbox.py`.

The interpreter stops a script after `TIME_S`, but only between two steps of the script. So a script without
an answer hangs in a single step, and the caller kills its process.
"""
START_S = 0.5
"""Maximum seconds that a caller waits until the process has started.

Even after this time the start goes on, so a later question finds the process ready.
"""
PAUSE_S = 60.0
"""Seconds between two attempts to start the process.

The cause of a failure seldom goes away sooner.
"""
STRIKES = 3
"""Number of failures after which a game no longer asks its script.

A script fails if it reaches a limit, or if its process is killed.
"""
MOST_GAMES = 1000
"""Maximum number of games with counted failures.

Above this number, the game that failed longest ago is forgotten.
"""

log = logging.getLogger(__name__)


class Scripts:
    """The scripts of games, and the process in which they run.

    - `command`: the command that starts the process
    - `clock`: returns the seconds of a monotonic clock
    - `answer_s`, `start_s`: maximum waits instead of `ANSWER_S` and `START_S`
    - `charge`: is called with the seconds of processor time of each question
    - `strikes`: game -> the number of failures of its script
    """

    def __init__(
        self,
        command: Sequence[str] = COMMAND,
        clock: Callable[[], float] = time.monotonic,
        answer_s: float | None = None,
        start_s: float | None = None,
        charge: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        self._command, self._clock = command, clock
        self._answer_s, self._start_s = answer_s, start_s
        self._charge, self._charged_s = charge, 0.0
        self._restart_at = float("-inf")
        self.child: ChildProcess | None = None
        self._is_ready = False
        self.strikes: Counter[str] = Counter()

    def run(self, question: ScriptQuestion, game: str) -> ScriptAnswer:
        """Return the answer of a script. `game`: the key of the game, to count its failures."""
        if self.strikes[game] >= STRIKES:
            return ScriptAnswer(failed=True)
        answer = self.ask(question)
        if answer.reason == "limit":
            self._strike(game)
        return answer

    def stop(self) -> None:
        """End the process."""
        child, self.child = self.child, None
        if child is not None:
            child.end()

    def ask(self, question: ScriptQuestion) -> ScriptAnswer:
        """Return the answer of a script, without counting failures."""
        try:
            child = self._ready_child()
            if child is None:
                return ScriptAnswer(failed=True)
            answer = self._run_on(child, question)
            script_answer: ScriptAnswer = msgspec.convert(answer.value, ScriptAnswer)
            script_answer.cpu_s = answer.cpu_s
            return script_answer
        except (ChildLost, msgspec.ValidationError) as error:
            self.stop()
            if getattr(error, "reason", "") != "not_started":
                return ScriptAnswer(failed=True, reason="limit")
            self._restart_at = self._clock() + PAUSE_S
            log.warning("the process for scripts of games does not start; opponents play at random")
            return ScriptAnswer(failed=True)

    def _run_on(self, child: ChildProcess, question: ScriptQuestion) -> Answer:
        """Return the answer of the process, and charge its time. Raises ChildLost.

        Any error here, such as the end of the job's own time, ends the process, too. If the process went on,
        its late answer would be taken as the answer to the next question.
        """
        data = msgspec.Raw(msgspec.json.encode(question))
        ended_s, began_at = _time_of_ended_processes(), time.monotonic()
        try:
            answer = child.run(Task("script", data, 0.0))
        except BaseException:
            self.stop()
            self._charge(max(0.0, _time_of_ended_processes() - ended_s - self._charged_s))
            raise
        answer.cpu_s = min(max(answer.cpu_s, 0.0), time.monotonic() - began_at)
        self._charged_s += answer.cpu_s
        self._charge(answer.cpu_s)
        return answer

    def _ready_child(self) -> ChildProcess | None:
        """Return the process, or None if it is not ready yet. Raises ChildLost."""
        if self.child is None or not self.child.is_alive():
            self.stop()
            if self._clock() < self._restart_at:
                return None
            grace_s = ANSWER_S if self._answer_s is None else self._answer_s
            self.child, self._is_ready = ChildProcess(self._command, environment={}, grace_s=grace_s), False
            self._charged_s = 0.0
        if not self._is_ready:
            self._is_ready = self.child.has_started(START_S if self._start_s is None else self._start_s)
        return self.child if self._is_ready else None

    def _strike(self, game: str) -> None:
        count = self.strikes.pop(game, 0) + 1
        while len(self.strikes) >= MOST_GAMES:
            del self.strikes[next(iter(self.strikes))]
        self.strikes[game] = count
        if count == STRIKES:
            log.warning("the script of a game exceeded its limits %d times and is switched off", STRIKES)


def _time_of_ended_processes() -> float:
    """Return the processor time of all ended processes that this one has started, in seconds."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
