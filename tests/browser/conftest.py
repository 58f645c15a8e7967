"""A browser, and people that use the service with it. If a test fails, their last screens are kept."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import pytest
import requests
from playwright.sync_api import Browser, Error, expect, sync_playwright

from scripts.browser import program
from tests.browser.person import DESKTOP, PHONE, Person
from tests.servers import Client, RedisServer, Web

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-gpu-compositing",
    "--disable-software-rasterizer",
    "--default-tile-width=1280",  # a page is drawn as one tile instead of dozens
    "--default-tile-height=800",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--js-flags=--no-opt",  # pages end before a second compilation would pay off
)

PLAIN = """addEventListener("DOMContentLoaded", () => {
  const plain = new CSSStyleSheet();
  plain.replaceSync(`
    *, *::before, *::after {
      box-shadow: none !important; text-shadow: none !important; filter: none !important;
    }
    body, .felt { background-image: none !important; }
    .felt { background-color: var(--cloth) !important; }
  `);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, plain];
});"""
"""Without a graphics card, shadows and the light on the cloth take half of the time of a page.

Neither changes the place or the colour of any text.
"""
HEARTBEAT_S = 10
"""A player without polls for 40 s is away; after 60 s a bot plays for a player that the game awaits."""

_arrived = pytest.StashKey[list[Person]]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    report = yield
    if report.failed and call.when == "call":
        for person in item.stash.get(_arrived, []):
            report.sections.append((f"what {person.name} saw", _sight(person)))
    return report


def _sight(person: Person) -> str:
    try:
        picture = person.takes_picture()
        return f"{picture}\n{person.page.locator('body').inner_text(timeout=2000)}"
    except Error as error:
        return f"nothing: {error.message}"


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=list(QUIET))
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def _service_of_all(_redis_of_all: RedisServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    server = Web(
        tmp_path_factory.mktemp("browser"),
        REDIS_URL=_redis_of_all.url,
        WEB_CONCURRENCY=2,
        BOT_PACE=0.05,
        QUICK_WAIT_S=1,
    )
    try:
        yield server.start()
    finally:
        if server.process:
            server.stop()


@pytest.fixture
def service(redis_server: RedisServer, _service_of_all: Web) -> Web:
    """Two workers behind one address, as in production.

    Polls are held for long, so no news comes in time by luck. Bots take a twentieth of their time.
    """
    return _service_of_all


Arrive = Callable[..., Person]


@pytest.fixture
def arrive(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Arrive]:
    """Opens a browser for a person: `arrive("Ada")`, `arrive("Ben", phone=True)`.

    The browser asks for reduced motion, so that whole games take less time; `moving` is for tests of
    animations. It prefers English, or another `language`.
    """
    people: list[Person] = []
    request.node.stash[_arrived] = people

    def one(
        name: str, *, phone: bool = False, at: str = "", moving: bool = False, language: str = "en"
    ) -> Person:
        url = at or request.getfixturevalue("service").url
        motion: Literal["no-preference", "reduce"] = "no-preference" if moving else "reduce"
        context = browser.new_context(
            base_url=url,
            reduced_motion=motion,
            service_workers="block",
            locale=language,
            **(PHONE if phone else DESKTOP),
        )
        if not moving:
            context.add_init_script(PLAIN)
        people.append(Person(name, context, tmp_path, phone=phone, url=url))
        return people[-1]

    yield one
    for person in people:
        person.context.close()
    assert [problem for person in people for problem in person.problems()] == []


@pytest.fixture
def stay() -> Iterator[Callable[..., None]]:
    """Polls for players without a browser until the test ends: `stay(*clients)`."""
    staying: list[Client] = []
    is_over = threading.Event()

    def poll() -> None:
        while not is_over.wait(HEARTBEAT_S):
            for client in list(staying):
                with suppress(requests.RequestException):
                    client.poll(wait=0)

    polling = threading.Thread(target=poll, daemon=True)
    polling.start()
    yield lambda *clients: staying.extend(clients)
    is_over.set()
    polling.join()


Deal = Callable[..., list[Client]]


@pytest.fixture
def deal(service: Web, stay: Callable[..., None]) -> Deal:
    """Begins a game: `ben, cleo = deal(ada, "Ben", "Cleo", game="uno")`.

    The person is the host and opens a link; the others have no browsers. It is for tests that are not about
    the way to the table, which takes seconds. Turns have no time limit.
    """

    def begin(person: Person, *names: str, game: str = "cheat", **options: Any) -> list[Client]:
        host, *others = clients = [Client([service]) for _ in (person.name, *names)]
        code = host.create(person.name, game=game, options={"turn_s": 0, **options})["code"]
        for client, name in zip(others, names, strict=True):
            client.join(code, name)
        stay(*others)
        host.act("start")
        person.opens(f"/r/{code}#seat={host.token}")
        expect(person.hand).to_be_visible()
        return clients[1:]

    return begin


@pytest.fixture
def joined(service: Web, stay: Callable[..., None]) -> Callable[..., list[Client]]:
    """Lets players without a browser join a room: `joined(code, "Ben", "Cleo")`."""

    def join(code: str, *names: str) -> list[Client]:
        clients = [Client([service]) for _ in names]
        for client, name in zip(clients, names, strict=True):
            client.join(code, name)
        stay(*clients)
        return clients

    return join
