"""The jobs of the child process of the tests, including jobs that no real child should do.

Only the planning job imports games, because that takes most of the start and most tests need none.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections import deque
from itertools import repeat
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from cheat.bots.bot import BotMove

MOST_HOARDED = 1 << 32
"""Bytes after which it is clear that the reader has no limit."""


def echo(data: msgspec.Raw, seconds: float) -> Any:
    return msgspec.json.decode(data)


def told(data: msgspec.Raw, seconds: float) -> float:
    return seconds


def spin(data: msgspec.Raw, seconds: float) -> float:
    """Work as hard as possible. Return the processor time used, in seconds."""
    began_at, end = time.process_time(), time.monotonic() + seconds
    while time.monotonic() < end:
        pass
    return time.process_time() - began_at


def until(data: msgspec.Raw, seconds: float) -> None:
    """Wait until a file exists, or the time is up."""
    path, end = msgspec.json.decode(data), time.monotonic() + seconds
    while not os.path.exists(path) and time.monotonic() < end:
        time.sleep(0.005)


def hang(data: msgspec.Raw, seconds: float) -> None:
    while True:
        pass


def burn(data: msgspec.Raw, seconds: float) -> float:
    """Use the processor for so many seconds, whatever is raised meanwhile."""
    began_at, seconds_wanted = time.process_time(), float(msgspec.json.decode(data))
    while time.process_time() - began_at < seconds_wanted:
        with contextlib.suppress(Exception):
            sum(range(1000))
    return seconds_wanted


def charge(data: msgspec.Raw, seconds: float) -> float:
    """Use so many seconds of the processor three times, as a script in another process does.

    Return how long the last two took.
    """
    from cheat.service.jobs.job_clock import JOB_CLOCK

    each_s = float(msgspec.json.decode(data))
    JOB_CLOCK.charge(each_s)
    began_at = time.monotonic()
    JOB_CLOCK.charge(each_s)
    JOB_CLOCK.charge(each_s)
    return time.monotonic() - began_at


def stick(data: msgspec.Raw, seconds: float) -> None:
    """Work within one native step, which nothing in this process can interrupt."""
    deque(repeat(None), maxlen=0)


def hoard(data: msgspec.Raw, seconds: float) -> int:
    """Take memory until there is none left. Nearly all of it is never written to, so the machine keeps it."""
    blocks: list[Any] = []
    size, total = 1 << 26, 0
    while total < MOST_HOARDED:
        try:
            blocks.append(bytes(size) if size > 1 << 16 else [None] * 9)
            total += size
        except MemoryError:
            if size <= 1 << 16:
                raise
            size >>= 1
    return total


def sleep(data: msgspec.Raw, seconds: float) -> None:
    time.sleep(3600)


def die(data: msgspec.Raw, seconds: float) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail(data: msgspec.Raw, seconds: float) -> None:
    raise ValueError(msgspec.json.decode(data))


def look(data: msgspec.Raw, seconds: float) -> dict[str, Any]:
    """Return the niceness, open files and environment of the process."""
    return {
        "pid": os.getpid(),
        "nice": os.nice(0),
        "files": sorted(int(name) for name in os.listdir("/proc/self/fd") if _is_open(int(name))),
        "environment": list(os.environ),
    }


def _is_open(number: int) -> bool:
    """Leave out the file descriptor of the listing itself."""
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def plan(data: msgspec.Raw, seconds: float) -> BotMove:
    """Play the highest card, in the game of `tests/games/shortest_game.py`."""
    from cheat.engine import engine
    from cheat.games.french_deck import rank_of
    from cheat.rooms import playback
    from cheat.rooms.replay_recorder import read_recording
    from cheat.service.jobs.handlers import Situation
    from tests.games.shortest_game import Simple

    game = Simple()
    situation = msgspec.json.decode(data, type=Situation)
    recording = read_recording(situation.chunks, situation.recorder)
    assert recording is not None
    scene = playback.first_step(game, recording.start)
    for step in recording.inputs:
        scene = playback.next_step(game, scene, step)
    (form,) = engine.moves(game, scene.table, situation.player)
    return form.name, {"cards": [max(scene.table.hand(situation.player).cards, key=rank_of)], **form.ties}


KINDS = {
    one.__name__: one
    for one in (echo, told, spin, until, hang, burn, charge, stick, hoard, sleep, die, fail, look, plan)
}
