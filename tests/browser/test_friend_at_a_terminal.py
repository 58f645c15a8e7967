"""A person at a terminal of 80 columns and 24 lines and a friend with a browser play whole games."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from cheat.client import Client, Seat
from cheat.games import FAST
from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.test_talk import says
from tests.servers import ROOT, Web, in_background, wait_until
from tests.terminal.tmux import ScreenTypist, Tmux

QUICK: dict[str, Any] = {**FAST["cheat"], "max_cards_per_play": 8, "min_players": 2}
PLAYED_S = 600
PLAY = """(moves) => {
  if (document.querySelector("[data-testid=result]")) return true;
  const now = [document.querySelector("[data-testid=prompt]")?.textContent,
    document.querySelectorAll("[data-testid=hand] button").length].join(" ");
  if (now === window.done) return false;
  for (const [move, takesCard] of moves) {
    const button = document.querySelector(`[data-testid=move-${move}]:enabled`);
    if (!button) continue;
    window.done = now;
    const lifted = document.querySelector("[data-testid=hand] [aria-pressed=true]");
    if (takesCard && !lifted) document.querySelector("[data-testid=hand] button:not(.idle)")?.click();
    document.querySelector(`[data-testid=move-${move}]:enabled`)?.click();
    break;
  }
  return false;
}"""
"""A script that makes a friend's moves in one step: between two steps the game goes on. True at its end."""


@pytest.fixture
def sits_down(service: Web, tmp_path: Path) -> Iterator[Callable[[], Tmux]]:
    """Starts the program with only the address of the server."""
    opened: list[Tmux] = []

    def start() -> Tmux:
        opened.append(Tmux([service.url, "--seats", str(tmp_path / "seats.json")]))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


@pytest.fixture
def client(service: Web) -> Iterator[Client]:
    with Client(service.url) as client:
        yield client


def says_a_name(screen: Tmux) -> None:
    """Answer the questions of the first screen."""
    screen.sees("1  Play now")
    screen.press("A", "d", "a")
    screen.sees("▊  Ada ")
    screen.press("Down")


def code_on(screen: Tmux) -> str:
    """Return the code of the present room."""
    return screen.sees("Ada  you, host").partition(", room ")[2][:5]


def plays_along(friend: Person, moves: dict[str, bool]) -> None:
    """Make the first possible of these moves, once at each moment, until the page shows the result.

    Each move comes with a flag: whether it takes a card of the hand.
    """
    friend.will_be_refused(409)  # a moment may pass while a button is pressed
    wait_until(lambda: friend.page.evaluate(PLAY, list(moves.items())), "the game is over", PLAYED_S)


def together(screen: Tmux, friend: Person, watching: Seat, moves: dict[str, bool]) -> None:
    """Both play to the end, and see the same result."""
    typing = in_background(ScreenTypist(screen, Random(1)).play)
    plays_along(friend, moves)
    last, table = typing.value(PLAYED_S), watching.snapshot()["table"]
    assert table["result"] is not None
    names = {player["id"]: player["name"] for player in table["players"]}
    told = set(table["result"]["text"].split()) - {*names.values()}  # the winner reads “You won”
    assert all(word in last for word in told), last
    assert [row[1] for row in friend.standing()] == [names[one["id"]] for one in table["result"]["standing"]]


@pytest.mark.long
def test_cheat_is_played_to_the_end(
    arrive: Arrive, service: Web, client: Client, sits_down: Callable[[], Tmux]
) -> None:
    screen, ben = sits_down(), arrive("Ben")
    says_a_name(screen)
    screen.click("3  Join a room by its code")
    screen.sees("Room code:")
    host = client.create("Host", "cheat", QUICK)
    screen.press(*host.code, "Enter")
    screen.sees("Waiting for Host to start the game.", "Ada  you")
    ben.joins_with_code(host.code)
    screen.sees("Ben")
    host.act("make_host", player="p2")
    host.act("leave")
    says(ben, "phrase", "hello")
    screen.sees("Ben: Hello!")
    screen.press("F8")
    screen.sees("Say something", "2  Good luck!")
    screen.press("2")
    expect(ben.page.get_by_test_id("said").locator("p").last).to_contain_text("Good luck!")
    screen.click("Start the game")
    expect(ben.hand).to_be_visible()
    together(screen, ben, client.watch(host.code), {"place": True})


@pytest.mark.long
def test_published_game_is_played_to_the_end(
    arrive: Arrive, service: Web, client: Client, sits_down: Callable[[], Tmux]
) -> None:
    game = json.loads((ROOT / "cheat/documents/template.json").read_text())
    client.publish(game | {"id": "ours", "name": {"en": "Our Game", "es": "Nuestro juego"}})
    screen, ben = sits_down(), arrive("Ben")
    says_a_name(screen)
    screen.click("5  Find a published game")
    screen.sees("Part of the name")
    screen.press("o", "u", "r", "Enter")
    screen.sees("1  Our Game: Lay a higher card")
    screen.press("1")
    code = code_on(screen)
    ben.joins_with_code(code)
    screen.sees("Our Game, room", "Ben")
    screen.click("Start the game")
    expect(ben.hand).to_be_visible()
    together(screen, ben, client.watch(code), {"lay": True, "draw": False})
