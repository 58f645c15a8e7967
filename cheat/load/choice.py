"""The next action at a table: forms with random values.

The code is pure, and knows no rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from cheat.client.bot import game_moves
from cheat.client.forms import at_random
from cheat.client.types import Form, Table

BOLD_CHANCE = 0.1
"""The probability that a player not on turn makes an optional move, such as a call of Cheat.

Such a move may cost the player something, so people seldom make it.
"""
ROOM_MOVES = ("take_over", "play_again", "start")
"""Moves of the room without which no game goes on. A player prefers them in this order."""


class Choice(NamedTuple):
    """A move: the index of its seat in the table's list of seats, its form, and the values."""

    seat: int
    form: Form
    values: dict[str, Any]


def choose(tables: Sequence[Table | None], chance: Random) -> Choice | None:
    """Return a move of one of the players at a table.

    `tables`: the table as each player sees it, or None for a player that waits for the server. Returns None
    if no player has a move, because the game waits for a clock or for the server's bots.
    """
    all_back = all(table is not None and table["phase"] == "lobby" for table in tables)
    seats = [seat for seat, table in enumerate(tables) if table is not None]
    for seat in chance.sample(seats, len(seats)):
        table = tables[seat]
        assert table is not None, "busy players were left out"
        for form in _preferred(table, all_back, chance):
            try:
                return Choice(seat, form, at_random(table, form, chance))
            except ValueError:
                pass  # the player lacks the cards for this form
    return None


def _preferred(table: Table, all_back: bool, chance: Random) -> list[Form]:
    """Return the moves that a player may make now, the preferred ones first."""
    room_forms = {form["name"]: form for form in table["moves"] if form.get("scope") == "room"}
    names = [name for name in ROOM_MOVES if name in room_forms and (all_back or name != "start")]
    if names:
        return [room_forms[names[0]]]
    me = next(player for player in table["players"] if player["id"] == table["you"])
    is_bold = me["turn"] or chance.random() < BOLD_CHANCE
    forms = [form for form in game_moves(table) if is_bold or form.get("tone") != "danger"]
    return chance.sample(forms, len(forms))
