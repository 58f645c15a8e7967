"""Screens of the terminal for docs/terminal.md: `make screens` plays a little and writes them there."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from cheat.client import Client
from tests.servers import ROOT, Web
from tests.terminal.tmux import ScreenTypist, Tmux

PAGE = ROOT / "docs/terminal.md"
TOTAL = re.compile(r" \(\d+\) ")
"""The total of a display on the table."""
FILLED = 9
"""Number of lines that a log must exceed to look like a log."""


class Screenshot(NamedTuple):
    """A screen for the page: its name there, the game, the language, and a test of the screen."""

    name: str
    game: str
    language: str
    fits: Callable[[str], bool]


def is_filled(screen: str) -> bool:
    """Return whether the table is drawn and the log has enough lines."""
    return "╰" in screen and len(re.findall("│ \\w.*$", screen, re.MULTILINE)) > FILLED


SCREENS = [
    Screenshot("cheat", "cheat", "en", lambda screen: "1 Place as" in screen and is_filled(screen)),
    Screenshot("ivanhoe", "ivanhoe", "en", lambda screen: bool(TOTAL.search(screen)) and is_filled(screen)),
    Screenshot("question", "kittens", "en", lambda screen: "Enter Done" in screen and is_filled(screen)),
    Screenshot("uno", "uno", "es", lambda screen: "1 Jugar" in screen and is_filled(screen)),
]


class Looker(ScreenTypist):
    """A typist that plays until a screen fits."""

    def __init__(self, terminal: Tmux, fits: Callable[[str], bool]) -> None:
        super().__init__(terminal, Random(1))
        self._fits = fits

    def is_over(self, screen: str) -> bool:
        """Return whether this is the final screen."""
        return self._fits(screen)


@contextmanager
def table(client: Client, screenshot: Screenshot, folder: Path) -> Iterator[Tmux]:
    """Begin a game, and yield a terminal that shows it."""
    seat = client.create("Ada", screenshot.game, {"start_mode": "host"} if screenshot.game == "uno" else {})
    for level in ("hard", "normal"):
        seat.act("add_bot", level=level)
    seat.act("start")
    seats = folder / f"{screenshot.name}.json"
    seats.write_text(json.dumps([seat.saved()]))
    terminal = Tmux([client.url, seat.code, "--seats", str(seats)], language=screenshot.language)
    try:
        terminal.sees("F10 ", "> ")
        yield terminal
    finally:
        terminal.close()


def put(page: str, name: str, screen: str) -> str:
    """Return the page with a screen in its place."""
    block = re.compile(rf"(<!-- screen {name} -->\n```text\n)[^`]*(```)")
    assert block.search(page), f"there is a place for {name}"
    lines = [line.rstrip() for line in screen.split("\n")]
    return block.sub(lambda found: found[1] + "\n".join([*lines, found[2]]), page)


def main() -> None:
    """Write all screens into the page."""
    page = PAGE.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        web = Web(folder, BOT_PACE=0.2).start()
        try:
            for screenshot in SCREENS:
                with table(Client(web.url), screenshot, folder) as terminal:
                    page = put(page, screenshot.name, Looker(terminal, screenshot.fits).play())
        finally:
            web.stop()
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
