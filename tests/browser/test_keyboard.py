"""A whole game by the keyboard alone, from the start page to the next waiting room."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.cards import false_cards
from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.servers import Client

Joined = Callable[..., list[Client]]
AT_ONCE = 8
"""Cards of a play, so that the end is near."""
MOST_TABS = 60
"""More than there are stops on any screen."""
FOCUSED = """() => {
  const one = document.activeElement;
  return (one.getAttribute("aria-label") ?? one.labels?.[0]?.textContent ?? one.textContent).trim();
}"""
"""The name of the element that has the keyboard focus."""
IN_HAND = "() => document.activeElement.closest('.hand') !== null"


def goes_to(ada: Person, name: str) -> None:
    """By the tab key, wherever the keyboard is now."""
    stops = []
    for _ in range(MOST_TABS):
        stops.append(ada.page.evaluate(FOCUSED))
        if stops[-1].startswith(name):
            return
        ada.page.keyboard.press("Tab")
    raise AssertionError(f"{name} is no stop of the tab key: {stops}")


def does(ada: Person, name: str) -> None:
    goes_to(ada, name)
    ada.page.keyboard.press("Enter")


def goes_to_hand(ada: Person) -> None:
    for _ in range(MOST_TABS):
        if ada.page.evaluate(IN_HAND):
            ada.page.keyboard.press("Home")
            return
        ada.page.keyboard.press("Tab")
    raise AssertionError("the hand is no stop of the tab key")


def places_first(ada: Person, count: int) -> None:
    """The first cards of the hand: lifted one after the other, and played with the last."""
    expect(ada.move("place")).to_be_enabled()
    goes_to_hand(ada)
    hand = ada.cards()
    for _ in range(count - 1):
        ada.page.keyboard.press("Space")
        ada.page.keyboard.press("ArrowRight")
    ada.page.keyboard.press("Enter")
    expect(ada.hand.locator("button")).to_have_count(len(hand) - count)
    assert ada.cards() == hand[count:]


def meets(ada: Person, joined: Joined) -> tuple[Client, Client]:
    ada.opens()
    goes_to(ada, "Your name")
    ada.page.keyboard.type("Ada")
    does(ada, "Create a room")
    ada.waits_in_lobby()
    ben, cleo = joined(ada.page.get_by_test_id("room-code").inner_text(), "Ben", "Cleo")
    ada.sees_listed("Ada", "Ben", "Cleo")
    does(ada, "Options")
    goes_to(ada, "Cards per play")
    ada.page.keyboard.press("Control+a")
    ada.page.keyboard.type(str(AT_ONCE))
    does(ada, "Time")
    goes_to(ada, "Time to call Cheat")
    ada.page.keyboard.press("Control+a")
    ada.page.keyboard.type("0")
    goes_to(ada, "Turn clock")
    ada.page.keyboard.press("Control+a")
    ada.page.keyboard.type("0")
    does(ada, "Save")
    expect(ada.page.get_by_test_id("options")).to_have_count(0)
    return ben, cleo


@pytest.mark.long
def test_a_whole_game_is_played_by_keys_alone(arrive: Arrive, joined: Joined) -> None:
    ada = arrive("Ada")
    ben, cleo = meets(ada, joined)
    does(ada, "Start the game")
    expect(ada.hand).to_be_visible()

    places_first(ada, 4)
    ada.sees_turn("Ben")
    ben.act("place", cards=ben.hand()[:1])
    cleo.act("place", cards=false_cards(cleo.hand(), "Threes")[:1])
    ada.sees_turn("Ada")
    does(ada, "Cheat!")
    ada.sees_verdict("Cleo lied!")
    ada.sees_turn("Ada")
    while len(ada.cards()) > AT_ONCE:
        places_first(ada, AT_ONCE)
        for other in (ben, cleo):
            other.act("place", cards=other.hand()[:1])
        ada.sees_turn("Ada")
    places_first(ada, len(ada.cards()))
    ben.act("place", cards=ben.hand()[:1])
    ada.sees_result("You won!")
    does(ada, "Play again")
    ada.waits_in_lobby()
