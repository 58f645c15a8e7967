"""The job queue of a worker and its child process, which is a real process."""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cheat.documents.importer.archives import SentFiles
from cheat.errors import Unchecked
from cheat.i18n.messages import ENGLISH
from cheat.ops import metrics
from cheat.service.hub import publishing
from cheat.service.hub.publishing import CheckQueue
from cheat.service.jobs import child, child_process, queue
from cheat.service.jobs.cpu_share import SLICE_S
from cheat.service.jobs.queue import Job, JobQueue
from tests.servers import ROOT, Server, is_running, wait_until

from .commands import COMMAND, PYTHON

SOON_S = 120.0
"""Seconds: much longer than any job here takes, even on a busy machine."""

Make = Callable[..., JobQueue]


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Makes a queue with the child of the tests, which may be slow on a busy machine."""
    is_lost_after(SOON_S, monkeypatch)
    monkeypatch.setattr(child_process, "START_WITHIN_S", SOON_S)
    monkeypatch.setattr(queue, "PAUSE_S", 0.0)
    queues: list[JobQueue] = []

    def one(share: float = 1, command: tuple[str, ...] = COMMAND, **more: Any) -> JobQueue:
        queues.append(JobQueue(share, command, **more))
        return queues[-1]

    yield one
    for each in queues:
        each.stop()


def is_lost_after(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seconds after which a child without an answer counts as hanging."""
    monkeypatch.setattr(queue, "ChildProcess", partial(child_process.ChildProcess, grace_s=seconds))


class Busy:
    """A job that lasts until the test ends it. Later jobs have to wait."""

    def __init__(self, job_queue: JobQueue, folder: Path) -> None:
        self._end = folder / "end"
        job = JobResult(job_queue, "until", str(self._end), most_s=SOON_S)
        assert job.begun.wait(SOON_S), "it has begun"

    def end(self) -> None:
        self._end.touch()


class JobResult:
    """A job in a queue, with its answer."""

    def __init__(
        self,
        job_queue: JobQueue,
        kind: str,
        data: Any = "data",
        *,
        due_s: float = 600,
        key: Any = None,
        **more: float,
    ) -> None:
        self.answers: Future[Any] = Future()
        self.begun = threading.Event()
        self._data = data
        times = {"least_s": 0.1, "most_s": SOON_S, **more}
        due = job_queue.clock() + due_s
        job_queue.put(key or self, Job(kind, due, self._prepare, self.answers.set_result, **times))

    def _prepare(self) -> Any:
        self.begun.set()
        return self._data

    @property
    def answer(self) -> Any:
        return self.answers.result(SOON_S)


def jobs(kind: str, outcome: str) -> float:
    """Return the number of jobs of this kind with this outcome."""
    return metrics.registry.get_sample_value("cheat_jobs_total", {"kind": kind, "outcome": outcome}) or 0


def seconds(kind: str) -> float:
    """Return the seconds that children have worked at jobs of this kind."""
    return metrics.registry.get_sample_value("cheat_thinker_seconds_total", {"kind": kind}) or 0


def events(event: str) -> float:
    """Return the number of children with this event."""
    return metrics.registry.get_sample_value("cheat_thinker_total", {"event": event}) or 0


class More:
    """The increase of counters from now on."""

    def __init__(self, count: Callable[..., float], *labels: str) -> None:
        self._count, self._labels = count, labels
        self._before = count(*labels)

    def __call__(self) -> float:
        return self._count(*self._labels) - self._before

    def reaches(self, number: int) -> None:
        wait_until(lambda: self() >= number, f"{self._labels} is counted", SOON_S)
        assert self() == number


TICK_S = 1 / os.sysconf("SC_CLK_TCK")


