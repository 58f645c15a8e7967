"""Seats that play by themselves: bots, and stand-ins for players who are gone for a while.

A bot decides as soon as something has changed and acts a little later, so that people can act
first. What it decided stands in the room as its plan, and is thrown away if the rules no longer
allow it. So a bot costs no version of its own, and whichever worker holds a poll can carry the plan
out. Until then somebody may think longer about it, outside of the room, and `improve` the plan that is due.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from cheat.bots import GENERIC, bot_for
from cheat.bots.bot import Bot, Decided, Level
from cheat.engine import engine
from cheat.engine.forms import Form, check
from cheat.engine.rng import Rng
from cheat.engine.table import Event, EventView, sees
from cheat.errors import Refused, RulesFailed
from cheat.rooms import session
from cheat.rooms.room import AnyRoom, BotState, Plan, Seat
from cheat.rooms.rules_guard import guarded

THINK_MS = (1000, 4000)
"""A bot takes this long, so that people can call, catch or react first."""
ALONE_MS = (300, 900)
"""When no person is in the game any more, nobody has to be waited for."""
STAND_IN: Level = "normal"
TIMEOUTS_BEFORE_STAND_IN = 3


def new_mind(level: Level, secret: str) -> BotState:
    """A mind whose generator nobody can guess; `secret`: any text that clients do not know."""
    return BotState(level, Rng(hashlib.blake2b(secret.encode(), digest_size=16).hexdigest()))


def stand_in(room: AnyRoom, seat: Seat) -> list[Event]:
    """A bot plays for a player until that player acts again."""
    table = room.running()
    seat.mind = new_mind(STAND_IN, f"{table.rng.seed} {seat.id} {table.rng.drawn}")
    return [Event(type="stand_in", text="A bot plays for {by}.", by=seat.id)]


def returned(seat: Seat) -> list[Event]:
    """The player acts: a stand-in steps back, and the clock starts afresh."""
    if seat.mind is None or seat.bot:
        return []
    seat.mind, seat.left, seat.timeouts = None, False, 0
    return [Event(type="returned", text="{by} is playing again.", by=seat.id)]


def think(room: AnyRoom, events: list[Event], now: int, pace: float = 1) -> list[RulesFailed]:
    """Tell the bots what has happened and let them decide. Changes only their minds.

    Of what somebody did privately the others hear nothing, and have no reason to think again.
    `pace` stretches the time that they take: 1 is like people, 0 at once. Where a bot fails the one that
    plays every game decides; answers with those failures. Raises RulesFailed where that one fails, too.
    """
    failures: list[RulesFailed] = []
    for seat in room.seats:
        if seat.mind is not None and (not events or _told(seat, events)):
            _think(room, seat, seat.mind, events, now, failures)
            if (plan := seat.mind.plan) is not None and plan.at == 0:
                plan.at = now + round(pace * _delay(room, seat.mind))
    return failures


def _think(
    room: AnyRoom, seat: Seat, mind: BotState, events: list[Event], now: int, failures: list[RulesFailed]
) -> None:
    if room.phase != "playing":
        mind.plan = None
        return
    if any(event.type == "started" for event in events):
        mind.memory = {}
    told = [event.view(seat.id, 0, now) for event in _told(seat, events)]
    try:
        _decide(room, seat, mind, bot_for(room.dealt_rules, mind.level), told)
    except RulesFailed as failed:
        failures.append(failed)
        mind.memory, mind.plan = {}, None
        _decide(room, seat, mind, GENERIC, told)


def _decide(room: AnyRoom, seat: Seat, mind: BotState, bot: Bot, told: Sequence[EventView]) -> None:
    """Keep the plan as long as it is allowed, else let the bot make another."""
    rules, table = room.dealt_rules, room.running()
    with guarded(rules, "bot"):
        bot.remember(mind.memory, seat.id, told)
        forms = engine.moves(rules, table, seat.id)
        if mind.plan is None or not _allowed(room, forms, mind.plan):
            mind.plan = _plan(room, seat, mind, bot, forms)
        msgspec.json.decode(
            msgspec.json.encode(mind), type=BotState
        )  # fails here, or whenever the room is read


def _plan(room: AnyRoom, seat: Seat, mind: BotState, bot: Bot, forms: Sequence[Form]) -> Plan | None:
    """What the bot wants to do, if anything. Raises Refused where no form allows that."""
    if not forms:
        return None
    sight = engine.sight(room.dealt_rules, room.running(), seat.id)
    decided = bot.choose(sight, seat.id, forms, mind.memory, mind.rng)
    if decided is None:
        return None
    check(forms, *decided, room.running().cards_of)
    return Plan(*decided)


def _told(seat: Seat, events: list[Event]) -> list[Event]:
    return [event for event in events if sees(event.seen, seat.id)]


def _allowed(room: AnyRoom, forms: Sequence[Form], plan: Plan) -> bool:
    try:
        check(forms, plan.move, plan.args, room.running().cards_of)
    except Refused:
        return False
    return True


def _delay(room: AnyRoom, mind: BotState) -> int:
    playing = set(room.running().active())
    watched = any(seat.id in playing and seat.mind is None for seat in room.seats)
    low, high = THINK_MS if watched else ALONE_MS
    return mind.rng.between(low, high)


def searching(room: AnyRoom) -> list[Seat]:
    """Seats whose plan a longer thought might improve."""
    if room.phase != "playing":
        return []
    planning = [(seat, seat.mind) for seat in room.seats if seat.mind and seat.mind.plan]
    return [seat for seat, mind in planning if bot_for(room.dealt_rules, mind.level).searches]


def seed_of(mind: BotState) -> str:
    """Chance for a thought about the present plan: the same for whoever thinks about it."""
    return hashlib.blake2b(msgspec.json.encode(mind.rng), digest_size=16).hexdigest()


def acting(room: AnyRoom, now: int) -> Seat | None:
    """The seat whose plan is what happens next in the room, if that is so and its time has come."""
    if room.phase != "playing" or room.running().overdue(now) is not None:
        return None
    planning = [(seat.mind.plan.at, seat.id) for seat in room.seats if seat.mind and seat.mind.plan]
    at, player = min(planning, default=(now + 1, ""))
    return room.seat(player) if at <= now else None


def improve(room: AnyRoom, seat: Seat, decided: Decided, now: int) -> bool:
    """Put what was found since in the place of a plan that is due; whether the rules allow it. Raises
    RulesFailed.
    """
    table, mind = room.running(), seat.mind
    assert mind is not None, "only minds have plans"
    assert mind.plan is not None, "the plan is due"
    with guarded(room.dealt_rules, "bot"):
        table.now = now
        better = Plan(*decided, mind.plan.at)
        if not _allowed(room, engine.moves(room.dealt_rules, table, seat.id), better):
            return False
    mind.plan = better
    return True


def act_on_plan(room: AnyRoom, now: int) -> list[Event]:
    """Carry out the first plan whose time has come; no events if there is none."""
    seat = acting(room, now)
    if seat is None:
        return []
    mind = seat.mind
    assert mind is not None, "only minds have plans"
    assert mind.plan is not None, "the plan was just found"
    plan, mind.plan = mind.plan, None
    try:
        return session.act(room, seat.id, plan.move, plan.args, now)
    except Refused:  # allowed when it was made, but not at this time
        return _act_at_once(room, seat, mind, now)


def _act_at_once(room: AnyRoom, seat: Seat, mind: BotState, now: int) -> list[Event]:
    """Any move that is allowed now; where there is none, an event that nobody else sees."""
    forms = engine.moves(room.dealt_rules, room.running(), seat.id)
    plan = _plan(room, seat, mind, GENERIC, forms)
    if plan is None:
        return [Event(type="hesitated", by=seat.id, tone="quiet", seen=[seat.id])]
    return session.act(room, seat.id, plan.move, plan.args, now)
