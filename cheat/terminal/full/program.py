"""The part of the full-screen program that its screens use.

The program imports the screens. So the screens cannot import the program, and import this module instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar, cast

from textual.screen import Screen

from cheat.terminal.replay import Replay
from cheat.terminal.session import Session

T = TypeVar("T")


class Program(Protocol):
    """The program: it calls the server on other threads, and switches between screens."""

    def wait_for(
        self, work: Callable[[], T], on_result: Callable[[T], None], on_failure: Callable[[str], None]
    ) -> None:
        """Do work on a separate thread. Then call `on_result`, or `on_failure` with a message."""

    def open_table(self, session: Session) -> None:
        """Go to a table."""

    def open_replay(self, replay: Replay, on_failure: Callable[[str], None]) -> None:
        """Show a finished game step by step. If it cannot be shown, call `on_failure`."""

    def go_home(self, words: str = "") -> None:
        """Go back to the start screen, and show a notice there."""


class ProgramScreen(Screen[None]):
    """A screen that can go to other screens."""

    @property
    def program(self) -> Program:
        """The program that shows this screen."""
        return cast(Program, self.app)
