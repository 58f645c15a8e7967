"""Makes pictures of every screen of the page, in `docs/screens`: `make screens`.

The pictures show common sizes of screens in a dark and a light look. Their games and rooms are the same
each time.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from scripts.browser import program
from scripts.stage import MOST_STEPS, ROOT, Room, Stage, run_stage

FOLDER = ROOT / "docs/screens"
SIZES = ((390, 844), (844, 390), (1366, 640), (1280, 800), (1920, 1080))
PHONE_HEIGHT, PHONE_WIDTH = 500, 500
"""Pixels: a screen that is lower or narrower is a phone, without a mouse pointer."""
LOOKS = {"dark": "night", "light": "linen"}
"""The colour scheme of the browser, and the theme of the table that goes with it."""
VIEWS = tuple((*size, scheme) for size in SIZES for scheme in LOOKS)
FEW_VIEWS = ((390, 844, "dark"), (844, 390, "light"), (1280, 800, "light"))
"""Views of the tables of documents. They are fewer, since all games share the same screens."""
QUALITY = 32
"""Quality of the WebP pictures.

With it, text is readable, and all pictures together are as large as a few photographs.
"""
STILL = "() => document.getAnimations().every((one) => one.playState !== 'running' || !one.animationName)"
PICTURES = (
    "() => Promise.all([...document.images].map((one) => one.decode().catch(() => {}))).then(() => true)"
)


OWN: dict[str, tuple[int, dict[str, Any]]] = {
    "Cheat": (9, {"min_call_window_s": 0, "reveal_s": 0}),
    "Uno": (12, {}),
    "Exploding Kittens": (8, {}),
    "Ivanhoe": (24, {}),
}
"""Game in Python -> the number of moves before the picture, and the options."""
STEPS = {"Go Fish": 36, "Guiñote": 40, "Hearts": 92, "Poker": 2, "Presidents": 120, "Ronda": 12, "Scat": 1}
"""Document -> the number of moves before the picture, if it is not the usual ten.

Some games would often be over after ten moves, and others show more later.
"""


PUBLISHED: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("war", "Short War", {"max_rounds": 100}),
    ("ronda", "Ronda to 21", {"target_score": 21}),
    ("presidents", "Revolution", {"four_of_a_kind_revolution": True}),
    ("scat", "Scat with Lives", {"match": "lives"}),
)
"""Published games, each with the bundled document that it varies.

