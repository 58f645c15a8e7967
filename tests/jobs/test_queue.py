"""The worker's thinker and its child process, which is a real one."""

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

from cheat.documents.importer.archives import Brought
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
"""Much longer than any job here takes, even on a busy machine."""

Make = Callable[..., JobQueue]


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Makes a thinker with the child of the tests, which a busy machine may start and answer late."""
    is_lost_after(SOON_S, monkeypatch)
    monkeypatch.setattr(child_process, "START_WITHIN_S", SOON_S)
    monkeypatch.setattr(queue, "PAUSE_S", 0.0)
    made: list[JobQueue] = []

    def one(share: float = 1, command: tuple[str, ...] = COMMAND, **more: Any) -> JobQueue:
        made.append(JobQueue(share, command, **more))
        return made[-1]

    yield one
    for each in made:
        each.stop()


def is_lost_after(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """A child that is later than this with an answer is taken to hang."""
    monkeypatch.setattr(queue, "ChildProcess", partial(child_process.ChildProcess, grace_s=seconds))


class Busy:
    """A job at which the child is until it may end: what is asked for meanwhile has to wait."""

    def __init__(self, asked: JobQueue, folder: Path) -> None:
        self._end = folder / "end"
        job = Asked(asked, "until", str(self._end), most_s=SOON_S)
        assert job.begun.wait(SOON_S), "it has begun"

    def end(self) -> None:
        self._end.touch()


class Asked:
    """A job that was asked for: what it was answered, and whether it was begun."""

    def __init__(
        self,
        asked: JobQueue,
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
        due = asked.clock() + due_s
        asked.put(key or self, Job(kind, due, self._prepare, self.answers.set_result, **times))

    def _prepare(self) -> Any:
        self.begun.set()
        return self._data

    @property
    def answer(self) -> Any:
        return self.answers.result(SOON_S)


def jobs(kind: str, outcome: str) -> float:
    """So many jobs of this kind have ended so."""
    return metrics.registry.get_sample_value("cheat_jobs_total", {"kind": kind, "outcome": outcome}) or 0


def seconds(kind: str) -> float:
    """For so long have children worked at jobs of this kind."""
    return metrics.registry.get_sample_value("cheat_thinker_seconds_total", {"kind": kind}) or 0


def events(event: str) -> float:
    """So often did this become of a child."""
    return metrics.registry.get_sample_value("cheat_thinker_total", {"event": event}) or 0


class More:
    """What is counted from now on."""

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
    """Seconds of the processor that a process has used, as the kernel counts them."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * TICK_S


def gone(pid: int) -> None:
    wait_until(lambda: not is_running(pid), f"process {pid} is gone", SOON_S)


# Jobs


def test_jobs_are_done_one_after_the_other_by_one_child(make: Make) -> None:
    started, mind = More(events, "started"), make()
    asked = [Asked(mind, "echo", {"number": number}) for number in range(20)]
    assert [one.answer for one in asked] == [{"number": number} for number in range(20)]
    assert started() == 1


def test_time_of_jobs_is_counted(make: Make) -> None:
    spent, echoed = More(seconds, "spin"), More(seconds, "echo")
    Asked(make(), "spin", most_s=0.3).answers.result(SOON_S)
    wait_until(lambda: spent() > 0, "it is counted", SOON_S)
    assert spent() >= 0.2
    assert echoed() == 0


def test_long_lines_arrive_whole(make: Make) -> None:
    text = "€" * 300_000
    assert Asked(make(), "echo", text).answer == text


def test_job_that_is_due_first_is_done_first(make: Make, tmp_path: Path) -> None:
    mind, order = make(), []
    busy = Busy(mind, tmp_path)
    asked = [Asked(mind, "echo", seconds, due_s=seconds) for seconds in (5000, 2000, 4000, 3000)]
    for one in asked:
        one.answers.add_done_callback(lambda done: order.append(done.result()))
    busy.end()
    wait_until(lambda: len(order) == 4, "all are told", SOON_S)
    assert order == [2000, 3000, 4000, 5000]


