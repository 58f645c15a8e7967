"""`python -m tests.thinker.child SHARE`: a thinker that does on command what thinkers must not do."""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import Any

import msgspec

from cheat.thinker.child import Kind, run

COMMAND = (sys.executable, "-m", __name__)


def echo(data: msgspec.Raw, seconds: float) -> Any:
    return msgspec.json.decode(data)


def spin(data: msgspec.Raw, seconds: float) -> float:
    """Works as hard as it can; how much that was, in seconds of a core."""
    began, end = time.process_time(), time.monotonic() + seconds
    while time.monotonic() < end:
        pass
    return time.process_time() - began


def hang(data: msgspec.Raw, seconds: float) -> None:
    while True:
        pass


def sleep(data: msgspec.Raw, seconds: float) -> None:
    time.sleep(3600)


def die(data: msgspec.Raw, seconds: float) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail(data: msgspec.Raw, seconds: float) -> None:
    raise ValueError(msgspec.json.decode(data))


def look(data: msgspec.Raw, seconds: float) -> dict[str, Any]:
    """What it was born with."""
    return {
        "pid": os.getpid(),
        "nice": os.nice(0),
        "files": sorted(int(name) for name in os.listdir("/proc/self/fd") if _is_open(int(name))),
        "environment": dict(os.environ),
    }


def _is_open(number: int) -> bool:
    """Not so that by which the listing itself was read."""
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


KINDS: dict[str, Kind] = {one.__name__: one for one in (echo, spin, hang, sleep, die, fail, look)}

if __name__ == "__main__":
    run(float(sys.argv[1]), lambda: KINDS)
