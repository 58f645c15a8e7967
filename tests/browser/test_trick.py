"""The cards of a trick lie around the middle of the table, near the seats of the players who laid them."""

from __future__ import annotations

from math import atan2, tau
from random import Random
from typing import Any

from cheat.client.forms import at_random
from tests.browser.conftest import Arrive, Deal
from tests.browser.test_crowded import overlapping
from tests.browser.test_table import FITS
from tests.servers import Client

OTHERS = ("Ben", "Cleo", "Dan", "Eve", "Fay")
SIZES = ((390, 844), (844, 390), (1280, 800))
LEAST_LETTERS = 11
"""Pixels. Smaller letters cannot be read at a glance."""
BIDS_AND_CARDS = 6 + 4
LAID = """() => {
  const felt = document.querySelector(".felt").getBoundingClientRect();
  const shown = [...document.querySelectorAll(".laid-place, .felt .stack, .felt .fact")]
    .filter((one) => one.checkVisibility());
  const letters = (one, scale) => parseFloat(getComputedStyle(one).fontSize) * scale;
  return shown.map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const [name, card] = [one.querySelector(".laid-name"), one.querySelector("[data-face]")];
    return {
      what: name?.textContent ?? "", box: [left, top, right, bottom], faces: card ? [card.dataset.face] : [],
      isInside: left >= felt.left && right <= felt.right && top >= felt.top - 1 && bottom <= felt.bottom + 1,
      letters: name ? [letters(name, 1), ...[...one.querySelectorAll(".index")].map((sign) =>
        letters(sign, card.getBoundingClientRect().width / 100))] : [],
    };
  });
}"""
"""The cards on the felt: owner, place and size of letters. A face is drawn in hundredths."""


def play_at_random(seats: list[Client], moves: int) -> None:
    """Make this number of moves, each by the player on turn."""
    chance = Random(1)
    for _ in range(moves):
        tables = ((seat, seat.snapshot()["table"]) for seat in seats)
        seat, table, form = next(
            (seat, table, form)
            for seat, table in tables
            for form in table["moves"]
            if form["scope"] == "game"
        )
        seat.act(form["name"], **at_random(table, form, chance))


def laid(table: dict[str, Any]) -> dict[str, list[str]]:
    """The trick, by the names of the players."""
    names = {player["id"]: player["name"] for player in table["players"]}
    return {names[zone["owner"]]: zone["cards"] for zone in table["zones"] if zone["id"].startswith("trick:")}


def middle(box: list[float]) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def is_clockwise(places: list[tuple[float, float]]) -> bool:
    """Return whether places go round their middle once, from just left of the bottom to the bottom."""
    at = [sum(place[side] for place in places) / len(places) for side in (0, 1)]
    angles = [atan2(at[0] - x, y - at[1]) % tau for x, y in places]
    return angles[:-1] == sorted(angles[:-1]) and min(angles[-1], tau - angles[-1]) < min(angles[:-1])


def leader(trick: dict[str, list[str]]) -> str:
    """The player who led an unfinished trick: the one with a card, after one without."""
    names = list(trick)
    return next(name for nth, name in enumerate(names) if trick[name] and not trick[names[nth - 1]])


def test_a_trick_of_six_players_can_be_read_on_every_screen(arrive: Arrive, deal: Deal) -> None:
    ada = arrive("Ada", phone=True)
    others = deal(ada, *OTHERS, game="oh-hell", turn_s=0)
    seats = [*others, Client(others[0].servers, token=ada.token(others[0].code))]
    seats[-1].code = others[0].code
    play_at_random(seats, BIDS_AND_CARDS)
    trick = laid(others[0].snapshot()["table"])
    assert sum(map(len, trick.values())) == 4
    ada.page.wait_for_function("() => document.querySelectorAll('.laid-place [data-face]').length === 4")
    assert ada.page.locator(".seat [data-face]").count() == 0
    for width, height in SIZES:
        ada.resizes(width, height)
        ada.page.wait_for_function(f"() => ({FITS})().outside.length === 0")
        things = ada.page.evaluate(LAID)
        assert {one["what"]: one["faces"] for one in things if one["what"]} == trick
        assert [one["what"] for one in things if not one["isInside"] and one["what"]] == []
        assert min(size for one in things for size in one["letters"]) >= LEAST_LETTERS, (width, height)
        assert overlapping(things) == [], (width, height)
        around = [one for one in things if one["what"]]
        clockwise = [*OTHERS, "Ada"]
        assert [one["what"] for one in around] == clockwise
        assert is_clockwise([middle(one["box"]) for one in around]), (width, height)
        assert ada.page.locator(".laid-led .laid-name").all_text_contents() == [leader(trick)]
