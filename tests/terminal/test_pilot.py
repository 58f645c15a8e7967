"""The full screen by Textual's pilot: mouse, sizes, overlays, refusals, and seats that end.

Without a terminal around it, so these are fast; `test_full_screen.py` plays in a real one.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from cheat.client import Client, Seat
from cheat.terminal.full.app import Terminal
from cheat.terminal.full.board import NARROW, Pane
from cheat.terminal.full.cells import Cells
from cheat.terminal.full.overlays import InputOverlay, ListOverlay, OptionsOverlay, PageText, TextOverlay
from cheat.terminal.full.start import StartScreen
from cheat.terminal.full.table import TableScreen
from cheat.terminal.saved_seats import SavedSeats
from cheat.terminal.server import Server
from tests.servers import Web, wait_until
from tests.terminal.test_line_by_line import of_news

WITHIN_S = 60
PANES = ("#title", "#clock", "#prompt", "#hand", "#choices", "#keys")
"""The panes that every room has."""


class Hands:
    """A user at the keyboard and the mouse, and the texts of the screen."""

    def __init__(self, app: Terminal, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    async def sees(self, what: str, is_so: Callable[[], Any]) -> None:
        """Wait until a condition holds."""
        until = time.monotonic() + WITHIN_S
        while not is_so():
            assert time.monotonic() < until, f"not to be seen: {what}\n{self.words()}"
            await self.pilot.pause(0.01)

    async def reads(self, *words: str) -> None:
        """Wait until all of these words are on the screen."""
        await self.sees(" and ".join(words), lambda: all(one in self.words() for one in words))

    def words(self) -> str:
        """Return all texts of the top screen."""
        screen = self.app.screen
        told = [str(pane.content) for pane in screen.query(Static) if pane.display]
        told += [cell.label for cells in screen.query(Cells) for cell in cells.cells]
        for options in screen.query(OptionList):
            told += [str(option.prompt) for option in options.options]
        boxes = screen.query(".box")
        return "\n".join([*told, *(str(box.border_subtitle) for box in boxes)])

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def click(self, pane: str, words: str) -> None:
        """Click the cell with this text."""
        cells = self.app.screen.query_one(pane, Cells)
        await self.sees(words, lambda: words in [cell.text for cell in cells.cells])
        places = ((x, y, at) for y, line in enumerate(cells.lines) for x, at in line)
        x, y = next((x, y) for x, y, at in places if cells.cells[at].text == words)
        assert await self.pilot.click(cells, offset=(x + 1, y * cells.line_height))

    async def is_on(self, kind: type) -> None:
        await self.sees(kind.__name__, lambda: type(self.app.screen) is kind and self.app.screen.is_mounted)


Play = Callable[..., None]


@pytest.fixture(scope="module")
def clients() -> Iterator[list[Client]]:
    """Yield clients, and close them once none of their seats is followed any more."""
    made: list[Client] = []
    yield made
    wait_until(lambda: not of_news(), "the client no longer waits for news", WITHIN_S)
    for one in made:
        one.close()


@pytest.fixture
def play(web: Web, clients: list[Client], tmp_path: Path) -> Play:
    """Yield `play(what, code, "Ben")`, which takes a seat on the full screen and does something there."""

    def run(
        what: Callable[[Hands], Coroutine[Any, Any, None]], code: str = "", name: str = "", **more: Any
    ) -> None:
        async def at_screen() -> None:
            size = more.pop("size", (80, 24))
            clients.append(Client(web.url, language="en"))
            app = Terminal(Server(clients[-1], SavedSeats(tmp_path / "seats.json")), code, name, **more)
            async with app.run_test(size=size) as pilot:
                await what(Hands(app, pilot))

        asyncio.run(at_screen())

    return run


def of_two(client: Client, game: str = "crazy-eights", **options: Any) -> tuple[Seat, str]:
    """Return Ada's seat and the code of her room, in which another player takes a seat next."""
    ada = client.create("Ada", game, options)
    return ada, ada.code


def has_game(hands: Hands) -> bool:
    """Return whether cards have been dealt."""
    return bool(hands.app.screen.query_one("#cards", Cells).cells)


