"""A finished game, step by step."""

from __future__ import annotations

from cheat.client.steps import PAGE
from cheat.client.types import Frame
from cheat.play.session import Session
from cheat.play.showing import result_lines, table_lines


class Replay:
    """The finished game of a room at one of its steps; 0 is the deal."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.at, self.is_open = 0, False
        self._frames: dict[int, Frame] = {}
        self.count = 1

    def frame(self) -> Frame:
        """The step that is shown. Raises Refused where there is no game to be watched."""
        if self.at not in self._frames:
            seat = self.session.seat
            page = seat.replay(seat.you or "", is_open=self.is_open, start=self.at - self.at % PAGE)
            self.count = page["count"]
            self._frames |= {frame["index"]: frame for frame in page["frames"]}
        return self._frames[self.at]

    def go(self, word: str) -> list[str]:
        """Go where a word says: on, back, to a number, or to the same step with all cards open."""
        if word.isdecimal():
            self.at = int(word)
        elif word and "open".startswith(word.lower()):
            self.is_open = not self.is_open
            self._frames.clear()
        else:
            self.at += -1 if word.lower() in ("b", "back") else 1
        self.at = min(max(self.at, 0), self.count - 1)
        return self.lines()

    def lines(self) -> list[str]:
        """The step in words: what happened, and the table after it."""
        frame = self.frame()
        table = frame["table"]
        head = f"Step {self.at} of {self.count - 1}{', all cards open' if self.is_open else ''}"
        told = self.session.told(frame["events"])
        return [
            head,
            *told,
            *table_lines(table, self.session.game_called(table["game"])),
            *result_lines(table),
        ]
