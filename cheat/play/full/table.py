"""The screen at a table: moves by keys, and news as they come."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from textual import events
from textual.message import Message

from cheat.client import News
from cheat.client.types import Acted, Form
from cheat.play.asking import Asking, Wrong
from cheat.play.full.board import Board
from cheat.play.full.cells import DIGITS, LETTERS, Cell, Cells
from cheat.play.full.commands import Commands
from cheat.play.full.drawing import (
    can_stay,
    card_cells,
    cards_in,
    clock_text,
    head_text,
    middle_text,
    seats_text,
    shown_zones,
    still_lifted,
)
from cheat.play.full.offering import answer_cells, is_open, is_typed, move_cells
from cheat.play.full.overlays import Options, Typing
from cheat.play.session import Session, Told
from cheat.play.words import begins, say

if TYPE_CHECKING:
    from cheat.play.full.app import Terminal

NOTICE_S = 8
"""Seconds that a notice stays: long enough to read two lines."""
SEEN_S = 0.4
"""Seconds for which a digit with a new meaning does nothing.

A digit typed within less was meant for the old meaning.
"""
READ_S = 1.5
"""The same where a game begins or ends, and there is more to read.

It keeps players from starting again by mistake.
"""


class AtTable(Board):
    """A place at a table.

    Digits choose moves, letters cards; the fields of a move are asked for in the place of the moves.
    """

    class Heard(Message):
        """News of the seat."""

        def __init__(self, told: Told) -> None:
            super().__init__()
            self.told = told

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.commands = Commands(self)
        self.asking: Asking | None = None
        self._lifted: list[int] = []
        self._cards: list[str] = []
        self._is_sending = False
        self._until = 0
        self._dead: dict[str, float] = {}
        self._noticed = 0

    @property
    def terminal(self) -> Terminal:
        """The program."""
        return cast("Terminal", self.app)

    def on_mount(self) -> None:
        """Begin to follow the seat."""
        self.set_interval(1, self._tick)
        self.follow()

    def follow(self, _: None = None) -> None:
        """Show the present seat, and follow its news from now on."""
        self.session.follow(self._tell)
        self.draw()

    def on_unmount(self) -> None:
        """Stop following."""
        self.session.over = True

    def _tell(self, told: Told) -> None:
        self.post_message(self.Heard(told))

    # News

    def on_at_table_heard(self, message: Heard) -> None:
        """Show the news; drop a question whose moment has passed."""
        phase, lines = self.session.table["phase"], self.session.hear(message.told)
        if self.session.over:
            self.terminal.go_home(" ".join(lines))
            return
        if self.asking and isinstance(message.told.what, News) and not self.session.offered(self.asking.form):
            self.asking = None
            self._close_question()
            self.notice(say("That moment has passed."))
        before = self._meanings()
        self.draw()
        self._deaden(before, is_turned=self.session.table["phase"] != phase)

    def _deaden(self, before: dict[str, str], *, is_turned: bool) -> None:
        """Disable digits with a new meaning for a moment; all of them when a game begins or ends."""
        until = time.monotonic() + (READ_S if is_turned else SEEN_S)
        now = self._meanings()
        self._dead |= {key: until for key, what in now.items() if is_turned or before.get(key, what) != what}

    def _meanings(self) -> dict[str, str]:
        """Return the meanings of the digits."""
        return {cell.key: cell.text for cell in self.query_one("#moves", Cells).cells}

    def _close_question(self) -> None:
        """Close the overlay of a question; an overlay that is only read stays."""
        while isinstance(self.app.screen, Options | Typing):
            self.app.pop_screen()

    def _tick(self) -> None:
        """Update clock and notice, once a second."""
        self._draw_clock()
        self._noticed -= 1
        if not self._noticed:
            self.notice()

    def _draw_clock(self) -> None:
        self.put("clock", clock_text(self.session.seconds_left()))

    def notice(self, words: str = "") -> None:
        """Show a notice for a while, or remove it."""
        super().notice(words)
        self._noticed = NOTICE_S if words else 0

    # Drawing

    def draw(self) -> None:
        """Show everything as it is now; panes that stay the same are not drawn."""
        session, table, game = self.session, self.session.table, self.session.game
        self.put("title", head_text(table, game, troubled=session.troubled))
        self.put("players", seats_text(table, game))
        self.put("zones", middle_text(table, game, f"{session.client.url}/r/{table['code']}"))
        self.put("prompt", self.asking.task if self.asking else table["prompt"])
        self.put_log(session.log)
        self._draw_cards()
        moves = move_cells(session.moves(), table["phase"] == "playing")
        self.put_cells("moves", answer_cells(self.asking) if self.asking else moves)
        self.put_keys({key: what for key, (what, _) in self.commands.by_key().items()})
        self._draw_clock()

    def _draw_cards(self) -> None:
        table = self.asking.table if self.asking else self.session.table
        field = self.asking.field if self.asking else None
        is_cards = field is not None and field["kind"] == "cards"
        zones = shown_zones(table, field["from"] if field is not None and field["kind"] == "cards" else [])
        cards = cards_in(zones)
        self._lifted = still_lifted(self._cards, self._lifted, cards)
        self._cards = cards
        offered = self.asking.cards if self.asking and is_cards else None
        keys = self.asking is None or is_cards
        self._lifted = can_stay(self._lifted, card_cells(zones, self.session.game, [], offered, keys))
        self.put_cells("cards", card_cells(zones, self.session.game, self._lifted, offered, keys))

    # Keys and mouse

    def on_key(self, event: events.Key) -> None:
        """Run a command, or take an answer, a move, or a card."""
        typed = event.character or ""
        commands = {name.lower(): do for name, (_, do) in self.commands.by_key().items()}
        if event.key in commands or typed == "?":
            commands[event.key if event.key in commands else "f1"]()
        elif event.key in ("escape", "enter"):
            self._back() if event.key == "escape" else self._enter()
        elif event.key in ("pageup", "pagedown"):
            seats = self.query_one("#seats")
            (seats.scroll_page_up if event.key == "pageup" else seats.scroll_page_down)(animate=False)
        elif typed and (typed in DIGITS or typed in LETTERS):
            self._typed(typed)
        else:
            return
        event.stop()

    def _typed(self, key: str) -> None:
        """Press the cell that has this key."""
        for name in ("moves", "cards"):
            cells = self.query_one(f"#{name}", Cells)
            at = next((at for at, cell in enumerate(cells.cells) if cell.key == key), None)
            if at is not None and time.monotonic() > self._dead.get(key, 0):
                self._press(name, cells.cells[at], at)
                return
        if self.asking and self.asking.field is None:
            self._confirm(begins(say("yes"), key))

    def on_cells_pressed(self, event: Cells.Pressed) -> None:
        """Press a cell that was clicked, or chosen by arrows."""
        cells = event.cells
        if event.at < len(cells.cells):
            self._press(str(cells.id), cells.cells[event.at], event.at)

    def _press(self, pane: str, cell: Cell, at: int) -> None:
        self.notice()
        if pane == "keys":
            list(self.commands.by_key().values())[at][1]()
        elif pane == "cards":
            self._lift(cell)
        elif self.asking:
            self._choose(self.asking, cell, at)
        else:
            self._begin(self.session.moves()[at])

    # Moves

    def _lift(self, cell: Cell) -> None:
        """Choose a card, or put it back."""
        if cell.card is None or cell.faint:
            return
        if cell.card in self._lifted:
            self._lifted.remove(cell.card)
        else:
            self._lifted.append(cell.card)
        self._draw_cards()

    def _enter(self) -> None:
        """Take the chosen cards: for the question, or for the first move that accepts them."""
        self.notice()
        if self.asking:
            if self.asking.field and self.asking.field["kind"] == "cards":
                self._answer(self.asking, self._named)
            return
        if not self._lifted:
            self.notice(say("Press a number to choose a move, a letter to choose a card."))
            return
        for form in self.session.moves():
            asking = self.session.ask(form)
            if asking and asking.field and asking.field["kind"] == "cards" and self._takes(asking):
                self.asking = asking
                self._go_on()
                return
        self.notice(say("No move takes these cards now."))

    def _named(self) -> str:
        assert self.asking is not None, "something is asked"
        return self.asking.naming(self._cards[at] for at in self._lifted)

    def _takes(self, asking: Asking) -> bool:
        """Return whether the chosen cards answer a question; if so, they have."""
        try:
            asking.answer(asking.naming(self._cards[at] for at in self._lifted))
        except Wrong:
            return False
        self._lifted = []
        return True

    def _begin(self, form: Form) -> None:
        """Fill in a move: with the chosen cards, if it takes them."""
        if self._is_sending or self.session.table["version"] < self._until:
            return  # the numbers belong to a table that has just changed
        self.asking = self.session.ask(form)
        if self.asking is None:
            self.notice(say("That moment has passed."))
            self.draw()
            return
        if self._lifted and self.asking.field and self.asking.field["kind"] == "cards":
            self._takes(self.asking)
        self._go_on()

    def _choose(self, asking: Asking, cell: Cell, at: int) -> None:
        if cell.key == "Esc":
            self._back()
        elif cell.key == "Enter":
            self._enter()
        elif asking.field and is_open(asking.field) and at == len(asking.answers):
            self._type(asking)
        elif cell.key == "0" and cell.text:
            self._answer(asking, lambda: "")
        elif asking.field is None:
            self._confirm(at == 0)
        elif asking.field["kind"] == "number":
            self._answer(asking, lambda: cell.key)
        else:
            self._answer(asking, lambda: str(at + 1))

    def _confirm(self, yes: bool) -> None:
        assert self.asking is not None, "something is asked"
        if yes:
            self._answer(self.asking, lambda: say("yes"))
        else:
            self._back()

    def _answer(self, asking: Asking, words: Callable[[], str]) -> None:
        """Answer the question; a wrong answer is explained, and the question stands."""
        try:
            asking.answer(words())
        except Wrong as wrong:
            self.notice(str(wrong))
            return
        self._lifted = []
        self._go_on()

    def _go_on(self) -> None:
        """Ask the next question, or send the move."""
        asking = self.asking
        assert asking is not None, "something is asked"
        if asking.question is None:
            self._send(asking)
        elif asking.field and asking.field["kind"] == "options":
            self.app.push_screen(Options(asking), self._answered)
        elif asking.field and is_typed(asking.field):
            self._type(asking)
        elif asking.form.get("help"):
            self.notice(asking.form["help"])
        self.draw()

    def _type(self, asking: Asking) -> None:
        named = asking.field is not None and is_open(asking.field)
        question = str(asking.question) if named else asking.task
        self.app.push_screen(Typing(question, accept=asking.answer), self._answered)

    def _answered(self, answered: object) -> None:
        """Go on after an overlay was closed."""
        if answered is None:
            self._back()
        elif self.asking:
            self._go_on()

    def _back(self) -> None:
        """Drop the question and the chosen cards."""
        self.asking, self._lifted = None, []
        self.notice()
        self.draw()

    def _send(self, asking: Asking) -> None:
        self.asking, self._is_sending = None, True
        self.terminal.wait_for(lambda: self.session.carry_out(asking), self._sent, self.failed)

    def _sent(self, acted: Acted) -> None:
        self._is_sending, self._until = False, acted["version"]

    def failed(self, words: str) -> None:
        """Show why something failed."""
        self._is_sending = False
        self.notice(words)
        self.draw()
