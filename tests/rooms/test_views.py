"""What viewers of a version share is made once; each sees what they would see alone."""

from __future__ import annotations

import random

import pytest

from cheat.engine.forms import Form, sample
from cheat.engine.rng import Rng
from cheat.games import BUILT_IN
from cheat.i18n.languages import LANGUAGES
from cheat.rooms import lobby
from cheat.rooms.room import AnyRoom, Seat, decode, encode
from cheat.rooms.room_moves import Step
from cheat.rooms.view import Views, view

from .vocabulary import NOON, SEED, playing

STEPS = 12


def games_moves(room: AnyRoom, seat: Seat) -> list[Form]:
    return [form for form in lobby.moves(room, seat) if form.scope == "game"]


def step(room: AnyRoom, rng: Rng) -> None:
    """Somebody does something; where nobody can, time passes."""
    able = [seat for seat in room.seats if games_moves(room, seat)]
    if not able:
        assert lobby.expire(room, room.due() or NOON)
        return
    seat = rng.choice(able)
    form = rng.choice(games_moves(room, seat))
    args = sample(form, room.running().cards_of, rng)
    lobby.act(room, seat, form.name, args, Step(NOON, SEED))


@pytest.mark.parametrize("game", [game.id for game in BUILT_IN])
def test_what_is_shared_hides_from_each_viewer_what_it_hides_from_them_alone(game: str) -> None:
    """In any order of viewers and in every language; and a room is shown as it is read after its commit."""
    room, rng, order = playing("Ada", "Bob", "Cyd", game=game), Rng("5eed" * 8), random.Random(5)
    for number in range(STEPS):
        shared, stored = Views(room, number), decode(encode(room))
        viewers: list[Seat | None] = [*room.seats, None]
        for viewer in order.sample(viewers, len(viewers)):
            for language in LANGUAGES.values():
                alone = view(stored, number, viewer and stored.seat(viewer.id), NOON, language)
                assert shared.of(viewer, NOON, language) == alone
        if room.phase == "playing":
            step(room, rng)
