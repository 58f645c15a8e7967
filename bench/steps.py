"""Steps of a game in a second: a step finds the legal moves, and makes a random one.

    python bench/steps.py                                    # this tree
    python bench/steps.py --against ../before                # and another checkout, in turns

Figures and method are in bench/README.md.
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

THIS_TREE = Path(__file__).resolve().parents[1]
SEATS = 4
IDLE = 0.05
"""The share of steps in which a running clock ends before a player acts."""
WARM_UP = 0.3
"""Seconds before the first measurement, in which Python specialises frequent functions."""


def main() -> None:
    """Measure in turns and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--against", type=Path, help="another checkout of this project")
    parser.add_argument("--seconds", type=float, default=0.25, help="length of each measurement")
    parser.add_argument("--rounds", type=int, default=40, help="measurements of each game and tree")
    parser.add_argument("--games", default="cheat,kittens,uno")
    parser.add_argument("--measure", nargs=2, metavar=("TREE", "GAME"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        measure(*options.measure, options.seconds)
        return
    trees = [THIS_TREE, *([options.against.resolve()] if options.against else [])]
    for game in options.games.split(","):
        with ExitStack() as until_the_end:
            turns = [until_the_end.enter_context(a_process(tree, game, options.seconds)) for tree in trees]
            rates = [[turn() for turn in turns] for _ in range(options.rounds)]
        print(f"{game:8}", *map(summary, zip(*rates, strict=True)), sep="  ", end="")
        print("", f"{ratio(rates):.2f} times" if options.against else "", sep="  ", flush=True)


def summary(rates: tuple[float, ...]) -> str:
    """Return the median and the extremes of the rates of one tree, in words."""
    return f"{median(rates):8,.0f} ({min(rates):,.0f} to {max(rates):,.0f}) steps/s"


def ratio(rates: list[list[float]]) -> float:
    """Return the median ratio of this tree's rate to the other tree's rate just after it.

    If the processor is slow for a while, both rates of a pair are lower.
    """
    return median(own / against for own, against in rates)


@contextmanager
def a_process(tree: Path, game: str, seconds: float) -> Iterator[Callable[[], float]]:
    """Start a process. Yield a function that lets it play for a turn, and returns the rate."""
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
    """For each line of standard input, play, and print the steps per second of processor time."""
    sys.path.insert(0, tree)
    playing(game, WARM_UP)
    for _ in sys.stdin:
        print(playing(game, seconds), flush=True)


def playing(id: str, seconds: float) -> float:
    """Play random games for `seconds`, with the same seeds each time. Return steps per second."""
    from cheat.engine import engine
    from cheat.engine.rng import Rng
    from cheat.games import GAMES

    rules, number, steps = GAMES[id], 0, 0
    options, players = rules.options_type(), [f"p{seat}" for seat in range(1, SEATS + 1)]
    chance, rng = random.Random(1), Rng("5eed" * 8)
    step = stepping(rules, chance, rng)
    began = time.process_time()
    while (seconds_spent := time.process_time() - began) < seconds:
        number += 1
        table, _ = engine.deal(rules, players, options, f"{number:032x}", 0, None)
        while table.result is None:
            step(table)
            steps += 1
    return steps / seconds_spent


def stepping(rules: Any, chance: random.Random, rng: Any) -> Callable[[Any], None]:
    """Return a function that makes a step: a random player's random move, or the end of a clock."""
    from cheat.engine import engine
    from cheat.engine.forms import sample

    # in an older tree, the function is called `to_act`, or there is none, and each player is asked
    legal_moves_of_tree = getattr(engine, "legal_moves", None) or getattr(engine, "to_act", None)
    knows_forms, legal_moves = legal_moves_of_tree is not None, legal_moves_of_tree or legal_moves_before

    def step(table: Any) -> None:
        can, due = legal_moves(rules, table), table.next_timeout()
        if due is not None and (not can or chance.random() < IDLE):
            engine.expire(rules, table, due)
            return
        choices = [(id, form) for id, forms in can.items() for form in forms]
        player, form = choices[int(chance.random() * len(choices))]
        args = sample(form, table.cards_of, rng)
        forms = (can[player],) if knows_forms else ()
        engine.act(rules, table, player, form.name, args, table.now, *forms)

    return step


def legal_moves_before(rules: Any, table: Any) -> dict[str, list[Any]]:
    """Return the legal moves in a tree without `engine.legal_moves`."""
    from cheat.engine import engine

    return {id: forms for id in table.active() if (forms := engine.moves(rules, table, id))}


if __name__ == "__main__":
    main()