def worked(pid: int) -> float:
    """Return the processor time of a process in seconds, as the kernel counts it."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * TICK_S


def gone(pid: int) -> None:
    wait_until(lambda: not is_running(pid), f"process {pid} is gone", SOON_S)


# Jobs


def test_jobs_are_done_one_after_the_other_by_one_child(make: Make) -> None:
    started, job_queue = More(events, "started"), make()
    results = [JobResult(job_queue, "echo", {"number": number}) for number in range(20)]
    assert [result.answer for result in results] == [{"number": number} for number in range(20)]
    assert started() == 1


def test_time_of_jobs_is_counted(make: Make) -> None:
    spent, echoed = More(seconds, "spin"), More(seconds, "echo")
    JobResult(make(), "spin", most_s=0.3).answers.result(SOON_S)
    wait_until(lambda: spent() > 0, "it is counted", SOON_S)
    assert spent() >= 0.2
    assert echoed() == 0


def test_long_lines_arrive_whole(make: Make) -> None:
    text = "€" * 300_000
    assert JobResult(make(), "echo", text).answer == text


def test_job_that_is_due_first_is_done_first(make: Make, tmp_path: Path) -> None:
    job_queue, order = make(), []
    busy = Busy(job_queue, tmp_path)
    results = [JobResult(job_queue, "echo", seconds, due_s=seconds) for seconds in (5000, 2000, 4000, 3000)]
    for result in results:
        result.answers.add_done_callback(lambda done: order.append(done.result()))
    busy.end()
    wait_until(lambda: len(order) == 4, "all are told", SOON_S)
    assert order == [2000, 3000, 4000, 5000]


def test_waiting_jobs_share_the_time(make: Make, tmp_path: Path) -> None:
    """A job gets its equal share of the time, within its minimum and maximum."""
    job_queue = make()
    busy = Busy(job_queue, tmp_path)
    least = [0.1, 3000, 0.1, 0.1, 0.1]
    results = [
        JobResult(job_queue, "told", due_s=6000, least_s=seconds_of_job, most_s=9999)
        for seconds_of_job in least
    ]
    busy.end()
    seconds = [result.answer for result in results]
    shares = [6000 / 5, 3000, 6000 / 3, 6000 / 2, 6000]
    assert all(
        0.9 * share < seconds_of_job <= share for seconds_of_job, share in zip(seconds, shares, strict=True)
    ), seconds
    assert JobResult(job_queue, "told", most_s=0.7).answer == 0.7


def test_job_that_is_too_late_is_not_begun(make: Make) -> None:
    late, job_queue = More(jobs, "echo", "late"), make()
    results = JobResult(job_queue, "echo", due_s=0.05)
    late.reaches(1)
    assert not results.begun.is_set()


def test_unwanted_job_is_dropped(make: Make) -> None:
    dropped, job_queue = More(jobs, "die", "dropped"), make()
    JobResult(job_queue, "die", None)
    dropped.reaches(1)
    assert JobResult(job_queue, "echo", "alive").answer == "alive"


def test_newer_job_takes_the_place_of_one_that_waits(make: Make, tmp_path: Path) -> None:
    dropped, job_queue = More(jobs, "echo", "dropped"), make()
    busy = Busy(job_queue, tmp_path)
    older, newer = (
        JobResult(job_queue, "echo", "older", key="one"),
        JobResult(job_queue, "echo", "newer", key="one"),
    )
    busy.end()
    assert newer.answer == "newer"
    assert not older.begun.is_set()
    assert dropped() == 1


def test_waiting_jobs_are_bounded(make: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(queue, "MOST_WAITING", 3)
    crowded, job_queue = More(jobs, "echo", "crowded"), make()
    busy = Busy(job_queue, tmp_path)
    results = [JobResult(job_queue, "echo", number) for number in range(5)]
    busy.end()
    assert [result.answer for result in results[:3]] == [0, 1, 2]
    assert crowded() == 2
    assert not any(result.begun.is_set() for result in results[3:])


def test_job_that_fails_is_told_of_once_and_without_its_words(
    make: Make, caplog: pytest.LogCaptureFixture
) -> None:
    failed, job_queue = More(jobs, "fail", "failed"), make()
    for number in range(1, 4):
        JobResult(job_queue, "fail", "the queen of hearts")
        failed.reaches(number)
    assert JobResult(job_queue, "echo", "alive").answer == "alive"
    (logged,) = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert "ValueError in fail, kinds.py" in logged
    assert "queen" not in caplog.text


def test_data_that_cannot_be_made_fails_its_job_alone(make: Make) -> None:
    failed, job_queue = More(jobs, "echo", "failed"), make()

    def prepare() -> None:
        raise OSError("the store is gone")

    job_queue.put("key", Job("echo", job_queue.clock() + 60, prepare, lambda answer: None, 0.1, 0.5))
    failed.reaches(1)
    assert JobResult(job_queue, "echo", "alive").answer == "alive"


# The child process


def test_child_is_nice_and_inherits_nothing(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """The child inherits no connection of the worker, and knows neither its store nor its tokens."""
    monkeypatch.setenv("REDIS_URL", "redis://user:secret@example")
    monkeypatch.setenv("METRICS_TOKEN", "secret")
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.set_inheritable(True)
        facts = JobResult(make(), "look").answer
    assert facts["files"] == [0, 1, 2]
    assert facts["nice"] == min(os.nice(0) + 10, 19)
    assert "PATH" in facts["environment"]
    assert not {"REDIS_URL", "METRICS_TOKEN"} & set(facts["environment"])


@pytest.mark.parametrize("share", [0.25, 0.5])
def test_job_that_never_rests_gets_no_more_than_the_share_of_a_core(make: Make, share: float) -> None:
    """The child itself counts how long it worked within 0.8 s."""
    worked = JobResult(make(share), "spin", most_s=0.8).answer
    assert 0 < worked <= share * 0.8 + 3 * SLICE_S


@pytest.mark.long  # machines differ in the processor time of a start
def test_start_is_counted_among_the_share(make: Make) -> None:
    """The kernel counts the processor time of the child since its start."""
    began_at, job_queue = time.monotonic(), make(0.25)
    pid = JobResult(job_queue, "look").answer["pid"]
    assert JobResult(job_queue, "spin", most_s=0.5).answer > 0
    before_it_is_restrained = 0.1
    assert worked(pid) <= 0.25 * (time.monotonic() - began_at) + before_it_is_restrained


def test_idle_child_is_ended_and_another_one_is_started_when_it_is_needed(make: Make) -> None:
    idle, job_queue = More(events, "idle"), make(idle_s=0.05)
    first = JobResult(job_queue, "look").answer["pid"]
    gone(first)
    idle.reaches(1)
    assert JobResult(job_queue, "look").answer["pid"] != first


def test_child_that_is_not_idle_stays(make: Make) -> None:
    idle, job_queue = More(events, "idle"), make(idle_s=30)
    pids = {JobResult(job_queue, "look").answer["pid"] for _ in range(5)}
    assert len(pids) == 1
    assert idle() == 0


def test_share_of_zero_switches_the_queue_off(make: Make) -> None:
    before, job_queue = set(threading.enumerate()), make(0)
    assert job_queue.is_stopped
    results = JobResult(job_queue, "echo")
    assert set(threading.enumerate()) <= before
    assert not results.begun.is_set()


# Faults


@pytest.mark.parametrize("doing", ["spin", "sleep"])
def test_child_that_is_killed_in_the_middle_loses_its_job_alone(make: Make, doing: str) -> None:
    died, lost_jobs, job_queue = More(events, "died"), More(jobs, doing, "lost"), make()
    pid = JobResult(job_queue, "look").answer["pid"]
    results = JobResult(job_queue, doing, most_s=60)
    results.begun.wait(SOON_S)
    after = JobResult(job_queue, "look")
    os.kill(pid, signal.SIGKILL)
    assert after.answer["pid"] != pid
    assert (died(), lost_jobs()) == (1, 1)
    assert not results.answers.done()


@pytest.mark.parametrize("doing", ["hang", "sleep"])
def test_child_that_hangs_is_killed_when_it_misses_its_deadline(
    make: Make, doing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_lost_after(0.3, monkeypatch)
    killed, lost_jobs, job_queue = More(events, "killed"), More(jobs, doing, "lost"), make()
    pid = JobResult(job_queue, "look").answer["pid"]
    JobResult(job_queue, doing, most_s=0.2)
    after = JobResult(job_queue, "look")
    assert after.answer["pid"] != pid
    assert not is_running(pid)
    assert (killed(), lost_jobs()) == (1, 1)


def test_job_that_uses_more_of_the_processor_than_it_may_is_ended(make: Make) -> None:
    """The job is ended within a slice or two, although it catches errors. The child does the next job."""
    spent, job_queue = More(jobs, "burn", "spent"), make(0.5)
    pid = JobResult(job_queue, "look").answer["pid"]
    before = worked(pid)
    JobResult(job_queue, "burn", 60, most_s=60, cpu_s=0.4)
    spent.reaches(1)
    assert 0.4 - 2 * TICK_S <= worked(pid) - before < 0.4 + 10 * SLICE_S + 2 * TICK_S
    assert JobResult(job_queue, "burn", 0.3, most_s=60, cpu_s=0.4).answer == 0.3
    assert JobResult(job_queue, "burn", 0.5, most_s=60).answer == 0.5, "what one may is nothing to the next"
    assert JobResult(job_queue, "look").answer["pid"] == pid
    assert spent() == 1


def test_time_of_a_script_counts_for_the_budget_and_for_the_share(make: Make) -> None:
    """A script runs in another process, which the timer of the child does not see."""
    spent, job_queue = More(jobs, "charge", "spent"), make(0.5)
    assert JobResult(job_queue, "charge", 0.1, most_s=60, cpu_s=0.4).answer >= 2 * (0.1 / 0.5) - 0.01
    JobResult(job_queue, "charge", 0.15, most_s=60, cpu_s=0.4)
    spent.reaches(1)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit the data of a process")
def test_job_that_takes_all_memory_it_may_ends_alone(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check without memory fails like any other job, and the child does the next job.

    If Python finds no memory for the error either, the child dies, and another replaces it.
    """
    monkeypatch.setattr(publishing, "WAIT_S", SOON_S)
    monkeypatch.setattr(queue, "PAUSE_S", 0.01)
    job_queue = make(command=(*COMMAND, "hoard"))
    assert JobResult(job_queue, "look").answer["pid"]
    failed, died = More(jobs, "examine", "failed"), More(jobs, "examine", "died")
    with pytest.raises(Unchecked):
        CheckQueue(job_queue, job_queue).examine(SentFiles(b"{}"), ENGLISH)
    wait_until(lambda: failed() + died() == 1, "the job has ended", SOON_S)
    assert JobResult(job_queue, "look").answer["pid"]
    assert child.MOST_MEMORY == 512 * 1024**2, "as docs/security.md says"


