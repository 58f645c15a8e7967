"""Full tables of every game, measured: no text is cut or covered, and nothing leaves its place.

The tables are made without a room, and drawn on one page that is resized. So each takes milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import tables
from tests.browser.tables import Table
from tests.servers import Web

STAND, MEASURE = (
    Path(__file__).with_name(f"{name}.js").read_text(encoding="utf-8") for name in ("stand", "measure")
)
SAMPLE = (
    ("cheat", 10, tables.usual_options, ((390, 844), (1366, 640), (1280, 800))),
    ("kittens", 5, tables.usual_options, ((1280, 800),)),
    ("uno", 3, tables.other_options, ((390, 844),)),
    ("ivanhoe", 4, tables.usual_options, ((320, 568), (844, 390), (1280, 800))),
)
"""Tables that the gate measures: the most players, the games with the most on a table, and the most moves."""
WHOLE = ((320, 568), (390, 844), (844, 390), (768, 1024), (1366, 640), (1280, 800), (1920, 1080))
LEAST_WIDTH = 60
"""Pixels of a card on a laptop, in columns of four cards."""
COMPLAINT = "Yellow 7 cannot be played now. Play red or an 8, or draw."
SAID = "{by} placed 4 × Queens and hopes for the best."


@pytest.fixture(scope="module")
def page(browser: Browser, _service_of_all: Web) -> Iterator[Page]:
    """The page of a room that is gone, with scripts that draw and measure tables."""
    context = browser.new_context(
        base_url=_service_of_all.url, reduced_motion="reduce", service_workers="block"
    )
    page = context.new_page()
    page.goto("/r/zzzzz")
    page.locator("h1").wait_for()
    page.evaluate(STAND)
    page.evaluate(MEASURE)
    yield page
    context.close()


def act(table: Table) -> dict[str, Any]:
    """An event of another player."""
    other = next(player for player in table["players"] if player["id"] != table["you"])
    return {"v": table["version"], "at": table["now"], "type": "done", "by": other["id"], "text": SAID,
        "args": {}, "tone": "info", "cards": []}  # fmt: skip


def wrong(
    page: Page,
    game: str,
    seats: int,
    sizes: tuple[tuple[int, int], ...],
    options: tables.Options | None = None,
) -> dict[str, list[str]]:
    """Return the faults of full tables of a game, by size of the window.

    Each table is drawn with a bubble, with a hint and an error, and with a picked card.
    """
    known, hint = tables.catalogued(game), tables.longest_hint(game)
    full = list(tables.decorated_tables(game, seats, options))
    found: dict[str, list[str]] = {}
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        for table in full:
            drawn: list[dict[str, Any]] = [
                {"events": [act(table)]}, {"hint": hint, "toast": COMPLAINT}, {"picked": 1},
            ]  # fmt: skip
            for more in drawn:
                page.evaluate("(one) => window.stand(one)", {"game": known, "table": table, **more})
                found.setdefault(f"{width}x{height}", []).extend(page.evaluate("window.wrong()"))
    return {size: problems for size, problems in found.items() if problems}


@pytest.mark.parametrize(("game", "seats", "options", "sizes"), SAMPLE)
def test_a_full_table_has_room_for_all_its_words(
    page: Page,
    game: str,
    seats: int,
    options: Callable[[str], tables.Options],
    sizes: tuple[tuple[int, int], ...],
) -> None:
    assert wrong(page, game, seats, sizes, options(game)) == {}


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (1280, 800)])
@pytest.mark.parametrize("game", ["Cheat", "Poker"])
def test_a_long_verdict_is_shown_as_a_whole(page: Page, game: str, width: int, height: int) -> None:
    id = tables.games()[game]
    table = next(tables.decorated_tables(id, 4))
    verdict = {**act(table), "text": "{by} wins 1120 chips with two pairs, aces and kings.", "tone": "good"}
    page.set_viewport_size({"width": width, "height": height})
    drawn = {"game": tables.catalogued(id), "table": table, "events": [verdict], "verdict": 1}
    page.evaluate("(one) => window.stand(one)", drawn)
    assert page.evaluate(
        """() => {
          const shown = document.querySelector(".verdict p");
          const { left, right, top, bottom } = shown.getBoundingClientRect();
          const middle = (left + right) / 2;
          return [top + 3, bottom - 3].every((y) => document.elementFromPoint(middle, y) === shown);
        }"""
    )


def test_cards_in_columns_are_large_where_there_is_room(page: Page) -> None:
    game = tables.games()["Cinquillo"]
    table = next(tables.decorated_tables(game, 4))
    for zone in table["zones"]:
        if zone["kind"] == "columns":
            zone["cards"] = zone["cards"][:4]
            zone["count"] = len(zone["cards"])
    page.set_viewport_size({"width": 1280, "height": 800})
    page.evaluate("(one) => window.stand(one)", {"game": tables.catalogued(game), "table": table})
    widths = page.evaluate(
        """() => [...document.querySelectorAll(".spread-columns .card")].map((one) => one.offsetWidth)"""
    )
    assert min(widths) >= LEAST_WIDTH


@pytest.mark.long
@pytest.mark.parametrize("options", [tables.usual_options, tables.other_options])
@pytest.mark.parametrize("game", list(tables.games()))
def test_full_tables_of_every_game_have_room_for_all_their_words(
    page: Page, game: str, options: Callable[[str], tables.Options]
) -> None:
    id = tables.games()[game]
    chosen = options(id)
    found = {seats: wrong(page, id, seats, WHOLE, chosen) for seats in tables.counts(id, chosen)}
    assert {seats: problems for seats, problems in found.items() if problems} == {}
