"""A widget with cells: items in lines that a person chooses by key, by arrows, or by mouse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget

DIGITS = "1234567890"
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
CURSOR_SIGN, CHOSEN_SIGN = ">", "*"
"""The signs of the cell under the cursor, and of a chosen cell.

There are signs because not all people can see colours.
"""


@dataclass(frozen=True)
class Cell:
    """An item that a person can choose.

    - `key`: the key that presses the cell; it is shown before the text
    - `style`: a style of the library rich
    - `faint`: True if the cell cannot be chosen now
    - `card`: if the cell stands for a card, the position of the card
    """

    key: str
    text: str
    style: str = ""
    chosen: bool = False
    faint: bool = False
    card: int | None = None

    @property
    def label(self) -> str:
        """The text of the cell, without signs."""
        return " ".join(part for part in (self.key, self.text) if part)

    @property
    def width(self) -> int:
        """The width in columns, including a sign on either side."""
        return cell_len(self.label) + 2


Place = tuple[int, int]
"""The column of a cell in its line, and its index."""


def flow(cells: Sequence[Cell], width: int) -> list[list[Place]]:
    """Return the cells in lines that fit into `width`. Each line has at least one cell."""
    lines: list[list[Place]] = []
    column = width
    for index, cell in enumerate(cells):
        if column + cell.width > width or not lines:
            lines.append([])
            column = 0
        lines[-1].append((column, index))
        column += cell.width
    return lines


class Cells(Widget, can_focus=True):
    """Cells in lines. Enter, the space bar and a click press the cell under the cursor."""

    class Pressed(Message):
        """A cell was pressed."""

        def __init__(self, cells: Cells, at: int) -> None:
            super().__init__()
            self.cells, self.at = cells, at

        @property
        def control(self) -> Cells:
            """The cells to which the pressed cell belongs."""
            return self.cells

    def __init__(self, *, id: str, presses_on_enter: bool = True, focus: bool = True) -> None:
        """Make an empty pane of cells.

        `presses_on_enter`: True if Enter presses a cell, False if the screen handles Enter. `focus`: True if
        arrows can move the cursor into this pane.
        """
        super().__init__(id=id)
        self.can_focus = focus
        self.cells: list[Cell] = []
        self.cursor: int | None = None
        self._presses_on_enter = presses_on_enter

    def show(self, cells: Sequence[Cell]) -> None:
        """Show these cells from now on.

        If there is still a cell with the same text, the cursor stays on this cell.
        """
        if list(cells) == self.cells:
            return
        cursor_text = None if self.cursor is None else self.cells[self.cursor].text
        matching = [at for at, cell in enumerate(cells) if cell.text == cursor_text]
        if self.cursor not in matching:
            self.cursor = matching[0] if matching else None
        self.cells = list(cells)
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the height in lines."""
        return len(flow(self.cells, width))

    def render(self) -> Text:
        """Return the text of all cells."""
        lines = []
        for places in flow(self.cells, self.size.width):
            lines.append(Text.assemble(*(self._cell(at) for _, at in places)))
        return Text("\n", no_wrap=True).join(lines)

    def _cell(self, at: int) -> Text:
        cell, is_under_cursor = self.cells[at], at == self.cursor and self.has_focus
        text = Text(
            (CURSOR_SIGN if is_under_cursor else " ") + cell.label[: len(cell.label) - len(cell.text)], "bold"
        )
        text.append(cell.text, cell.style)
        text.append(CHOSEN_SIGN if cell.chosen else " ", "bold")
        text.stylize("dim" if cell.faint else "reverse" if cell.chosen else "")
        return text

    # Keys and mouse

    def on_key(self, event: events.Key) -> None:
        """Move the cursor by arrows. Beyond the first or last cell, the cursor enters the next pane."""
        if event.key in ("left", "right"):
            self._step(-1 if event.key == "left" else 1)
        elif event.key in ("up", "down"):
            self._climb(-1 if event.key == "up" else 1)
        elif self.cursor is not None and event.key in (
            "space",
            *(["enter"] if self._presses_on_enter else []),
        ):
            self.post_message(self.Pressed(self, self.cursor))
        else:
            return
        event.stop()
        event.prevent_default()

    def _step(self, direction: int) -> None:
        start = -1 if direction > 0 else len(self.cells)
        self._move((start if self.cursor is None else self.cursor) + direction, direction)

    def _climb(self, direction: int) -> None:
        """Move to the cell above or below."""
        lines = flow(self.cells, self.size.width)
        positions = [(y, x) for y, places in enumerate(lines) for x, at in places if at == self.cursor]
        if not positions:
            self._step(direction)
            return
        y, x = positions[0]
        if not 0 <= y + direction < len(lines):
            self._move(-1 if direction < 0 else len(self.cells), direction)
            return
        self._move(min(lines[y + direction], key=lambda place: abs(place[0] - x))[1], direction)

    def _move(self, at: int, direction: int) -> None:
        if not 0 <= at < len(self.cells):
            (self.screen.focus_next if direction > 0 else self.screen.focus_previous)(Cells)
            return
        self.cursor = at
        self.refresh()
        y = next(
            y
            for y, line in enumerate(flow(self.cells, self.size.width))
            if at in (place for _, place in line)
        )
        self.scroll_to_region(Region(0, y, 1, 1), animate=False)

    def on_focus(self) -> None:
        """Show the cursor."""
        self.refresh()

    on_blur = on_focus

    def on_click(self, event: events.Click) -> None:
        """Press the clicked cell."""
        lines = flow(self.cells, self.size.width)
        if not 0 <= event.y < len(lines):
            return
        for x, at in lines[event.y]:
            if x <= event.x < x + self.cells[at].width:
                self.cursor = at
                self.post_message(self.Pressed(self, at))
