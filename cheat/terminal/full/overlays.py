"""Overlays: a text to read, a list to choose from, or a line to type. Escape closes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, TypeVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from cheat.terminal.form_dialog import FormDialog, InvalidAnswer
from cheat.terminal.full.cells import DIGITS, Cell, Cells
from cheat.terminal.full.help import RULES_PAGE, HelpPage
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
    """Pages to read, with a line about the table below them.

    `status_line` returns this line. It is called once a second. `at` is the index of the page to show first.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,shift+tab", "turn_page(-1)", priority=True),
        Binding("right,tab", "turn_page(1)", priority=True),
    ]

    def __init__(
        self,
        title: str,
        pages: Sequence[HelpPage],
        status_line: Callable[[], str],
        *,
        at: int = 0,
        at_end: bool = False,
    ) -> None:
        super().__init__()
        self._heading, self._pages, self._status_line = title, pages, status_line
        self._at, self._from_end = at, at_end

    def compose(self) -> ComposeResult:
        """Make a box with the names of the pages, if there are several, and a text that scrolls."""
        with Vertical(classes="box") as box:
            box.border_title = self._heading
            if len(self._pages) > 1:
                yield Cells(id="pages", focus=False)
            with VerticalScroll():
                yield PageText(id="page")

    def on_mount(self) -> None:
        """Show the text, and begin to update the line below."""
        scroll = self.query_one(VerticalScroll)
        scroll.focus()
        self._show_page(self._at)
        if self._from_end:
            scroll.anchor()
        self._tick()
        self.set_interval(1, self._tick)

    def _show_page(self, at: int) -> None:
        self._at = at
        self.query_one(PageText).show(self._pages[at])
        for cells in self.query(Cells):
            names = enumerate(self._pages)
            cells.show([Cell(DIGITS[index], page.title, chosen=index == at) for index, page in names])

    def _turn_to(self, at: int) -> None:
        """Show a page from its beginning."""
        self._show_page(at)
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def _tick(self) -> None:
        closing = say("Esc closes")
        status = self._status_line()
        self.query_one(".box").border_subtitle = f"{status} · {closing}" if status else closing

    def action_turn_page(self, direction: int) -> None:
        """Show the page before or after the present one."""
        self._turn_to((self._at + direction) % len(self._pages))

    def on_cells_pressed(self, event: Cells.Pressed) -> None:
        """Show the page that was clicked."""
        self._turn_to(event.at)

    def on_key(self, event: events.Key) -> None:
        """Show the page with the typed number, scroll, or close the overlay.

        Enter closes the overlay, and so do the keys that open overlays with texts, such as F1. In the help,
        F1 and F9 close it only if it already shows the page that they open. Otherwise, they go to this page.
        """
        at, scroll = DIGITS.find(event.character or " "), self.query_one(VerticalScroll)
        opened = {"f1": 0, "question_mark": 0, "f9": RULES_PAGE}.get(event.key, self._at)
        if len(self._pages) > 1 and 0 <= at < len(self._pages):
            self._turn_to(at)
        elif event.key in ("j", "k"):
            (scroll.scroll_down if event.key == "j" else scroll.scroll_up)(animate=False)
        elif event.key in ("space", "b"):
            (scroll.scroll_page_down if event.key == "space" else scroll.scroll_page_up)(animate=False)
        elif len(self._pages) > opened != self._at:
            self._turn_to(opened)
        elif event.key in ("enter", "f1", "f2", "f3", "f9", "question_mark"):
            self.dismiss(None)
        else:
            return
        event.stop()


class PageText(Static):
    """The text of a page, in lines that fit the width of the widget."""

    _page: HelpPage | None = None

    def show(self, page: HelpPage) -> None:
        """Show this page from now on."""
        self._page = page
        self.on_resize()

    def on_resize(self) -> None:
        """Break the lines anew."""
        if self._page is not None and self.size.width:
            self.update(self._page.text(self.size.width))


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
        """Choose the line with the typed number."""
        at = DIGITS.find(event.character or " ")
        if 0 <= at < len(self._lines):
            self.dismiss(at)
        elif event.key in ("j", "k"):
            move_cursor(self.query_one(OptionList), event.key)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose the selected line."""
        self.dismiss(event.option_index)


def move_cursor(options: OptionList, key: str) -> None:
    """Move the cursor of a list down (`j`) or up (`k`)."""
    (options.action_cursor_down if key == "j" else options.action_cursor_up)()


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
        """Change yes to no, no to yes, or a choice to the next choice.

        Let the person type the value of any other kind of option.
        """
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
        elif event.key in ("j", "k"):
            move_cursor(self.query_one(OptionList), event.key)
