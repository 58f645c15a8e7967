"""Three people, one of them with a phone, make random moves on their pages.

After each move, all pages must agree with the service: sentences, moves, cards, and what lights up.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from cheat.client.forms import at_random, pickable
from tests.browser.conftest import Arrive
from tests.browser.person import WITHIN_S, Person
from tests.servers import Address, Client, wait_until

NAMES = ("Ada", "Ben", "Cleo")
MOST_STEPS = 160
"""Maximum number of moves. Most games of Exploding Kittens end before, most games of Ivanhoe don't."""
MEASURE = Path(__file__).with_name("measure.js").read_text(encoding="utf-8")
LOOK = """() => {
  const shown = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility());
  const words = (what) => shown(what).map((one) => one.textContent.trim().replace(/\\s+/g, " "));
  return {
    over: shown("[data-testid=result]").length > 0,
    prompt: words("[data-testid=prompt]").join(" "),
    situation: words("[data-testid=situation]").join(" "),
    said: [...document.querySelectorAll("[data-testid=log] li")].map((one) => one.textContent)
      .concat(words(".bubble, .news p, [data-testid=fact] dd, [data-testid=verdict] p")),
    asks: shown(".my-turn .prompt-box").length > 0,
    moves: [...new Set(shown(".actions button").map((one) => one.dataset.testid.replace("move-", "")))],
    hand: shown(".hand .card-button").map((one) => one.dataset.face).sort(),
    playable: [...new Set(shown(".hand .card-button:not(.idle)").map((one) => one.dataset.face))].sort(),
    lit: shown(".can-choose").map((one) => one.dataset.player).sort(),
    turn: shown(".on-turn").map((one) => one.dataset.player),
    wrong: document.querySelector(".table") ? window.wrong() : [],
  };
}"""
"""A script: the view of one page, read in one step."""
Table = dict[str, Any]
Look = dict[str, Any]


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "options"),
    [
        (
            "kittens",
            {"turn_s": 0, "choice_s": 120, "nope_window_s": 15, "defuse_mode": "manual", "defuse_s": 60},
        ),
        ("ivanhoe", {"turn_s": 0, "choice_s": 120, "reaction_s": 20, "quick_reactions": True}),
    ],
    ids=["kittens", "ivanhoe"],
)
def test_all_pages_agree_with_the_service_after_every_move(
    arrive: Arrive, game: str, options: dict[str, Any]
) -> None:
    people = [arrive(name, phone=name == "Ben") for name in NAMES]
    players = meet(people, game, options)
    chance = Random(game)
    for _ in range(MOST_STEPS):
        tables = agreed(players)
        if tables[0]["phase"] == "over":
            break
        able = [nth for nth, table in enumerate(tables) if moves_of(table)]
        nth = chance.choice(able)
        Move(players[nth], tables[nth], chance).make()


def meet(people: list[Person], game: str, options: dict[str, Any]) -> list[Player]:
    ada, *others = people
    code = ada.creates_room(game)
    for one in others:
        one.joins_with_link(code)
    ada.sees_listed(*NAMES)
    ada.sets_options(**options)
    ada.starts()
    for one in people:
        expect(one.hand).to_be_visible()
        one.page.evaluate(MEASURE)
    return [Player(one, code.lower()) for one in people]


class Player:
    """A person at a browser, and the view that the service has for them."""

    def __init__(self, person: Person, code: str) -> None:
        self.person = person
        self.client = Client([Address(person.url)], token=person.token(code))
        self.client.code = code

    def table(self) -> Table:
        table: Table = self.client.snapshot()["table"]
        return table

    def look(self) -> Look:
        look: Look = self.person.page.evaluate(LOOK)
        return look


def moves_of(table: Table) -> list[Any]:
    return [form for form in table["moves"] if form["scope"] == "game"]


def agreed(players: list[Player]) -> list[Table]:
    """Return the tables of all players, once all pages show them and a player can act or the game is over."""
    tables: list[Table] = []
    faults: list[dict[str, Any]] = []

    def agree() -> bool:
        tables[:] = [one.table() for one in players]
        if not any(moves_of(table) or table["phase"] == "over" for table in tables):
            return False
        looks = [one.look() for one in players]
        faults[:] = [
            {player.person.name: found}
            for player, look, table in zip(players, looks, tables, strict=True)
            if (found := differences(player.person.name, look, table))
        ]
        return not faults

    try:
        wait_until(agree, "all pages agree with the service", WITHIN_S)
    except AssertionError as missed:
        raise AssertionError(f"{missed}: {faults}") from None
    return tables


