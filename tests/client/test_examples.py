"""The bots of docs/bot-kit.md play whole games, each in a separate process, on a deployed server."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from cheat.games import FAST
from examples.ask_model import AskModel
from examples.tournament import NAME, Match, Stuck, play_room, table_of, with_tree
from tests.servers import PATIENCE_S, ROOT, Web

PYTHON = sys.executable
ANSWER = "echo 2"
"""A command that answers every question like a model."""
BOTS = {
    "a bot in Python": Match("kittens", FAST["kittens"], ["normal"], [PYTHON, "examples/any_game.py"]),
    "a bot in JavaScript": Match("kittens", FAST["kittens"], ["easy"], ["node", "examples/any_game.mjs"]),
    "one that knows Cheat": Match(
        "cheat", FAST["cheat"], ["hard", "hard"], [PYTHON, "examples/cheat_bot.py"]
    ),
    "one that asks": Match(
        "kittens", FAST["kittens"], ["hard"], [PYTHON, "examples/ask_model.py", "--command", ANSWER]
    ),
}

GAMES = {"a bot in JavaScript": 2}
"""One game is enough to see that a bot plays, two to see that it plays again."""


def test_every_bot_plays_whole_games_against_bots_of_the_server(start_web: Callable[..., Web]) -> None:
    web = start_web(BOT_PACE=0, LOG_LENGTH=1000)
    with ThreadPoolExecutor(len(BOTS)) as pool:
        played = {
            name: pool.submit(play_room, web.url, match, GAMES.get(name, 1), place)
            for place, (name, match) in enumerate(BOTS.items())
        }
        wins = {name: one.result() for name, one in played.items()}
    for name, match in BOTS.items():
        assert wins[name].keys() == {NAME, *match.levels}, name
        assert wins[name].total() == GAMES.get(name, 1), name


def test_what_goes_wrong_is_said_in_a_sentence(two_workers: list[Web]) -> None:
    url = two_workers[0].url
    for command in ([PYTHON, "examples/any_game.py"], ["node", "examples/any_game.mjs"]):
        ran = subprocess.run(
            [*command, url, "zzzzz"],
            cwd=ROOT,
            env=with_tree(),
            capture_output=True,
            text=True,
            timeout=2 * PATIENCE_S,
        )
        assert ran.returncode == 1, command
        assert ran.stderr.startswith("There is no room with this code. Check the code."), ran.stderr
        assert len(ran.stderr.splitlines()) == 1
    with pytest.raises(Stuck, match="the program has ended, with 3"):
        play_room(url, Match("cheat", {}, ["easy"], [PYTHON, "-c", "exit(3)"]), games=1, place=0)


def test_bots_are_as_small_as_the_page_says() -> None:
    for path in ("any_game.py", "any_game.mjs", "cheat_bot.py", "ask_model.py"):
        source = (ROOT / "examples" / path).read_text()
        imported = [line for line in source.splitlines() if line.startswith("import ") and " from " in line]
        assert all('from "node:' in line for line in imported), "Node and nothing else"
    assert len((ROOT / "examples/any_game.py").read_text().splitlines()) < 50


def test_model_that_fails_or_answers_nonsense_is_passed_over(capsys: pytest.CaptureFixture[str]) -> None:
    asked = {
        command: AskModel(Random(1), shlex.split(command)).ask_model("Which?")
        for command in ("false", "echo 7")
    }
    assert asked == {"false": 1, "echo 7": 7}
    assert AskModel(Random(1), ["no-such-program"]).ask_model("Which?") == 1
    assert AskModel(Random(1), []).ask_model("Which?") == 1
    assert "Which?" in capsys.readouterr().err, "without a command the question is shown, and nobody is asked"


def test_wins_are_told_with_how_sure_they_are() -> None:
    lines = table_of(Counter({NAME: 8, "hard": 2, "easy": 0}), ["hard", "hard", "easy"], 10).splitlines()
    assert lines[0] == "10 games"
    assert lines[1].split()[:5] == [NAME, "8", "wins", "80.0%", "a"]
    assert lines[2].split()[:4] == ["hard", "2", "wins", "10.0%"]
    assert "(95 %: 0.0% to 27.8%)" in lines[3]
