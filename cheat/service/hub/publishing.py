"""Checks of documents in a child process, and the requests that wait for them.

The rules of a document run in that process, so the worker goes on answering other requests meanwhile.
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
from cheat.service.jobs.handlers import CHECK_CPU_S, EXAMINE, READ, REPORT, DocumentTask, FilesTask
from cheat.service.jobs.queue import Job, JobQueue
from cheat.service.limits.gcra import ExpiringMarks
from cheat.service.limits.networks import wider_network

CHECK_S, REPORT_S = 10.0, 20.0
"""Seconds of wall time for a check and for a report.

With a quarter of a core a check can use its full budget of processor time within its seconds. If it has not
ended by then, other processes had the core, so the author may ask again.
"""
LEAST_S = 0.5
WAIT_S = 24.0
"""Seconds after which a request stops waiting: as long as a poll may be held."""
SLOW_FOR_S = 600.0
"""Seconds for which the checks of an asker that met a limit go behind those of others."""
BEHIND = 1000
"""A rank that is behind all others."""
MOST_OF_ASKER = 8
"""Most checks of one asker that wait at a time. A queue has places for 64."""
MOST_BYTES = 8_000_000
"""Most bytes that wait to be checked in a worker.

A document has 64 KB at most, with all its files 256 KB.
"""
NOW = "The game can't be checked right now. Try again."
NEVER = "You can't publish games on this server: it doesn't check games."
SLOW = "This document takes more than {seconds} seconds to check. Make it simpler."

T = TypeVar("T")


class TooSlow(Exception):
    """Raised if a check uses up its processor time, which no honest document does."""


class Killed(Unchecked):
    """Raised if the process hung while it checked a document, maybe because of the document."""


class Requester(NamedTuple):
    """The client that asks for a check: its address and author key, as far as they are known."""

    address: str = ""
    key: str | None = None

    def names(self) -> list[str]:
        """Return the address, its network and the hashed key, by which askers are told apart.

        Two askers that share one of them count as one.
        """
        author = hashlib.sha256(self.key.encode()).hexdigest() if self.key else ""
        return [name for name in (self.address, wider_network(self.address), author) if name]


NOBODY = Requester()


class CheckQueue:
    """Two queues: `checker` for checks that authors wait for, and `reporter` for longer work.

    So a report for one author does not delay a check for another. If a check met a limit lately, further
    checks with the same address, network, author or document wait in the reporter's queue, behind reports. If
    one asker has several checks, the later ones wait behind the first ones of all others.
    """

    def __init__(self, checker: JobQueue, reporter: JobQueue) -> None:
        self._checker, self._reporter = checker, reporter
        self._slow, self._too_slow = ExpiringMarks(), ExpiringMarks()
        self._waiting: Counter[str] = Counter()
        self._bytes = 0
        self._lock = threading.Lock()

    def read(
        self, document: bytes, language: Language, *, echo: bool = False, asker: Requester = NOBODY
    ) -> Draft:
        """Return the result of reading a document. Raises Unchecked."""
        asked = DocumentTask(document, 0, language.tag, echo)
        try:
            return self._checked(READ, asked, Draft, asker, document)
        except TooSlow:
            return Draft(diagnostics=[_too_slow(language)])

    def examined(
        self, brought: Brought, language: Language, games: int = QUICK, asker: Requester = NOBODY
    ) -> Examined:
        """Return what is wrong with the files of a game. Raises Unchecked."""
        asked, content = FilesTask(brought, games, language.tag), msgspec.json.encode(brought)
        try:
            return self._checked(EXAMINE, asked, Examined, asker, content)
        except TooSlow:
            return Examined(diagnostics=[_too_slow(language)])

    def report(self, document: bytes, games: int, asker: Requester = NOBODY) -> Balance:
        """Return a report on how a sound document plays. Raises Unchecked."""
        asked = DocumentTask(document, games, ENGLISH.tag)
        with self._turn(asker, len(document)) as rank:
            return self._asked(self._reporter, REPORT, asked, REPORT_S, Balance, rank=rank)

    def _checked(
        self, kind: str, asked: DocumentTask | FilesTask, type: type[T], asker: Requester, content: bytes
    ) -> T:
        """Return the result of a check. Raises Unchecked, and TooSlow.

        If a content was too slow lately, this raises TooSlow again without another check.
        """
        told_by = [*asker.names(), hashlib.sha256(content).hexdigest()]
        if self._too_slow.seconds_left(told_by[-1]):
            raise TooSlow
        slow = any(self._slow.seconds_left(name) for name in told_by)
        with self._turn(asker, len(content)) as rank:
            try:
                thinker = self._reporter if slow else self._checker
                rank += BEHIND if slow else 0
                return self._asked(thinker, kind, asked, CHECK_S, type, CHECK_CPU_S, rank=rank)
            except TooSlow:
                self._too_slow.mark(told_by[-1], SLOW_FOR_S)
                self._note_slow(told_by)
                raise
            except Killed:
                self._note_slow(told_by)
                raise

    def _note_slow(self, names: list[str]) -> None:
        for name in names:
            self._slow.mark(name, SLOW_FOR_S)

    @contextmanager
    def _turn(self, asker: Requester, size: int) -> Iterator[int]:
        """Yield the rank of a check: the number of checks of the same asker that wait already.

        Raises Unchecked if there are too many of them, since all askers share the places of a queue. Also
        raises it if there is no memory for `size` more bytes, since they share the memory, too.
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
        data: DocumentTask | FilesTask,
        seconds: float,
        type: type[T],
        cpu_s: float | None = None,
        *,
        rank: int,
    ) -> T:
        """Return the result of a job.

        Raises TooSlow if the job used up `cpu_s`, Killed if the process had to be killed during this job, and
        Unchecked if there is no answer for another reason.
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
        thinker.put(object(), job)
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