def differences(name: str, look: Look, table: Table) -> dict[str, Any]:
    """Return the parts of a page that differ from the service, each with the expected value."""
    if table["phase"] == "over":
        return {} if look["over"] else {"over": True}
    forms, own_hand = moves_of(table), f"hand:{table['you']}"
    fields = [field for form in forms for field in form["fields"]]
    playable = {
        card
        for field in fields
        if field["kind"] == "cards" and own_hand in field["from"]
        for card in pickable(table, {**field, "from": [own_hand]})
    }
    aimed = [form for form in forms if [field["kind"] for field in form["fields"]] == ["player"]]
    is_asked = bool(forms and table.get("awaited"))
    on_turn = [player["id"] for player in table["players"] if player["turn"]]
    expected = {
        "prompt": table["prompt"],
        "situation": table.get("situation", ""),
        "asks": is_asked,
        "hand": sorted(next(zone["cards"] for zone in table["zones"] if zone["id"] == own_hand)),
        "playable": sorted(playable),
        "lit": sorted(aimed[0]["fields"][0]["of"]) if len(aimed) == 1 else [],
        "turn": [player for player in on_turn if player != table["you"] or is_asked],
        "wrong": [],
    }
    found = {part: (look[part], value) for part, value in expected.items() if look[part] != value}
    names = {form["name"] for form in forms}
    if not set(look["moves"]) <= names or (forms and not look["moves"] and not playable):
        found["moves"] = look["moves"], sorted(names)
    third_person = [line for line in [*look["said"], look["prompt"], look["situation"]] if named(line, name)]
    return {**found, **({"said": third_person} if third_person else {})}


def named(line: str, name: str) -> bool:
    """Return whether a line names its reader, instead of saying “you”."""
    return re.search(rf"\b{name}\b", line) is not None


class Move:
    """A random legal move, made with the parts of the page that a person uses."""

    def __init__(self, player: Player, table: Table, chance: Random) -> None:
        self.player, self.person, self.table, self.chance = player, player.person, table, chance
        while True:
            self.form = chance.choice(moves_of(table))
            try:
                self.args = at_random(table, self.form, chance)
            except ValueError:
                continue
            return

    def __repr__(self) -> str:
        return f"{self.person.name} {self.form['label']} {self.args}"

    def make(self) -> None:
        """Pick the cards, press the button, answer its questions, and wait for the service."""
        page = self.person.page
        for field in self.form["fields"]:
            if field["kind"] == "cards":
                self.pick(field)
        button = page.locator(f"[data-testid='move-{self.form['name']}']:enabled").first
        self.person.press(self.direct_answer() or button)
        wait_until(lambda: self.is_done() or self.person.dialog.is_visible(), f"{self} works", WITHIN_S)
        if not self.is_done():
            self.answer_dialog()
        wait_until(self.is_done, f"the service has {self}", WITHIN_S)

    def is_done(self) -> bool:
        now = self.player.table()
        return bool(now["version"] != self.table["version"] or now["moves"] != self.table["moves"])

    def pick(self, field: dict[str, Any]) -> None:
        """Pick the cards of a field in the hand, in front of a player, or nothing for a dialog."""
        zones = {zone["id"]: zone for zone in self.table["zones"]}
        for face, count in Counter(self.args[field["name"]]).items():
            zone = next(zones[id] for id in field["from"] if face in zones[id].get("cards", []))
            if zone["kind"] == "pile":
                continue
            for _ in range(count):
                self.person.press(
                    self.place_of(zone).locator(f"[data-face='{face}'][aria-pressed=false]").first
                )

    def place_of(self, zone: dict[str, Any]) -> Locator:
        page = self.person.page
        if zone["kind"] == "hand":
            return self.person.hand
        if zone["owner"] == self.table["you"]:
            return page.locator(".fronts")
        owner = next(player["name"] for player in self.table["players"] if player["id"] == zone["owner"])
        return page.locator(f".choosing-group[aria-label='{owner}']")

    def direct_answer(self) -> Locator | None:
        """Return the button or the seat that answers the only question, or names the player."""
        asked = [field for field in self.form["fields"] if field["kind"] != "cards"]
        if not asked or (len(asked) != 1 and asked[0]["kind"] != "player"):
            return None
        value = self.args.get(asked[0]["name"])
        page = self.person.page
        seat = page.locator(f".can-choose[data-player='{value}']")
        if asked[0]["kind"] == "player" and seat.count() and self.chance.random() < 0.5:
            return seat
        button = page.locator(f"[data-testid='move-{self.form['name']}'][data-value='{value}']")
        return button if button.count() else None

    def answer_dialog(self) -> None:
        for field in self.form["fields"]:
            shown = self.person.dialog.locator(f"[data-field='{field['name']}']")
            if not shown.count():
                continue
            value = self.args[field["name"]]
            if field["kind"] == "number":
                self.person.press(shown.locator(".ends button").nth(self.chance.randrange(2)))
            elif field["kind"] == "cards":
                for face in value:
                    self.person.press(shown.locator(f"[data-face='{face}'][aria-pressed=false]").first)
            else:
                self.person.press(shown.locator(f"[data-value='{value}']"))
        if not self.is_done() and self.person.page.get_by_test_id("confirm-yes").count():
            self.person.press(self.person.page.get_by_test_id("confirm-yes"))
