"""The waiting room: who may sit down, who was sent away and why, and what is read again after a reload."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.servers import Client

Joined = Callable[..., list[Client]]

SQUEEZED = """() => [...document.querySelectorAll(".option-choice > label")]
  .filter((label) => label.checkVisibility() && label.clientWidth < 120).map((label) => label.innerText)"""


def test_full_rooms_removed_players_and_the_log_after_a_reload(arrive: Arrive) -> None:
    ada, ben, cy = arrive("Ada", phone=True), arrive("Ben"), arrive("Cy")
    code = ada.creates_room("uno")
    ada.press(ada.page.get_by_role("button", name="Copy the code"))
    ada.sees_toast(f"Code copied: {code}")
    ada.types_options(max_players=3)
    option = ada.page.locator("[data-option=max_players]")
    reset = option.get_by_role("button", name="Reset")
    expect(ada.page.get_by_test_id("options").locator("summary", has_text=": 3")).to_have_count(1)
    ada.press(reset)
    expect(reset).to_have_count(0)
    expect(option.locator("input")).to_be_focused()
    ada.types_options(turn_s=0)
    clock = ada.page.locator("[data-option=turn_s] input")
    expect(clock, "a word stands for a clock without a limit").to_have_attribute("placeholder", "off")
    expect(clock).to_have_value("")
    ada.press(ada.page.locator("[data-option=turn_s]").get_by_role("button", name="Reset"))
    ada.sets_options(max_players=2)
    expect(ada.page.get_by_test_id("open-options"), "it names the only change").to_contain_text(": 2")
    ada.press(ada.page.get_by_test_id("open-options"))
    expect(ada.page.locator(".option-group[open]")).to_have_count(1)
    expect(option, "the group with the changed option is open").to_be_visible()
    assert ada.page.evaluate(SQUEEZED) == [], "a long choice leaves the name of its option its width"
    ada.press(ada.page.get_by_test_id("close-sheet"))
    ben.joins_with_link(code)
    ada.sees_listed("Ada", "Ben")
    expect(ada.page.locator(".seat-free")).to_have_count(0)
    cy.opens(f"/r/{code}")
    expect(cy.page.get_by_test_id("full")).to_be_visible()
    expect(cy.form("join")).to_have_count(0)

    # Nothing is done without being asked for, and what was opened closes again.
    menu = ada.page.get_by_label("About Ben")
    ada.press(menu)
    expect(ada.move("kick")).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.move("kick")).to_be_hidden()
    ada.press(menu)
    ada.press(ada.move("make_host"))
    expect(ada.dialog).to_contain_text("Ben")
    ada.press(ada.page.get_by_test_id("confirm-no"))
    ada.press(menu)
    ada.press(ada.move("kick"))
    ada.answers("reason", "stranger")
    ben.will_be_refused(401, 403)
    ada.press(ada.page.get_by_test_id("confirm-yes"))
    told = "The host removed you: not invited. You can come back after ten minutes."
    expect(ben.page.get_by_test_id("notice")).to_have_text(told)
    ben.fills_in("join", name="Ben")
    expect(ben.page.locator("#join-error")).to_contain_text("The host removed you")
    expect(ben.name_field).to_have_attribute("aria-invalid", "false")

    cy.fills_in("join", name="Cy")
    ada.sees_listed("Ada", "Cy")
    expect(cy.log.filter(has_text="You joined.")).to_have_count(1)
    ada.page.reload()
    ada.reads("Ada removed Ben: not invited.")
    ada.reads("Cy joined.")


@pytest.mark.long
def test_who_leaves_a_game_of_three_is_told_that_it_ends(arrive: Arrive, joined: Joined) -> None:
    ada = arrive("Ada")
    joined(ada.creates_room(), "Ben", "Cleo")
    ada.sees_listed("Ada", "Ben", "Cleo")
    ada.starts()
    ada.press(ada.move("leave"))
    expect(ada.dialog).to_contain_text("It will end for everyone.")
    ada.press(ada.dialog.locator("h2"))
    ada.page.mouse.click(5, 5)
    expect(ada.dialog).to_have_count(0)
