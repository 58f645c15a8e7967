"""Measure win rates of bots: `python -m cheat.bots arena --game cheat hard,normal,easy`.

Besides the levels, you can name `search`, a bot that looks ahead, and `search:100`, which looks ahead with
100 playouts for each move. You can name all games of the catalogue; a document is named by its slug.
"""

from __future__ import annotations

import argparse
import secrets

from cheat.bots import bot_named
from cheat.bots.arena import compare
from cheat.catalogue import CATALOGUE


def main() -> None:
    """Read the command line, play, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m cheat.bots", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="arena")
    arena = commands.add_parser("arena", help="let bots play each other")
    names = sorted(game.slug or game.id for game in CATALOGUE)
    arena.add_argument("--game", choices=names, metavar="GAME", default="cheat", help=", ".join(names))
    arena.add_argument("--games", type=int, default=2000, help="number of games (default %(default)s)")
    arena.add_argument(
        "--seed", type=_seed, default="", help="an even number of hex digits (default: random)"
    )
    arena.add_argument("levels", type=_levels, help="a level for each seat, such as hard,normal,normal,easy")
    arguments = parser.parse_args()
    seed = arguments.seed or secrets.token_hex(16)
    try:
        shares = compare(CATALOGUE.game(arguments.game), arguments.levels, arguments.games, seed)
    except ValueError as error:
        arena.error(str(error))
    print(f"{arguments.game}, {arguments.games} games, seats rotated")
    for seat, share in enumerate(shares, 1):
        rate = share.wins / share.games
        print(f"{seat}  {share.level:<10} {rate:6.1%}  (95 %: {share.low:.1%} to {share.high:.1%})")


def _seed(text: str) -> str:
    try:
        bytes.fromhex(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not an even number of hex digits") from None
    return text


def _levels(text: str) -> list[str]:
    levels = text.split(",")
    for level in levels:
        try:
            bot_named(next(iter(CATALOGUE)), level)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None
    return levels


if __name__ == "__main__":
    main()
