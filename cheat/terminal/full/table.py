"""The screen at a table: it shows news as it arrives, and makes moves by keys."""

from __future__ import annotations

import time
from collections.abc import Callable

from textual import events
from textual.message import Message

from cheat.client import News
from cheat.client.types import Acted, Form
from cheat.terminal.form_dialog import FormDialog, InvalidAnswer
from cheat.terminal.full.board import Board
from cheat.terminal.full.cells import DIGITS, LETTERS, Cell, Cells
from cheat.terminal.full.choices import answer_cells, is_open, is_typed, move_cells
from cheat.terminal.full.commands import Commands
from cheat.terminal.full.drawing import (
    card_cells,
    cards_in,
    choosable,
    clock_text,
    hands_in,
    head_text,
    middle_text,
    moved_choice,
    playable_cards,
    shown_zones,
)
from cheat.terminal.full.overlays import InputOverlay, OptionsOverlay
from cheat.terminal.messages import begins, say
from cheat.terminal.session import SeatReport, Session

NOTICE_S = 8
"""Seconds for which a notice is shown. This is long enough to read two lines."""
DIGIT_DEAD_S = 0.4
"""Seconds for which a digit does nothing after its meaning has changed.

A player that presses the digit in this time still means the old move.
"""
NEW_PHASE_DEAD_S = 1.5
"""Seconds for which all digits do nothing when a game begins or ends.

The screen changes completely then. If a player has just pressed a digit, this must not start the next game by
mistake.
"""


