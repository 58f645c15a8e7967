"""The player's own side of the table: selecting, placing and calling."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.cards import false_cards, in_order
from tests.browser.conftest import Arrive, Deal
from tests.browser.person import WITHIN_S, Person
from tests.servers import wait_until

PROMPT = "You have to place a card to end your turn."
LIFTED = """() => [...document.querySelectorAll(".hand .card-button")].every((one) => {
  const height = one.getBoundingClientRect().top - one.querySelector(".card").getBoundingClientRect().top;
  return height > 9 === (one.getAttribute("aria-pressed") === "true");
})"""
"""Chosen cards are visibly higher. The card under the mouse rises a little, too."""
ROWS = """() => ["seats", "felt", "prompt-box", "hand", "actions"].map((row) => {
  const box = document.querySelector(`.${row}`).getBoundingClientRect();
  const grows = row === "actions" && innerHeight <= 500 && innerWidth >= 560;
  return [row, grows ? null : Math.round(box.top), Math.round(box.bottom)];
})"""
"""The top and bottom of each row of the table. The buttons of a low screen grow upwards, over the log."""
WITH_ANSWERS = """(count) => {
  const row = document.querySelector(".actions .answers-row"), [first] = row.children;
  const plain = count > 5 ? "button plain" : first.className;
  row.replaceChildren(...Array.from({ length: count }, () => first.cloneNode(true)));
  for (const one of row.children) one.className = plain;
  const within = (inner, outer) => inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  const bar = document.querySelector(".actions"), box = bar.getBoundingClientRect();
  const isScrolled = bar.scrollHeight > bar.clientHeight && getComputedStyle(bar).overflowY === "auto";
  const lost = [...row.children].filter((one) => !isScrolled && !within(one.getBoundingClientRect(), box));
  return [row.children.length, lost.map((one) => one.textContent)];
}"""
"""A script that adds answers to a question.

