"""Names, codes and lines of an input method, in Burmese and full-width letters; and a tab that was frozen."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, CDPSession, Locator, expect

from tests.browser.conftest import Arrive
from tests.browser.line import Line
from tests.browser.person import LOST_LINE, Person, exactly
from tests.servers import Client, Web

NAME = "မြန်မာ"
"""A name whose first sign is a letter with a medial, which some fonts and programs separate."""
WATCH = "window.submitted = 0; addEventListener('submit', () => submitted++, true);"
THAWS = "for (const sign of ['resume', 'visibilitychange']) document.dispatchEvent(new Event(sign))"
"""The events of a page when its tab is shown again."""


class Composer:
    """An input method of a person."""

    def __init__(self, person: Person) -> None:
        self._page = person.page
        self._line: CDPSession = person.context.new_cdp_session(person.page)

    def proposes(self, field: Locator, text: str) -> None:
        """Put text into the field that is not yet confirmed."""
        field.focus()
        caret = {"selectionStart": len(text), "selectionEnd": len(text)}
        self._line.send("Input.imeSetComposition", {"text": text, **caret})
        expect(field).to_have_value(text)

    def hears(self, key: str) -> None:
        """Press a key for the input method only; pages see it with the code 229."""
        for kind in ("rawKeyDown", "keyUp"):
            pressed = {"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": 229}
            self._line.send("Input.dispatchKeyEvent", pressed)

    def takes(self, field: Locator, text: str) -> None:
        """Confirm the proposal with Enter, which does nothing else."""
        before = self._page.url
        self.hears("Enter")
        expect(field).to_have_value(text)
        self._line.send("Input.insertText", {"text": text})
        expect(field).to_have_value(text)
        expect(field).to_be_focused()
        assert (self._page.evaluate("submitted"), self._page.url) == (0, before)


@contextmanager
def frozen(person: Person, browser: Browser, line: Line) -> Iterator[None]:
    """Freeze all tabs, as browsers do in the background: no task runs, and connections are lost.

    Browsers do not freeze tabs of a test, because these count as visible. So their processes are stopped.
    """
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    tabs = [process["id"] for process in processes if process["type"] == "renderer"]
    assert tabs
    for tab in tabs:
        os.kill(tab, signal.SIGSTOP)
    try:
        line.forgets()
        yield
    finally:
        for tab in tabs:
            os.kill(tab, signal.SIGCONT)
    person.page.evaluate(THAWS)


@pytest.mark.long
def test_enter_of_an_input_method_sends_nothing_and_a_frozen_tab_catches_up(
    arrive: Arrive,
    browser: Browser,
    service: Web,
    stay: Callable[..., None],
    joined: Callable[..., list[Client]],
) -> None:
    host = Client([service])
    code = host.create("Ada", options={"turn_s": 0, "min_call_window_s": 0})["code"]
    host.act("set_chat", chat=True)
    stay(host)
    line = Line(service.port)
    bea = arrive(NAME, at=line.url)
    bea.will_hear(LOST_LINE)
    bea.context.add_init_script(WATCH)
    method = Composer(bea)

    bea.opens(f"/r/{code}")
    method.proposes(bea.name_field, "မြန်")
    (cleo,) = joined(code, "Cleo")
    expect(bea.page.locator("body")).to_contain_text("Cleo")
    expect(bea.name_field).to_have_value("မြန်")  # the page was drawn again around it
    method.proposes(bea.name_field, NAME)
    method.takes(bea.name_field, NAME)

    bea.opens()
    method.proposes(bea.name_field, NAME)
    method.takes(bea.name_field, NAME)
    field = bea.form("join").get_by_label("Room code")
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in code)
    method.proposes(field, wide)
    method.takes(field, wide)
    bea.page.keyboard.press("Enter")
    bea.waits_in_lobby()
    bea.sees_listed("Ada", "Cleo", NAME)
    expect(bea.listed(NAME).locator(".avatar")).to_have_text(exactly("မြ"))

    host.act("start")
    bea.sees_pile(0)
    with frozen(bea, browser, line):
        host.act("place", cards=host.hand()[:2])
        cleo.act("place", cards=cleo.hand()[:1])
    bea.sees_pile(3)

    bea.sees_turn(NAME)
    bea.toggles(bea.cards()[0])
    expect(bea.selection).to_have_count(1)
    words = bea.page.get_by_label("Message to everyone")
    method.proposes(words, NAME)
    method.hears("Escape")
    method.takes(words, NAME)
    expect(bea.selection).to_have_count(1)  # Escape was not meant for the hand
    expect(bea.page.get_by_test_id("chat").locator("li")).to_have_count(0)
    bea.page.keyboard.press("Enter")
    expect(bea.page.get_by_test_id("chat").locator("li span")).to_have_text([NAME])
    line.close()
