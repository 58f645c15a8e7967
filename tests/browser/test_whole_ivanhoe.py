"""People, one of them with a phone, play Ivanhoe from the start page to the first token: two of them. In
`long` two and three play to the third token of one of them.

Hands are as they come, so everybody plays by what their page offers: action cards as soon as they can be
played, value cards where it is worth a fight; else they withdraw. After each step all pages must show the
same, and it must be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from cheat.games.ivanhoe import deck
from tests.browser.conftest import Arrive
from tests.browser.person import WITHIN_S, Person
from tests.browser.test_axe import found
from tests.servers import wait_until

NAMES = ("Ada", "Ben", "Cleo")
TOKENS = 3
MOST_STEPS = 400
"""Maximum number of moves, far more than games take."""
LOOK = """() => {
  const shown = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility());
  const text = (one, what) => one.querySelector(what)?.textContent.trim() ?? "";
  const faces = (one) => [...one.querySelectorAll("[data-face]")].map((card) => card.dataset.face);
  const by = (all, key, value) => Object.fromEntries(all.map((one) => [key(one), value(one)]));
  const displays = shown("figure[data-zone^='display:']").filter((one) => faces(one).length);
  const people = shown("[data-testid=opponent], .me"), name = (one) => text(one, ".seat-name");
  return {
    common: {
      turn: shown(".on-turn .seat-name").map((one) => one.textContent.trim()),
      colour: text(document, "[data-kind=colour] dd").slice(-6).trim(),
      displays: by(displays, (one) => one.dataset.zone,
        (one) => ({ cards: faces(one), total: text(one, ".note") })),
      tokens: by(people, name,
        (one) => [...one.querySelectorAll(".token")].map((token) => token.title)),
      cards: by(people, name, (one) => parseInt(text(one, ".seat-count, .me-count"))),
      result: shown("[data-testid=result]").length,
    },
    line: [...document.querySelectorAll("[data-testid=log] li")].at(-1)?.textContent.trim(),
    situation: text(document, "[data-testid=situation]"),
    hand: shown("[data-testid=hand] .card-button").map((one) => one.dataset.face),
    liftable: shown("[data-testid=hand] .card-button:not(.idle)").map((one) => one.dataset.face),
    moves: shown(".actions button").map((one) => one.dataset.testid.replace("move-", "")),
    end: text(document, "[data-testid=move-end_turn]"),
    question: shown("[data-testid=dialog]").length,
  };
}"""
"""The content of a page: the part common to all players, and the part for one."""
ANSWER = """(move) => document.querySelector(`[data-testid=move-${move}]:enabled`)?.click()"""
"""A script that answers an action card, if that is still possible: the time for it runs on."""
Look = dict[str, Any]


@pytest.mark.long
@pytest.mark.parametrize(("count", "tokens"), [(2, 1), (2, TOKENS), (3, TOKENS)])
def test_people_play_a_game(arrive: Arrive, count: int, tokens: int) -> None:
    people = [arrive(name, phone=name == "Ben") for name in NAMES[:count]]
    meet(people)
    game = Tournaments(people)
    for mover, look in game.movers():
        won = max(map(len, look["common"]["tokens"].values()))
        if tokens < TOKENS and won >= tokens and game.has_shown_all():
            break
        game.step(mover, look)
    assert game.has_shown_all()
    if tokens < TOKENS:
        return
    titles = sorted(one.page.get_by_test_id("result").locator("h1").inner_text() for one in people)
    assert titles[-1] == "You won!"
    assert titles[0] == titles[-2]
    assert titles[0].endswith(f"has {TOKENS} tokens and wins.")


def meet(people: list[Person]) -> None:
    ada, ben, *others = people
    code = ada.creates_room("ivanhoe")
    ben.joins_with_link(code)
    for one in others:
        one.joins_with_code(code)
    ada.sees_listed(*(one.name for one in people))
    ada.sets_options(
        tokens_needed=TOKENS, auto_draw=True, quick_reactions=True, reaction_s=20, turn_s=0, choice_s=120
    )
    for one in people:
        one.will_be_refused(409)  # an answer that is too late
    ada.starts()


class Tournaments:
    """A running game. `done`: the moves that there were; `fought`: who has had a turn. Everybody fights in
    their first one, and until a phone has shown two displays. All fight against a starter who wins nothing
    new, so that the game comes to an end.
    """

    def __init__(self, people: list[Person]) -> None:
        self.people = people
        self.done: set[str] = set()
        self.fought: set[str] = set()
        self.for_nothing = False
        self.examined = False

    def has_shown_all(self) -> bool:
        """Return whether there was every usual move, and two displays on a phone.

        Some hands hold nothing to fight with, so this may come later than the first token.
        """
        return self.examined and self.done >= {"start", "play_value", "end_turn"}

    # What all see

    def movers(self) -> Iterator[tuple[Person, Look]]:
        """Yield each player that can act and that player's view, until the game is over."""
        for _ in range(MOST_STEPS):
            looks = self.agreed()
            if looks[0]["common"]["result"]:
                return
            self.is_right(looks)
            if len(looks[0]["common"]["displays"]) > 1 and not self.examined:
                self.examined = True
                self.is_readable()
                continue  # that took time, in which a chance to answer may have passed
            pairs = zip(self.people, looks, strict=True)
            yield next((one, look) for one, look in pairs if look["moves"])
        raise AssertionError(f"no end after {MOST_STEPS} steps")

    def agreed(self) -> list[Look]:
        """Return all views once they agree and a player can act, or there is a result."""
        looks: list[Look] = []

        def agree() -> bool:
            looks[:] = [self.look(one) for one in self.people]
            first = looks[0]["common"]
            if first["result"]:
                return all(look["common"]["result"] for look in looks)
            return all(look["common"] == first for look in looks) and any(look["moves"] for look in looks)

        try:
            wait_until(agree, "all see the same", WITHIN_S)
        except AssertionError as missed:
            raise AssertionError(f"{missed}: {looks}") from None
        return looks

    def look(self, one: Person) -> Look:
        seen: Look = one.page.evaluate(LOOK)
        return seen

    def is_right(self, looks: list[Look]) -> None:
        """Check that displays show their totals, and that everybody sees who leads."""
        common = looks[0]["common"]
        totals = [0]
        for shown in common["displays"].values():
            is_green = common["colour"].endswith("Green")
            worth = len(shown["cards"]) if is_green else sum(map(deck.card_value, shown["cards"]))
            assert shown["total"] == str(worth)
            totals.append(worth)
        for look in looks:
            assert bool(look["situation"]) <= bool(common["colour"])
            assert look["situation"] or len(common["displays"]) < 2
            assert not look["situation"] or not max(totals) or f" {max(totals)}" in look["situation"]

    def is_readable(self) -> None:
        """On a phone, as far as axe can tell."""
        phone = next(one for one in self.people if one.phone)
        assert found(phone) == []
        phone.needs_no_sideways_scrolling()

    # Playing

    def step(self, mover: Person, look: Look) -> None:
        """Make a move, and check its effect on the player's page. A private move leaves nothing to do."""
        name = self.chosen(mover, look)
        getattr(self, name)(mover, look)
        self.done.add(name)
        self.until(
            mover, lambda now: any(now[part] != look[part] for part in ("common", "line")) or not now["moves"]
        )

    def until(self, one: Person, is_so: Callable[[Look], bool]) -> None:
        wait_until(lambda: is_so(self.look(one)), f"{one} sees what the move did", WITHIN_S)

    def chosen(self, mover: Person, look: Look) -> str:
        """The move that is worth it."""
        for name in ("ivanhoe", "pass", "start", "keep", "take_token", "return_token"):
            if name in look["moves"]:
                return {"pass": "pass_"}.get(name, name)
        if "end_turn" in look["moves"]:
            if deeds_in(look):
                return "play_action"
            fights = mover.name not in self.fought or self.for_nothing or not self.examined
            if not (fights and "withdraw" in look["end"] and values_in(look)):
                return "end_turn"
        return "play_value"

    def start(self, mover: Person, look: Look) -> None:
        """In a colour whose token is missing, if there is one."""
        has = [label.lower() for label in look["common"]["tokens"][mover.name]]
        buttons = mover.move("start")
        colours = [button.get_attribute("data-value") for button in buttons.all()]
        wanted = [colour for colour in colours if colour not in has]
        self.for_nothing = not wanted
        mover.press(buttons.nth(colours.index((wanted or colours)[0])))

    def play_value(self, mover: Person, look: Look) -> None:
        mover.picks(max(values_in(look), key=deck.card_value))
        mover.does("play_value")

    def play_action(self, mover: Person, look: Look) -> None:
        """The first one, against whatever can be chosen first: only that is offered."""
        mover.picks(deeds_in(look)[0])
        choosing, button = mover.page.get_by_test_id("choosing"), mover.move("play_action")
        expect(button).to_be_enabled()
        for place in (choosing, mover.page.locator(".fronts")):
            lack = re.search(r"choose \d.* cards?", button.inner_text())
            if lack and place.locator("button").count():
                mover.press(place.locator("button").first)
                expect(button).not_to_contain_text(lack[0])
        lifted = self.look(mover)
        mover.press(button)
        self.until(mover, lambda now: now["common"] != lifted["common"] or now["question"])
        if mover.dialog.is_visible():
            mover.press(mover.dialog.locator("[data-field] [data-value]").first)

    def end_turn(self, mover: Person, look: Look) -> None:
        self.fought.add(mover.name)
        mover.does("end_turn")

    def ivanhoe(self, mover: Person, look: Look) -> None:
        mover.page.evaluate(ANSWER, "ivanhoe")

    def pass_(self, mover: Person, look: Look) -> None:
        mover.page.evaluate(ANSWER, "pass")

    def keep(self, mover: Person, look: Look) -> None:
        """Keep the first card of each value; no other card goes with them."""
        for card in mover.page.locator(".fronts button").all():
            mover.press(card)
        mover.does("keep")

    def take_token(self, mover: Person, look: Look) -> None:
        mover.press(mover.move("take_token").first)

    def return_token(self, mover: Person, look: Look) -> None:
        mover.press(mover.move("return_token").first)


def values_in(look: Look) -> list[str]:
    """Return the cards of the hand that may go to the display."""
    return [card for card in look["liftable"] if deck.is_value(card)]


def deeds_in(look: Look) -> list[str]:
    """Return the action cards of the hand that may be played."""
    return [card for card in look["liftable"] if not deck.is_value(card)]
