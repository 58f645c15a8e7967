"""The child process: it runs the jobs from its standard input until the input closes.

The budget of a job is the processor time that it may use. A timer of processor time interrupts each job after
a slice of work. The child then checks that its worker is still there, pauses, and ends a job that has used up
its budget. Scripts of games run in a further process, and their time counts, too (`job_clock.py`). A job that
hangs without using the processor never triggers this timer. In that case the worker
kills the child. If the worker is gone, too, an alarm by the clock ends the child.
"""

from __future__ import annotations

import gc
import math
import os
import resource
import signal
import socket
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import FrameType

import msgspec

from cheat.ops.gc_tuning import collect_rarely
from cheat.service.jobs.cpu_budget import BudgetSpent, CpuBudget
from cheat.service.jobs.cpu_share import SLICE_S, CpuShare
from cheat.service.jobs.job_clock import JOB_CLOCK
from cheat.service.jobs.protocol import Answer, Channel, Task

NICENESS = 10
GRACE_CPU_S = 1
"""Seconds of processor time by which a job may exceed its budget.

After that, the system ends the process. This limit is needed because the child's own timer cannot interrupt a
single long step of native code.
"""
MOST_MEMORY = 512 * 1024 * 1024
"""Maximum size of the process's data, in bytes: ten times the size after its start."""
ORPHAN_S = 5.0
"""Seconds by which an answer may be late before an alarm ends the process.

The alarm matters only if the worker is gone: otherwise the worker kills the process earlier.
"""

Kind = Callable[[msgspec.Raw, float], object]
"""A function that does a job: (data, seconds for the answer) -> answer, as a value for JSON."""


def run(share: float, kinds: Callable[[], Mapping[str, Kind]]) -> None:
    """Do one job after the other until the worker closes the connection.

    `kinds` loads the code of all jobs. It is a function, because loading takes a long time.
    """
    os.nice(NICENESS)
    with suppress(ValueError, OSError):  # some systems do not have this limit
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # sent by a terminal; the worker ends this process
    channel = Channel(socket.socket(fileno=0))
    budget = CpuBudget(JOB_CLOCK)
    _limit_cpu(CpuShare(share, JOB_CLOCK), budget, channel)
    gc.disable()  # collecting garbage while loading would take a quarter of the time to start
    jobs = kinds()
    collect_rarely(20_000)
    channel.send(Answer())
    while (message := channel.receive()) is not None:
        channel.send(_answer(jobs, message, budget))


def _limit_cpu(share: CpuShare, budget: CpuBudget, channel: Channel) -> None:
    def limit() -> None:
        share.throttle()
        budget.check()

    def interrupt(number: int, frame: FrameType | None) -> None:
        if not channel.is_open():
            os._exit(0)
        limit()

    JOB_CLOCK.on_charge = limit
    signal.signal(signal.SIGPROF, interrupt)
    signal.setitimer(signal.ITIMER_PROF, SLICE_S, SLICE_S)


def _answer(jobs: Mapping[str, Kind], message: bytes, budget: CpuBudget) -> Answer:
    task = msgspec.json.decode(message, type=Task)
    signal.setitimer(signal.ITIMER_REAL, task.seconds + ORPHAN_S)
    try:
        return _run_job(jobs[task.kind], task, budget)
    except BudgetSpent:
        budget.allow(None)  # BudgetSpent may have come just before `_run_job` lifted the budget
        return Answer(spent=True)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _run_job(job: Kind, task: Task, budget: CpuBudget) -> Answer:
    """Return the answer of a job. Raises BudgetSpent."""
    budget.allow(task.cpu_s)
    _set_cpu_limit(task.cpu_s)
    try:
        return Answer(msgspec.json.decode(msgspec.json.encode(job(task.data, task.seconds))))
    except Exception as error:
        traceback.clear_frames(error.__traceback__)  # after a MemoryError, its frames hold the memory
        return Answer(error=_error_place(error))
    finally:
        budget.allow(None)
        _set_cpu_limit(None)


def _set_cpu_limit(seconds: float | None) -> None:
    """Let the system end this process after this many more seconds of work, plus `GRACE_CPU_S`.

    The system sends SIGXCPU. None: never.
    """
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    soft = hard if seconds is None else math.ceil(time.process_time() + seconds) + GRACE_CPU_S
    with suppress(ValueError, OSError):  # a lower limit is already set
        resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


def _error_place(error: Exception) -> str:
    """Return the type of the error and its place in the code.

    The message of the error is left out, because it could name a card.
    """
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {frame.name}, {os.path.basename(frame.filename)}:{frame.lineno}"
