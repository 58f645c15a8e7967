"""What the moves of a room share: what a move is given, who may make it, and what the end of a game does."""

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
from cheat.rooms.record import is_beside
from cheat.rooms.room import REMEMBERED_LEAVERS, AnyRoom, Phase, Seat
from cheat.rooms.rules_guard import bounds, too_few

_encode = msgspec.json.Encoder().encode
_events = msgspec.json.Decoder(list[Event])


class Step(NamedTuple):
    """What an action may need from outside: the time in ms and 128 bits or more of chance, in hex."""

    now: int
    seed: str


class RoomMove(NamedTuple):
    """A move of the room: `offer` its form or None, `do` it, and say `why` it is not offered. `of_host`:
    nobody else is offered it; `phase`: the only one in which anybody is, as `Room.phase_for` has it.
    """

    offer: Callable[[AnyRoom, Seat], Form | None]
    do: Callable[[AnyRoom, Seat, Args, Step], list[Event]]
    why: Callable[[AnyRoom, Seat], Refused]
    of_host: bool = False
    phase: Phase | None = None


def is_private(events: list[Event]) -> bool:
    """Whether only some players may know of a step that made these events: then it is no version."""
    for event in events:
        if event.seen == "all":
            return False
    return bool(events)


def is_aside(events: list[Event]) -> bool:
    """Whether these events are beside the game: neither its clocks nor its bots know of them."""
    return bool(events) and all(map(is_beside, events))


def noted(room: AnyRoom, events: list[Event]) -> list[Event]:
    """The events of a step; if it is private, those who know of it have come further."""
    if is_private(events):
        for seat in room.seats:
            seat.private += any(sees(event.seen, seat.id) for event in events)
    return events


def settled(room: AnyRoom, events: list[Event]) -> list[Event]:
    """The events of a step of the game; if it was the last one, everybody is now at the result.

    Raises whatever it may be where the rules left something behind that cannot be stored and read again.
    """
    result = room.running().result
    if result is not None:
        room.phase = "over"
        played = {player.id for player in room.running().players}
        for seat in room.seats:
            seat.back = seat.bot or seat.id not in played
            seat.wins += seat.id in result.winners
            seat.timeouts = 0
            if not seat.bot:
                seat.mind = None
            elif seat.mind is not None:
                seat.mind.plan = None
    table = room.running()
    _tables(type(table)).decode(_encode(table))  # rules have touched nothing else of the room
    _events.decode(_encode(events))
    return events


@cache
def _tables(kind: type[Table]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def fail(room: AnyRoom) -> list[Event]:
    """The rules of the table met an error: without a winner it is over, and the rules are asked nothing more.

    No events where that is so already, or where there has been no game.
    """
    if room.table is None or room.failed:
        return []
    room.failed, was_over = True, room.running().result is not None
    events = session.end(room)
    return events if was_over else settled(room, events)


def open_lobby_if_all_back(room: AnyRoom) -> None:
    if room.phase == "over" and all(seat.back for seat in room.present()):
        room.phase = "lobby"
        forget_leavers(room)


def forget_leavers(room: AnyRoom) -> None:
    send_off(room, [seat for seat in room.seats if seat.left])


def send_off(room: AnyRoom, seats: list[Seat]) -> None:
    room.seats = [seat for seat in room.seats if seat not in seats]
    room.gone = [*room.gone, *seats][-REMEMBERED_LEAVERS:]


def why_not_dealt(room: AnyRoom) -> Refused | None:
    """Why the chosen game, with its options, is none for so many players as are present; None if it is."""
    rules, options, present = room.rules, room.typed_options(), len(room.present())
    if rules.gone:
        return NotFound(rules.gone, "game_not_found")
    least, most = bounds(rules, options)
    if present < least:
        return Refused(too_few(rules, options), "too_few_players")
    if present > most:
        template = "This game has {seats} seats, but there are {players} players in the room."
        return Refused(text(template, seats=most, players=present), "too_many_players")
    return None


def in_lobby(room: AnyRoom, seat: Seat) -> bool:
    return room.phase_for(seat) == "lobby"


def hosts_lobby(room: AnyRoom, seat: Seat) -> bool:
    return room.host == seat.id and in_lobby(room, seat)


def others(room: AnyRoom, seat: Seat) -> list[str]:
    return [one.id for one in room.people() if one is not seat]


def why_not_host(room: AnyRoom, seat: Seat) -> Refused:
    if room.host != seat.id:
        return NotAllowed("Only the host can do that.")
    return why_not_lobby(room, seat)


def why_not_lobby(room: AnyRoom, seat: Seat) -> Refused:
    if room.phase == "playing":
        return Refused("You can't do that while the game is running.", "game_running")
    return Refused("You can't do that now.")
