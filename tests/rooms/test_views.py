"""The views of a version share parts that are made once, and equal views made alone."""

from __future__ import annotations

import random

import pytest
from msgspec import UNSET

from cheat.catalogue import CATALOGUE, DOCUMENTS
from cheat.engine.forms import Form, sample
from cheat.engine.rng import Rng
from cheat.games import BUILT_IN
from cheat.i18n.languages import LANGUAGES
from cheat.rooms import lobby
from cheat.rooms.room import AnyRoom, Seat, decode, encode, new_room
from cheat.rooms.room_moves import ActionContext
from cheat.rooms.view import Views, view

from .room_words import NOON, SEED, do, enter, playing

STEPS = 12


def games_moves(room: AnyRoom, seat: Seat) -> list[Form]:
    return [form for form in lobby.moves(room, seat) if form.scope == "game"]


def step(room: AnyRoom, rng: Rng) -> None:
    """Somebody does something; where nobody can, time passes."""
    able = [seat for seat in room.seats if games_moves(room, seat)]
    if not able:
        assert lobby.expire(room, room.next_due_at() or NOON)
        return
    seat = rng.choice(able)
    form = rng.choice(games_moves(room, seat))
    args = sample(form, room.running().cards_of, rng)
    lobby.act(room, seat, form.name, args, ActionContext(NOON, SEED))


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
                assert shared.view_of(viewer, NOON, language) == alone
        if room.phase == "playing":
            step(room, rng)


def awaited(room: AnyRoom) -> list[object]:
    """Return the kind of answer that the game awaits of each player, in seat order."""
    return [view(room, 1, seat, NOON).awaited for seat in room.seats]


def on_turn(room: AnyRoom) -> list[str]:
    return [player.id for player in view(room, 1, None, NOON).players if player.turn]


def test_a_move_or_a_limited_time_to_react_is_awaited_and_nothing_else() -> None:
    """In Cheat all may doubt a play for three seconds; then the next player has to play."""
    room = playing("Ada", "Bob", "Cyd", min_call_window_s=3)
    assert awaited(room) == ["move", UNSET, UNSET]
    do(room, "p1", "place", cards=room.running().cards_of("hand:p1")[:1])
    assert awaited(room) == [UNSET, "reaction", "reaction"]
    do(room, "p3", "trust")
    assert awaited(room) == [UNSET, "reaction", UNSET]
    assert lobby.expire(room, room.next_due_at() or NOON)
    assert awaited(room) == [UNSET, "move", UNSET]
    assert "call_cheat" in {form.name for form in games_moves(room, room.seat("p3"))}
    assert view(room, 1, None, NOON).awaited is UNSET


def test_nobody_is_on_turn_while_all_look_at_called_cards() -> None:
    room = playing("Ada", "Bob", "Cyd", min_call_window_s=0, reveal_s=5)
    do(room, "p1", "place", cards=room.running().cards_of("hand:p1")[:1])
    assert on_turn(room) == ["p2"]
    do(room, "p3", "call_cheat")
    assert on_turn(room) == []
    assert lobby.expire(room, room.next_due_at() or NOON)
    assert len(on_turn(room)) == 1


def test_who_is_asked_out_of_turn_is_awaited() -> None:
    """In Hearts all pass cards at the same time, and each only once."""
    room = new_room("kwzpt", "e1", DOCUMENTS["hearts"].id, {}, public=False, games=CATALOGUE)
    for name in ("Ada", "Bob", "Cyd", "Dan"):
        enter(room, name)
    do(room, "p1", "start")
    assert awaited(room) == ["move"] * 4
    (form,) = games_moves(room, room.seat("p2"))
    cards = room.running().cards_of("hand:p2")[:3]
    do(room, "p2", form.name, **{form.fields[0].name: cards})
    assert awaited(room) == ["move", UNSET, "move", "move"]
    assert on_turn(room) == ["p1", "p3", "p4"]


def facts_of(room: AnyRoom, seat: Seat | None, tag: str = "en") -> dict[str, str]:
    return {fact.label: fact.text for fact in view(room, 1, seat, NOON, LANGUAGES[tag]).facts}


def test_a_fact_calls_the_player_that_it_names_you() -> None:
    room = playing("Ada", "Bob", "Cyd")
    do(room, "p1", "place", cards=room.running().cards_of("hand:p1")[:1])
    ada, bob, _ = room.seats
    assert facts_of(room, ada)["Just played"] == "1 × Ace by you"
    assert facts_of(room, ada, "es")["Última jugada"] == "1 × As (tú)"
    assert facts_of(room, bob)["Just played"] == facts_of(room, None)["Just played"] == "1 × Ace by Ada"
