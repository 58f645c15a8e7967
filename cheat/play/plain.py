"""The table line by line, for screen readers, pipes, and terminals of any kind. It needs no key but Enter."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cheat.client import ClientError, News, Refused, Seat
from cheat.client.bot import game_moves
from cheat.client.types import Form
from cheat.play.asking import Asking, Wrong
from cheat.play.kept import Kept
from cheat.play.replay import Replay
from cheat.play.session import Session
from cheat.play.showing import card_help, form_text, result_lines, table_lines, wrapped, zone_text

WIDTH = 79
END = None
"""What stands in the inbox when nobody will type any more."""

HELP = """\
A number chooses a move, or words that are in its name alone. Besides, there are
these words; their first letter is enough:
help     this list
table    the whole table
moves    what you can do now
log      what has happened
rules    how the game is played
cards    what your cards do
again    the finished game, watched again
write    write the finished game to a file: write NAME
join     take a seat, where you only watch: join NAME
back     leave a question open
quit     end; your seat is kept, and the same command brings you back"""


@dataclass
class Told:
    """What has come of a seat: news, a failure after which the client tries again, or the end (Refused)."""

    seat: Seat
    what: News | ClientError


class Plain:
    """A person at a table. `lines`: what is typed; `say`: prints a line."""

    def __init__(self, session: Session, kept: Kept, lines: Iterator[str], say: Callable[[str], Any]) -> None:
        self.session, self.kept, self.say = session, kept, say
        self.inbox: queue.Queue[str | Told | None] = queue.Queue()
        self.asking: Asking | None = None
        self.replay: Replay | None = None
        self._lines = lines
        self._offer: tuple[str, list[Any]] | None = None
        self._prompt = ""
        self._told: list[Form] = []
        self._troubled = False
        self._over = False

    # The loop

    def run(self) -> None:
        """Until somebody quits, the input ends, or the seat is gone."""
        client = self.session.client
        client.manner = client.manner._replace(trouble=lambda e: self.inbox.put(Told(self.session.seat, e)))
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._follow, args=[self.session.seat], name="news", daemon=True).start()
        self._show_table()
        self._show_offer(all_told=True)
        while not self._over and (item := self.inbox.get()) is not END:
            self._handle(item)

    def _read(self) -> None:
        for line in self._lines:
            self.inbox.put(line)
        self.inbox.put(END)

    def _follow(self, seat: Seat) -> None:
        try:
            for news in seat.follow():
                self.inbox.put(Told(seat, news))
        except Refused as refusal:
            self.inbox.put(Told(seat, refusal))

    def _handle(self, item: str | Told) -> None:
        if isinstance(item, str):
            self._typed(item.strip())
        elif item.seat is self.session.seat:
            match item.what:
                case News():
                    self._take(item.what)
                case Refused(detail=detail) if item.what.status < 429:
                    self.say(detail)
                    self._over = True
                case _ if not self._troubled:
                    self.say("The line is cut. Trying again ...")
                    self._troubled = True

    def _take(self, news: News) -> None:
        if self._troubled:
            self.say("The line is back.")
            self._troubled = False
        for line in self.session.take(news):
            self.say(line)
        if self.asking and not self._offered(self.asking.form):
            self.say("That moment has passed.")
            self.asking, self._told = None, []  # a late answer is no move
        if not self.asking and not self.replay:
            self._show_offer()

    def _offered(self, form: Form) -> Form | None:
        """The form as it is offered now; None if its moment has passed."""
        same = (form["name"], form["label"], form.get("with"))
        moves = self.session.moves()
        return next((one for one in moves if (one["name"], one["label"], one.get("with")) == same), None)

    # What is typed

    def _typed(self, text: str) -> None:
        if self.replay:
            self._typed_in_replay(text)
        elif self.asking and text.lower() not in ("back", "b"):
            self._answer(text)
        elif text.isdecimal():
            self._choose(int(text))
        elif text:
            self._command(text)

    def _choose(self, number: int) -> None:
        """The move that had this number when moves were last told."""
        if not 1 <= number <= len(self._told):
            self.say(f"There is no move {number}. Type moves to hear what you can do.")
            return
        self._begin(self._told[number - 1])

    def _choose_by_name(self, text: str) -> None:
        named = [form for form in self.session.moves() if text.lower() in form["label"].lower()]
        if len(named) == 1:
            self._begin(named[0])
        else:
            problem = "is no move and no word that is known here" if not named else "may be several moves"
            self.say(f"“{text}” {problem}. Type help for a list.")

    def _begin(self, told: Form) -> None:
        """Fill in a move, if it is still offered."""
        form = self._offered(told)
        if form is None:
            self.say("That moment has passed.")
            self._show_moves()
            return
        self.asking = Asking(form, self.session.table, self.session.game, self.session.names)
        self._go_on()

    def _answer(self, text: str) -> None:
        assert self.asking is not None, "something is asked"
        try:
            self.asking.answer(text)
        except Wrong as wrong:
            self.say(str(wrong))
        self._go_on()

    def _go_on(self) -> None:
        """The next question, or the move."""
        assert self.asking is not None, "something is asked"
        if self.asking.question is not None:
            self._show_question(self.asking)
            return
        form, values, self.asking = self.asking.form, self.asking.values, None
        try:
            self.session.seat.send(form, **values)
        except ClientError as error:
            self.say(error.detail if isinstance(error, Refused) else str(error))
            self._show_moves()
        if form["name"] == "leave":
            self.kept.forget(self.session.client.url, self.session.seat.code)

    def _command(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        commands = {
            "help": self._help,
            "table": self._show_table,
            "moves": self._show_moves,
            "log": lambda: self._each(self.session.log),
            "rules": lambda: self._each(wrapped(self.session.game["rules"], WIDTH)),
            "cards": self._show_cards,
            "again": self._watch_again,
            "write": lambda: self._write(rest),
            "join": lambda: self._join(rest),
            "back": self._back,
            "quit": self._quit,
        }
        found = [name for name in commands if name.startswith(word.lower())]
        if len(found) != 1:
            self._choose_by_name(text)
            return
        try:
            commands[found[0]]()
        except ClientError as error:
            self.say(error.detail if isinstance(error, Refused) else str(error))

    def _help(self) -> None:
        self._each(HELP.splitlines())

    def _back(self) -> None:
        self.asking, self._offer = None, None
        self._show_offer()

    def _quit(self) -> None:
        self._over = True

    def _write(self, name: str) -> None:
        file = Path(name or f"{self.session.seat.code}.json").expanduser()
        try:
            file.write_text(json.dumps(self.session.seat.replay_file()))
        except OSError as error:
            self.say(str(error))
        else:
            self.say(f"Written to {file}.")

    def _join(self, name: str) -> None:
        if self.session.seat.you is not None:
            self.say("You have a seat.")
            return
        seat = self.session.client.join(self.session.seat.code, name, next_game=True)
        self.kept.keep(seat.saved())
        self.session.sit_down(seat)
        threading.Thread(target=self._follow, args=[seat], name="news", daemon=True).start()
        self._show_table()

    # What is shown

    def _each(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.say(line)

    def _show_table(self) -> None:
        self._each(table_lines(self.session.table, self.session.game))

    def _show_cards(self) -> None:
        table, game = self.session.table, self.session.game
        cards = dict.fromkeys(card for zone in table["zones"] for card in zone.get("cards", []))
        helps = [text for card in cards if (text := card_help(card, game))]
        self._each([line for text in helps for line in wrapped(text, WIDTH)] or ["Their names say it all."])

    def _show_offer(self, *, all_told: bool = False) -> None:
        """What has changed of what is to be done; on one's turn with the own cards, unless `all_told`."""
        table, moves = self.session.table, game_moves(self.session.table)
        news = (table["phase"], [(form["name"], form.get("with")) for form in moves])
        is_new = news != self._offer
        if table["prompt"] and (is_new or table["prompt"] != self._prompt):
            lines = result_lines(table) or [table["prompt"]]
            self._each(line for line in lines if line not in list(self.session.log)[-1:])
        if moves and is_new and not all_told:
            self._each(f"{fact['label']}: {fact['text']}" for fact in table["facts"])
            mine = [zone for zone in table["zones"] if zone["owner"] and zone["owner"] == table["you"]]
            self._each(f"Your {zone_text(zone, self.session.game)}" for zone in mine)
        if (moves and is_new) or self._offer is None or table["phase"] != self._offer[0]:
            self._show_moves()
        self._prompt, self._offer = table["prompt"], news

    def _show_moves(self) -> None:
        left = self.session.seconds_left()
        if left is not None:
            self.say(f"Time left: {left} s.")
        self._told = self.session.moves()
        self._each(f"{number} {form_text(form)}" for number, form in enumerate(self._told, 1))

    def _show_question(self, asking: Asking) -> None:
        self.say(str(asking.question))
        self._each(f"{number} {answer}" for number, answer in enumerate(asking.answers, 1))
        if asking.field and asking.field["kind"] == "options":
            presets = asking.game["presets"]
            self._each(f"preset {number} {preset['name']}" for number, preset in enumerate(presets, 1))

    # The finished game again

    def _watch_again(self) -> None:
        self.replay = Replay(self.session)
        self.say(
            "Enter goes on, back goes back, a number goes to that step, open opens all cards, quit ends."
        )
        self._each(self.replay.lines())

    def _typed_in_replay(self, text: str) -> None:
        assert self.replay is not None, "a game is watched again"
        if "quit".startswith(text.lower()) and text:
            self.replay = None
            self._offer = None
            self._show_offer()
            return
        try:
            self._each(self.replay.go(text))
        except ClientError as error:
            self.say(str(error))