class TableScreen(Board):
    """The screen of a seat at a table, or of a spectator.

    Digits choose moves, and letters choose cards. While the program asks about the fields of a move, the
    question is shown in place of the moves.
    """

    class Reported(Message):
        """The arrival of news, or of an error, about the seat."""

        def __init__(self, report: SeatReport) -> None:
            super().__init__()
            self.report = report

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.commands = Commands(
            self, session, on_joined=self.follow, on_failure=self.failed, on_move=self._begin
        )
        self.dialog: FormDialog | None = None
        self._chosen_cards: list[int] = []
        self._cards: list[str] = []
        self._is_sending = False
        self._sent_version = 0
        self._disabled_until: dict[str, float] = {}
        self._notice_left_s = 0

    def on_mount(self) -> None:
        """Begin to follow the seat."""
        self.set_interval(1, self._tick)
        self.follow()

    def on_resize(self, event: events.Resize) -> None:
        """Update the panes once they have their new sizes."""
        super().on_resize(event)
        self.call_after_refresh(self.draw)

    def follow(self, _: None = None) -> None:
        """Show the table of the present seat, and follow the news of this seat from now on."""
        self.session.follow(self._report)
        self.draw()

    def on_unmount(self) -> None:
        """Stop following."""
        self.session.is_over = True

    def _report(self, report: SeatReport) -> None:
        self.post_message(self.Reported(report))

    # News

    def on_table_screen_reported(self, message: Reported) -> None:
        """Show the news. Close a question about a move that is no longer offered."""
        phase, awaited = self.session.table["phase"], self.session.table.get("awaited")
        lines = self.session.take_report(message.report)
        if self.session.is_over:
            self.program.go_home(" ".join(lines))
            return
        if (
            self.dialog
            and isinstance(message.report.content, News)
            and not self.session.current_form(self.dialog.form)
        ):
            self.dialog = None
            self._close_question()
            self.notice(say("That moment has passed."))
        if self.session.table.get("awaited") not in (awaited, None) and not self.app.app_focus:
            self.app.bell()  # the person looks at another window
        old_meanings = self._meanings()
        if self.session.table["phase"] != phase:
            self.forget_heights()
        self.draw()
        self._disable_digits(old_meanings, is_new_phase=self.session.table["phase"] != phase)

    def _disable_digits(self, old_meanings: dict[str, str], *, is_new_phase: bool) -> None:
        """For a short time, disable the digits that have a new meaning.

        When a game begins or ends, disable all digits for a longer time.
        """
        until = time.monotonic() + (NEW_PHASE_DEAD_S if is_new_phase else DIGIT_DEAD_S)
        meanings = self._meanings()
        self._disabled_until |= {
            key: until
            for key, meaning in meanings.items()
            if is_new_phase or old_meanings.get(key, meaning) != meaning
        }

    def _meanings(self) -> dict[str, str]:
        """Return the present meanings of the digits."""
        return {cell.key: cell.text for cell in self.query_one("#moves", Cells).cells}

    def _close_question(self) -> None:
        """Close the overlay with a question, if one is open. An overlay with a text stays."""
        while isinstance(self.app.screen, OptionsOverlay | InputOverlay):
            self.app.pop_screen()

    def _tick(self) -> None:
        """Update the clock and the notice. This is called once a second."""
        self._draw_clock()
        self._notice_left_s -= 1
        if not self._notice_left_s:
            self.notice()

    def _draw_clock(self) -> None:
        self.show_text("clock", clock_text(self.session.seconds_left()))

    def notice(self, words: str = "") -> None:
        """Show a notice for a while, or remove it."""
        super().notice(words)
        self._notice_left_s = NOTICE_S if words else 0

    # Drawing

    def draw(self) -> None:
        """Show the present state. Panes that stay the same are not rendered again."""
        session, table, game = self.session, self.session.table, self.session.game
        self.show_text("title", head_text(table, game, is_reconnecting=session.is_reconnecting))
        self.show_seats(table, game)
        invitation = f"{session.client.url}/r/{table['code']}"
        self.show_middle(middle_text(table, game, invitation))
        self.query_one("#prompt").set_class(bool(self.dialog or table.get("awaited")), "turn")
        self.show_log(session.log, session.names.values())
        self._draw_cards()
        moves = move_cells(session.turn_moves(), table["phase"] == "playing")
        self.show_cells("moves", answer_cells(self.dialog) if self.dialog else moves)
        self.show_keys({key: effect for key, (effect, _) in self.commands.by_key().items()})
        self._draw_clock()
        self.call_after_refresh(self.keep_heights)

    def _draw_cards(self) -> None:
        """Show the cards to choose, and the prompt, which says how many are chosen."""
        table = self.dialog.table if self.dialog else self.session.table
        field = self.dialog.field if self.dialog else None
        is_cards = field is not None and field["kind"] == "cards"
        zones = shown_zones(table, field["from"] if field is not None and field["kind"] == "cards" else [])
        if self.dialog is None and self.is_drawn:
            zones = hands_in(zones)
        cards = cards_in(zones)
        self._chosen_cards = moved_choice(self._cards, self._chosen_cards, cards)
        self._cards = cards
        offered_cards = self.dialog.cards if self.dialog and is_cards else None
        if self.dialog is None and table.get("awaited") == "move":
            offered_cards = playable_cards(table, zones)
        keys = self.dialog is None or is_cards
        self._chosen_cards = choosable(
            self._chosen_cards, card_cells(zones, self.session.game, [], offered_cards, keys)
        )
        chosen = f" {len(self._chosen_cards)}/{field['max']}" if field and field["kind"] == "cards" else ""
        self.show_text("prompt", f"{self.dialog.task}{chosen}" if self.dialog else table["prompt"])
        self.show_cells(
            "cards", card_cells(zones, self.session.game, self._chosen_cards, offered_cards, keys)
        )

    # Keys and mouse

    def on_key(self, event: events.Key) -> None:
        """Run a command, or take an answer, a move, or a card."""
        typed = event.character or ""
        commands = {name.lower(): do for name, (_, do) in self.commands.by_key().items()}
        if event.key in commands or typed == "?":
            commands[event.key if event.key in commands else "f1"]()
        elif event.key in ("escape", "enter"):
            self._cancel() if event.key == "escape" else self._enter()
        elif event.key in ("pageup", "pagedown"):
            self.scroll_seats(-1 if event.key == "pageup" else 1)
        elif typed and (typed in DIGITS or typed in LETTERS):
            self._press_key(typed)
        else:
            return
        event.stop()

    def _press_key(self, key: str) -> None:
        """Press the cell that has this key."""
        for name in ("moves", "cards"):
            cells = self.query_one(f"#{name}", Cells)
            at = next((at for at, cell in enumerate(cells.cells) if cell.key == key), None)
            if at is not None and time.monotonic() > self._disabled_until.get(key, 0):
                self._press(name, cells.cells[at], at)
                return
        if self.dialog and self.dialog.field is None:
            self._confirm(begins(say("yes"), key))

    def on_cells_pressed(self, event: Cells.Pressed) -> None:
        """Press a cell that was clicked, or chosen by arrows."""
        cells = event.cells
        if event.at < len(cells.cells):
            self._press(str(cells.id), cells.cells[event.at], event.at)

    def _press(self, pane: str, cell: Cell, at: int) -> None:
        self.notice()
        if pane == "keys":
            self.commands.by_key()[cell.key][1]()
        elif pane == "cards":
            self._toggle_card(cell)
        elif self.dialog:
            self._choose(self.dialog, cell, at)
        else:
            self._begin(self.session.turn_moves()[at])

    # Moves

    def _toggle_card(self, cell: Cell) -> None:
        """Choose a card, or put it back."""
        if cell.card is None or cell.faint:
            return
        if cell.card in self._chosen_cards:
            self._chosen_cards.remove(cell.card)
        else:
            self._chosen_cards.append(cell.card)
        self._draw_cards()

    def _enter(self) -> None:
        """Use the chosen cards to answer the question, or for the first move that accepts them."""
        self.notice()
        if self.dialog:
            if self.dialog.field and self.dialog.field["kind"] == "cards":
                self._answer(self.dialog, self._answer_of_chosen)
            return
        if not self._chosen_cards:
            self.notice(say("Press a number to choose a move, a letter to choose a card."))
            return
        for form in self.session.moves():
            dialog = self.session.start_dialog(form)
            if (
                dialog
                and dialog.field
                and dialog.field["kind"] == "cards"
                and self._answer_with_chosen(dialog)
            ):
                self.dialog = dialog
                self._go_on()
                return
        self.notice(say("No move takes these cards now."))

    def _answer_of_chosen(self) -> str:
        assert self.dialog is not None, "a question is open"
        return self.dialog.answer_for(self._cards[at] for at in self._chosen_cards)

    def _answer_with_chosen(self, dialog: FormDialog) -> bool:
        """Try to answer a question with the chosen cards. Return whether that worked."""
        try:
            dialog.answer(dialog.answer_for(self._cards[at] for at in self._chosen_cards))
        except InvalidAnswer:
            return False
        self._chosen_cards = []
        return True

    def _begin(self, form: Form) -> None:
        """Fill in a move, with the chosen cards if it accepts them."""
        if self._is_sending or self.session.table["version"] < self._sent_version:
            return  # the table has just changed, and the keys still belong to the old table
        self.dialog = self.session.start_dialog(form)
        if self.dialog is None:
            self.notice(say("That moment has passed."))
            self.draw()
            return
        if self._chosen_cards and self.dialog.field and self.dialog.field["kind"] == "cards":
            self._answer_with_chosen(self.dialog)
        self._go_on()

    def _choose(self, dialog: FormDialog, cell: Cell, at: int) -> None:
        if cell.key == "Esc":
            self._cancel()
        elif cell.key == "Enter":
            self._enter()
        elif dialog.field and is_open(dialog.field) and at == len(dialog.answers):
            self._ask_text(dialog)
        elif cell.key == "0" and cell.text:
            self._answer(dialog, lambda: "")
        elif dialog.field is None:
            self._confirm(at == 0)
        elif dialog.field["kind"] == "number":
            self._answer(dialog, lambda: cell.key)
        else:
            self._answer(dialog, lambda: str(at + 1))

    def _confirm(self, yes: bool) -> None:
        assert self.dialog is not None, "a question is open"
        if yes:
            self._answer(self.dialog, lambda: say("yes"))
        else:
            self._cancel()

    def _answer(self, dialog: FormDialog, words: Callable[[], str]) -> None:
        """Answer the question. If the answer is wrong, show why; then the question stays."""
        try:
            dialog.answer(words())
        except InvalidAnswer as error:
            self.notice(str(error))
            return
        self._chosen_cards = []
        self._go_on()

    def _go_on(self) -> None:
        """Ask the next question, or send the move."""
        dialog = self.dialog
        assert dialog is not None, "a question is open"
        if dialog.question is None:
            self._send(dialog)
        elif dialog.field and dialog.field["kind"] == "options":
            self.app.push_screen(OptionsOverlay(dialog), self._go_on_after_overlay)
        elif dialog.field and is_typed(dialog.field):
            self._ask_text(dialog)
        elif dialog.form.get("help"):
            self.notice(dialog.form["help"])
        self.draw()

    def _ask_text(self, dialog: FormDialog) -> None:
        takes_other_answer = dialog.field is not None and is_open(dialog.field)
        question = str(dialog.question) if takes_other_answer else dialog.task
        self.app.push_screen(InputOverlay(question, accept=dialog.answer), self._go_on_after_overlay)

    def _go_on_after_overlay(self, result: object) -> None:
        """Go on after an overlay was closed."""
        if result is None:
            self._cancel()
        elif self.dialog:
            self._go_on()

    def _cancel(self) -> None:
        """Close the question, and put back the chosen cards."""
        self.dialog, self._chosen_cards = None, []
        self.notice()
        self.draw()

    def _send(self, dialog: FormDialog) -> None:
        self.dialog, self._is_sending = None, True
        self.program.wait_for(lambda: self.session.carry_out(dialog), self._note_sent, self.failed)

    def _note_sent(self, acted: Acted) -> None:
        self._is_sending, self._sent_version = False, acted["version"]

    def failed(self, words: str) -> None:
        """Show why something failed."""
        self._is_sending = False
        self.notice(words)
        self.draw()
