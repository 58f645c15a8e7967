"""Seats that play by themselves: bots, and stand-ins for absent players.

A bot chooses its move as soon as the game has changed. It makes the move a little later, so that people can
act first. Until then, the room stores the move as the bot's plan, so that any worker that holds a poll of the
room can carry out the plan. A stored plan makes no new version. The bot drops a plan that the rules no longer
allow. Before the time of the plan comes, a bot search may find a better move (`improve_plan`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from cheat.bots import GENERIC, bot_for
from cheat.bots.bot import Bot, BotMove, Level
from cheat.engine import engine
from cheat.engine.forms import Form, check
from cheat.engine.rng import Rng
from cheat.engine.table import Event, EventView, sees
from cheat.errors import Refused, RulesFailed
from cheat.rooms import session
from cheat.rooms.room import AnyRoom, BotState, Plan, Seat
from cheat.rooms.rules_guard import guarded

THINK_MS = (1000, 4000)
"""Shortest and longest time that a bot waits, in ms, so that people can react first."""
ALONE_MS = (300, 900)
"""Shortest and longest time that a bot waits, in ms, if no person is left in the game."""
STAND_IN: Level = "normal"
TIMEOUTS_BEFORE_STAND_IN = 3


def new_bot_state(level: Level, secret: str) -> BotState:
    """Return a new bot state.

    `secret`: the seed of the bot's random numbers, a text that clients must not know.
    """
    return BotState(level, Rng(hashlib.blake2b(secret.encode(), digest_size=16).hexdigest()))


def stand_in(room: AnyRoom, seat: Seat) -> list[Event]:
    """Let a bot play for a player until that player acts again."""
    table = room.running()
    seat.bot_state = new_bot_state(STAND_IN, f"{table.rng.seed} {seat.id} {table.rng.blocks_used}")
    return [Event(type="stand_in", text="A bot plays for {by}.", by=seat.id)]


def end_stand_in(seat: Seat) -> list[Event]:
    """Remove the stand-in of a player that acts, and reset the count of timeouts."""
    if seat.bot_state is None or seat.bot:
        return []
    seat.bot_state, seat.has_left, seat.timeouts = None, False, 0
    return [Event(type="returned", text="{by} is playing again.", by=seat.id)]


def update_plans(room: AnyRoom, events: list[Event], now: int, pace: float = 1) -> list[RulesFailed]:
    """Show events to the bots, and let the bots plan their moves.

    Changes only the states of the bots. The function skips a bot that sees none of the events, because this
    bot has no reason to plan again. `pace` is a factor for the time that bots wait: with 1, they are as slow
    as people, and with 0, they act at once. If a bot fails, the generic bot, which can play every game, plans
    instead. Returns the failures of all bots. Raises RulesFailed if the generic bot fails, too.
    """
    failures: list[RulesFailed] = []
    for seat in room.seats:
        if seat.bot_state is not None and (not events or _visible(seat, events)):
            _update_plan(room, seat, seat.bot_state, events, now, failures)
            if (plan := seat.bot_state.plan) is not None and plan.at == 0:
                plan.at = now + round(pace * _delay(room, seat.bot_state))
    return failures


def _update_plan(
    room: AnyRoom, seat: Seat, state: BotState, events: list[Event], now: int, failures: list[RulesFailed]
) -> None:
    if room.phase != "playing":
        state.plan = None
        return
    if any(event.type == "started" for event in events):
        state.memory = {}
    seen_events = [event.view(seat.id, 0, now) for event in _visible(seat, events)]
    try:
        _decide(room, seat, state, bot_for(room.dealt_rules, state.level), seen_events)
    except RulesFailed as failed:
        failures.append(failed)
        state.memory, state.plan = {}, None
        _decide(room, seat, state, GENERIC, seen_events)


def _decide(room: AnyRoom, seat: Seat, state: BotState, bot: Bot, seen_events: Sequence[EventView]) -> None:
    """Keep the bot's plan if the rules still allow it. Otherwise let the bot make another plan."""
    rules, table = room.dealt_rules, room.running()
    with guarded(rules, "bot"):
        bot.remember(state.memory, seat.id, seen_events)
        forms = engine.moves(rules, table, seat.id)
        if state.plan is None or not _is_allowed(room, forms, state.plan):
            state.plan = _plan(room, seat, state, bot, forms)
        # If the state cannot be read again, fail now and not at each later read of the room.
        msgspec.json.decode(msgspec.json.encode(state), type=BotState)


