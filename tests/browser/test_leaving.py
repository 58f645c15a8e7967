"""Leaving: it is asked for first, the others go on without, and the room is never without a host."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive, Deal
from tests.servers import Client, Web

Joined = Callable[..., list[Client]]


@pytest.mark.long
def test_the_others_play_on_until_too_few_are_left(arrive: Arrive, deal: Deal, joined: Joined) -> None:
    ada, ben, cleo = arrive("Ada"), arrive("Ben", phone=True), arrive("Cleo")
    *seats, dan = deal(ada, "Ben", "Cleo", "Dan", min_call_window_s=0)
    for one, seat in zip((ben, cleo), seats, strict=True):
        one.opens(f"/r/{seat.code}#seat={seat.token}")
        expect(one.hand).to_be_visible()
    ada.places(*ada.cards()[:2])

    # On turn, Ben changes his mind about leaving, and changes it again.
    ben.sees_turn("Ben")
    ben.press(ben.move("leave"))
    expect(ben.page.get_by_test_id("dialog")).to_contain_text("Leave the game?")
    ben.press(ben.page.get_by_test_id("confirm-no"))
    expect(ben.page.get_by_test_id("dialog")).to_have_count(0)
    ben.toggles(ben.cards()[0])
    assert len(ben.selected()) == 1
    ben.leaves()
    for one in (ada, cleo):
        one.sees_turn("Cleo")
        expect(one.fact("Next")).to_have_text("Twos")
        one.sees_claim(f"2 × Aces by {'you' if one is ada else 'Ada'}")
        one.sees_pile(2 + 13)
        expect(one.opponent("Ben").locator(".badge")).to_have_text(["left"])
        expect(one.log.filter(has_text="Ben left the game.")).to_have_count(1)
    cleo.places(cleo.cards()[0])
    for one in (ada, cleo):
        one.sees_turn("Dan")
        one.sees_pile(2 + 13 + 1)
    dan.act("place", cards=dan.hand()[:1])
    ada.sees_turn("Ada")

    # The host leaves three, and the room to Cleo.
    ada.leaves()
    cleo.sees_result("Not enough players to continue.")
    expect(cleo.page.locator(".result .badge.host")).to_have_count(1)
    dan.act("play_again")
    cleo.press(cleo.move("play_again"))
    cleo.waits_in_lobby()
    cleo.sees_listed("Cleo", "Dan")
    expect(cleo.listed("Cleo").locator(".badge.host")).to_be_visible()
    expect(cleo.prompt).to_have_text("Three or more people required to start the game.")
    joined(dan.code, "Eve")
    cleo.starts()


@pytest.mark.long
def test_nobody_can_call_the_play_of_somebody_who_left(arrive: Arrive, deal: Deal) -> None:
    ada = arrive("Ada")
    ben, _, _ = deal(ada, "Ben", "Cleo", "Dan", min_call_window_s=0)
    ada.places(ada.cards()[0])
    ada.sees_turn("Ben")
    ben.act("place", cards=ben.hand()[:3])
    ada.sees_claim("3 × Twos by Ben")
    ada.may_call()
    ben.act("leave")
    ada.sees_pile(1 + 13)
    ada.sees_claim(None)
    ada.may_not_call()
    ada.sees_turn("Cleo")


@pytest.mark.long
def test_the_waiting_room_gets_a_new_host(arrive: Arrive, service: Web, joined: Joined) -> None:
    ben, host = arrive("Ben", phone=True), Client([service])
    host.create("Ada")
    ben.joins_with_link(host.code)
    joined(host.code, "Cleo", "Dan")
    ben.sees_listed("Ada", "Ben", "Cleo", "Dan")
    expect(ben.prompt).to_have_text("Waiting for Ada to start the game.")
    host.act("leave")
    ben.sees_listed("Ben", "Cleo", "Dan")
    expect(ben.listed("Ben").locator(".badge.host")).to_be_visible()
    expect(ben.page.get_by_test_id("start")).to_be_visible()
    ben.starts()
    ben.sees_turn("Ben")


def test_who_has_left_can_come_back_to_the_waiting_room_only(
    arrive: Arrive, service: Web, joined: Joined
) -> None:
    ben, host = arrive("Ben"), Client([service])
    host.create("Ada")
    code = host.code
    joined(code, "Cleo", "Dan")
    ben.joins_with_link(code)
    ben.leaves()
    ben.joins_with_code(code)
    ben.sees_listed("Ada", "Cleo", "Dan", "Ben")
    host.act("start")
    expect(ben.hand).to_be_visible()
    ben.leaves()
    ben.will_be_refused(409)
    ben.fills_in("join", name="Benny", code=code)
    expect(ben.page.locator("#code-error")).to_have_text("The game with the provided code is ongoing.")
