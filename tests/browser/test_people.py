"""One person alone, bots, people who watch, and people who come back."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Error, expect

from tests.browser.cards import true_cards
from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.servers import Client, RedisServer, Web

QUICK = {"min_call_window_s": 0, "reveal_s": 0, "final_call_window_s": 3}


@pytest.fixture(scope="module")
def hurried(_redis_of_all: RedisServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """A service in which bots take a twentieth of their time."""
    folder = tmp_path_factory.mktemp("hurried")
    server = Web(folder, REDIS_URL=_redis_of_all.url, WEB_CONCURRENCY=2, BOT_PACE=0.05)
    try:
        yield server.start()
    finally:
        if server.process:
            server.stop()


def plays_to_the_end(who: Person, rounds: int = 200) -> None:
    """Place true cards if there are some, one card otherwise, until there is a result."""
    over = who.page.get_by_test_id("result")
    for _ in range(rounds):
        place = who.page.locator("[data-testid=move-place]:not([disabled])")
        expect(place.or_(over).first).to_be_visible(timeout=60_000)
        if over.is_visible():
            return
        try:
            hand, due = who.cards(), who.fact("Next").inner_text()
            who.toggles(*(true_cards(hand, due)[:4] or hand[:1]))
            who.press(who.move("place"))
            expect(who.selection).to_have_count(0)
        except Error:  # a last card of somebody else, which nobody doubted in time, ended the game meanwhile
            expect(over).to_be_visible()
    raise AssertionError("the game did not end")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_play_now_is_a_game_with_bots_within_ten_seconds(arrive: Arrive, hurried: Web, phone: bool) -> None:
    ada = arrive("Ada", phone=phone, at=hurried.url)
    ada.opens()
    ada.fills_in_play_now()
    expect(ada.hand).to_be_visible(timeout=10_000)
    expect(ada.page.get_by_test_id("bot-badge")).to_have_count(3)
    ada.places(ada.cards()[0])
    expect(ada.log.filter(has_text="placed")).not_to_have_count(1)


def test_one_person_and_three_hard_bots_play_to_the_end_and_again(arrive: Arrive, hurried: Web) -> None:
    ada = arrive("Ada", at=hurried.url)
    ada.creates_room()
    for _ in range(3):
        ada.adds_bot("hard")
    expect(ada.page.get_by_test_id("bot-badge")).to_have_count(3)
    ada.sets_options(**QUICK, turn_s=0)
    ada.starts()
    plays_to_the_end(ada)
    ada.press(ada.move("play_again"))
    ada.waits_in_lobby()
    expect(ada.page.get_by_test_id("player-list").locator("li")).to_have_count(4)
    ada.starts()


def test_host_adds_bots_of_each_level_and_removes_one(arrive: Arrive) -> None:
    ada = arrive("Ada")
    ada.creates_room()
    for level in ("easy", "normal", "hard"):
        ada.adds_bot(level)
        expect(ada.page.get_by_test_id("bot-badge").filter(has_text=re.compile(level, re.I))).to_have_count(1)
    ada.press(ada.page.get_by_test_id("move-remove_bot").first)
    expect(ada.page.get_by_test_id("bot-badge")).to_have_count(2)
    ada.starts()


def test_somebody_watches_sees_no_cards_and_joins_the_next_game(arrive: Arrive, service: Web) -> None:
    ben = Client([service])
    code = str(ben.create("Ben", options={**QUICK, "turn_s": 0}, client="ben-bot")["code"])
    others = [Client([service]) for _ in range(2)]
    for client, name in zip(others, ("Cleo", "Dan"), strict=True):
        client.join(code, name)
    ben.act("start")
    ada = arrive("Ada", phone=True)
    ada.opens(f"/r/{code}")
    ada.press(ada.page.get_by_test_id("watch"))
    expect(ada.page.get_by_test_id("watching")).to_be_visible()
    expect(ada.page.locator("[data-face]")).to_have_count(0)
    expect(ada.opponent("Ben").get_by_test_id("program-badge")).to_have_attribute("title", "program, ben-bot")
    expect(ada.page.get_by_test_id("program-badge")).to_have_count(1)
    ben.act("place", cards=ben.hand()[:2])
    expect(ada.fact("Just played")).to_have_text("2 × Aces by Ben")
    ada.press(ada.page.get_by_test_id("join-next"))
    ada.fills_in("join", name="Ada")
    expect(ada.page.get_by_test_id("next-game")).to_be_visible()
    others[0].act("leave")
    ada.waits_in_lobby()
    expect(ada.listed("Ada")).to_contain_text("you")


def test_return_link_brings_back_seat_and_hand_on_another_device(arrive: Arrive, service: Web) -> None:
    ada = arrive("Ada")
    code = ada.creates_room()
    for name in ("Ben", "Cleo"):
        Client([service]).join(code, name)
    expect(ada.page.get_by_test_id("start")).to_be_visible()
    ada.starts()
    hand = ada.cards()
    ada.press(ada.page.get_by_test_id("menu"))
    ada.press(ada.page.get_by_test_id("return-link"))
    expect(ada.page.get_by_test_id("qr")).to_be_visible()
    address = ada.page.get_by_test_id("return-url").input_value()
    phone = arrive("Ada", phone=True)
    phone.opens(address.partition(service.url)[2])
    expect(phone.hand).to_be_visible()
    assert phone.cards() == hand
    assert "#" not in phone.page.url
    phone.places(hand[0])
    expect(ada.hand.locator("button")).to_have_count(len(hand) - 1)


def test_bot_that_plays_for_somebody_steps_back(arrive: Arrive, hurried: Web) -> None:
    ada = arrive("Ada", at=hurried.url)
    code = ada.creates_room()
    others = [Client([hurried]) for _ in range(2)]
    for client, name in zip(others, ("Ben", "Cleo"), strict=True):
        client.join(code, name)
    expect(ada.page.get_by_test_id("start")).to_be_visible()
    ada.sets_options(turn_s=1, min_call_window_s=0, reveal_s=0)
    ada.starts()
    expect(ada.page.get_by_test_id("stand-in")).to_be_visible(timeout=40_000)
    ada.press(ada.move("take_over"))
    expect(ada.log.filter(has_text="Ada plays again.")).to_have_count(1)
