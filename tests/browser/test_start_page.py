"""Refusals on the start page stand next to the wrong field, and say why."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from cheat.catalogue import CATALOGUE
from tests.browser.conftest import Arrive
from tests.browser.person import WITHIN_S, Person
from tests.servers import Client, Web, wait_until

Joined = Callable[..., list[Client]]
NO_NAMES = (
    ("", "Enter a name."),
    ("   ", "Enter a name."),
    ("Seventeen letters", "That name is too long. Use at most 16 characters."),
)
SHIFT = """() => new Promise((tell) => new PerformanceObserver((list) =>
    tell(list.getEntries().reduce((sum, one) => sum + one.value, 0)))
    .observe({type: "layout-shift", buffered: true}) || setTimeout(() => tell(0)))"""
ONGOING = "The game with the provided code is ongoing."


@pytest.fixture
def code(service: Web) -> str:
    """Of a room with Ben in it."""
    return str(Client([service]).create("Ben")["code"])


@pytest.fixture
def running(service: Web, code: str, joined: Joined) -> str:
    """Of a room in which a game runs."""
    host = Client([service])
    running = str(host.create("Ben")["code"])
    joined(running, "Cleo", "Dan")
    host.act("start")
    return running


@pytest.fixture
def ada(arrive: Arrive) -> Person:
    person = arrive("Ada")
    person.opens()
    return person


def complaint(field: Locator) -> Locator:
    """Return the sentence that describes a field."""
    return field.page.locator(f"#{field.get_attribute('aria-describedby')}")


def is_blamed(field: Locator, sentence: str) -> None:
    expect(complaint(field)).to_have_text(sentence)
    expect(field).to_have_attribute("aria-invalid", "true")
    assert [text for text in field.page.locator(".error").all_inner_texts() if text] == [sentence]
    below, above = complaint(field).bounding_box(), field.bounding_box()
    assert below and above and 0 <= below["y"] - above["y"] - above["height"] < 12


def test_an_unknown_code_no_code_and_a_link_to_a_room_that_is_gone(ada: Person, code: str) -> None:
    ada.will_be_refused(404)
    field = ada.form("join").get_by_label("Room code")
    ada.fills_in("join", name="Ada", code="zzzzz")
    is_blamed(field, "There is no room with this code. Check the code.")
    ada.fills_in("join", name="Ada", code="  ")
    is_blamed(field, "Enter the room code. It has five letters.")
    ada.opens("/r/ZZZZZ")
    expect(ada.page.get_by_role("heading", name="There is no room ZZZZZ")).to_be_visible()
    other = ada.page.get_by_test_id("other-room")
    other.get_by_label("Room code").fill("?")
    ada.press(other.get_by_role("button", name="Join"))
    expect(other.get_by_role("alert")).to_have_text("Enter the room code. It has five letters.")
    other.get_by_label("Room code").fill(code)
    ada.press(other.get_by_role("button", name="Join"))
    ada.sees_listed("Ben")
    ada.opens("/r/ZZZZZ")
    ada.press(ada.page.get_by_role("link", name="Create a room"))
    expect(ada.form("create")).to_be_visible()


def test_a_name_that_cannot_be(ada: Person, code: str) -> None:
    ada.will_be_refused(422)
    for name, sentence in NO_NAMES:
        ada.fills_in("join", name=name, code=code)
        is_blamed(ada.name_field, sentence)
    for door in (ada.form("create"), ada.page.get_by_test_id("play-now")):
        ada.press(door.locator("button"))
        is_blamed(ada.name_field, sentence)
    ada.opens(f"/r/{code}")
    ada.fills_in("join", name=name)
    is_blamed(ada.name_field, sentence)
    ada.sees_listed("Ben")


def test_a_name_that_is_taken(ada: Person, code: str) -> None:
    ada.will_be_refused(409)
    ada.fills_in("join", name="ben", code=code)
    is_blamed(ada.name_field, "That name is taken. Choose another.")
    ada.fills_in("join", name="Ada", code=code)
    ada.waits_in_lobby()
    ada.sees_listed("Ben", "Ada")


def test_a_running_game(ada: Person, running: str) -> None:
    ada.will_be_refused(409)
    ada.fills_in("join", name="Ada", code=running)
    is_blamed(ada.form("join").get_by_label("Room code"), ONGOING)
    ada.opens(f"/r/{running}")
    expect(ada.page.get_by_test_id("watch")).to_be_visible()


def is_listed(ada: Person) -> bool:
    """Return whether a page opened now shows Ben's room.

    A worker reads the list every few seconds.
    """
    with ada.page.expect_response("**/api/rooms") as answer:
        ada.opens()
    return "Ben" in answer.value.text()


def test_public_rooms_are_listed_and_can_be_joined(ada: Person, arrive: Arrive, service: Web) -> None:
    ben, client = arrive("Ben", phone=True), Client([service])
    ben.opens()
    ben.form("create").get_by_label("Anyone may join").check()
    ben.fills_in("create", name="Ben")
    ben.waits_in_lobby()
    wait_until(lambda: "Ben" in client.call("GET", "/api/rooms").text, "a worker has read the list anew")
    wait_until(lambda: is_listed(ada), "both have", WITHIN_S)
    ada.name_field.fill("Ada")
    ada.press(ada.page.get_by_role("button", name="Join the room of Ben"))
    ada.waits_in_lobby()
    ben.sees_listed("Ben", "Ada")


def test_name_colour_and_seats_are_remembered(arrive: Arrive, code: str) -> None:
    """A pasted invitation works as a code, a right-to-left name stays whole, and a seat is one tap away."""
    dan = arrive("דניאל", phone=True)
    dan.opens()
    dan.press(dan.page.get_by_role("button", name="Change the colour of your avatar"))
    chosen = dan.page.locator("#colour .avatar").get_attribute("class")
    dan.fills_in("join", name="דניאל", code=f"http://elsewhere/r/{code.upper()}?from=chat")
    dan.waits_in_lobby()
    assert dan.listed("דניאל").locator(".avatar").get_attribute("class") == chosen
    expect(dan.listed("דניאל").locator(".seat-name")).to_have_css("direction", "rtl")
    dan.opens()
    expect(dan.name_field).to_have_value("דניאל")
    assert dan.page.locator("#colour .avatar").get_attribute("class") == chosen
    assert not overlap(dan.page.get_by_test_id("seats"), dan.page.get_by_test_id("play-now"))
    dan.press(dan.page.get_by_role("link", name="Back to your seat"))
    dan.waits_in_lobby()


def overlap(one: Locator, other: Locator) -> bool:
    above, below = one.bounding_box(), other.bounding_box()
    assert above and below
    return above["y"] < below["y"] + below["height"] and below["y"] < above["y"] + above["height"]


def test_a_seat_can_be_hidden_and_left_on_the_start_page(ada: Person, code: str, service: Web) -> None:
    seats = ada.page.get_by_test_id("seats")
    ada.fills_in("join", name="Ada", code=code)
    ada.waits_in_lobby()
    ada.opens()
    ada.press(seats.get_by_role("button", name="Hide"))
    expect(seats).to_have_count(0)
    expect(ada.page.get_by_role("button", name="Learn by playing").first).to_be_visible()
    ada.opens(f"/r/{code}")
    ada.waits_in_lobby()
    ada.opens()
    ada.press(seats.get_by_role("button", name="Leave"))
    ada.press(ada.page.get_by_test_id("leave-seat-yes"))
    expect(seats).to_have_count(0)
    table = Client([service]).call("GET", f"/api/rooms/{code}").json()["table"]
    assert [player["name"] for player in table["players"]] == ["Ben"]


def test_nothing_moves_while_the_start_page_loads(arrive: Arrive) -> None:
    ada = arrive("Ada", phone=True)
    ada.opens()
    expect(ada.page.locator(".tile .face").first).to_be_visible()
    expect(ada.page.get_by_test_id("catalogue").locator(".tile")).to_have_count(len(list(CATALOGUE)))
    assert ada.page.evaluate(SHIFT) < 0.02
