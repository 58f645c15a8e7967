"""Somebody who knows nothing but what the terminal says, and plays to the end of a game by typing."""

from __future__ import annotations

import queue
import re
from random import Random
from typing import Any

NUMBERED = re.compile(r"(\d+) (.+)")
OF_THE_ROOM = re.compile(
    r"(leave|change|choose the game|make|list|remove|add|rename|take over|play again|"
    r"free text|turn|allow|let|mute|unmute|reactions|everybody|stop|update|take the)\b",
    re.I,
)
"""Moves that a typist leaves alone: the game is to be played."""
CARDS = re.compile(r"choose (\d+)(?: to (\d+))? cards? by number")
QUESTION = re.compile(r"There is no move|\(yes or no\)|a number from|characters")
WHOLE = re.compile(r"a number from (-?\d+) to (-?\d+)")
PATIENCE_S = 12


class Typist(queue.Queue[Any]):
    """The inbox of a terminal in which lines are typed whenever no news are left to be shown.

    `said`: all that the terminal has said. `last`: what is typed when the game is over.
    """

    def __init__(self, chance: Random, last: list[str]) -> None:
        super().__init__()
        self.chance, self.last = chance, last
        self.said: list[str] = []
        self.typed: list[str] = []
        self._read = 0
        self._asked, self._choices = "", list[str]()
        self._open = (self._asked, self._choices)

    def say(self, line: str) -> None:
        self.said.append(line)

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        try:
            return super().get(block=False)
        except queue.Empty:
            line = self._answer()
            if line is None:
                return super().get(timeout=PATIENCE_S)
            self.typed.append(line)
            return line

    def _answer(self) -> str | None:
        """What to type now; None to wait for news."""
        for line in self.said[self._read :]:
            if NUMBERED.fullmatch(line):
                self._choices.append(line)
            else:
                self._asked, self._choices = line, []
            if line == "That moment has passed.":
                self._open = ("", [])
            if NUMBERED.fullmatch(line) or QUESTION.search(line):
                self._open = (self._asked, self._choices)
        self._read = len(self.said)
        if self.last and self._is_over():
            return self.last.pop(0)
        (asked, lines), self._open = self._open, ("", [])
        choices = [found for line in lines if (found := NUMBERED.fullmatch(line))]
        if asked.startswith("There is no move"):
            return "moves"
        if found := CARDS.search(asked):
            count = self.chance.randint(int(found[1]), min(int(found[2] or found[1]), len(choices)))
            return " ".join(one[1] for one in self.chance.sample(choices, count))
        if found := WHOLE.search(asked):
            return str(self.chance.randint(int(found[1]), int(found[2])))
        if "(yes or no)" in asked:
            return "yes"
        moves = [one for one in choices if not OF_THE_ROOM.match(one[2])]
        loud = [one for one in moves if not one[2].endswith("(!)")]
        return self.chance.choice(loud or moves)[1] if moves else None

    def _is_over(self) -> bool:
        return any("Play again" in line for line in self.said)
