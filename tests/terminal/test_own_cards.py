"""The log in the terminal names the cards that its reader got or gave."""

from __future__ import annotations

from typing import Any

import pytest

from cheat.terminal.table_text import with_own_cards

GAME: Any = {"faces": {"AS": {"name": "ace of spades"}, "2H": {"name": "two of hearts"}}}
TABLE: Any = {
    "you": "p1",
    "zones": [
        {"id": "hand:p1", "kind": "hand", "owner": "p1"},
        {"id": "hand:p2", "kind": "hand", "owner": "p2"},
        {"id": "deck", "kind": "pile", "owner": None},
    ],
}


@pytest.mark.parametrize(
    ("line", "source", "target", "faces", "read"),
    [
        ("You draw.", "deck", "hand:p1", ["AS"], "You draw: ace of spades."),
        ("You draw two.", "deck", "hand:p1", ["AS", "2H"], "You draw two: ace of spades, two of hearts."),
        ("You give Ben a card.", "hand:p1", "hand:p2", ["AS"], "You give Ben a card: ace of spades."),
        ("You take the ace of spades.", "deck", "hand:p1", ["AS"], "You take the ace of spades."),
        ("You take many.", "deck", "hand:p1", ["AS"] * 5, "You take many."),
        ("You discard.", "hand:p1", "deck", ["AS"], "You discard."),
        ("Ben draws.", "deck", "hand:p2", [], "Ben draws."),
        ("", "deck", "hand:p1", ["AS"], ""),
    ],
)
def test_line_names_own_cards(line: str, source: str, target: str, faces: list[str], read: str) -> None:
    event: Any = {"cards": [{"from": source, "to": target, "faces": faces}]}
    assert with_own_cards(line, event, TABLE, GAME) == read
    event["kind"] = "deal"
    assert with_own_cards(line, event, TABLE, GAME) == line
