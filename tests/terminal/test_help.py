"""The pages of the help."""

from __future__ import annotations

from typing import Any

import pytest
from rich.cells import cell_len

from cheat.terminal.full.cells import Cell
from cheat.terminal.full.commands import Commands
from cheat.terminal.full.help import (
    RULES_PAGE,
    HelpGroup,
    columns_text,
    help_pages,
    key_groups,
    move_groups,
    rows_text,
)
from cheat.terminal.messages import set_language
from tests.terminal.test_form_dialog import FACES, SPEC, TABLE

GAME: Any = {
    "name": "A Game",
    "summary": "Get rid of your cards.",
    "minutes": "5",
    "min_players": 2,
    "max_players": 8,
    "rules": "First this.\n\nThen that.",
    "options": SPEC,
    "faces": {**FACES, "B2": {"kind": "x", "name": "blue two", "text": "Draw two."},
              "Z": {"kind": "x", "name": "zero", "text": "Swap hands."}},
}  # fmt: skip


def test_pages_have_the_keys_the_moves_the_rules_the_options_and_the_cards() -> None:
    draw: Any = {"name": "draw", "label": "Draw", "help": "Take the top card.", "scope": "game"}
    table = {**TABLE, "options": {**TABLE["options"], "open": True, "turn_s": 45, "mode": "a"}}
    pages = help_pages(table, GAME, [(Cell("1", "Draw"), draw)])
    texts = {page.title: page.text(80).plain for page in pages}
    assert [*texts] == ["Keys", "Your moves", "Rules", "Options", "Cards"]
    assert pages[RULES_PAGE].title == "Rules"
    assert "1  Draw. Take the top card." in texts["Your moves"]
    assert texts["Rules"].split("\n") == [
        "Get rid of your cards.", "2 to 8 players · 5 minutes", "", "First this.", "", "Then that.",
    ]  # fmt: skip
    assert texts["Options"].index("yes  Open") < texts["Options"].index("45") < texts["Options"].index("Mode")
    assert texts["Cards"].index("blue two: Draw two.") < texts["Cards"].index("zero: Swap hands.")
    plain = help_pages(table, {**GAME, "faces": FACES}, [])
    assert len(plain) == len(pages) - 1, "there is no page for cards without effects"


def test_spectator_is_told_that_there_are_no_moves() -> None:
    assert "can't do anything" in rows_text(move_groups([]), 60).plain


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("width", [48, 74, 99])
def test_keys_stand_in_columns_that_fit(language: str, width: int) -> None:
    set_language(language)
    try:
        lines = columns_text(key_groups(), width).plain.split("\n")
    finally:
        set_language("en")
    assert max(map(cell_len, lines)) <= width
    assert len(lines) <= (40 if width < 64 else 22), "two columns need half of the lines"
    described = " ".join(lines)
    for key in ("F1 ?", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "^C", "Esc"):
        assert key in described


def test_every_command_has_its_key_in_the_help() -> None:
    keys = {key for group in key_groups() for words, _ in group.rows for key in words.split()}
    session: Any = type("Session", (), {"seat": type("Seat", (), {"you": None}), "settings": lambda _: [1]})()
    screen: Any = type("Screen", (), {"app": type("App", (), {"exit": None})})
    nothing: Any = None
    for phase in ("playing", "over"):
        session.table = {**TABLE, "phase": phase, "crowd": True, "you": None}
        assert set(Commands(screen, session, nothing, nothing, nothing).by_key()) <= keys


def test_long_words_go_below_each_other_beside_their_key() -> None:
    text = rows_text([HelpGroup("Play", [("a", "one two three"), ("a long name of a key", "four")])], 22)
    assert text.plain.split("\n") == [
        "Play", "a            one two", "             three", "a long name of a key", "             four", "",
    ]  # fmt: skip
