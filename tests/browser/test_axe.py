"""axe finds no fault on the screens of the page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import expect

from scripts.screens import Screen, open_screen, screens_of, storage_script
from scripts.stage import Stage, run_stage
from tests.browser.conftest import Arrive, Deal
from tests.browser.person import Person
from tests.servers import Client, Web

Joined = Callable[..., list[Client]]
AXE = (Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js").read_text()
AT_REST = "() => document.getAnimations().every((one) => one.playState !== 'running' || !one.animationName)"
"""All animations have ended. Clocks may run on."""
THEMES = ("petrol", "forest", "night", "plum", "linen", "sky")
SIZES = ((1280, 800), (390, 844))
TURN_S = 180
"""The longest clock of a turn. The test needs less."""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
RUN = "async () => (await axe.run({rules: {'label-content-name-mismatch': {enabled: false}}})).violations"
"""The rule that is off is experimental: it reads signs in hidden drawings, although a card has a name."""
CONTRAST = """async (theme) => {
  const { dataset } = document.documentElement;
  let violations;
  do {
    dataset.theme = theme;
    ({ violations } = await axe.run({ runOnly: ["color-contrast"] }));
  } while (dataset.theme !== theme);
  return violations;
}"""
"""A script that checks the contrast in a theme, which changes only colours.

If the page draws meanwhile, it restores its own theme; then the script tries again.
"""

LAST_SECONDS = """async (theme) => {
  const { dataset } = document.documentElement;
  const isShown = () => dataset.theme === theme && document.querySelector(".prompt-box .countdown.short b");
  let judged;
  do {
    dataset.theme = theme;
    judged = await axe.run(".prompt-box", { runOnly: ["color-contrast"] });
  } while (!isShown());
  const bare = ({ html }) => html.replace(/<!--.*?-->/g, "");
  const texts = (rules) => rules.flatMap(({ nodes }) => nodes.map(bare));
  return { wrong: texts([...judged.violations, ...judged.incomplete]), fine: texts(judged.passes) };
}"""
"""A script that checks the contrast of the prompt and its clock in a theme while the clock is short.