def _plan(room: AnyRoom, seat: Seat, state: BotState, bot: Bot, forms: Sequence[Form]) -> Plan | None:
    """Return the bot's plan, or None if the bot waits.

    Raises Refused if no form allows the plan.
    """
    if not forms:
        return None
    observation = engine.observation(room.dealt_rules, room.running(), seat.id)
    bot_move = bot.choose(observation, seat.id, forms, state.memory, state.rng)
    if bot_move is None:
        return None
    check(forms, *bot_move, room.running().cards_of)
    return Plan(*bot_move)


def _visible(seat: Seat, events: list[Event]) -> list[Event]:
    return [event for event in events if sees(event.viewers, seat.id)]


def _is_allowed(room: AnyRoom, forms: Sequence[Form], plan: Plan) -> bool:
    try:
        check(forms, plan.move, plan.args, room.running().cards_of)
    except Refused:
        return False
    return True


def _delay(room: AnyRoom, state: BotState) -> int:
    playing = set(room.running().active())
    has_people = any(seat.id in playing and seat.bot_state is None for seat in room.seats)
    low, high = THINK_MS if has_people else ALONE_MS
    return state.rng.between(low, high)


def seats_to_search(room: AnyRoom) -> list[Seat]:
    """Return the seats with a plan that a bot search might improve."""
    if room.phase != "playing":
        return []
    seats_with_plans = [
        (seat, seat.bot_state) for seat in room.seats if seat.bot_state and seat.bot_state.plan
    ]
    return [seat for seat, state in seats_with_plans if bot_for(room.dealt_rules, state.level).searches]


def search_seed(state: BotState) -> str:
    """Return the seed of a search for the present plan. All workers get the same seed."""
    return hashlib.blake2b(msgspec.json.encode(state.rng), digest_size=16).hexdigest()


def seat_due(room: AnyRoom, now: int) -> Seat | None:
    """Return the seat with the earliest plan in the room, if the time of that plan has come."""
    if room.phase != "playing" or room.running().overdue(now) is not None:
        return None
    times_and_seats = [
        (seat.bot_state.plan.at, seat.id) for seat in room.seats if seat.bot_state and seat.bot_state.plan
    ]
    at, player = min(times_and_seats, default=(now + 1, ""))
    return room.seat(player) if at <= now else None


def improve_plan(room: AnyRoom, seat: Seat, better_move: BotMove, now: int) -> bool:
    """Replace the plan of a seat by a better move. Return False if the rules forbid the move.

    Raises RulesFailed.
    """
    table, state = room.running(), seat.bot_state
    assert state is not None, "only seats with a bot have plans"
    assert state.plan is not None, "the plan is due"
    with guarded(room.dealt_rules, "bot"):
        table.now = now
        better_plan = Plan(*better_move, state.plan.at)
        if not _is_allowed(room, engine.moves(room.dealt_rules, table, seat.id), better_plan):
            return False
    state.plan = better_plan
    return True


def act_on_plan(room: AnyRoom, now: int) -> list[Event]:
    """Carry out the first plan whose time has come. Return no events if there is none."""
    seat = seat_due(room, now)
    if seat is None:
        return []
    state = seat.bot_state
    assert state is not None, "only seats with a bot have plans"
    assert state.plan is not None, "the plan is due"
    plan, state.plan = state.plan, None
    try:
        return session.act(room, seat.id, plan.move, plan.args, now)
    except Refused:  # the move was allowed when the bot planned it, but not now
        return _act_at_once(room, seat, state, now)


def _act_at_once(room: AnyRoom, seat: Seat, state: BotState, now: int) -> list[Event]:
    """Carry out any allowed move. If none is allowed, return an event that only this seat sees."""
    forms = engine.moves(room.dealt_rules, room.running(), seat.id)
    plan = _plan(room, seat, state, GENERIC, forms)
    if plan is None:
        return [Event(type="hesitated", by=seat.id, tone="quiet", viewers=[seat.id])]
    return session.act(room, seat.id, plan.move, plan.args, now)
