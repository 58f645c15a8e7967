"""Make the cells for moves and for the answers of a form, and choose their keys. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from cheat.client.types import Field, Form, NumberField
from cheat.terminal.form_dialog import FormDialog
from cheat.terminal.full.cells import DIGITS, LETTERS, Cell
from cheat.terminal.messages import say
from cheat.terminal.table_text import form_label

TONES = {"primary": "bold #74d388", "danger": "bold #ff7a7a", "plain": "", "quiet": "dim"}
"""Tone of a move -> its style. A dangerous move also has a sign."""


def move_cells(moves: Sequence[Form], plays: bool) -> list[Cell]:
    """Return the cells of moves. `plays`: whether the viewer plays (see `move_keys`)."""
    return [
        Cell(key, form_label(form), TONES[form.get("tone", "plain")])
        for key, form in zip(move_keys(moves, plays), moves, strict=True)
    ]


def answer_cells(dialog: FormDialog) -> list[Cell]:
    """Return cells of the answers to a question, and a cell for going back."""
    field = dialog.field
    back_cell = Cell("Esc", say("Back"))
    if field is None:
        return [Cell("1", say("yes")), Cell("2", say("no")), back_cell]
    enter = [Cell("Enter", say("Done"))] if field["kind"] == "cards" else []
    if field.get("optional"):
        enter = [*enter, Cell("0", say("Skip it"))]
    if field["kind"] == "number":
        return [*(Cell(str(number), "") for number in digits_of(field)), *enter, back_cell]
    answers = dialog.answers if field["kind"] in ("choice", "player") else []
    keys = DIGITS[:9] + LETTERS
    cells = [Cell(keys[index] if index < len(keys) else "", answer) for index, answer in enumerate(answers)]
    other_answer = [Cell("" if enter else "0", say("Type another name"))] if is_open(field) else []
    return [*cells, *other_answer, *enter, back_cell]


def is_open(field: Field) -> bool:
    """Return whether the field accepts an answer that is not listed."""
    return field["kind"] == "choice" and bool(field.get("open"))


def digits_of(field: NumberField) -> range:
    """Return the numbers of a field if a single digit can choose each of them, else none."""
    lowest = 1 if field.get("optional") else 0  # in an optional field, the digit 0 means no value
    is_digit = lowest <= field["min"] and field["max"] <= 9
    return range(field["min"], field["max"] + 1) if is_digit else range(0)


def is_typed(field: Field) -> bool:
    """Return whether an answer has to be typed letter by letter."""
    return field["kind"] == "text" or (field["kind"] == "number" and not digits_of(field))


def move_keys(moves: Sequence[Form], plays: bool) -> list[str]:
    """Return the digit of each move.

    While the viewer `plays`, quiet moves of the room (unimportant ones, such as leaving) have the last
    digits: 0, then 9, and so on. The reason is that moves of the game come and go. A move may disappear just
    when a player types its digit, and then this digit must not mean "leave the room".
    """
    quiet = [form.get("scope") == "room" and form.get("tone") == "quiet" for form in moves]
    loud_count = len(moves) - sum(quiet) if plays else len(moves)
    digits = list(DIGITS)
    quiet_digits = [digits.pop() for _ in range(min(len(moves) - loud_count, len(digits)))]
    keys = digits[:loud_count] + [""] * (loud_count - len(digits))
    return [*keys, *([""] * (len(moves) - loud_count - len(quiet_digits))), *reversed(quiet_digits)]
