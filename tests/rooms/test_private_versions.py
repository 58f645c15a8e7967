"""Private versions of a room: who comes further by them, and that nothing else follows from them."""

from __future__ import annotations

from typing import Any

from msgspec import json

from cheat.engine.table import Event
from cheat.rooms import bots as room_bots
from cheat.rooms import lobby
from cheat.rooms.room import AnyRoom, decode, encode, remember
from cheat.rooms.room_moves import ActionContext, is_private

from .room_words import NOON, do, room, see, types

WINDOW = {"min_call_window_s": 2, "turn_s": 45}


def placed(*names: str, bots: int = 0, **options: Any) -> AnyRoom:
    """Cheat: p1 has placed a card, and the others may trust or call."""
    game_room = room(*(names or ("Ada", "Bob", "Cyd", "Dan")), **{**WINDOW, **options})
    for number in range(bots):
        lobby.act(
            game_room,
            game_room.seat("p1"),
            "add_bot",
            {"level": "easy"},
            ActionContext(NOON, f"{number:032x}"),
        )
    do(game_room, "p1", "start")
    step(game_room, do(game_room, "p1", "place", cards=game_room.table.hand("p1").cards[:1]))
    return game_room


def step(game_room: AnyRoom, events: list[Event]) -> list[Event]:
    room_bots.update_plans(game_room, events, NOON)
    return events


def positions(game_room: AnyRoom) -> dict[str, int]:
    return {seat.id: seat.private_version for seat in game_room.seats}


def test_who_acts_privately_comes_further_and_nobody_else():
    game_room = placed()
    events = do(game_room, "p3", "trust")
    assert is_private(events)
    assert positions(game_room) == {"p1": 0, "p2": 0, "p3": 1, "p4": 0}
    do(game_room, "p4", "trust")
    assert positions(game_room) == {"p1": 0, "p2": 0, "p3": 1, "p4": 1}


def test_a_step_that_others_see_too_is_a_version():
    game_room = placed()
    do(game_room, "p3", "trust")
    do(game_room, "p4", "trust")
    before = positions(game_room)
    events = do(game_room, "p2", "trust")
    assert types(events) == ["trusted", "window_closed"]
    assert not is_private(events)
    assert positions(game_room) == before


def test_a_step_without_events_is_nothing():
    assert not is_private([])


def test_nobody_else_sees_anything_of_it():
    game_room = placed()
    before = [json.encode(see(game_room, viewer)) for viewer in ("p1", "p2", "p4", None)]
    due = game_room.next_due_at()
    do(game_room, "p3", "trust")
    assert [json.encode(see(game_room, viewer)) for viewer in ("p1", "p2", "p4", None)] == before
    assert game_room.next_due_at() == due


def test_bots_hear_nothing_of_it_and_do_not_think_again():
    game_room = placed("Ada", "Bob", bots=3)
    before = [json.encode(seat.bot_state) for seat in game_room.seats]
    step(game_room, do(game_room, "p2", "trust"))
    assert [json.encode(seat.bot_state) for seat in game_room.seats] == before


def test_a_private_act_does_not_put_off_the_bot_that_steps_in():
    """A later stand-in would reveal the private version."""
    game_room = placed()
    for player in ("p3", "p4"):
        game_room.seat(player).timeouts = 2
    do(game_room, "p3", "trust")
    do(game_room, "p4", "call_cheat")
    assert [game_room.seat(player).timeouts for player in ("p3", "p4")] == [2, 0]


def test_a_private_act_takes_a_seat_back_as_any_other():
    game_room = placed()
    game_room.seat("p3").bot_state = room_bots.new_bot_state("normal", "secret")
    game_room.seat("p3").timeouts = 3
    events = do(game_room, "p3", "trust")
    assert types(events) == ["returned", "trusted"]
    assert not is_private(events)
    assert (game_room.seat("p3").bot_state, game_room.seat("p3").timeouts) == (None, 0)


def test_a_remembered_action_knows_its_private_position():
    game_room = placed()
    do(game_room, "p3", "trust")
    remember(game_room.seat("p3"), "the-action", 5)
    again = decode(encode(game_room))
    done = again.finished_action("token of Cyd", "the-action")
    assert (done.version, done.private_version) == (5, 1)


def test_rooms_of_a_release_without_private_acts_are_read():
    game_room = placed()
    remember(game_room.seat("p3"), "the-action", 5)
    data = encode(game_room).replace(b'["the-action",5,0]', b'["the-action",5]')
    assert b'"private"' not in data
    done = decode(data).finished_action("token of Cyd", "the-action")
    assert (done.version, done.private_version) == (5, 0)
