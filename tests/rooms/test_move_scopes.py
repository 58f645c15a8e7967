"""The scope tells moves of the room and moves of the game apart, whatever their names."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cheat.engine.forms import Form
from cheat.games.kittens.rules import KittensTable, Turn
from cheat.rooms import lobby
from cheat.rooms.lobby import MOVES

from .room_words import do, form_of, playing, room, see, types


def test_forms_say_whose_move_they_are() -> None:
    for one in (room("Ada", "Bob", "Cyd"), playing(), playing("Ada", "Bob", game="kittens")):
        for player in ("p1", "p2"):
            for form in see(one, player).moves:
                assert form.scope == ("room" if form.name in MOVES else "game")


def test_game_may_call_a_move_as_the_room_calls_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this game, drawing is called `leave`. With a moment, it draws a card; without, the player leaves."""
    forms = Turn.forms

    def renamed(self: Turn, t: KittensTable, player: str) -> list[Form]:
        offered = forms(self, t, player)
        return [replace(form, name="leave") if form.name == "draw" else form for form in offered]

    monkeypatch.setattr(Turn, "forms", renamed)
    monkeypatch.setattr(Turn, "leave", Turn.draw, raising=False)
    one = playing("Ada", "Bob", "Cyd", game="kittens")
    player = one.running().actor
    drawing, leaving = (form for form in lobby.moves(one, one.seat(player)) if form.name == "leave")
    assert (drawing.scope, leaving.scope) == ("game", "room")
    assert form_of(one, player, "leave") == drawing
    before = len(one.running().deck.cards)
    assert "left" not in types(do(one, player, "leave", **drawing.ties))
    assert len(one.running().deck.cards) == before - 1
    assert "left" in types(do(one, player, "leave", **leaving.ties))
