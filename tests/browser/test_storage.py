"""A browser that stores nothing: the seat travels with the page, and outlives a reload."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Arrive

BLOCKED = """
const denied = () => { throw new DOMException("denied", "SecurityError"); };
for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get: denied });
LockManager.prototype.request = async () => denied();
"""
"""A script like a browser with all cookies blocked, which denies locks, too."""


def test_seat_is_kept_where_storage_is_blocked(arrive: Arrive) -> None:
    """A room from the start page, a reload, the way back by history; and quick play."""
    ada = arrive("Ada")
    ada.context.add_init_script(BLOCKED)
    code = ada.creates_room()
    ada.sees_listed("Ada")
    expect(ada.page.get_by_test_id("toast")).to_contain_text("Save the link to your seat")
    assert "#" not in ada.page.url, "nobody passes the seat on by accident"
    ada.page.reload()
    ada.waits_in_lobby()
    expect(ada.listed("Ada").get_by_text("You")).to_be_visible()
    ada.opens()
    ada.page.go_back()
    ada.waits_in_lobby()
    ada.leaves()

    ada.opens()
    ada.fills_in_play_now()
    expect(ada.page.locator(".waiting, .table").first).to_be_visible()
    expect(ada.form("join")).to_have_count(0)
    assert ada.page.url.split("/r/")[1].lower() != code.lower()
