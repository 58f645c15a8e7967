"""Commands at a table beside its moves: help, log, replay, other screens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from cheat.play.full.cells import CHOSEN
from cheat.play.full.overlays import Choosing, Reading, Typing
from cheat.play.replay import replay_of
from cheat.play.session import Session
from cheat.play.showing import cards_help, options_lines, result_lines, table_lines
from cheat.play.talk import Saying, sayings
from cheat.play.words import say

if TYPE_CHECKING:
    from cheat.play.full.table import AtTable


class Commands:
    """The commands of a table's screen."""

    def __init__(self, screen: AtTable) -> None:
        self.screen = screen

    @property
    def session(self) -> Session:
        """The session of that screen."""
        return self.screen.session

    def by_key(self) -> dict[str, tuple[str, Callable[[], object]]]:
        """Return the present commands by the names of keys: words and function."""
        watches = self.session.seat.you is None
        over = {"F4": (say("Replay"), self._watch_again), "F6": (say("Keep it"), self._keep)}
        return {
            "F1": (say("Help"), self._help),
            "F2": (say("Log"), self._log),
            "F3": (say("Table"), self._table),
            **(over if self.session.table["phase"] == "over" else {}),
            **({"F5": (say("Join"), self._join)} if watches else {}),
            **({"F8": (say("Say"), self._speak)} if sayings(self.session.table) else {}),
            "F10": (say("Home"), self._home),
            "^C": (say("Quit"), self.screen.app.exit),
        }

    # Texts

    def _below(self) -> str:
        """Return the line about the table behind an overlay: prompt and time left."""
        left = self.session.seconds_left()
        time = [] if left is None else [say("{seconds} s", seconds=left)]
        return " · ".join([self.session.table["prompt"], *time])

    def _read(self, title: str, lines: list[str], *, at_end: bool = False) -> None:
        self.screen.app.push_screen(Reading(title, lines, self._below, at_end=at_end))

    def _help(self) -> None:
        table, game = self.session.table, self.session.game
        helps = [f"{form['label']}: {form['help']}" for form in self.session.moves() if form.get("help")]
        sections = [
            (say("Keys"), keys_help()),
            (say("Your moves"), helps),
            (say("Rules"), game["rules"].split("\n")),
            (say("Current options"), options_lines(table, game)),
            (say("Cards"), cards_help(table, game)),
        ]
        lines = [line for title, told in sections if told for line in (f"— {title} —", *told, "")]
        self._read(game["name"], lines)

    def _log(self) -> None:
        lines = [*self.session.log] or [say("Nothing has happened yet.")]
        self._read(say("What happened"), lines, at_end=True)

    def _table(self) -> None:
        table = self.session.table
        self._read(say("Table"), [*result_lines(table), *table_lines(table, self.session.game)])

    # The finished game

    def _watch_again(self) -> None:
        self.screen.terminal.watch_again(replay_of(self.session), self.screen.failed)

    def _keep(self) -> None:
        """Keep the finished game in a file."""
        name = f"{self.session.seat.code}.json"
        self.screen.app.push_screen(Typing(say("The name of the file:"), name), self._write)

    def _write(self, name: str | None) -> None:
        if name:
            self.screen.terminal.wait_for(lambda: self.session.write(name), self._written, self.screen.failed)

    def _written(self, file: Path) -> None:
        self.screen.notice(say("Saved to {file}.", file=str(file)))

    # Beside the game

    def _speak(self) -> None:
        """Say a line from the list, or a typed one."""
        table = self.session.table
        known = sayings(table)
        typed = [say("Type something else")] if table["chat"] and table["you"] is not None else []

        def chosen(at: int | None) -> None:
            if at is not None and at < len(known):
                self._say([*known.values()][at])
            elif at is not None:
                self.screen.app.push_screen(Typing(say("What do you want to say?")), self._say_typed)

        self.screen.app.push_screen(Choosing(say("Say something"), [*known, *typed]), chosen)

    def _say_typed(self, words: str | None) -> None:
        if words:
            self._say({"text": words})

    def _say(self, what: Saying) -> None:
        self.screen.terminal.wait_for(lambda: self.session.say(what), lambda _: None, self.screen.failed)

    # Seats and leaving

    def _join(self) -> None:
        self.screen.app.push_screen(Typing(say("Your name:")), self._sit_down)

    def _sit_down(self, name: str | None) -> None:
        if name:
            self.screen.terminal.wait_for(
                lambda: self.session.join(name), self.screen.follow, self.screen.failed
            )

    def _home(self) -> None:
        self.session.over = True
        self.screen.terminal.go_home()


def keys_help() -> list[str]:
    """Return the help about keys at a table."""
    return [
        say("Digits choose a move. Letters choose cards; press a letter again to put its card back."),
        say(
            "Enter confirms the chosen cards. "
            "If no question is open, it makes the first move that takes them."
        ),
        say("Arrow keys and Tab move between items. The space bar or a click chooses one."),
        say("Esc cancels a question. Page Up and Page Down scroll the seats."),
        say(
            "“{turn}” marks the player on turn, “{chosen}” a chosen card, “{dear}” a move that may cost you.",
            turn=">",
            chosen=CHOSEN,
            dear="(!)",
        ),
        say("F10 leaves the table and keeps your seat. Ctrl+C does the same and ends the program."),
    ]