The page shows the last one first.
"""


class Screen(NamedTuple):
    """A page to take pictures of.

    `name` is for the files, and `title` for people. `prepare`: the actions before the picture.
    """

    name: str
    title: str
    path: str
    selector: str
    prepare: Callable[[Page], None] = lambda page: None
    views: Sequence[tuple[int, int, str]] = VIEWS

    def file(self, width: int, height: int, scheme: str) -> str:
        """Return the file name of a picture."""
        return f"{self.name}-{width}x{height}-{scheme}.webp"


def screens_of(stage: Stage) -> Iterator[Screen]:
    """Yield all screens, in the order in which a player meets them."""
    yield Screen("start", "Start page, for newcomers", "/?learn", ".tile .face")
    waiting = stage.room("cheat", 3, turn_s=0)
    yield Screen("door", "Door of a room", f"/r/{waiting.code}", ".join-game .cover")
    yield Screen("waiting", "Waiting room", waiting.link, ".around")
    yield Screen("options", "Options", waiting.link, ".around", _open_dialog("open-options"))
    tables = dict(_tables(stage))
    for game, room in tables.items():
        views = VIEWS if game in OWN else FEW_VIEWS
        yield Screen(
            f"table-{_slug(game)}", f"Table: {game}", room.link, ".felt, .result", _choose_card, views
        )
    yield Screen("help", "Rules and help", tables["Cheat"].link, ".felt", _open_dialog("help"))
    over = stage.room("kittens", 4, turn_s=0, deal_size=4).start().play(MOST_STEPS)
    yield Screen("result", "Result", over.link, "[data-testid=result]")
    yield Screen("replay", "Replay", f"/r/{over.code}/replay", ".controls")
    yield Screen("tv", "Television", f"/r/{tables['Cheat'].code}/tv", ".felt")
    for document, name, options in PUBLISHED:
        stage.publish(document, name, **options)
    yield Screen("games", "Games that people have made", "/games", ".game-list > li")
    yield Screen("design", "Designer", "/design", ".design-bar", _await_check)
    yield Screen("gone", "A room that is gone", "/r/zzzzz", "h1")


def _tables(stage: Stage) -> Iterator[tuple[str, Room]]:
    """Yield a table of each game, with the first seat on turn, and without a clock if possible."""
    documents = sorted(game["name"] for game in stage.games if game["name"] not in OWN)
    for name in (*OWN, *documents):
        steps, options = OWN.get(name, (STEPS.get(name, 10), {}))
        yield name, stage.room(name, 4, **stage.slowest_clock(name), **options).start().play(steps)


def _slug(name: str) -> str:
    return re.sub(r"\W+", "-", name.lower()).strip("-")


def _open_dialog(button: str) -> Callable[[Page], None]:
    def press(page: Page) -> None:
        page.get_by_test_id(button).first.click()
        page.locator("dialog[open]").wait_for()

    return press


def _await_check(page: Page) -> None:
    """Wait for the check of the document. Phones hide its result in a pane."""
    page.locator("[data-testid=found][aria-busy=false]").wait_for(state="attached")


def _choose_card(page: Page) -> None:
    """Choose a card in the hand, if any card there may be chosen."""
    if (cards := page.locator(".hand .card-button:not(.idle)")).count():
        cards.nth(cards.count() // 2).click(position={"x": 6, "y": 12})
        page.mouse.move(1, 1)


def storage_script(stage: Stage, theme: str) -> str:
    """Return a script that sets a theme in a browser, and marks all hints as seen."""
    hint_ids = [f"{game['id']}.{about}" for game in stage.games for about in game.get("hints", {})]
    storage = {"cheat.settings": {"theme": theme}, "cheat.hints": hint_ids}
    return "".join(
        f"localStorage.setItem({json.dumps(key)}, {json.dumps(json.dumps(value))});"
        for key, value in storage.items()
    )


def is_phone(width: int, height: int) -> bool:
    return width < PHONE_WIDTH or height < PHONE_HEIGHT


def _take(browser: Browser, stage: Stage, screens: list[Screen]) -> Iterator[tuple[str, bytes]]:
    """Yield every picture, by the name of its file."""
    for view in VIEWS:
        width, height, scheme = view
        phone = is_phone(width, height)
        context = browser.new_context(
            base_url=stage.url,
            viewport={"width": width, "height": height},
            color_scheme=scheme,  # type: ignore[arg-type]
            reduced_motion="reduce",
            service_workers="block",
            has_touch=phone,
            is_mobile=phone,
        )
        context.add_init_script(storage_script(stage, LOOKS[scheme]))
        for screen in (screen for screen in screens if view in screen.views):
            page = context.new_page()
            yield screen.file(*view), _picture(page, screen)
            page.close()
        context.close()


def open_screen(page: Page, screen: Screen) -> None:
    """Open a screen, and do its actions."""
    page.goto(screen.path)
    page.locator(screen.selector).first.wait_for()
    screen.prepare(page)


def _picture(page: Page, screen: Screen) -> bytes:
    open_screen(page, screen)
    page.wait_for_function(STILL)
    page.wait_for_function(PICTURES)
    options = {"format": "webp", "quality": QUALITY}
    shot = page.context.new_cdp_session(page).send("Page.captureScreenshot", options)
    return base64.b64decode(shot["data"])


def _index(screens: list[Screen]) -> str:
    """Return the page that lists all screens."""
    lines = [
        "# Every screen",
        "",
        "Made by `make screens`, in a dark and a light look. Games and rooms are the same each time.",
    ]
    for screen in screens:
        pictures = (f"![{w}×{h}, {scheme}]({screen.file(w, h, scheme)})" for w, h, scheme in screen.views)
        lines += ["", f"## {screen.title}", "", *pictures]
    return "\n".join(lines) + "\n"


def main(folder: Path = FOLDER) -> None:
    """Make all pictures again."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with run_stage() as stage, sync_playwright() as playwright:
        screens = list(screens_of(stage))
        browser = playwright.chromium.launch(
            executable_path=program(), args=["--no-sandbox", "--disable-gpu"]
        )
        for name, picture in _take(browser, stage, screens):
            (folder / name).write_bytes(picture)
        browser.close()
    (folder / "README.md").write_text(_index(screens))
    weight = sum(path.stat().st_size for path in folder.iterdir())
    sys.stdout.write(f"{len(list(folder.iterdir())) - 1} pictures, {weight / 1e6:.1f} MB, in {folder}\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
