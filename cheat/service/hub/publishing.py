"""What is found out about documents in a child process, and whoever waits for it.

Whatever a document does happens there: a worker that is asked for a check goes on answering.
"""

from __future__ import annotations

import hashlib
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

import msgspec

from cheat.documents import Diagnostic
from cheat.documents.importer.archives import Brought
from cheat.documents.trials.examination import Draft, Examined
from cheat.documents.trials.reports import Balance
from cheat.documents.trials.trials import QUICK, TOO_SLOW
from cheat.errors import Unchecked
from cheat.i18n.messages import ENGLISH, Language, Text
from cheat.service.jobs.handlers import CHECK_CPU_S, EXAMINE, READ, REPORT, Questionable, Questioned
from cheat.service.jobs.queue import Job, JobQueue
from cheat.service.limits.gcra import Until
from cheat.service.limits.networks import wide

CHECK_S, REPORT_S = 10.0, 20.0
"""Seconds for a document, by the clock: with a quarter of a core a check can do all that it may. What is not
ended then got no core, and may be asked for again.
"""
LEAST_S = 0.5
WAIT_S = 24.0
"""A request waits no longer, whoever else has asked before: as long as a poll may be held."""
SLOW_FOR_S = 600.0
"""Time for which an asker that met a limit waits behind the others."""
BEHIND = 1000
"""A rank that is behind all others."""
MOST_OF_ASKER = 8
"""Checks of one asker that wait at a time. A thinker has places for 64."""
NOW = "The game can't be checked right now. Try again."
NEVER = "You can't publish games on this server: it doesn't check games."
SLOW = "This document takes more than {seconds} seconds to check. Make it simpler."

T = TypeVar("T")


class TooSlow(Exception):
    """A document takes longer to be checked than any honest one."""


class Killed(Unchecked):
    """The process was killed in which a document was checked, which may be the document's fault."""


class Requester(NamedTuple):
    """The asker of a check: address and author key, as far as they are known."""

    address: str = ""
    key: str | None = None

    def names(self) -> list[str]:
        """The properties that tell one asker from another."""
        author = hashlib.sha256(self.key.encode()).hexdigest() if self.key else ""
        return [name for name in (self.address, wide(self.address), author) if name]


NOBODY = Requester()


class CheckQueue:
    """Asks `checker` for what somebody waits for, and `reporter` for what takes longer: whoever writes a
    document is told what is wrong with it while others have reports made.

    Who has met the limits lately, by address, network, author or document, waits among the reports, behind
    them. Of several checks of one asker the later ones wait behind those of all others.
    """

    def __init__(self, checker: JobQueue, reporter: JobQueue) -> None:
        self._checker, self._reporter = checker, reporter
        self._slow, self._too_slow = Until(), Until()
        self._waiting: Counter[str] = Counter()
        self._lock = threading.Lock()

    def read(
        self, document: bytes, language: Language, *, echo: bool = False, asker: Requester = NOBODY
    ) -> Draft:
        """What reading alone tells of a document. Raises Unchecked."""
        asked = Questioned(document, 0, language.tag, echo)
        try:
            return self._checked(READ, asked, Draft, asker, document)
        except TooSlow:
            return Draft(diagnostics=[_too_slow(language)])

    def examined(
        self, brought: Brought, language: Language, games: int = QUICK, asker: Requester = NOBODY
    ) -> Examined:
        """What is wrong with what somebody has brought. Raises Unchecked."""
        asked, content = Questionable(brought, games, language.tag), msgspec.json.encode(brought)
        try:
            return self._checked(EXAMINE, asked, Examined, asker, content)
        except TooSlow:
            return Examined(diagnostics=[_too_slow(language)])

    def report(self, document: bytes, games: int, asker: Requester = NOBODY) -> Balance:
        """How a document plays that is a game. Raises Unchecked."""
        asked = Questioned(document, games, ENGLISH.tag)
        with self._turn(asker) as rank:
            return self._asked(self._reporter, REPORT, asked, REPORT_S, Balance, rank=rank)

    def _checked(
        self, kind: str, asked: Questioned | Questionable, type: type[T], asker: Requester, content: bytes
    ) -> T:
        """Raises Unchecked, and TooSlow; that again for the same content without another look."""
        told_by = [*asker.names(), hashlib.sha256(content).hexdigest()]
        if self._too_slow.left(told_by[-1]):
            raise TooSlow
        slow = any(self._slow.left(name) for name in told_by)
        with self._turn(asker) as rank:
            try:
                thinker = self._reporter if slow else self._checker
                rank += BEHIND if slow else 0
                return self._asked(thinker, kind, asked, CHECK_S, type, CHECK_CPU_S, rank=rank)
            except TooSlow:
                self._too_slow.note(told_by[-1], SLOW_FOR_S)
                self._note_slow(told_by)
                raise
            except Killed:
                self._note_slow(told_by)
                raise

    def _note_slow(self, names: list[str]) -> None:
        for name in names:
            self._slow.note(name, SLOW_FOR_S)

    @contextmanager
    def _turn(self, asker: Requester) -> Iterator[int]:
        """A place among those who wait: how many of the same asker are before this one. Raises Unchecked for
        more than a few: places are for all.
        """
        names = asker.names()
        with self._lock:
            rank = max((self._waiting[name] for name in names), default=0)
            if rank >= MOST_OF_ASKER:
                raise Unchecked(NOW)
            self._waiting.update(names)
        try:
            yield rank
        finally:
            with self._lock:
                self._waiting.subtract(names)
                for name in names:
                    if not self._waiting[name]:
                        del self._waiting[name]

    def _asked(
        self,
        thinker: JobQueue,
        kind: str,
        data: Questioned | Questionable,
        seconds: float,
        type: type[T],
        cpu_s: float | None = None,
        *,
        rank: int,
    ) -> T:
        """Raises Unchecked where there is no answer in time, Killed where that was because of the document
        itself, and TooSlow where it took all of `cpu_s`.
        """
        if thinker.stopped:
            raise Unchecked(NEVER)
        found: list[Any] = []
        became, over = list[str](), threading.Event()

        def ended(outcome: str) -> None:
            became.append(outcome)
            over.set()

        due = thinker.clock() + WAIT_S
        job = Job(kind, due, lambda: data, found.append, LEAST_S, seconds, ended, cpu_s, rank)
        thinker.ask(object(), job)
        over.wait(WAIT_S)
        if became == ["spent"]:
            raise TooSlow
        if not found:
            raise Killed(NOW) if became == ["killed"] else Unchecked(NOW)
        return msgspec.convert(found[0], type)

    def stop(self) -> None:
        """Check nothing more."""
        self._checker.stop()
        self._reporter.stop()


def _too_slow(language: Language) -> Diagnostic:
    """What is told of a document whose check was ended."""
    return Diagnostic(code=TOO_SLOW, text=language.say(Text(SLOW, {"seconds": int(CHECK_CPU_S)})))
