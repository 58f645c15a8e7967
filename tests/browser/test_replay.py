"""A finished game is watched again from its result and from its file, on a laptop and a phone."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

import cheat.client
from cheat.client.forms import at_random
from tests.browser.conftest import Arrive
from tests.browser.person import WITHIN_S, Person
from tests.browser.test_crowded import all_in_their_places
from tests.servers import Client, Web, wait_until

PLACED = 9
LEFT_X, RIGHT_X, CLOTH_Y, STRIDES = 80, 300, 300, 12
"""A long swipe over the cloth of a phone: browsers may take one for going back, or on, in their history."""
COVERED_PILES = """() => [...document.querySelectorAll(".felt .pile")].filter((pile) => {
  const a = pile.getBoundingClientRect();
  return [...document.querySelectorAll(".laid-cards")].some((hand) => {
    const b = hand.getBoundingClientRect();
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  });
}).map((pile) => pile.dataset.zone)"""
SCROLLS = """() => [...document.querySelectorAll(".over-side .log")]
  .some((log) => log.scrollHeight > log.clientHeight)"""
MOST_ROUNDS = 200
"""Far more steps than needed until a player has shown cards several times."""


@pytest.fixture
def players(service: Web, joined: Callable[..., list[Client]]) -> list[Client]:
    """Three players, the host first, of a game with nine plays, which the second player has left."""
    ada = Client([service])
    options = {"min_call_window_s": 0, "reveal_s": 0, "turn_s": 0}
    ada.create("Ada", options=options)
    players = [ada, *joined(ada.code, "Ben", "Cleo")]
    ada.act("start")
    for number in range(PLACED):
        player = players[number % 3]
        player.act("place", cards=player.hand()[:1])
    players[1].act("leave")
    return players


@pytest.fixture
def over(players: list[Client]) -> Client:
    """The host of that game."""
    return players[0]


def at(person: Person) -> Locator:
    return person.page.get_by_test_id("position")


def cards(person: Person) -> Locator:
    return person.page.locator(".hand-box .card-button")


@pytest.mark.parametrize(
    "phone", [pytest.param(False, marks=pytest.mark.long), True], ids=["laptop", "phone"]
)
def test_result_leads_to_the_replay_and_its_file(
    arrive: Arrive, over: Client, phone: bool, tmp_path: Any
) -> None:
    """A laptop shows it in the room, and a phone from the file."""
    ada = arrive("Ada", phone=phone)
    page = ada.page
    page.goto(f"/r/{over.code}#seat={over.token}")
    with page.expect_download() as download:
        page.get_by_test_id("save-replay").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert json.loads(file.read_text())["replay"] == 1
    if phone:
        page.goto("/replay")
        page.get_by_test_id("open-file").set_input_files(file)
    else:
        page.get_by_test_id("watch-replay").click()
    walks_through(ada)
    if phone:
        page.set_viewport_size({"width": 320, "height": 568})
        page.evaluate("document.querySelector('.bar-code').textContent = 'A game with a long name'")
        page.wait_for_function(
            "() => document.querySelector('.drawer-toggle').getBoundingClientRect().right <= innerWidth"
        )


def test_log_beside_a_result_shows_the_end_of_the_game(arrive: Arrive, over: Client) -> None:
    """The styles of the result come after the log, and change its size. On a low screen the log scrolls."""
    page = arrive("Ada").page
    page.set_viewport_size({"width": 1280, "height": 500})
    held: list[Route] = []
    page.route("**/late*.css", lambda route: held.append(route))
    page.goto(f"/r/{over.code}#seat={over.token}", wait_until="commit")
    last = page.get_by_test_id("log").locator("li").last
    expect(last).to_be_attached()
    wait_until(lambda: page.evaluate("1") and held, "the styles are asked for", WITHIN_S)
    held[0].continue_()
    page.wait_for_function(SCROLLS)
    expect(last).to_be_in_viewport(ratio=0.9)


def walks_through(ada: Person) -> None:
    """There are eleven frames: the deal, nine plays, and the leave, which ends the game."""
    page = ada.page
    expect(at(ada)).to_have_text("1 / 11")
    page.keyboard.press("ArrowRight")
    expect(at(ada)).to_have_text("2 / 11")
    expect(page.get_by_test_id("pile")).to_have_attribute("data-count", "1")
    page.get_by_role("button", name="Forward").click()
    expect(page.get_by_test_id("log").locator("li").last).to_contain_text("Ben placed")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.get_by_test_id("log").locator("li").last).to_contain_text("Ada placed")
    page.get_by_test_id("pick-seat").select_option(label="Ada")
    expect(cards(ada)).to_have_count(17)
    expect(page.locator(".seat .owned .card")).to_have_count(0)
    page.get_by_test_id("open-cards").check()
    expect(page.locator("[data-owner=p2] .card")).to_have_count(17)
    expect(page.locator("[data-owner=p1]")).to_have_count(0)
    expect(page.locator("[data-player=p2] .seat-count")).to_have_text("17")
    page.get_by_test_id("pick-turn").select_option("5")
    expect(page.get_by_test_id("pile")).to_have_attribute("data-count", "5")
    size = page.viewport_size
    assert size is not None
    ada.resizes(1280, 800)
    expect(page.locator(".bubble")).to_have_count(1)
    expect(page.locator(".bubble")).to_be_hidden()
    ada.resizes(size["width"], size["height"])
    page.get_by_test_id("slider").fill("8")
    expect(at(ada)).to_have_text("9 / 11")
    page.get_by_test_id("pick-speed").select_option("4")
    page.get_by_test_id("play").click()
    expect(at(ada)).to_have_text("11 / 11")
    expect(page.get_by_test_id("play")).to_have_attribute("aria-label", "Play the replay")
    expect(page.get_by_test_id("prompt")).to_contain_text("Not enough players")
    page.get_by_test_id("open-cards").uncheck()
    page.keyboard.press("Home")
    expect(at(ada)).to_have_text("1 / 11")
    ada.needs_no_sideways_scrolling()
    controls = page.get_by_test_id("controls").bounding_box()
    assert controls is not None
    assert controls["y"] + controls["height"] <= size["height"] + 1, "what moves it is always in sight"


def test_open_hands_cover_no_pile_on_a_phone(arrive: Arrive, over: Client) -> None:
    person = arrive("Ada", phone=True)
    person.page.goto(f"/r/{over.code}/replay")
    person.page.get_by_test_id("slider").fill("6")
    person.press(person.page.get_by_test_id("open-cards"))
    expect(person.page.locator(".laid-cards .card").first).to_be_visible()
    assert person.page.evaluate(COVERED_PILES) == []


def test_replay_goes_on_when_the_next_game_has_begun(arrive: Arrive, over: Client) -> None:
    ada = arrive("Ada")
    ada.will_hear("the server responded with a status of 409")
    ada.page.goto(f"/r/{over.code}/replay")
    expect(ada.page.get_by_test_id("save-replay")).to_be_visible()
    over.act("play_again")
    for _ in range(2):
        over.act("add_bot", level="easy")
    over.act("start")
    ada.page.get_by_test_id("open-cards").check()
    expect(ada.page.locator("[data-owner=p2] .card")).to_have_count(17)


def test_who_watches_it_is_told_when_the_others_go_on(
    arrive: Arrive, players: list[Client], joined: Callable[..., list[Client]]
) -> None:
    ada, _, seat = players
    cleo = arrive("Cleo", phone=True)
    cleo.page.goto(f"/r/{ada.code}#seat={seat.token}")
    cleo.page.get_by_test_id("watch-replay").click()
    expect(at(cleo)).to_have_text("1 / 11")
    call = cleo.page.get_by_test_id("call")
    expect(call).to_have_count(0)
    ada.act("play_again")
    expect(call).to_contain_text("Ada wants to play again.")
    joined(ada.code, "Dan")
    ada.act("start")
    expect(call).to_contain_text("The next game has started.")
    call.get_by_role("link", name="Go to the room").click()
    expect(cleo.hand).to_be_visible()


def test_file_that_is_none_is_refused_in_words(arrive: Arrive, service: Web) -> None:
    ada = arrive("Ada")
    ada.will_hear("the server responded with a status of 422")
    ada.page.goto("/replay")
    file: Any = {"name": "a.json", "mimeType": "application/json", "buffer": b"{}"}
    ada.page.get_by_test_id("open-file").set_input_files(file)
    expect(ada.page.get_by_role("alert")).to_contain_text("replay that can be watched here")


def test_room_without_a_finished_game_has_no_replay(arrive: Arrive, service: Web) -> None:
    host = Client([service])
    host.create("Ada")
    ben = arrive("Ben")
    ben.will_hear("the server responded with a status of 409")
    ben.page.goto(f"/r/{host.code}/replay")
    expect(ben.page.get_by_role("alert")).to_contain_text("No game has been played")


def swipe(person: Person, start: int, end: int) -> None:
    """A finger goes from one side to the other at the height of the cloth, as fast as fingers do."""
    fingers = person.context.new_cdp_session(person.page)
    path = [start + (end - start) * step // STRIDES for step in range(STRIDES + 1)]
    for kind, x in [("touchStart", start), *(("touchMove", x) for x in path[1:])]:
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": CLOTH_Y}]})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize(
    "from_file", [False, pytest.param(True, marks=pytest.mark.long)], ids=["room", "file"]
)
def test_swipes_go_through_the_replay_and_never_leave_it(
    arrive: Arrive, over: Client, tmp_path: Any, from_file: bool
) -> None:
    ada = arrive("Ada", phone=True)
    page = ada.page
    page.goto("/")
    page.goto(f"/r/{over.code}#seat={over.token}")
    if from_file:
        with page.expect_download() as download:
            page.get_by_test_id("save-replay").click()
        file = tmp_path / download.value.suggested_filename
        download.value.save_as(file)
        page.goto("/replay")
        page.get_by_test_id("open-file").set_input_files(file)
    else:
        page.get_by_test_id("watch-replay").click()
    expect(at(ada)).to_have_text("1 / 11")
    where, length = page.url, page.evaluate("() => history.length")
    for place in (2, 3):
        swipe(ada, RIGHT_X, LEFT_X)
        expect(at(ada)).to_have_text(f"{place} / 11")
    for place in (2, 1, 1):
        swipe(ada, LEFT_X, RIGHT_X)
        expect(at(ada)).to_have_text(f"{place} / 11")
    page.get_by_role("button", name="Forward").click()
    expect(at(ada)).to_have_text("2 / 11")
    assert (page.url, page.evaluate("() => history.length")) == (where, length)


@pytest.mark.long  # another game each time
@pytest.mark.parametrize("size", [(1280, 800), (1366, 640), (390, 844), (360, 640)])
def test_what_lies_before_a_seat_leaves_piles_and_facts_their_places(
    arrive: Arrive, service: Web, size: tuple[int, int]
) -> None:
    """In Ivanhoe a display lies in front of the acting player.

    Every second frame with a display is checked.
    """
    chance = Random(4)
    with cheat.client.Client(service.url) as one, cheat.client.Client(service.url) as other:
        ada = one.create("Ada", "ivanhoe", {"turn_s": 0})
        ben = other.join(ada.code, "Ben")
        ada.act("start")
        shown = 0
        for _ in range(MOST_ROUNDS):
            for seat in (ada, ben):
                table = seat.snapshot()["table"]
                mine = (zone for zone in table["zones"] if zone["id"] == f"display:{ada.you}")
                shown += any(zone["count"] for zone in mine)
                forms = [form for form in table["moves"] if form["scope"] == "game"]
                if forms:
                    form = chance.choice(forms)
                    seat.send(form, **at_random(table, form, chance))
            if shown > 12:
                break
        ben.act("leave")
    person = arrive("Ada", phone=size[0] < 500)
    page = person.page
    page.goto(f"/r/{ada.code}/replay")
    page.get_by_test_id("pick-seat").select_option(label="Ada")
    person.resizes(*size)
    last = int(at(person).inner_text().split("/")[1])
    displays = 0
    for moment in range(0, last, 2):
        page.get_by_test_id("slider").fill(str(moment))
        expect(at(person)).to_have_text(f"{moment + 1} / {last}")
        if page.locator(".fronts [data-face]").count():
            all_in_their_places(person)
            displays += 1
    assert displays, "there were displays more than a dozen times"
