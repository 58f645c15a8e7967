"""A finished game that a person watches step by step."""

from __future__ import annotations

from collections.abc import Callable

from cheat.client import Refused
from cheat.client.steps import PAGE
from cheat.client.text import event_text, names_of
from cheat.client.types import Frame, Game, ReplayPage
from cheat.terminal.messages import begins, say
from cheat.terminal.session import Games, Session
from cheat.terminal.table_text import result_lines, table_lines

Fetch = Callable[[str, bool, int], ReplayPage]
"""A function that requests a page of frames. It may raise ClientError.

Its arguments are the seat ("" for a spectator), whether all cards are open, and the index of the first frame.
"""


class Replay:
    """A finished game at one of its steps. Step 0 is the deal.

    `had_no_seat`: whether the person took the present seat only after this game. Such a person sees the game
    as a spectator.
    """

    def __init__(self, fetch: Fetch, games: Games, seat: str = "") -> None:
        self.seat, self.is_open, self.had_no_seat = seat, False, False
        self.at, self.count = 0, 1
        self.turns: list[int] = []
        self._fetch, self._games = fetch, games
        self._names: dict[str, str] = {}
        self._frames: dict[int, Frame] = {}

    @property
    def frame(self) -> Frame:
        """The present step. Raises ClientError if there is no game to watch."""
        start = self.at - self.at % PAGE
        while self.at not in self._frames:
            page = self._page(start)
            self.count = page["count"]
            self.turns = [frame for frame, _ in page["turns"]]
            self._frames |= {frame["index"]: frame for frame in page["frames"]}
            start += len(page["frames"]) or PAGE  # if tables are large, a page has fewer frames
        return self._frames[self.at]

    def _page(self, start: int) -> ReplayPage:
        """Return frames as the seat saw them, or as spectators did if the game had no such seat."""
        try:
            return self._fetch(self.seat, self.is_open, start)
        except Refused as refusal:
            if refusal.code != "bad_field" or not self.seat:
                raise
            self.seat, self.had_no_seat = "", True
            return self._fetch(self.seat, self.is_open, start)

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self._games.by_id(self.frame["table"]["game"])

    def go_to(self, step: int) -> None:
        """Go to a step. If the number is too low or too high, go to the first or the last step."""
        self.at = min(max(step, 0), self.count - 1)

    def go_turn(self, direction: int) -> None:
        """Go to the beginning of the next turn (1), or of the previous one (-1)."""
        steps = [step for step in self.turns if (step - self.at) * direction > 0]
        self.go_to((min if direction > 0 else max)(steps, default=(self.count - 1) * (direction > 0)))

    def toggle_open_cards(self) -> None:
        """Open all cards, or show them again as the seat saw them."""
        self.is_open = not self.is_open
        self._frames.clear()

    def next_seat(self) -> None:
        """Show the game from the next seat. After the last seat, show it from a spectator's view."""
        seats = ["", *(player["id"] for player in self.frame["table"]["players"])]
        self.seat = seats[(seats.index(self.seat) + 1) % len(seats)]
        self._frames.clear()

    def run_command(self, word: str) -> list[str]:
        """Carry out a typed command: go on, go back, go to a step, or open all cards.

        Returns the lines to show.
        """
        if word.isdecimal():
            self.go_to(int(word))
        elif begins(say("open"), word):
            self.toggle_open_cards()
        else:
            self.go_to(self.at + (-1 if begins(say("back"), word) else 1))
        return self.lines()

    def heading(self) -> str:
        """Return the number of the step, and whether all cards are open."""
        _ = self.frame
        step = say("Step {step} of {last}", step=self.at, last=self.count - 1)
        return say("{step}, all cards open", step=step) if self.is_open else step

    def note(self) -> str:
        """Return a note if the person had no seat in this game, otherwise ""."""
        return say("You had no seat in this game. You see it as a spectator.") if self.had_no_seat else ""

    def event_lines(self) -> list[str]:
        """Return the events of this step in words."""
        frame = self.frame
        self._names |= names_of(frame["table"])
        return [line for event in frame["events"] if (line := event_text(event, self._names))]

    def lines(self) -> list[str]:
        """Return the step in words: its events, and the table after it."""
        table = self.frame["table"]
        note = [self.note()] if self.note() else []
        events, table_text = self.event_lines(), table_lines(table, self.game)
        return [self.heading(), *note, *events, *table_text, *result_lines(table)]


def replay_of(session: Session) -> Replay:
    """Return the finished game of a room, as the person's seat saw it."""
    seat = session.seat
    return Replay(
        lambda viewer, is_open, start: seat.replay(viewer, is_open=is_open, start=start),
        session.games,
        seat.you or "",
    )
