"""A person makes a game on the page, tries it, and publishes it. Another person changes it on a phone."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.test_axe import found
from tests.browser.test_games import CHECKED_MS, NOT_LISTED, WIDTH
from tests.documents.older.older_documents import older
from tests.documents.small_documents import document

SOURCE = json.dumps(document(id="own", name="My Own", define={"few": "count(hand) < 3"}), indent=1)
OFFERED = ".cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled) [aria-selected=true]"
"""The selector of the completion that Enter takes.

Until completions for the last letter are found, Enter is a new line.
"""
EMPTIED_WHEN_OPENED = """field => {
    const files = field.files.length;
    field.dispatchEvent(new Event("click"));
    return [files, field.files.length];
}"""
"""Returns the numbers of files of a field: before and after its dialog is opened."""
REPORT = {
    "id": "doc:0", "never": [], "unchosen": ["turn.play"], "skill": None, "fair": 0.5, "whole": True,
    "idle": ["shown"],
    "tables": [{
        "players": 2, "games": 9, "wins": [{"part": 0.4, "low": 0.2, "high": 0.6}] * 2, "ties": 0.2,
        "moves": 12, "phases": 12, "minutes": 1, "forced": 0.1, "widest": 3, "faults": {"never_ends": 1},
        "lengths": {"low": 6, "width": 2, "counts": [1, 4, 3]},
    }],
}  # fmt: skip
"""The service takes twenty seconds to make one, which other tests wait for."""

NOTE = {"code": "older", "severity": "warning", "path": "sounds", "text": "Its sounds were left out."}


def says(page: Page, words: str) -> None:
    expect(page.get_by_test_id("found")).to_have_attribute("aria-busy", "false", timeout=CHECKED_MS)
    expect(page.get_by_test_id("verdict")).to_contain_text(words)


def hand_in(table: Page) -> list[str]:
    """Return the cards of the player at a table."""
    cards = table.get_by_test_id("hand").locator(".card-button")
    expect(cards).to_have_count(3, timeout=CHECKED_MS)
    return [str(card.get_attribute("data-face")) for card in cards.all()]


def looks_inside(ada: Person) -> None:
    """The view beside the table shows everything, works by keyboard, and stays up to date."""
    inside = ada.page.get_by_test_id("inside")
    inside.locator("summary").press("Enter")
    expect(inside).to_contain_text("Ada score")
    expect(ada.page.get_by_test_id("countdown")).to_have_count(0)
    laid = inside.locator("dt", has_text="discard 0")
    expect(laid).to_be_visible()
    assert found(ada) == []
    ada.page.get_by_test_id("hand").locator(".card-button").first.press("Space")
    ada.page.get_by_test_id("move-play").press("Enter")
    expect(laid).to_be_hidden()


def test_a_game_is_written_by_keyboard_tried_and_published(arrive: Arrive, tmp_path: Path) -> None:
    ada = arrive("Ada")
    page = ada.page
    page.route("**/report", lambda route: route.fulfill(json=REPORT))
    page.goto("/games")
    page.get_by_role("link", name="Design a game").first.click()
    says(page, "Your game works.")

    # Newcomers see a form. The text is one press away, and the page remembers the choice.
    expect(page.get_by_test_id("form")).to_be_visible()
    page.get_by_test_id("view-text").press("Enter")
    expect(page.get_by_test_id("editor")).to_be_visible()
    page.reload()
    expect(page.get_by_test_id("editor")).to_be_visible()
    says(page, "Your game works.")

    # A small game that shows one thing
    page.get_by_test_id("begin").press("Enter")
    page.locator("#starter").select_option(label="Tricks")
    expect(page.get_by_role("heading", level=1)).to_have_text("Five Tricks")
    says(page, "Your game works.")

    # A file is mended in the text by offered completions, with the keyboard alone
    (tmp_path / "own.json").write_text(SOURCE.replace("count(hand) < 3", "cuont(hand) < 3"))
    page.get_by_test_id("begin").press("Enter")
    assert found(ada) == []
    (tmp_path / "own.js").write_text("function AIChooseCardCode() {}")
    page.locator("#file").set_input_files(tmp_path / "own.js")
    alone = page.get_by_test_id("begin-dialog").get_by_role("alert")
    expect(alone).to_have_text("Choose the file of the game, too. A script or decks alone are no game.")
    page.locator("#file").set_input_files(tmp_path / "own.json")
    assert page.locator("#file").evaluate(EMPTIED_WHEN_OPENED) == [1, 0], "the same file is read again"
    expect(page.get_by_role("heading", level=1)).to_have_text("My Own")
    says(page, "There is one problem.")
    expect(page.locator("#bots option")).to_have_count(3)
    page.get_by_test_id("found").get_by_role("button", name="Write “count”").press("Enter")
    says(page, "Your game works, with one warning.")
    editor = page.get_by_test_id("editor")
    editor.focus()
    page.keyboard.press("Control+Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    page.keyboard.type('\n"su')
    page.locator(OFFERED, has_text="summary").wait_for()
    page.keyboard.press("Enter")
    page.keyboard.type('"Tiny"')
    page.get_by_role("button", name="Write “,”").press("Enter")
    expect(editor).to_be_focused()
    says(page, "Your game works, with one warning.")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("view-text")).to_be_focused()

    # In plain words: the rule at the cursor, within the rules around it
    page.get_by_role("button", name="play", exact=True).press("Enter")
    editor.focus()
    page.keyboard.press("ArrowDown")
    echo = page.get_by_test_id("echo").get_by_role("listitem")
    expect(echo.first).to_have_text("The move “play”: with “card”: a card from your “hand”")
    while echo.count() < 2:
        page.keyboard.press("ArrowDown")
    expect(echo.last).to_have_text("Move “card” to “discard”")
    editor.focus()
    page.keyboard.press("Tab")
    expect(editor).not_to_be_focused()

    # The same tree as a form: an expression with completion, kept and undone
    page.get_by_test_id("view-form").press("Enter")
    page.get_by_role("button", name="Options", exact=False).first.press("Enter")
    page.get_by_test_id("add-options").get_by_role("textbox").fill("more")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("form")).to_contain_text("Options › more")
    expect(page.get_by_test_id("form").get_by_role("checkbox")).to_be_checked()
    page.get_by_test_id("form").get_by_role("button", name="Remove more").press("Enter")
    page.get_by_role("button", name="few", exact=True).press("Enter")
    field = page.get_by_test_id("form").get_by_role("combobox")
    expect(field).to_have_value("count(hand) < 3")
    field.fill("count(hand) < 3 and tiny")
    field.press("Tab")
    page.get_by_role("button", name="Make an option “tiny”").press("Enter")
    expect(page.get_by_role("button", name="tiny", exact=True)).to_be_visible()
    says(page, "Your game works, with one warning.")
    field.fill("count(dis")
    field.press("Enter")
    expect(field).to_have_value("count(discard")
    field.press_sequentially(") < 4")
    field.press("Tab")
    says(page, "Your game works, with one warning.")
    expect(field).to_have_accessible_description("whether the number of cards in “discard” is less than 4")
    assert found(ada) == []
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("My Own")
    says(page, "Your game works, with one warning.")
    with page.expect_download() as download:
        page.get_by_test_id("save").click()
    saved = json.loads(Path(download.value.path()).read_text())
    assert (saved["summary"], saved["define"], download.value.suggested_filename) == (
        "Tiny", {"few": "count(discard) < 4"}, "own.json",
    )  # fmt: skip

    # A table against bots, a report in pictures, and everybody's game
    ada.will_be_refused(422)
    pages: list[Page] = []
    page.context.on("page", lambda one: pages.append(one))
    page.get_by_test_id("play").click()
    expect(page.locator("#name-error")).to_have_text("Enter a name.")
    assert pages == [], "no table is opened for nobody"
    page.locator("#name").fill("Ada")
    with page.context.expect_page() as opened:
        page.get_by_test_id("play").click()
    dealt = hand_in(opened.value)
    opened.value.close()
    page.reload()
    says(page, "Your game works, with one warning.")
    with page.context.expect_page() as opened:
        page.get_by_test_id("again").press("Enter")
    assert hand_in(opened.value) == dealt, "the same seed deals the same cards"
    ada.page = opened.value
    looks_inside(ada)
    ada.page.close()
    ada.page = page
    page.get_by_test_id("make-report").click()
    report = page.get_by_test_id("report")
    expect(report.get_by_text("1 of 9 games didn't finish.")).to_be_visible(timeout=CHECKED_MS)
    report.get_by_text("Numbers").click()
    expect(page.get_by_role("img", name="Length of games: 6 to 11 moves")).to_be_visible(timeout=CHECKED_MS)
    page.get_by_test_id("publish").click()
    expect(page.get_by_test_id("author-key")).to_be_visible(timeout=CHECKED_MS)
    expect(page.get_by_test_id("author-key")).to_be_in_viewport(ratio=0.9)
    assert found(ada) == []

    # The same game, if others were withheld: it has no page then
    pane = page.get_by_test_id("publish-pane").get_by_role("status")
    expect(pane.get_by_role("link", name="Your game is published.")).to_be_visible()
    made = {"id": "doc:0", "slug": "own", "version": "1.0.0", "withheld": NOT_LISTED}
    page.route("**/api/documents", lambda route: route.fulfill(json=made, status=201))
    page.get_by_test_id("publish").press("Enter")
    expect(pane).to_have_text("It is not listed. Play it so.")
    expect(pane.get_by_role("link")).to_have_count(0)


@pytest.mark.parametrize("is_phone", [True, pytest.param(False, marks=pytest.mark.long)])
def test_an_author_reads_what_changes_and_goes_back(arrive: Arrive, is_phone: bool) -> None:
    key, slug = f"author-{uuid4()}", f"own-{uuid4().hex[:8]}"
    ada = arrive("Ada", phone=is_phone)
    page = ada.page
    for version, summary in (("1.0.0", "Plain."), ("1.0.1", "Plainer.")):
        made = document(id=slug, name=f"Own {slug[4:]}", version=version, summary=summary)
        headers = {"Authorization": f"Bearer {key}"}
        sent = {"document": json.dumps(made, indent=1)}
        answer = page.request.post("/api/documents", data=sent, headers=headers, timeout=CHECKED_MS)
        assert answer.status == 201, answer.text()
    page.goto("/games")
    page.evaluate("([slug, key]) => { localStorage['cheat.published'] = JSON.stringify([slug]);"
        " localStorage['cheat.author'] = key; }", [slug, key])  # fmt: skip
    page.goto(f"/design?from={slug}")
    says(page, "Your game works.")
    page.locator("#view-form").click()
    page.get_by_role("textbox", name="summary").fill("Plainest.")
    if is_phone:
        page.get_by_test_id("pane-try").click()
    says(page, "Your game works.")
    expect(page.locator("#game-version")).to_have_value("1.0.2")

    # The first press on “Publish” shows what changes, and the second one publishes
    page.get_by_test_id("publish").click()
    update = page.get_by_test_id("update")
    expect(update.get_by_role("listitem").first).to_have_text(
        "In “summary”, now: “Plainest.” Before: “Plainer.”", timeout=CHECKED_MS
    )
    expect(page.get_by_role("heading", name="What changes after version 1.0.1")).to_be_in_viewport()
    assert found(ada) == [] and page.evaluate(WIDTH)
    page.get_by_test_id("publish").click()
    expect(page.get_by_role("link", name="Your game is published.")).to_be_visible(timeout=CHECKED_MS)

    page.get_by_test_id("compare").click()
    expect(update).to_contain_text("Nothing changes for players.", timeout=CHECKED_MS)
    update.get_by_text("Earlier versions").click()
    page.get_by_test_id("former-1.0.0").click()
    former = page.get_by_test_id("former")
    expect(former).to_contain_text("In “summary”, now: “Plain.” Before: “Plainest.”", timeout=CHECKED_MS)
    assert found(ada) == [] and page.evaluate(WIDTH)
    page.get_by_test_id("restore").click()
    expect(page.locator("#game-version")).to_have_value("1.0.3", timeout=CHECKED_MS)
    expect(page.get_by_role("link", name="Your game is published.")).to_be_visible()
    newest = page.request.get(f"/api/documents/{slug}").json()
    assert (newest["game"]["version"], newest["game"]["summary"]) == ("1.0.3", "Plain.")


@pytest.mark.long
def test_a_published_game_is_changed_and_played_on_a_phone(arrive: Arrive, tmp_path: Path) -> None:
    ben = arrive("Ben", phone=True, language="es")
    page = ben.page
    page.goto("/design?from=go-fish")
    expect(page.locator("#game-id")).to_have_value("go-fish-2", timeout=CHECKED_MS)
    says(page, "Tu juego funciona.")
    assert page.evaluate(WIDTH)
    page.get_by_test_id("view-form").tap()
    page.get_by_test_id("pane-parts").tap()
    assert found(ben) == []
    page.get_by_role("button", name="Datos básicos").tap()
    page.get_by_role("textbox", name="Minutos").fill("7")
    page.get_by_test_id("pane-try").tap()
    says(page, "Tu juego funciona.")
    assert found(ben) == [] and page.evaluate(WIDTH)
    page.locator("#name").fill("Ben")
    with page.context.expect_page() as opened:
        page.get_by_test_id("play").tap()
    expect(opened.value.get_by_test_id("hand")).to_be_visible(timeout=CHECKED_MS)
    page.get_by_test_id("pane-document").tap()
    page.get_by_test_id("view-text").tap()
    expect(page.get_by_test_id("editor")).to_contain_text('"minutes": "7"')

    # What is in the older format is converted when it is opened, and the draft stays beside it
    found_out = {"document": SOURCE, "converted": True, "about": None, "diagnostics": [NOTE], "games": 0}
    page.route("**/check", lambda route: route.fulfill(json=found_out))  # otherwise bots would play it, too
    (tmp_path / "like.json").write_text(json.dumps(older()))
    page.get_by_role("button", name="Más").tap()
    page.get_by_test_id("begin").tap()
    page.locator("#file").set_input_files(tmp_path / "like.json")
    expect(page.get_by_role("heading", level=1)).to_have_text("My Own", timeout=CHECKED_MS)
    expect(page.get_by_test_id("conversion")).to_contain_text("Its sounds were left out.")
    page.get_by_role("button", name="Más").tap()
    page.get_by_test_id("begin").tap()
    page.get_by_test_id("begin-dialog").get_by_role("button", name="A pescar 2", exact=True).tap()
    expect(page.locator("#game-id")).to_have_value("go-fish-2")
