"""A person at a browser: their actions on the page, and their view of it."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Literal
from uuid import uuid4

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, WebError, expect

from cheat import games, rooms  # noqa: F401 - they add their templates to BY_SLOT
from cheat.i18n.addressed import BY_SLOT
from tests.browser.sight import LOOK, Sight
from tests.servers import Address, Client

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
WITHIN_MS = 60_000
"""Maximum wait in ms, far longer than needed even on a busy machine."""
WITHIN_S = WITHIN_MS / 1000
LEAST_PAUSE_S, MOST_PAUSE_S = 0.02, 0.2
"""Seconds between two looks at a page. A look takes the browser as long as drawing the page."""
LOST_LINE = "net::ERR_"
IS_AS_HIGH = "(height) => parseFloat(getComputedStyle(document.body).minHeight) === height"

KEEP_PASSING = """{
  const passing = { verdict: ".news.verdict", toast: "[data-testid=toast] span" };
  const last = { verdict: [], toast: [] };
  const kept = window.passed = { verdict: [], toast: [] };
  const changes = { subtree: true, childList: true, characterData: true, attributeFilter: ["data-testid"] };
  new MutationObserver(() => {
    for (const [kind, what] of Object.entries(passing)) {
      const texts = [...document.querySelectorAll(what)].map((one) => one.textContent);
      kept[kind].push(...texts.filter((text) => !last[kind].includes(text)));
      last[kind] = texts;
    }
  }).observe(document, changes);
}"""
"""A script for every page that notes messages of a few seconds, which may be gone before a test looks."""
TAKE_PASSING = """([kind, words]) => {
  const at = window.passed[kind].findIndex((text) => words.some((one) => text.includes(one)));
  return at >= 0 && window.passed[kind].splice(0, at + 1).length > 0;
}"""

expect.set_options(timeout=WITHIN_MS)


class Person:
    """A player with their own browser context, which is one device."""

    def __init__(self, name: str, context: BrowserContext, folder: Path, *, phone: bool, url: str) -> None:
        self.name = name
        self.context = context
        self.phone = phone
        self.url = url
        self._done: set[str] = set()
        self._folder = folder
        self._complaints: list[str] = []
        self._expected: list[str] = []
        context.set_default_timeout(WITHIN_MS)
        context.on("console", self._on_console)
        context.on("weberror", self._on_error)
        context.add_init_script(KEEP_PASSING)
        self.page = context.new_page()

    def __repr__(self) -> str:
        return self.name

    # Errors of the browser

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._complaints.append(f"{self.name}: {message.text} ({message.location['url']})")

    def _on_error(self, error: WebError) -> None:
        self._complaints.append(f"{self.name}: {error.error}")

    def will_hear(self, *words: str) -> None:
        """Expect that the browser reports failed requests with these words: a status, or a lost line."""
        self._expected += [f"Failed to load resource: {word}" for word in words]

    def will_be_refused(self, *statuses: int) -> None:
        self.will_hear(*(f"the server responded with a status of {status}" for status in statuses))

    def problems(self) -> list[str]:
        """Return unexpected errors and violations of the content policy."""
        return [one for one in self._complaints if not any(words in one for words in self._expected)]

    def takes_picture(self) -> Path:
        path = self._folder / f"{self.name}.png"
        self.page.screenshot(path=path, timeout=5000)
        return path

    # Start page and waiting room

    def press(self, target: Locator) -> None:
        if self.phone:
            target.tap()
        else:
            target.click()

    def resizes(self, width: int, height: int) -> None:
        """Set the size of the window, and wait until the page is laid out for it."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.wait_for_function(IS_AS_HIGH, arg=height)

    def prefers(self, scheme: Literal["light", "dark"]) -> None:
        """Set the colour scheme of the browser, and wait until the page has it."""
        self.page.emulate_media(color_scheme=scheme)
        self.page.wait_for_function(f"() => matchMedia('(prefers-color-scheme: {scheme})').matches")

    def opens(self, address: str = "/") -> None:
        self.page.goto(address)

    def form(self, which: str) -> Locator:
        """Return the form `create` or `join` of the start page. The name stands above both."""
        return self.page.get_by_test_id(f"{which}-form")

    @property
    def name_field(self) -> Locator:
        return self.page.get_by_label("Your name")

    def fills_in(self, which: str, *, name: str, code: str | None = None) -> None:
        form = self.form(which)
        if code is not None:
            form.get_by_label("Room code").fill(code)
        self.name_field.fill(name)
        self.press(form.locator("button[type=submit]"))

    def fills_in_play_now(self) -> None:
        form = self.page.get_by_test_id("play-now")
        self.name_field.fill(self.name)
        self.press(form.locator("button[type=submit]"))

    def creates_room(self, game: str | None = None) -> str:
        """Create a room, for a game of the catalogue if one is named. Return the code that the page shows."""
        self.opens()
        if game:
            self.chooses(game)
        self.fills_in("create", name=self.name)
        self.waits_in_lobby()
        return self.page.get_by_test_id("room-code").inner_text()

    def chooses(self, game: str) -> None:
        """Choose a game on the start page, even if it is folded away."""
        tile = self.page.get_by_test_id("catalogue").locator(f"[data-game='{game}']")
        if not tile.is_visible():
            self.press(self.page.get_by_text("More games"))
        self.press(tile)

    def joins_with_code(self, code: str) -> None:
        self.opens()
        self.fills_in("join", name=self.name, code=code)
        self.waits_in_lobby()

    def joins_with_link(self, code: str) -> None:
        self.opens(f"/r/{code}")
        self.fills_in("join", name=self.name)
        self.waits_in_lobby()

    def waits_in_lobby(self) -> None:
        expect(self.page.locator(".waiting").get_by_test_id("player-list")).to_be_visible()

    def listed(self, name: str) -> Locator:
        """Return a player's line in the waiting room."""
        name_there = self.page.locator(".seat-name", has_text=exactly(name))
        return self.page.get_by_test_id("player-list").locator("li").filter(has=name_there)

    def sees_listed(self, *names: str) -> None:
        expect(self.page.get_by_test_id("player-list").locator(".seat-name")).to_have_text(list(names))

    def token(self, code: str) -> str:
        """Return the token of this browser's seat in a room."""
        seat = self.page.evaluate("(code) => JSON.parse(localStorage[`cheat.seat.${code}`])", code.lower())
        return str(seat["token"])

    def plays(self, game: str) -> None:
        """Expect that the room is for the game of this name."""
        expect(self.page.locator(".players h2")).to_contain_text(game)

    def chooses_game(self, game: str) -> None:
        self.move("set_game").select_option(label=game)
        self.plays(game)

    def chooses_preset(self, name: str) -> None:
        preset = self.page.get_by_test_id("presets").locator(f"[data-preset='{name}']")
        self.press(preset)
        expect(preset).to_have_attribute("aria-pressed", "true")

    def types_options(self, **values: float | str) -> None:
        """Set options in the sheet of the waiting room.

        A text may also be a choice's name in the protocol.
        """
        panel = self.page.get_by_test_id("options")
        if not panel.is_visible():
            self.press(self.page.get_by_test_id("open-options"))
        panel.evaluate("(form) => form.querySelectorAll('details').forEach((one) => (one.open = true))")
        for name, value in values.items():
            control = panel.locator(f"[name={name}]")
            if isinstance(value, bool):
                control.set_checked(value)
            elif control.evaluate("(one) => one.tagName") == "SELECT":
                control.select_option(value=str(value))
            else:
                control.fill(str(value))

    def sets_options(self, **values: float | str) -> None:
        self.types_options(**values)
        self.press(self.move("set_options"))
        expect(self.page.get_by_test_id("options")).to_have_count(0)

    def adds_bot(self, level: str) -> None:
        """Add a bot to a free seat."""
        bots = self.page.get_by_test_id("bot-badge")
        before = bots.count()
        self.press(self.page.get_by_test_id("add-bot").first)
        self.answers("level", level)
        expect(bots).to_have_count(before + 1)

    def starts(self) -> None:
        self.press(self.page.get_by_test_id("start"))
        expect(self.hand).to_be_visible()

    # Table

    @property
    def hand(self) -> Locator:
        return self.page.get_by_test_id("hand")

    @property
    def selection(self) -> Locator:
        """The lifted cards of the hand."""
        return self.hand.locator("[aria-pressed=true]")

    @property
    def prompt(self) -> Locator:
        return self.page.get_by_test_id("prompt")

    @property
    def verdict(self) -> Locator:
        """The big announcement, which goes after a few seconds."""
        return self.page.get_by_test_id("verdict")

    def sees_verdict(self, words: str) -> None:
        """It is shown now, or was since the last one that was seen."""
        self.page.wait_for_function(TAKE_PASSING, arg=["verdict", [words, addressed(words, self.name)]])

    @property
    def toast(self) -> Locator:
        """The page's complaint or confirmation, without its closing button."""
        return self.page.get_by_test_id("toast").locator("span")

    def sees_toast(self, words: str) -> None:
        """It is shown now, or was since the last one that was seen."""
        self.page.wait_for_function(TAKE_PASSING, arg=["toast", [words]])

    @property
    def reconnecting(self) -> Locator:
        return self.page.get_by_test_id("reconnecting")

    @property
    def log(self) -> Locator:
        return self.page.get_by_test_id("log").locator("li")

    @property
    def me(self) -> Locator:
        """The strip with the person's own name during a game."""
        return self.page.locator(".me")

    def opponent(self, name: str) -> Locator:
        name_there = self.page.locator(".seat-name", has_text=exactly(name))
        return self.page.get_by_test_id("opponent").filter(has=name_there)

    def move(self, name: str) -> Locator:
        return self.page.get_by_test_id(f"move-{name}")

    def fact(self, label: str) -> Locator:
        """Return the text of a fact such as "Next"."""
        label_there = self.page.locator("dt", has_text=exactly(label))
        return self.page.get_by_test_id("fact").filter(has=label_there).locator("dd")

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_test_id("dialog")

    def sight(self) -> Sight:
        sight: Sight = self.page.evaluate(LOOK)
        return sight

    def comes_to_see(self, wanted: Callable[[Sight], Sight]) -> Sight:
        """Wait until a sight has all the values of `wanted`."""
        end, pause = time.monotonic() + WITHIN_S, LEAST_PAUSE_S
        while True:
            sight = self.sight()
            missing = {name: value for name, value in wanted(sight).items() if sight[name] != value}
            if not missing:
                return sight
            seen = {name: sight[name] for name in missing}
            assert time.monotonic() < end, f"{self.name} sees {seen}, not {missing}"
            time.sleep(pause)
            pause = min(1.5 * pause, MOST_PAUSE_S)

    def reads(self, line: str) -> None:
        """Expect this line in the log. A line about this person says “you”, and names their cards."""
        said = re.escape(addressed(line, self.name).rstrip("."))
        expect(self.log.filter(has_text=re.compile(rf"^\s*{said}(: .+)?\.?\s*$"))).not_to_have_count(0)

    def does(self, move: str) -> None:
        """Press the button of a move without fields."""
        self.press(self.move(move))

    def sends(self, move: str, **args: Any) -> None:
        """Make a move without the page, which gets the news like all others.

        This is for moves that a whole game repeats after it made them on the page once.
        """
        code = self.page.url.partition("/r/")[2][:5].lower()
        client = Client([Address(self.url)], token=self.token(code))
        client.code = code
        client.act(move, id=uuid4().hex, **args)

    def has_done(self, what: str) -> bool:
        """Return whether the person has done this before, and note it."""
        before = what in self._done
        self._done.add(what)
        return before

    def answers(self, field: str, value: str) -> None:
        """Answer a question of the dialog."""
        self.press(self.dialog.locator(f"[data-field={field}] [data-value='{value}']"))

    def sets_number(self, field: str, value: int) -> None:
        """Set a number in the dialog step by step, and send the move."""
        number = self.dialog.locator(f"[data-field={field}]")
        lowest = int(number.locator("output").inner_text())
        for _ in range(value - lowest):
            self.press(number.get_by_label("More"))
        expect(number.locator("output")).to_have_text(str(value))
        self.press(self.page.get_by_test_id("confirm-yes"))

    def picks(self, *wanted: str) -> None:
        """Select cards of the hand, of equal cards the first."""
        for face in wanted:
            self.press(self.hand.locator(f"[data-face='{face}'][aria-pressed=false]").first)
        assert sorted(self.selected()) == sorted(wanted)

    def cards(self) -> list[str]:
        """Return the faces of the hand in the order shown, lifted or not."""
        return faces(self.hand.locator("button"))

    def places_of_cards(self) -> list[list[int]]:
        """Return the points at which each card of the hand can be hit."""
        places: list[list[int]] = self.hand.locator("button").evaluate_all(
            """all => all.map((one) => one.getBoundingClientRect())
            .map((box) => [box.left, box.top].map(Math.round))"""
        )
        return places

    def selected(self) -> list[str]:
        """Return the lifted faces in the order of the hand."""
        return faces(self.selection)

    def toggles(self, *wanted: str) -> None:
        """Press cards at their present places."""
        for face in wanted:
            self.press(self.page.locator(f".mine [data-face='{face}']"))

    def places(self, *cards: str) -> None:
        """Select cards and place them. The test checks the result."""
        expect(self.move("place")).to_be_enabled()
        self.toggles(*cards)
        assert sorted(self.selected()) == sorted(cards)
        self.press(self.move("place"))

    def may_call(self) -> None:
        expect(self.move("call_cheat")).to_be_enabled()

    def may_not_call(self) -> None:
        expect(self.page.locator("[data-testid=move-call_cheat]:enabled")).to_have_count(0)

    def sees_turn(self, name: str) -> None:
        """Expect that exactly this player is highlighted."""
        expect(self.page.locator(".on-turn .seat-name")).to_have_text([name])

    def sees_pile(self, count: int) -> None:
        expect(self.page.get_by_test_id("pile")).to_have_attribute("data-count", str(count))

    def sees_hand_size(self, name: str, count: int) -> None:
        cards = f"{count} card" if count == 1 else f"{count} cards"
        if name == self.name:
            expect(self.me.locator(".me-count")).to_have_text(cards)
        else:
            expect(self.opponent(name).locator(".seat-hand")).to_have_text(re.compile(rf"^\s*{cards}\s*$"))

    def sees_claim(self, text: str | None) -> None:
        """Expect this last play on the page; None: no play that could be doubted."""
        if text is None:
            expect(self.fact("Just played")).to_have_count(0)
        else:
            expect(self.fact("Just played")).to_have_text(text)

    def sees_result(self, text: str) -> None:
        expect(self.page.get_by_test_id("result").locator("h1")).to_have_text(text)

    def standing(self) -> list[list[str]]:
        """Return the rows of the result: place, name, and further text about each player."""
        rows: list[list[str]] = self.page.locator(".standing tbody tr").evaluate_all(
            """rows => rows.map((row) => [...row.cells].map((cell) =>
            (cell.querySelector(".who > span:not(.avatar, .badge)") ?? cell).textContent.trim()))"""
        )
        return rows

    def downloads_result(self) -> dict[str, Any]:
        with self.page.expect_download() as download:
            self.press(self.page.get_by_test_id("save-result"))
        result: dict[str, Any] = json.loads(download.value.path().read_text())
        return result

    def leaves(self) -> None:
        """Leave for good, to the start page. The held poll learns that the seat is gone."""
        self.will_be_refused(401)
        self.press(self.move("leave"))
        self.press(self.page.get_by_test_id("confirm-yes"))
        expect(self.form("create")).to_be_visible()

    def needs_no_sideways_scrolling(self) -> None:
        """Check this once the stamp on the table has come to rest."""
        viewport = self.page.viewport_size
        assert viewport is not None
        self.page.wait_for_function(
            "(width) => document.scrollingElement.scrollWidth <= width", arg=viewport["width"]
        )


def addressed(line: str, name: str) -> str:
    """Return a line of the log as the person of this name reads it."""
    for slot, said in BY_SLOT.items():
        for template, variant in said.items():
            pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(template), count=0)
            found = _once(pattern).fullmatch(line)
            if found and found[slot] == name:
                return variant.format(**found.groupdict())
    return line


@cache
def _once(pattern: str) -> re.Pattern[str]:
    """Return a pattern for a template. A slot that occurs twice has the same value both times."""
    known: set[str] = set()

    def group(slot: re.Match[str]) -> str:
        again = slot[1] in known
        known.add(slot[1])
        return f"(?P={slot[1]})" if again else slot[0]

    return re.compile(re.sub(r"\(\?P<(\w+)>\.\+\?\)", group, pattern))


def exactly(text: str) -> re.Pattern[str]:
    return re.compile(rf"^\s*{re.escape(text)}\s*$")


def faces(cards: Locator) -> list[str]:
    found: list[str] = cards.evaluate_all("all => all.map((one) => one.dataset.face)")
    return found
