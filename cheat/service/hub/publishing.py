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
from cheat.documents.importer.archives import SentFiles
from cheat.documents.trials.examination import Draft, Examined
from cheat.documents.trials.reports import Balance
from cheat.documents.trials.trials import QUICK, TOO_SLOW
from cheat.errors import Unchecked
from cheat.i18n.messages import ENGLISH, Language, Text
from cheat.service.jobs.handlers import CHECK_CPU_S, EXAMINE, READ, REPORT, DocumentTask, FilesTask
from cheat.service.jobs.queue import Job, JobQueue
from cheat.service.limits.gcra import ExpiringMarks
from cheat.service.limits.networks import wider_network
from cheat.service.tokens import hashed

CHECK_S, REPORT_S = 10.0, 20.0
"""Seconds of wall time for a check and for a report.

With a quarter of a core, a check can use up its processor time before this limit. A check that reaches the
limit had less, because other processes used the core. So its author may try again.
"""
LEAST_S = 0.5
WAIT_S = 24.0
"""Seconds after which a request stops waiting: as long as a poll may be held."""
SLOW_S = 600.0
"""Seconds for which a requester goes behind all others after one of its checks met a limit."""
LAST_RANK = 1000
"""A rank that is behind all others."""
MOST_OF_REQUESTER = 8
"""Most checks of one requester that wait at a time. A queue has places for 64."""
MOST_BYTES = 8_000_000
"""Most bytes that wait to be checked in a worker.

A document has 64 KB at most, with all its files 256 KB.
"""
NOT_NOW = "The game can't be checked right now. Try again."
NO_CHECKS = "You can't publish games on this server: it doesn't check games."
TOO_SLOW_TEXT = "This document takes more than {seconds} seconds to check. Make it simpler."

T = TypeVar("T")


class TooSlow(Exception):
    """Raised if a check uses up its processor time, which no honest document does."""


class Killed(Unchecked):
    """Raised if the process hung while it checked a document, maybe because of the document."""


class Requester(NamedTuple):
    """The client that asks for a check: its address and author key, as far as they are known."""

    address: str = ""
    key: str | None = None

    def keys(self) -> list[str]:
        """Return the address, its network and the hashed key, which distinguish requesters.

        Two requesters that share one of them count as one.
        """
        author = hashed(self.key) if self.key else ""
        return [name for name in (self.address, wider_network(self.address), author) if name]


ANONYMOUS = Requester()


class CheckQueue:
    """Two queues: `check_jobs` for checks that authors wait for, `report_jobs` for longer work.

    So a report for one author does not delay a check for another. If a check met a limit lately, further
    checks with the same address, network, author or document wait in `report_jobs`, behind the reports. The
    second check of a requester waits behind the first checks of all others, and so on.
    """

    def __init__(self, check_jobs: JobQueue, report_jobs: JobQueue) -> None:
        self.check_jobs, self.report_jobs = check_jobs, report_jobs
        self._slow, self._too_slow = ExpiringMarks(), ExpiringMarks()
        self.waiting: Counter[str] = Counter()
        self.waiting_bytes = 0
        self._lock = threading.Lock()

    def read(
        self, document: bytes, language: Language, *, echo: bool = False, requester: Requester = ANONYMOUS
    ) -> Draft:
        """Return the result of reading a document. Raises Unchecked."""
        task = DocumentTask(document, 0, language.tag, echo)
        try:
            return self._check(READ, task, Draft, requester, document)
        except TooSlow:
            return Draft(diagnostics=[_too_slow(language)])

    def examine(
        self, files: SentFiles, language: Language, games: int = QUICK, requester: Requester = ANONYMOUS
    ) -> Examined:
        """Return what is wrong with the files of a game. Raises Unchecked."""
        task, content = FilesTask(files, games, language.tag), msgspec.json.encode(files)
        try:
            return self._check(EXAMINE, task, Examined, requester, content)
        except TooSlow:
            return Examined(diagnostics=[_too_slow(language)])

    def report(self, document: bytes, games: int, requester: Requester = ANONYMOUS) -> Balance:
        """Return a report on how a sound document plays. Raises Unchecked."""
        task = DocumentTask(document, games, ENGLISH.tag)
        with self._place(requester, len(document)) as rank:
            return self._result(self.report_jobs, REPORT, task, REPORT_S, Balance, rank=rank)

    def _check(
        self, kind: str, task: DocumentTask | FilesTask, type: type[T], requester: Requester, content: bytes
    ) -> T:
        """Return the result of a check. Raises Unchecked, and TooSlow.

        If the same content was too slow lately, this raises TooSlow again without a check.
        """
        keys = [*requester.keys(), hashlib.sha256(content).hexdigest()]
        if self._too_slow.seconds_left(keys[-1]):
            raise TooSlow
        slow = any(self._slow.seconds_left(name) for name in keys)
        with self._place(requester, len(content)) as rank:
            try:
                jobs = self.report_jobs if slow else self.check_jobs
                rank += LAST_RANK if slow else 0
                return self._result(jobs, kind, task, CHECK_S, type, CHECK_CPU_S, rank=rank)
            except TooSlow:
                self._too_slow.mark(keys[-1], SLOW_S)
                self._mark_slow(keys)
                raise
            except Killed:
                self._mark_slow(keys)
                raise

    def _mark_slow(self, names: list[str]) -> None:
        for name in names:
            self._slow.mark(name, SLOW_S)

    @contextmanager
    def _place(self, requester: Requester, size: int) -> Iterator[int]:
        """Yield the rank of a check: the number of checks of the same requester that wait already.

        Raises Unchecked if there are too many of them, since all requesters share the places of a queue. Also
        raises it if there is no memory for `size` more bytes, since they share the memory, too.
        """
        names = requester.keys()
        with self._lock:
            rank = max((self.waiting[name] for name in names), default=0)
            if rank >= MOST_OF_REQUESTER or (self.waiting_bytes and self.waiting_bytes + size > MOST_BYTES):
                raise Unchecked(NOT_NOW)
            self.waiting.update(names)
            self.waiting_bytes += size
        try:
            yield rank
        finally:
            with self._lock:
                self.waiting_bytes -= size
                self.waiting.subtract(names)
                for name in names:
                    if not self.waiting[name]:
                        del self.waiting[name]

    def _result(
        self,
        jobs: JobQueue,
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
        if jobs.stopped:
            raise Unchecked(NO_CHECKS)
        results: list[Any] = []
        outcomes, ended = list[str](), threading.Event()

        def on_outcome(outcome: str) -> None:
            outcomes.append(outcome)
            ended.set()

        due = jobs.clock() + WAIT_S
        job = Job(kind, due, lambda: data, results.append, LEAST_S, seconds, on_outcome, cpu_s, rank)
        jobs.put(object(), job)
        ended.wait(WAIT_S)
        if outcomes == ["spent"]:
            raise TooSlow
        if not results:
            raise Killed(NOT_NOW) if outcomes == ["killed"] else Unchecked(NOT_NOW)
        return msgspec.convert(results[0], type)

    def stop(self) -> None:
        """Stop both queues."""
        self.check_jobs.stop()
        self.report_jobs.stop()


def _too_slow(language: Language) -> Diagnostic:
    """Return the diagnostic of a document that takes too long to check."""
    return Diagnostic(code=TOO_SLOW, text=language.say(Text(TOO_SLOW_TEXT, {"seconds": int(CHECK_CPU_S)})))
