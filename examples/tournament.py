"""Measures how often a bot wins against the bots of the server.

python -m examples.tournament --games 40 python examples/cheat_bot.py

Starts a server without waiting times, and lets the program play in several rooms at the same time. URL, CODE
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
"""Settings for a server in memory, bots that act at once, and a log for a whole game."""
OPTIONS = {**FAST, "cheat": {**FAST["cheat"], "min_call_window_s": 0.2}}
"""By game, options without waiting times.

In Cheat, a short time to call stays, because a program sees a play later than the server's bots.
"""
NAME = "Program"
COME_WITHIN_S = 30
"""Maximum seconds for the program to take a seat."""
STILL_S = 60
"""Maximum seconds without news. If more pass, the program hangs: all others act at once."""

Program = subprocess.Popen[bytes]


class Stuck(Exception):
    """Raised if the games do not come to an end."""


class Match(NamedTuple):
    """A match: the game, its options, the server's bots by level, and the program's command."""

    game: str
    options: dict[str, Any]
    levels: list[str]
    command: list[str]


def play_room(url: str, match: Match, games: int, place: int) -> Counter[str]:
    """Play games in a room, with the program at seat `place`.

    Returns the wins by level of the bots, and the wins of the program under NAME.
    """
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
    """Wait for a player with this name, and return the player's id. Raises Stuck."""
    deadline = time.monotonic() + COME_WITHIN_S
    while time.monotonic() < deadline:
        for player in host.table["players"]:
            if player["name"] == name:
                return player["id"]
        check_runs(program)
        host.poll(1)
    raise Stuck(f"the program has not taken a seat within {COME_WITHIN_S} s")


def watch_room(watching: Seat, games: int, program: Program) -> Counter[str]:
    """Wait until these games are over, and return the wins. Raises Stuck if nothing happens."""
    games_over, deadline = 0, time.monotonic() + STILL_S
    while games_over < games:
        check_runs(program)
        news = watching.poll(1)
        games_over += sum(event["type"] == "game_over" for event in news.events)
        deadline = time.monotonic() + STILL_S if news.fresh else deadline
        if time.monotonic() > deadline:
            raise Stuck(f"nothing happens for {STILL_S} s: {watching.table['prompt']}")
    wins: Counter[str] = Counter()
    for player in watching.table["players"]:
        wins[player.get("bot") or NAME] += player["wins"]
    return wins


def check_runs(program: Program) -> None:
    """Raise Stuck if the program has ended."""
    if program.poll() is not None:
        raise Stuck(f"the program has ended, with {program.returncode}")


def tournament(url: str, match: Match, games: int, at_once: int) -> Counter[str]:
    """Play games in several rooms, with the program at various seats.

    Returns all wins, as `play_room` does.
    """
    rooms = min(games, at_once)
    shares = [games // rooms + (room < games % rooms) for room in range(rooms)]
    places = [room % (len(match.levels) + 1) for room in range(rooms)]
    with ThreadPoolExecutor(rooms) as pool:
        win_counts = pool.map(lambda share, place: play_room(url, match, share, place), shares, places)
        return sum(win_counts, Counter())


@contextmanager
def server() -> Iterator[str]:
    """Run a server, and yield its address."""
    with socket.socket() as free_socket:
        free_socket.bind(("127.0.0.1", 0))
        port = free_socket.getsockname()[1]
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
    """Return an environment in which programs find this copy of `cheat.client`."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}


def table_of(wins: Counter[str], levels: list[str], games: int) -> str:
    """Return a line for the program and for each level. A shared win counts for each winner."""
    lines = [f"{games} games"]
    for name, seats in {NAME: 1, **Counter(levels)}.items():
        low, high = interval(wins[name], games * seats)
        share = wins[name] / (games * seats)
        lines.append(f"{name:<10} {wins[name]:4} wins  {share:6.1%} a seat  (95 %: {low:.1%} to {high:.1%})")
    return "\n".join(lines)


def main() -> None:
    """Read the command line, play, and print a table."""
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
    arguments = parser.parse_args()
    options = {**OPTIONS.get(arguments.game, {}), **arguments.options}
    match = Match(arguments.game, options, arguments.against.split(","), arguments.command)
    try:
        with server() as url:
            wins = tournament(url, match, arguments.games, arguments.at_once)
    except Stuck as stuck:
        sys.exit(str(stuck))
    print(table_of(wins, match.levels, arguments.games))


if __name__ == "__main__":
    main()
