"""A first game tells what is going on, needs no name, and the rules are a tap away everywhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from cheat.engine.game import AnyGame
from cheat.games import GAMES
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
    ada.page.wait_for_url("**/r/*")
    expect(hint).to_contain_text("face down")
    ada.page.go_back()
    expect(ada.page.locator(".first-step[data-step=seats]")).to_be_visible()
    assert "learn" not in ada.page.url, "or the way back would begin another lesson"


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.lesson_options is not None])
def test_link_to_a_lesson_begins_it(arrive: Arrive, game: AnyGame) -> None:
    ada = arrive("Ada", phone=True)
    ada.opens(f"/?learn={game.id}")
    ada.page.wait_for_url("**/r/*")
    expect(ada.page.get_by_test_id("bot-badge").locator("visible=true")).not_to_have_count(0)
    expect(ada.page.locator(".topbar")).to_contain_text(game.name)


def test_link_to_a_game_without_a_lesson_shows_its_first_rules(arrive: Arrive) -> None:
    ada = arrive("Ada", phone=True)
    ada.opens("/?learn=hearts")
    minute = ada.page.get_by_test_id("minute")
    expect(minute.get_by_role("heading", name="Learn Hearts in a minute")).to_be_visible()
    expect(minute.get_by_role("listitem")).to_have_count(3)
    expect(minute.get_by_role("button", name="Play Hearts now")).to_be_visible()
    ada.press(minute.get_by_role("button", name="Read all rules"))
    expect(ada.page.locator("details.rules[open]")).to_contain_text("shot the moon")
