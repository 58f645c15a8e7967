"""Checks of documents in a child process, and the requests that wait for these checks.

A check runs the rules of a document. Because the child does that, the worker can answer other requests.
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
from cheat.documents.importer.pictures import Pictures
from cheat.documents.trials.examination import Compared, Draft
from cheat.documents.trials.reports import Balance
from cheat.documents.trials.trials import QUICK, TOO_SLOW
from cheat.errors import Unchecked
from cheat.i18n.messages import ENGLISH, Language, Text
from cheat.rooms.tokens import hashed
from cheat.service.jobs.handlers import (
    CHECK_CPU_S,
    COMPARE,
    DRAW,
    EXAMINE,
    PICTURES_CPU_S,
    READ,
    REPORT,
    DocumentTask,
    FilesTask,
    PicturesTask,
    WithPictures,
)
from cheat.service.jobs.queue import Job, JobQueue
from cheat.service.limits.gcra import ExpiringMarks
from cheat.service.limits.networks import wider_network

CHECK_S, REPORT_S = 10.0, 20.0
"""Maximum time by the clock for a check and for a report, in seconds.

A check may use `CHECK_CPU_S` (2 s) of processor time. On a quarter of a core, this takes 8 s, which is below
the limit. So if a check reaches the limit, other processes have delayed the check, and the author may try
again.
"""
PICTURES_S = 20.0
"""Maximum time by the clock for a check with pictures, in seconds.

Such a check may use more processor time than other checks.
"""
LEAST_S = 0.5
WAIT_S = 24.0
"""Seconds for which a request waits for its check.

Routers of hosting companies end requests after 30 s. The wait is shorter than that.
"""
SLOW_S = 600.0
"""Seconds for which a document and its requester count as slow after a slow check.

A check is slow if it used up its processor time, or hung. Further checks of the same document or the same
requester then wait until all other checks are done.
"""
LAST_RANK = 1000
"""A number added to the rank of a check, if its document or requester counts as slow.

A queue does the jobs with the lowest rank first.
"""
MOST_OF_REQUESTER = 8
"""Maximum number of waiting checks of one requester. A queue has 64 places."""
MOST_BYTES = 8_000_000
"""Maximum size of all documents that wait for a check in a worker, in bytes.

