"""The panes of a table's screen: seats, log, middle, prompt, cards, moves.

Subclasses of `Board` fill them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, VerticalScroll
from textual.message import Message
from textual.widgets import Static

from cheat.client.types import Game, Table
from cheat.terminal.full.cells import Cell, Cells
from cheat.terminal.full.drawing import log_text, seats_text
from cheat.terminal.full.felt import felt_text
from cheat.terminal.full.program import ProgramScreen

NARROW = 64
"""Minimum number of columns of a screen that shows the log beside the seats."""
LOG_SHOWN = 80
"""Maximum number of lines that the log shows. No screen has room for more."""
IN_HELP = ("F9", "F3")
"""Keys that are left out below the table, in this order, if there is no room for all.

F9 (the rules) is the first, because F1 (the help) also leads to the rules.
"""
STEADY = ("#middle", "#prompt", "#choices")
"""Panes that do not lose lines while a game runs.

If they did, the table above them would jump.
"""
STEADY_SHARE = 10
"""The minimum height of a pane in `STEADY` is at most a tenth of the screen's lines."""


class Pane(Static):
    """A text that is rendered again only when it changes."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._content: Text | None = None

    def show(self, text: Text | str) -> None:
        """Show this text from now on."""
        text = Text(text) if isinstance(text, str) else text
        if text != self._content or text.spans != getattr(self._content, "spans", None):
            self._content = text
            self.update(text)


class TableArea(Container):
    """A drawing of the table, or a list of the seats if there is no room for the drawing."""

    class Changed(Message):
        """The message that the area has changed from the list to the drawing, or back."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._shown: tuple[Table, Game] | None = None

    @property
    def is_drawn(self) -> bool:
        """True if the area shows the drawing, False if it shows the list."""
        return self.has_class("drawn")

    def compose(self) -> ComposeResult:
        """Make a pane for the drawing, and one for the list."""
        yield Pane(id="felt")
        with VerticalScroll(id="seats", can_focus=False):
            yield Pane(id="players")

    def show(self, table: Table, game: Game) -> None:
        """Show this table from now on."""
        self._shown = table, game
        self._draw()

    def on_resize(self) -> None:
        """Draw the table in the new size."""
        self._draw()

    def _draw(self) -> None:
        if self._shown is None or not self.size:
            return  # without a size, there would be a list for a moment
        felt, was_drawn = felt_text(*self._shown, *self.size), self.is_drawn
        self.set_class(felt is not None, "drawn")
        if self.is_drawn is not was_drawn:
            self.post_message(self.Changed())
        self.query_one("#felt", Pane).show(felt or "")
        self.query_one("#players", Pane).show("" if felt else seats_text(*self._shown))


class Board(ProgramScreen):
    """A screen with the panes of a table. People can also click the keys at the bottom."""

    AUTO_FOCUS = "#moves"

    def compose(self) -> ComposeResult:
        """Make the panes, from the top: title; seats and log; middle, prompt, cards, moves, keys."""
        with Horizontal(id="head"):
            yield Pane(id="title")
            yield Pane(id="clock")
        with Horizontal(id="board"):
            yield TableArea(id="table")
            with VerticalScroll(id="log", can_focus=False):
                yield Pane(id="said")
            yield Pane(id="notice")
        with VerticalScroll(id="middle", can_focus=False):
            yield Pane(id="zones")
        yield Pane(id="prompt")
        with VerticalScroll(id="hand", classes="cells", can_focus=False):
            yield Cells(id="cards", presses_on_enter=False, draws_cards=True)
        with VerticalScroll(id="choices", classes="cells", can_focus=False):
            yield Cells(id="moves")
        yield Cells(id="keys", focus=False)

    def on_resize(self, event: events.Resize) -> None:
        """Hide the panes for which there is no room."""
        self.set_class(event.size.width < NARROW, "narrow")
        self.forget_heights()

    def forget_heights(self) -> None:
        """Let each pane in `STEADY` have the height that it needs now."""
        for pane in STEADY:
            self.query_one(pane).styles.min_height = None
        self.call_after_refresh(self.keep_heights)

    def keep_heights(self) -> None:
        """Let each pane in `STEADY` keep its present height, up to a tenth of the screen."""
        for widget in map(self.query_one, STEADY):
            kept = widget.styles.min_height
            height = max(widget.outer_size.height, int(kept.value) if kept else 0)
            widget.styles.min_height = min(height, self.size.height // STEADY_SHARE)

    def draw(self) -> None:
        """Show the present state. Subclasses fill the panes."""

    def on_table_area_changed(self) -> None:
        """Update all panes: below a drawing of the table, only the cards of the hand are shown."""
        self.draw()

    def show_text(self, id: str, text: Text | str) -> None:
        """Show a text in a pane. If the pane already shows it, do nothing."""
        self.query_one(f"#{id}", Pane).show(text)

    def show_middle(self, text: Text) -> None:
        """Show the facts of the game. If there are none, hide their pane."""
        self.show_text("zones", text)
        self.query_one("#middle").display = bool(text)

    def show_cells(self, id: str, cells: Sequence[Cell]) -> None:
        """Show cells in a pane."""
        self.query_one(f"#{id}", Cells).show(cells)

    def show_seats(self, table: Table, game: Game) -> None:
        """Show the table with its seats."""
        self.query_one(TableArea).show(table, game)

    @property
    def is_drawn(self) -> bool:
        """True if the table is shown as a drawing, False if the seats are a list."""
        return self.query_one(TableArea).is_drawn

    def scroll_seats(self, direction: int) -> None:
        """Scroll the list of the seats by a page."""
        seats = self.query_one("#seats")
        (seats.scroll_page_down if direction > 0 else seats.scroll_page_up)(animate=False)

    def show_log(self, lines: Iterable[str], names: Iterable[str] = ()) -> None:
        """Show the last lines of the log, the newest at the bottom, with these names in bold."""
        self.show_text("said", log_text([*lines][-LOG_SHOWN:], names))

    def show_keys(self, keys: Mapping[str, str]) -> None:
        """Show keys and their effects. If the line is too short, leave out some of them."""
        cells = [Cell(key, effect) for key, effect in keys.items()]
        for key in IN_HELP:
            if sum(cell.width for cell in cells) > self.size.width:
                cells = [cell for cell in cells if cell.key != key]
        self.show_cells("keys", cells)

    def notice(self, words: str = "") -> None:
        """Show a notice about the last action, above the lower edge of the table."""
        self.show_text("notice", Text(f"! {words}" if words else "", "yellow"))
        self.query_one("#notice").set_class(bool(words), "said")
