"""What is found out about documents in a child process, and whoever waits for it.

Whatever a document does happens there: a worker that is asked for a check goes on answering.
"""

from __future__ import annotations

import threading
from typing import Any, TypeVar

import msgspec

from cheat.documents import Diagnostic
from cheat.documents.examined import Draft, Examined
from cheat.documents.older.archives import Brought
from cheat.documents.reports import Balance
from cheat.documents.trials import QUICK, TOO_SLOW
from cheat.errors import Unchecked
from cheat.thinker.jobs import CHECK_CPU_S, EXAMINE, READ, REPORT, Questionable, Questioned
from cheat.thinker.thinker import Job, Thinker
from cheat.words import ENGLISH, Language, Text

CHECK_S, REPORT_S = 10.0, 20.0
"""Seconds for a document, by the clock: with a quarter of a core a check can do all that it may. What is not
ended then got no core, and may be asked for again.
"""
LEAST_S = 0.5
WAIT_S = 24.0
"""A request waits no longer, whoever else has asked before: as long as a poll may be held."""
NOW = "The game cannot be checked now. Please try again."
NEVER = "This server checks no games, so none can be published here."
SLOW = "It takes more than {seconds} seconds of computing to check this document."

T = TypeVar("T")


class TooSlow(Exception):
    """A document takes longer to be checked than any honest one."""


class Checks:
    """Asks `checker` for what somebody waits for, and `reporter` for what takes longer: whoever writes a
    document is told what is wrong with it while others have reports made.
    """

    def __init__(self, checker: Thinker, reporter: Thinker) -> None:
        self._checker, self._reporter = checker, reporter

    def read(self, document: bytes, language: Language, *, echo: bool = False) -> Draft:
        """What reading alone tells of a document. Raises Unchecked."""
        asked = Questioned(document, 0, language.tag, echo)
        try:
            return self._asked(self._checker, READ, asked, CHECK_S, Draft, CHECK_CPU_S)
        except TooSlow:
            return Draft(diagnostics=[_too_slow(language)])

    def examined(self, brought: Brought, language: Language, games: int = QUICK) -> Examined:
        """What is wrong with what somebody has brought. Raises Unchecked."""
        asked = Questionable(brought, games, language.tag)
        try:
            return self._asked(self._checker, EXAMINE, asked, CHECK_S, Examined, CHECK_CPU_S)
        except TooSlow:
            return Examined(diagnostics=[_too_slow(language)])

    def report(self, document: bytes, games: int) -> Balance:
        """How a document plays that is a game. Raises Unchecked."""
        return self._asked(
            self._reporter, REPORT, Questioned(document, games, ENGLISH.tag), REPORT_S, Balance
        )

    def _asked(
        self,
        thinker: Thinker,
        kind: str,
        data: Questioned | Questionable,
        seconds: float,
        type: type[T],
        cpu_s: float | None = None,
    ) -> T:
        """Raises Unchecked where there is no answer in time, and TooSlow where it took all of `cpu_s`."""
        if thinker.stopped:
            raise Unchecked(NEVER)
        found: list[Any] = []
        became, over = list[str](), threading.Event()

        def ended(outcome: str) -> None:
            became.append(outcome)
            over.set()

        due = thinker.clock() + WAIT_S
        thinker.ask(object(), Job(kind, due, lambda: data, found.append, LEAST_S, seconds, ended, cpu_s))
        over.wait(WAIT_S)
        if became == ["spent"]:
            raise TooSlow
        if not found:
            raise Unchecked(NOW)
        return msgspec.convert(found[0], type)

    def stop(self) -> None:
        """Check nothing more."""
        self._checker.stop()
        self._reporter.stop()


def _too_slow(language: Language) -> Diagnostic:
    """What is told of a document whose check was ended."""
    return Diagnostic(code=TOO_SLOW, text=language.say(Text(SLOW, {"seconds": int(CHECK_CPU_S)})))
