"""The table line by line, for screen readers, pipes and any terminal. Enter is the only key."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from cheat.client import ClientError, News
from cheat.client.bot import game_moves
from cheat.client.types import Form
from cheat.play.asking import Asking, Wrong
from cheat.play.replay import Replay, replay_of
from cheat.play.session import Session, Told, words_of
from cheat.play.showing import (
    cards_help,
    fact_lines,
    form_text,
    options_lines,
    own_lines,
    result_lines,
    table_lines,
    wrapped,
)
from cheat.play.talk import saying, sayings
from cheat.play.words import begins, say

WIDTH = 79
END = None
"""The item in the inbox at the end of the input."""


class Plain:
    """A person at a table. `lines`: what is typed; `tell`: prints a line."""

    def __init__(self, session: Session, lines: Iterator[str], tell: Callable[[str], Any]) -> None:
        self.session, self.tell = session, tell
        self.inbox: queue.Queue[str | Told | None] = queue.Queue()
        self.asking: Asking | None = None
        self.replay: Replay | None = None
        self._lines = lines
        self._offer: tuple[str, list[Any]] | None = None
        self._prompt = ""
        self._told: list[Form] = []
        self._over = False

    # The loop

    def run(self) -> None:
        """Play until the person quits, the input ends, or the seat is gone."""
        threading.Thread(target=self._read, daemon=True).start()
        self.session.follow(self.inbox.put)
        self._show_table()
        self._show_offer(all_told=True)
        try:
            while not self._over and (item := self.inbox.get()) is not END:
                self._handle(item)
        finally:
            self.session.over = True

    def _read(self) -> None:
        for line in self._lines:
            self.inbox.put(line)
        self.inbox.put(END)

    def _handle(self, item: str | Told) -> None:
        if isinstance(item, str):
            self._typed(item.strip())
            return
        self._each(self.session.hear(item))
        self._over = self.session.over
        if item.seat is self.session.seat and isinstance(item.what, News) and item.what.fresh:
            self._see()

    def _see(self) -> None:
        """Tell if a question has lapsed, and show the present moves."""
        if self.asking and not self.session.offered(self.asking.form):
            self.tell(say("That moment has passed."))
            self.asking, self._told = None, []  # a late answer is no move
        if not self.asking and not self.replay:
            self._show_offer()

    # Input

    def _typed(self, text: str) -> None:
        if self.replay:
            self._typed_in_replay(text)
        elif self.asking and not begins(say("back"), text):
            self._answer(text)
        elif text.isdecimal():
            self._choose(int(text))
        elif text:
            self._command(text)

    def _choose(self, number: int) -> None:
        """Begin the move that had this number when moves were last told."""
        if not 1 <= number <= len(self._told):
            self.tell(
                say(
                    "There is no move {number}. Type “{moves}” to hear what you can do.",
                    number=number,
                    moves=say("moves"),
                )
            )
            return
        self._begin(self._told[number - 1])

    def _choose_by_name(self, text: str) -> None:
        named = [form for form in self.session.moves() if text.lower() in form["label"].lower()]
        if len(named) == 1:
            self._begin(named[0])
            return
        if named:
            self.tell(say("“{text}” matches several moves. Type more of the name.", text=text))
        else:
            self.tell(say("“{text}” is not a move or a command.", text=text))
        self.tell(say("Type “{help}” for a list.", help=say("help")))

    def _begin(self, told: Form) -> None:
        """Fill in a move, if it is still offered."""
        self.asking = self.session.ask(told)
        if self.asking is None:
            self.tell(say("That moment has passed."))
            self._show_moves()
            return
        self._go_on()

    def _answer(self, text: str) -> None:
        assert self.asking is not None, "something is asked"
        try:
            self.asking.answer(text)
        except Wrong as wrong:
            self.tell(str(wrong))
        self._go_on()

    def _go_on(self) -> None:
        """Ask the next question, or send the move."""
        assert self.asking is not None, "something is asked"
        if self.asking.question is not None:
            self._show_question(self.asking)
            return
        done, self.asking = self.asking, None
        try:
            self.session.carry_out(done)
        except ClientError as error:
            self.tell(words_of(error))
            self._show_moves()

    def _command(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        known = [do for name, _, do in self._commands(rest) if begins(name, word)]
        if len(known) != 1:
            self._choose_by_name(text)
            return
        try:
            known[0]()
        except ClientError as error:
            self.tell(words_of(error))

    def _commands(self, rest: str = "") -> list[tuple[str, str, Callable[[], None]]]:
        """Return the commands besides numbers and names of moves: word, description, function.

        `rest`: the text after the word.
        """
        return [
            (say("help"), say("show this list"), self._help),
            (say("table"), say("show the whole table"), self._show_table),
            (say("moves"), say("show what you can do, and your time left"), self._show_moves),
            (say("log"), say("show what has happened"), lambda: self._each(self.session.log)),
            (say("rules"), say("show how the game is played"), self._show_rules),
            (say("cards"), say("show what your cards do"), self._show_cards),
            (say("again"), say("watch the finished game again"), self._watch_again),
            (say("write"), say("save the finished game to a file with this name"), lambda: self._write(rest)),
            (
                say("say"),
                say("say this to everybody, or choose from a list"),
                lambda: self._say(rest),
            ),
            (say("join"), say("take a seat with this name, if you are watching"), lambda: self._join(rest)),
            (say("back"), say("cancel a question"), self._back),
            (say("quit"), say("quit and keep your seat"), self._quit),
        ]

    def _help(self) -> None:
        self._each(
            [
                say("Choose a move by its number, or by words that only its name has."),
                say("You can also type these words; the first letter is enough:"),
                *(f"{word:10}{what}" for word, what, _ in self._commands()),
            ]
        )

    def _back(self) -> None:
        self.asking, self._offer = None, None
        self._show_offer()

    def _quit(self) -> None:
        self._over = True

    def _write(self, name: str) -> None:
        try:
            self.tell(say("Saved to {file}.", file=str(self.session.write(name))))
        except OSError as error:
            self.tell(str(error))

    def _say(self, words: str) -> None:
        if words:
            self.session.say(saying(words, self.session.table))
        else:
            self._each(sayings(self.session.table) or [say("Only players can react in this room.")])

    def _join(self, name: str) -> None:
        if self.session.seat.you is not None:
            self.tell(say("You already have a seat."))
            return
        self.session.join(name)
        self.session.follow(self.inbox.put)
        self._show_table()

    # Output

    def _each(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.tell(line)

    def _show_table(self) -> None:
        self._each(table_lines(self.session.table, self.session.game))

    def _show_rules(self) -> None:
        game = self.session.game
        self._each(wrapped(game["rules"], WIDTH))
        self._each([f"{say('Current options')}:", *options_lines(self.session.table, game)])

    def _show_cards(self) -> None:
        helps = cards_help(self.session.table, self.session.game)
        lines = [line for text in helps for line in wrapped(text, WIDTH)]
        self._each(lines or [say("Your cards need no explanation.")])

    def _show_offer(self, *, all_told: bool = False) -> None:
        """Show changes of prompt and moves; on the own turn with the own cards, unless `all_told`."""
        table, moves = self.session.table, game_moves(self.session.table)
        news = (table["phase"], [(form["name"], form.get("with")) for form in moves])
        is_new = news != self._offer
        if table["prompt"] and (is_new or table["prompt"] != self._prompt):
            lines = result_lines(table) or [table["prompt"]]
            self._each(line for line in lines if line not in list(self.session.log)[-1:])
        if moves and is_new and not all_told:
            self._each([*fact_lines(table), *own_lines(table, self.session.game)])
        if (moves and is_new) or self._offer is None or table["phase"] != self._offer[0]:
            self._show_moves()
        self._prompt, self._offer = table["prompt"], news

    def _show_moves(self) -> None:
        left = self.session.seconds_left()
        if left is not None:
            self.tell(say("Time left: {seconds} s.", seconds=left))
        self._told = self.session.moves()
        self._each(f"{number} {form_text(form)}" for number, form in enumerate(self._told, 1))

    def _show_question(self, asking: Asking) -> None:
        self.tell(str(asking.question))
        self._each(f"{number} {answer}" for number, answer in enumerate(asking.answers, 1))
        if asking.field and asking.field["kind"] == "options":
            presets = enumerate(asking.game["presets"], 1)
            self._each(say("preset {number} {name}", number=nth, name=one["name"]) for nth, one in presets)

    # The finished game again

    def _watch_again(self) -> None:
        replay = replay_of(self.session)
        lines = replay.lines()
        self.tell(how_to_watch())
        self.replay = replay
        self._each(lines)

    def _typed_in_replay(self, text: str) -> None:
        assert self.replay is not None, "a game is watched again"
        if begins(say("quit"), text):
            self.replay = None
            self._offer = None
            self._show_offer()
            return
        try:
            self._each(self.replay.typed(text))
        except ClientError as error:
            self.tell(words_of(error))


def how_to_watch() -> str:
    """Return the help for watching a game again."""
    return say(
        "Enter goes on, {back} goes back, a number goes to that step, {open} shows all cards, {quit} quits.",
        back=say("back"),
        open=say("open"),
        quit=say("quit"),
    )


def watch(replay: Replay, lines: Iterator[str], tell: Callable[[str], Any]) -> None:
    """Watch a game of a file, until the person quits. Raises ClientError if it cannot be played."""
    for line in replay.lines():
        tell(line)
    tell(how_to_watch())
    for typed in lines:
        if begins(say("quit"), typed.strip()):
            return
        for line in replay.typed(typed.strip()):
            tell(line)
