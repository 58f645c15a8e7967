"""What axe finds on the screens that people meet: nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from scripts.screens import screens_of, settled, shows
from scripts.stage import staged
from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.servers import Client

Joined = Callable[..., list[Client]]
AXE = (Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js").read_text()
AT_REST = "() => document.getAnimations().every((one) => one.playState !== 'running' || !one.animationName)"
"""Whatever came with a movement has come; clocks run on."""
THEMES = ("petrol", "forest", "night", "plum", "linen", "sky")
RUN = "async () => (await axe.run({rules: {'label-content-name-mismatch': {enabled: false}}})).violations"
"""That rule is an experiment, which reads signs in hidden drawings: a card is called by its name."""


def found(person: Person) -> list[str]:
    """What is wrong with the screen: each rule, and where it is broken."""
    person.page.wait_for_function(AT_REST)
    if not person.page.evaluate("'axe' in window"):
        person.page.evaluate(AXE)
    violations: list[dict[str, Any]] = person.page.evaluate(RUN)
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in violations
        for node in rule["nodes"]
    ]


@pytest.fixture(params=["desktop", "phone"])
def ada(request: pytest.FixtureRequest, arrive: Arrive) -> Person:
    return arrive("Ada", phone=request.param == "phone")


def test_start_page_waiting_room_and_result(ada: Person, joined: Joined) -> None:
    ada.opens()
    expect(ada.page.get_by_test_id("catalogue")).to_be_visible()
    assert found(ada) == []
    ben, cleo = joined(ada.creates_room(), "Ben", "Cleo")
    ada.sees_listed("Ada", "Ben", "Cleo")
    ada.types_options(turn_s=30)
    assert found(ada) == []
    ada.sets_options(turn_s=0)
    ada.starts()
    ada.uses_bar(ada.move("leave"))
    assert found(ada) == []
    ada.press(ada.page.get_by_test_id("confirm-no"))
    ben.act("leave")
    expect(ada.page.get_by_test_id("result")).to_be_visible()
    assert found(ada) == []
    cleo.act("play_again")


@pytest.mark.parametrize("game", ["cheat", "uno", "kittens", "ivanhoe"])
def test_table(ada: Person, joined: Joined, game: str) -> None:
    code = ada.creates_room(game)
    if game == "uno":
        ada.sets_options(start_mode="host")
    joined(code, "Ben", "Cleo")
    ada.sees_listed("Ada", "Ben", "Cleo")
    ada.starts()
    assert found(ada) == []
    ada.hand.locator("button").first.focus()
    assert found(ada) == []


def test_table_in_every_theme(arrive: Arrive, joined: Joined) -> None:
    """With four colours of suits, and on the screen of the result; the choice outlives a reload."""
    ada = arrive("Ada")
    ben, cleo = joined(ada.creates_room(), "Ben", "Cleo")
    ada.sees_listed("Ada", "Ben", "Cleo")
    ada.sets_options(min_call_window_s=0)
    ada.starts()
    ada.places(ada.cards()[0])
    ada.sees_turn("Ben")
    menu = ada.page.get_by_test_id("settings")
    ada.press(menu.locator("summary"))
    menu.get_by_label("A colour for each suit").check()
    for theme in menu.locator("[name=theme] option").evaluate_all("all => all.map((one) => one.value)"):
        menu.locator("[name=theme]").select_option(value=theme)
        assert (theme, found(ada)) == (theme, [])
    ada.page.reload()
    expect(ada.page.locator("html")).to_have_attribute("data-theme", theme)
    expect(ada.page.locator("html")).to_have_attribute("data-suits", "four")
    ben.act("leave")
    expect(ada.page.get_by_test_id("result")).to_be_visible()
    assert found(ada) == []
    cleo.act("play_again")


def test_door_replay_and_a_room_that_is_gone(ada: Person, arrive: Arrive) -> None:
    code = arrive("Ben").creates_room()
    ada.opens(f"/r/{code}")
    expect(ada.form("join")).to_be_visible()
    assert found(ada) == []
    ada.opens("/replay")
    expect(ada.page.get_by_test_id("drop")).to_be_visible()
    assert found(ada) == []
    ada.will_be_refused(404)
    ada.opens("/r/zzzzz")
    expect(ada.page.locator("h1")).to_have_text("This room is gone")
    assert found(ada) == []


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_every_screen_in_every_theme(arrive: Arrive, size: str, language: str) -> None:
    """Each game on its table, the options, the rules and a replay among them."""
    with staged() as stage:
        screens = list(screens_of(stage))
        for theme in THEMES:
            person = arrive("Ada", phone=size == "phone", at=stage.url, language=language)
            person.context.add_init_script(settled(stage, theme))
            for screen in screens:
                shows(person.page, screen)
                assert (theme, screen.name, found(person)) == (theme, screen.name, [])
            person.context.close()
