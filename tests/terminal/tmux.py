"""A real terminal: tmux, in which the program runs, keys are pressed, and the screen is read."""

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
"""Far longer than anything takes, so that only what never comes is missed on a busy machine."""


A_WHILE_S = 3
"""Longer than a busy machine takes for what a key does. One that comes before the screen takes any is
lost.
"""


class Tmux:
    """A terminal of so many columns and lines in which `python -m cheat.play` runs with these arguments."""

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
        """End it, and what runs in it."""
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
        """Keys, by the names that tmux has for them."""
        self._run("send-keys", *keys)

    def click(self, words: str) -> None:
        """With the left button, where words stand as soon as they do."""
        y, line = next((y, line) for y, line in enumerate(self.sees(words).split("\n")) if words in line)
        at = f"0;{line.index(words) + 2};{y + 1}"
        self._run("send-keys", "-l", f"\x1b[<{at}M\x1b[<{at}m")  # as terminals report it (SGR)

    def resize(self, columns: int, lines: int) -> None:
        """The window gets another size."""
        self._run("resize-window", "-x", str(columns), "-y", str(lines))

    def sees(self, *words: str, without: str = "\0") -> str:
        """The screen, as soon as it shows all of these words, and not those."""

        def all_there() -> str:
            screen = self.screen
            return screen if all(one in screen for one in words) and without not in screen else ""

        try:
            return str(wait_until(all_there, f"{words} on the screen", WITHIN_S))
        except AssertionError as missed:
            raise AssertionError(f"{missed}\n{self.screen}") from None

    def changes(self, before: str) -> str:
        """The screen, as soon as it is another one; after a while the same, for a key may come too late."""
        with suppress(AssertionError):
            wait_until(lambda: self.screen != before, "a change", A_WHILE_S)
        return self.screen


BETWEEN = re.compile(r"[ *][ >]")
"""The text between two choices."""
KEY = re.compile(r"(Esc|Enter|[A-Za-z0-9])(?: (\S.*))?")
WANTED = re.compile(r"Choose (\d+)(?: to (\d+))? cards?\.")
NUMBER = re.compile(r"from (-?\d+) to (-?\d+)")
EMPTY = re.compile("▊ +▎")
"""A line in which nothing has been typed yet."""
GAME_S = 600
"""Far longer than a short game takes on a busy machine."""
WAITING_ROOM = "anyone with the code"
"""Stands there before the game, and again where somebody plays another one."""
END = "F4 "
"""The key of the replay, which is there when the game is over."""


def offered(screen: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the choices in the lowest part of a table, by keys: cards, and moves or answers."""
    *lines, _ = screen.split("\n")
    start = max(at for at, line in enumerate(lines) if line.startswith("────")) + 1
    cells = (KEY.fullmatch(one.strip()) for line in lines[start:] for one in BETWEEN.split(line[1:]))
    by_key = {cell[1]: cell[2] or "" for cell in cells if cell}
    cards = {key: card for key, card in by_key.items() if len(key) == 1 and key.isalpha()}
    return cards, {key: what for key, what in by_key.items() if key not in cards}


class ScreenTypist:
    """Somebody who knows nothing but what the screen shows, and plays to the end of a game by keys.

    `seen`: all screens.
    """

    def __init__(self, terminal: Tmux, chance: Random) -> None:
        self.terminal, self.chance = terminal, chance
        self.seen: list[str] = []

    def play(self, within: float = GAME_S) -> str:
        """The last screen: how the game ended, within so many seconds."""
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
        if "╭" in screen:
            least, most = (int(one) for one in NUMBER.findall(screen)[-1])
            return [str(self.chance.randint(least, most)), "Enter"] if EMPTY.search(screen) else []
        cards, moves = offered(screen)
        if "Enter" in moves:
            return self._cards(screen, sorted(cards))
        if "Esc" in moves:
            answers = [key for key in [*moves, *cards] if key not in ("Esc", "0")]
            if "Leave" in screen:
                return ["Escape"]
            return [self.chance.choice(answers)] if answers else []  # half of the screen is drawn
        ahead = takewhile(lambda key: key in moves, "123456789")  # those of the room count from 0 down
        mine = {key: moves[key] for key in ahead if not is_of_the_room(moves[key])}
        loud = [key for key, move in mine.items() if not move.endswith("(!)")]
        return [self.chance.choice(loud or list(mine))] if mine else []

    def _cards(self, screen: str, cards: list[str]) -> list[str]:
        """As many as are asked for; where these would not do, another move."""
        wanted = WANTED.findall(screen)
        if not wanted or "! Choose" in screen:
            return ["Escape"]
        least, most = (int(one) for one in (wanted[-1][0], wanted[-1][1] or wanted[-1][0]))
        if len(cards) < least:
            return ["Escape"]
        return [*self.chance.sample(cards, self.chance.randint(least, min(most, len(cards)))), "Enter"]
