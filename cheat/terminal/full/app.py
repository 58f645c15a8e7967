"""The full-screen program: switches between screens, and calls the server on other threads."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import ClassVar, TypeVar

from textual.app import App
from textual.binding import BindingType
from textual.message import Message

from cheat.client import ClientError
from cheat.terminal.form_dialog import InvalidAnswer
from cheat.terminal.full.replay import ReplayScreen
from cheat.terminal.full.start import StartScreen
from cheat.terminal.full.table import TableScreen
from cheat.terminal.replay import Replay
from cheat.terminal.server import Server
from cheat.terminal.session import Session, words_of

T = TypeVar("T")


class Terminal(App[None]):
    """The stack of screens, with the start screen at the bottom.

    `code` and `name` are a room and a player's name from the command line. `file` is a saved game to watch.
    """

    CSS_PATH = "full.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+c", "quit")]

    class WorkDone(Message):
        """The message that another thread has done its work. Its handler calls `continuation`."""

        def __init__(self, continuation: Callable[[], None]) -> None:
            super().__init__()
            self.continuation = continuation

    def __init__(
        self, server: Server, code: str = "", name: str = "", *, watch: bool = False, file: Path | None = None
    ) -> None:
        # With NO_COLOR, textual shows greys, unless `ansi_color` lets it use the terminal's own colours.
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.server, self.animation_level = server, "none"
        self._arguments = (code, name, watch, file)

    def on_mount(self) -> None:
        """Go to the place that the command line names."""
        code, name, watch, file = self._arguments
        start = StartScreen(self.server, name)
        self.push_screen(start)
        self.server.report_trouble(self._say)
        if file:
            self.call_after_refresh(start.open_file, str(file))
        else:
            self.call_after_refresh(start.join_room, code, watch=watch)

    # Work that waits

    def wait_for(
        self, work: Callable[[], T], on_result: Callable[[T], None], on_failure: Callable[[str], None]
    ) -> None:
        """Do work on a separate thread. Then call `on_result`, or `on_failure` with a message."""

        def run() -> None:
            try:
                value = work()
            except (ClientError, OSError, InvalidAnswer) as error:
                continuation = partial(on_failure, words_of(error))
            else:
                continuation = partial(on_result, value)
            self.post_message(self.WorkDone(continuation))

        threading.Thread(target=run, daemon=True).start()

    def on_terminal_work_done(self, message: WorkDone) -> None:
        """Continue after work on another thread."""
        message.continuation()

    # Screens

    def open_table(self, session: Session) -> None:
        """Go to a table."""
        self.push_screen(TableScreen(session))

    def open_replay(self, replay: Replay, on_failure: Callable[[str], None]) -> None:
        """Show a finished game step by step. If it cannot be shown, call `on_failure`."""
        self.wait_for(lambda: replay.game, lambda _: self._show_replay(replay), on_failure)

    def _show_replay(self, replay: Replay) -> None:
        self.push_screen(ReplayScreen(replay))

    def go_home(self, words: str = "") -> None:
        """Go back to the start screen, and show a notice there."""
        while not isinstance(self.screen, StartScreen):
            self.pop_screen()
        self.screen.notice(words)
        self.server.report_trouble(self._say)

    def _say(self, words: str) -> None:
        """Show a message from another thread, if the start screen is open."""
        self.post_message(self.WorkDone(partial(self._notice, words)))

    def _notice(self, words: str) -> None:
        if isinstance(self.screen, StartScreen):
            self.screen.notice(words)
