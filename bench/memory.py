"""The memory of a room in Redis, and the cost of a commit in a long game.

    python bench/memory.py [--games uno,war] [--runs 5] [--versions 1000] [--log 128]

Bots play whole games. The service runs in this process, with a clock of its own, so that bots act without
delay. Redis is a real one. Figures and method are in bench/README.md.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from statistics import median
from typing import Any

import redis
from processes import redis_server

from cheat.catalogue import CATALOGUE
from cheat.games import GAMES
from cheat.rooms.room import AnyRoom, decode
from cheat.rooms.tokens import hashed
from cheat.service.service import Service
from cheat.settings import Settings
from cheat.store.rooms import connect

NOON = 1_700_000_000_000
OPTIONS: dict[str, dict[str, Any]] = {
    "uno": {"target_score": 1000, "scoring": "winner_takes"},
    "cheat": {"rounds": 20, "decks": 2},
    "kittens": {},
    "ivanhoe": {"tokens_needed": 5},
}
"""Options that make games as long as possible. When a game is over, it is played again."""
EARLY, LATE = range(2, 12), range(450, 550)
"""Ranges around the 5th and the 500th commit of a game. Their medians are compared."""


class Table:
    """A room with three bots, and one person that is soon replaced by a bot."""

    def __init__(self, client: redis.Redis, game: str, log_length: int) -> None:
        self.now = NOON
        self.client = client
        settings = Settings(rate_limits="off", log_length=log_length)
        self.service = Service(client, settings, lambda: self.now, CATALOGUE)
        self.took: dict[int, list[float]] = {}
        self.sizes: list[int] = []
        self.steps = 0
        self._time_commits()
        seat = self.service.create("Somebody", game, OPTIONS.get(game, {}), public=False)
        self.code, self.token = seat.code, seat.token
        for level in ("easy", "normal", "hard"):
            self.act("add_bot", level=level)
        self.begin()

    def act(self, move: str, **args: Any) -> None:
        """Make a move of the person."""
        self.now += 1000
        self.service.act(self.code, hashed(self.token), f"action {self.now}", move, args)

    def begin(self) -> None:
        """Start the game, unless it begins by itself."""
        forms = {form.name for form in self.service.snapshot(self.code, hashed(self.token)).table.moves}
        if "start" in forms:
            self.act("start")

    def play(self, versions: int) -> None:
        """Play until the room has this number of versions."""
        while True:
            room, version = self.room()
            if version >= versions:
                return
            self.sizes += [self.memory()] if version % 10 == 0 else []
            if room.phase == "over":
                self.act("play_again")
                self.begin()
                continue
            due_at = room.next_due_at()
            assert due_at is not None, "bots and clocks go on"
            self.now = max(self.now, due_at)
            self.service.transactions.apply_due(self.code)

    def room(self) -> tuple[AnyRoom, int]:
        """Return the room and its version."""
        stored = self.service.store.load(self.code)
        assert stored is not None
        return decode(stored.data), stored.version

    def keys(self) -> dict[str, int]:
        """Return the bytes of each key of the room."""
        names = self.client.keys(f"cheat:{{{self.code}}}:*")
        return {key.decode().rpartition(":")[2]: self.client.memory_usage(key, samples=0) for key in names}

    def memory(self) -> int:
        """Return the bytes of the whole room."""
        return sum(self.keys().values())

    def commit_in(self, span: range) -> float:
        """Return the median µs of a commit of these inputs; NaN if no game was long enough."""
        return median([us for number in span for us in self.took.get(number, [])] or [math.nan])

    def _time_commits(self) -> None:
        """From now on, measure the µs to pack, encode and write each input.

        The time in which bots think is left out.
        """
        write, follow_up = self.service.transactions._write, self.service.transactions._follow_up
        thinking_s = 0.0

        def timed_after(*args: Any) -> None:
            nonlocal thinking_s
            began = time.perf_counter()
            follow_up(*args)
            thinking_s = time.perf_counter() - began

        def timed_write(code: str, read: Any, room: AnyRoom, *args: Any) -> Any:
            began = time.perf_counter()
            result = write(code, read, room, *args)
            took = time.perf_counter() - began - thinking_s
            self.took.setdefault(room.recorder.count, []).append(took * 1e6)
            return result

        self.service.transactions._follow_up = timed_after  # type: ignore[method-assign]
        self.service.transactions._write = timed_write  # type: ignore[method-assign]


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--versions", type=int, default=1000)
    parser.add_argument("--log", type=int, default=Settings().log_length)
    options = parser.parse_args()
    print("game      median KB  at the end KB  (room/log/record)  5th µs  500th µs", end="  ")
    print("ratio (of single runs)  inputs, bytes")
    with redis_server(max(os.sched_getaffinity(0))) as (plain, _):
        port = plain.get_connection_kwargs()["port"]
        client = connect(f"redis://127.0.0.1:{port}/0", 4)
        for game in options.games.split(","):
            measure(client, game, options)


def measure(client: redis.Redis, game: str, options: argparse.Namespace) -> None:
    """Play the runs of one game, and print a line."""
    tables = []
    for _ in range(options.runs):
        table = Table(client, game, options.log)
        table.play(options.versions)
        tables.append(table)
    parts = [table.keys() for table in tables]
    part_sizes = "/".join(
        f"{median(part.get(key, 0) for part in parts) / 1024:.1f}" for key in ("room", "log", "record")
    )
    early, late = ([table.commit_in(span) for table in tables] for span in (EARLY, LATE))
    ratios = sorted(
        late_us / early_us for early_us, late_us in zip(early, late, strict=True) if late_us == late_us
    )
    extremes = f"{ratios[0]:.2f} to {ratios[-1]:.2f}" if ratios else "no game so long"
    inputs = median(table.room()[0].recorder.count for table in tables)
    record = median(part.get("record", 0) for part in parts)
    print(
        f"{game:9} {median(size for table in tables for size in table.sizes) / 1024:9.1f}"
        f" {median(table.memory() for table in tables) / 1024:14.1f}  ({part_sizes})"
        f" {median(early):12.0f} {median(late):9.0f} {median(ratios or [math.nan]):6.2f} ({extremes})"
        f"  {inputs:.0f}, {record / max(inputs, 1):.0f}"
    )


if __name__ == "__main__":
    main()
