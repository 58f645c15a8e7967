"""The full screen in a real terminal of 80 columns and 24 lines: whole games by keys."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cheat.client import Client, Seat
from cheat.games import FAST
from cheat.terminal import __main__ as program
from tests.servers import Web, wait_until
from tests.terminal.tmux import GAME_S, WITHIN_S, ScreenTypist, Tmux

Open = Callable[..., Tmux]

SHORT: dict[str, dict[str, Any]] = {
    "cheat": {**FAST["cheat"], "max_cards_per_play": 8, "min_players": 2},
    "crazy-eights": {},
    "kittens": {**FAST["kittens"], "nope_window_s": 2},
    "uno": {**FAST["uno"], "start_mode": "host", "target_score": 0, "hand_size": 5},
}
"""One game of each kind, with options for a short game."""
LONGER: dict[str, dict[str, Any]] = {
    "hearts": {"target": 20},
    "ivanhoe": {**FAST["ivanhoe"], "reaction_s": 2, "quick_reactions": True, "tokens_needed": 3},
    "kittens": FAST["kittens"],
    "uno": {"turn_s": 0, "start_mode": "host"},
}


def at_table(client: Client, game: str, options: dict[str, Any], seats: Path) -> Seat:
    """Let Ada play with bots, and save her seat in the file for the terminal."""
    seat = client.create("Ada", game, options)
    for _ in range(max(2, client.game(game)["min_players"] - 1)):
        seat.act("add_bot", level="hard")
    seats.write_text(json.dumps([seat.saved()]))
    return seat


def plays(
    client: Client,
    terminal: Open,
    game: str,
    options: dict[str, Any],
    seats: Path,
    within: float = GAME_S,
) -> ScreenTypist:
    """Play a whole game by keys, and open its replay."""
    seat = at_table(client, game, options, seats)
    screen = terminal(client.url, seat.code, seats=seats)
    screen.sees("1 Start the game")
    screen.press("1")
    typist = ScreenTypist(screen, Random(1))
    last = typist.play(within)
    result = seat.snapshot()["table"]["result"]
    assert result is not None
    assert all(words in last for words in result["text"].split()), last
    screen.press("F4")
    screen.sees("Step 0 of", "Seat: Ada")
    screen.press("End", "o")
    screen.sees("all cards open")
    screen.press("Escape")
    screen.sees("F6 Save")
    return typist


@pytest.mark.parametrize(
    "game",
    ["cheat", *(pytest.param(game, marks=pytest.mark.long) for game in sorted(SHORT) if game != "cheat")],
)
def test_whole_game_is_played_by_what_the_screen_shows(
    client: Client, terminal: Open, tmp_path: Path, game: str
) -> None:
    typist = plays(client, terminal, game, SHORT[game], tmp_path / "seats.json")
    for screen in typist.seen:
        lines = screen.split("\n")
        assert len(lines) == 24
        assert "F1 Help" in lines[-1], "the keys are always there"
        assert "{" not in screen, "a template is filled"


@pytest.mark.long
@pytest.mark.parametrize("game", ["go-fish", "harbour-rummy", "hearts", "ivanhoe", "kittens", "uno"])
def test_longer_games_come_to_their_end_as_well(
    client: Client, terminal: Open, tmp_path: Path, game: str
) -> None:
    plays(client, terminal, game, LONGER.get(game, {}), tmp_path / "seats.json", within=4 * GAME_S)


# Around the game


def test_way_to_a_table_and_back_by_keys_and_by_mouse(start_web: Callable[..., Web], terminal: Open) -> None:
    web = start_web(BOT_PACE=0)
    screen = terminal(web.url)
    screen.sees("1  Play now")
    screen.press("A", "d", "a")
    screen.sees("▊  Ada ")
    screen.click("2  Create a room")
    screen.sees("Which game?")
    screen.press("1")
    screen.sees("Cheat, room", "Ada  you, host", "Room", "1 Add a bot", "F10 Home")

    screen.press("1")
    screen.sees("1 Easy  2 Normal  3 Hard  Esc Back")
    screen.press("Right", "Right", "Right", "Enter")
    screen.sees("bot, hard", "Ada added the bot", without="Esc Back")

    screen.click("Change the options")
    screen.sees("Use these options", "Use preset: House rules")
    screen.press("Down", "Down", "Enter")
    screen.sees("Next rank: One up or one down")
    screen.press("F10")
    screen.sees("Current options: Next rank")

    screen.click("Change your name")
    screen.sees("1 to 16 characters")
    screen.press("E", "v", "e", "Enter")
    screen.sees("Eve  you, host")

    for key, words in (("F1", "1 Keys*"), ("F2", "╭─ What happened"), ("F3", "╭─ Table")):
        screen.press(key)
        screen.sees(words)
        screen.press("Escape")
        screen.sees("F10 Home", without=words)

    screen.resize(60, 18)
    screen.sees("Eve  you, host", "^C Quit", without="│")
    screen.resize(120, 40)
    screen.sees("Eve  you, host", "│ Ada added the bot")

    web.kill()
    screen.sees("! Reconnecting…")
    web.start()
    screen.sees("Eve  you, host", without="Reconnecting…")

    screen.press("F10")
    screen.sees("7  Go back to room")
    screen.press("7")
    screen.sees("Eve  you, host")
    screen.press("C-c")
    wait_until(lambda: screen.has_ended, "the program has ended", WITHIN_S)


def test_spectator_sits_down_and_a_kept_game_is_watched_in_spanish(
    client: Client, terminal: Open, kept_game: Path
) -> None:
    seat = client.create("Ada", "crazy-eights")
    client.join(seat.code, "Bob")
    screen = terminal(client.url, seat.code, "--watch", language="es")
    screen.sees("Estás mirando.", "Bob", "F5 Unirse")
    screen.press("F5")
    screen.sees("Tu nombre:")
    screen.press("B", "o", "b", "Enter")
    screen.sees("! Ese nombre ya está en uso. Elige otro.")
    screen.press("F5")
    screen.sees("Tu nombre:")
    screen.press("C", "y", "d", "Enter")
    screen.sees("Cyd  tú", "1 Cambiar tu nombre")
    seat.act("start")
    screen.sees("Cyd  ", "cartas, tú")
    watching = terminal(client.url, "--replay", str(kept_game), language="es")
    watching.sees("Paso 0 de 1 · Asiento: Público")
    watching.press("s", "Right")
    watching.sees("Paso 1 de 1 · Asiento: Ada")
    watching.press("Escape")
    watching.sees("6  Ver una partida de un archivo")


def test_without_textual_the_line_mode_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for stream in (program.sys.stdin, program.sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    assert program.is_full(plain=False)
    assert not program.is_full(plain=True)
    monkeypatch.setattr(program, "find_spec", lambda name: None)
    assert not program.is_full(plain=False)
    assert (
        capsys.readouterr().out
        == 'The full screen needs textual. To install it: pip install "./client[play]"\n'
    )
