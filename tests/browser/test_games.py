"""A person publishes a game, and others find and play it."""

from __future__ import annotations

import json
import re

import requests
from playwright.sync_api import FilePayload, expect

from cheat.catalogue import DOCUMENTS
from tests.browser.conftest import Arrive, Deal
from tests.browser.test_axe import found
from tests.browser.test_table import FITS
from tests.documents.older.older_documents import TAKE, TURN_UP, older, playing
from tests.documents.small_documents import document
from tests.servers import PATIENCE_S, Web, wait_until

CHECKED_MS = 120_000
"""A document is played twenty times by a process that takes half a core."""
MARKUP = "<b>Quick</b> & <img src=/x onerror='document.body.remove()'>"
"""Text of an author, which may be anything."""
SOURCE = json.dumps(
    document(
        name={"en": "Small One", "es": "El pequeño"},
        summary=MARKUP,
        tags=["family"],
        style={
            "table": "firebrick",
            "card_width": 999,
            "card_height": 60,
            "card_separation": 30,
            "turn_font": "Bangers",
            "turn": "#123",
        },
        turn="trun",
    ),
    indent=1,
)
OLDER = {
    "like.json": json.dumps(older(actions=[playing(), TAKE, TURN_UP])),
    "like.js": "function AIChooseCardCode() { return null; }",
}
AS_SMALL = """() => [...document.querySelectorAll(".hand .card, .zones .card")].every((card) =>
  parseFloat(getComputedStyle(card).width) === 44) && document.querySelectorAll(".hand .card").length === 3"""
"""A script: all cards are 44 pixels wide, although they are 60 high, because a finger has to hit them."""
APART = """() => { const [one, next] = document.querySelectorAll(".hand .card-button");
  return next.offsetLeft - one.offsetLeft === 30; }"""
FONT = """() => getComputedStyle(document.querySelector(".prompt")).fontFamily === "Bangers"
  && [...document.fonts].some((font) => font.family.includes("Bangers") && font.status === "loaded")"""
NOT_LISTED = {"reason": "network", "playable": True, "text": "It is not listed.", "advice": "Play it so."}
CLOTH = "(colour) => getComputedStyle(document.documentElement).getPropertyValue('--cloth') === colour"
NEWS = """() => { const [felt, line] = [document.querySelector(".felt"), document.createRange()];
  line.selectNodeContents(document.querySelector(".news p"));
  const [around, ...lines] = [felt, line].flatMap((one) => [...one.getClientRects()]);
  return Math.min(...lines.flatMap((one) => [one.left - around.left, around.right - one.right])); }"""
"""The distance of the news from the ends of the felt, in pixels."""
RIM = 24
"""Pixels by which the round ends reach in at the height of the news."""
LONG = "{me} plays the same rank or a higher one: {card}."
LINES_OF_LINKS = """new Set([...document.querySelectorAll(".games-nav a")]
    .map((one) => one.getBoundingClientRect().top)).size"""
WIDTH = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def part(name: str, data: str) -> FilePayload:
    """Return a file that a person chooses."""
    return {"name": name, "mimeType": "text/plain", "buffer": data.encode()}


