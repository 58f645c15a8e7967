"""The person's own cards under mouse, finger and keys."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive, Deal
from tests.browser.person import Person
from tests.browser.uno import is_black
from tests.servers import Client, Web

MOST_DRAWS = 108
"""Number of draws after which every card has been drawn."""


@pytest.fixture
def ada(arrive: Arrive, deal: Deal) -> Person:
    """A person on turn at Cheat, with two other players."""
    ada = arrive("Ada")
    deal(ada, "Ben", "Cleo", min_call_window_s=0)
    return ada


def drags(person: Person, nth: int, to: str) -> None:
    """Drag the card at this place with the mouse to the middle of an element."""
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
    """Neither a card that is dropped elsewhere, nor one that is dragged out of turn, is played."""
    hand = ada.cards()
    drags(ada, 3, ".prompt-box")
    assert (ada.cards(), ada.selected()) == (hand, [])
    ada.toggles(hand[3])
    assert ada.selected() == [hand[3]], "the next tap is a tap again"
    ada.press(ada.move("place"))
    ada.sees_turn("Ben")
    hand = ada.cards()
    drags(ada, 3, ".felt")
    ada.sees_toast("Waiting for Ben to place Twos.")
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


def draw_until_one_fits(clients: list[Client]) -> tuple[Client, str]:
    """Return the player on turn, and a playable card of theirs that asks for no colour."""
    for _ in range(MOST_DRAWS):
        for client in clients:
            forms = client.snapshot()["table"]["moves"]
            fields = [field for form in forms if form["name"] == "play" for field in form["fields"]]
            cards = [card for field in fields if field["kind"] == "cards" for card in field["of"]]
            if fitting := [card for card in cards if not is_black(card)]:
                return client, fitting[0]
            for move in {"keep", "draw"} & {form["name"] for form in forms}:
                client.act(move)
    raise AssertionError("no card fits")


def test_second_tap_takes_a_choice_back_and_a_tap_on_the_pile_draws(
    arrive: Arrive, service: Web, joined: Callable[..., list[Client]]
) -> None:
    """The bright button is the move for the chosen card."""
    host = Client([service])
    host.create("Ada", game="uno", options={"start_mode": "host", "turn_s": 0, "start_wild": "redraw"})
    clients = [host, *joined(host.code, "Ben")]
    host.act("start")
    client, card = draw_until_one_fits(clients)
    player = arrive("Ada", phone=True)
    player.opens(f"/r/{host.code}#seat={client.token}")
    expect(player.hand).to_be_visible()
    hand = player.cards()
    player.picks(card)
    expect(player.page.locator(".actions .primary")).to_have_text([re.compile("^Play ")])
    player.press(player.selection)
    assert (player.selected(), player.cards()) == ([], hand)
    pile = player.page.locator("[data-zone=deck]")
    if player.move("draw").count():
        player.press(pile.get_by_role("button"))
        expect(player.hand.locator("button")).to_have_count(len(hand) + 1)
    else:
        assert pile.get_by_role("button").count() == 0, "a card was drawn already"


@pytest.mark.parametrize("card_first", [True, False])
def test_a_card_and_a_seat_ask_for_a_rank(
    arrive: Arrive, service: Web, joined: Callable[..., list[Client]], card_first: bool
) -> None:
    """A player may be chosen before the card; a dialog then asks for it."""
    host = Client([service])
    host.create("Ada", game="go-fish", options={"turn_s": 0})
    clients = [host, *joined(host.code, "Ben")]
    host.act("start")
    (asker,) = [
        one for one in clients if any(form["name"] == "ask" for form in one.snapshot()["table"]["moves"])
    ]
    player = arrive("Ada", phone=True)
    player.opens(f"/r/{host.code}#seat={asker.token}")
    expect(player.hand).to_be_visible()
    card, seat = player.cards()[0], player.page.locator(".seat.can-choose")
    if card_first:
        player.picks(card)
    player.press(seat)
    if not card_first:
        player.press(player.dialog.locator(f"[data-face='{card}']"))
    expect(player.dialog).to_have_count(0)
    expect(player.page.get_by_test_id("log")).to_contain_text("You ask")


def test_a_hand_is_arranged_by_dragging_its_cards(ada: Person) -> None:
    """A dragged card comes before or behind the card on which it is dropped; the others keep their order."""
    hand = ada.cards()
    drags(ada, 0, ".hand .card-button:nth-child(6)")
    assert ada.cards() in ([*hand[1:nth], hand[0], *hand[nth:]] for nth in (5, 6))
    assert ada.selected() == []
    ada.places(hand[0])
    ada.sees_turn("Ben")
    assert ada.cards() == hand[1:]
