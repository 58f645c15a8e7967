"""Processor time of this process and all its descendants."""

from __future__ import annotations

import ctypes
import os
import resource
import time
from collections.abc import Iterator
from pathlib import Path

_PR_SET_CHILD_SUBREAPER = 36
_TICK_S = 1 / os.sysconf("SC_CLK_TCK")


def adopt_orphans() -> None:
    """Become the parent of descendants whose parent ends, so that their time is counted.

    This process then has to wait for them as for its own children, or they stay as zombies.
    """
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def processor_time() -> float:
    """Return the processor seconds of this process and its descendants, running or ended."""
    children_usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (
        time.process_time()
        + children_usage.ru_utime
        + children_usage.ru_stime
        + sum(_ticks_of_descendants()) * _TICK_S
    )


def _ticks_of_descendants() -> Iterator[int]:
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            try:
                fields = Path(entry.path, "stat").read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            parents[int(entry.name)] = int(fields[1])
            ticks[int(entry.name)] = sum(map(int, fields[11:15]))
    own_pid = os.getpid()
    for process in parents:
        ancestor = parents[process]
        while ancestor != own_pid and ancestor in parents:
            ancestor = parents[ancestor]
        if ancestor == own_pid:
            yield ticks[process]
