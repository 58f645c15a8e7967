"""A person's time between the first look at the page and the first card."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person

MOST_TAPS, MOST_ALONE_S, MOST_TOGETHER_S = 3, 10, 30
THINK_S, TAP_S, KEY_S = 1.35, 1.3, 0.28
"""Seconds to decide, to point and press, and to type a letter.

They are those of the keystroke-level model (Card, Moran and Newell, "The keystroke-level model for user
performance time with interactive systems", 1980).
"""
COUNT = """addEventListener("pointerdown", (event) => {
  if (event.isTrusted) sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1;
}, { capture: true });"""
"""A script for every page of a tab that notes presses by a finger, not by a script."""


def comes(arrive: Arrive, name: str, address: str = "/") -> Person:
    person = arrive(name, phone=True)
    person.page.add_init_script(COUNT)
    person.opens(address)
    return person


def types_name(person: Person) -> None:
    person.press(person.name_field)
    person.page.keyboard.type(person.name)


def taps(person: Person) -> int:
    return int(person.page.evaluate("sessionStorage.taps"))


def seconds(person: Person) -> float:
    """Return the seconds of the person's time. The time of the service is measured elsewhere."""
    return taps(person) * (THINK_S + TAP_S) + len(person.name) * KEY_S


@pytest.mark.long
def test_a_game_runs_after_three_taps_alone_and_within_half_a_minute_with_a_friend(arrive: Arrive) -> None:
    """Not in the gate, because three first visits take long.

    Other tests go the same ways without counting.
    """
    ada = comes(arrive, "Ada")
    types_name(ada)
    ada.press(ada.page.get_by_test_id("play-now").locator("button"))
    expect(ada.hand).to_be_visible()
    assert taps(ada) <= MOST_TAPS
    assert seconds(ada) <= MOST_ALONE_S

    ben = comes(arrive, "Ben")
    types_name(ben)
    ben.chooses("uno")
    ben.press(ben.form("create").locator("button"))
    ben.waits_in_lobby()
    eve = comes(arrive, "Eve", f"/r/{ben.page.get_by_test_id('room-code').inner_text()}")
    types_name(eve)
    eve.press(eve.form("join").locator("button"))
    ben.sees_listed("Ben", "Eve")
    ben.starts()
    expect(eve.hand).to_be_visible()
    assert (taps(ben), taps(eve)) == (4, 2)
    assert seconds(ben) + seconds(eve) <= MOST_TOGETHER_S
