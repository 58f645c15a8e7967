"""`python -m cheat.load`: games at many tables. docs/load.md explains options and figures."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

try:
    from cheat.client.errors import ClientError, Refused
except ModuleNotFoundError as missing:
    sys.exit(str(missing))
try:
    import resource
except ModuleNotFoundError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]
from cheat.load.page import page, pictures
from cheat.load.report import report
from cheat.load.run import Plan, Run
from cheat.load.samples import Sample
from cheat.load.summary import ADVICE, line_of, summary
from cheat.load.table import Party
from cheat.load.target import allowed_target

LOCAL = "http://localhost:8000"
SPARE_FILES = 200
"""Number of open files besides held polls: connections for actions, and Python's files."""
EXIT_FAULTS = 1
EXIT_REFUSED = 2


def positive(text: str) -> float:
    """Return a number above 0. Raises ValueError, as argparse demands."""
    value = float(text)
    if not value > 0:
        raise ValueError(text)
    return value


def command_line() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m cheat.load",
        description="Play real games at many tables from one process, and measure what a server carries.",
    )
    parser.add_argument("--url", default=LOCAL, help=f"address of the server (default {LOCAL})")
    parser.add_argument("--tables", type=int, default=10, help="number of rooms (default 10)")
    parser.add_argument("--players", type=int, default=4, help="players at each table (default 4)")
    parser.add_argument(
        "--bots", type=int, default=0, help="additional bots of the server at each table (default 0)"
    )
    parser.add_argument("--level", default="normal", help="level of these bots: easy, normal or hard")
    parser.add_argument(
        "--game", action="append", default=[], help="game to play; give it several times to alternate"
    )
    parser.add_argument(
        "--options", type=json.loads, default={}, help='options by game, as JSON: {"uno": {"turn_s": 9}}'
    )
    parser.add_argument(
        "--think",
        type=positive,
        default=3.0,
        help="average seconds between two actions at a table (default 3)",
    )
    parser.add_argument(
        "--duration", type=positive, default=60.0, help="duration of the load in seconds (default 60)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of all random choices (default 1)")
    parser.add_argument("--json", type=Path, help="write all figures to this file")
    parser.add_argument("--report", type=Path, help="write a page with plots to this file")
    parser.add_argument("--pictures", type=Path, help="write each plot to a file in this folder")
    parser.add_argument(
        "--i-own-this-server",
        action="store_true",
        help="allow a server on another machine, because it is yours",
    )
    return parser


def plan_of(arguments: argparse.Namespace) -> Plan:
    """Return the plan that the command line describes. Raises ValueError with a message."""
    if arguments.tables < 1 or arguments.players < 1 or arguments.bots < 0:
        raise ValueError("The load needs at least one table and one player, and no negative number of bots.")
    if not isinstance(arguments.options, dict):
        raise ValueError(
            'The options must be a JSON object with an object for each game: {"uno": {"turn_s": 9}}.'
        )
    parties = [
        Party(game, arguments.options.get(game, {}), arguments.players, arguments.bots, arguments.level)
        for game in arguments.game or ["cheat"]
    ]
    return Plan(
        allowed_target(arguments.url, own=arguments.i_own_this_server),
        parties,
        arguments.tables,
        arguments.think,
        arguments.duration,
        arguments.seed,
        os.environ.get("METRICS_TOKEN", ""),
    )


def open_files(polls: int) -> None:
    """Raise the limit of open files, so that each poll can have a connection.

    Raises ValueError with a message if the operating system does not allow so many files.
    """
    if resource is None:
        return
    needed = polls + SPARE_FILES
    soft_limit, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard_limit != resource.RLIM_INFINITY and hard_limit < needed:
        raise ValueError(
            f"{polls} polls need {needed} open files, and this system allows {hard_limit} (ulimit -Hn)."
        )
    if soft_limit != resource.RLIM_INFINITY and soft_limit < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard_limit))


def print_line(sample: Sample) -> None:
    """Print the line of one second. In a terminal, this line overwrites the previous one."""
    is_live = sys.stdout.isatty()
    print(line_of(sample), end="\033[K\r" if is_live else "\n", flush=True)


async def run_load(plan: Plan) -> Run:
    """Carry out a run. Ctrl-C ends the load early, but the program still shows the figures.

    Raises ClientError.
    """
    run = Run(plan, print_line)
    loop = asyncio.get_running_loop()
    try:
        loop.add_signal_handler(signal.SIGINT, run.stop.set)
    except NotImplementedError:  # on Windows
        signal.signal(signal.SIGINT, lambda *_: loop.call_soon_threadsafe(run.stop.set))
    await run.execute()
    return run


def write(figures: dict[str, Any], arguments: argparse.Namespace) -> None:
    """Write the files for which the command line asks."""
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    if arguments.report:
        arguments.report.write_text(page(figures), encoding="utf-8")
    if arguments.pictures:
        arguments.pictures.mkdir(parents=True, exist_ok=True)
        for name, picture in pictures(figures).items():
            (arguments.pictures / f"{name}.svg").write_text(picture, encoding="utf-8")


def main(words: list[str] | None = None) -> int:
    """Load a server. Return the exit code.

    The exit code is 0 if the checks find no fault, 1 if they find one, and 2 if the program refuses the run.
    """
    arguments = command_line().parse_args(words)
    try:
        plan = plan_of(arguments)
        open_files(arguments.tables * arguments.players)
        run = asyncio.run(run_load(plan))
    except (ValueError, ClientError) as error:
        print(error, file=sys.stderr)
        if isinstance(error, Refused) and error.code in ADVICE:
            print(ADVICE[error.code], file=sys.stderr)
        return EXIT_REFUSED
    figures = report(run, datetime.now(UTC).isoformat(timespec="seconds"))
    write(figures, arguments)
    print("\n".join(summary(figures)))
    return EXIT_FAULTS if figures["checks"]["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
