"""A first game tells what is going on, needs no name, and the rules are a tap away everywhere."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Arrive


def test_a_first_game_of_cheat_tells_what_is_going_on(arrive: Arrive) -> None:
    ada = arrive("Ada", phone=True)
    ada.opens()
    ada.press(ada.page.locator(".first-step[data-step=newcomer]").get_by_role("button"))
    expect(ada.hand).to_be_visible()
    expect(ada.page.get_by_test_id("bot-badge").locator("visible=true")).not_to_have_count(0)
    hint = ada.page.get_by_test_id("hint")
    expect(hint).to_contain_text("face down")
    ada.places(ada.cards()[0])
    expect(hint.filter(has_text="face down")).to_have_count(0)
    ada.press(ada.page.get_by_test_id("help"))
    sheet = ada.page.get_by_test_id("help-sheet")
    expect(sheet).to_contain_text("The whole deck is dealt.")
    ada.press(sheet.get_by_text("Current options"))
    expect(sheet.locator(".pairs").first).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    ada.opens("/?learn=cheat")  # hints that were read before are told again
    ada.press(ada.page.locator(".first-step[data-step=seats]").get_by_role("button", name="Hide"))
    ada.press(ada.page.locator(".first-step[data-step=newcomer]").get_by_role("button"))
    expect(hint).to_contain_text("face down")
