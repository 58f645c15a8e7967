"""The child process: it runs the jobs from its standard input until the input closes.

The budget of a job is the processor time that the job may use. A timer that counts processor time interrupts
the job after each short slice of work. The child then checks that its worker is still there, and pauses. If
the job has used up its budget, the child ends the job. If a job hangs without using the processor, this timer
never fires, and the worker kills the child. If the worker is gone, too, an alarm ends the child.

A document may have a script: JavaScript that chooses cards for bots (`scripts.py`). Scripts run in a further
process, but their processor time counts towards the budget (`job_clock.py`).
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

After that, the operating system ends the process. The child's own timer cannot do that during a single long
step of native code.
"""
MOST_MEMORY = 512 * 1024 * 1024
"""Maximum size of the child's data, in bytes: ten times its size after the start."""
ORPHAN_S = 5.0
"""Seconds by which an answer may be late before an alarm ends the child.

The alarm is needed only if the worker is gone: otherwise the worker kills the child earlier.
"""

Kind = Callable[[msgspec.Raw, float], object]
"""A function that does a job: (data, seconds until the answer must come) -> answer for JSON."""


def run(share: float, kinds: Callable[[], Mapping[str, Kind]]) -> None:
    """Do one job after the other until the worker closes the connection.

    `kinds`: a function that returns the functions for jobs by name. The call loads their code, which takes a
    long time.
    """
    os.nice(NICENESS)
    with suppress(ValueError, OSError):  # some systems lack this limit
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it, but only the worker ends the child
    channel = Channel(socket.socket(fileno=0))
    budget = CpuBudget(JOB_CLOCK)
    _limit_cpu(CpuShare(share, JOB_CLOCK), budget, channel)
    gc.disable()  # garbage collection would take a quarter of the time to start
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
        budget.allow(None)  # the timer may have raised BudgetSpent before `_run_job` called this
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
        traceback.clear_frames(error.__traceback__)  # after a MemoryError, these frames would keep the memory
        return Answer(error=_error_place(error))
    finally:
        budget.allow(None)
        _set_cpu_limit(None)


def _set_cpu_limit(seconds: float | None) -> None:
    """Allow this process so many more seconds of processor time. With None, there is no limit.

    If the process exceeds the limit by `GRACE_CPU_S`, the operating system ends it with SIGXCPU.
    """
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    soft = hard if seconds is None else math.ceil(time.process_time() + seconds) + GRACE_CPU_S
    with suppress(ValueError, OSError):  # the system may already have a lower limit
        resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


def _error_place(error: Exception) -> str:
    """Return the type of the error and its place in the code.

    The result leaves out the message of the error, because the message could name a card.
    """
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {frame.name}, {os.path.basename(frame.filename)}:{frame.lineno}"
