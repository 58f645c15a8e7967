"""A widget with cells: items in lines that a person chooses by key, by arrows, or by mouse.

Where there is room, cards are boxed: each cell of a card is a box with edges, three lines high.
"""

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

    - `key`: the key that presses the cell. The cell shows the key before the text.
    - `style`: a style of the library rich
    - `faint`: True if the cell cannot be chosen now
    - `card`: if the cell stands for a card, its position among all cards that are shown to choose from
    - `face`: if the cell stands for a card, its style where cards are boxed
    """

    key: str
    text: str
    style: str = ""
    chosen: bool = False
    faint: bool = False
    card: int | None = None
    face: str = ""

    @property
    def label(self) -> str:
        """The text of the cell, without signs."""
        return " ".join(part for part in (self.key, self.text) if part)

    @property
    def width(self) -> int:
        """The width in columns, including a sign on either side."""
        return cell_len(self.label) + 2

    @property
    def drawn_width(self) -> int:
        """The width in columns where cards are boxed, with a blank before the box."""
        return self.width if self.card is None else max(LEAST_CARD, cell_len(self.text)) + 3


LEAST_CARD = 3
"""Fewest columns inside the edges of a boxed card."""
DRAWN_LINES = 3
"""Lines of a boxed card."""
OTHER_LINES, SHARE = 6, 6
"""Cards are boxed if they need at most (lines of screen - `OTHER_LINES`) / `SHARE` lines.

`OTHER_LINES` is the number of lines for other panes.
"""

Place = tuple[int, int]
"""The column at which a cell begins in its line, and the index of the cell."""


def flow(cells: Sequence[Cell], width: int, *, is_drawn: bool = False) -> list[list[Place]]:
    """Return the cells in lines that fit into `width`. Each line has at least one cell.

    `is_drawn`: whether cards are boxed.
    """
    lines: list[list[Place]] = []
    column = width
    for index, cell in enumerate(cells):
        columns = cell.drawn_width if is_drawn else cell.width
        if column + columns > width or not lines:
            lines.append([])
            column = 0
        lines[-1].append((column, index))
        column += columns
    return lines


def drawn_card(cell: Cell, *, is_under_cursor: bool) -> list[Text]:
    """Return the three lines of a cell where cards are boxed.

    The key of a card is in the lower edge of its box, and the sign of a chosen card in the upper edge.
    """
    if cell.card is None:
        label = f" {cell.label} "
        return [Text(" " * cell.width), Text(label, cell.style), Text(" " * cell.width)]
    inside = cell.drawn_width - 3
    name = cell.text + " " * (inside - cell_len(cell.text))
    sign, key = CHOSEN_SIGN if cell.chosen else "─", cell.key or "─"
    left = (inside - 1) // 2
    right = inside - 1 - left
    drawn = []
    for line, style in (
        (f"╭{'─' * left}{sign}{'─' * right}╮", ""),
        (f"{CURSOR_SIGN if is_under_cursor else '│'}{name}│", "bold"),
        (f"╰{'─' * left}{key}{'─' * right}╯", ""),
    ):
        text = Text(line, f"{cell.face or cell.style} {'dim' if cell.faint else style}")
        text.stylize("reverse" if cell.chosen else "")
        drawn.append(Text(" ") + text)
    drawn[2].stylize("bold", left + 2, left + 3)
    return drawn


class Cells(Widget, can_focus=True):
    """Cells in lines.

    Enter and the space bar press the cell under the cursor. A click presses the clicked cell.
    """

    class Pressed(Message):
        """A cell was pressed."""

        def __init__(self, cells: Cells, at: int) -> None:
            super().__init__()
            self.cells, self.at = cells, at

        @property
        def control(self) -> Cells:
            """The cells to which the pressed cell belongs."""
            return self.cells

    def __init__(
        self, *, id: str, presses_on_enter: bool = True, focus: bool = True, draws_cards: bool = False
    ) -> None:
        """Make an empty pane of cells.

        `presses_on_enter`: True if Enter presses a cell, False if the screen handles Enter. `focus`: True if
        arrows can move the cursor into this pane. `draws_cards`: True if cards are boxed where the screen is
        high enough.
        """
        super().__init__(id=id)
        self.can_focus = focus
        self.cells: list[Cell] = []
        self.cursor: int | None = None
        self._presses_on_enter = presses_on_enter
        self._draws_cards, self.is_drawn = draws_cards, False

    def show(self, cells: Sequence[Cell]) -> None:
        """Show these cells from now on.

        The cursor goes to a new cell with the same text as the cell that had the cursor. If there is no such
        cell, no cell has the cursor.
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
        """Return the height in lines. First decide whether there is room for boxed cards."""
        height = DRAWN_LINES * len(flow(self.cells, width, is_drawn=True))
        self.is_drawn = self._draws_cards and height <= (viewport.height - OTHER_LINES) // SHARE
        return height if self.is_drawn else len(flow(self.cells, width))

    @property
    def lines(self) -> list[list[Place]]:
        """The cells in lines, as they are shown."""
        return flow(self.cells, self.size.width, is_drawn=self.is_drawn)

    @property
    def line_height(self) -> int:
        """The height of a line of cells."""
        return DRAWN_LINES if self.is_drawn else 1

    def render(self) -> Text:
        """Return the text of all cells."""
        lines = []
        for places in self.lines:
            if not self.is_drawn:
                lines.append(Text.assemble(*(self._cell(at) for _, at in places)))
                continue
            cards = [
                drawn_card(self.cells[at], is_under_cursor=self._is_under_cursor(at)) for _, at in places
            ]
            lines += [Text.assemble(*rows) for rows in zip(*cards, strict=True)]
        return Text("\n", no_wrap=True).join(lines)

    def _is_under_cursor(self, at: int) -> bool:
        return at == self.cursor and self.has_focus

    def _cell(self, at: int) -> Text:
        cell, is_under_cursor = self.cells[at], self._is_under_cursor(at)
        text = Text(
            (CURSOR_SIGN if is_under_cursor else " ") + cell.label[: len(cell.label) - len(cell.text)], "bold"
        )
        text.append(cell.text, cell.style)
        text.append(CHOSEN_SIGN if cell.chosen else " ", "bold")
        text.stylize("dim" if cell.faint else "reverse" if cell.chosen else "")
        return text

    # Keys and mouse

    def on_key(self, event: events.Key) -> None:
        """Move the cursor by arrows. Beyond the first or last cell, enter the previous or next pane."""
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
        lines = self.lines
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
        y = next(y for y, line in enumerate(self.lines) if at in (place for _, place in line))
        self.scroll_to_region(Region(0, y * self.line_height, 1, self.line_height), animate=False)

    def on_focus(self) -> None:
        """Show the cursor."""
        self.refresh()

    on_blur = on_focus

    def on_click(self, event: events.Click) -> None:
        """Press the clicked cell."""
        lines, y = self.lines, event.y // self.line_height
        if not 0 <= y < len(lines):
            return
        for x, at in lines[y]:
            if x <= event.x < x + (self.cells[at].drawn_width if self.is_drawn else self.cells[at].width):
                self.cursor = at
                self.post_message(self.Pressed(self, at))