async def deal_as_host(hands: Hands, ada: Seat) -> None:
    """Let Ada make Ben the host, and Ben start the game."""
    await hands.reads("Ben  you")
    ada.act("make_host", player="p2")
    await hands.click("#moves", "Start the game")
    await hands.sees("the deal", lambda: has_game(hands))


def test_cards_and_moves_are_chosen_by_clicks(client: Client, play: Play) -> None:
    ada, code = of_two(client, "cheat", min_players=2)

    async def clicks(hands: Hands) -> None:
        await deal_as_host(hands, ada)
        cards = hands.app.screen.query_one("#cards", Cells)
        card = cards.cells[0].text
        await hands.click("#cards", card)
        await hands.sees("a chosen card", lambda: [one.chosen for one in cards.cells[:2]] == [True, False])
        await hands.click("#cards", card)
        await hands.sees("no chosen card", lambda: not cards.cells[0].chosen)
        await hands.press("enter")
        await hands.reads("Press a number to choose a move, a letter to choose a card.")
        await hands.press("escape")
        await hands.sees("no notice", lambda: not hands.app.screen.query_one("#notice", Pane).display)
        await hands.click("#keys", "Help")
        await hands.is_on(TextOverlay)
        await hands.press("escape")
        await hands.click("#moves", "Leave")
        await hands.click("#moves", "no")
        await hands.sees("no question", lambda: "Esc" not in keys(hands))

    play(clicks, code, "Ben")


def test_a_running_room_is_changed_in_a_list_of_its_own(client: Client, play: Play) -> None:
    ada, code = of_two(client, "cheat", min_players=2)

    async def changes(hands: Hands) -> None:
        await deal_as_host(hands, ada)
        moves = hands.app.screen.query_one("#moves", Cells)
        assert not [cell.text for cell in moves.cells if "free text" in cell.text]
        await hands.press("f7")
        await hands.is_on(ListOverlay)
        await hands.press("1")
        await hands.sees("free text", lambda: ada.snapshot()["table"]["chat"])

    play(changes, code, "Ben")


def keys(hands: Hands) -> list[str]:
    """Of what can be pressed."""
    return [cell.key for cell in hands.app.screen.query_one("#moves", Cells).cells]


def test_every_pane_has_room_from_60_columns_to_200(client: Client, play: Play) -> None:
    ada, code = of_two(client)

    async def resizes(hands: Hands) -> None:
        await hands.reads("Ben  you")
        ada.act("start")
        await hands.sees("the deal", lambda: has_game(hands))
        table = hands.app.screen
        for size in ((60, 20), (200, 60), (80, 24)):
            await hands.pilot.resize_terminal(*size)
            wide = size[0] >= NARROW
            await hands.sees(f"{size}", lambda: table.query_one("#log").display is wide)  # noqa: B023
            for pane in PANES:
                region = table.query_one(pane).region
                assert region.height >= 1, (size, pane)
                assert table.region.contains_region(region), (size, pane)
            cards = table.query_one("#cards", Cells)
            assert cards.size.height == len(cards.lines) * cards.line_height, size

    play(resizes, code, "Ben")


def test_overlays_open_and_close_and_a_question_ends_with_its_moment(client: Client, play: Play) -> None:
    ada, code = of_two(client)

    async def reads(hands: Hands) -> None:
        await hands.reads("Ben  you")
        ways = [("f1", "f1"), ("question_mark", "enter"), ("f2", "escape"), ("f3", "f3"), ("f9", "f9")]
        for opens, closes in ways:
            await hands.press(opens)
            await hands.is_on(TextOverlay)
            await hands.press(closes)
            await hands.is_on(TableScreen)

        await hands.press("f1")
        for key, words in (
            ("right", "Change your name"),
            ("f9", "players"),
            ("4", "Standard"),
            ("f1", "F10"),
        ):
            await hands.press(key)
            await hands.sees(words, lambda: words in str(hands.app.screen.query_one(PageText).content))  # noqa: B023
        await hands.press("escape")

        await hands.click("#moves", "Change your name")
        await hands.is_on(InputOverlay)
        await hands.press("escape")
        await hands.is_on(TableScreen)
        await hands.click("#moves", "Change your name")
        await hands.is_on(InputOverlay)
        await hands.press("enter")
        await hands.reads("Type at least 1 character.")
        await hands.press(*"Ada", "enter")
        await hands.reads("That name is taken. Choose another.")

        await hands.click("#moves", "Change your name")
        await hands.is_on(InputOverlay)
        ada.act("start")
        await hands.is_on(TableScreen)
        await hands.reads("That moment has passed.")
        await hands.press("f1")
        await hands.reads("3 Rules", " · Esc closes")

    play(reads, code, "Ben")


