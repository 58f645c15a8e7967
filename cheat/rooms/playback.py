"""Play a recorded game again, one step for each input, with the usual rules and views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from cheat.engine import engine
from cheat.engine.game import AnyGame
from cheat.engine.registry import GameRegistry
from cheat.engine.rng import Rng
from cheat.engine.table import Event, Table
from cheat.errors import BadValue, Refused, RulesFailed
from cheat.i18n.messages import ENGLISH, Language
from cheat.rooms import session
from cheat.rooms.debug_view import face_up
from cheat.rooms.replay_recorder import END, Input, RecordedSeat, Start
from cheat.rooms.room import AnyRoom, BotState, Room, Seat, with_games
from cheat.rooms.rules_guard import watched
from cheat.rooms.view import TableView, view

NO_SEAT = "No player had that seat in this game."
NOT_THIS = "This input doesn't belong to this game."


class ReplayStep(NamedTuple):
    """The game after an input. Step 0 is the game after the deal.

    `left`: the players that have left for good. `failed`: whether the rules have failed. If so, they must not
    be called again.
    """

    number: int
    at: int
    table: Table
    events: list[Event]
    left: frozenset[str] = frozenset()
    failed: bool = False


def first_step(rules: AnyGame, start: Start, *, track_knowledge: bool = False) -> ReplayStep:
    """Deal the recorded game.

    `track_knowledge`: whether tables note each seat's knowledge of cards. Raises BadValue for options or
    seats that these rules do not allow, and any error of the rules.
    """
    options = rules.settle_options(rules.options(start.options))
    players = [seat.id for seat in start.seats]
    if len(set(players)) < len(players) or not rules.min_players(options) <= len(
        players
    ) <= rules.max_players(options):
        raise BadValue("This game can't be played with so many players.")
    previous = msgspec.convert(start.previous, rules.table_type) if start.previous else None
    with watched(rules, "replay"):
        table, events = engine.deal(
            rules,
            players,
            options,
            start.seed,
            start.now,
            previous,
            start.host,
            track_knowledge=track_knowledge,
        )
    return ReplayStep(
        0,
        start.now,
        stored_and_read(rules, table),
        _with_room_events(start.room_events, start.room_events_before, events),
    )


def next_step(rules: AnyGame, previous: ReplayStep, entry: Input) -> ReplayStep:
    """Return the step after one more input. The call changes the table of the previous step.

    Raises Refused for an input that the rules do not accept, and any other error of the rules.
    """
    table, at = previous.table, previous.at + entry.after_ms
    events, left, failed = [], previous.left, previous.failed
    if entry.room_events_before >= 0:
        with watched(rules, "replay"):
            events = _apply(rules, table, entry, at)
        failed = failed or (not entry.player and entry.move == END)
        left = left | {entry.player} if entry.player and not entry.move else left
    events = _with_room_events(entry.room_events, entry.room_events_before, events)
    return ReplayStep(previous.number + 1, at, stored_and_read(rules, table), events, left, failed)


def _apply(rules: AnyGame, table: Table, entry: Input, at: int) -> list[Event]:
    if entry.player and entry.move:
        return engine.act(rules, table, entry.player, entry.move, entry.args, at)
    if entry.player:
        return engine.leave(rules, table, entry.player, at)
    if entry.move == END:
        return session.end_table(table)
    if entry.move or table.overdue(at) is None or table.result is not None:
        raise Refused(NOT_THIS)
    return engine.expire(rules, table, at)


def stored_and_read(rules: AnyGame, table: Table) -> Table:
    """Encode the table as a room does, decode it again, and return this copy."""
    stored: Table = msgspec.json.decode(msgspec.json.encode(table), type=rules.table_type)
    stored.options = table.options
    return stored


def _with_room_events(room_events: list[Event], count_before: int, events: list[Event]) -> list[Event]:
    place = max(count_before, 0)
    return [*room_events[:place], *events, *room_events[place:]]


# Views of a step


def seat_of(recorded_seats: Sequence[RecordedSeat], player: str) -> Seat:
    """Return the seat of a player of the game. Raises BadValue (`bad_field`)."""
    for recorded in recorded_seats:
        if recorded.id == player:
            return _seat(recorded)
    raise BadValue(NO_SEAT)


PUBLIC_SENTENCES = {
    "You believe it.": "{by} believes it.",
    "You let this happen.": "{by} lets this happen.",
    "You have chosen.": "{by} has chosen.",
}
"""Sentence for one player -> the sentence for all, in a replay with all cards face up."""


def with_open_cards(step: ReplayStep, viewer: str | None = None) -> ReplayStep:
    """Return the step with every card face up and every event public.

    A sentence that calls a player "you" becomes a sentence about this player, unless this player is the
    viewer.
    """
    return step._replace(table=face_up(step.table), events=[_public(event, viewer) for event in step.events])


def _public(event: Event, viewer: str | None) -> Event:
    text = event.text if event.by == viewer else PUBLIC_SENTENCES.get(event.text, event.text)
    cards = [replace(card_move, viewers="all") for card_move in event.cards]
    return replace(event, viewers="all", text=text, cards=cards)


def table_of(
    step: ReplayStep,
    games: GameRegistry,
    code: str,
    start: Start,
    seat: Seat | None,
    language: Language = ENGLISH,
) -> TableView:
    """Return the view of the room at this step for `seat`, or for a spectator. It has no moves."""
    room = with_games(_room(step, code, start), games)
    try:
        table_view = view(room, step.number + 1, seat, step.at, language)
    except RulesFailed:
        room.failed = True
        table_view = view(room, step.number + 1, seat, step.at, language)
    return replace(table_view, moves=[])


def _room(step: ReplayStep, code: str, start: Start) -> AnyRoom:
    result = step.table.result
    seats = [_seat(recorded) for recorded in start.seats]
    for seat in seats:
        seat.has_left = seat.id in step.left
        seat.wins += result is not None and seat.id in result.winners
    room: Room[Any] = Room(
        code=code,
        epoch="",
        game=start.game,
        options=start.options,
        phase="over" if result is not None else "playing",
        host=start.host,
        seats=seats,
        table=step.table,
        failed=step.failed,
    )
    return room


def _seat(recorded: RecordedSeat) -> Seat:
    bot_state = BotState(recorded.level, Rng("")) if recorded.level else None
    return Seat(
        id=recorded.id,
        name=recorded.name,
        token="",
        wins=recorded.wins,
        colour=recorded.colour,
        has_returned=False,
        bot=bot_state is not None,
        bot_state=bot_state,
    )
