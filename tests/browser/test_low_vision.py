"""Pages for people with low vision: forced colours of the system, 200 % zoom, letters twice as large."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive, Deal
from tests.browser.person import Person
from tests.browser.test_crowded import ALL, BOXES, overlapping
from tests.browser.test_table import FITS
from tests.servers import Client

Joined = Callable[..., list[Client]]
CUT_OFF = """() => [...document.querySelectorAll("body *")].filter((one) => {
  if (!one.checkVisibility() || !one.getClientRects().length || one.closest(".unseen, svg, .card, select, textarea")) return false;
  const { overflowX, overflowY, textOverflow, clipPath } = getComputedStyle(one);
  if (clipPath !== "none" || textOverflow === "ellipsis") return false;
  const hides = (how) => how === "hidden" || how === "clip";
  return one.textContent.trim() !== "" && ((hides(overflowX) && one.scrollWidth > one.clientWidth + 1) || (hides(overflowY) && one.scrollHeight > one.clientHeight + 1));
}).map((one) => `${one.className}: ${one.textContent.trim().replace(/\\s+/g, " ").slice(0, 60)}`)"""  # noqa: E501
"""A script that finds words which cannot be read, because their box hides its end and does not scroll."""
SIDEWAYS = "() => document.scrollingElement.scrollWidth - innerWidth"
LETTERS = {"standard": 32, "fixed": 26}
"""The reader's setting in the browser: twice the usual size, in px."""
USUAL = {"standard": 16, "fixed": 13}
HAS_LETTERS = "(size) => getComputedStyle(document.body).fontSize === size"
ZOOMED = ((640, 400), (683, 320))
"""The sizes of 1280x800 and 1366x640 at 200 %."""
LARGE = (1280, 800)
OUTLINED = "(all) => all.map((one) => getComputedStyle(one).outlineStyle !== 'none')"
COLOURS = """(one) => [one, one.querySelector(".face")].map((each) => getComputedStyle(each))
    .flatMap((style, nth) => nth ? style.color : style.backgroundColor)"""
"""The paper and ink colours of a card."""


def is_whole(page: Page) -> None:
    """Check that nothing scrolls sideways, and that no word is cut off."""
    assert page.evaluate(SIDEWAYS) <= 0
    assert page.evaluate(CUT_OFF) == []


def is_one_screen(ada: Person) -> None:
    """Check that a table with its whole hand fits into the window, and that no parts overlap."""
    ada.page.wait_for_function(f"() => ({FITS})().outside.length === 0")
    is_whole(ada.page)
    assert overlapping(ada.page.evaluate(BOXES, ALL)) == []


def screens(ada: Person, joined: Joined) -> Iterator[str]:
    """Yield after each step of Ada through the screens of the page."""
    page = ada.page
    ada.opens()
    expect(page.locator(".tile .face").first).to_be_visible()
    yield "start"
    ben, _ = joined(ada.creates_room("cheat"), "Ben", "Cleo")
    ada.sees_listed("Ada", "Ben", "Cleo")
    yield "waiting"
    ada.types_options(min_call_window_s=0)
    yield "options"
    ada.press(ada.move("set_options"))
    ada.starts()
    yield "table"
    ada.places(ada.cards()[0])
    ada.sees_turn("Ben")
    ben.act("place", cards=ben.hand()[:1])
    ada.sees_turn("Cleo")
    yield "table"
    ada.press(page.get_by_test_id("help"))
    yield "help"
    ada.press(page.get_by_test_id("close-sheet"))
    ben.act("leave")
    expect(page.get_by_test_id("result")).to_be_visible()
    yield "result"


def sets_letters(ada: Person, sizes: dict[str, int]) -> None:
    """Set the sizes of letters in the browser, and wait until the page has them."""
    ada.context.new_cdp_session(ada.page).send("Page.setFontSizes", {"fontSizes": sizes})
    ada.page.wait_for_function(HAS_LETTERS, arg=f"{sizes['standard']}px")


@pytest.mark.long
def test_every_screen_is_whole_at_twice_the_size_and_with_letters_twice_as_large(
    arrive: Arrive, joined: Joined
) -> None:
    ada = arrive("Ada")
    for screen in screens(ada, joined):
        for size, letters in ((LARGE, LETTERS), *((size, USUAL) for size in ZOOMED)):
            sets_letters(ada, letters)
            ada.resizes(*size)
            (is_one_screen(ada) if screen == "table" else is_whole(ada.page))
        ada.resizes(*LARGE)


def outlined(page: Page, what: str) -> list[bool]:
    found: list[bool] = page.locator(what).evaluate_all(OUTLINED)
    return found


def test_forced_colours_tell_what_is_chosen_and_whose_turn_it_is(arrive: Arrive, deal: Deal) -> None:
    """Edges in the system's colours show it. Cards stay as they are, like all pictures."""
    ada = arrive("Ada")
    page = ada.page
    ada.opens()
    plain = page.locator(".tile .game-picture .card").first.evaluate(COLOURS)
    page.emulate_media(forced_colors="active")
    assert page.locator(".tile .game-picture .card").first.evaluate(COLOURS) == plain
    assert outlined(page, ".tile:has(:checked)") == [True]
    assert not any(outlined(page, ".tile:not(:has(:checked))"))
    is_whole(page)
    deal(ada, "Ben", "Cleo", min_call_window_s=0)
    is_whole(page)
    ada.press(ada.hand.locator(".card-button:not(.idle)").first)
    assert outlined(page, ".hand [aria-pressed=true] .card") == [True]
    assert not any(outlined(page, ".hand [aria-pressed=false] .card"))
    for name in ("Ada", "Ben"):
        ada.sees_turn(name)
        assert all(outlined(page, ".on-turn"))
        assert not any(outlined(page, ".seat:not(.on-turn)"))
        if name == "Ada":
            ada.press(ada.move("place"))