def test_options_are_changed_by_clicks_and_what_is_no_value_is_said(client: Client, play: Play) -> None:
    async def changes(hands: Hands) -> None:
        await hands.reads("Card games at")
        await hands.pilot.click("#name")
        await hands.press(*"Ben", "enter", "2")
        await hands.is_on(ListOverlay)
        await hands.press("1")
        await hands.reads("Ben  you")
        await hands.click("#moves", "Change the options")
        await hands.is_on(OptionsOverlay)
        listed = hands.app.screen.query_one(OptionList)
        clock = next(at for at, one in enumerate(listed.options) if "Turn clock" in str(one.prompt))
        listed.highlighted = clock
        await hands.press("enter")
        await hands.is_on(InputOverlay)
        hands.app.screen.query_one(Input).value = "soon"
        await hands.press("enter")
        await hands.reads("! That is not a number.")
        await hands.press(*"77", "enter")
        await hands.is_on(OptionsOverlay)
        await hands.reads("77")
        await hands.press("home")
        assert await hands.pilot.click(OptionList, offset=(4, 0)), "all are taken"
        await hands.is_on(TableScreen)
        await hands.reads("Turn clock", "77")

    play(changes)


def test_game_that_is_not_listed_is_named_and_one_that_is_not_there_is_said(
    client: Client, play: Play
) -> None:
    ada, code = of_two(client)

    async def names(hands: Hands) -> None:
        await hands.reads("Ben  you")
        ada.act("make_host", player="p2")
        for named, told in (
            ("no-such-game", "That isn't one of the choices. Choose another."),
            ("oh-hell", "Oh Hell, room"),
        ):
            await hands.click("#moves", "Choose the game")
            await hands.click("#moves", "Type another name")
            await hands.is_on(InputOverlay)
            hands.app.screen.query_one(Input).value = named
            await hands.press("enter")
            await hands.reads(told)

    play(names, code, "Ben")


def test_what_people_say_is_read_and_said_back(client: Client, play: Play) -> None:
    ada, code = of_two(client)
    ada.act("set_chat", chat=True)
    ada.say(text="Is anybody there?")

    async def talks(hands: Hands) -> None:
        await hands.reads("Ada: Is anybody there?")
        ada.say(reaction="laugh")
        await hands.reads("Ada: Laughing")
        await hands.press("f8", "1")
        await hands.reads("Ben: Hello!")
        await hands.press("f8", "end", "enter")
        await hands.is_on(InputOverlay)
        await hands.press(*"Here", "enter")
        await hands.reads("Ben: Here")

    play(talks, code, "Ben")


def test_who_is_removed_comes_home_and_is_told_why(client: Client, play: Play) -> None:
    ada, code = of_two(client)

    async def is_removed(hands: Hands) -> None:
        await hands.reads("Ben  you")
        await hands.press("f3")
        await hands.is_on(TextOverlay)
        ada.act("kick", player="p2", reason="idle")
        await hands.is_on(StartScreen)
        await hands.reads("The host removed you: not playing.", "Go back to room")
        await hands.press("7")
        await hands.sees("no way back", lambda: "Go back to room" not in hands.words())

    play(is_removed, code, "Ben")


def test_what_is_not_there_is_said_at_the_start(play: Play, tmp_path: Path) -> None:
    async def looks(hands: Hands) -> None:
        await hands.reads("There is no room")
        await hands.press("3")
        await hands.is_on(InputOverlay)
        await hands.press("escape")
        await hands.press("5")
        await hands.is_on(InputOverlay)
        await hands.press(*"zzz", "enter")
        await hands.reads("No published games match.")
        await hands.press("6")
        hands.app.screen.query_one(Input).value = str(tmp_path / "none.json")
        await hands.press("enter")
        await hands.reads("none.json")

    play(looks, "zzzzz", "Ben")
