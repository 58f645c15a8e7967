"""A checker that does its jobs at once, in the test's process, by the functions that the child has."""

from __future__ import annotations

from collections.abc import Hashable

import msgspec

from cheat.service.jobs.handlers import KINDS
from cheat.service.jobs.queue import Job, JobQueue


class AtOnce(JobQueue):
    """Keeps what it was asked. `answers`: whether it does anything; `games`: as many are tried at most, which
    most tests are content with.
    """

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[Job] = []
        self.answers, self.games = True, 2

    def put(self, key: Hashable, job: Job) -> None:
        self.asked.append(job)
        if self.answers:
            asked = job.prepare()
            asked.games = min(asked.games, self.games)
            data = msgspec.Raw(msgspec.json.encode(asked))
            job.on_result(msgspec.json.decode(msgspec.json.encode(KINDS[job.kind](data, job.most_s))))
        job.on_outcome("done" if self.answers else "lost")
