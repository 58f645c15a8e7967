"""Playback of a recorded game by the same rules and the same views: one step for each input."""

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
from cheat.rooms.record import END, Chair, Input, Start
from cheat.rooms.room import AnyRoom, BotState, Room, Seat, with_games
from cheat.rooms.rules_guard import watched
from cheat.rooms.view import TableView, view

NO_SEAT = "No player had that seat in this game."
NOT_THIS = "This input doesn't belong to this game."


class ReplayStep(NamedTuple):
    """The game after an input; number 0 is the deal.

    `left`: players that are gone for good; `failed`: the rules failed and are not called any more.
    """

    number: int
    at: int
    table: Table
    events: list[Event]
    left: frozenset[str] = frozenset()
    failed: bool = False


def first(rules: AnyGame, start: Start, *, follow: bool = False) -> ReplayStep:
    """Deal the recorded game. `follow`: the tables track what seats know of cards.

    Raises BadValue for options and seats that these rules do not have, and anything that the rules raise.
    """
    options = rules.settle_options(rules.options(start.options))
    players = [chair.id for chair in start.chairs]
    if len(set(players)) < len(players) or not rules.least(options) <= len(players) <= rules.most(options):
        raise BadValue("This game can't be played with so many players.")
    previous = msgspec.convert(start.previous, rules.table_type) if start.previous else None
    with watched(rules, "replay"):
        table, events = engine.deal(
            rules, players, options, start.seed, start.now, previous, start.host, follow=follow
        )
    return ReplayStep(0, start.now, kept(rules, table), _with_said(start.said, start.before, events))


def following(rules: AnyGame, scene: ReplayStep, step: Input) -> ReplayStep:
    """Return the step after one more input. The table of the previous step is changed.

    Raises Refused for an input that the rules do not accept, and anything else that they raise.
    """
    table, at = scene.table, scene.at + step.after
    events, left, failed = [], scene.left, scene.failed
    if step.before >= 0:
        with watched(rules, "replay"):
            events = _taken(rules, table, step, at)
        failed = failed or (not step.player and step.move == END)
        left = left | {step.player} if step.player and not step.move else left
    events = _with_said(step.said, step.before, events)
    return ReplayStep(scene.number + 1, at, kept(rules, table), events, left, failed)


def _taken(rules: AnyGame, table: Table, step: Input, at: int) -> list[Event]:
    if step.player and step.move:
        return engine.act(rules, table, step.player, step.move, step.args, at)
    if step.player:
        return engine.leave(rules, table, step.player, at)
    if step.move == END:
        return session.ended(table)
    if step.move or table.overdue(at) is None or table.result is not None:
        raise Refused(NOT_THIS)
    return engine.expire(rules, table, at)


def kept(rules: AnyGame, table: Table) -> Table:
    """Return the table as a room keeps it between two steps: stored and read again."""
    stored: Table = msgspec.json.decode(msgspec.json.encode(table), type=rules.table_type)
    stored.options = table.options
    return stored


def _with_said(said: list[Event], before: int, events: list[Event]) -> list[Event]:
    place = max(before, 0)
    return [*said[:place], *events, *said[place:]]


# Views of a step


def seat_of(chairs: Sequence[Chair], player: str) -> Seat:
    """Return the seat of a player of the game. Raises BadValue (`bad_field`)."""
    for chair in chairs:
        if chair.id == player:
            return _seat(chair)
    raise BadValue(NO_SEAT)


TOLD_TO_ALL = {
    "You believe it.": "{by} believes it.",
    "You let this happen.": "{by} lets this happen.",
    "You have chosen.": "{by} has chosen.",
}
"""Sentences for one player, and what an open replay says of that player instead."""


def opened(scene: ReplayStep, viewer: str | None = None) -> ReplayStep:
    """Return the step with every card face up, and with every event and card public.

    A sentence for one player that is not the viewer is told of that player.
    """
    return scene._replace(table=face_up(scene.table), events=[_public(one, viewer) for one in scene.events])


def _public(event: Event, viewer: str | None) -> Event:
    text = event.text if event.by == viewer else TOLD_TO_ALL.get(event.text, event.text)
    cards = [replace(moved, seen="all") for moved in event.cards]
    return replace(event, seen="all", text=text, cards=cards)


def table_of(
    scene: ReplayStep,
    games: GameRegistry,
    code: str,
    start: Start,
    seat: Seat | None,
    language: Language = ENGLISH,
) -> TableView:
    """Return the view of the room at this step for `seat` or a spectator; it has no moves."""
    room = with_games(_room(scene, code, start), games)
    try:
        seen = view(room, scene.number + 1, seat, scene.at, language)
    except RulesFailed:
        room.failed = True
        seen = view(room, scene.number + 1, seat, scene.at, language)
    return replace(seen, moves=[])


def _room(scene: ReplayStep, code: str, start: Start) -> AnyRoom:
    result = scene.table.result
    seats = [_seat(chair) for chair in start.chairs]
    for seat in seats:
        seat.left = seat.id in scene.left
        seat.wins += result is not None and seat.id in result.winners
    room: Room[Any] = Room(
        code=code,
        epoch="",
        game=start.game,
        options=start.options,
        phase="over" if result is not None else "playing",
        host=start.host,
        seats=seats,
        table=scene.table,
        failed=scene.failed,
    )
    return room


def _seat(chair: Chair) -> Seat:
    mind = BotState(chair.level, Rng("")) if chair.level else None
    return Seat(
        id=chair.id,
        name=chair.name,
        token="",
        wins=chair.wins,
        colour=chair.colour,
        back=False,
        bot=mind is not None,
        mind=mind,
    )