News from the service correct the clock of the page; then the script tries again.
"""


def found(person: Person, theme: str | None = None) -> list[str]:
    """Return the faults of the screen: each rule, and the places that break it.

    With `theme`, only the contrast in that theme.
    """
    person.page.wait_for_function(AT_REST)
    if not person.page.evaluate("'axe' in window"):
        person.page.evaluate(AXE)
    violations: list[dict[str, Any]] = (
        person.page.evaluate(CONTRAST, theme) if theme else person.page.evaluate(RUN)
    )
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in violations
        for node in rule["nodes"]
    ]


LAPTOP, PHONE = SIZES
"""Sizes of windows. The gate checks each screen in one of them, `make long` in both."""


def is_clean(person: Person, size: tuple[int, int]) -> None:
    person.resizes(*size)
    assert (size, found(person)) == (size, [])


def test_start_page_and_waiting_room(arrive: Arrive, joined: Joined) -> None:
    ada = arrive("Ada")
    ada.opens()
    expect(ada.page.get_by_test_id("catalogue")).to_be_visible()
    is_clean(ada, PHONE)
    joined(ada.creates_room(), "Ben", "Cleo")
    ada.sees_listed("Ada", "Ben", "Cleo")
    is_clean(ada, LAPTOP)
    ada.types_options(turn_s=30)
    is_clean(ada, PHONE)


@pytest.mark.long
def test_question_and_result(arrive: Arrive, deal: Deal) -> None:
    ada = arrive("Ada")
    ben, _ = deal(ada, "Ben", "Cleo")
    ada.press(ada.move("leave"))
    is_clean(ada, LAPTOP)
    ada.press(ada.page.get_by_test_id("confirm-no"))
    ben.act("leave")
    expect(ada.page.get_by_test_id("result")).to_be_visible()
    is_clean(ada, PHONE)


@pytest.mark.parametrize(
    "game", ["cheat", *(pytest.param(game, marks=pytest.mark.long) for game in ("uno", "kittens"))]
)
def test_table(arrive: Arrive, deal: Deal, game: str) -> None:
    """Also with the keyboard on a card."""
    ada = arrive("Ada")
    deal(ada, "Ben", "Cleo", game=game, turn_s=180)
    is_clean(ada, LAPTOP)
    ada.resizes(*PHONE)
    ada.hand.locator("button").first.focus()
    is_clean(ada, PHONE)


@pytest.mark.long
def test_table_in_every_theme(arrive: Arrive, deal: Deal) -> None:
    """It has four colours of suits. Each theme is checked in one look of the browser and one size.

    The choice is remembered.
    """
    ada = arrive("Ada")
    deal(ada, "Ben", "Cleo", min_call_window_s=0)
    ada.places(ada.cards()[0])
    ada.sees_turn("Ben")
    menu = ada.page.get_by_test_id("settings")
    ada.press(menu.locator("summary"))
    menu.get_by_label("Four-colour suits").check()
    menu.locator("[name=theme]").select_option(value=THEMES[0])
    looks = list(product(SIZES, SCHEMES))
    for nth, (size, scheme) in enumerate(looks):
        ada.resizes(*size)
        ada.prefers(scheme)
        wrong = {theme: found(ada, theme) for theme in THEMES[nth :: len(looks)]}
        assert (size, scheme, [one for one in wrong.items() if one[1]]) == (size, scheme, [])
    ada.page.reload()
    expect(ada.page.locator("html")).to_have_attribute("data-theme", THEMES[0])
    expect(ada.page.locator("html")).to_have_attribute("data-suits", "four")


@pytest.mark.long
@pytest.mark.parametrize("turn", ["mine", "another's"])
def test_last_seconds_of_a_clock_in_every_theme(arrive: Arrive, deal: Deal, turn: str) -> None:
    """In both sizes and looks of the browser, on the bright prompt of one's own turn and on the quiet one."""
    ada = arrive("Ada")
    deal(ada, "Ben", "Cleo", min_call_window_s=0, turn_s=TURN_S)
    if turn != "mine":
        ada.places(ada.cards()[0])
        ada.sees_turn("Ben")
    ada.page.clock.set_fixed_time(ada.page.evaluate("Date.now() / 1000") + TURN_S - 8)
    ada.page.evaluate(AXE)
    for size, scheme in product(SIZES, SCHEMES):
        ada.resizes(*size)
        ada.prefers(scheme)
        expect(ada.page.locator(".prompt-box .countdown.short")).to_be_visible()
        for theme in THEMES:
            judged = ada.page.evaluate(LAST_SECONDS, theme)
            assert (size, scheme, theme, judged["wrong"]) == (size, scheme, theme, [])
            assert any(re.search(r"^<b>\d+ s</b>$", text) for text in judged["fine"]), judged


def test_door_replay_and_a_room_that_is_gone(arrive: Arrive, service: Web) -> None:
    ada, code = arrive("Ada"), Client([service]).create("Ben")["code"]
    ada.opens(f"/r/{code}")
    expect(ada.form("join")).to_be_visible()
    is_clean(ada, PHONE)
    ada.page.get_by_test_id("more-rules").locator("summary").press("Enter")
    expect(ada.page.get_by_text("You win when you have placed your last card")).to_be_visible()
    ada.opens("/replay")
    expect(ada.page.get_by_test_id("drop")).to_be_visible()
    is_clean(ada, LAPTOP)
    ada.will_be_refused(404)
    ada.opens("/r/zzzzz")
    expect(ada.page.locator("h1")).to_have_text("There is no room ZZZZZ")
    is_clean(ada, PHONE)


@pytest.fixture(scope="module")
def everything() -> Iterator[tuple[Stage, list[Screen]]]:
    """Each game on its table, the options, the rules and a replay among all other screens."""
    with run_stage() as stage:
        yield stage, list(screens_of(stage))


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_every_screen_in_every_theme(
    arrive: Arrive, everything: tuple[Stage, list[Screen]], size: str, language: str
) -> None:
    """Each by all rules in both looks of the browser, and its contrast in every theme."""
    stage, screens = everything
    person = arrive("Ada", phone=size == "phone", at=stage.url, language=language)
    person.context.add_init_script(storage_script(stage, THEMES[0]))
    person.will_be_refused(404)  # one of the screens is a room that is gone
    wrong = {}
    for screen in screens:
        open_screen(person.page, screen)
        for scheme in SCHEMES:
            person.prefers(scheme)
            for theme in (None, *THEMES):
                wrong[screen.name, scheme, theme] = found(person, theme)
    assert {where: what for where, what in wrong.items() if what} == {}
