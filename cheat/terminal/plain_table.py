"""The table in lines of text, for screen readers, pipes and any terminal.

Commands end with Enter.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from cheat.client import ClientError, News
from cheat.client.bot import game_moves
from cheat.client.types import Form
from cheat.terminal.chat import chat_choices, chat_message
from cheat.terminal.form_dialog import FormDialog, InvalidAnswer
from cheat.terminal.messages import begins, say
from cheat.terminal.replay import Replay, replay_of
from cheat.terminal.session import SeatReport, Session, words_of
from cheat.terminal.table_text import (
    cards_help,
    fact_lines,
    form_text,
    options_lines,
    own_lines,
    result_lines,
    table_lines,
    wrapped,
)

WIDTH = 79
END = None
"""The item in the inbox for the end of the input."""


class PlainTable:
    """Lets a person play at a table. `lines` yields typed lines. `tell` prints a line."""

    def __init__(self, session: Session, lines: Iterator[str], tell: Callable[[str], Any]) -> None:
        self.session, self.tell = session, tell
        self.inbox: queue.Queue[str | SeatReport | None] = queue.Queue()
        self.dialog: FormDialog | None = None
        self.replay: Replay | None = None
        self._lines = lines
        self._shown_moves: tuple[str, list[Any]] | None = None
        self._prompt = ""
        self._numbered_moves: list[Form] = []
        self._is_over = False

    # The loop

    def run(self) -> None:
        """Play until the person quits, the input ends, or the seat is gone."""
        threading.Thread(target=self._read, daemon=True).start()
        self.session.follow(self.inbox.put)
        self._show_table()
        self._show_changes(is_first=True)
        try:
            while not self._is_over and (item := self.inbox.get()) is not END:
                self._handle(item)
        finally:
            self.session.is_over = True

    def _read(self) -> None:
        for line in self._lines:
            self.inbox.put(line)
        self.inbox.put(END)

    def _handle(self, item: str | SeatReport) -> None:
        if isinstance(item, str):
            self._handle_line(item.strip())
            return
        self._tell_all(self.session.take_report(item))
        self._is_over = self.session.is_over
        if item.seat is self.session.seat and isinstance(item.content, News) and item.content.fresh:
            self._show_news()

    def _show_news(self) -> None:
        """Show the present moves. If the open question is about a move that is gone, say so."""
        if self.dialog and not self.session.current_form(self.dialog.form):
            self.tell(say("That moment has passed."))
            self.dialog, self._numbered_moves = None, []  # a late answer must not choose a move
        if not self.dialog and not self.replay:
            self._show_changes()

    # Input

    def _handle_line(self, text: str) -> None:
        if self.replay:
            self._handle_replay_line(text)
        elif self.dialog and not begins(say("back"), text):
            self._answer(text)
        elif text.isdecimal():
            self._choose(int(text))
        elif text:
            self._command(text)

    def _choose(self, number: int) -> None:
        """Begin the move that had this number when moves were last shown."""
        if not 1 <= number <= len(self._numbered_moves):
            self.tell(
                say(
                    "There is no move {number}. Type “{moves}” to see what you can do.",
                    number=number,
                    moves=say("moves"),
                )
            )
            return
        self._begin(self._numbered_moves[number - 1])

    def _choose_by_name(self, text: str) -> None:
        matching = [form for form in self.session.moves() if text.lower() in form["label"].lower()]
        if len(matching) == 1:
            self._begin(matching[0])
            return
        if matching:
            self.tell(say("“{text}” matches several moves. Type more of the name.", text=text))
        else:
            self.tell(say("“{text}” is not a move or a command.", text=text))
        self.tell(say("Type “{help}” for a list.", help=say("help")))

    def _begin(self, form: Form) -> None:
        """Fill in a move, if it is still offered."""
        self.dialog = self.session.start_dialog(form)
        if self.dialog is None:
            self.tell(say("That moment has passed."))
            self._show_moves(self.session.turn_moves())
            return
        self._go_on()

    def _answer(self, text: str) -> None:
        assert self.dialog is not None, "a question is open"
        try:
            self.dialog.answer(text)
        except InvalidAnswer as error:
            self.tell(str(error))
        self._go_on()

    def _go_on(self) -> None:
        """Ask the next question, or send the move."""
        assert self.dialog is not None, "a question is open"
        if self.dialog.question is not None:
            self._show_question(self.dialog)
            return
        finished_dialog, self.dialog = self.dialog, None
        try:
            self.session.carry_out(finished_dialog)
        except ClientError as error:
            self.tell(words_of(error))
            self._show_moves(self.session.turn_moves())

    def _command(self, text: str) -> None:
        word, _, words = text.partition(" ")
        matching = [do for name, _, do in self.commands(words) if begins(name, word)]
        if len(matching) != 1:
            self._choose_by_name(text)
            return
        try:
            matching[0]()
        except ClientError as error:
            self.tell(words_of(error))

    def commands(self, words: str = "") -> list[tuple[str, str, Callable[[], None]]]:
        """Return the commands that are not moves: for each, its word, its description, its function.

        `words`: the text after the word of the command.
        """
        return [
            (say("help"), say("show this list"), self._help),
            (say("table"), say("show the whole table"), self._show_table),
            (say("moves"), say("show what you can do, and your time left"), self._show_all_moves),
            (say("log"), say("show what has happened"), lambda: self._tell_all(self.session.log)),
            (say("rules"), say("show how the game is played"), self._show_rules),
            (say("cards"), say("show what your cards do"), self._show_cards),
            (say("again"), say("watch the finished game again"), self._watch_again),
            (
                say("write"),
                say("save the finished game to a file with this name"),
                lambda: self._write(words),
            ),
            (
                say("say"),
                say("say this to everybody; without words, list what you can say"),
                lambda: self._say(words),
            ),
            (say("join"), say("take a seat with this name, if you are watching"), lambda: self._join(words)),
            (say("back"), say("cancel a question"), self._cancel),
            (say("quit"), say("quit and keep your seat"), self._quit),
        ]

    def _help(self) -> None:
        self._tell_all(
            [
                say("Choose a move by its number, or by a part of its name."),
                say("You can also type these words; the first letter is enough:"),
                *(f"{word:10}{description}" for word, description, _ in self.commands()),
            ]
        )

    def _cancel(self) -> None:
        self.dialog, self._shown_moves = None, None
        self._show_changes()

    def _quit(self) -> None:
        self._is_over = True

    def _write(self, name: str) -> None:
        try:
            self.tell(say("Saved to {file}.", file=str(self.session.write(name))))
        except OSError as error:
            self.tell(str(error))

    def _say(self, words: str) -> None:
        if words:
            self.session.say(chat_message(words, self.session.table))
        else:
            self._tell_all(chat_choices(self.session.table) or [say("Only players can react in this room.")])

    def _join(self, name: str) -> None:
        if self.session.seat.you is not None:
            self.tell(say("You already have a seat."))
            return
        self.session.join(name)
        self.session.follow(self.inbox.put)
        self._show_table()

    # Output

    def _tell_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.tell(line)

    def _show_table(self) -> None:
        self._tell_all(table_lines(self.session.table, self.session.game))

    def _show_rules(self) -> None:
        game = self.session.game
        self._tell_all(wrapped(game["rules"], WIDTH))
        self._tell_all([f"{say('Current options')}:", *options_lines(self.session.table, game)])

    def _show_cards(self) -> None:
        helps = cards_help(self.session.table, self.session.game)
        lines = [line for text in helps for line in wrapped(text, WIDTH)]
        self._tell_all(lines or [say("Your cards need no explanation.")])

    def _show_changes(self, *, is_first: bool = False) -> None:
        """Show the prompt and the moves if they have changed.

        With changed moves, also show the cards, unless `is_first` is set.
        """
        table, moves = self.session.table, game_moves(self.session.table)
        news = (table["phase"], [(form["name"], form.get("with")) for form in moves])
        is_new = news != self._shown_moves
        if table["prompt"] and (is_new or table["prompt"] != self._prompt):
            lines = result_lines(table) or [table["prompt"]]
            self._tell_all(line for line in lines if line not in list(self.session.log)[-1:])
        if moves and is_new and not is_first:
            self._tell_all([*fact_lines(table), *own_lines(table, self.session.game)])
        if (moves and is_new) or self._shown_moves is None or table["phase"] != self._shown_moves[0]:
            self._show_moves(self.session.turn_moves())
        self._prompt, self._shown_moves = table["prompt"], news

    def _show_all_moves(self) -> None:
        self._show_moves(self.session.moves())

    def _show_moves(self, moves: list[Form]) -> None:
        seconds_left = self.session.seconds_left()
        if seconds_left is not None:
            self.tell(say("Time left: {seconds} s.", seconds=seconds_left))
        self._numbered_moves = moves
        self._tell_all(f"{number} {form_text(form)}" for number, form in enumerate(self._numbered_moves, 1))

    def _show_question(self, dialog: FormDialog) -> None:
        self.tell(str(dialog.question))
        self._tell_all(f"{number} {answer}" for number, answer in enumerate(dialog.answers, 1))
        if dialog.field and dialog.field["kind"] == "options":
            presets = enumerate(dialog.game["presets"], 1)
            self._tell_all(
                say("preset {number} {name}", number=number, name=preset["name"])
                for number, preset in presets
            )

    # Watching the finished game again

    def _watch_again(self) -> None:
        replay = replay_of(self.session)
        lines = replay.lines()
        self.tell(replay_help())
        self.replay = replay
        self._tell_all(lines)

    def _handle_replay_line(self, text: str) -> None:
        assert self.replay is not None, "a game is watched again"
        if begins(say("quit"), text):
            self.replay = None
            self._shown_moves = None
            self._show_changes()
            return
        try:
            self._tell_all(self.replay.run_command(text))
        except ClientError as error:
            self.tell(words_of(error))


def replay_help() -> str:
    """Return the help for watching a game again."""
    return say(
        "Enter goes on, {back} goes back, a number goes to that step, {open} shows all cards, {quit} quits.",
        back=say("back"),
        open=say("open"),
        quit=say("quit"),
    )


def watch_replay(replay: Replay, lines: Iterator[str], tell: Callable[[str], Any]) -> None:
    """Show a saved game step by step, until the person quits.

    Raises ClientError if the server cannot play the game.
    """
    for line in replay.lines():
        tell(line)
    tell(replay_help())
    for typed in lines:
        if begins(say("quit"), typed.strip()):
            return
        for line in replay.run_command(typed.strip()):
            tell(line)
