"""The running game of a room: all engine calls that change it, and its recording."""

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
from cheat.rooms.replay_recorder import END, RecordedSeat, ReplayChunk, ReplayRecorder, Start
from cheat.rooms.room import AnyRoom

RULES_FAILED = "The game had to end because its rules failed. No player has won."


def deal(room: AnyRoom, rules: AnyGame, options: Options, seed: str, now: int) -> list[Event]:
    """Deal a game to all seats. Raises any error of the rules."""
    is_same_game = room.table is not None and room.dealt_game == rules.id
    previous = for_next_deal(room.running()) if is_same_game else None
    players = [seat.id for seat in room.seats]
    room.table, events = engine.deal(rules, players, options, seed, now, previous, room.host)
    start = Start(
        game=room.game,
        seats=[_recorded_seat(room, player) for player in players],
        host=room.host,
        options=msgspec.to_builtins(options),
        seed=seed,
        now=now,
    )
    if previous is not None:
        start.previous = msgspec.to_builtins(previous)
    room.recorder = ReplayRecorder(at=now, start=start)
    room.recorder.add_events(events)
    return events


def act(room: AnyRoom, player: str, name: str, args: Args, now: int) -> list[Event]:
    """Carry out a move of a player, or of the bot on the player's seat. Raises Refused."""
    events = engine.act(room.dealt_rules, room.running(), player, name, args, now)
    return _record(room, events, now, player, name, args)


def expire(room: AnyRoom, now: int) -> list[Event]:
    """End the decision whose time ran out first. Return no events if there is no such decision."""
    return _record(room, engine.expire(room.dealt_rules, room.running(), now), now)


def leave(room: AnyRoom, player: str, now: int) -> list[Event]:
    """Take a player out of the game for good."""
    return _record(room, engine.leave(room.dealt_rules, room.running(), player, now), now, player)


def end(room: AnyRoom) -> list[Event]:
    """End the game without a winner, if it is not over. The room never calls the rules again."""
    events = end_table(room.running(), room.dealt_rules.why_retired or RULES_FAILED)
    return _record(room, events, room.recorder.at, move=END)


def close(room: AnyRoom, events: list[Event], now: int) -> ReplayChunk:
    """Finish the recording of a change of the room. Return the chunk to store."""
    return room.recorder.close(events, now, running=room.phase == "playing")


def end_table(table: Table, reason: Words = RULES_FAILED) -> list[Event]:
    """End a table whose rules have failed or are gone. Return the events."""
    if table.result is not None:
        return [Event(type="rules_failed", tone="quiet")]
    table.decisions, table.events = [], []
    table.finish([], "rules_failed", reason, lambda player: ())
    events, table.events = table.events, []
    return events


def for_next_deal(table: Table) -> Table:
    """Return the part of a finished table that the next deal may read.

    That part has the players, the result and the game's own fields, but no cards and no random generator.
    """
    return replace(table, zones={}, decisions=[], events=[], rng=Rng("00" * 16))


def _recorded_seat(room: AnyRoom, player: str) -> RecordedSeat:
    seat = room.seat(player)
    level = seat.bot_state.level if seat.bot and seat.bot_state else ""
    return RecordedSeat(seat.id, seat.name, level, seat.wins, seat.colour)


def _record(
    room: AnyRoom,
    events: list[Event],
    now: int,
    player: str = "",
    move: str = "",
    args: Args | None = None,
) -> list[Event]:
    room.recorder.add_input(now, player, move, args)
    room.recorder.add_events(events)
    return events
