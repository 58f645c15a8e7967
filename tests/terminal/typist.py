"""A program that plays a game to its end by typing, and knows only the lines of the terminal."""

from __future__ import annotations

import queue
import re
import time
from contextlib import suppress
from random import Random
from typing import Any

from tests.terminal.room import is_of_the_room

NUMBERED = re.compile(r"(\d+) ((?!×).+)")
"""A choice and its number, unlike a sentence such as “2 × Tacocat is cancelled.”"""
CARDS = re.compile(r"choose (\d+)(?: to (\d+))? cards? by number")
QUESTION = re.compile(r"There is no move|\(yes or no\)|a number from|characters")
WHOLE = re.compile(r"a number from (-?\d+) to (-?\d+)")
PATIENCE_S = 60
"""Maximum seconds without news: polls are answered within two seconds."""
WITHIN_S = 600
"""Maximum seconds for a game: far more than any of these games takes on a busy machine."""
SHOWN = 40
"""Number of lines in the message about a game that is stuck."""


class Typist(queue.Queue[Any]):
    """The inbox of a terminal, which types a line whenever no news is left to show.

    `said`: all lines of the terminal; `last`: the lines to type when the game is over. Raises AssertionError
    if no news arrives any more, or the game does not end.
    """

    def __init__(self, chance: Random, last: list[str]) -> None:
        super().__init__()
        self.chance, self.last = chance, last
        self.until = time.monotonic() + WITHIN_S
        self.said: list[str] = []
        self.typed: list[str] = []
        self._read = 0
        self._asked, self._choices = "", list[str]()
        self._open = (self._asked, self._choices)

    def say(self, line: str) -> None:
        self.said.append(line)

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        assert time.monotonic() < self.until, self._stuck(f"the game has no end within {WITHIN_S} s")
        with suppress(queue.Empty):
            return super().get(block=False)
        line = self._answer()
        if line is None:
            return self._news()
        self.typed.append(line)
        return line

    def _news(self) -> Any:
        try:
            return super().get(timeout=PATIENCE_S)
        except queue.Empty:
            raise AssertionError(self._stuck(f"nothing is told for {PATIENCE_S} s")) from None

    def _stuck(self, problem: str) -> str:
        return "\n".join([problem, "Said:", *self.said[-SHOWN:], f"Typed: {self.typed[-SHOWN:]}"])

    def _answer(self) -> str | None:
        """Return the line to type now; None to wait for news."""
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
        (question, lines), self._open = self._open, ("", [])
        choices = [found for line in lines if (found := NUMBERED.fullmatch(line))]
        if question.startswith("There is no move"):
            return "moves"
        if found := CARDS.search(question):
            count = self.chance.randint(int(found[1]), min(int(found[2] or found[1]), len(choices)))
            return " ".join(one[1] for one in self.chance.sample(choices, count))
        if found := WHOLE.search(question):
            return str(self.chance.randint(int(found[1]), int(found[2])))
        if "(yes or no)" in question:
            return "yes"
        moves = [one for one in choices if not is_of_the_room(one[2])]
        loud = [one for one in moves if not one[2].endswith("(!)")]
        return self.chance.choice(loud or moves)[1] if moves else None

    def _is_over(self) -> bool:
        return any("Play again" in line for line in self.said)
