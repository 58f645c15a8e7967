"""Tabs of one browser share one poll: browsers allow six connections to a server."""

from __future__ import annotations

from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import Arrive, Deal
from tests.browser.person import WITHIN_S
from tests.servers import wait_until

TABS = 3


def has_one_poll(looked_at: Page, held: dict[Request, Page]) -> bool:
    """Return whether one poll is held. Between two polls, there may be two for a moment."""
    looked_at.evaluate("0")  # what the browser has told meanwhile is heard
    return len([page for page in held.values() if not page.is_closed()]) == 1


def test_tabs_hold_one_poll_and_all_hear(arrive: Arrive, deal: Deal) -> None:
    ada = arrive("Ada")
    ben, _ = deal(ada, "Ben", "Cleo", min_call_window_s=0, turn_s=0)
    held: dict[Request, Page] = {}
    ada.context.on("request", lambda one: held.update({one: one.frame.page} if "/events" in one.url else {}))
    ada.context.on("requestfinished", lambda one: held.pop(one, None))
    ada.context.on("requestfailed", lambda one: held.pop(one, None))
    tabs: list[Page] = [ada.context.new_page() for _ in range(TABS - 1)]
    for tab in tabs:
        tab.goto(f"/r/{ben.code}")
        expect(tab.get_by_test_id("hand")).to_be_visible()
        expect(tab.get_by_test_id("log").locator("li")).not_to_have_count(0)
    wait_until(lambda: has_one_poll(ada.page, held), "one tab polls for all", WITHIN_S)
    ada.places(ada.cards()[0])
    for tab in tabs:
        expect(tab.get_by_test_id("pile")).to_have_attribute("data-count", "1")
    ada.page.close()
    ben.act("place", cards=ben.hand()[:2])
    for tab in tabs:
        expect(tab.get_by_test_id("pile")).to_have_attribute("data-count", "3")
    wait_until(lambda: has_one_poll(tabs[0], held), "another tab polls for all", WITHIN_S)
