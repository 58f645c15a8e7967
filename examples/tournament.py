"""Measures how often a bot wins against the bots of the server.

python -m examples.tournament --games 40 python examples/cheat_bot.py

Starts a server of its own, in which nothing waits, and lets the program play in some rooms at once. URL, CODE
and NAME are added to the command.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from cheat.bots.arena import interval
from cheat.client import Client, Seat
from cheat.games import FAST

ROOT = Path(__file__).resolve().parents[1]
QUICK = {"BOT_PACE": "0", "RATE_LIMITS": "off", "REDIS_URL": "", "THINK_CPU": "0", "LOG_LENGTH": "1000"}
"""A server in memory whose bots act at once, and whose log tells of every game."""
OPTIONS = {**FAST, "cheat": {**FAST["cheat"], "min_call_window_s": 0.2}}
"""Nothing waits, but for a moment to call Cheat in: a program hears of a play after the server's bots."""
NAME = "Program"
COME_WITHIN_S = 30


STILL_S = 60
"""Nothing takes so long where nothing waits but the program."""

Program = subprocess.Popen[bytes]


class Stuck(Exception):
    """The games do not come to their end."""


class Match(NamedTuple):
    """A match: the game, its options, the server's bots by level, and the program's command."""

    game: str
    options: dict[str, Any]
    levels: list[str]
    command: list[str]


def play_room(url: str, match: Match, games: int, place: int) -> Counter[str]:
    """Wins by level, of the program by NAME, in so many games of one room. The program sits at `place`."""
    with Client(url) as client:
        host = client.create("Host", match.game, match.options)
        for level in match.levels[:place]:
            host.act("add_bot", level=level)
        program = subprocess.Popen([*match.command, url, host.code, NAME], env=with_tree())
        try:
            me = named_player(host, NAME, program)
            for level in match.levels[place:]:
                host.act("add_bot", level=level)
            watching = client.watch(host.code)
            host.act("make_host", player=me)
            host.send("leave")
            return watch_room(watching, games, program)
        finally:
            program.terminate()
            program.wait()


def named_player(host: Seat, name: str, program: Program) -> str:
    """The id of a player, who is waited for. Raises Stuck."""
    until = time.monotonic() + COME_WITHIN_S
    while time.monotonic() < until:
        for player in host.table["players"]:
            if player["name"] == name:
                return player["id"]
        check_runs(program)
        host.poll(1)
    raise Stuck(f"the program has not taken a seat within {COME_WITHIN_S} s")


def watch_room(watching: Seat, games: int, program: Program) -> Counter[str]:
    """Wins when so many games are over. Raises Stuck where nothing is done any more."""
    over, until = 0, time.monotonic() + STILL_S
    while over < games:
        check_runs(program)
        news = watching.poll(1)
        over += sum(event["type"] == "game_over" for event in news.events)
        until = time.monotonic() + STILL_S if news.fresh else until
        if time.monotonic() > until:
            raise Stuck(f"nothing happens for {STILL_S} s: {watching.table['prompt']}")
    wins: Counter[str] = Counter()
    for player in watching.table["players"]:
        wins[player.get("bot") or NAME] += player["wins"]
    return wins


def check_runs(program: Program) -> None:
    """Raises Stuck where a program has ended: nobody would go on for it."""
    if program.poll() is not None:
        raise Stuck(f"the program has ended, with {program.returncode}")


def tournament(url: str, match: Match, games: int, at_once: int) -> Counter[str]:
    """Wins by level in so many games, spread over rooms in which the program sits at different places."""
    rooms = min(games, at_once)
    shares = [games // rooms + (room < games % rooms) for room in range(rooms)]
    places = [room % (len(match.levels) + 1) for room in range(rooms)]
    with ThreadPoolExecutor(rooms) as pool:
        played = pool.map(lambda share, place: play_room(url, match, share, place), shares, places)
        return sum(played, Counter())


@contextmanager
def server() -> Iterator[str]:
    """The address of a server of one's own."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "app.py"], cwd=ROOT, env={**os.environ, **QUICK, "PORT": str(port)}
    )
    try:
        url = f"http://127.0.0.1:{port}"
        with Client(url) as client:
            client.catalogue()
        yield url
    finally:
        process.terminate()
        process.wait()


def with_tree() -> dict[str, str]:
    """The environment, in which programs find `cheat.client` of this tree."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}


def table_of(wins: Counter[str], levels: list[str], games: int) -> str:
    """A line for the program and for each level, with 95 % intervals. A shared win counts for each."""
    lines = [f"{games} games"]
    for who, seats in {NAME: 1, **Counter(levels)}.items():
        low, high = interval(wins[who], games * seats)
        share = wins[who] / (games * seats)
        lines.append(f"{who:<10} {wins[who]:4} wins  {share:6.1%} a seat  (95 %: {low:.1%} to {high:.1%})")
    return "\n".join(lines)


def main() -> None:
    """Read the command line, play, print a table."""
    parser = argparse.ArgumentParser(prog="python -m examples.tournament", description=__doc__)
    parser.add_argument("--game", default="cheat")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--options", type=json.loads, default={}, help="options of the game, as JSON")
    parser.add_argument(
        "--against",
        default="normal,normal,normal",
        help="levels of the bots to play against, such as hard,normal,easy",
    )
    parser.add_argument("--at-once", type=int, default=4, help="number of rooms to play in at the same time")
    parser.add_argument(
        "command", nargs=argparse.REMAINDER, help="command of your program; URL CODE NAME are added"
    )
    given = parser.parse_args()
    options = {**OPTIONS.get(given.game, {}), **given.options}
    match = Match(given.game, options, given.against.split(","), given.command)
    try:
        with server() as url:
            wins = tournament(url, match, given.games, given.at_once)
    except Stuck as stuck:
        sys.exit(str(stuck))
    print(table_of(wins, match.levels, given.games))


if __name__ == "__main__":
    main()
