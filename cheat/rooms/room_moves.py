"""Common code of the moves of a room: their type, private versions, and the end of a game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import msgspec

from cheat.engine.forms import Args, Form
from cheat.engine.table import Event, Table, sees
from cheat.errors import NotAllowed, NotFound, Refused
from cheat.i18n.messages import text
from cheat.rooms import session
from cheat.rooms.replay_recorder import is_chat
from cheat.rooms.room import REMEMBERED_LEAVERS, AnyRoom, Phase, Seat
from cheat.rooms.rules_guard import seat_bounds, too_few

CHECK_EVERY_GAME = False
"""If True, each step of a built-in game checks that table and events can be stored and read.

Tests set this to True. Each step of a document has this check in any case.
"""

_encode = msgspec.json.Encoder().encode
_events = msgspec.json.Decoder(list[Event])


class ActionContext(NamedTuple):
    """The time of an action (ms since 1970), and a seed: random hex digits, 128 bits or more."""

    now: int
    seed: str


class RoomMove(NamedTuple):
    """A move of the room.

    `offer` returns the form of the move, or None if the move is not offered. In that case, `refusal` returns
    the reason. `carry_out` carries the move out. `host_only`: the move is offered only to the host. `phase`:
    the move is offered only in this phase; None: in every phase. It is the phase as the player sees it, so it
    is compared with `Room.phase_for`, not with `Room.phase`.
    """

    offer: Callable[[AnyRoom, Seat], Form | None]
    carry_out: Callable[[AnyRoom, Seat, Args, ActionContext], list[Event]]
    refusal: Callable[[AnyRoom, Seat], Refused]
    host_only: bool = False
    phase: Phase | None = None


def is_private(events: list[Event]) -> bool:
    """Return whether only some players may know of these events. Then the version is private."""
    for event in events:
        if event.viewers == "all":
            return False
    return bool(events)


def is_all_chat(events: list[Event]) -> bool:
    """Return whether all these events are chat. Clocks and bots of the game ignore chat."""
    return bool(events) and all(map(is_chat, events))


def count_private(room: AnyRoom, events: list[Event]) -> list[Event]:
    """Return these events. If they are private, count a private version for their viewers."""
    if is_private(events):
        for seat in room.seats:
            seat.private_version += any(sees(event.viewers, seat.id) for event in events)
    return events


def finish_step(room: AnyRoom, events: list[Event]) -> list[Event]:
    """Return the events of a change of the game. If the change ends the game, show the result.

    Raises an error if the table or an event cannot be stored and read again.
    """
    result = room.running().result
    if result is not None:
        room.phase = "over"
        player_ids = {player.id for player in room.running().players}
        for seat in room.seats:
            seat.has_returned = seat.bot or seat.id not in player_ids
            seat.wins += seat.id in result.winners
            seat.timeouts = 0
            if not seat.bot:
                seat.bot_state = None
            elif seat.bot_state is not None:
                seat.bot_state.plan = None
    if CHECK_EVERY_GAME or room.dealt_rules.source:
        table = room.running()
        _table_decoder(type(table)).decode(_encode(table))  # rules change no other part of a room
        _events.decode(_encode(events))
    return events


@cache
def _table_decoder(kind: type[Table]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def fail(room: AnyRoom) -> list[Event]:
    """End a game whose rules have failed, without a winner.

    The room never calls the rules again. Returns no events if the rules have failed before, or if there has
    been no game.
    """
    if room.table is None or room.failed:
        return []
    room.failed, was_over = True, room.running().result is not None
    events = session.end(room)
    return events if was_over else finish_step(room, events)


def open_lobby_if_all_back(room: AnyRoom) -> None:
    if room.phase == "over" and all(seat.has_returned for seat in room.present()):
        room.phase = "lobby"
        forget_leavers(room)


def forget_leavers(room: AnyRoom) -> None:
    remove_seats(room, [seat for seat in room.seats if seat.has_left])


def remove_seats(room: AnyRoom, seats: list[Seat]) -> None:
    room.seats = [seat for seat in room.seats if seat not in seats]
    room.leavers = [*room.leavers, *seats][-REMEMBERED_LEAVERS:]


def why_not_dealt(room: AnyRoom) -> Refused | None:
    """Return the reason why the chosen game cannot be dealt to the present players, or None."""
    rules, options, present = room.rules, room.typed_options(), len(room.present())
    if rules.why_retired:
        return NotFound(rules.why_retired, "game_not_found")
    min_players, max_players = seat_bounds(rules, options)
    if present < min_players:
        return Refused(too_few(rules, options), "too_few_players")
    if present > max_players:
        template = "This game has {seats} seats, but there are {players} players in the room."
        return Refused(text(template, seats=max_players, players=present), "too_many_players")
    return None


def in_lobby(room: AnyRoom, seat: Seat) -> bool:
    return room.phase_for(seat) == "lobby"


def hosts_lobby(room: AnyRoom, seat: Seat) -> bool:
    return room.host == seat.id and in_lobby(room, seat)


def others(room: AnyRoom, seat: Seat) -> list[str]:
    return [person.id for person in room.people() if person is not seat]


def why_not_host(room: AnyRoom, seat: Seat) -> Refused:
    if room.host != seat.id:
        return NotAllowed("Only the host can do that.")
    return why_not_lobby(room, seat)


def why_not_lobby(room: AnyRoom, seat: Seat) -> Refused:
    if room.phase == "playing":
        return Refused("You can't do that while the game is running.", "game_running")
    return Refused("You can't do that now.")
