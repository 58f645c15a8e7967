"""Sentences about events, as clients in Python show them."""

from __future__ import annotations

import pytest

from cheat.client.text import event_text
from cheat.client.types import Event

LIE: Event = {
    "v": 7,
    "at": 0,
    "type": "lie",
    "by": "p1",
    "args": {"player": "p2"},
    "text": "{by} caught {player}!",
    "addressed": {"by": "You caught {player}!", "player": "{by} caught you!"},
}
NAMES = {"p1": "Ada", "p2": "Bob", "p3": "Cleo"}


@pytest.mark.parametrize(
    ("you", "sentence"),
    [
        ("p1", "You caught Bob!"),
        ("p2", "Ada caught you!"),
        ("p3", "Ada caught Bob!"),
        (None, "Ada caught Bob!"),
    ],
)
def test_sentence_addresses_its_reader(you: str | None, sentence: str) -> None:
    assert event_text(LIE, NAMES, you) == sentence


def test_spectator_is_no_missing_player() -> None:
    """The event has no player, and a spectator has no id: both are None."""
    assert event_text({**LIE, "by": None}, NAMES, None) == "{by} caught Bob!"
