"""An author drops pictures into the designer, and the table of a try-out shows them."""

from __future__ import annotations

import base64
import io

from PIL import Image
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.test_axe import found
from tests.browser.test_games import CHECKED_MS

DROP = """(panel, [files]) => {
    const data = new DataTransfer();
    for (const [name, content] of files) {
        const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name));
    }
    panel.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
}"""
LOADED = (
    "image => fetch(image.href.baseVal).then(answer => [answer.status, answer.headers.get('Content-Type')])"
)


def png(colour: str) -> str:
    buffer = io.BytesIO()
    Image.new("RGB", (50, 70), colour).save(buffer, "PNG")
    return base64.b64encode(buffer.getvalue()).decode()


def test_dropped_pictures_are_shown_at_the_table_of_a_try_out(arrive: Arrive) -> None:
    ada = arrive("Ada")
    page = ada.page
    page.goto("/design")
    panel = page.get_by_test_id("pictures")
    expect(page.get_by_test_id("play")).to_be_enabled(timeout=CHECKED_MS)
    files = [
        ["else.png", png("teal")],
        ["back.png", png("navy")],
        ["bad.png", base64.b64encode(b"x").decode()],
    ]
    panel.evaluate(DROP, [files])
    expect(panel.locator("li img")).to_have_count(2, timeout=CHECKED_MS)
    expect(panel.locator(".diagnostics")).to_contain_text("“bad.png” cannot be read.")
    expect(panel.get_by_label("else.png", exact=True)).to_have_value("faces/else")
    expect(panel.get_by_label("back.png", exact=True)).to_have_value("card_back")
    assert found(ada) == []
    expect(page.get_by_test_id("play")).to_be_enabled(timeout=CHECKED_MS)
    page.locator("#name").fill("Ada")
    with page.context.expect_page() as opened:
        page.get_by_test_id("play").click()
    table = opened.value
    picture = table.get_by_test_id("hand").locator(".face image").first
    expect(picture).to_be_attached(timeout=CHECKED_MS)
    assert picture.evaluate(LOADED) == [200, "image/webp"]
    back = "() => document.documentElement.style.getPropertyValue('--back').includes('/api/pictures/')"
    table.wait_for_function(back)
