"""The panes of a table's screen: seats, log, middle, prompt, cards, moves.

Subclasses fill them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from cheat.client.types import Game, Table
from cheat.terminal.full.cells import Cell, Cells
from cheat.terminal.full.drawing import DRAWN_HEIGHT, drawn_piles, seats_text
from cheat.terminal.full.program import ProgramScreen

NARROW = 64
"""Minimum number of columns with which there is room for the log beside the seats."""
LOG_SHOWN = 80
"""Maximum number of lines that the log shows. No screen has room for more."""


class Pane(Static):
    """A text that is drawn again only when it changes."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._content: Text | None = None

    def show(self, text: Text | str) -> None:
        """Show this text from now on."""
        text = Text(text) if isinstance(text, str) else text
        if text != self._content or text.spans != getattr(self._content, "spans", None):
            self._content = text
            self.update(text)


class Board(ProgramScreen):
    """A screen with the panes of a table. People can also click the keys at the bottom."""

    AUTO_FOCUS = "#moves"

    def compose(self) -> ComposeResult:
        """Make the panes, from the top: title; seats and log; middle, prompt, cards, moves, keys."""
        with Horizontal(id="head"):
            yield Pane(id="title")
            yield Pane(id="clock")
        with Horizontal(id="board"):
            with VerticalScroll(id="seats", can_focus=False):
                yield Pane(id="players")
                yield Pane(id="piles")
            with VerticalScroll(id="log", can_focus=False):
                yield Pane(id="said")
        with VerticalScroll(id="middle", can_focus=False):
            yield Pane(id="zones")
        yield Pane(id="prompt")
        yield Pane(id="notice")
        with VerticalScroll(id="hand", classes="cells", can_focus=False):
            yield Cells(id="cards", presses_on_enter=False)
        with VerticalScroll(id="choices", classes="cells", can_focus=False):
            yield Cells(id="moves")
        yield Cells(id="keys", focus=False)

    def on_resize(self, event: events.Resize) -> None:
        """Hide the panes for which there is no room."""
        self.set_class(event.size.width < NARROW, "narrow")

    def show_text(self, id: str, text: Text | str) -> None:
        """Show a text in a pane. If it is there already, do nothing."""
        self.query_one(f"#{id}", Pane).show(text)

    def show_cells(self, id: str, cells: Sequence[Cell]) -> None:
        """Show cells in a pane."""
        self.query_one(f"#{id}", Cells).show(cells)

    def show_seats(self, table: Table, game: Game) -> None:
        """Show the seats, and the cards in the middle as drawings if they fit below the seats."""
        seats, size = seats_text(table, game), self.query_one("#seats").content_size
        rows = sum(max(1, -(-line.cell_len // max(1, size.width))) for line in seats.split("\n"))
        fits = table["phase"] == "playing" and rows + DRAWN_HEIGHT <= size.height
        self.show_text("players", seats)
        self.show_text("piles", drawn_piles(table, game, size.width) if fits else "")

    def show_log(self, lines: Iterable[str]) -> None:
        """Show the last lines of the log, the newest at the bottom."""
        self.show_text("said", Text("\n".join([*lines][-LOG_SHOWN:])))

    def show_keys(self, keys: Mapping[str, str]) -> None:
        """Show keys and their effects."""
        self.show_cells("keys", [Cell(key, effect) for key, effect in keys.items()])

    def notice(self, words: str = "") -> None:
        """Show a notice about the last action."""
        self.show_text("notice", Text(f"! {words}" if words else "", "yellow"))
        self.query_one("#notice").set_class(bool(words), "said")
