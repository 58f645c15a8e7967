"""The page in Chromium, Firefox and WebKit: from the start page to the verdict, without one error."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from cheat.client.forms import at_random
from tests.browser.cards import PLURALS, is_of
from tests.browser.engines import BACKSPACE, LEFT, NEEDED, OTHERS, RIGHT, UP, Window, chromium, missing
from tests.browser.person import KEEP_PASSING, TAKE_PASSING
from tests.servers import ROOT, Client, RedisServer, Web, wait_until

SIZES = {"phone": (390, 844), "laptop": (1280, 800)}
PARTS = ("cheat", "static", "templates", "app.py", "gunicorn.conf.py")
RECORDER = Path(__file__).with_name("recorder.js")
HEAD = '<meta charset="utf-8">'
NOTED = "() => JSON.parse(localStorage.getItem('recorder.noted') ?? '[]')"
POLLS = "() => window.polls"
KEY = "(code) => JSON.parse(localStorage[`cheat.seat.${code}`]).token"
HAS_PILE = "(size) => document.querySelector('[data-testid=pile]')?.dataset.count === String(size)"
OFF_CENTRE = """() => [...document.querySelectorAll(".seat .seat-name")].map((name) => {
  const words = document.createRange();
  words.selectNodeContents(name);
  const [around, within] = [name, words].map((one) => one.getBoundingClientRect());
  return Math.abs(around.top + around.bottom - within.top - within.bottom) / 2;
})"""
"""A script that returns how far each name at a seat is from the middle of its place, in pixels."""
LEAST_SEEN = 3
FITS = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
MOST_DEALS = 400
"""Of Uno, until the first seat begins with a wild card: one deal of eight is such."""
MOST_MOVES = 200
PLACED = 6
LINES = 30
"""Of the document, above the middle of the editor; in the first one is a brace."""

pytestmark = pytest.mark.long


class Visit(NamedTuple):
    """A browser at the service, and where its pictures go."""

    window: Window
    service: Web
    pictures: Path
    stay: Callable[..., None]
    number: Iterator[int]

    def opens(self, path: str) -> None:
        self.window.opens(self.service.url + path)

    def pictures_of(self, what: str) -> None:
        """Take a picture. Nothing on the page reaches beyond its sides."""
        self.window.waits(FITS)
        self.window.takes_picture(self.pictures / f"{next(self.number):02} {what}.png")

    def sits(self, *names: str, game: str, **options: Any) -> list[Client]:
        """Return the seats of a game that has begun. The first one is the browser's."""
        seats = [Client([self.service]) for _ in names]
        seats[0].create(names[0], game=game, options={"turn_s": 0, **options})
        for seat, name in zip(seats[1:], names[1:], strict=True):
            seat.join(seats[0].code, name)
        self.stay(*seats[1:])
        seats[0].act("start")
        return seats

    def takes(self, seat: Client) -> None:
        """Open the table of a seat."""
        self.opens(f"/r/{seat.code}#seat={seat.token}")
        self.window.shows("[data-testid=hand]")
        self.window.evaluates(f"() => {{ {KEEP_PASSING} }}")


@pytest.fixture(scope="module")
def recording(_redis_of_all: RedisServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """The service from a copy of its sources whose pages note what goes wrong on them."""
    folder = tmp_path_factory.mktemp("recording")
    for name in PARTS:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, folder / name)
    shutil.copy(RECORDER, folder / "static/js/recorder.js")
    base = folder / "templates/base.html"
    assert base.read_text().count(HEAD) == 1
    base.write_text(base.read_text().replace(HEAD, f'{HEAD}<script src="/static/js/recorder.js"></script>'))
    environment = {"REDIS_URL": _redis_of_all.url, "WEB_CONCURRENCY": 1, "BOT_PACE": 0.05}
    server = Web(tmp_path_factory.mktemp("log"), **environment)
    server.folder = folder
    try:
        yield server.start()
    finally:
        server.stop()


