"""Overlays: a text to read, a list to choose from, or a line to type. Escape closes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from cheat.terminal.form_dialog import FormDialog, InvalidAnswer
from cheat.terminal.full.cells import DIGITS
from cheat.terminal.messages import say
from cheat.terminal.table_text import value_text

T = TypeVar("T")


class Overlay(ModalScreen[T]):
    """An overlay on the screen. Escape closes it without a choice.

    If a subclass also has `on_key`, both methods are called: textual calls the handlers of all classes of a
    screen, beginning with the subclass.
    """

    def on_key(self, event: events.Key) -> None:
        """Close on Escape."""
        if event.key == "escape":
            event.stop()
            self.dismiss(None)


class TextOverlay(Overlay[None]):
    """A text to read, with a line about the table below it.

    `status_line` returns this line. It is called once a second.
    """

    def __init__(
        self, title: str, lines: Sequence[str], status_line: Callable[[], str], *, at_end: bool = False
    ) -> None:
        super().__init__()
        self._heading, self._lines, self._status_line, self._from_end = title, lines, status_line, at_end

    def compose(self) -> ComposeResult:
        """Make a box that scrolls, and the line below it."""
        with Vertical(classes="box") as box:
            box.border_title = self._heading
            with VerticalScroll():
                yield Static(Text("\n".join(self._lines)))

    def on_mount(self) -> None:
        """Show the text, and begin to update the line below."""
        scroll = self.query_one(VerticalScroll)
        scroll.focus()
        if self._from_end:
            scroll.scroll_end(animate=False)
        self._tick()
        self.set_interval(1, self._tick)

    def _tick(self) -> None:
        self.query_one(".box").border_subtitle = self._status_line() or say("Esc closes")

    def on_key(self, event: events.Key) -> None:
        """Also close on Enter, and on the keys that open overlays with texts."""
        if event.key in ("enter", "f1", "f2", "f3", "question_mark"):
            event.stop()
            self.dismiss(None)


class ListOverlay(Overlay[int]):
    """A list of lines to choose from, by arrows, number or click.

    The result is the index of the chosen line.
    """

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        super().__init__()
        self._heading, self._lines = title, lines

    def compose(self) -> ComposeResult:
        """Make a list."""
        with Vertical(classes="box") as box:
            box.border_title, box.border_subtitle = self._heading, say("Enter chooses, Esc closes")
            yield OptionList(*numbered(self._lines), markup=False)

    def on_key(self, event: events.Key) -> None:
        """Choose the line with this number."""
        at = DIGITS.find(event.character or " ")
        if 0 <= at < len(self._lines):
            self.dismiss(at)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose the selected line."""
        self.dismiss(event.option_index)


def numbered(lines: Sequence[str]) -> list[str]:
    """Return lines with the digits that choose them."""
    return [f"{DIGITS[at] if at < len(DIGITS) else ' '}  {line}" for at, line in enumerate(lines)]


class InputOverlay(Overlay[str]):
    """A line to type. `accept`: a function that raises InvalidAnswer for a wrong text."""

    def __init__(
        self, question: str, value: str = "", accept: Callable[[str], None] = lambda typed: None
    ) -> None:
        super().__init__()
        self._question, self._value, self._accept = question, value, accept

    def compose(self) -> ComposeResult:
        """Make the question and a line."""
        with Vertical(classes="box") as box:
            box.border_subtitle = say("Enter accepts, Esc closes")
            yield Static(Text(self._question))
            yield Input(self._value)
            yield Static(id="wrong")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Accept the typed text, or show what is wrong with it."""
        try:
            self._accept(event.value)
        except InvalidAnswer as wrong:
            self.query_one("#wrong", Static).update(Text(f"! {wrong}"))
            event.input.clear()
        else:
            self.dismiss(event.value)


class OptionsOverlay(Overlay[bool]):
    """The options of a game. A person changes them one by one, or by a preset.

    The result is True when the person has accepted the options.
    """

    def __init__(self, dialog: FormDialog) -> None:
        super().__init__()
        self._dialog = dialog
        assert dialog.field is not None and dialog.field["kind"] == "options", "the question is about options"
        self._spec = dialog.field["spec"]

    def compose(self) -> ComposeResult:
        """Make a list, and a description of the line under the cursor."""
        with Vertical(classes="box") as box:
            box.border_title = self._dialog.form["label"]
            box.border_subtitle = say("Enter changes, F10 accepts all, Esc closes")
            yield OptionList(markup=False)
            yield Static(id="about")

    def on_mount(self) -> None:
        """Show all options."""
        self._draw(0)

    def _draw(self, at: int) -> None:
        presets = [
            say("Use preset: {preset}", preset=preset["name"]) for preset in self._dialog.game["presets"]
        ]
        option_list = self.query_one(OptionList)
        values = [f"{spec['label']}: {value_text(spec, self._dialog.option(spec))}" for spec in self._spec]
        option_list.set_options([say("Use these options"), *presets, *values])
        option_list.highlighted = at

    def _option_at(self, line: int) -> int:
        """Return the index of the option in a line. It is negative if the line has no option."""
        return line - 1 - len(self._dialog.game["presets"])

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the description of the option."""
        at = self._option_at(event.option_index)
        about = [self._dialog.answers[at], self._spec[at]["help"]] if at >= 0 else []
        self.query_one("#about", Static).update(Text("\n".join(about)))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Accept all options, take a preset, or change an option."""
        line, at = event.option_index, self._option_at(event.option_index)
        if line == 0:
            self._accept_all()
        elif at < 0:
            self._set(f"{say('preset')} {line}", line)
        else:
            self._change(at, line)

    def _accept_all(self) -> None:
        self._dialog.answer("")
        self.dismiss(True)

    def _change(self, at: int, line: int) -> None:
        """Change yes to no, or a choice to the next choice. Let the person type all other values."""
        spec, value = self._spec[at], self._dialog.option(self._spec[at])
        match spec["kind"]:
            case "bool":
                self._set(f"{at + 1} = {say('no') if value else say('yes')}", line)
            case "choice":
                values = [choice["value"] for choice in spec.get("of", [])]
                self._set(f"{at + 1} = {(values.index(value) + 1) % len(values) + 1}", line)
            case _:
                accept = lambda typed: self._set(f"{at + 1} = {typed}", line)  # noqa: E731
                self.app.push_screen(InputOverlay(self._dialog.answers[at], str(value), accept))

    def _set(self, text: str, line: int) -> None:
        self._dialog.answer(text)
        self._draw(line)

    def on_key(self, event: events.Key) -> None:
        """Accept all options on F10."""
        if event.key == "f10":
            event.stop()
            self._accept_all()
