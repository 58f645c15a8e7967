"""A real terminal: tmux, in which a program runs, keys are pressed, and the screen is read."""

from __future__ import annotations

import re
import subprocess
import uuid
from random import Random

from tests.servers import ROOT, wait_until

WITHIN_S = 15
"""Far longer than anything takes, so that only what never comes is missed on a busy machine."""


class Tmux:
    """One terminal of so many columns and lines, with a command in it."""

    def __init__(self, command: list[str], columns: int = 80, lines: int = 24, language: str = "en") -> None:
        self._socket = f"cheat-{uuid.uuid4().hex[:8]}"
        environment = ["env", f"LANGUAGE={language}", "LANG=C.UTF-8", "TERM=tmux-256color"]
        size = ["-x", str(columns), "-y", str(lines)]
        self._run("-f", "/dev/null", "new-session", "-d", *size, "-c", str(ROOT), *environment, *command)

    def _run(self, *arguments: str) -> str:
        command = ["tmux", "-L", self._socket, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def close(self) -> None:
        """End it, and what runs in it."""
        subprocess.run(["tmux", "-L", self._socket, "kill-server"], capture_output=True)

    @property
    def screen(self) -> str:
        """What is to be seen."""
        return self._run("capture-pane", "-p")

    @property
    def lines(self) -> list[str]:
        """The same by lines."""
        return self.screen.split("\n")

    def press(self, *keys: str) -> None:
        """Keys by the names that tmux has for them."""
        self._run("send-keys", *keys)

    def type(self, text: str) -> None:
        """Letters as they are."""
        self._run("send-keys", "-l", text)

    def click(self, words: str) -> None:
        """Where words stand, with the left button (SGR mouse reports)."""
        y, line = next((y, line) for y, line in enumerate(self.lines) if words in line)
        at = f"0;{line.index(words) + 2};{y + 1}"
        self.type(f"\x1b[<{at}M\x1b[<{at}m")

    def resize(self, columns: int, lines: int) -> None:
        """The window gets another size."""
        self._run("resize-window", "-x", str(columns), "-y", str(lines))

    def sees(self, *words: str) -> str:
        """The screen, as soon as it shows all of these."""

        def all_there() -> str:
            screen = self.screen
            return screen if all(one in screen for one in words) else ""

        try:
            return str(wait_until(all_there, f"{words} on the screen", WITHIN_S))
        except AssertionError as missed:
            raise AssertionError(f"{missed}\n{self.screen}") from None

    def changes(self, before: str) -> str:
        """The screen, as soon as it is another one."""
        found: str = wait_until(lambda: self.screen if self.screen != before else "", "a change", WITHIN_S)
        return found


CELL = re.compile(r"[ *][ >]")
"""What stands between two things to be chosen."""
KEY = re.compile(r"(Esc|Enter|F\d+|\^C|[A-Za-z0-9]) (\S.*)")
WANTED = re.compile(r"Choose (\d+)(?: to (\d+))? cards?\.")
NUMBER = re.compile(r"from (-?\d+) to (-?\d+)")
OF_THE_ROOM = re.compile(r"(leave|change|choose the game|make|list|remove|add|rename|take over)\b", re.I)
"""Moves that a typist leaves alone: the game is to be played."""


def choices(screen: str) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """What the lowest part of a table offers, by keys: cards, moves or answers, and commands."""
    *lines, commands = screen.rstrip("\n").split("\n")
    start = max(at for at, line in enumerate(lines) if line.startswith("────")) + 1
    cells = [
        found
        for line in lines[start:]
        for one in CELL.split(line[1:])
        if (found := KEY.fullmatch(one.strip()))
    ]
    cards = {one[1]: one[2] for one in cells if one[1].isalpha() and len(one[1]) == 1}
    moves = {one[1]: one[2] for one in cells if one[1] not in cards}
    keys = [KEY.fullmatch(one.strip()) for one in commands.split("  ")]
    return cards, moves, {one[1]: one[2] for one in keys if one}


class ScreenTypist:
    """Somebody who knows nothing but what the screen shows, and plays to the end of a game by keys."""

    def __init__(self, terminal: Tmux, chance: Random) -> None:
        self.terminal, self.chance = terminal, chance
        self.pressed = 0
        self.seen: list[str] = []

    def play(self) -> str:
        """The last screen: how the game ended."""
        screen = self.terminal.screen
        while "F4 " not in screen.rstrip("\n").split("\n")[-1]:
            keys = self._keys(screen)
            if keys:
                self.pressed += len(keys)
                self.terminal.press(*keys)
            screen = self.terminal.changes(screen)
            self.seen.append(screen)
        return screen

    def _keys(self, screen: str) -> list[str]:
        """What to press now; nothing where there is nothing to be done."""
        if "╭─" in screen:
            least, most = NUMBER.findall(screen)[-1]
            return ["BSpace", str(self.chance.randint(int(least), int(most))), "Enter"]
        cards, moves, _ = choices(screen)
        if "Enter" in moves:
            wanted = WANTED.findall(screen)
            if not wanted or ("!" in screen and "Choose cards" in screen):
                return ["Escape"]
            least, most = wanted[-1]
            count = self.chance.randint(int(least), min(int(most or least), len(cards)))
            return [*self.chance.sample(sorted(cards), count), "Enter"]
        if "Esc" in moves and "Leave" in screen:
            return ["Escape"]
        if "Esc" in moves:
            answers = [key for key in [*moves, *cards] if key not in ("Esc", "0")]
            return [self.chance.choice(answers)]
        mine = {key: move for key, move in moves.items() if not OF_THE_ROOM.match(move)}
        loud = [key for key, move in mine.items() if not move.endswith("(!)")]
        return [self.chance.choice(loud or list(mine))] if mine else []
