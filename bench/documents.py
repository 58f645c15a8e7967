"""The cost of documents: to compile one, to make a step of its game, and to simulate a move.

    .venv/bin/python bench/documents.py                  # all of it
    .venv/bin/python bench/documents.py playouts         # or `compiling`, or `steps`

Figures are processor time on one core, usually medians. The garbage collector
works as in the child process that checks documents and searches for bots.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from cheat.bots import SHORT_DEPTH, bot_for, search_for
from cheat.bots.search import SimulatedGame, quick_rng
from cheat.catalogue import DOCUMENTS
from cheat.documents import DocumentGame, compiled
from cheat.documents.trials.trials import seats_of
from cheat.engine import engine
from cheat.engine.determinize import determinize
from cheat.engine.registry import DataTable
from cheat.engine.rng import Rng
from cheat.ops.gc_tuning import collect_rarely

COMPILES, GAMES, SEED = 15, 12, "5eed" * 8
MOMENTS, PLAYOUTS = 24, 40
"""Number of tables from which simulations start, and of simulations from each table."""
FOLDER = Path(__file__).resolve().parents[1] / "cheat/documents/bundled"


def players_of(game: DocumentGame) -> list[str]:
    """Return the ids of three players.

    If the document does not allow three, take the next higher number of players, or else the lowest.
    """
    seats = min(seats_of(game), key=lambda count: (count < 3, count))
    return [f"p{number + 1}" for number in range(seats)]


def cpu_seconds_of(work: Any) -> float:
    """Return the processor time of one call, in seconds."""
    began = time.process_time()
    work()
    return time.process_time() - began


def compiling() -> None:
    """Print the ms to compile each document, and the ms for 8 KB at this rate."""
    for path in sorted(FOLDER.glob("*.json")):
        data = path.read_bytes()
        ms = 1000 * statistics.median(
            cpu_seconds_of(lambda data=data: compiled(data)) for _ in range(COMPILES)
        )
        kilobytes = len(data) / 1024
        print(
            f"compile {path.stem:13} {kilobytes:5.1f} KB {ms:6.1f} ms, {ms * 8 / kilobytes:6.1f} ms for 8 KB"
        )


def stepping() -> None:
    """Print the µs of `moves` and `act` for a player, and of a whole step, with a bot's choice."""
    for slug, game in DOCUMENTS.items():
        steps, chance, bot = [], Rng(SEED), bot_for(game, "normal")
        players = players_of(game)
        total_s, count = 0.0, 0
        for number in range(1, GAMES + 1):
            table, _ = engine.deal(game, players, game.options({}), f"{number:032x}", 0, None)
            began = time.process_time()
            while table.result is None:
                can = engine.legal_moves(game, table)
                count += 1
                if not can:
                    engine.expire(game, table, table.next_timeout())
                    continue
                player, forms = next(iter(can.items()))
                name, args = bot.choose(table, player, forms, {}, chance) or ("", {})
                step = time.process_time()
                forms_of_player = engine.moves(game, table, player)
                engine.act(game, table, player, name, args, table.now, forms_of_player)
                steps.append(time.process_time() - step)
            total_s += time.process_time() - began
        steps.sort()
        median, late = steps[len(steps) // 2], steps[len(steps) * 95 // 100]
        figures = (
            f"median {median * 1e6:5.0f} µs, p95 {late * 1e6:5.0f} µs, whole {total_s / count * 1e6:5.0f} µs"
        )
        print(f"step {slug:14} {figures} of {count} steps")


def playing_out() -> None:
    """Print the µs of a simulated move: to find the legal moves, to choose one, and to make it."""
    medians = []
    for slug, game in DOCUMENTS.items():
        figures = sorted(figure for table in moments(game) for figure in simulation_times(game, table))
        middle, late = figures[len(figures) // 2], figures[len(figures) * 95 // 100]
        medians.append(middle)
        print(
            f"playout {slug:14} median {middle:5.0f} µs a move, p95 {late:5.0f} µs, {len(figures)} playouts"
        )
    print(f"playouts: {statistics.median(medians):.0f} µs a move in the median of all documents")


def moments(game: DocumentGame) -> list[DataTable]:
    """Return tables from every tenth step of games between bots, with hidden cards guessed."""
    players = players_of(game)
    chance, tables = quick_rng(1), list[DataTable]()
    for number in range(1, MOMENTS + 1):
        table, _ = engine.deal(game, players, game.options({}), f"{number:032x}", 0, None)
        world = SimulatedGame(game, table, table.rng, search_for(game).playout_bot, {})
        while table.result is None and len(tables) < MOMENTS:
            world.play_on(10)
            if table.result is None and table.after_pause:
                engine.expire(game, table, table.next_timeout())
            elif table.result is None:
                tables.append(determinize(game, table, players[0], chance))
    return tables


def simulation_times(game: DocumentGame, table: DataTable) -> list[float]:
    """Return the mean µs of a move, for each of several simulations that start from a table."""
    figures, stored, options = [], msgspec.json.encode(table), table.options
    quick = search_for(game).playout_bot
    for seed in range(PLAYOUTS):
        table = msgspec.json.decode(stored, type=DataTable)
        table.options, table.rng, steps_before = options, quick_rng(seed), table.steps_taken
        took = cpu_seconds_of(lambda t=table: SimulatedGame(game, t, t.rng, quick, {}).play_on(SHORT_DEPTH))
        figures.append(took * 1e6 / max(1, table.steps_taken - steps_before))
    return figures


PARTS = {"compiling": compiling, "steps": stepping, "playouts": playing_out}

if __name__ == "__main__":
    collect_rarely(20_000)
    for name in sys.argv[1:] or PARTS:
        PARTS[name]()
