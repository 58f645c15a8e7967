"""A whole game by the words of a screen reader: roles, names and states, and nothing that is only seen."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from playwright.sync_api import Page

from tests.browser.conftest import Arrive, Deal
from tests.browser.person import WITHIN_S
from tests.servers import wait_until

LINE = re.compile(
    r"""^\s*-\ '?(?P<role>[a-z]+)(?:\ "(?P<name>(?:[^"\\]|\\.)*)")?(?P<states>(?:\ \[[^\]]+\])*)'?
    :?(?:\ (?P<text>.*))?$""",
    re.VERBOSE,
)
"""A line of what the browser tells screen readers, as Playwright writes it down."""
GAME = "Cheat"
"""The heading during the game."""
DEALT = 18
AT_ONCE = 8
"""Number of cards of a play, so that three plays are a game."""
T = TypeVar("T")


class Said(NamedTuple):
    """An element of the page as it is read out."""

    role: str
    name: str
    states: str
    text: str
    depth: int


Reading = list[Said]
"""The whole page from top to bottom, read in one step."""


def read(page: Page) -> Reading:
    """Read the page."""
    lines = page.locator("body").aria_snapshot().splitlines()
    found = [(LINE.match(line), len(line) - len(line.lstrip())) for line in lines]
    return [
        Said(one["role"], one["name"] or "", one["states"], (one["text"] or "").strip('"'), depth)
        for one, depth in found
        if one
    ]


def within(page: Reading, role: str, name: str = "") -> Reading:
    """Return the content of the first element of this role and name; nothing if there is none."""
    for at, one in enumerate(page):
        if one.role == role and one.name.startswith(name):
            rest = page[at + 1 :]
            end = next((nth for nth, other in enumerate(rest) if other.depth <= one.depth), len(rest))
            return rest[:end]
    return []


def hand(page: Reading) -> list[str]:
    """The cards that can be pressed."""
    inside = within(page, "region", "Your Hand")
    return [one.name for one in inside if one.role == "button" and "disabled" not in one.states]


def lifted(page: Reading) -> list[str]:
    return sorted(one.name for one in within(page, "region", "Your Hand") if "pressed" in one.states)


def log(page: Reading) -> list[str]:
    return [one.text for one in within(page, "log", "Log") if one.role == "listitem"]


def heading(page: Reading) -> str:
    return next((one.name for one in page if one.role == "heading"), "")


def task(page: Reading) -> str:
    """The sentence that says what to do now; the heading when the game is over; else ""."""
    if heading(page) != GAME:
        return heading(page)
    said = (one.text for one in within(page, "main") if one.role == "status")
    return next((text for text in said if text.startswith("Your turn:") and " place " in text), "")


class Listener:
    """A person that hears the page, and presses elements by their names."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def hears(self, what: str, find: Callable[[Reading], T]) -> T:
        """Read the page until `find` returns something for a reading, and return it."""
        try:
            heard: T = wait_until(lambda: find(read(self.page)), what, WITHIN_S)
        except AssertionError as missed:
            raise AssertionError(f"{missed}\n{self.page.locator('body').aria_snapshot()}") from None
        return heard

    def presses(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).press("Enter")

    def places(self, told: str) -> int:
        """Place cards, honest ones first: their rank is in the sentence. Return how many are left."""
        ranks = told.rstrip(".").split()[-1]
        held, before = self.hears("cards", lambda page: (hand(page), log(page)) if hand(page) else None)
        cards = sorted(held, key=lambda card: not ranks.startswith(card.split()[0]))[:AT_ONCE]
        region = self.page.get_by_role("region", name=re.compile("^Your Hand"))
        for card in cards:
            region.get_by_role("button", name=card, exact=True).press("Space")
        self.hears(f"{cards} are lifted", lambda page: lifted(page) == sorted(cards))
        self.page.get_by_role("button", name=re.compile("^Place as")).press("Enter")
        self.hears("a new line of the log", lambda page: log(page) != before)
        return len(held) - len(cards)


def test_a_whole_game_is_played_by_what_is_read_out(arrive: Arrive, deal: Deal) -> None:
    """Moves and the end of the game are read in one step: the game may end between two readings."""
    ada = arrive("Ada")
    options = {"max_cards_per_play": AT_ONCE, "min_call_window_s": 0, "final_call_window_s": 30}
    ben, cleo = deal(ada, "Ben", "Cleo", **options)
    listener = Listener(ada.page)
    listener.hears("the cards that are dealt", lambda page: len(hand(page)) == DEALT)
    while (told := listener.hears("a turn or the end", task)).startswith("Your turn"):
        left = listener.places(told)
        for other in (ben, cleo) if left else (ben,):  # with Ben's play the last one of Ada is believed
            other.act("place", cards=other.hand()[:1])
    assert told == "You won!"
    listener.hears("who has won", lambda page: "You won the game." in log(page))
