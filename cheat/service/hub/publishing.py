"""Checks of documents in a child process, and the requests that wait for them.

The rules of a document run there, so a worker that is asked for a check goes on answering.
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
"""Seconds of wall time for a document.

With a quarter of a core a check can use its full budget in this time. A check that has not ended then got no
core, and may be asked for again.
"""
LEAST_S = 0.5
WAIT_S = 24.0
"""Seconds after which a request stops waiting: as long as a poll may be held."""
SLOW_FOR_S = 600.0
"""Time for which an asker that met a limit waits behind the others, in seconds."""
BEHIND = 1000
"""A rank that is behind all others."""
MOST_OF_ASKER = 8
"""Checks of one asker that wait at a time. A queue has places for 64."""
MOST_BYTES = 8_000_000
"""Most bytes that wait to be checked in a worker.

A document has 64 KB at most, with all its files 256 KB.
"""
NOW = "The game can't be checked right now. Try again."
NEVER = "You can't publish games on this server: it doesn't check games."
SLOW = "This document takes more than {seconds} seconds to check. Make it simpler."

T = TypeVar("T")


class TooSlow(Exception):
    """Raised for a document that takes longer to check than any honest one."""


class Killed(Unchecked):
    """Raised if the process was killed while it checked a document, perhaps by its fault."""


class Requester(NamedTuple):
    """The asker of a check: address and author key, as far as they are known."""

    address: str = ""
    key: str | None = None

    def names(self) -> list[str]:
        """Return the properties that tell one asker from another."""
        author = hashlib.sha256(self.key.encode()).hexdigest() if self.key else ""
        return [name for name in (self.address, wide(self.address), author) if name]


NOBODY = Requester()


class CheckQueue:
    """Two queues: `checker` for checks that authors wait for, and `reporter` for longer work.

    So an author gets a check while reports are made for others. Askers that have met the limits lately, by
    address, network, author or document, wait in the reporter's queue, behind reports. If one asker has
    several checks, the later ones wait behind those of all others.
    """

    def __init__(self, checker: JobQueue, reporter: JobQueue) -> None:
        self._checker, self._reporter = checker, reporter
        self._slow, self._too_slow = Until(), Until()
        self._waiting: Counter[str] = Counter()
        self._bytes = 0
        self._lock = threading.Lock()

    def read(
        self, document: bytes, language: Language, *, echo: bool = False, asker: Requester = NOBODY
    ) -> Draft:
        """Return the result of reading a document. Raises Unchecked."""
        asked = Questioned(document, 0, language.tag, echo)
        try:
            return self._checked(READ, asked, Draft, asker, document)
        except TooSlow:
            return Draft(diagnostics=[_too_slow(language)])

    def examined(
        self, brought: Brought, language: Language, games: int = QUICK, asker: Requester = NOBODY
    ) -> Examined:
        """Return what is wrong with the files of a game. Raises Unchecked."""
        asked, content = Questionable(brought, games, language.tag), msgspec.json.encode(brought)
        try:
            return self._checked(EXAMINE, asked, Examined, asker, content)
        except TooSlow:
            return Examined(diagnostics=[_too_slow(language)])

    def report(self, document: bytes, games: int, asker: Requester = NOBODY) -> Balance:
        """Return a report on how a sound document plays. Raises Unchecked."""
        asked = Questioned(document, games, ENGLISH.tag)
        with self._turn(asker, len(document)) as rank:
            return self._asked(self._reporter, REPORT, asked, REPORT_S, Balance, rank=rank)

    def _checked(
        self, kind: str, asked: Questioned | Questionable, type: type[T], asker: Requester, content: bytes
    ) -> T:
        """Return the result of a check. Raises Unchecked, and TooSlow.

        The same content raises TooSlow again without another check.
        """
        told_by = [*asker.names(), hashlib.sha256(content).hexdigest()]
        if self._too_slow.left(told_by[-1]):
            raise TooSlow
        slow = any(self._slow.left(name) for name in told_by)
        with self._turn(asker, len(content)) as rank:
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
    def _turn(self, asker: Requester, size: int) -> Iterator[int]:
        """Yield the rank of a check: how many of the same asker wait already.

        Raises Unchecked for more than a few, since places are for all, and so is the memory for `size` bytes.
        """
        names = asker.names()
        with self._lock:
            rank = max((self._waiting[name] for name in names), default=0)
            if rank >= MOST_OF_ASKER or (self._bytes and self._bytes + size > MOST_BYTES):
                raise Unchecked(NOW)
            self._waiting.update(names)
            self._bytes += size
        try:
            yield rank
        finally:
            with self._lock:
                self._bytes -= size
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
        """Return the result of a job.

        Raises Unchecked if there is no answer in time, Killed if the document itself caused that, and TooSlow
        if it used up `cpu_s`.
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
        """Stop both queues."""
        self._checker.stop()
        self._reporter.stop()


def _too_slow(language: Language) -> Diagnostic:
    """Return the diagnostic for a document with a check that was ended."""
    return Diagnostic(code=TOO_SLOW, text=language.say(Text(SLOW, {"seconds": int(CHECK_CPU_S)})))
