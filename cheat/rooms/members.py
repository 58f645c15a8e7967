"""Moves of the room about its seats: leave, remove a player, change the host, add a bot."""

from __future__ import annotations

from typing import Any

from cheat.bots import LEVELS
from cheat.bots.bot import Level
from cheat.engine.forms import Args, Choice, ChoiceField, Form, PlayerField, TextField, form
from cheat.engine.table import Event
from cheat.errors import Refused
from cheat.i18n.messages import Text
from cheat.rooms import session
from cheat.rooms.bots import end_stand_in, new_bot_state, stand_in
from cheat.rooms.player_names import NAME_MAX, clean_name, event_arg, look_alike
from cheat.rooms.room import REASONS, AnyRoom, Seat, add_seat, bar
from cheat.rooms.room_moves import (
    ActionContext,
    RoomMove,
    finish_step,
    hosts_lobby,
    in_lobby,
    open_lobby_if_all_back,
    others,
    remove_seats,
    why_not_host,
    why_not_lobby,
)
from cheat.rooms.rules_guard import ends_without, guarded, seat_bounds

BOT_NAMES = (
    "Biscuit", "Comet", "Domino", "Gizmo", "Juniper", "Marble", "Noodle", "Pebble", "Pixel", "Pretzel",
    "Rocket", "Sprout", "Tinsel", "Waffle", "Widget", "Ziggy", "Button", "Clover", "Pickle", "Bramble",
)  # fmt: skip
"""Names of bots: twice as many as a room has seats."""
WITH_BOT = "Leave the game? A bot will play for you."
FOR_GOOD = "Leave the game? You can't come back to it."

FOR_ALL = "Leave the game? It will end for everyone."
FROM_ROOM = "Leave this room?"
LEAVE = {
    question: form("leave", "Leave", tone="quiet", confirm=question)
    for question in (WITH_BOT, FOR_GOOD, FOR_ALL, FROM_ROOM)
}
"""The form of `leave` for each question.

Every version offers one of these forms to every player, so the forms are made only once.
"""


# Coming and going


def _offer_leave(room: AnyRoom, seat: Seat) -> Form | None:
    if seat.has_left:
        return None
    return LEAVE[_leave_question(room, seat.id) if room.phase == "playing" else FROM_ROOM]


def _leave_question(room: AnyRoom, player: str) -> str:
    """Return the question to a player that wants to leave while a game runs."""
    table = room.running()
    if not table.is_active(player):
        return FROM_ROOM
    if table.options.on_leave == "bot":
        return WITH_BOT
    return FOR_ALL if ends_without(room.dealt_rules, table, player) else FOR_GOOD


def _leave(room: AnyRoom, seat: Seat, args: Args, context: ActionContext) -> list[Event]:
    events = [
        Event(type="left", text="{name} left the game.", by=seat.id, args={"name": event_arg(seat.name)})
    ]
    return events + _remove_from_room(room, seat, context)


def _remove_from_room(room: AnyRoom, seat: Seat, context: ActionContext) -> list[Event]:
    """Take a seat out of the game and the room. If its player was the host, choose a new host."""
    events: list[Event] = []
    seat.has_left, seat.is_away = True, False
    if room.plays(seat):
        if room.running().options.on_leave == "bot" and not seat.bot:
            events += stand_in(room, seat)
        else:
            seat.bot_state = None
            with guarded(room.dealt_rules, "leave"):
                events += finish_step(room, session.leave(room, seat.id, context.now))
    elif room.phase == "lobby" or not _has_place_in_game(room, seat):
        remove_seats(room, [seat])
    open_lobby_if_all_back(room)
    return events + _pass_on_host(room, seat)


def _has_place_in_game(room: AnyRoom, seat: Seat) -> bool:
    """Return whether the game or its result still mentions this seat."""
    return any(player.id == seat.id for player in room.running().players)


def _pass_on_host(room: AnyRoom, leaver: Seat) -> list[Event]:
    """If the host leaves, make the first remaining person host.

    If no person is left, remove the bots.
    """
    people = room.people()
    if not people and room.phase != "playing":
        remove_seats(room, room.seats)
        room.phase = "lobby"
    if room.host != leaver.id:
        return []
    room.host = people[0].id if people else ""
    return [Event(type="host", text="{by} is now the host.", by=room.host)] if people else []


def _offer_take_over(room: AnyRoom, seat: Seat) -> Form | None:
    if seat.bot_state is None or seat.bot or room.phase != "playing":
        return None
    return form("take_over", "Take back your seat", tone="primary")


def _take_over(room: AnyRoom, seat: Seat, args: Args, context: ActionContext) -> list[Event]:
    events = end_stand_in(seat)
    room.host = room.host or seat.id
    return events


def _offer_kick(room: AnyRoom, seat: Seat) -> Form | None:
    removable = others(room, seat) if hosts_lobby(room, seat) else []
    if not removable:
        return None
    reasons = [Choice(name, words) for name, words in REASONS.items()]
    return form(
        "kick",
        "Remove a player",
        PlayerField(name="player", of=removable),
        ChoiceField(name="reason", label="Reason", of=reasons, optional=True),
        tone="quiet",
        confirm="Remove this player? They can come back after ten minutes.",
    )


