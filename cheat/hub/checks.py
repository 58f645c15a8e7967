"""What is found out about documents in a child process, and whoever waits for it.

Whatever a document does happens there: a worker that is asked for a check goes on answering.
"""

from __future__ import annotations

import threading
from typing import Any, TypeVar

import msgspec

from cheat.documents.examined import Examined
from cheat.documents.older.archives import Brought
from cheat.documents.reports import Balance
from cheat.documents.trials import QUICK
from cheat.errors import Unchecked
from cheat.thinker.jobs import EXAMINE, REPORT, Questionable, Questioned
from cheat.thinker.thinker import Job, Thinker

CHECK_S, REPORT_S = 10.0, 20.0
"""Seconds for a document. With half a core, the first are enough for twenty games of four hands each."""
LEAST_S = 0.5
WAIT_S = 24.0
"""A request waits no longer, whoever else has asked before: as long as a poll may be held."""
NOW = "The game cannot be checked now. Please try again."
NEVER = "This server checks no games, so none can be published here."

T = TypeVar("T")


class Checks:
    """Asks `checker` for what takes long."""

    def __init__(self, checker: Thinker) -> None:
        self._checker = checker

    def examined(self, brought: Brought, games: int = QUICK) -> Examined:
        """What is wrong with what somebody has brought. Raises Unchecked."""
        return self._asked(EXAMINE, Questionable(brought, games), CHECK_S, Examined)

    def report(self, document: bytes, games: int) -> Balance:
        """How a document plays that is a game. Raises Unchecked."""
        return self._asked(REPORT, Questioned(document, games), REPORT_S, Balance)

    def _asked(self, kind: str, data: Questioned | Questionable, seconds: float, type: type[T]) -> T:
        """Raises Unchecked where there is no answer in time."""
        if self._checker.stopped:
            raise Unchecked(NEVER)
        found: list[Any] = []
        over = threading.Event()
        due = self._checker.clock() + WAIT_S
        job = Job(kind, due, lambda: data, found.append, LEAST_S, seconds, lambda outcome: over.set())
        self._checker.ask(object(), job)
        over.wait(WAIT_S)
        if not found:
            raise Unchecked(NOW)
        return msgspec.convert(found[0], type)

    def stop(self) -> None:
        """Check nothing more."""
        self._checker.stop()