def test_waiting_jobs_share_the_time(make: Make, tmp_path: Path) -> None:
    """As much for each as there is, but no more than it may have, and at least what makes sense."""
    mind = make()
    busy = Busy(mind, tmp_path)
    least = [0.1, 3000, 0.1, 0.1, 0.1]
    asked = [Asked(mind, "told", due_s=6000, least_s=one, most_s=9999) for one in least]
    busy.end()
    given = [one.answer for one in asked]
    shares = [6000 / 5, 3000, 6000 / 3, 6000 / 2, 6000]
    assert all(0.9 * share < one <= share for one, share in zip(given, shares, strict=True)), given
    assert Asked(mind, "told", most_s=0.7).answer == 0.7


def test_job_that_is_too_late_is_not_begun(make: Make) -> None:
    late, mind = More(jobs, "echo", "late"), make()
    asked = Asked(mind, "echo", due_s=0.05)
    late.reaches(1)
    assert not asked.begun.is_set()


def test_unwanted_job_is_dropped(make: Make) -> None:
    dropped, mind = More(jobs, "die", "dropped"), make()
    Asked(mind, "die", None)
    dropped.reaches(1)
    assert Asked(mind, "echo", "alive").answer == "alive"


def test_newer_job_takes_the_place_of_one_that_waits(make: Make, tmp_path: Path) -> None:
    dropped, mind = More(jobs, "echo", "dropped"), make()
    busy = Busy(mind, tmp_path)
    older, newer = Asked(mind, "echo", "older", key="one"), Asked(mind, "echo", "newer", key="one")
    busy.end()
    assert newer.answer == "newer"
    assert not older.begun.is_set()
    assert dropped() == 1


