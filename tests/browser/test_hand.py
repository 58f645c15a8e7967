"""One's own cards under mouse, finger and keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive, Deal
from tests.browser.person import Person
from tests.browser.uno import Uno, is_black


@pytest.fixture
def ada(arrive: Arrive, deal: Deal) -> Person:
    """On turn at Cheat, with two others."""
    ada = arrive("Ada")
    deal(ada, "Ben", "Cleo", min_call_window_s=0)
    return ada


def drags(person: Person, nth: int, to: str) -> None:
    """The card that lies there, with the mouse, to the middle of an element."""
    card, target = person.hand.locator(".card").nth(nth), person.page.locator(to)
    start, end = card.bounding_box(), target.bounding_box()
    assert start
    assert end
    mouse = person.page.mouse
    mouse.move(start["x"] + 8, start["y"] + 20)
    mouse.down()
    mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    expect(person.page.locator(".ghost")).to_have_count(1)
    mouse.up()
    expect(person.page.locator(".ghost")).to_have_count(0)


def test_card_that_is_dragged_onto_the_table_is_played_with_those_that_are_lifted(ada: Person) -> None:
    hand = ada.cards()
    ada.toggles(hand[0])
    drags(ada, 3, ".felt")
    ada.sees_turn("Ben")
    ada.sees_pile(2)
    assert ada.cards() == [hand[1], hand[2], *hand[4:]]


def test_card_that_is_not_played_stays_in_the_hand(ada: Person) -> None:
    """One that is dropped elsewhere, and one that is dragged out of turn, which says what is awaited."""
    hand = ada.cards()
    drags(ada, 3, ".prompt-box")
    assert (ada.cards(), ada.selected()) == (hand, [])
    ada.toggles(hand[3])
    assert ada.selected() == [hand[3]], "the next tap is a tap again"
    ada.press(ada.move("place"))
    ada.sees_turn("Ben")
    hand = ada.cards()
    drags(ada, 3, ".felt")
    expect(ada.toast).to_have_text("Waiting for Ben to place Twos.")
    assert (ada.cards(), ada.selected()) == (hand, [])


def test_hand_is_played_by_keys_alone_and_is_one_stop_of_the_tab_key(ada: Person) -> None:
    stops = ada.hand.locator("button").evaluate_all("all => all.filter((one) => one.tabIndex >= 0).length")
    assert stops == 1
    hand, keys = ada.cards(), ada.page.keyboard
    ada.hand.locator("button").first.focus()
    for key in ("Space", "ArrowRight", "ArrowRight", "Space", "End", "Space", "Home"):
        keys.press(key)
    assert ada.selected() == [hand[0], hand[2], hand[-1]]
    keys.press("Escape")
    assert ada.selected() == []
    for key in ("ArrowRight", "Space", "ArrowRight", "Enter"):
        keys.press(key)
    ada.sees_turn("Ben")
    ada.sees_pile(2)
    assert ada.cards() == [hand[0], *hand[3:]]
    assert ada.page.evaluate("document.activeElement.closest('.hand') !== null"), (
        "the keyboard stays in the hand"
    )


def test_card_that_can_only_be_played_alone_is_played_by_a_second_tap(arrive: Arrive) -> None:
    ada, ben = arrive("Ada"), arrive("Ben", phone=True)
    code = ada.creates_room("uno")
    ada.sets_options(start_mode="host", turn_s=0)
    ben.joins_with_link(code)
    ada.sees_listed("Ada", "Ben")
    ada.starts()
    game = Uno([ada, ben], 7, 500)
    game.deal()
    while not (fitting := [card for card in game.turn.cards() if game.fits(card) and not is_black(card)]):
        game.keep() if game.drawn else game.draw()
    player, hand, card = game.turn, game.turn.cards(), fitting[0]
    player.picks(card)
    player.press(player.selection)
    expect(player.hand.locator("button")).to_have_count(len(hand) - 1)
    assert sorted([*player.cards(), card]) == sorted(hand)
    assert player.sight()["faces"]["discard"] == [card]