def test_a_game_is_put_right_published_found_and_played(arrive: Arrive, service: Web) -> None:
    ada = arrive("Ada")
    page = ada.page
    ada.will_be_refused(422)
    games, nothing = page.get_by_test_id("games"), page.get_by_test_id("no-games")

    def is_free() -> bool:
        """Open the list. A worker may still know the games that another test has published."""
        page.goto("/games")
        expect(games.locator("[data-slug=poker] .emblem")).to_be_visible()
        return games.locator("[data-slug=small]").count() == 0

    wait_until(is_free, "the games of earlier tests are forgotten")
    page.locator("#q").fill("zebra")
    expect(nothing).to_contain_text("No games match.")
    expect(nothing.get_by_role("link", name="Design a game")).to_be_visible()
    page.locator("#q").fill("poker")
    expect(games.locator("[data-slug]")).to_have_count(1)
    page.get_by_role("link", name="Poker").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Poker")
    expect(page.get_by_text("Everybody begins with the same chips.")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_test_id("download").click()
    assert download.value.path().read_bytes() == DOCUMENTS["poker"].source
    page.get_by_role("link", name="Publish a game").click()
    page.get_by_test_id("source").fill(SOURCE)
    page.get_by_test_id("publish").click()
    wrong = page.get_by_test_id("found")
    expect(wrong).to_contain_text("Did you mean “turn”?", timeout=CHECKED_MS)
    assert found(ada) == []
    wrong.get_by_role("button", name="Write “turn”").click()
    expect(wrong).to_contain_text("Your game works: small 1.0.0, tested 20 times.", timeout=CHECKED_MS)
    page.get_by_test_id("publish").click()
    expect(page.get_by_test_id("author-key")).to_be_visible(timeout=CHECKED_MS)
    expect(page.get_by_test_id("author-key")).to_be_in_viewport(ratio=0.9)
    expect(page.get_by_role("link", name="Your game is published.")).to_be_in_viewport()
    assert found(ada) == []

    # An update: its author reads what changes first
    written = page.get_by_test_id("source").input_value()
    page.goto("/games/publish")
    page.get_by_test_id("source").fill(written.replace("{", '{"version": "1.0.1", "minutes": "5",', 1))
    page.get_by_test_id("publish").click()
    expect(page.get_by_test_id("update")).to_contain_text("In “minutes”, added: 5.", timeout=CHECKED_MS)
    assert found(ada) == []
    page.get_by_test_id("publish").click()
    expect(page.get_by_role("link", name="Your game is published.")).to_be_visible(timeout=CHECKED_MS)

    page.goto("/games/publish")
    page.locator("#file").set_input_files([part(name, data) for name, data in OLDER.items()])
    page.get_by_test_id("check").click()
    expect(wrong).to_contain_text(
        "Your game was in the older format and has been converted.", timeout=CHECKED_MS
    )
    expect(wrong).to_contain_text("Your game works: like-suits 1.0.0")
    page.get_by_test_id("go-on").click()
    expect(page.get_by_test_id("source")).to_have_value(re.compile('"script"'))
    made = {"id": "doc:0", "slug": "like-suits", "version": "1.0.0", "withheld": NOT_LISTED}
    page.route("**/api/documents", lambda route: route.fulfill(json=made, status=201))
    page.get_by_test_id("publish").click()
    expect(page.locator(".publish").get_by_role("status")).to_have_text("It is not listed. Play it so.")

    ben = arrive("Ben", phone=True, language="es")
    page = ben.page
    page.goto("/")
    page.get_by_role("link", name="Buscar en todos los juegos").click()
    page.locator("#q").fill("peq")
    expect(page.get_by_test_id("games").locator("[data-slug]")).to_have_count(1)
    assert page.evaluate(WIDTH)
    assert page.evaluate(LINES_OF_LINKS) == 1
    page.get_by_role("link", name="El pequeño").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("El pequeño")
    expect(page.get_by_text(MARKUP, exact=True).first).to_be_visible()
    page.locator("#name").fill("Ben")
    assert found(ben) == [] and page.evaluate(WIDTH)
    page.get_by_test_id("play").click()
    page.wait_for_url("**/r/*")
    expect(page.locator("h1.unseen")).to_have_text("El pequeño")
    page.wait_for_function(CLOTH, arg="#b22222")
    page.wait_for_function(AS_SMALL)
    page.wait_for_function(APART)
    page.wait_for_function(FONT)
    assert page.evaluate(FITS)["outside"] == []
    assert found(ben) == [], "all can be read on the cloth that its author wants"
    plays = requests.get(f"{service.url}/api/documents/small", timeout=PATIENCE_S).json()["game"]["plays"]
    assert plays in (0, 1), "the list may be a second old"


def test_long_news_does_not_run_over_the_rim_of_the_felt(arrive: Arrive, deal: Deal, service: Web) -> None:
    small = document()
    small["phases"]["turn"]["moves"][0]["do"][0]["say"] = LONG
    kept = requests.post(
        f"{service.url}/api/documents/try", json={"document": json.dumps(small)}, timeout=PATIENCE_S
    )
    ada = arrive("Ada", phone=True)
    deal(ada, "Ben", game=kept.json()["id"], turn_s=0)
    ada.page.get_by_test_id("hand").locator(".card-button").first.tap()
    ada.page.get_by_test_id("move-play").tap()
    expect(ada.page.locator(".news")).to_contain_text("You play the same rank")
    assert ada.page.evaluate(NEWS) > RIM
