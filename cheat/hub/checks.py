"""What is found out about documents in a child process, and whoever waits for it.

Whatever a document does happens there: a worker that is asked for a check goes on answering.
"""

from __future__ import annotations

import threading
from typing import Any, TypeVar

import msgspec

from cheat.documents.examined import Draft, Examined
from cheat.documents.older.archives import Brought
from cheat.documents.reports import Balance
from cheat.documents.trials import QUICK
from cheat.errors import Unchecked
from cheat.thinker.jobs import EXAMINE, READ, REPORT, Questionable, Questioned
from cheat.thinker.thinker import Job, Thinker
from cheat.words import ENGLISH, Language

READ_S, CHECK_S, REPORT_S = 2.0, 10.0, 20.0
"""Seconds for a document. With half a core, the second are enough for twenty games of four hands each."""
LEAST_S = 0.5
WAIT_S = 24.0
"""A request waits no longer, whoever else has asked before: as long as a poll may be held."""
NOW = "The game cannot be checked now. Please try again."
NEVER = "This server checks no games, so none can be published here."

T = TypeVar("T")


class Checks:
    """Asks `checker` for what somebody waits for, and `reporter` for what takes longer: whoever writes a
    document is told what is wrong with it while others have reports made.
    """

    def __init__(self, checker: Thinker, reporter: Thinker) -> None:
        self._checker, self._reporter = checker, reporter

    def read(self, document: bytes, language: Language, *, echo: bool = False) -> Draft:
        """What reading alone tells of a document. Raises Unchecked."""
        asked = Questioned(document, 0, language.tag, echo)
        return self._asked(self._checker, READ, asked, READ_S, Draft)

    def examined(self, brought: Brought, language: Language, games: int = QUICK) -> Examined:
        """What is wrong with what somebody has brought. Raises Unchecked."""
        asked = Questionable(brought, games, language.tag)
        return self._asked(self._checker, EXAMINE, asked, CHECK_S, Examined)

    def report(self, document: bytes, games: int) -> Balance:
        """How a document plays that is a game. Raises Unchecked."""
        return self._asked(
            self._reporter, REPORT, Questioned(document, games, ENGLISH.tag), REPORT_S, Balance
        )

    def _asked(
        self, thinker: Thinker, kind: str, data: Questioned | Questionable, seconds: float, type: type[T]
    ) -> T:
        """Raises Unchecked where there is no answer in time."""
        if thinker.stopped:
            raise Unchecked(NEVER)
        found: list[Any] = []
        over = threading.Event()
        due = thinker.clock() + WAIT_S
        job = Job(kind, due, lambda: data, found.append, LEAST_S, seconds, lambda outcome: over.set())
        thinker.ask(object(), job)
        over.wait(WAIT_S)
        if not found:
            raise Unchecked(NOW)
        return msgspec.convert(found[0], type)

    def stop(self) -> None:
        """Check nothing more."""
        self._checker.stop()
        self._reporter.stop()
