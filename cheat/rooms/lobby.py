"""What happens in a room: moves of the waiting room, moves of the game, and steps that are due.

A room move is three functions in one row of `MOVES`: `offer` gives its form or None, `do` carries
it out, `why` says why it is not offered. Everything else is handed to the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from cheat.errors import NotAllowed, Refused
from cheat.games import GAMES, engine
from cheat.games.moves import (
    Args,
    Choice,
    ChoiceField,
    Form,
    OptionsField,
    PlayerField,
    TextField,
    check,
    form,
)
from cheat.games.options import checked, spec_of
from cheat.games.table import Event, Table
from cheat.rooms.room import NAME_MAX, REMEMBERED_LEAVERS, AnyRoom, Seat, clean_name


class Step(NamedTuple):
    """What an action may need from outside: the time in ms and 128 bits or more of chance, in hex."""

    now: int
    seed: str


def moves(room: AnyRoom, seat: Seat) -> list[Form]:
    """Everything this player may do now: moves of the game first, then those of the room."""
    forms = []
    if room.phase == "playing":
        forms = engine.moves(room.rules, _table(room), seat.id)
    offered = (move.offer(room, seat) for move in MOVES.values())
    return forms + [one for one in offered if one is not None]


def act(room: AnyRoom, seat: Seat, name: str, args: Args, step: Step) -> list[Event]:
    """Carry out a move in place and say what happened. Raises Refused; then the room must be dropped."""
    if name not in MOVES:
        return _act_in_game(room, seat, name, args, step)
    move = MOVES[name]
    offered = move.offer(room, seat)
    if offered is None:
        raise move.why(room, seat)
    check([offered], name, args, _no_cards)
    return move.do(room, seat, args, step)


def expire(room: AnyRoom, now: int) -> list[Event]:
    """Apply the first step that is due at `now`; no events if there is none."""
    if room.phase != "playing":
        return []
    return _settled(room, engine.expire(room.rules, _table(room), now))


def _act_in_game(room: AnyRoom, seat: Seat, name: str, args: Args, step: Step) -> list[Event]:
    if room.phase == "lobby":
        raise Refused("The game has not started.", "not_started")
    return _settled(room, engine.act(room.rules, _table(room), seat.id, name, args, step.now))


def _settled(room: AnyRoom, events: list[Event]) -> list[Event]:
    """The events of a step of the game; if it was the last one, everybody is now at the result."""
    result = _table(room).result
    if result is not None:
        room.phase = "over"
        for seat in room.seats:
            seat.back = False
            seat.wins += seat.id in result.winners
    return events


def _table(room: AnyRoom) -> Table:
    assert isinstance(room.table, Table), "a room that plays has a table"
    return room.table


def _no_cards(zone: str) -> list[str]:
    return []


# Who may do what


def _in_lobby(room: AnyRoom, seat: Seat) -> bool:
    return room.phase_for(seat) == "lobby"


def _hosts_lobby(room: AnyRoom, seat: Seat) -> bool:
    return room.host == seat.id and _in_lobby(room, seat)


def _others(room: AnyRoom, seat: Seat) -> list[str]:
    return [one.id for one in room.present() if one is not seat]


def _why_not_host(room: AnyRoom, seat: Seat) -> Refused:
    if room.host != seat.id:
        return NotAllowed("Only the host can do that.")
    return _why_not_lobby(room, seat)


def _why_not_lobby(room: AnyRoom, seat: Seat) -> Refused:
    if room.phase == "playing":
        return Refused("The game is running.", "game_running")
    return Refused("You cannot do that now.")


# Start and play again


def _offer_start(room: AnyRoom, seat: Seat) -> Form | None:
    enough = len(room.present()) >= room.rules.least(room.typed_options())
    return form("start", "Start the game", tone="primary") if _hosts_lobby(room, seat) and enough else None


def _start(room: AnyRoom, seat: Seat, args: Args, step: Step) -> list[Event]:
    _forget_leavers(room)
    rules = room.rules
    players = [one.id for one in room.seats]
    previous = room.table if isinstance(room.table, rules.table_type) else None
    room.table, events = engine.deal(rules, players, room.typed_options(), step.seed, step.now, previous)
    room.phase = "playing"
    started = Event(type="started", text="{by} started the game.", by=seat.id)
    return _settled(room, [started, *events])


def _why_no_start(room: AnyRoom, seat: Seat) -> Refused:
    if room.host != seat.id or not _in_lobby(room, seat):
        return _why_not_host(room, seat)
    return Refused(room.rules.too_few(room.typed_options()), "too_few_players")


def _offer_play_again(room: AnyRoom, seat: Seat) -> Form | None:
    return form("play_again", "Play again", tone="primary") if room.phase_for(seat) == "over" else None


def _play_again(room: AnyRoom, seat: Seat, args: Args, step: Step) -> list[Event]:
    seat.back = True
    _open_lobby_if_all_back(room)
    return [Event(type="back", text="{by} wants to play again.", by=seat.id)]


def _why_no_play_again(room: AnyRoom, seat: Seat) -> Refused:
    return Refused(
        "There is no finished game.", "game_running" if room.phase == "playing" else "illegal_move"
    )


def _open_lobby_if_all_back(room: AnyRoom) -> None:
    if room.phase == "over" and all(seat.back for seat in room.present()):
        room.phase = "lobby"
        _forget_leavers(room)


def _forget_leavers(room: AnyRoom) -> None:
    _send_off(room, [seat for seat in room.seats if seat.left])


def _send_off(room: AnyRoom, seats: list[Seat]) -> None:
    room.seats = [seat for seat in room.seats if seat not in seats]
    room.gone = [*room.gone, *seats][-REMEMBERED_LEAVERS:]


# Coming and going


def _offer_leave(room: AnyRoom, seat: Seat) -> Form:
    running = room.phase == "playing"
    question = "Leave the game? You cannot come back to it." if running else "Leave this room?"
    return form("leave", "Leave", tone="quiet", confirm=question)


def _leave(room: AnyRoom, seat: Seat, args: Args, step: Step) -> list[Event]:
    events = [Event(type="left", text="{name} left the game.", by=seat.id, args={"name": seat.name})]
    return events + _depart(room, seat, step)


def _depart(room: AnyRoom, seat: Seat, step: Step) -> list[Event]:
    """`seat` is gone: out of the game, out of the list, and no longer host."""
    events: list[Event] = []
    seat.left = True
    if room.phase == "playing":
        events += _settled(room, engine.leave(room.rules, _table(room), seat.id, step.now))
    elif room.phase == "lobby":
        _send_off(room, [seat])
    _open_lobby_if_all_back(room)
    present = room.present()
    if room.host == seat.id:
        room.host = present[0].id if present else ""
        if present:
            events.append(Event(type="host", text="{by} is now the host.", by=room.host))
    return events


def _offer_kick(room: AnyRoom, seat: Seat) -> Form | None:
    others = _others(room, seat)
    if not (_hosts_lobby(room, seat) and others):
        return None
    return form("kick", "Remove a player", PlayerField(name="player", of=others), tone="quiet")


def _kick(room: AnyRoom, seat: Seat, args: Args, step: Step) -> list[Event]:
    kicked = room.seat(args["player"])
    text = "{by} removed {name}."
    events = [Event(type="kicked", text=text, by=seat.id, args={"name": kicked.name, "player": kicked.id})]
    return events + _depart(room, kicked, step)


def _offer_make_host(room: AnyRoom, seat: Seat) -> Form | None:
    others = _others(room, seat)
    if room.host != seat.id or not others:
        return None
    return form("make_host", "Hand over the host", PlayerField(name="player", of=others), tone="quiet")


def _make_host(room: AnyRoom, seat: Seat, args: Args, step: Step) -> list[Event]:
    room.host = args["player"]
    return [Event(type="host", text="{by} is now the host.", by=room.host)]


def _offer_rename(room: AnyRoom, seat: Seat) -> Form | None:
    if not _in_lobby(room, seat):
        return None
    return form("rename", "Change your name", TextField(name="name", min=1, max=NAME_MAX), tone="quiet")


def _rename(room: AnyRoom, seat: Seat, args: Args, step: Step) -> list[Event]:
    before, seat.name = seat.name, clean_name(room, args["name"], besides=seat)
    return [Event(type="renamed", text="{name} is now {by}.", by=seat.id, args={"name": before})]


# The choice of the game


def _offer_set_game(room: AnyRoom, seat: Seat) -> Form | None:
    fitting = [game for game in GAMES.values() if game.seats[1] >= len(room.present())]
    if not _hosts_lobby(room, seat) or len(fitting) < 2:
        return None
    choices = [Choice(game.id, game.name) for game in fitting]
    return form("set_game", "Choose the game", ChoiceField(name="game", of=choices), tone="quiet")


def _set_game(room: AnyRoom, seat: Seat, args: Args, step: Step) -> list[Event]:
    room.game = args["game"]
    room.options = msgspec.to_builtins(room.rules.options_type())
    text = "{by} chose {game}."
    return [Event(type="game_chosen", text=text, by=seat.id, args={"game": room.rules.name})]


def _offer_set_options(room: AnyRoom, seat: Seat) -> Form | None:
    if not _hosts_lobby(room, seat):
        return None
    spec = spec_of(room.rules.options_type)
    return form("set_options", "Change the options", OptionsField(name="options", spec=spec), tone="quiet")


def _set_options(room: AnyRoom, seat: Seat, args: Args, step: Step) -> list[Event]:
    changed: dict[str, Any] = args["options"]
    options = checked(room.rules.options_type, {**room.options, **changed})
    if room.rules.most(options) < len(room.present()):
        raise Refused("There are more players in the room than these options allow.", "room_full")
    room.options = msgspec.to_builtins(options)
    return [Event(type="options_changed", text="{by} changed the options.", by=seat.id)]


def _offer_set_public(room: AnyRoom, seat: Seat) -> Form | None:
    if not _hosts_lobby(room, seat):
        return None
    label = "Make the room private" if room.public else "List the room publicly"
    return form("set_public", label, tone="quiet", public=not room.public)


def _set_public(room: AnyRoom, seat: Seat, args: Args, step: Step) -> list[Event]:
    room.public = not room.public
    text = "{by} listed the room publicly." if room.public else "{by} made the room private."
    return [Event(type="public_changed", text=text, by=seat.id)]


class RoomMove(NamedTuple):
    """One move of the room."""

    offer: Callable[[AnyRoom, Seat], Form | None]
    do: Callable[[AnyRoom, Seat, Args, Step], list[Event]]
    why: Callable[[AnyRoom, Seat], Refused]


MOVES = {
    "start": RoomMove(_offer_start, _start, _why_no_start),
    "play_again": RoomMove(_offer_play_again, _play_again, _why_no_play_again),
    "rename": RoomMove(_offer_rename, _rename, _why_not_lobby),
    "set_game": RoomMove(_offer_set_game, _set_game, _why_not_host),
    "set_options": RoomMove(_offer_set_options, _set_options, _why_not_host),
    "set_public": RoomMove(_offer_set_public, _set_public, _why_not_host),
    "make_host": RoomMove(_offer_make_host, _make_host, _why_not_host),
    "kick": RoomMove(_offer_kick, _kick, _why_not_host),
    "leave": RoomMove(_offer_leave, _leave, _why_not_lobby),
}
