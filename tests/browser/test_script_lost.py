"""A page whose script could not be loaded asks for it again, and says so meanwhile."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from tests.browser.conftest import Arrive
from tests.browser.person import LOST_LINE

SCRIPT = re.compile(r"/assets/(room|replay)\.\w+\.js")


def test_script_that_fails_to_load_is_asked_for_again(arrive: Arrive) -> None:
    ada = arrive("Ada")
    code = ada.creates_room()
    expect(ada.page.locator(".loading")).to_be_hidden()
    ada.will_hear(LOST_LINE)
    asked: list[str] = []

    def fail(route: Route) -> None:
        asked.append(route.request.url)
        route.abort()

    ada.page.route(SCRIPT, fail)
    ada.opens(f"/r/{code}")
    expect(ada.page.get_by_text("It keeps trying.")).to_be_visible()
    ada.page.unroute(SCRIPT)
    ada.waits_in_lobby()
    expect(ada.page.locator(".loading")).to_be_hidden()
    assert len(set(asked)) == len(asked) >= 2, "browsers remember that an address has failed"

    ada.page.route(SCRIPT, lambda route: route.abort(), times=1)
    ada.opens("/replay")
    expect(ada.page.get_by_role("heading", name="Watch a replay")).to_be_visible()
