"""Scripts of games: asked in a process of their own, which is killed when it does not answer in time.

Nobody relies on an answer: where there is none, an opponent plays by its order and chance.
"""

from __future__ import annotations

import logging
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from cheat.documents.scripted import Answered, Question
from cheat.thinker.process import Lost, Process
from cheat.thinker.wire import Task

COMMAND = (sys.executable, "-I", str(Path(__file__).with_name("sandbox.py")))
ANSWER_S = 0.25
"""Five times what a script may take: what lasts longer is a step that does not come to its end."""
STRIKES = 3
"""A script that was killed, or ran into a limit, so many times in a game is not asked again there."""
REMEMBERED = 1000
"""Games in which that is known; all is forgotten when there are more."""

log = logging.getLogger(__name__)


class Said(Answered):
    """The same, with whether a limit was met."""

    limit: bool = False


class Scripts:
    """Runs scripts. `command` starts the process in which they run."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self._command = command
        self._child: Process | None = None
        self._strikes: Counter[str] = Counter()

    def ask(self, question: Question, game: str) -> Answered:
        """What a script says; `game`: in which game, so that it can be switched off there."""
        if self._strikes[game] >= STRIKES:
            return Answered(failed=True)
        said = self._asked(question)
        if said.limit:
            self._strike(game)
        return said

    def stop(self) -> None:
        """End the process."""
        child, self._child = self._child, None
        if child is not None:
            child.end()

    def _asked(self, question: Question) -> Said:
        data = msgspec.Raw(msgspec.json.encode(question))
        try:
            answer: Any = self._running().do(Task("script", data, 0.0)).value
            return msgspec.convert(answer, Said)
        except (Lost, msgspec.ValidationError) as error:
            self.stop()
            return Said(failed=True, limit=getattr(error, "why", "") != "not_started")

    def _running(self) -> Process:
        """The process. Raises Lost."""
        if self._child is None or not self._child.is_there():
            self.stop()
            self._child = Process(self._command, environment={}, grace_s=ANSWER_S)
            self._child.greet()
        return self._child

    def _strike(self, game: str) -> None:
        if len(self._strikes) >= REMEMBERED:
            self._strikes.clear()
        self._strikes[game] += 1
        if self._strikes[game] == STRIKES:
            log.warning("the script of a game met its limits %d times and is switched off there", STRIKES)
