"""A whole game by what a screen reader says: roles, names and states, and nothing that is only seen."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import Page

from tests.browser.conftest import Arrive
from tests.servers import Client

WITHIN_S = 15
LINE = re.compile(
    r"""^\s*-\ '?(?P<role>[a-z]+)(?:\ "(?P<name>(?:[^"\\]|\\.)*)")?(?P<states>(?:\ \[[^\]]+\])*)'?
    :?(?:\ (?P<text>.*))?$""",
    re.VERBOSE,
)
"""A line of what the browser tells screen readers, as Playwright writes it down."""
Joined = Callable[..., list[Client]]
GAME = "Cheat"
"""What the heading says as long as it is played."""


class Said(NamedTuple):
    """One thing on the page as it is read out."""

    role: str
    name: str
    states: str
    text: str
    depth: int


def read(page: Page) -> list[Said]:
    """The whole page, from top to bottom."""
    lines = page.locator("body").aria_snapshot().splitlines()
    found = [(LINE.match(line), len(line) - len(line.lstrip())) for line in lines]
    return [
        Said(one["role"], one["name"] or "", one["states"], (one["text"] or "").strip('"'), depth)
        for one, depth in found
        if one
    ]


def within(page: list[Said], role: str, name: str = "") -> list[Said]:
    """What belongs to the first thing of this role and name; nothing where there is none."""
    for at, one in enumerate(page):
        if one.role == role and one.name.startswith(name):
            rest = page[at + 1 :]
            end = next((nth for nth, other in enumerate(rest) if other.depth <= one.depth), len(rest))
            return rest[:end]
    return []


class Listener:
    """Somebody who hears the page, and presses what was said."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def buttons(self, role: str, name: str = "") -> list[str]:
        """The buttons of a part of the page that can be pressed."""
        inside = within(read(self.page), role, name)
        return [one.name for one in inside if one.role == "button" and "disabled" not in one.states]

    def turn(self) -> str:
        """What is said to be done now; "" when it is somebody else's turn."""
        said = [one.text for one in within(read(self.page), "main") if one.role == "status"]
        return next((text for text in said if text.startswith("Your turn")), "")

    def log(self) -> list[str]:
        return [one.text for one in within(read(self.page), "log", "Log") if one.role == "listitem"]

    def heading(self) -> str:
        return next((one.name for one in read(self.page) if one.role == "heading"), "")

    def presses(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).press("Enter")

    def acts(self) -> None:
        """Places four cards, honest ones first: their rank is in the sentence that says what may be done."""
        told, before = self.turn(), self.log()
        ranks = told.rstrip(".").split()[-1]
        cards = sorted(
            self.buttons("region", "Your Hand"), key=lambda card: not ranks.startswith(card.split()[0])
        )
        hand = self.page.get_by_role("region", name=re.compile("^Your Hand"))
        for card in cards[:4]:
            hand.get_by_role("button", name=card, exact=True).press("Space")
        self.hears(lambda: self.lifted() == sorted(cards[:4]))
        self.presses("Place cards")
        self.hears(lambda: self.log() != before or self.heading() != GAME)

    def lifted(self) -> list[str]:
        inside = within(read(self.page), "region", "Your Hand")
        return sorted(one.name for one in inside if "pressed" in one.states)

    def hears(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + WITHIN_S
        while not condition():
            assert time.monotonic() < end, self.page.locator("body").aria_snapshot()


def test_a_whole_game_is_played_by_what_is_read_out(arrive: Arrive, joined: Joined) -> None:
    ada = arrive("Ada")
    others = joined(ada.creates_room(), "Ben", "Cleo")
    ada.sets_options(min_call_window_s=0, reveal_s=0, turn_s=0)
    listener = Listener(ada.page)
    listener.presses("Start the game")
    listener.hears(lambda: len(listener.buttons("region", "Your Hand")) == 18)
    while listener.heading() == GAME:
        listener.hears(lambda: listener.turn().startswith("Your turn: place"))
        listener.acts()
        for other in others:
            if other.snapshot()["table"]["phase"] == "playing":
                other.act("place", cards=other.hand()[:1])
        listener.hears(lambda: listener.log()[-1].startswith(("Cleo placed", "Ada")))
    assert listener.heading() == "You won!"
    assert any(line.startswith("Ada ") and "won" in line for line in listener.log()), listener.log()