Returns their number, and those that cannot be seen or reached.
"""
SIZES = ((390, 844), (844, 390), (1366, 640), (1024, 600), (640, 400), (1920, 1080))
FEW_SIZES = ((390, 844), (640, 400), (1366, 640))
FITS = """() => ({
  page: [document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight],
  outside: [...document.querySelectorAll(
    ".seat, .prompt, .pile, .spread .card, .fact, .hand .card, .actions button")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
  }).map((one) => one.className),
})"""
CALLED = f"""() => ({{
  faces: [...document.querySelectorAll("[data-zone=reveal] [data-face]")].map((one) => one.dataset.face),
  prompt: document.querySelector("[data-testid=prompt]")?.textContent ?? "",
  calls: document.querySelectorAll("[data-testid=move-call_cheat]:enabled").length,
  outside: ({FITS})().outside.length,
}})"""
"""The cards shown after a call, and the parts of the page outside of the window."""

WHOLE_LINES = """() => {
  const log = document.querySelector("[data-testid=log]"), { top, bottom } = log.getBoundingClientRect();
  const lines = [...log.querySelectorAll("li")].map((line) => line.getBoundingClientRect());
  const isFull = lines[0]?.bottom < top, [first] = lines.filter((line) => line.bottom > top + 1);
  return isFull && first?.top >= top && lines.at(-1).bottom <= bottom + 1;
}"""
"""The log is longer than its box. The box cuts neither its first nor its last visible line."""


def test_a_low_table_shows_the_newest_lines_of_the_log_below_the_bar(arrive: Arrive, deal: Deal) -> None:
    """They have the height that the buttons leave. The drawer shows all lines, from the end on."""
    ada = arrive("Ada", phone=True)
    ben, cleo = deal(ada, "Ben", "Cleo", min_call_window_s=0, turn_s=0)
    ada.resizes(844, 390)
    ada.places(ada.cards()[0])
    for player in (ben, cleo):
        player.act("place", cards=player.hand()[:1])
    lines, side = ada.page.get_by_test_id("log").locator("li"), ada.page.locator(".side")
    expect(lines.last).to_contain_text("Cleo placed")
    expect(lines.last).to_be_in_viewport(ratio=1)
    newest, buttons = lines.last.bounding_box(), ada.page.locator(".actions").bounding_box()
    assert newest and buttons
    assert 0 <= buttons["y"] - newest["y"] - newest["height"] < newest["height"]
    log = ada.page.locator(".drawer-toggle")
    ada.press(log)
    expect(side).to_have_class("side side-open")
    expect(lines.last).to_be_in_viewport(ratio=1)
    expect(lines.first).to_be_in_viewport()
    ada.press(log)
    ada.press(ada.page.get_by_test_id("help"))
    expect(ada.page.get_by_test_id("help-sheet")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_chosen_card_lifts_where_it_is_and_nothing_else_moves(
    arrive: Arrive, deal: Deal, phone: bool
) -> None:
    ada = arrive("Ada", phone=phone)
    deal(ada, "Ben", "Cleo")
    hand = ada.cards()
    assert hand == in_order(hand)
    third, ninth, last = hand[2], hand[8], hand[-1]
    before = ada.places_of_cards()
    for toggled, selected in (
        ([ninth], [ninth]),
        ([last, third], [third, ninth, last]),
        ([last], [third, ninth]),
        ([third, ninth], []),
    ):
        ada.toggles(*toggled)
        assert (ada.selected(), ada.cards()) == (selected, hand)
        assert ada.places_of_cards() == before
        ada.page.wait_for_function(LIFTED)


@pytest.mark.parametrize(
    "sizes", [FEW_SIZES, pytest.param(SIZES, marks=pytest.mark.long)], ids=["few", "all"]
)
def test_table_is_one_screen_whose_rows_stay(
    arrive: Arrive, deal: Deal, sizes: tuple[tuple[int, int], ...]
) -> None:
    """Check that nothing scrolls or is cut off, and that no turn moves the hand."""
    ada = arrive("Ada")
    ben, cleo = deal(ada, "Ben", "Cleo", min_call_window_s=0, turn_s=180)
    rows: dict[tuple[int, int], list[Any]] = {}
    for then, place in (
        ("Ben", lambda: ada.places(ada.cards()[0])),
        ("Cleo", lambda: ben.act("place", cards=ben.hand()[:1])),
        ("Ada", lambda: cleo.act("place", cards=cleo.hand()[:1])),
        ("Ada", None),
    ):
        for width, height in sizes:
            ada.resizes(width, height)
            ada.page.wait_for_function(f"() => ({FITS})().outside.length === 0")
            assert ada.page.evaluate(FITS)["page"] == [width, height]
            now = ada.page.evaluate(ROWS)
            assert rows.setdefault((width, height), now) == now
        if place:
            place()
            ada.sees_turn(then)


def test_what_is_chosen_is_what_was_hit_and_what_a_move_takes(arrive: Arrive, deal: Deal) -> None:
    """A fifth card is not lifted, one under the mouse hides none, and without any it is said what to do."""
    ada = arrive("Ada")
    deal(ada, "Ben", "Cleo")
    hand = ada.cards()
    ada.toggles(*hand[:5])
    assert ada.selected() == hand[:4]
    ada.toggles(hand[0], hand[4])
    assert ada.selected() == hand[1:5]
    ada.toggles(*hand[1:5])
    for nth in (3, 5):
        ada.hand.locator("button").nth(nth).hover()
        ada.toggles(hand[nth + 1])
        assert ada.selected() == [hand[nth + 1]]
        ada.toggles(hand[nth + 1])
    ada.will_be_refused(409)
    ada.press(ada.move("place"))
    ada.sees_toast(PROMPT)
    ada.sees_turn("Ada")
    ada.places(ada.cards()[0])
    ada.sees_turn("Ben")
    expect(ada.toast).to_have_count(0)


def test_only_who_is_on_turn_can_select_cards_and_the_turn_goes_round(arrive: Arrive, deal: Deal) -> None:
    ada = arrive("Ada", phone=True)
    ben, cleo = deal(ada, "Ben", "Cleo", min_call_window_s=0)
    first, second = ada.cards()[:2]
    ada.places(first)
    ada.sees_turn("Ben")
    expect(ada.move("place")).to_have_count(0)
    ada.toggles(second)
    assert ada.selected() == []
    ben.act("place", cards=ben.hand()[:1])
    ada.sees_turn("Cleo")
    ada.toggles(second)
    assert ada.selected() == []
    cleo.act("place", cards=cleo.hand()[:1])
    ada.sees_turn("Ada")
    assert ada.page.title().startswith("● Your turn")
    ada.toggles(second)
    assert ada.selected() == [second]


def looks_at_called(person: Person) -> dict[str, Any]:
    """Return the shown cards, read in one step, because they go after a few seconds."""
    seen: dict[str, Any] = person.page.evaluate(CALLED)
    return seen | {"faces": in_order(seen["faces"])}


def test_called_cards_are_shown_to_everybody(arrive: Arrive, deal: Deal) -> None:
    ada, ben = arrive("Ada"), arrive("Ben", phone=True)
    benny, cleo = deal(ada, "Ben", "Cleo", reveal_s=10)
    ben.opens(f"/r/{benny.code}#seat={benny.token}")
    expect(ben.hand).to_be_visible()
    lies = in_order(false_cards(ada.cards(), "Aces"))[:4]
    ada.places(*lies)
    ada.sees_turn("Ben")
    wanted = {"faces": lies, "calls": 0, "outside": 0}
    prompts = {ada: "You lied and take the pile.", ben: "Ada lied and takes the pile."}
    cleo.act("call_cheat", **cleo.form("call_cheat")["with"])
    for one in (ada, ben):
        theirs = {**wanted, "prompt": prompts[one]}
        wait_until(
            lambda one=one, theirs=theirs: looks_at_called(one) == theirs, f"{one} sees {theirs}", WITHIN_S
        )
        one.sees_verdict("Ada lied!")


def test_a_button_lights_what_it_is_about(arrive: Arrive, deal: Deal) -> None:
    ada, ben = arrive("Ada"), arrive("Ben")
    benny, _ = deal(ada, "Ben", "Cleo", reveal_s=0)
    ben.opens(f"/r/{benny.code}#seat={benny.token}")
    ada.places(ada.cards()[0])
    lit = ben.page.locator("[data-touched]")
    ben.move("call_cheat").hover()
    expect(lit).to_have_count(1)
    expect(lit).to_have_attribute("data-zone", "pile")
    ben.prompt.hover()
    expect(lit).to_have_count(0)


def test_a_selection_stays_while_others_act_and_ends_with_the_turn(arrive: Arrive, deal: Deal) -> None:
    ada = arrive("Ada")
    _, _, dan = deal(ada, "Ben", "Cleo", "Dan", min_call_window_s=0, reveal_s=0)
    chosen = ada.cards()[4:6]
    ada.toggles(*chosen)
    dan.act("leave")
    ada.sees_pile(13)
    assert ada.selected() == chosen
    ada.press(ada.move("place"))
    ada.sees_turn("Ben")
    assert ada.selected() == []
    assert not set(chosen) & set(ada.cards())


@pytest.mark.parametrize(
    "sizes", [FEW_SIZES, pytest.param(SIZES, marks=pytest.mark.long)], ids=["few", "all"]
)
def test_the_bar_of_moves_keeps_its_height_however_many_answers_it_has(
    arrive: Arrive, deal: Deal, sizes: tuple[tuple[int, int], ...]
) -> None:
    """Five colours are buttons of a tournament's beginning; more answers of one question are added by hand.
    A card that cannot be played meanwhile says so, and what can be done.
    """
    ada = arrive("Ada", phone=True)
    (ben,) = deal(ada, "Ben", game="ivanhoe", turn_s=0, auto_draw=True)
    if any(form["name"] == "start" for form in ben.snapshot()["table"]["moves"]):
        ada.opens(f"/r/{ben.code}#seat={ben.token}")
    expect(ada.move("start").last).to_be_visible()
    for width, height in sizes:
        ada.resizes(width, height)
        before = ada.page.evaluate(ROWS)
        for answers in (1, 4, 5, 9):
            assert ada.page.evaluate(WITH_ANSWERS, answers) == [answers, []], (width, height)
            assert ada.page.evaluate(ROWS) == before, (width, height, answers)
        assert ada.page.evaluate(FITS)["page"] == [width, height]
    ada.press(ada.hand.locator("button").first)
    ada.sees_toast(f" now. {ada.prompt.inner_text()}")


def test_the_log_beside_the_table_cuts_no_line(arrive: Arrive, deal: Deal) -> None:
    ada = arrive("Ada")
    others = deal(ada, "Ben", "Cleo", min_call_window_s=0, turn_s=0)
    ada.resizes(1280, 520)
    for _ in range(5):
        ada.places(ada.cards()[0])
        ada.sees_turn("Ben")
        for other in others:
            other.act("place", cards=other.hand()[:1])
        ada.sees_turn("Ada")
    ada.page.wait_for_function(WHOLE_LINES)
