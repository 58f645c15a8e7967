"""A real terminal, by tmux: tests run the program in it, press keys, and read the screen."""

from __future__ import annotations

import re
import subprocess
import sys
import time
import uuid
from contextlib import suppress
from itertools import takewhile
from random import Random

from tests.servers import ROOT, wait_until
from tests.terminal.room import is_of_the_room

WITHIN_S = 60
"""Maximum seconds to wait for a screen: far longer than anything takes, even on a busy machine."""


A_WHILE_S = 3
"""Seconds to wait for the effect of a key, longer than a busy machine takes.

A key that is pressed before the screen takes keys is lost.
"""


class Tmux:
    """A terminal of this size in which `python -m cheat.play` runs with these arguments."""

    def __init__(
        self, arguments: list[str], columns: int = 80, lines: int = 24, language: str = "en"
    ) -> None:
        self._socket = f"cheat-{uuid.uuid4().hex[:8]}"
        size = ["-x", str(columns), "-y", str(lines), "-c", str(ROOT)]
        environment = ["-u", "COLUMNS", "-u", "LINES", f"LANGUAGE={language}", "LANG=C.UTF-8"]
        command = ["env", *environment, sys.executable, "-m", "cheat.play", *arguments]
        self._run("-f", "/dev/null", "new-session", "-d", *size, *command, ";", "set", "remain-on-exit", "on")

    def _run(self, *arguments: str) -> str:
        command = ["tmux", "-L", self._socket, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def close(self) -> None:
        """End the terminal and the program in it."""
        subprocess.run(["tmux", "-L", self._socket, "kill-server"], capture_output=True)

    @property
    def screen(self) -> str:
        """Return the screen, without blanks at the ends of lines."""
        return self._run("capture-pane", "-p").rstrip("\n")

    @property
    def has_ended(self) -> bool:
        """Return whether the program has ended."""
        return self._run("display-message", "-p", "#{pane_dead}").strip() == "1"

    def press(self, *keys: str) -> None:
        """Press keys, by their names in tmux."""
        self._run("send-keys", *keys)

    def click(self, words: str) -> None:
        """Wait for words on the screen, and click them with the left button."""
        y, line = next((y, line) for y, line in enumerate(self.sees(words).split("\n")) if words in line)
        at = f"0;{line.index(words) + 2};{y + 1}"
        self._run("send-keys", "-l", f"\x1b[<{at}M\x1b[<{at}m")  # as terminals report it (SGR)

    def resize(self, columns: int, lines: int) -> None:
        """Change the size of the window."""
        self._run("resize-window", "-x", str(columns), "-y", str(lines))

    def sees(self, *words: str, without: str = "\0") -> str:
        """Wait until the screen shows all of these words, and not `without`. Return the screen."""

        def all_there() -> str:
            screen = self.screen
            return screen if all(word in screen for word in words) and without not in screen else ""

        try:
            return str(wait_until(all_there, f"{words} on the screen", WITHIN_S))
        except AssertionError as missed:
            raise AssertionError(f"{missed}\n{self.screen}") from None

    def changes(self, before: str) -> str:
        """Wait until the screen changes, but not for ever: a key may be lost. Return the screen."""
        with suppress(AssertionError):
            wait_until(lambda: self.screen != before, "a change", A_WHILE_S)
        return self.screen


BETWEEN = re.compile(r"[ *][ >]")
"""The text between two choices."""
KEY = re.compile(r"(Esc|Enter|[A-Za-z0-9])(?: (\S.*))?")
WANTED = re.compile(r"Choose (\d+)(?: to (\d+))? cards?\b")
NUMBER = re.compile(r"from (-?\d+) to (-?\d+)")
DRAWN = re.compile("╰─*([A-Za-z])─*╯")
"""The lower edge of a drawn card, with its key."""
INPUT = "▊"
"""The edge of a line of input."""
EMPTY = re.compile("▊ +▎")
"""An empty line of input."""
GAME_S = 600
"""Maximum seconds for a short game: far more than it takes on a busy machine."""
WAITING_ROOM = "anyone with the code"
"""Words on the screen of a waiting room."""
END = "F4 "
"""The key of the replay, which the screen shows when the game is over."""


def offered(screen: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the choices in the lowest part of a table, by keys: cards, and moves or answers."""
    *lines, _ = screen.split("\n")
    start = max(at for at, line in enumerate(lines) if line.startswith("────")) + 1
    cells = (
        KEY.fullmatch(cell_text.strip()) for line in lines[start:] for cell_text in BETWEEN.split(line[1:])
    )
    by_key = {cell[1]: cell[2] or "" for cell in cells if cell}
    cards = {key: card for key, card in by_key.items() if len(key) == 1 and key.isalpha()}
    cards |= {key: "" for line in lines[start:] for key in DRAWN.findall(line)}
    return cards, {key: move for key, move in by_key.items() if key not in cards}


class ScreenTypist:
    """A program that plays a game to its end by keys, and knows only the screen. `seen`: all screens."""

    def __init__(self, terminal: Tmux, chance: Random) -> None:
        self.terminal, self.chance = terminal, chance
        self.seen: list[str] = []

    def play(self, within: float = GAME_S) -> str:
        """Play to the end of the game, and return the last screen."""
        screen, until = self.terminal.sees("F1 ", without=WAITING_ROOM), time.monotonic() + within
        while not self.is_over(screen):
            assert time.monotonic() < until, f"no end within {within} s\n{screen}"
            assert WAITING_ROOM not in screen, f"another game was asked for\n{screen}"
            if keys := self._keys(screen):
                self.terminal.press(*keys)
            screen = self.terminal.changes(screen)
            self.seen.append(screen)
        return screen

    def is_over(self, screen: str) -> bool:
        """Return whether the game is over."""
        return END in screen.split("\n")[-1]

    def _keys(self, screen: str) -> list[str]:
        """Return the keys to press now; none if there is nothing to do."""
        if INPUT in screen:
            low, high = (int(bound) for bound in NUMBER.findall(screen)[-1])
            return [str(self.chance.randint(low, high)), "Enter"] if EMPTY.search(screen) else []
        cards, moves = offered(screen)
        if "Enter" in moves:
            return self._cards(screen, sorted(cards))
        if "Esc" in moves:
            answers = [key for key in [*moves, *cards] if key not in ("Esc", "0")]
            if "Leave" in screen:
                return ["Escape"]
            return [self.chance.choice(answers)] if answers else []  # half of the screen is drawn
        ahead = takewhile(lambda key: key in moves, "123456789")  # those of the room count from 0 down
        game_moves = {key: moves[key] for key in ahead if not is_of_the_room(moves[key])}
        loud = [key for key, move in game_moves.items() if not move.endswith("(!)")]
        return [self.chance.choice(loud or list(game_moves))] if game_moves else []

    def _cards(self, screen: str, cards: list[str]) -> list[str]:
        """Return keys for as many cards as the question demands, or Escape if this is not possible."""
        card_counts = WANTED.findall(screen)
        if not card_counts or "! Choose" in screen:
            return ["Escape"]
        min_cards, max_cards = (
            int(bound) for bound in (card_counts[-1][0], card_counts[-1][1] or card_counts[-1][0])
        )
        if len(cards) < min_cards:
            return ["Escape"]
        return [
            *self.chance.sample(cards, self.chance.randint(min_cards, min(max_cards, len(cards)))),
            "Enter",
        ]
