"""Animations between two tables: cards on their way, and their effects, if movement is welcome."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.cards import false_cards, in_order
from tests.browser.conftest import Arrive
from tests.browser.person import WITHIN_S, Person, faces
from tests.servers import Client, Web, wait_until

Joined = Callable[..., list[Client]]
WATCH = """() => {
  window.seen = [];
  const note = (what) => window.seen.push(what);
  new MutationObserver((changes) => changes.forEach(({ type, target, addedNodes }) => {
    if (type === "attributes") note({ what: "count", count: target.dataset.count });
    for (const one of addedNodes) {
      if (!(one instanceof HTMLElement) || !one.parentElement?.matches(".layer")) continue;
      const from = one.className === "flyer" && one.getAnimations()[0]?.effect.getKeyframes()[0].transform;
      const bottom = parseFloat(one.style.top) + parseFloat(one.style.height);
      const hint = document.querySelector(".hint")?.getBoundingClientRect().top;
      const left = from && new DOMMatrix(from.replace(/rotate.*/, "")).m41;
      note({ what: one.className, bottom, hint, from: left });
    }
  })).observe(document.body, { subtree: true, childList: true, attributeFilter: ["data-count"] });
}"""
"""A script that notes the order in which cards begin to fly, their origins, and changes of piles' numbers.

Of each element above the page also its lower edge, and the upper edge of the hint.
"""
UPRIGHT = """(one) => {
  const { left, width } = one.getBoundingClientRect();
  return left + (width - one.offsetWidth) / 2;
}"""
"""A script: the left edge of a card in its fan, as if it stood upright, as it does in flight."""
HOLD = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const animation = animate.apply(this, how);
    animation.pause();
    return animation;
  };
}"""
"""Pauses each animation that starts from now on, so that it lasts until the test ends it."""


def seen(person: Person) -> list[dict[str, Any]]:
    """Return the animations above the page and on the piles, in order."""
    found: list[dict[str, Any]] = person.page.evaluate("window.seen")
    return found


def has_seen(person: Person, what: str) -> None:
    person.page.wait_for_function("(what) => window.seen.some((one) => one.what.includes(what))", arg=what)


def plays_cheat(arrive: Arrive, joined: Joined, *names: str) -> tuple[Person, *tuple[Client, ...]]:
    ada = arrive("Ada", moving=True)
    others = joined(ada.creates_room(), *names)
    ada.sets_options(min_call_window_s=0, reveal_s=10, turn_s=0)
    ada.page.evaluate(WATCH)
    ada.starts()
    return ada, *others


def test_cards_fly_from_their_own_places_count_when_they_land_and_the_lie_is_marked(
    arrive: Arrive, joined: Joined
) -> None:
    ada, _, cleo = plays_cheat(arrive, joined, "Ben", "Cleo")
    has_seen(ada, "flyer")  # the deal
    expect(ada.page.locator(".layer > *")).to_have_count(0)
    lies = false_cards(ada.cards(), "Aces")[-2:]
    places = [ada.hand.locator(f"[data-face='{card}'] .card").evaluate(UPRIGHT) for card in lies]
    ada.page.evaluate("window.seen = []")
    ada.places(*lies)
    ada.sees_pile(2)
    flight = [one for one in seen(ada) if one["what"] in ("flyer", "count")]
    assert [one["what"] for one in flight] == ["flyer", "flyer", "count"], "it counts when they have landed"
    for one, place in zip(flight, places, strict=False):
        assert one["from"] == pytest.approx(place, abs=2)
    cleo.act("call_cheat")
    wrong = ada.page.get_by_test_id("zone-reveal").locator(".slot-wrong [data-face]")
    wait_until(lambda: in_order(faces(wrong)) == in_order(lies), f"{lies} are marked as wrong", WITHIN_S)
    ada.sees_verdict("Ada lied!")
    for effect in ("stamp-bad", "glow-bad"):
        has_seen(ada, effect)
    stamp = next(one for one in seen(ada) if "stamp" in one["what"])
    assert stamp["bottom"] <= stamp["hint"] + 1, "the hint about the called cards stays readable"
    expect(ada.page.locator(".layer > *")).to_have_count(0)


@pytest.mark.long
def test_no_animation_delays_a_move_and_a_page_that_is_behind_skips_them(
    arrive: Arrive, joined: Joined
) -> None:
    ada, *others = plays_cheat(arrive, joined, "Ben", "Cleo", "Dan", "Eve", "Fay")
    ada.page.evaluate(HOLD)
    ada.places(ada.cards()[0])
    expect(ada.page.locator(".flyer")).not_to_have_count(0)
    ada.sees_pile(0)
    for one in others:
        one.act("place", cards=one.hand()[:1])
    # The fifth play was one too many to wait for; the sixth came with it, or is on its way.
    expect(ada.page.get_by_test_id("pile")).to_have_attribute("data-count", re.compile("[56]"))
    ada.places(ada.cards()[0])
    ada.sees_pile(6)
    ada.sees_turn("Ben")


def acts(ada: Person, hers: Client) -> None:
    """Draw, or put a kitten back, whichever the service awaits, until it is done."""
    awaited = hers.snapshot()
    if "insert" in {form["name"] for form in awaited["table"]["moves"]}:
        ada.does("insert")
        ada.press(ada.page.get_by_test_id("confirm-yes"))
    else:
        ada.does("draw")
    wait_until(lambda: hers.snapshot()["version"] > awaited["version"], "Ada's move has been made", WITHIN_S)


@pytest.mark.long
def test_explosion_end_and_awards(arrive: Arrive, service: Web, joined: Joined) -> None:
    """A pile of two cards, one of which is the kitten: it is soon over."""
    ada = arrive("Ada", phone=True, moving=True)
    code = ada.creates_room("kittens")
    (ben,) = joined(code, "Ben")
    hers = Client([service], token=ada.token(code))
    hers.code = code
    deck = json.dumps({"cards": {"DEFUSE": 2, "SKIP": 7}})
    ada.sets_options(deal_size=3, extra_defuses=0, turn_s=0, choice_s=120, custom_deck=deck)
    ada.page.evaluate(WATCH)
    ada.starts()
    while (table := ben.snapshot()["table"])["phase"] == "playing":
        moves = {form["name"] for form in table["moves"]}
        if "draw" in moves:
            ben.act("draw")
        elif "insert" in moves:
            ben.act("insert", position=0)
        else:
            acts(ada, hers)
    expect(ada.page.get_by_test_id("result")).to_be_visible()
    for effect in ("flyer", "spotlit", "dark", "flash"):
        has_seen(ada, effect)
    won = ada.page.locator("h1").inner_text() == "You won!"
    assert won == (table["result"]["winners"] != [table["you"]])
    if won:
        has_seen(ada, "confetto")
    else:
        ada.sees_result("Ben is the last player alive and wins.")
        expect(ada.page.get_by_test_id("lost")).to_have_text("Your place: 2 of 2")
    expect(ada.page.get_by_test_id("who-is-in")).to_have_text("0 of 2 ready")
    ben.act("play_again")
    expect(ada.page.get_by_test_id("who-is-in")).to_contain_text("1 of 2 ready")
