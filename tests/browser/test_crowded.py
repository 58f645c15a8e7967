"""Very many cards and very many players, where there is little room."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.cards import false_cards
from tests.browser.conftest import Arrive, Deal
from tests.browser.person import Person
from tests.browser.test_table import FITS
from tests.servers import Client, Web

OTHERS = ("Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hana", "Ivo", "Wolfeschlegelste")
NARROW = (360, 740)
PHONES = ((390, 844), (360, 640), (320, 568), (844, 390))
MOST_ROUNDS = 100
"""Far more rounds than there are cards."""
LEAST_ACROSS, LEAST_DOWN = 20, 20
"""Pixels of each card's corner, with its sign, that can be seen and hit."""
CORNERS = """() => [...document.querySelectorAll(".hand .card-button")].map((button) => {
  const { left, top } = button.querySelector(".card").getBoundingClientRect();
  const isFree = (x, y) => document.elementFromPoint(left + x, top + y)?.closest(".card-button") === button;
  const free = (along) => [...Array(60).keys()].findIndex((step) => step > 3 && !along(step));
  const [across, down] = [free((step) => isFree(step, 8)), free((step) => isFree(6, step))];
  return { face: button.dataset.face, across, down };
})"""
"""A script: how far right and down of its corner each card is free; -1: further than the script looks."""
BOXES = """(what) => {
  const there = [...document.querySelectorAll(what)].filter((one) => one.checkVisibility());
  return there.map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return { what: `${one.className} ${one.textContent.trim()}`, box: [left, top, right, bottom] };
  });
}"""
ALL = ".seat, .stack, .fact, .prompt-box, .me, .hand, .actions button"
ON_THE_FELT = ".felt :is(.zones .stack, .fact, .fronts .spread-cards)"
OFF_THE_FELT = """() => {
  const felt = document.querySelector(".felt").getBoundingClientRect();
  return [...document.querySelectorAll(".felt :is(.stack, .fact, .fronts .card)")]
    .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect())
    .filter((box) => box.left < felt.left || box.right > felt.right || box.bottom > felt.bottom).length;
}"""


def overlapping(boxes: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Return the pairs of boxes that share more than an edge."""
    return [
        (one["what"], other["what"])
        for one, other in combinations(boxes, 2)
        if all(
            min(one["box"][side + 2], other["box"][side + 2]) - max(one["box"][side], other["box"][side]) > 1
            for side in (0, 1)
        )
    ]


def all_in_their_places(person: Person) -> list[dict[str, Any]]:
    """Check that no item on the felt reaches over its rim or covers another. Return the items."""
    boxes: list[dict[str, Any]] = person.page.evaluate(BOXES, ON_THE_FELT)
    assert (person.page.evaluate(OFF_THE_FELT), overlapping(boxes)) == (0, [])
    return boxes


def test_each_of_forty_cards_can_be_read_and_hit_on_a_narrow_phone(arrive: Arrive, deal: Deal) -> None:
    ada = arrive("Ada", phone=True)
    ben, cleo = deal(ada, "Ben", "Cleo", decks=2, min_call_window_s=0, reveal_s=0, turn_s=0)
    ada.resizes(*NARROW)
    expect(ada.hand.locator("button")).to_have_count(35)
    ada.picks(ada.cards()[0])
    ada.does("place")
    ada.sees_turn("Ben")
    ben.act("place", cards=ben.hand()[:2])
    cleo.act("place", cards=cleo.hand()[:3])
    ada.sees_turn("Ada")
    ada.picks(false_cards(ada.cards(), "Fours")[0])
    ada.does("place")
    ada.sees_turn("Ben")
    ben.act("call_cheat")
    expect(ada.hand.locator("button")).to_have_count(40)
    corners = ada.page.evaluate(CORNERS)
    hidden = [one for one in corners if 0 <= one["across"] < LEAST_ACROSS or 0 <= one["down"] < LEAST_DOWN]
    assert (len(corners), hidden) == (40, [])
    ada.needs_no_sideways_scrolling()
    assert ada.page.evaluate(FITS)["outside"] == []


@pytest.mark.long
def test_ten_players_have_room_on_a_phone_and_a_laptop(arrive: Arrive, deal: Deal) -> None:
    ada = arrive("Ada")
    others = deal(ada, *OTHERS, min_call_window_s=0, turn_s=0)
    ada.places(ada.cards()[0])
    ada.sees_turn(OTHERS[0])
    for other in others:
        other.act("place", cards=other.hand()[:1])
    expect(ada.move("place")).to_be_enabled()
    for width, height in ((390, 844), (1280, 800)):
        ada.resizes(width, height)
        ada.page.wait_for_function(f"() => ({FITS})().outside.length === 0")
        assert ada.page.evaluate(FITS)["page"] == [width, height]
        assert overlapping(ada.page.evaluate(BOXES, ALL)) == [], (width, height)


@pytest.mark.long
def test_what_lies_before_me_leaves_three_piles_and_what_is_said_their_places(
    arrive: Arrive, service: Web, joined: Callable[..., list[Client]]
) -> None:
    """In Exploding Kittens, a kitten lies in front of an exploded player, while the others play on."""
    host = Client([service])
    deck = json.dumps({"cards": {"DEFUSE": 3, "SKIP": 12}})
    options = {"deal_size": 3, "extra_defuses": 0, "turn_s": 0, "choice_s": 120, "custom_deck": deck}
    host.create("Ada", game="kittens", options=options)
    players = [host, *joined(host.code, "Ben", "Cleo")]
    host.act("start")
    exploded = plays_until_one_explodes(players)
    person = arrive("Ada", phone=True)
    person.opens(f"/r/{host.code}#seat={exploded.token}")
    expect(person.page.locator(".felt .fronts [data-face]")).to_be_visible()
    for size in PHONES:
        person.resizes(*size)
        boxes = all_in_their_places(person)
        names = [box["what"] for box in boxes]
        assert len(boxes) == 5, f"three piles, a fact, a kitten, on {size}: {names}"


def plays_until_one_explodes(players: list[Client]) -> Client:
    for _ in range(MOST_ROUNDS):
        tables = {player: player.snapshot()["table"] for player in players}
        for player, table in tables.items():
            if any(one["id"] == table["you"] and one["marks"] for one in table["players"]):
                return player
        for player, table in tables.items():
            moves = {form["name"] for form in table["moves"]}
            if "insert" in moves:
                player.act("insert", position=0)
            elif "draw" in moves:
                player.act("draw")
    raise AssertionError("nobody has exploded")