def _kick(room: AnyRoom, seat: Seat, args: Args, context: ActionContext) -> list[Event]:
    kicked, reason = room.seat(args["player"]), args.get("reason", "")
    details: dict[str, Any] = {"name": event_arg(kicked.name), "player": kicked.id}
    words = "{by} removed {name}."
    if reason:
        words = "{by} removed {name}: {reason}."
        details |= {"reason": Text(REASONS[reason]), "why": reason}
    events = [Event(type="kicked", text=words, by=seat.id, args=details)]
    room.chat_lines = [line for line in room.chat_lines if line.by != kicked.id]
    bar(room, kicked, context.now, reason)
    return events + _remove_from_room(room, kicked, context)


def _offer_make_host(room: AnyRoom, seat: Seat) -> Form | None:
    candidates = others(room, seat) if room.host == seat.id else []
    if not candidates:
        return None
    return form(
        "make_host",
        "Make another player the host",
        PlayerField(name="player", of=candidates),
        tone="quiet",
        confirm="Make this player the host? Only they can make you the host again.",
    )


def _make_host(room: AnyRoom, seat: Seat, args: Args, context: ActionContext) -> list[Event]:
    room.host = args["player"]
    return [Event(type="host", text="{by} is now the host.", by=room.host)]


def _offer_rename(room: AnyRoom, seat: Seat) -> Form | None:
    if not in_lobby(room, seat):
        return None
    return form("rename", "Change your name", TextField(name="name", min=1, max=NAME_MAX), tone="quiet")


def _rename(room: AnyRoom, seat: Seat, args: Args, context: ActionContext) -> list[Event]:
    taken_names = (other_seat.name for other_seat in room.seats if other_seat is not seat)
    former_name, seat.name = seat.name, clean_name(args["name"], taken_names)
    return [
        Event(type="renamed", text="{name} is now {by}.", by=seat.id, args={"name": event_arg(former_name)})
    ]


# Bots


def _offer_add_bot(room: AnyRoom, seat: Seat) -> Form | None:
    if not hosts_lobby(room, seat):
        return None
    if len(room.present()) >= seat_bounds(room.rules, room.typed_options())[1]:
        return None
    levels = [Choice(level, label) for level, label in LEVELS.items()]
    levels += [Choice(name, name) for name in room.rules.bot_names]
    return form("add_bot", "Add a bot", ChoiceField(name="level", of=levels), tone="plain")


def _add_bot(room: AnyRoom, seat: Seat, args: Args, context: ActionContext) -> list[Event]:
    bot = add_bot(room, args["level"], context.seed)
    return [Event(type="bot_added", text="{by} added the bot {name}.", by=seat.id, args={"name": bot.name})]


def add_bot(room: AnyRoom, level: Level, seed: str) -> Seat:
    """Add a seat with a bot. `seed`: random hex digits, 128 bits or more."""
    state = new_bot_state(level, seed)
    free = [name for name in BOT_NAMES if not any(look_alike(name, seat.name) for seat in room.seats)]
    bot = add_seat(room, state.rng.choice(free), "")
    bot.bot, bot.bot_state = True, state
    return bot


def _why_no_bot(room: AnyRoom, seat: Seat) -> Refused:
    if hosts_lobby(room, seat):
        return Refused("This room is full.", "room_full")
    return why_not_host(room, seat)


def _offer_remove_bot(room: AnyRoom, seat: Seat) -> Form | None:
    bots = [seat.id for seat in room.present() if seat.bot] if hosts_lobby(room, seat) else []
    if not bots:
        return None
    return form("remove_bot", "Remove a bot", PlayerField(name="player", of=bots), tone="quiet")


def _remove_bot(room: AnyRoom, seat: Seat, args: Args, context: ActionContext) -> list[Event]:
    bot = room.seat(args["player"])
    room.seats = [other_seat for other_seat in room.seats if other_seat is not bot]
    return [
        Event(type="bot_removed", text="{by} removed the bot {name}.", by=seat.id, args={"name": bot.name})
    ]


MOVES = {
    "rename": RoomMove(_offer_rename, _rename, why_not_lobby, phase="lobby"),
    "make_host": RoomMove(_offer_make_host, _make_host, why_not_host, host_only=True),
    "kick": RoomMove(_offer_kick, _kick, why_not_host, host_only=True, phase="lobby"),
    "add_bot": RoomMove(_offer_add_bot, _add_bot, _why_no_bot, host_only=True, phase="lobby"),
    "remove_bot": RoomMove(_offer_remove_bot, _remove_bot, why_not_host, host_only=True, phase="lobby"),
    "take_over": RoomMove(_offer_take_over, _take_over, why_not_lobby, phase="playing"),
    "leave": RoomMove(_offer_leave, _leave, why_not_lobby),
}
