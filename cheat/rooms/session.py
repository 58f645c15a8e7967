"""The running game of a room: every call of the engine that changes it, and its place in the record."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from cheat.engine import engine
from cheat.engine.forms import Args
from cheat.engine.game import AnyGame
from cheat.engine.options import Options
from cheat.engine.rng import Rng
from cheat.engine.table import Event, Table
from cheat.i18n.messages import Words
from cheat.rooms.record import END, Chair, ReplayChunk, ReplayRecorder, Start
from cheat.rooms.room import AnyRoom

RULES_FAILED = "The game had to end because its rules failed. No player has won."


def deal(room: AnyRoom, rules: AnyGame, options: Options, seed: str, now: int) -> list[Event]:
    """A game for everybody who has a seat. Raises whatever its rules raise."""
    same = room.table is not None and room.dealt_game == rules.id
    previous = left_behind(room.running()) if same else None
    players = [seat.id for seat in room.seats]
    room.table, events = engine.deal(rules, players, options, seed, now, previous, room.host)
    start = Start(
        game=room.game,
        chairs=[_chair(room, player) for player in players],
        host=room.host,
        options=msgspec.to_builtins(options),
        seed=seed,
        now=now,
    )
    if previous is not None:
        start.previous = msgspec.to_builtins(previous)
    room.tape = ReplayRecorder(at=now, start=start)
    room.tape.heard(events)
    return events


def act(room: AnyRoom, player: str, name: str, args: Args, now: int) -> list[Event]:
    """A move of a player or of the bot on the seat. Raises Refused."""
    events = engine.act(room.dealt_rules, room.running(), player, name, args, now)
    return _recorded(room, events, now, player, name, args)


def expire(room: AnyRoom, now: int) -> list[Event]:
    """The first decision whose time is up; no events if there is none."""
    return _recorded(room, engine.expire(room.dealt_rules, room.running(), now), now)


def leave(room: AnyRoom, player: str, now: int) -> list[Event]:
    """A player is gone for good."""
    return _recorded(room, engine.leave(room.dealt_rules, room.running(), player, now), now, player)


def end(room: AnyRoom) -> list[Event]:
    """The rules are asked nothing more: without a winner the game is over, if it was not already."""
    events = ended(room.running(), room.dealt_rules.gone or RULES_FAILED)
    return _recorded(room, events, room.tape.at, move=END)


def close(room: AnyRoom, events: list[Event], now: int) -> ReplayChunk:
    """A change of the room is complete, with these events; what of the record is to be stored beside it."""
    return room.tape.close(events, now, running=room.phase == "playing")


def ended(table: Table, why: Words = RULES_FAILED) -> list[Event]:
    """A table whose rules failed, or are gone, at its end."""
    if table.result is not None:
        return [Event(type="rules_failed", tone="quiet")]
    table.decisions, table.news = [], []
    table.finish([], "rules_failed", why, lambda player: ())
    events, table.news = table.news, []
    return events


def left_behind(table: Table) -> Table:
    """What a finished table may tell the dealer of the next game: who played, how it ended, and the fields of
    the game's own; no cards, and nothing of its chance.
    """
    return replace(table, zones={}, decisions=[], news=[], rng=Rng("00" * 16))


def _chair(room: AnyRoom, player: str) -> Chair:
    seat = room.seat(player)
    return Chair(seat.id, seat.name, seat.mind.level if seat.bot and seat.mind else "", seat.wins)


def _recorded(
    room: AnyRoom,
    events: list[Event],
    now: int,
    player: str = "",
    move: str = "",
    args: Args | None = None,
) -> list[Event]:
    room.tape.note(now, player, move, args)
    room.tape.heard(events)
    return events
