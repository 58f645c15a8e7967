"""`python -m cheat.bots arena --game cheat --games 2000 hard,normal,normal,easy`: win rates of bots."""

from __future__ import annotations

import argparse
import secrets
from typing import get_args

from cheat.bots.arena import compare
from cheat.bots.bot import Level
from cheat.games import GAMES


def main() -> None:
    """Read the command line, play, print a table."""
    parser = argparse.ArgumentParser(prog="python -m cheat.bots", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="arena")
    arena = commands.add_parser("arena", help="let bots play each other")
    arena.add_argument("--game", choices=sorted(GAMES), default="cheat")
    arena.add_argument("--games", type=int, default=2000)
    arena.add_argument(
        "--seed", type=_seed, default="", help="hex digits, two for a byte; random if not given"
    )
    arena.add_argument("levels", type=_levels, help="a level for each seat, such as hard,normal,normal,easy")
    given = parser.parse_args()
    shares = compare(given.game, given.levels, given.games, given.seed or secrets.token_hex(16))
    print(f"{given.game}, {given.games} games, seats rotated")
    for seat, share in enumerate(shares, 1):
        rate = share.wins / share.games
        print(f"{seat}  {share.level:<7} {rate:6.1%}  (95 %: {share.low:.1%} to {share.high:.1%})")


def _seed(text: str) -> str:
    try:
        bytes.fromhex(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not an even number of hex digits") from None
    return text


def _levels(text: str) -> list[Level]:
    levels = text.split(",")
    for level in levels:
        if level not in get_args(Level):
            raise argparse.ArgumentTypeError(f"{level!r} is none of {', '.join(get_args(Level))}")
    return levels  # type: ignore[return-value]  # just checked


if __name__ == "__main__":
    main()
