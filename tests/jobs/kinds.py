"""The jobs of the child process of the tests, including jobs that no real child should do.

Most children are asked for nothing about games, so only the planning job imports them: that is most of a
start.
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
"""Bytes after which it is clear that nothing stops who takes them."""


def echo(data: msgspec.Raw, seconds: float) -> Any:
    return msgspec.json.decode(data)


def told(data: msgspec.Raw, seconds: float) -> float:
    return seconds


def spin(data: msgspec.Raw, seconds: float) -> float:
    """Works as hard as it can; how much that was, in seconds of a core."""
    began, end = time.process_time(), time.monotonic() + seconds
    while time.monotonic() < end:
        pass
    return time.process_time() - began


def until(data: msgspec.Raw, seconds: float) -> None:
    """Waits until there is such a file, or its time is up."""
    path, end = msgspec.json.decode(data), time.monotonic() + seconds
    while not os.path.exists(path) and time.monotonic() < end:
        time.sleep(0.005)


def hang(data: msgspec.Raw, seconds: float) -> None:
    while True:
        pass


def burn(data: msgspec.Raw, seconds: float) -> float:
    """Works for so many seconds of the processor, whatever is raised meanwhile."""
    began, wanted = time.process_time(), float(msgspec.json.decode(data))
    while time.process_time() - began < wanted:
        with contextlib.suppress(Exception):
            sum(range(1000))
    return wanted


def stick(data: msgspec.Raw, seconds: float) -> None:
    """Works within one native step, which nothing in this process interrupts."""
    deque(repeat(None), maxlen=0)


def hoard(data: msgspec.Raw, seconds: float) -> int:
    """Takes memory until there is no more. Nearly all of it is never written to, so the machine keeps it."""
    kept: list[Any] = []
    size, taken = 1 << 26, 0
    while taken < MOST_HOARDED:
        try:
            kept.append(bytes(size) if size > 1 << 16 else [None] * 9)
            taken += size
        except MemoryError:
            if size <= 1 << 16:
                raise
            size >>= 1
    return taken


def sleep(data: msgspec.Raw, seconds: float) -> None:
    time.sleep(3600)


def die(data: msgspec.Raw, seconds: float) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail(data: msgspec.Raw, seconds: float) -> None:
    raise ValueError(msgspec.json.decode(data))


def look(data: msgspec.Raw, seconds: float) -> dict[str, Any]:
    """Return what the process was started with: niceness, open files, environment."""
    return {
        "pid": os.getpid(),
        "nice": os.nice(0),
        "files": sorted(int(name) for name in os.listdir("/proc/self/fd") if _is_open(int(name))),
        "environment": list(os.environ),
    }


def _is_open(number: int) -> bool:
    """Not so that by which the listing itself was read."""
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def plan(data: msgspec.Raw, seconds: float) -> BotMove:
    """The highest card, in the game of `tests/games/shortest_game.py`."""
    from cheat.engine import engine
    from cheat.games.french_deck import rank_of
    from cheat.rooms import playback
    from cheat.rooms.record import read
    from cheat.service.jobs.handlers import Situation
    from tests.games.shortest_game import Simple

    game = Simple()
    asked = msgspec.json.decode(data, type=Situation)
    recording = read(asked.chunks, asked.recorder)
    assert recording is not None
    scene = playback.first_step(game, recording.start)
    for step in recording.inputs:
        scene = playback.next_step(game, scene, step)
    (form,) = engine.moves(game, scene.table, asked.player)
    return form.name, {"cards": [max(scene.table.hand(asked.player).cards, key=rank_of)], **form.ties}


KINDS = {
    one.__name__: one
    for one in (echo, told, spin, until, hang, burn, stick, hoard, sleep, die, fail, look, plan)
}