def test_waiting_jobs_are_bounded(make: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(queue, "MOST_WAITING", 3)
    crowded, mind = More(jobs, "echo", "crowded"), make()
    busy = Busy(mind, tmp_path)
    asked = [Asked(mind, "echo", number) for number in range(5)]
    busy.end()
    assert [one.answer for one in asked[:3]] == [0, 1, 2]
    assert crowded() == 2
    assert not any(one.begun.is_set() for one in asked[3:])


def test_job_that_fails_is_told_of_once_and_without_its_words(
    make: Make, caplog: pytest.LogCaptureFixture
) -> None:
    failed, mind = More(jobs, "fail", "failed"), make()
    for number in range(1, 4):
        Asked(mind, "fail", "the queen of hearts")
        failed.reaches(number)
    assert Asked(mind, "echo", "alive").answer == "alive"
    (logged,) = [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]
    assert "ValueError in fail, kinds.py" in logged
    assert "queen" not in caplog.text


def test_data_that_cannot_be_made_fails_its_job_alone(make: Make) -> None:
    failed, mind = More(jobs, "echo", "failed"), make()

    def prepare() -> None:
        raise OSError("the store is gone")

    mind.put("key", Job("echo", mind.clock() + 60, prepare, lambda answer: None, 0.1, 0.5))
    failed.reaches(1)
    assert Asked(mind, "echo", "alive").answer == "alive"


# What the child is


def test_child_is_nice_and_inherits_nothing(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """No connection of the worker, though it may be inherited, and neither its store nor its tokens."""
    monkeypatch.setenv("REDIS_URL", "redis://user:secret@example")
    monkeypatch.setenv("METRICS_TOKEN", "secret")
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.set_inheritable(True)
        seen = Asked(make(), "look").answer
    assert seen["files"] == [0, 1, 2]
    assert seen["nice"] == min(os.nice(0) + 10, 19)
    assert "PATH" in seen["environment"]
    assert not {"REDIS_URL", "METRICS_TOKEN"} & set(seen["environment"])


@pytest.mark.parametrize("share", [0.25, 0.5])
def test_job_that_never_rests_gets_no_more_than_the_share_of_a_core(make: Make, share: float) -> None:
    """Counted by the child: how long it worked of the 0.8 s that it was at it."""
    worked = Asked(make(share), "spin", most_s=0.8).answer
    assert 0 < worked <= share * 0.8 + 3 * SLICE_S


@pytest.mark.long  # how much of the processor a start takes differs from machine to machine
def test_start_is_counted_among_the_share(make: Make) -> None:
    """All that the child has used since it exists, as the kernel counts it."""
    began, mind = time.monotonic(), make(0.25)
    pid = Asked(mind, "look").answer["pid"]
    assert Asked(mind, "spin", most_s=0.5).answer > 0
    before_it_is_restrained = 0.1
    assert worked(pid) <= 0.25 * (time.monotonic() - began) + before_it_is_restrained


def test_idle_child_is_ended_and_another_one_is_started_when_it_is_needed(make: Make) -> None:
    idle, mind = More(events, "idle"), make(idle_s=0.05)
    first = Asked(mind, "look").answer["pid"]
    gone(first)
    idle.reaches(1)
    assert Asked(mind, "look").answer["pid"] != first


def test_child_that_is_not_idle_stays(make: Make) -> None:
    idle, mind = More(events, "idle"), make(idle_s=30)
    pids = {Asked(mind, "look").answer["pid"] for _ in range(5)}
    assert len(pids) == 1
    assert idle() == 0


def test_share_of_zero_switches_the_queue_off(make: Make) -> None:
    before, mind = set(threading.enumerate()), make(0)
    assert mind.stopped
    asked = Asked(mind, "echo")
    assert set(threading.enumerate()) <= before
    assert not asked.begun.is_set()


# Faults


@pytest.mark.parametrize("doing", ["spin", "sleep"])
def test_child_that_is_killed_in_the_middle_loses_its_job_alone(make: Make, doing: str) -> None:
    died, lost, mind = More(events, "died"), More(jobs, doing, "lost"), make()
    pid = Asked(mind, "look").answer["pid"]
    asked = Asked(mind, doing, most_s=60)
    asked.begun.wait(SOON_S)
    after = Asked(mind, "look")
    os.kill(pid, signal.SIGKILL)
    assert after.answer["pid"] != pid
    assert (died(), lost()) == (1, 1)
    assert not asked.answers.done()


@pytest.mark.parametrize("doing", ["hang", "sleep"])
def test_child_that_hangs_is_killed_when_it_misses_its_deadline(
    make: Make, doing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_lost_after(0.3, monkeypatch)
    killed, lost, mind = More(events, "killed"), More(jobs, doing, "lost"), make()
    pid = Asked(mind, "look").answer["pid"]
    Asked(mind, doing, most_s=0.2)
    after = Asked(mind, "look")
    assert after.answer["pid"] != pid
    assert not is_running(pid)
    assert (killed(), lost()) == (1, 1)


def test_job_that_uses_more_of_the_processor_than_it_may_is_ended(make: Make) -> None:
    """Whatever it catches, and by no more than a slice or two; the child goes on with the next job."""
    spent, mind = More(jobs, "burn", "spent"), make(0.5)
    pid = Asked(mind, "look").answer["pid"]
    before = worked(pid)
    Asked(mind, "burn", 60, most_s=60, cpu_s=0.4)
    spent.reaches(1)
    assert 0.4 - 2 * TICK_S <= worked(pid) - before < 0.4 + 10 * SLICE_S + 2 * TICK_S
    assert Asked(mind, "burn", 0.3, most_s=60, cpu_s=0.4).answer == 0.3
    assert Asked(mind, "burn", 0.5, most_s=60).answer == 0.5, "what one may is nothing to the next"
    assert Asked(mind, "look").answer["pid"] == pid
    assert spent() == 1


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit the data of a process")
def test_job_that_takes_all_memory_it_may_ends_alone(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that does is answered as any other one that fails, and the child goes on with the next job."""
    monkeypatch.setattr(publishing, "WAIT_S", SOON_S)
    mind = make(command=(*COMMAND, "hoard"))
    pid = Asked(mind, "look").answer["pid"]
    failed = More(jobs, "examine", "failed")
    with pytest.raises(Unchecked):
        CheckQueue(mind, mind).examine(Brought(b"{}"), ENGLISH)
    failed.reaches(1)
    assert Asked(mind, "look").answer["pid"] == pid
    assert child.MOST_MEMORY == 512 * 1024**2, "as docs/security.md says"


def test_a_native_step_that_takes_too_long_ends_its_child_and_the_next_job_begins_at_once(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long before its deadline, and by the system: no handler of the child has its turn."""
    monkeypatch.setattr(queue, "PAUSE_S", 3600.0)
    spent, mind = More(jobs, "stick", "spent"), make(restarts_at_once=True)
    pid = Asked(mind, "look").answer["pid"]
    Asked(mind, "stick", most_s=3600, due_s=7200, cpu_s=0.1)
    spent.reaches(1)
    assert Asked(mind, "look").answer["pid"] != pid


def test_child_that_reads_nothing_is_killed_when_it_misses_its_deadline(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says that it is there and stops; what it is to be told fits into no buffer."""
    is_lost_after(0.3, monkeypatch)
    says = "import socket, time; end = socket.socket(fileno=0); end.send(b'{}\\n'); time.sleep(3600)"
    killed, mind = More(events, "killed"), make(command=(PYTHON, "-c", says))
    Asked(mind, "echo", "x" * 2_000_000, most_s=0.2)
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
    failed, lost, mind = More(events, "not_started"), More(jobs, "echo", "lost"), make(command=command)
    Asked(mind, "echo")
    lost.reaches(1)
    assert failed() == 1


def test_after_a_failure_the_next_start_waits_longer_and_longer(
    make: Make, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(queue, "PAUSE_S", 1.0)
    now, asked = [0.0], 0
    mind = make(command=("/nowhere/python",), clock=lambda: now[0])
    tries, lost = More(events, "not_started"), More(jobs, "echo", "lost")
    for number, pause in enumerate([0, 1, 2, 4, 8, 16, 32, 60, 60]):
        for passed, tried in ((0.9 * pause, number), (0.1 * pause, number + 1)):
            now[0] += passed
            if pause or tried > number:
                asked += 1
                Asked(mind, "echo")
                lost.reaches(asked)
                assert tries() == tried
    assert len([one for one in caplog.records if one.levelno >= logging.WARNING]) <= now[0] / 60 + 1


def test_pause_is_short_again_after_a_job_was_done(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "PAUSE_S", 1.0)
    now = [0.0]
    died, mind, pids = More(events, "died"), make(clock=lambda: now[0]), set()
    for number in range(1, 5):
        pids.add(Asked(mind, "look").answer["pid"])
        Asked(mind, "die")
        died.reaches(number)
        now[0] += 1
    assert len(pids) == 4


# The end


@pytest.mark.parametrize("doing", ["echo", "hang", "sleep"])
def test_worker_that_stops_ends_its_child_at_once(make: Make, doing: str) -> None:
    stopped, died, mind = More(events, "stopped"), More(events, "died"), make()
    pid = Asked(mind, "look").answer["pid"]
    asked = Asked(mind, doing, most_s=60)
    asked.begun.wait(SOON_S)
    began = time.monotonic()
    mind.stop()
    assert not is_running(pid)
    assert time.monotonic() - began < SOON_S
    assert (stopped(), died()) == (1, 0)
    assert not Asked(mind, "echo").begun.is_set()


def test_worker_that_stops_while_the_child_is_started_leaves_none(make: Make) -> None:
    silent = (PYTHON, "-c", "import time; time.sleep(3600)", str(time.monotonic()))
    mind = make(command=silent)
    Asked(mind, "echo")
    pid = wait_until(lambda: next(iter(processes(silent[-1])), None), "the child runs", SOON_S)
    mind.stop()
    gone(pid)


def processes(argument: str) -> list[int]:
    """Those that were started with this argument."""
    command = ["ps", "-ww", "-e", "-o", "pid=", "-o", "args="]
    listed = subprocess.run(command, capture_output=True, text=True).stdout
    rows = [line.split(maxsplit=1) for line in listed.splitlines()]
    return [int(pid) for pid, line in rows if argument in line.split()]


class Printing(Server):
    """A program that is there as soon as it has printed a number."""

    def start(self, program: str) -> Printing:
        self._launch([PYTHON, "-c", program], ROOT, {})
        return self

    def _answers(self) -> bool:
        assert self.running(), self.printed()
        return self.printed().strip().isdigit()


@pytest.mark.parametrize("doing", ["echo", "hang", "sleep"])
def test_child_whose_worker_is_killed_ends_by_itself(tmp_path: Path, doing: str) -> None:
    """Idle, or in the middle of a job, even if that neither ends nor works."""
    worker = f"""
import sys, time
from cheat.service.jobs.queue import Job, JobQueue
mind = JobQueue(1, {COMMAND!r})
ask = lambda kind: mind.put(kind, Job(kind, mind.clock() + 60, lambda: 1, told, 0.1, 0.2))
def told(answer):
    if isinstance(answer, dict):
        print(answer["pid"], flush=True)
        ask({doing!r})
ask("look")
time.sleep(3600)
"""
    server = Printing(tmp_path, "worker").start(worker)
    assert server.process is not None
    pid = int(server.printed())
    assert is_running(pid)
    server.process.kill()
    server.process.wait()
    gone(pid)
