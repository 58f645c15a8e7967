"""The size of a page, and the part of it that works offline."""

from __future__ import annotations

from playwright.sync_api import Browser, Request, Response, expect

from tests.browser.conftest import Arrive, Deal
from tests.browser.person import PHONE, WITHIN_S
from tests.servers import Web, wait_until

MOST_REQUESTS, MOST_BYTES, MOST_NEWS = 12, 120_000, 600
KEPT = """async () => (await Promise.all((await caches.keys()).map(async (name) =>
    (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname)))).flat()"""


def test_the_first_game_screen_is_light(arrive: Arrive, deal: Deal) -> None:
    ada = arrive("Ada", phone=True)
    ben, _ = deal(ada, "Ben", "Cleo")
    new = arrive("Ada", phone=True)
    asked: list[Request] = []
    new.page.on("requestfinished", lambda one: asked.append(one))
    new.opens(f"/r/{ben.code}#seat={ada.token(ben.code)}")
    expect(new.hand).to_be_visible()
    new.page.wait_for_load_state("load")
    assert len(asked) < MOST_REQUESTS
    assert sum(one.sizes()["responseBodySize"] for one in asked) < MOST_BYTES


def test_news_are_sent_as_what_is_different(arrive: Arrive, deal: Deal) -> None:
    """Most answers are deflated. After a lost answer, the next one comes whole."""
    ada = arrive("Ada")
    others = deal(ada, "Ben", "Cleo", min_call_window_s=0, turn_s=0)
    news: list[Response] = []
    ada.page.on("response", lambda one: news.append(one) if "deflated" in one.headers else None)
    ada.places(ada.cards()[0])
    ada.sees_pile(1)
    for count, other in enumerate(others, 2):
        other.act("place", cards=other.hand()[:1])
        ada.sees_pile(count)
    wait_until(lambda: ada.page.evaluate("1") and news, "news came deflated", WITHIN_S)
    assert all(int(one.headers["content-length"]) < MOST_NEWS for one in news)


def test_without_a_line_the_shell_is_there_and_of_the_api_nothing(browser: Browser, service: Web) -> None:
    context = browser.new_context(base_url=service.url, **PHONE)
    page = context.new_page()
    page.goto("/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => 0)")
    page.wait_for_function("() => caches.keys().then((names) => names.length === 1)")
    kept = page.evaluate(KEPT)
    assert "/" in kept and not [path for path in kept if path.startswith("/api")]
    page.reload()
    context.set_offline(True)
    page.goto("/r/bcdfg")
    expect(page.get_by_test_id("catalogue")).to_be_visible()
    context.close()
