"""A check queue that does its jobs at once, in the test's process, with the child's functions."""

from __future__ import annotations

from collections.abc import Hashable

import msgspec

from cheat.service.jobs.handlers import KINDS
from cheat.service.jobs.queue import Job, JobQueue


class AtOnce(JobQueue):
    """Does and notes its jobs. `answers`: it does any; `games`: maximum number of trial games, enough for
    most tests.
    """

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[Job] = []
        self.answers, self.games = True, 2

    def put(self, key: Hashable, job: Job) -> None:
        self.asked.append(job)
        if self.answers:
            task = job.prepare()
            if hasattr(task, "games"):
                task.games = min(task.games, self.games)
            data = msgspec.Raw(msgspec.json.encode(task))
            job.on_result(msgspec.json.decode(msgspec.json.encode(KINDS[job.kind](data, job.most_s))))
        job.on_outcome("done" if self.answers else "lost")
