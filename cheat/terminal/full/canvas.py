"""A grid of terminal cells to draw on, and texts that fit into a number of columns. Pure.

A wide letter takes two columns, and a combining mark takes none. So texts are measured in columns, never in
characters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

Run = tuple[str, str]
"""A text and its style."""
JOINER = "\u200d"
"""The character that joins the characters before and after it to one picture."""
ELLIPSIS = "…"


def clusters(text: str) -> Iterator[str]:
    """Yield the parts of a text that take columns of their own: a character and the marks on it."""
    cluster = ""
    for character in text:
        if cluster and (cell_len(character) == 0 or cluster.endswith(JOINER)):
            cluster += character
            continue
        if cluster:
            yield cluster
        cluster = character
    if cluster:
        yield cluster


def cut(text: str, width: int) -> str:
    """Return the beginning of a text that fits into `width` columns."""
    kept = ""
    for cluster in clusters(text):
        if cell_len(kept + cluster) > width:
            break
        kept += cluster
    return kept


def shortened(text: str, width: int) -> str:
    """Return a text in at most `width` columns. A text that is too long ends with an ellipsis."""
    if cell_len(text) <= width:
        return text
    return cut(text, width - 1).rstrip(" ,·") + ELLIPSIS if width > 0 else ""


def centred(text: str, width: int) -> str:
    """Return a text in the middle of `width` columns."""
    left = max(0, width - cell_len(text)) // 2
    return padded(" " * left + text, width)


def padded(text: str, width: int) -> str:
    """Return a text with blanks after it, in exactly `width` columns."""
    text = cut(text, width)
    return text + " " * (width - cell_len(text))


def wrapped(text: str, width: int) -> list[str]:
    """Return a text in lines of at most `width` columns, broken between words where possible."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if cell_len(longer) <= width:
            lines[-1] = longer
            continue
        while cell_len(word) > width and (beginning := cut(word, width)):
            lines.append(beginning)
            word = word[len(beginning) :]
        lines.append(word)
    return [line for line in lines if line]


def width_of(runs: Sequence[Run]) -> int:
    """Return the number of columns of a line."""
    return sum(cell_len(text) for text, _ in runs)


class Canvas:
    """A grid of cells, each with a style. Drawing beyond its edges has no effect."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells = [[" "] * width for _ in range(height)]
        self._styles = [[Style.null()] * width for _ in range(height)]

    def fill(self, x: int, y: int, width: int, height: int, style: str) -> None:
        """Give an area a style, such as a background, and empty it."""
        for row in range(max(0, y), min(y + height, self.height)):
            for column in range(max(0, x), min(x + width, self.width)):
                self._cells[row][column] = " "
                self._styles[row][column] = Style.parse(style)

    def write(self, x: int, y: int, *runs: Run) -> None:
        """Write a line. The styles of its runs are added to the styles of the cells."""
        for text, style in runs:
            added = Style.parse(style)
            for cluster in clusters(text):
                width = cell_len(cluster)
                if 0 <= y < self.height and x >= 0 and x + width <= self.width and width:
                    self._set(x, y, cluster, width, added)
                x += width

    def _set(self, x: int, y: int, cluster: str, width: int, added: Style) -> None:
        """Write one cluster. If it overwrites half of a wide letter, the other half becomes a blank."""
        cells = self._cells[y]
        if not cells[x]:
            cells[x - 1] = " "
        end = x + width
        if end < self.width and not cells[end]:
            cells[end] = " "
        for column in range(x, end):
            cells[column] = cluster if column == x else ""
            self._styles[y][column] += added

    def box(self, x: int, y: int, width: int, height: int, style: str, *, is_dashed: bool = False) -> None:
        """Draw a box with round corners."""
        across, down = ("╌", "╎") if is_dashed else ("─", "│")
        self.write(x, y, (f"╭{across * (width - 2)}╮", style))
        for row in range(y + 1, y + height - 1):
            self.write(x, row, (down, style))
            self.write(x + width - 1, row, (down, style))
        self.write(x, y + height - 1, (f"╰{across * (width - 2)}╯", style))

    def text(self) -> Text:
        """Return the drawing."""
        lines = []
        for cells, styles in zip(self._cells, self._styles, strict=True):
            line, start = Text(no_wrap=True, end=""), 0
            for column in range(1, self.width + 1):
                if column == self.width or styles[column] != styles[start]:
                    line.append("".join(cells[start:column]), styles[start])
                    start = column
            lines.append(line)
        return Text("\n", no_wrap=True, end="").join(lines)
