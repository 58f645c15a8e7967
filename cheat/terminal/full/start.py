"""The start screen: a field for the name, and a list of ways to a table.

A way to a table is, for example, to join a room.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Input, OptionList, Static

from cheat.client import Seat
from cheat.client.types import ListedRoom, Saved
from cheat.terminal.full.cells import DIGITS
from cheat.terminal.full.overlays import InputOverlay, ListOverlay, move_cursor, numbered
from cheat.terminal.full.pictures import banner
from cheat.terminal.full.program import ProgramScreen
from cheat.terminal.links import code_of
from cheat.terminal.messages import say
from cheat.terminal.replay import Replay
from cheat.terminal.server import Server


class StartScreen(ProgramScreen):
    """The screen with a field for the name and the list of ways to a table."""

    AUTO_FOCUS = ""  # `on_mount` sets the focus

    def __init__(self, server: Server, name: str) -> None:
        super().__init__()
        self.server, self._initial_name = server, name

    def compose(self) -> ComposeResult:
        """Make the field for the name, the list of ways, and the line for messages."""
        with VerticalScroll(id="start", can_focus=False):
            yield Static(banner(say("Card games at {server}", server=self.server.client.url)))
            yield Static(Text(say("Your name:")))
            yield Input(self._initial_name, id="name", max_length=16)
            yield OptionList(id="ways", markup=False)
            yield Static(Text(say("Enter chooses, ^C quits"), "dim"), id="hint")
            yield Static(id="notice")

    def on_mount(self) -> None:
        """Focus the field for the name or, if the command line gave a name, the list of ways."""
        self._draw()
        self.query_one("#ways" if self._initial_name else "#name").focus()

    def on_screen_resume(self) -> None:
        """Update the list of ways, because the saved seats may have changed."""
        self._draw()

    def notice(self, words: str = "") -> None:
        """Show a message, such as the reason why the person could not join a room."""
        pane = self.query_one("#notice", Static)
        pane.update(Text(f"! {words}" if words else "", "yellow"))
        pane.set_class(bool(words), "said")

    # The ways

    def _choices(self) -> list[tuple[str, Callable[[], None]]]:
        client = self.server.client
        return [
            (say("Play now"), lambda: self._with_game(partial(client.quick, wait=True))),
            (say("Create a room"), lambda: self._with_game(client.create)),
            (say("Join a room by its code"), self._ask_code),
            (say("See public rooms"), self._list_rooms),
            (say("Find a published game"), self._find_game),
            (say("Watch a game from a file"), self._ask_file),
            *((self._return_label(saved), partial(self.go_back, saved)) for saved in self.server.seats()),
        ]

    def _return_label(self, saved: Saved) -> str:
        return say("Go back to room {code}", code=saved["code"].upper())

    def _draw(self) -> None:
        ways = self.query_one("#ways", OptionList)
        ways.set_options(numbered([label for label, _ in self._choices()]))
        ways.highlighted = 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go the selected way."""
        self._go_way(event.option_index)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Move the focus from the name to the list of ways."""
        self.query_one("#ways").focus()

    def on_key(self, event: events.Key) -> None:
        """Go the way with the typed number. The down key moves the focus to the list of ways."""
        if event.key == "down":
            self.query_one("#ways").focus()
        elif event.key in ("j", "k"):
            move_cursor(self.query_one("#ways", OptionList), event.key)
        at = DIGITS.find(event.character or " ")
        if 0 <= at < len(self._choices()):
            event.stop()
            self._go_way(at)

    def _go_way(self, at: int) -> None:
        self.notice()
        self._choices()[at][1]()

    @property
    def player_name(self) -> str:
        """The name of the player."""
        return self.query_one("#name", Input).value.strip()

    # To a table

    def _open_table(self, take: Callable[[], Seat]) -> None:
        """Take a seat, or a place to watch, by a call of `take`. Then show the table."""
        self.program.wait_for(
            lambda: self.server.session_at(take()), self.program.open_table, self._show_failure
        )

    def _show_failure(self, words: str) -> None:
        self._draw()
        self.notice(words)

    def _with_game(self, take: Callable[[str, str], Seat]) -> None:
        """Let the person choose a game of the catalogue, and take a seat at it."""
        if self._has_name():
            self.program.wait_for(self.server.games, partial(self._choose_game, take), self._show_failure)

    def _has_name(self) -> bool:
        """Return whether the person has typed a name. If not, ask for a name."""
        if not self.player_name:
            self.notice(say("Type your name first."))
            self.query_one("#name").focus()
        return bool(self.player_name)

    def _choose_game(self, take: Callable[[str, str], Seat], games: list[tuple[str, str]]) -> None:
        def choose(at: int | None) -> None:
            if at is not None:
                name = self.player_name
                self._open_table(lambda: take(name, games[at][0]))

        if games:
            self.app.push_screen(ListOverlay(say("Which game?"), [label for _, label in games]), choose)
        else:
            self.notice(say("No published games match."))

    def _find_game(self) -> None:
        """Let the person search for a published game, and make a room for it."""
        if self._has_name():
            self.app.push_screen(
                InputOverlay(say("Part of the name (leave it empty for the most played games):")),
                self._search_games,
            )

    def _search_games(self, words: str | None) -> None:
        if words is not None:
            choose = partial(self._choose_game, self.server.client.create)
            self.program.wait_for(lambda: self.server.published(words), choose, self._show_failure)

    def _ask_code(self) -> None:
        self.app.push_screen(
            InputOverlay(say("Room code:")), lambda code: self.join_room(code_of(code or ""))
        )

    def join_room(self, code: str, *, watch: bool = False) -> None:
        """Enter a room: return to the saved seat there, or take a new seat.

        If `watch` is true, or if the person has neither a saved seat nor a name, the person watches instead.
        """
        if not code:
            return
        saved = None if watch else self.server.seat_in(code)
        if saved:
            self.go_back(saved)
        else:
            name = "" if watch else self.player_name
            self._open_table(lambda: self.server.join(code, name))

    def go_back(self, saved: Saved) -> None:
        """Go back to a saved seat."""
        self._open_table(lambda: self.server.resume(saved))

    def _list_rooms(self) -> None:
        def enter_room(rooms: list[tuple[ListedRoom, str]], at: int | None) -> None:
            if at is not None:
                self.join_room(rooms[at][0]["code"])

        def choose(rooms: list[tuple[ListedRoom, str]]) -> None:
            if not rooms:
                self.notice(say("No public rooms are waiting for players."))
                return
            self.app.push_screen(
                ListOverlay(say("Which room?"), [label for _, label in rooms]), partial(enter_room, rooms)
            )

        self.program.wait_for(self.server.rooms, choose, self._show_failure)

    # To a finished game

    def _ask_file(self) -> None:
        self.app.push_screen(
            InputOverlay(say("The name of the file:")), lambda name: self.open_file(name or "")
        )

    def open_file(self, name: str) -> None:
        """Show a finished game that was saved in the file `name`."""
        if name:
            file = Path(name).expanduser()
            self.program.wait_for(lambda: self.server.replay_of(file), self._open_replay, self._show_failure)

    def _open_replay(self, replay: Replay) -> None:
        self.program.open_replay(replay, self._show_failure)