def test_a_native_step_that_takes_too_long_ends_its_child_and_the_next_job_begins_at_once(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system ends the child long before the deadline: no handler of the child gets a turn."""
    monkeypatch.setattr(queue, "PAUSE_S", 3600.0)
    spent, job_queue = More(jobs, "stick", "spent"), make(restarts_at_once=True)
    pid = JobResult(job_queue, "look").answer["pid"]
    JobResult(job_queue, "stick", most_s=3600, due_s=7200, cpu_s=0.1)
    spent.reaches(1)
    assert JobResult(job_queue, "look").answer["pid"] != pid


def test_child_that_reads_nothing_is_killed_when_it_misses_its_deadline(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The child reports its start and stops. The job is too long for the buffer of the socket."""
    is_lost_after(0.3, monkeypatch)
    says = "import socket, time; end = socket.socket(fileno=0); end.send(b'{}\\n'); time.sleep(3600)"
    killed, job_queue = More(events, "killed"), make(command=(PYTHON, "-c", says))
    JobResult(job_queue, "echo", "x" * 2_000_000, most_s=0.2)
    killed.reaches(1)


@pytest.mark.parametrize(
    "command",
    [
        ("/nowhere/python",),
        (PYTHON, "-c", "pass"),
        (PYTHON, "-c", "import time; time.sleep(3600)"),
        (PYTHON, "-c", "import socket; socket.socket(fileno=0).send(b'what?\\n')"),
        (PYTHON, "-c", "import socket; socket.socket(fileno=0).send(b'[1]\\n')"),
    ],
    ids=["no program", "ends", "silent", "no answer", "another answer"],
)
def test_child_that_cannot_be_started_loses_jobs_and_nothing_else(
    make: Make, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.setattr(child_process, "START_WITHIN_S", 0.5)
    failed, lost_jobs, job_queue = (
        More(events, "not_started"),
        More(jobs, "echo", "lost"),
        make(command=command),
    )
    JobResult(job_queue, "echo")
    lost_jobs.reaches(1)
    assert failed() == 1


def test_after_a_failure_the_next_start_waits_longer_and_longer(
    make: Make, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(queue, "PAUSE_S", 1.0)
    now, results = [0.0], 0
    job_queue = make(command=("/nowhere/python",), clock=lambda: now[0])
    tries, lost_jobs = More(events, "not_started"), More(jobs, "echo", "lost")
    for number, pause in enumerate([0, 1, 2, 4, 8, 16, 32, 60, 60]):
        for passed, expected_tries in ((0.9 * pause, number), (0.1 * pause, number + 1)):
            now[0] += passed
            if pause or expected_tries > number:
                results += 1
                JobResult(job_queue, "echo")
                lost_jobs.reaches(results)
                assert tries() == expected_tries
    assert len([record for record in caplog.records if record.levelno >= logging.WARNING]) <= now[0] / 60 + 1


def test_pause_is_short_again_after_a_job_was_done(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "PAUSE_S", 1.0)
    now = [0.0]
    died, job_queue, pids = More(events, "died"), make(clock=lambda: now[0]), set()
    for number in range(1, 5):
        pids.add(JobResult(job_queue, "look").answer["pid"])
        JobResult(job_queue, "die")
        died.reaches(number)
        now[0] += 1
    assert len(pids) == 4


# The end


@pytest.mark.parametrize("doing", ["echo", "hang", "sleep"])
def test_worker_that_stops_ends_its_child_at_once(make: Make, doing: str) -> None:
    stopped, died, job_queue = More(events, "stopped"), More(events, "died"), make()
    pid = JobResult(job_queue, "look").answer["pid"]
    results = JobResult(job_queue, doing, most_s=60)
    results.begun.wait(SOON_S)
    began_at = time.monotonic()
    job_queue.stop()
    assert not is_running(pid)
    assert time.monotonic() - began_at < SOON_S
    assert (stopped(), died()) == (1, 0)
    assert not JobResult(job_queue, "echo").begun.is_set()


def test_worker_that_stops_while_the_child_is_started_leaves_none(make: Make) -> None:
    silent = (PYTHON, "-c", "import time; time.sleep(3600)", str(time.monotonic()))
    job_queue = make(command=silent)
    JobResult(job_queue, "echo")
    pid = wait_until(lambda: next(iter(processes(silent[-1])), None), "the child runs", SOON_S)
    job_queue.stop()
    gone(pid)


def processes(argument: str) -> list[int]:
    """Return the processes that were started with this argument."""
    command = ["ps", "-ww", "-e", "-o", "pid=", "-o", "args="]
    listed = subprocess.run(command, capture_output=True, text=True).stdout
    rows = [line.split(maxsplit=1) for line in listed.splitlines()]
    return [int(pid) for pid, line in rows if argument in line.split()]


class Printing(Server):
    """A program that has started once it has printed a number."""

    def start(self, program: str) -> Printing:
        self._launch([PYTHON, "-c", program], ROOT, {})
        return self

    def _answers(self) -> bool:
        assert self.running(), self.printed()
        return self.printed().strip().isdigit()


@pytest.mark.parametrize("doing", ["echo", "hang", "sleep"])
def test_child_whose_worker_is_killed_ends_by_itself(tmp_path: Path, doing: str) -> None:
    """The child may be idle, or in a job that neither ends nor works."""
    worker = f"""
import sys, time
from cheat.service.jobs.queue import Job, JobQueue
job_queue = JobQueue(1, {COMMAND!r})
put = lambda kind: job_queue.put(kind, Job(kind, job_queue.clock() + 60, lambda: 1, done, 0.1, 0.2))
def done(answer):
    if isinstance(answer, dict):
        print(answer["pid"], flush=True)
        put({doing!r})
put("look")
time.sleep(3600)
"""
    server = Printing(tmp_path, "worker").start(worker)
    assert server.process is not None
    pid = int(server.printed())
    assert is_running(pid)
    server.process.kill()
    server.process.wait()
    gone(pid)
