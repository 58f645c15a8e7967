"""Results of bot searches for the rooms of this worker, made after the bots' first plans.

A bot plans its move at once. If it is one that looks ahead, a poll of its room starts a job that searches for
a better move. When the plan is due and this worker carries it out, the result of the search takes its place,
if the bot has learned nothing new since. No request waits for a search. A search makes no version, and its
result may be lost.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import partial

import msgspec

from cheat.bots.bot import BotMove
from cheat.engine.registry import GameRegistry
from cheat.rooms import bots
from cheat.rooms.room import AnyRoom, Seat
from cheat.service.delivery.answers import Position, decoded
from cheat.service.jobs.handlers import PLAN, Situation
from cheat.service.jobs.queue import Job, JobQueue
from cheat.store.rooms import RoomStore, Stored

LEAST_S = 0.2
"""Shortest time of a search, in seconds: some forty simulations with a quarter of a core.

If a bot has less time, its search is left out, so that others get the time.
"""
MOST_S = 1.0
"""Longest time of a search, in seconds.

So no search waits longer for the one before, and most plans are due later than that anyway.
"""
REMEMBERED = 1000
"""Bots whose last search is kept; the oldest one is dropped first."""


class BotSearch(msgspec.Struct):
    """A search for the seat of a bot.

    `about`: how far the game had come for this seat; `decided`: the result, None while there is none.
    """

    about: Position
    decided: BotMove | None = None


class BotSearches:
    """The bot searches of a worker. `clock`: ms since 1970."""

    def __init__(
        self, thinker: JobQueue, store: RoomStore, games: GameRegistry, clock: Callable[[], int]
    ) -> None:
        self._thinker, self._store, self._games, self._clock = thinker, store, games, clock
        self._known: OrderedDict[tuple[str, str], BotSearch] = OrderedDict()

    def consider(self, code: str, stored: Stored) -> None:
        """Start a search for each bot of a room whose plan leaves time, once for each position."""
        if self._thinker.stopped:
            return
        room = decoded(stored, self._games)
        for seat in bots.seats_to_search(room):
            about, key = _place(stored, room, seat), (code, seat.id)
            known = self._known.get(key)
            if known is None or known.about != about:
                thought = self._remember(key, BotSearch(about))
                job = self._job(code, seat, thought)
                if job.due - self._thinker.clock() >= job.least_s:
                    self._thinker.ask(key, job)

    def use(self, room: AnyRoom, stored: Stored, now: int) -> bool:
        """Replace the plan that is due in a room by the result of its search.

        Returns whether there was a result that fits. `stored`: the version that the room was just read from.
        Raises RulesFailed.
        """
        seat = bots.seat_due(room, now) if self._known else None
        thought = self._known.get((room.code, seat.id)) if seat is not None else None
        if seat is None or thought is None or thought.decided is None:
            return False
        return thought.about == _place(stored, room, seat) and bots.improve_plan(
            room, seat, thought.decided, now
        )

    def _job(self, code: str, seat: Seat, thought: BotSearch) -> Job:
        assert seat.bot_state is not None, "a bot plays here"
        assert seat.bot_state.plan is not None, "which has a plan"
        return Job(
            kind=PLAN,
            due=self._thinker.clock() + (seat.bot_state.plan.at - self._clock()) / 1000,
            prepare=partial(self._situation, code, seat.id, thought),
            done=partial(_found, thought),
            least_s=LEAST_S,
            most_s=MOST_S,
        )

    def _situation(self, code: str, player: str, thought: BotSearch) -> Situation | None:
        """Return the job's data from the stored game; None if the bot's position has changed.

        Raises StoreUnavailable.
        """
        if self._known.get((code, player)) is not thought:
            return None
        loaded = self._store.load_with_record(code)
        if loaded is None:
            return None
        stored, blocks = loaded
        room = decoded(stored, self._games)
        seat = next((one for one in bots.seats_to_search(room) if one.id == player), None)
        if seat is None or seat.bot_state is None or _place(stored, room, seat) != thought.about:
            return None
        rules = room.dealt_rules
        document = b"" if self._games.in_catalogue(rules.id) else rules.source
        mind = seat.bot_state
        kept = mind.memory if mind.level in rules.bot_names else {}
        return Situation(
            blocks, room.recorder, player, mind.level, bots.search_seed(mind), document, room.code, kept
        )

    def _remember(self, key: tuple[str, str], thought: BotSearch) -> BotSearch:
        self._known[key] = thought
        self._known.move_to_end(key)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return thought


def _place(stored: Stored, room: AnyRoom, seat: Seat) -> Position:
    """Return how far the game has come for a seat; chat does not outdate a search."""
    return Position(stored.epoch, stored.version - room.chat_versions, seat.private_version)


def _found(thought: BotSearch, value: object) -> None:
    thought.decided = msgspec.convert(value, BotMove | None)
