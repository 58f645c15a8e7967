"""What documents cost: checking and compiling them, and a step of their games.

    .venv/bin/python bench/documents.py

Figures are processor time on one core, medians where many were taken.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from cheat.bots import bot_for
from cheat.catalogue import DOCUMENTS
from cheat.documents import compiled
from cheat.games import engine
from cheat.games.rng import Rng

COMPILES, GAMES, SEED = 15, 12, "5eed" * 8
FOLDER = Path(__file__).resolve().parents[1] / "cheat/documents/games"


def spent(work: Any) -> float:
    """Seconds of processor time of one call."""
    began = time.process_time()
    work()
    return time.process_time() - began


def compiling() -> None:
    """Milliseconds for each document, and what that is for 8 KB."""
    for path in sorted(FOLDER.glob("*.json")):
        data = path.read_bytes()
        ms = 1000 * statistics.median(spent(lambda data=data: compiled(data)) for _ in range(COMPILES))
        kilobytes = len(data) / 1024
        print(
            f"compile {path.stem:13} {kilobytes:5.1f} KB {ms:6.1f} ms, {ms * 8 / kilobytes:6.1f} ms for 8 KB"
        )


def stepping() -> None:
    """Microseconds of `moves` of who acts and `act`, and of a whole playout move, among weighted bots."""
    for slug, game in DOCUMENTS.items():
        steps, chance, bot = [], Rng(SEED), bot_for(game, "normal")
        players = [f"p{number + 1}" for number in range(max(game.seats[0], 3))]
        whole, count = 0.0, 0
        for number in range(1, GAMES + 1):
            table, _ = engine.deal(game, players, game.options({}), f"{number:032x}", 0, None)
            began = time.process_time()
            while table.result is None:
                can = engine.to_act(game, table)
                count += 1
                if not can:
                    engine.expire(game, table, table.due())
                    continue
                player, forms = next(iter(can.items()))
                name, args = bot.choose(table, player, forms, {}, chance) or ("", {})
                step = time.process_time()
                offered = engine.moves(game, table, player)
                engine.act(game, table, player, name, args, table.now, offered)
                steps.append(time.process_time() - step)
            whole += time.process_time() - began
        steps.sort()
        median, late = steps[len(steps) // 2], steps[len(steps) * 95 // 100]
        figures = (
            f"median {median * 1e6:5.0f} µs, p95 {late * 1e6:5.0f} µs, whole {whole / count * 1e6:5.0f} µs"
        )
        print(f"step {slug:14} {figures} of {count} steps")


if __name__ == "__main__":
    compiling()
    stepping()
