"""Whole games by typing, line by line; and the ways to a table."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from cheat.client import Client, News, Refused
from cheat.games import FAST
from cheat.terminal.plain_table import END, PlainTable
from cheat.terminal.replay import replay_of
from cheat.terminal.saved_seats import SavedSeats
from cheat.terminal.session import Games, SeatReport, Session
from tests.servers import ROOT, Web, wait_until
from tests.terminal.typist import Typist

AFTER = [
    "log",
    "rules",
    "cards",
    "again",
    "",
    "back",
    "1",
    "open",
    "quit",
    "write {file}",
    "join",
    "help",
    "quit",
]
"""The lines to type when the game is over."""
WITHIN_S = 120
"""Maximum seconds for the program: far more than it takes on a busy machine."""
FEW_LINES = 5
MOST_GAMES = 6


def silence(ended: threading.Event) -> Iterator[str]:
    """An input whose lines come from another program."""
    ended.wait()
    yield from ()


def of_news() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "news"]


LONG = {"cheat", "uno"}
"""Games that the gate plays elsewhere, or whose forms other games have, too."""


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.long if game in LONG else ()) for game in sorted(FAST)]
)
def test_whole_game_is_played_by_what_is_said(client: Client, tmp_path: Path, game: str) -> None:
    """Play games until one lasts long enough: in some, the typist explodes in the first turn."""
    assert any(lines_of_a_whole_game(client, tmp_path, game) > FEW_LINES for _ in range(MOST_GAMES))


def lines_of_a_whole_game(client: Client, folder: Path, game: str) -> int:
    """Play a whole game. Return the number of lines typed."""
    options = {**FAST[game], **({"start_mode": "host"} if game == "uno" else {})}
    seat = client.create("Ada", game, options)
    for _ in range(2):
        seat.act("add_bot", level="normal")
    seat.act("start")
    file, ended = folder / "game.json", threading.Event()
    file.unlink(missing_ok=True)
    typist = Typist(Random(1), [line.format(file=file) for line in AFTER])
    plain = PlainTable(Session(client, seat, SavedSeats(folder / "seats.json")), silence(ended), typist.say)
    plain.inbox = typist
    plain.run()
    ended.set()
    seat.send("leave")
    wait_until(lambda: not of_news(), "the client no longer waits for news", WITHIN_S)
    said = "\n".join(typist.said)
    assert json.loads(file.read_text())["game"] == game
    for words in (
        "Step 0 of",
        "Step 1 of",
        ", all cards open",
        "You already have a seat.",
        client.game(game)["name"],
    ):
        assert words in said
    assert typist.last == []
    assert not [line for line in typist.said if "{" in line]
    return len(typist.typed) - len(AFTER)


def test_number_is_the_move_that_was_told_with_it(client: Client, tmp_path: Path) -> None:
    seat = client.create("Ada")
    said: list[str] = []
    plain = PlainTable(Session(client, seat, SavedSeats(tmp_path / "seats.json")), iter(()), said.append)
    fewer = {**seat.table, "moves": seat.table["moves"][-1:]}
    assert fewer["moves"][0]["name"] == "leave"
    for item in (SeatReport(seat, News(2, fewer)), "1", "1", END):
        plain.inbox.put(item)
    plain.run()
    passed = said.index("That moment has passed.")
    assert "1 Add a bot" in said[:passed]
    assert said[passed + 1] == "1 Leave"
    assert said[-1].endswith("(yes or no)")
    seat.send("leave")
    wait_until(lambda: not of_news(), "the client no longer waits for news", WITHIN_S)


def typed(web: Web, seats: Path, *arguments: str, lines: list[str]) -> str:
    """Return the program's output for these typed lines."""
    command = [sys.executable, "-m", "cheat.play", web.url, *arguments, "--seats", str(seats)]
    text = "".join(f"{line}\n" for line in lines)
    done = subprocess.run(command, cwd=ROOT, input=text, capture_output=True, text=True, timeout=WITHIN_S)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def test_room_is_made_left_open_come_back_to_and_looked_at(web: Web, tmp_path: Path) -> None:
    seats = tmp_path / "state" / "seats.json"
    made = typed(web, seats, lines=["x", "2", "1", "", "Ada", "quit"])
    assert "Type a number from 1 to 5." in made
    assert "Your name:" in made
    code = made.partition(", room ")[2][:5]
    assert seats.stat().st_mode & 0o077 == 0, "there is a token in it"
    back = typed(
        web, seats, code, lines=["change", "change the", "1 = 5", "preset 9", "", "nonsense", "rules", "say"]
    )
    for words in (
        "Ada: you, host",
        "Choose a number from 1 to",
        "when you have placed your last card",
        "“nonsense” is not a move",
        "“change” matches several",
        "Well played!",
    ):
        assert words in back
    looking = typed(
        web, tmp_path / "others.json", code.lower(), "--watch", lines=["moves", "join Ada", "join Bob"]
    )
    assert "That name is taken. Choose another." in looking
    assert "Bob: you" in looking
    assert typed(web, seats, lines=["6", "quit"]).count("Bob") == 1, "going back is offered"
    assert "No published games match." in typed(web, seats, lines=["5", "no such words"])


def test_game_whose_rules_are_gone_is_called_by_its_id() -> None:
    refusal = Refused(404, "game_not_found", "There is no such game. Choose another.")
    gone: Any = SimpleNamespace(game=Mock(side_effect=refusal))
    assert Games(gone).by_id("doc:x")["name"] == "doc:x"
    refusal.code = "room_unreadable"
    with pytest.raises(Refused):
        Games(gone).by_id("doc:y")


def test_kept_game_is_watched_step_by_step_and_what_is_none_is_said(
    web: Web, kept_game: Path, tmp_path: Path
) -> None:
    file = kept_game
    told = typed(web, tmp_path / "seats.json", "--replay", str(file), lines=["", "open", "quit", "more"])
    assert [line for line in told.splitlines() if line.startswith("Step")] == [
        "Step 0 of 1",
        "Step 1 of 1",
        "Step 1 of 1, all cards open",
    ]
    file.write_text("[]")
    command = [sys.executable, "-m", "cheat.play", web.url, "--replay", str(file), "--lang", "es"]
    ended = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (1, f"{file} no es una partida guardada.\n")


def test_newcomer_watches_the_game_that_others_have_finished(client: Client) -> None:
    """A player who joined during the game plays in the next one, and had no seat in this one."""
    ada = client.create("Ada", "uno", {"start_mode": "host"})
    bob = client.join(ada.code, "Bob")
    ada.act("start")
    cleo = client.join(ada.code, "Cleo", next_game=True)
    bob.act("leave")
    assert cleo.snapshot()["table"]["phase"] == "lobby"
    for seat, view in ((ada, ada.you), (cleo, "")):
        replay = replay_of(Session(client, seat, SavedSeats(None)))
        assert (replay.lines()[0][:6], replay.seat) == ("Step 0", view)
