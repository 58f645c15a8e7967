"""The whole page in another language, chosen by the browser or the reader, on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from scripts.catalogues import LOCALE, read
from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.test_axe import found
from tests.pseudo_language import SLOT, has_letters

READ = """() => {
    const all = [];
    for (const one of document.querySelectorAll("*:not(script, .tile-words *, .rules *)")) {
        for (const name of ["aria-label", "title", "placeholder"]) all.push(one.getAttribute(name) ?? "");
        for (const node of one.childNodes) if (node.nodeType === Node.TEXT_NODE) all.push(node.data);
    }
    return [...new Set(all.map((text) => text.trim()))].filter(Boolean);
}"""
"""A script that returns all texts that people read or hear on the page, except texts of documents."""
NAME = "Cheat"
"""Names that are the same in every language."""


def _english() -> Iterator[str]:
    """Templates with a different translation in Spanish."""
    for message in read(LOCALE / "es/LC_MESSAGES/messages.po"):
        ids, said = (one if isinstance(one, tuple) else (one,) for one in (message.id, message.string))
        yield from filter(has_letters, {*ids} - {*said})


@pytest.fixture(scope="module")
def english() -> re.Pattern[str]:
    """Return a pattern for any English template, with any values in its slots."""
    patterns = (".*".join(map(re.escape, SLOT.split(one))) for one in _english())
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.S)


def unsaid(person: Person, english: re.Pattern[str]) -> list[str]:
    """Return the texts of the page that are still English."""
    return [text for text in person.page.evaluate(READ) if text != NAME and english.fullmatch(text)]


@pytest.mark.long
def test_spanish_page_has_no_english_from_start_to_table(arrive: Arrive, english: re.Pattern[str]) -> None:
    ada = arrive("Ada", language="es-ES", phone=True)
    page = ada.page
    ada.opens()
    expect(page.locator("h1")).to_be_visible()
    assert unsaid(ada, english) == []
    page.locator("input[name=name]").fill("Ada")
    ada.press(page.get_by_test_id("catalogue").locator("[data-game=uno]"))
    ada.press(page.get_by_test_id("create-form").locator("button[type=submit]"))
    ada.waits_in_lobby()
    ada.adds_bot("easy")
    ada.types_options(target_score=0)
    expect(page.get_by_test_id("share")).to_have_text("Compartir")
    ada.needs_no_sideways_scrolling()
    assert unsaid(ada, english) == []
    ada.press(ada.move("set_options"))
    ada.press(page.get_by_test_id("invite"))
    expect(page.get_by_test_id("qr")).to_have_attribute("aria-label", "Código QR de la invitación")
    assert unsaid(ada, english) == []
    ada.press(page.get_by_test_id("close-sheet"))
    ada.starts()
    expect(page.locator(".mine")).to_have_attribute("aria-label", "Tus cartas")
    ada.needs_no_sideways_scrolling()
    assert unsaid(ada, english) == []
    assert found(ada) == []
    ada.press(page.get_by_test_id("help"))
    expect(page.get_by_test_id("help-sheet").locator("h3").first).to_have_text("Ahora")
    assert unsaid(ada, english) == []
    ada.press(page.get_by_test_id("close-sheet"))

    menu = page.get_by_test_id("settings")
    ada.press(menu.locator("summary"))
    languages = menu.locator("[name=language]")
    expect(languages.locator("option")).to_have_text(["English", "Español"])
    languages.select_option(label="English")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator(".mine")).to_have_attribute("aria-label", "Your cards")
    expect(ada.prompt).to_have_text(english)
    ada.press(ada.move("leave"))
    assert "Leave" in unsaid(ada, english)
    ada.opens()
    expect(page.get_by_test_id("play-now").locator("button")).to_have_text("Play Cheat now")
