"""Talk: reactions, phrases and texts at the table, for spectators and on a television."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.test_animations import WATCH, has_seen
from tests.browser.test_axe import found
from tests.servers import Client, Web

Joined = Callable[..., list[Client]]
TELEVISION = {"width": 1920, "height": 1080}
LEGIBLE_PX = 28
"""Pixels of 1080: on a screen of 50 inches, letters of this size can be read from three metres."""
SIZES = "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
PLACES = """() => [...document.querySelectorAll(".felt, .seat, .hand .card-button, .prompt-box")]
    .map((one) => one.getBoundingClientRect())
    .map((box) => [box.x, box.y, box.width, box.height].map(Math.round))"""


def says(person: Person, kind: str, code: str) -> None:
    """One press opens, one sends."""
    person.press(person.page.get_by_test_id("talk").locator("summary"))
    person.press(person.page.locator(f"[data-{kind}={code}]"))


def writes(person: Person, text: str) -> None:
    field = person.page.get_by_label("Message to everyone")
    field.fill(text)
    field.press("Enter")
    expect(field).to_have_value("")


def heard(person: Person) -> Any:
    return expect(person.page.get_by_test_id("said").locator("p"))


def written(person: Person) -> Any:
    return expect(person.page.get_by_test_id("chat").locator("li span"))


def opens_person(person: Person, name: str) -> Locator:
    """Open the sheet about a player by a press on the seat."""
    person.press(person.page.get_by_label(f"About {name}"))
    sheet = person.page.get_by_test_id("person-sheet")
    expect(sheet.locator("h2")).to_have_text(name)
    return sheet


def test_what_people_say_is_heard_and_stays(arrive: Arrive, joined: Joined) -> None:
    ada, ben = arrive("Ada"), arrive("Ben", phone=True)
    code = ada.creates_room("cheat")
    ben.joins_with_link(code)
    (cleo,) = joined(code, "Cleo")
    ada.sees_listed("Ada", "Ben", "Cleo")
    ben.page.evaluate(WATCH)

    # Reactions and phrases are there from the beginning; free text is not.
    says(ada, "reaction", "heart")
    for person in (ada, ben):
        heard(person).to_have_text(["Ada: A heart"])
    has_seen(ben, "flying-reaction")
    says(ben, "phrase", "luck")
    heard(ada).to_have_text(["Ada: A heart", "Ben: Good luck!"])
    expect(ben.page.get_by_test_id("chat")).to_have_count(0)
    ada.press(ada.move("set_chat"))
    writes(ada, "  <b>two</b>\u202e words ")
    for person in (ada, ben):
        written(person).to_have_text(["<b>two</b> words"])

    # A player who is muted here is not heard here, and that stays so.
    opens_person(ben, "Ada")
    ben.press(ben.page.get_by_test_id("mute-here"))
    ben.press(ben.page.get_by_test_id("close-sheet"))
    writes(ada, "unheard")
    cleo.act("say", text="heard")
    written(ben).to_have_text(["heard"])
    ben.page.reload()
    written(ben).to_have_text(["heard"])
    written(ada).to_have_text(["<b>two</b> words", "unheard", "heard"])

    # At the table nothing moves, whatever opens; a reload shows texts and no reaction again.
    ada.sets_options(turn_s=0)
    ada.starts()
    expect(ben.hand).to_be_visible()
    before = ben.page.evaluate(PLACES)
    ben.press(ben.page.get_by_test_id("talk").locator("summary"))
    assert found(ben) == []
    assert ben.page.evaluate(PLACES) == before
    ben.page.keyboard.press("Escape")
    cleo.act("say", text="at the table")
    expect(ben.page.get_by_test_id("unread")).to_have_text("1")
    ada.page.reload()
    written(ada).to_have_text(["<b>two</b> words", "unheard", "heard", "at the table"])
    heard(ada).to_have_count(0)


@pytest.mark.long
def test_what_the_host_does_about_it_from_a_seat(arrive: Arrive, joined: Joined) -> None:
    ada, ben = arrive("Ada"), arrive("Ben", phone=True)
    code = ada.creates_room("cheat")
    ben.joins_with_link(code)
    (cleo,) = joined(code, "Cleo")
    ada.sees_listed("Ada", "Ben", "Cleo")
    ada.press(ada.move("set_chat"))
    ada.sets_options(turn_s=0)
    ada.starts()
    expect(ben.hand).to_be_visible()
    ada.press(opens_person(ada, "Ben").get_by_test_id("move-mute"))
    ben.press(ben.page.locator(".drawer-toggle"))
    expect(ben.page.get_by_test_id("chat")).to_contain_text("The host has muted you in this room.")
    expect(ben.page.get_by_label("Message to everyone")).to_have_count(0)
    ada.press(opens_person(ada, "Cleo").get_by_test_id("move-make_host"))
    expect(ada.dialog).to_contain_text("Cleo")
    ada.press(ada.page.get_by_test_id("confirm-yes"))
    expect(ada.me.locator(".badge")).to_have_text(["you"])
    cleo.act("set_chat", chat=False)
    expect(ada.page.get_by_test_id("chat")).to_have_count(0)


@pytest.mark.long
def test_spectators_and_televisions_hear_what_is_said(arrive: Arrive, service: Web, joined: Joined) -> None:
    ada, ben, tv = arrive("Ada"), arrive("Ben", phone=True), arrive("Television")
    eve = arrive("Eve", phone=True)
    code = ada.creates_room("cheat")
    ben.joins_with_link(code)
    joined(code, "Cleo")
    tv.page.set_viewport_size(TELEVISION)
    tv.opens(f"/r/{code}/tv")
    expect(tv.page.get_by_test_id("qr")).to_be_visible()
    expect(tv.page.get_by_test_id("join-board")).to_contain_text("Scan to join")
    expect(tv.page.get_by_test_id("room-code")).to_have_text(code)
    tv.sees_listed("Ada", "Ben", "Cleo")
    tv.page.evaluate(WATCH)
    says(ada, "reaction", "heart")
    heard(tv).to_have_text(["Ada: A heart"])
    has_seen(tv, "flying-reaction")
    says(ben, "phrase", "luck")
    heard(tv).to_have_text(["Ada: A heart", "Ben: Good luck!"])
    has_seen(tv, "speech")
    ada.press(ada.move("set_chat"))
    writes(ada, "two words")
    written(tv).to_have_text(["two words"])
    ada.sets_options(turn_s=0)
    ada.starts()
    expect(ben.hand).to_be_visible()

    # Spectators react where the host lets them, and do nothing else.
    eve.opens(f"/r/{code}")
    eve.press(eve.page.get_by_test_id("watch"))
    expect(eve.page.locator(".table")).to_be_visible()
    expect(eve.page.get_by_test_id("talk")).to_have_count(0)
    host = Client([service], token=ada.token(code))
    host.code = code
    host.act("set_crowd", crowd=True)
    says(eve, "reaction", "wow")
    expect(eve.page.locator("[data-phrase]")).to_have_count(0)
    expect(ben.page.get_by_test_id("said").locator("p").last).to_have_text("A spectator: Amazed")

    # The television: large, and with nothing to press.
    expect(tv.page.locator(".table")).to_be_visible()
    expect(tv.page.get_by_test_id("qr")).to_be_visible()
    assert found(tv) == []
    assert tv.page.locator("button, a, input, summary").count() == 0
    names = tv.page.locator(".seat-name, .prompt, .fact dd, .join-board .code")
    assert names.count() >= 5
    assert min(names.evaluate_all(SIZES)) >= LEGIBLE_PX
    assert tv.page.evaluate("() => [scrollX, scrollY, document.scrollingElement.scrollHeight]") == [
        0,
        0,
        1080,
    ]