@pytest.fixture(scope="module", params=NEEDED)
def window(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    if needed := missing(request.param):
        pytest.skip(f"{needed} is not installed: CONTRIBUTING.md says how, in “Other browsers”")
    if request.param in OTHERS:
        opened = OTHERS[request.param](tmp_path_factory.mktemp(request.param))
    else:
        opened = chromium(request.getfixturevalue("browser"))
    with opened as window:
        yield window


@pytest.fixture(params=SIZES)
def visit(
    window: Window,
    recording: Web,
    stay: Callable[..., None],
    request: pytest.FixtureRequest,
    tmp_path: Path,
) -> Iterator[Visit]:
    print(f"{window.version}, {request.param}: pictures in {tmp_path}")
    window.opens(recording.url)
    window.evaluates("() => localStorage.clear()")
    window.resizes(*SIZES[request.param])
    yield Visit(window, recording, tmp_path, stay, count(1))
    assert window.evaluates(NOTED) == []


def form_of(seat: Client, move: str) -> bool:
    """Return whether a seat may do this now."""
    return any(form["name"] == move for form in seat.snapshot()["table"]["moves"])


def play_until(seats: list[Client], is_so: Callable[[], Any]) -> None:
    """Let the seats make moves at random until something is so."""
    chance = Random(1)
    for _ in range(MOST_MOVES):
        if is_so():
            return
        tables = [(seat, seat.snapshot()["table"]) for seat in seats]
        seat, table, form = next(
            (seat, table, form)
            for seat, table in tables
            for form in table["moves"]
            if form["scope"] == "game"
        )
        seat.act(form["name"], **at_random(table, form, chance))
    raise AssertionError("it never was so")


def test_errors_are_noted(visit: Visit) -> None:
    """Otherwise the other tests would prove nothing."""
    window = visit.window
    visit.opens("/games")
    window.evaluates("() => { console.error('said'); setTimeout(() => { throw new Error('thrown'); }); }")
    window.evaluates("() => { Promise.reject(new Error('refused')); fetch('/nothing'); }")
    window.evaluates("() => { document.body.append(Object.assign(new Image(), { src: '/none.png' })); }")
    window.evaluates(
        "() => { const one = document.createElement('script'); one.text = '1'; document.head.append(one); }"
    )
    for words in ("said", "thrown", "refused", "/nothing: 404", "not loaded: ", "script-src"):
        window.waits(f"(words) => ({NOTED})().some((noted) => noted.includes(words))", words)
    window.evaluates("() => localStorage.removeItem('recorder.noted')")


def test_a_lie_is_called_from_the_start_page_on(visit: Visit) -> None:
    window = visit.window
    visit.opens("/")
    window.shows("[data-game=cheat]")
    visit.pictures_of("start page")
    window.types("#name", "Ada")
    window.presses("[data-game=cheat]")
    window.presses("[data-testid=create-form] button[type=submit]")
    window.shows(".waiting [data-testid=player-list]")
    code = window.waits("() => document.querySelector('[data-testid=room-code]').textContent").lower()
    ada = Client([visit.service], token=window.evaluates(KEY, code))
    ada.code = code
    ben, cleo = (Client([visit.service]) for _ in range(2))
    for seat, name in ((ben, "Ben"), (cleo, "Cleo")):
        seat.join(code, name)
        window.shows(".waiting .seat-name", name)
    visit.stay(ben, cleo)
    ada.act("set_options", options={"turn_s": 0, "min_call_window_s": 0})
    visit.pictures_of("waiting room")
    window.presses("[data-testid=start]")
    window.shows("[data-testid=hand]")
    window.evaluates(f"() => {{ {KEEP_PASSING} }}")

    window.presses("[data-testid=hand] .card-button")
    visit.pictures_of("Cheat, a card is chosen")
    window.presses("[data-testid=move-place]")
    window.waits(HAS_PILE, 1)
    lie = next(card for card in ben.hand() if not is_of(card, PLURALS[1]))
    ben.act("place", cards=[lie])
    window.waits(HAS_PILE, 2)
    visit.pictures_of("Cheat, Ben has placed")
    assert max(window.evaluates(OFF_CENTRE)) < LEAST_SEEN
    window.presses("[data-testid=move-call_cheat]")
    window.waits(TAKE_PASSING.replace("[kind, words]", "kind, words"), "verdict", ["Ben lied!"])
    visit.pictures_of("Cheat, the verdict")
    window.waits(HAS_PILE, 0)
    polls = window.evaluates(POLLS)
    assert polls["deflated"] >= 2, polls


def test_a_wild_card_gets_a_colour_and_a_card_is_drawn(visit: Visit) -> None:
    window = visit.window
    for _ in range(MOST_DEALS):
        ada, ben = visit.sits("Ada", "Ben", game="uno", hand_size=10)
        if "WW" in ada.hand() and form_of(ada, "play"):
            break
    visit.takes(ada)
    visit.pictures_of("Uno")
    window.presses("[data-testid=hand] [data-face=WW]")
    window.presses("[data-testid=move-play]")
    window.shows("[data-testid=dialog]")
    visit.pictures_of("Uno, the colour")
    window.presses("[data-testid=dialog] [data-field=colour] [data-value=blue]")
    window.shows("[data-testid=fact]", "Blue")
    play_until([ben, ada], lambda: form_of(ada, "draw"))
    held = len(ada.hand())
    window.presses("[data-testid=move-draw]")
    cards = "(count) => document.querySelectorAll('[data-testid=hand] .card-button').length === count"
    window.waits(cards, held + 1)
    visit.pictures_of("Uno, a card was drawn")
    assert window.evaluates(POLLS)["deflated"] >= 1


def test_three_cards_are_passed_and_one_is_played_in_hearts(visit: Visit) -> None:
    window = visit.window
    ada, *others = visit.sits("Ada", "Ben", "Cleo", "Dan", game="hearts")
    visit.takes(ada)
    for taken in range(1, 4):
        window.presses("[data-testid=hand] .card-button[aria-pressed=false]")
        window.waits(
            "(count) => document.querySelectorAll('[data-testid=hand] [aria-pressed=true]').length === count",
            taken,
        )
    visit.pictures_of("Hearts, three cards are chosen")
    window.presses("[data-testid=move-give]")
    wait_until(lambda: not form_of(ada, "give"), "Ada has passed cards")
    play_until(others, lambda: form_of(ada, "play"))
    window.presses("[data-testid=hand] .card-button:not(.idle)")
    window.presses("[data-testid=move-play]")
    wait_until(lambda: not form_of(ada, "play"), "Ada has played")
    window.waits("() => document.querySelectorAll('.laid-place [data-face]').length > 0")
    visit.pictures_of("Hearts, a card was played")
    assert window.evaluates(POLLS)["deflated"] >= 1


def test_a_browser_that_cannot_inflate_gets_plain_answers(visit: Visit) -> None:
    window = visit.window
    window.evaluates("() => localStorage.setItem('recorder.old', '1')")
    ada, ben, _ = visit.sits("Ada", "Ben", "Cleo", game="cheat", min_call_window_s=0)
    visit.takes(ada)
    for size, seat in enumerate((ada, ben), 1):
        seat.act("place", cards=seat.hand()[:1])
        window.waits(HAS_PILE, size)
    polls = window.evaluates(POLLS)
    assert polls["plain"] >= 1 and polls["deflated"] == polls["known"] == 0


def test_a_finished_game_is_watched_again(visit: Visit) -> None:
    window = visit.window
    ada, ben, _ = seats = visit.sits("Ada", "Ben", "Cleo", game="cheat", min_call_window_s=0, reveal_s=0)
    for number in range(PLACED):
        seat = seats[number % 3]
        seat.act("place", cards=seat.hand()[:1])
    ben.act("leave")
    visit.opens(f"/r/{ada.code}#seat={ada.token}")
    window.shows("[data-testid=result]")
    visit.pictures_of("Result")
    window.presses("[data-testid=watch-replay]")
    frames = PLACED + 2
    window.shows("[data-testid=position]", f"1 / {frames}")
    window.presses("[aria-label=Forward]")
    window.shows("[data-testid=position]", f"2 / {frames}")
    window.waits(HAS_PILE, 1)
    window.presses("[data-testid=open-cards]")
    window.shows("[data-testid=all-hands]")
    window.waits("() => document.querySelectorAll('[data-owner=p2] .card').length === 17")
    visit.pictures_of("Replay, open cards")
    window.types("[data-testid=slider]", LEFT + RIGHT)
    window.presses("[data-testid=play]")
    window.shows("[data-testid=position]", f"{frames} / {frames}")


def test_a_game_is_designed_and_tried(visit: Visit) -> None:
    window = visit.window
    verdict = "[data-testid=found][aria-busy=false] [data-testid=verdict]"
    visit.opens("/design")
    window.waits("() => document.querySelector('[data-testid=view-text]') !== null")
    is_narrow = window.evaluates("() => document.querySelector('[data-testid=pane-try]').checkVisibility()")
    if is_narrow:
        window.presses("[data-testid=pane-document]")
    window.presses("[data-testid=view-text]")
    window.shows("#editor")
    visit.pictures_of("Designer")
    window.waits("(css) => document.querySelector(css)?.textContent.includes('Your game works')", verdict)
    window.types("#editor", UP * LINES + "x")
    window.waits("(css) => document.querySelector(css)?.textContent.includes('problem')", verdict)
    visit.pictures_of("Designer, a problem")
    window.types("#editor", UP * LINES + RIGHT + BACKSPACE)
    window.waits("(css) => document.querySelector(css)?.textContent.includes('Your game works')", verdict)
    if is_narrow:
        window.presses("[data-testid=pane-try]")
    window.types("#name", "Ada")
    visit.pictures_of("Designer, ready to play")
    window.presses(".try [data-testid=play]")
    window.goes_to_new_tab()
    window.shows("[data-testid=hand] .card-button")
    visit.pictures_of("Designer, the table")
    window.closes_tab()


def test_games_are_found_and_one_is_shown(visit: Visit) -> None:
    window = visit.window
    visit.opens("/games")
    window.shows("[data-testid=games] [data-slug=poker]")
    visit.pictures_of("Games")
    window.types("#q", "poker")
    window.waits("() => document.querySelectorAll('[data-testid=games] [data-slug]').length === 1")
    window.presses("[data-testid=games] [data-slug=poker] a")
    window.shows("h1", "Poker")
    visit.pictures_of("Poker")
