"""One person alone, bots, people who watch, and people who come back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.cards import true_cards
from tests.browser.conftest import Arrive, Deal
from tests.browser.person import WITHIN_S, Person
from tests.servers import Client, Web, wait_until

QUICK = {"min_call_window_s": 0, "reveal_s": 0, "final_call_window_s": 3}
PLAYING = """() => ({
  over: document.querySelector("[data-testid=result]") !== null,
  mine: [...document.querySelectorAll("[data-testid=hand] [data-face]")].map((card) => card.dataset.face),
  due: document.querySelector("[data-testid=move-place]:enabled")
    && [...document.querySelectorAll("dt")].find((label) => label.textContent.trim() === "Next")?.nextElementSibling.textContent.trim(),
})"""  # noqa: E501
"""A script that reads the end of the game, the hand, and on the person's turn the due rank in one step."""
PLACE = """(faces) => {
  for (const face of faces) document.querySelector(`[data-testid=hand] [data-face='${face}']`)?.click();
  document.querySelector("[data-testid=move-place]:enabled")?.click();
}"""
"""A script that acts in one step, too, because another player's last card may end the game in the next."""


def plays_to_the_end(who: Person, rounds: int = 200) -> None:
    """Place true cards if there are any, otherwise one card, until there is a result."""
    before: dict[str, Any] = {}

    def look() -> dict[str, Any] | None:
        now: dict[str, Any] = who.page.evaluate(PLAYING)
        return now if now["over"] or (now["due"] and now != before) else None

    for _ in range(rounds):
        now = wait_until(look, f"{who} has a turn, or there is a result", WITHIN_S)
        if now["over"]:
            return
        before, hand = now, now["mine"]
        who.page.evaluate(PLACE, true_cards(hand, now["due"])[:4] or hand[:1])
    raise AssertionError("the game did not end")


def test_play_now_is_a_game_with_bots(arrive: Arrive) -> None:
    ada = arrive("Ada", phone=True)
    ada.opens()
    ada.fills_in_play_now()
    expect(ada.hand).to_be_visible()
    expect(ada.page.get_by_test_id("bot-badge")).to_have_count(3)
    ada.places(ada.cards()[0])
    expect(ada.log.filter(has_text="placed").nth(1)).to_be_attached()


@pytest.mark.long
def test_one_person_and_three_hard_bots_play_to_the_end_and_again(arrive: Arrive) -> None:
    ada = arrive("Ada")
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


def test_return_link_brings_back_seat_and_hand_on_another_device(
    arrive: Arrive, service: Web, deal: Deal
) -> None:
    ada = arrive("Ada")
    deal(ada, "Ben", "Cleo")
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


@pytest.mark.long
def test_bot_that_plays_for_somebody_steps_back(arrive: Arrive, joined: Callable[..., list[Client]]) -> None:
    ada = arrive("Ada")
    code = ada.creates_room()
    joined(code, "Ben", "Cleo")
    expect(ada.page.get_by_test_id("start")).to_be_visible()
    ada.sets_options(turn_s=1, min_call_window_s=0, reveal_s=0)
    ada.starts()
    expect(ada.page.get_by_test_id("stand-in")).to_be_visible()
    ada.press(ada.move("take_over"))
    ada.reads("Ada is playing again.")
