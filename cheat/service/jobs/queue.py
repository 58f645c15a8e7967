"""A queue of jobs in a worker, and the child process that does the jobs one by one.

A caller never waits for a job, and can go on without its result. If the child is busy for too long, hangs,
dies or cannot start, the job is lost.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from cheat.ops import metrics
from cheat.ops.log_throttle import RepeatFilter
from cheat.service.jobs.child_process import ChildLost, ChildProcess
from cheat.service.jobs.protocol import Task

COMMAND = (sys.executable, "-m", "cheat.service.jobs")
IDLE_S = 60.0
"""Seconds after which an idle child ends.

People think about a move for less time than this, so the child stays ready during a game.
"""
PAUSE_S = 1.0
PAUSE_MAX_S = 60.0
"""Maximum seconds between the loss of a child and the start of the next one.

The first pause is `PAUSE_S`. Each further loss doubles the pause, until a child does a job again.
"""
MOST_WAITING = 64
"""Maximum number of waiting jobs. Further jobs would begin too late to be useful."""

log = logging.getLogger(__name__)


class Job(NamedTuple):
    """A job for the child process.

    - `due_at`: the time by the queue's clock when the result is needed
    - `kind`: the kind of the job. For each kind, the child has a function that does the job.
    - `prepare` returns the job's data just before the job begins, or None if the job is no longer wanted
    - `on_result` gets the answer of the job, if there is one
    - `on_outcome` gets the outcome: `done`, or the reason why the job was not done, such as `killed`
    - `least_s`, `most_s`: the minimum and maximum seconds for the job. With less than `least_s`, it does
      not begin.
    - `cpu_s`: the maximum processor time in seconds. A job that uses it up has the outcome `spent`.
    - `rank`: the queue does the jobs with the lowest rank first

    The thread of the queue calls the functions `prepare`, `on_result` and `on_outcome`. But if the queue
    refuses or drops the job, `put` or `stop` calls `on_outcome` at once.
    """

    kind: str
    due_at: float
    prepare: Callable[[], Any]
    on_result: Callable[[Any], None]
    least_s: float
    most_s: float
    on_outcome: Callable[[str], None] = lambda outcome: None
    cpu_s: float | None = None
    rank: int = 0


class JobQueue:
    """A queue of jobs, and the child process that does them.

    - `share`: the maximum share of a core that the child uses. With 0, the queue takes no jobs.
    - `command`: the command that starts the child. The queue adds the share as the last argument.
    - `idle_s`: see `IDLE_S`
    - `clock`: returns the seconds of a monotonic clock
    - `restarts_at_once`: whether a new child may start without a pause if the last one was lost during a job
    """

    def __init__(
        self,
        share: float,
        command: Sequence[str] = COMMAND,
        idle_s: float = IDLE_S,
        clock: Callable[[], float] = time.monotonic,
        *,
        restarts_at_once: bool = False,
    ) -> None:
        self.clock = clock
        self._command, self._idle_s = [*command, f"{share:g}"], idle_s
        self._jobs: dict[Hashable, Job] = {}
        self._jobs_changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._is_stopped = share == 0
        self._child: ChildProcess | None = None
        self._pause_s, self._restart_at = PAUSE_S, float("-inf")
        self._restarts_at_once = restarts_at_once
        self._log_filter = RepeatFilter(clock)

    @property
    def is_stopped(self) -> bool:
        """True if the queue takes no jobs, because its share is 0 or the worker is about to exit."""
        return self._is_stopped

    def put(self, key: Hashable, job: Job) -> None:
        """Add a job. Drop the waiting job with the same key, if there is one."""
        with self._jobs_changed:
            if self._is_stopped:
                job.on_outcome("stopped")
                return
            metrics.jobs_queued.labels(job.kind).inc()
            if key not in self._jobs and len(self._jobs) >= MOST_WAITING:
                _count_outcome(job, "crowded")
                return
            if key in self._jobs:
                _count_outcome(self._jobs[key], "dropped")
            self._jobs[key] = job
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="jobs", daemon=True)
                self._thread.start()
            self._jobs_changed.notify()

    def stop(self) -> None:
        """End the child now, and take no more jobs."""
        with self._jobs_changed:
            self._is_stopped = True
            for job in self._jobs.values():
                job.on_outcome("stopped")
            self._jobs.clear()
            self._jobs_changed.notify()
        if child := self._child:
            child.kill()
        if self._thread is not None:
            self._thread.join(timeout=1)

    # On the thread of the queue

    def _run(self) -> None:
        while not self._is_stopped:
            if job := self._next_job():
                _count_outcome(job, self._run_job(job))
            elif self._child is not None and not self._is_stopped:
                self._end_child("idle")
        if self._child is not None:
            self._end_child("stopped")

    def _next_job(self) -> Job | None:
        """Wait for a job and return the first one, or None if the queue is stopped or idle."""
        with self._jobs_changed:
            self._jobs_changed.wait_for(
                lambda: self._jobs or self._is_stopped, self._idle_s if self._child is not None else None
            )
            if not self._jobs:
                return None
            return self._jobs.pop(first_of(self._jobs))

    def _run_job(self, job: Job) -> str:
        """Do a job. Return the outcome."""
        try:
            return self._run_on_child(job)
        except ChildLost as failure:
            if failure.reason == "not_started" or not self._restarts_at_once:
                self._restart_at = self.clock() + self._pause_s
                self._pause_s = min(2 * self._pause_s, PAUSE_MAX_S)
            self._end_child("stopped" if self._is_stopped else failure.reason)
            return failure.reason if failure.reason in ("killed", "spent") else "lost"
        except Exception as error:  # whatever the error is, the next job may succeed
            if self._log_filter.is_new(job.kind):
                log.warning("a job in the child process failed (%s): %r", job.kind, error)
            return "failed"

    def _run_on_child(self, job: Job) -> str:
        """Do a job. Return the outcome. Raises ChildLost, or the error of the job."""
        if not self._has_time(job):
            return "late"
        if self._child is None and self.clock() < self._restart_at:
            return "lost"
        child = self._child or self._start_child()
        if not self._has_time(job):
            return "late"
        data = job.prepare()
        if data is None:
            return "dropped"
        started_at = self.clock()
        raw = msgspec.Raw(msgspec.json.encode(data))
        answer = child.run(Task(job.kind, raw, self.seconds_for(job), job.cpu_s))
        metrics.job_seconds.labels(job.kind).inc(self.clock() - started_at)
        self._pause_s = PAUSE_S
        if answer.error:
            raise RuntimeError(answer.error)
        if answer.spent:
            return "spent"
        job.on_result(answer.value)
        return "done"

    def _has_time(self, job: Job) -> bool:
        return job.due_at - self.clock() >= job.least_s

    def seconds_for(self, job: Job) -> float:
        """Return the seconds for a job, from `least_s` to `most_s`.

        The time until the result is needed is divided equally among this job and the waiting jobs.
        """
        equal_share = (job.due_at - self.clock()) / (1 + len(self._jobs))
        return min(max(equal_share, job.least_s), job.most_s)

    def _start_child(self) -> ChildProcess:
        """Start the child. Raises ChildLost."""
        self._child = ChildProcess(self._command)
        if self._is_stopped:  # `stop` came before there was a child to kill
            raise ChildLost("stopped")
        self._child.wait_until_started()
        metrics.child_processes.labels("started").inc()
        return self._child

    def _end_child(self, reason: str) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.end()
        metrics.child_processes.labels(reason).inc()
        if reason not in ("idle", "stopped") and self._log_filter.is_new("child", reason):
            log.warning("the child process of jobs ended (%s); bots play without searching", reason)


def first_of(jobs: Mapping[Hashable, Job]) -> Hashable:
    """Return the key of the job with the lowest rank. Of equal ranks, the one due first wins."""
    return min(jobs, key=lambda key: (jobs[key].rank, jobs[key].due_at))


def _count_outcome(job: Job, outcome: str) -> None:
    job.on_outcome(outcome)
    metrics.jobs.labels(job.kind, "lost" if outcome == "killed" else outcome).inc()
