"""Steps of a game in a second: who can act, their forms, a sampled choice, and the step itself.

    python bench/steps.py                                    # this tree
    python bench/steps.py --against ../before                # and another checkout, in turns

Figures and how they are taken are in bench/README.md.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).resolve().parents[1]
SEATS = 4
IDLE = 0.05
"""The share of steps in which the clock comes first, if it runs and a player could act."""
WARM_UP = 0.3
"""Seconds before each measurement, in which Python specialises what is called often."""


def main() -> None:
    """Measure in turns and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--against", type=Path, help="another checkout of this project")
    parser.add_argument("--seconds", type=float, default=0.25, help="length of each measurement")
    parser.add_argument("--rounds", type=int, default=40, help="measurements of each game and tree")
    parser.add_argument("--games", default="cheat,kittens,uno")
    parser.add_argument("--measure", nargs=2, metavar=("TREE", "GAME"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.measure:
        measure(*given.measure, given.seconds)
        return
    trees = [HERE, *([given.against.resolve()] if given.against else [])]
    for game in given.games.split(","):
        with ExitStack() as until_the_end:
            turns = [until_the_end.enter_context(a_process(tree, game, given.seconds)) for tree in trees]
            rates = [[turn() for turn in turns] for _ in range(given.rounds)]
        print(f"{game:8}", *map(summary, zip(*rates, strict=True)), sep="  ", end="")
        print("", f"{ratio(rates):.2f} times" if given.against else "", sep="  ", flush=True)


def summary(rates: tuple[float, ...]) -> str:
    """Median and extremes of one tree."""
    return f"{median(rates):8,.0f} ({min(rates):,.0f} to {max(rates):,.0f}) steps/s"


def ratio(rates: list[list[float]]) -> float:
    """The median of what this tree did by what the other one did just after it: a processor that is slow for
    a while is so for both.
    """
    return median(this / other for this, other in rates)


@contextmanager
def a_process(tree: Path, game: str, seconds: float) -> Iterator[Callable[[], float]]:
    """A process that plays while it has the turn: steps per second of its processor time."""
    command = [sys.executable, __file__, "--measure", str(tree), game, "--seconds", str(seconds)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        to, of = process.stdin, process.stdout

        def turn() -> float:
            print("go", file=to, flush=True)
            return float(of.readline())

        yield turn
        to.close()


def measure(tree: str, game: str, seconds: float) -> None:
    """Steps per second of processor time in this process, for each line that comes."""
    sys.path.insert(0, tree)
    playing(game, WARM_UP)
    for _ in sys.stdin:
        print(playing(game, seconds), flush=True)


def playing(id: str, seconds: float) -> float:
    """Random games with the default options until the time is over, from the same seeds in every tree."""
    from cheat.engine import engine
    from cheat.engine.rng import Rng
    from cheat.games import GAMES

    rules, number, steps = GAMES[id], 0, 0
    options, players = rules.options_type(), [f"p{seat}" for seat in range(1, SEATS + 1)]
    chance, rng = random.Random(1), Rng("5eed" * 8)
    step = stepping(rules, chance, rng)
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        number += 1
        table, _ = engine.deal(rules, players, options, f"{number:032x}", 0, None)
        while table.result is None:
            step(table)
            steps += 1
    return steps / spent


def stepping(rules: Any, chance: random.Random, rng: Any) -> Callable[[Any], None]:
    """One step of a table: any form of anybody who can act, filled in at random, or what is due."""
    from cheat.engine import engine
    from cheat.engine.forms import sample

    # an older tree calls it `to_act`, or asks every player, and again when one acts
    known = getattr(engine, "legal_moves", None) or getattr(engine, "to_act", None)
    knows_forms, legal_moves = known is not None, known or legal_moves_before

    def step(table: Any) -> None:
        can, due = legal_moves(rules, table), table.next_timeout()
        if due is not None and (not can or chance.random() < IDLE):
            engine.expire(rules, table, due)
            return
        choices = [(id, one) for id, forms in can.items() for one in forms]
        player, chosen = choices[int(chance.random() * len(choices))]
        args = sample(chosen, table.cards_of, rng)
        offered = (can[player],) if knows_forms else ()
        engine.act(rules, table, player, chosen.name, args, table.now, *offered)

    return step


def legal_moves_before(rules: Any, table: Any) -> dict[str, list[Any]]:
    """Do what a tree without `engine.legal_moves` does instead."""
    from cheat.engine import engine

    return {id: forms for id in table.active() if (forms := engine.moves(rules, table, id))}


if __name__ == "__main__":
    main()