A document has at most 64 KB, and at most 1 MB with all its files.
"""
NOT_NOW = "The game can't be checked right now. Try again."
NO_CHECKS = "You can't publish games on this server: it doesn't check games."
TOO_SLOW_TEXT = "This document takes more than {seconds} seconds to check. Make it simpler."

AnyTask = DocumentTask | FilesTask | PicturesTask
T = TypeVar("T")


class TooSlow(Exception):
    """Raised if a check uses up its processor time. Normal documents need far less."""


class Killed(Unchecked):
    """Raised if the child process hung during a check. The document may be the cause."""


class Requester(NamedTuple):
    """The client that asks for a check: its address and author key, if they are known."""

    address: str = ""
    key: str | None = None

    def keys(self) -> list[str]:
        """Return the address, its network and the hashed key.

        Requesters that share one of these count as one requester.
        """
        author = hashed(self.key) if self.key else ""
        return [name for name in (self.address, wider_network(self.address), author) if name]


ANONYMOUS = Requester()


class CheckQueue:
    """Two queues: `check_jobs` for checks that authors wait for, `report_jobs` for longer work.

    With two queues, a report for one author does not delay a check for another. If a check was slow
    (`SLOW_S`), further checks of the same address, network, author or document wait in `report_jobs`, and the
    reports go first. A requester's second check waits until the first checks of all other requesters are
    done, and so on.
    """

    def __init__(self, check_jobs: JobQueue, report_jobs: JobQueue) -> None:
        self._check_jobs, self._report_jobs = check_jobs, report_jobs
        self._slow_keys, self._too_slow_documents = ExpiringMarks(), ExpiringMarks()
        self._waiting_checks: Counter[str] = Counter()
        self._waiting_bytes = 0
        self._lock = threading.Lock()

    def read(
        self, document: bytes, language: Language, *, echo: bool = False, requester: Requester = ANONYMOUS
    ) -> Draft:
        """Read a document that its author is editing, and return its errors. Raises Unchecked."""
        task = DocumentTask(document, 0, language.tag, echo)
        try:
            return self._check(READ, task, Draft, requester, document)
        except TooSlow:
            return Draft(diagnostics=[_too_slow(language)])

    def compare(
        self, former: bytes, document: bytes, language: Language, requester: Requester = ANONYMOUS
    ) -> Compared:
        """Return the differences between two versions of a document. Raises Unchecked."""
        task = DocumentTask(document, 0, language.tag, former=former)
        try:
            return self._check(COMPARE, task, Compared, requester, former + document)
        except TooSlow:
            return Compared(diagnostics=[_too_slow(language)])

    def examine(
        self, files: SentFiles, language: Language, games: int = QUICK, requester: Requester = ANONYMOUS
    ) -> WithPictures:
        """Return the faults of the files of a game, and its pictures. Raises Unchecked."""
        task, content = FilesTask(files, games, language.tag), msgspec.json.encode(files)
        try:
            return self._check(EXAMINE, task, WithPictures, requester, content)
        except TooSlow:
            return WithPictures(diagnostics=[_too_slow(language)])

    def draw(self, files: dict[str, bytes], language: Language, requester: Requester = ANONYMOUS) -> Pictures:
        """Return pictures in the form in which the store keeps them. Raises Unchecked."""
        task = PicturesTask(files, language.tag)
        try:
            return self._check(DRAW, task, Pictures, requester, msgspec.json.encode(task))
        except TooSlow:
            raise Unchecked(NOT_NOW) from None

    def report(self, document: bytes, games: int, requester: Requester = ANONYMOUS) -> Balance:
        """Return a report on how a document plays. The document must have no faults.

        Raises Unchecked.
        """
        task = DocumentTask(document, games, ENGLISH.tag)
        with self._place(requester, len(document)) as rank:
            return self._result(self._report_jobs, REPORT, task, REPORT_S, Balance, rank=rank)

    def _check(self, kind: str, task: AnyTask, type: type[T], requester: Requester, content: bytes) -> T:
        """Return the result of a check. Raises Unchecked or TooSlow.

        If a check of the same content was slow lately, raise TooSlow without another check.
        """
        keys = [*requester.keys(), hashlib.sha256(content).hexdigest()]
        if self._too_slow_documents.seconds_left(keys[-1]):
            raise TooSlow
        is_slow = any(self._slow_keys.seconds_left(name) for name in keys)
        with self._place(requester, len(content)) as rank:
            try:
                jobs = self._report_jobs if is_slow else self._check_jobs
                rank += LAST_RANK if is_slow else 0
                seconds, cpu_s = CHECK_S, CHECK_CPU_S
                if isinstance(task, PicturesTask) or (isinstance(task, FilesTask) and task.files.archive):
                    seconds, cpu_s = PICTURES_S, CHECK_CPU_S + PICTURES_CPU_S
                return self._result(jobs, kind, task, seconds, type, cpu_s, rank=rank)
            except TooSlow:
                self._too_slow_documents.mark(keys[-1], SLOW_S)
                self._mark_slow(keys)
                raise
            except Killed:
                self._mark_slow(keys)
                raise

    def _mark_slow(self, names: list[str]) -> None:
        for name in names:
            self._slow_keys.mark(name, SLOW_S)

    @contextmanager
    def _place(self, requester: Requester, size: int) -> Iterator[int]:
        """Yield the rank of a check: the number of waiting checks of the same requester.

        All requesters share the places and the memory of the queues. Raises Unchecked if too many checks of
        this requester wait, or if there is no memory for `size` more bytes.
        """
        names = requester.keys()
        with self._lock:
            rank = max((self._waiting_checks[name] for name in names), default=0)
            if rank >= MOST_OF_REQUESTER or (self._waiting_bytes and self._waiting_bytes + size > MOST_BYTES):
                raise Unchecked(NOT_NOW)
            self._waiting_checks.update(names)
            self._waiting_bytes += size
        try:
            yield rank
        finally:
            with self._lock:
                self._waiting_bytes -= size
                self._waiting_checks.subtract(names)
                for name in names:
                    if not self._waiting_checks[name]:
                        del self._waiting_checks[name]

    def _result(
        self,
        jobs: JobQueue,
        kind: str,
        task: AnyTask,
        seconds: float,
        type: type[T],
        cpu_s: float | None = None,
        *,
        rank: int,
    ) -> T:
        """Return the result of a job.

        Raises TooSlow if the job has used up `cpu_s`, Killed if the worker killed the child during this job,
        and Unchecked if there is no answer for another reason.
        """
        if jobs.is_stopped:
            raise Unchecked(NO_CHECKS)
        results: list[Any] = []
        outcomes, has_outcome = list[str](), threading.Event()

        def on_outcome(outcome: str) -> None:
            outcomes.append(outcome)
            has_outcome.set()

        due_at = jobs.clock() + WAIT_S
        job = Job(kind, due_at, lambda: task, results.append, LEAST_S, seconds, on_outcome, cpu_s, rank)
        jobs.put(object(), job)
        has_outcome.wait(WAIT_S)
        if outcomes == ["spent"]:
            raise TooSlow
        if not results:
            raise Killed(NOT_NOW) if outcomes == ["killed"] else Unchecked(NOT_NOW)
        return msgspec.convert(results[0], type)

    def stop(self) -> None:
        """Stop both queues."""
        self._check_jobs.stop()
        self._report_jobs.stop()


def _too_slow(language: Language) -> Diagnostic:
    """Return the diagnostic of a document that takes too long to check."""
    return Diagnostic(code=TOO_SLOW, text=language.say(Text(TOO_SLOW_TEXT, {"seconds": int(CHECK_CPU_S)})))
