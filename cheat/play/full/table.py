"""At a table: its moves by keys, its news as they come."""

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
"""Long enough to read two lines."""
SEEN_S = 0.4
"""Nobody sees what a digit does now and types it within less; it was meant for what it did before."""
READ_S = 1.5
"""The same where a game begins or ends, and there is more to be read: nobody plays again by mistake."""


class AtTable(Board):
    """A place at a table. Digits choose moves, letters cards; what a move needs is asked in its place."""

    class Heard(Message):
        """Something has come of the seat."""

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
        """Begin to follow."""
        self.set_interval(1, self._tick)
        self.follow()

    def follow(self, _: None = None) -> None:
        """Show the place at which one sits now, and hear of it from now on."""
        self.session.follow(self._tell)
        self.draw()

    def on_unmount(self) -> None:
        """Hear of it no more."""
        self.session.over = True

    def _tell(self, told: Told) -> None:
        self.post_message(self.Heard(told))

    # News

    def on_at_table_heard(self, message: Heard) -> None:
        """Show what has come; a question whose moment has passed is no longer asked."""
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
        until = time.monotonic() + (SEEN_S if self.session.table["phase"] == phase else READ_S)
        self._dead |= {key: until for key, what in self._meanings().items() if before.get(key, what) != what}

    def _meanings(self) -> dict[str, str]:
        """What the digits do."""
        return {cell.key: cell.text for cell in self.query_one("#moves", Cells).cells}

    def _close_question(self) -> None:
        """Close what is open over the table, unless it is only read."""
        while isinstance(self.app.screen, Options | Typing):
            self.app.pop_screen()

    def _tick(self) -> None:
        """Once a second."""
        self._draw_clock()
        self._noticed -= 1
        if not self._noticed:
            self.notice()

    def _draw_clock(self) -> None:
        self.put("clock", clock_text(self.session.seconds_left()))

    def notice(self, words: str = "") -> None:
        """Say something for a while, or take away what was said."""
        super().notice(words)
        self._noticed = NOTICE_S if words else 0

    # What is shown

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
        self.put_cells("cards", card_cells(zones, self.session.game, self._lifted, offered, keys))

    # Keys and mouse

    def on_key(self, event: events.Key) -> None:
        """A command, an answer, a move, or a card."""
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
        """A cell that has this key."""
        for name in ("moves", "cards"):
            cells = self.query_one(f"#{name}", Cells)
            at = next((at for at, cell in enumerate(cells.cells) if cell.key == key), None)
            if at is not None and time.monotonic() > self._dead.get(key, 0):
                self._press(name, cells.cells[at], at)
                return
        if self.asking and self.asking.field is None:
            self._confirm(begins(say("yes"), key))

    def on_cells_pressed(self, event: Cells.Pressed) -> None:
        """A cell was clicked, or chosen by arrows."""
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
        """Choose a card, or choose it no more."""
        if cell.card is None or cell.faint:
            return
        if cell.card in self._lifted:
            self._lifted.remove(cell.card)
        else:
            self._lifted.append(cell.card)
        self._draw_cards()

    def _enter(self) -> None:
        """The cards are chosen: for the question, or for the first move that takes them."""
        self.notice()
        if self.asking:
            if self.asking.field and self.asking.field["kind"] == "cards":
                self._answer(self.asking, self._named)
            return
        if not self._lifted:
            self.notice(say("A number chooses a move, a letter a card."))
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
        """Whether the cards that are chosen answer a question; then they have."""
        try:
            asking.answer(asking.naming(self._cards[at] for at in self._lifted))
        except Wrong:
            return False
        self._lifted = []
        return True

    def _begin(self, form: Form) -> None:
        """Fill in a move: with the cards that are chosen, if it takes them."""
        if self._is_sending or self.session.table["version"] < self._until:
            return  # the numbers are those of a table that has just changed
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
        """Answer the question; what is no answer is said, and it stands."""
        try:
            asking.answer(words())
        except Wrong as wrong:
            self.notice(str(wrong))
            return
        self._lifted = []
        self._go_on()

    def _go_on(self) -> None:
        """The next question, or the move."""
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
        """What was open over the table is closed."""
        if answered is None:
            self._back()
        elif self.asking:
            self._go_on()

    def _back(self) -> None:
        """Ask nothing, and choose no card."""
        self.asking, self._lifted = None, []
        self.notice()
        self.draw()

    def _send(self, asking: Asking) -> None:
        self.asking, self._is_sending = None, True
        self.terminal.wait_for(lambda: self.session.carry_out(asking), self._sent, self.failed)

    def _sent(self, acted: Acted) -> None:
        self._is_sending, self._until = False, acted["version"]

    def failed(self, words: str) -> None:
        """Say why something could not be done."""
        self._is_sending = False
        self.notice(words)
        self.draw()
