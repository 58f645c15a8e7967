"""The commands at a table that are not moves: help, log, replay, chat, other screens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cheat.client.types import Form
from cheat.terminal.chat import ChatMessage, chat_choices
from cheat.terminal.full.board import Board
from cheat.terminal.full.cells import Cell
from cheat.terminal.full.choices import move_cells
from cheat.terminal.full.help import RULES_PAGE, help_pages, page_of_lines
from cheat.terminal.full.overlays import InputOverlay, ListOverlay, TextOverlay
from cheat.terminal.messages import say
from cheat.terminal.replay import replay_of
from cheat.terminal.session import Session
from cheat.terminal.table_text import form_label, result_lines, table_lines


class Commands:
    """The commands of a table's screen.

    `on_joined` is called when the person has taken a seat. `on_failure` shows a message about a failure.
    `on_move` begins a move.
    """

    def __init__(
        self,
        screen: Board,
        session: Session,
        on_joined: Callable[[None], None],
        on_failure: Callable[[str], None],
        on_move: Callable[[Form], None],
    ) -> None:
        self.screen, self.session = screen, session
        self._on_joined, self._on_failure, self._on_move = on_joined, on_failure, on_move

    def by_key(self) -> dict[str, tuple[str, Callable[[], object]]]:
        """Return the commands that are available now: name of the key -> (label, function)."""
        watches = self.session.seat.you is None
        after_game = {"F4": (say("Replay"), self._watch_again), "F6": (say("Save"), self._ask_file_name)}
        return {
            "F1": (say("Help"), self._help),
            "F2": (say("Log"), self._log),
            "F3": (say("Table"), self._table),
            **(after_game if self.session.table["phase"] == "over" else {}),
            **({"F5": (say("Join"), self._join)} if watches else {}),
            **({"F7": (say("Room"), self._choose_setting)} if self.session.settings() else {}),
            **({"F8": (say("Say"), self._choose_chat)} if chat_choices(self.session.table) else {}),
            "F9": (say("Rules"), self._rules),
            "F10": (say("Home"), self._home),
            "^C": (say("Quit"), self.screen.app.exit),
        }

    # Texts

    def _status_line(self) -> str:
        """Return the line that is shown below an overlay: the table's prompt, and the time left."""
        seconds_left = self.session.seconds_left()
        time = [] if seconds_left is None else [say("{seconds} s", seconds=seconds_left)]
        return " · ".join([self.session.table["prompt"], *time])

    def _show_text(self, title: str, lines: list[str], *, at_end: bool = False) -> None:
        page = page_of_lines(title, lines)
        self.screen.app.push_screen(TextOverlay(title, [page], self._status_line, at_end=at_end))

    def _help(self, at: int = 0) -> None:
        table, game = self.session.table, self.session.game
        moves, settings = self.session.turn_moves(), self.session.settings()
        cells = move_cells(moves, table["phase"] == "playing")
        cells += [Cell("F7", form_label(form)) for form in settings]
        pages = help_pages(table, game, [*zip(cells, [*moves, *settings], strict=True)])
        self.screen.app.push_screen(TextOverlay(game["name"], pages, self._status_line, at=at))

    def _rules(self) -> None:
        self._help(RULES_PAGE)

    def _log(self) -> None:
        lines = [*self.session.log] or [say("Nothing has happened yet.")]
        self._show_text(say("What happened"), lines, at_end=True)

    def _table(self) -> None:
        table = self.session.table
        self._show_text(say("Table"), [*result_lines(table), *table_lines(table, self.session.game)])

    # The finished game

    def _watch_again(self) -> None:
        self.screen.program.open_replay(replay_of(self.session), self._on_failure)

    def _ask_file_name(self) -> None:
        """Ask for the name of a file, and save the finished game in it."""
        name = f"{self.session.seat.code}.json"
        self.screen.app.push_screen(InputOverlay(say("The name of the file:"), name), self._write)

    def _write(self, name: str | None) -> None:
        if name:
            self.screen.program.wait_for(lambda: self.session.write(name), self._note_saved, self._on_failure)

    def _note_saved(self, file: Path) -> None:
        self.screen.notice(say("Saved to {file}.", file=str(file)))

    # The room and chat

    def _choose_setting(self) -> None:
        """Let the person choose a move that changes the room."""
        settings = self.session.settings()

        def choose(at: int | None) -> None:
            if at is not None:
                self._on_move(settings[at])

        self.screen.app.push_screen(ListOverlay(say("Room"), [form_label(form) for form in settings]), choose)

    def _choose_chat(self) -> None:
        """Let the person choose a chat message from a list, or type a text."""
        table = self.session.table
        choices = chat_choices(table)
        other_answer = [say("Type something else")] if table["chat"] and table["you"] is not None else []

        def choose(at: int | None) -> None:
            if at is not None and at < len(choices):
                self._say([*choices.values()][at])
            elif at is not None:
                self.screen.app.push_screen(InputOverlay(say("What do you want to say?")), self._say_text)

        self.screen.app.push_screen(ListOverlay(say("Say something"), [*choices, *other_answer]), choose)

    def _say_text(self, words: str | None) -> None:
        if words:
            self._say({"text": words})

    def _say(self, message: ChatMessage) -> None:
        self.screen.program.wait_for(lambda: self.session.say(message), lambda _: None, self._on_failure)

    # Seats and leaving

    def _join(self) -> None:
        self.screen.app.push_screen(InputOverlay(say("Your name:")), self._sit_down)

    def _sit_down(self, name: str | None) -> None:
        if name:
            self.screen.program.wait_for(lambda: self.session.join(name), self._on_joined, self._on_failure)

    def _home(self) -> None:
        self.session.is_over = True
        self.screen.program.go_home()
