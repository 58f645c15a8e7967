"""Tables of authors' games: what a player may do and has to see is on the screen."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cheat.documents.starters import starter
from tests.browser.conftest import Arrive
from tests.documents.small_documents import document, written

HIDDEN = """() => {
  const screen = document.documentElement.getBoundingClientRect();
  const bar = document.querySelector(".actions").getBoundingClientRect();
  const isWithin = (box, { left, right }) => box.width > 0 && box.height > 0 && box.left >= left - 1
    && box.right <= right + 1 && box.top >= -1 && box.bottom <= innerHeight + 1;
  return [...document.querySelectorAll(".actions button, .pile, .seat")]
    .filter((one) => !isWithin(one.getBoundingClientRect(), one.closest(".actions") ? bar : screen))
    .map((one) => one.dataset.testid || `${one.className} ${one.textContent.trim().slice(0, 40)}`);
}"""
"""Returns the moves, piles and seats that are not wholly on the screen."""


def sits_down(page: Page, source: bytes, bots: int) -> None:
    """Open a table at which a person plays a document against bots."""
    page.goto("/games")
    tried = page.request.post("/api/documents/try", data={"document": source.decode()}).json()
    asked: dict[str, Any] = {"name": "Ada", "game": tried["id"], "bots": bots, "options": {"turn_s": 0}}
    seat = page.request.post("/api/trials", data=asked).json()
    kept = json.dumps({"token": seat["token"], "player": seat["player"], "at": 0})
    page.evaluate("([key, kept]) => { localStorage[key] = kept; }", [f"cheat.seat.{seat['code']}", kept])
    page.goto(f"/r/{seat['code']}")


CUT = """() => [...document.querySelectorAll(".actions button")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.textContent.trim())"""
"""Returns the texts of moves that do not fit on their buttons."""
SLOTS = {"slot": {"choice": "range(1, 5)", "labels": ["First", "Second", "Third", "Fourth", "Fifth"]}}
FIREWORKS = document(
    id="fireworks",
    name="Five Fireworks",
    players={"min": 2, "max": 5},
    deck={"suits": {"R": "red", "G": "green", "B": "blue", "Y": "yellow", "W": "white"},
        "ranks": ["1", "2", "3", "4", "5"], "copies": 2},
    zones={
        "stock": {"label": "Stock", "kind": "pile", "seen": "nobody"},
        "firework": {"label": "{suit}", "kind": "columns", "per": "suit", "seen": "all"},
        "slots": {"label": "Cards", "kind": "row", "per": "player", "seen": "nobody"},
        "lost": {"label": "Lost", "kind": "row", "seen": "all"},
    },
    vars={"clues": 8, "faults": 0},
    player_vars={"known": "text"},
    shows=[{"label": "Clues", "value": "clues"}, {"label": "Faults", "value": "faults"}],
    marks=[{"label": "Last clue", "value": "known", "if": "clues < 8"}],
    start=[
        {"shuffle": "stock"},
        {"each": "suits", "as": "one", "do": [{"draw": 1, "to": "firework[one]"}]},
        {"deal": 5, "to": "slots"},
        {"each": "players", "as": "one", "do": [{"reveal": "one.slots", "to": "players - one"}]},
        {"draw": 6, "to": "lost"},
        {"go": "turn"},
    ],
    phases={"turn": {"prompt": "Play or discard a card, or give a clue.", "moves": [
        {"name": "play", "label": "Play", "tone": "primary", "pick": SLOTS,
            "do": [{"move": "first(take(slots, slot))", "to": "lost"}, {"next": "turn"}]},
        {"name": "discard", "label": "Discard", "pick": SLOTS,
            "do": [{"move": "first(take(slots, slot))", "to": "lost"}, {"next": "turn"}]},
        {"name": "colour", "label": "Clue: colour", "do": [{"add": {"clues": -1}}, {"next": "turn"}],
            "if": "clues > 0", "pick": {"to": {"player": "others"}, "colour": {"choice": "suits"}}},
        {"name": "number", "label": "Clue: number", "do": [{"add": {"clues": -1}}, {"next": "turn"}],
            "if": "clues > 0", "pick": {"to": {"player": "others"}, "number": {"choice": "ranks"}}},
    ]}},
    triggers=[{"if": "any(players where slots is empty)", "do": [{"end": "true"}]}],
    standing="clues",
)  # fmt: skip
"""Four or five players with five cards each, five displays, and two kinds of clues."""


@pytest.mark.parametrize(
    ("source", "bots"),
    [(starter("template:co-operation"), 3), (written(FIREWORKS), 4)],
    ids=["two cards", "five cards"],
)
def test_moves_and_displays_of_a_game_with_clues_are_on_the_screen(
    arrive: Arrive, source: bytes, bots: int
) -> None:
    page = arrive("Ada").page
    sits_down(page, source, bots)
    expect(page.get_by_test_id("move-discard").first).to_be_visible()
    assert page.evaluate(HIDDEN) == []


def test_long_buttons_are_not_cut(arrive: Arrive) -> None:
    labels = [
        f"Put the {rank} on the longest column to open a new column" for rank in ("five", "six", "seven")
    ]
    moves = [{"name": f"put_{at}", "label": label, "do": [{"end": "me"}]} for at, label in enumerate(labels)]
    page = arrive("Ada").page
    sits_down(page, written(document(phases={"turn": {"moves": moves}})), 1)
    expect(page.get_by_test_id("move-put_2")).to_be_visible()
    assert page.evaluate(HIDDEN) == []
    assert page.evaluate(CUT) == []
