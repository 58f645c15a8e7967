"""Checks are shared fairly: slow addresses, authors and documents wait behind the others."""

from __future__ import annotations

from collections.abc import Hashable

import msgspec
import pytest

from cheat.documents.trials.examination import Draft
from cheat.errors import Unchecked
from cheat.i18n.messages import ENGLISH
from cheat.service.hub.publishing import MOST_BYTES, MOST_OF_REQUESTER, CheckQueue, Requester
from cheat.service.jobs.queue import Job, JobQueue, first_of
from tests.servers import Running, in_background, wait_until

ADA, EVE = Requester("198.51.100.1", "a" * 22), Requester("203.0.113.1", "e" * 22)


class Lane(JobQueue):
    """A queue whose jobs the test ends."""

    def __init__(self) -> None:
        super().__init__(1)
        self.jobs: list[Job] = []

    def put(self, key: Hashable, job: Job) -> None:
        self.jobs.append(job)

    def end(self, outcome: str) -> None:
        job = self.jobs.pop(0)
        if outcome == "done":
            job.on_result(msgspec.to_builtins(Draft(id="read")))
        job.on_outcome(outcome)


class Desk:
    """A check queue with two lanes."""

    def __init__(self) -> None:
        self.fast, self.slow = Lane(), Lane()
        self.checks = CheckQueue(self.fast, self.slow)

    def ask(self, requester: Requester, document: bytes, lane: Lane) -> Running:
        """Ask for a draft to be read. It waits in this lane."""
        before = len(lane.jobs)
        running = in_background(lambda: self.checks.read(document, ENGLISH, requester=requester))
        wait_until(lambda: len(lane.jobs) > before or running.done, "it waits")
        return running

    def answered(self, requester: Requester, document: bytes, lane: Lane, outcome: str) -> Draft:
        running = self.ask(requester, document, lane)
        lane.end(outcome)
        found: Draft = running.value()
        return found


@pytest.fixture
def desk() -> Desk:
    return Desk()


def is_too_slow(draft: Draft) -> bool:
    return [diagnostic.code for diagnostic in draft.diagnostics] == ["too_slow"]


def test_slow_document_is_not_checked_again(desk: Desk) -> None:
    assert is_too_slow(desk.answered(EVE, b"slow", desk.fast, "spent"))
    assert is_too_slow(desk.checks.read(b"slow", ENGLISH, requester=ADA)), "whoever asks"
    assert desk.fast.jobs == desk.slow.jobs == []


@pytest.mark.parametrize("outcome", ["spent", "killed"])
@pytest.mark.parametrize(
    "again", [EVE, Requester(EVE.address), Requester("192.0.2.9", EVE.key)], ids=["both", "address", "author"]
)
def test_slow_requester_waits_behind_others(desk: Desk, outcome: str, again: Requester) -> None:
    if outcome == "killed":
        with pytest.raises(Unchecked):
            desk.answered(EVE, b"slow", desk.fast, outcome)
    else:
        desk.answered(EVE, b"slow", desk.fast, outcome)
    waits = desk.ask(again, b"other", desk.slow)
    assert desk.answered(ADA, b"honest", desk.fast, "done").id == "read", "nobody waits before her"
    (job,) = desk.slow.jobs
    assert job.rank >= 1000, "reports go first there"
    desk.slow.end("done")
    assert waits.value().id == "read"


def test_killed_document_waits_behind_others(desk: Desk) -> None:
    with pytest.raises(Unchecked):
        desk.answered(EVE, b"slow", desk.fast, "killed")
    assert desk.answered(ADA, b"slow", desk.slow, "done").id == "read"
    assert desk.answered(ADA, b"other", desk.fast, "done").id == "read", "that is nothing against her"


def test_ipv6_network_counts_as_one_requester(desk: Desk) -> None:
    desk.answered(Requester("2001:db8:1:100::/56"), b"slow", desk.fast, "spent")
    desk.answered(Requester("2001:db8:1:200::/56"), b"other", desk.slow, "done")
    desk.answered(Requester("2001:db8:2:200::/56"), b"other", desk.fast, "done")


def test_many_checks_of_one_requester_wait_behind_others(desk: Desk) -> None:
    waiting = [desk.ask(EVE, b"%d" % number, desk.fast) for number in range(MOST_OF_REQUESTER)]
    waiting.append(desk.ask(ADA, b"honest", desk.fast))
    assert [job.rank for job in desk.fast.jobs] == [*range(MOST_OF_REQUESTER), 0]
    with pytest.raises(Unchecked):
        desk.checks.read(b"one more", ENGLISH, requester=EVE)
    for _ in waiting:
        desk.fast.end("done")
    assert [check.value().id for check in waiting] == ["read"] * len(waiting)
    again = desk.ask(EVE, b"again", desk.fast)
    assert [job.rank for job in desk.fast.jobs] == [0], "earlier checks count no longer"
    desk.fast.end("done")
    assert again.value().id == "read"


def test_waiting_checks_are_bounded_in_bytes(desk: Desk) -> None:
    """The sender does not matter: each of these has another address."""
    large = b"x" * (MOST_BYTES // 4)
    requesters = [Requester(f"198.51.{number}.1") for number in range(5)]
    waiting = [desk.ask(requester, large, desk.fast) for requester in requesters[:4]]
    with pytest.raises(Unchecked):
        desk.checks.read(b"small", ENGLISH, requester=requesters[4])
    desk.fast.end("done")
    assert waiting[0].value().id == "read"
    waiting.append(desk.ask(requesters[4], b"small", desk.fast))
    for _ in waiting[1:]:
        desk.fast.end("done")
    assert [check.value().id for check in waiting[1:]] == ["read"] * 4
    for requester in (ADA, EVE):
        assert desk.answered(requester, 5 * large, desk.fast, "done").id == "read", "where nothing else waits"


def test_a_job_of_a_lower_rank_is_taken_first() -> None:
    def nothing(*args: object) -> None:
        pass

    jobs: dict[Hashable, Job] = {
        name: Job(name, due, nothing, nothing, 0.1, 1.0, rank=rank)
        for name, due, rank in (("late", 9, 0), ("behind", 1, 1), ("soon", 5, 0))
    }
    order = [jobs.pop(first_of(jobs)).kind for _ in range(3)]
    assert order == ["soon", "late", "behind"]
