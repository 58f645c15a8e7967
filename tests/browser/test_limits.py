"""A player that meets a limit is told so in words, at the place where they look."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.test_start_page import complaint
from tests.servers import Web

StartWeb = Callable[..., Web]


@pytest.fixture
def ada(arrive: Arrive, start_web: StartWeb) -> Person:
    """At a service that lets everybody open one room and try one code."""
    return arrive("Ada", at=start_web(RATE_LIMITS="on", ROOM_LIMIT="1/hour", MISS_LIMIT="1/minute").url)


def test_one_room_and_one_code_too_many(ada: Person) -> None:
    """A code at its field, and on the page of a room, where it must not look like a lost line."""
    ada.creates_room()
    ada.will_be_refused(429)
    ada.opens()
    ada.fills_in("create", name="Ada")
    words = "Too many rooms were opened from your network. Try again in "
    expect(ada.form("create").get_by_text(words)).to_be_visible()
    ada.fills_in_play_now()
    expect(ada.page.get_by_test_id("play-now").get_by_text(words)).to_be_visible()

    ada.will_be_refused(404)
    ada.opens()
    ada.fills_in("join", name="Ada", code="zzzzz")
    field = ada.form("join").get_by_label("Room code")
    expect(complaint(field)).to_have_text("There is no room with this code. Check the code.")
    words = "Too many wrong room codes or links were tried from your network. Try again in 10 minutes."
    ada.fills_in("join", name="Ada", code="zzzzx")
    expect(complaint(field)).to_have_text(words)
    ada.opens("/r/zzzzw")
    expect(ada.page.get_by_test_id("reconnecting")).to_have_text(words)
