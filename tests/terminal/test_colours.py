"""The full screen without colours."""

from __future__ import annotations

import asyncio

import pytest
from rich.color import Color

from cheat.client import Client
from cheat.terminal.encoding import has_colours
from cheat.terminal.full.app import Terminal
from cheat.terminal.saved_seats import SavedSeats
from cheat.terminal.server import Server


@pytest.mark.parametrize(
    ("environment", "number", "has_some"),
    [({}, 256, True), ({"NO_COLOR": ""}, 8, True), ({"NO_COLOR": "1"}, 256, False), ({}, -1, False)],
)
def test_colours_are_for_terminals_that_have_some_and_people_that_want_them(
    environment: dict[str, str], number: int, has_some: bool
) -> None:
    assert has_colours(environment, lambda: number) is has_some


@pytest.mark.parametrize("has_some", [True, False])
def test_screen_without_colours_has_none(monkeypatch: pytest.MonkeyPatch, has_some: bool) -> None:
    """Look at the first screen, which asks the server for nothing."""
    if has_some:
        monkeypatch.delenv("NO_COLOR", raising=False)
    else:
        monkeypatch.setenv("NO_COLOR", "1")
    assert bool(asyncio.run(colours_of_start())) is has_some


async def colours_of_start() -> set[Color]:
    """Return the colours of the first screen, apart from the terminal's own."""
    app = Terminal(Server(Client("http://localhost:1", language="en"), SavedSeats(None)), name="Ada")
    async with app.run_test() as pilot:
        await pilot.pause()
        strips = [
            strip for widget in app.screen.query("*") for strip in widget.render_lines(widget.size.region)
        ]
    styles = [segment.style for strip in strips for segment in strip if segment.style is not None]
    colours = {colour for style in styles for colour in (style.color, style.bgcolor)}
    return {colour for colour in colours if colour is not None and not colour.is_default}
