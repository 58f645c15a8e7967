"""A first game tells what is going on, and the rules are a tap away everywhere."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Arrive


def test_a_first_game_of_cheat_tells_what_is_going_on(arrive: Arrive) -> None:
    ada = arrive("Ada", phone=True)
    ada.opens()
    ada.name_field.fill("Ada")
    ada.press(ada.page.locator("summary", has_text="Place cards face down"))
    ada.press(ada.page.locator("[data-lesson=cheat]"))
    expect(ada.hand).to_be_visible()
    expect(ada.page.get_by_test_id("bot-badge").locator("visible=true")).not_to_have_count(0)
    hint = ada.page.get_by_test_id("hint")
    told = []
    for _ in range(2):
        expect(hint).to_be_visible()
        told.append(hint.locator("p").inner_text())
        ada.press(ada.page.get_by_test_id("close-hint"))
        if hint.count() == 0 and ada.move("place").is_enabled():
            ada.places(ada.cards()[0])
    assert len(set(told)) == 2
    ada.press(ada.page.get_by_test_id("help"))
    sheet = ada.page.get_by_test_id("help-sheet")
    expect(sheet).to_contain_text("The whole deck is dealt.")
    ada.press(sheet.locator("summary"))
    expect(sheet.locator(".pairs").first).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
