"""Searches of the bots in this worker's rooms: jobs that look ahead for better moves.

As soon as a bot is on turn, it plans its move. It makes the planned move some seconds later. If the bot can
look ahead, a poll of its room starts a job that searches for a better move. When the time of the plan comes,
this worker makes the move that the search has found, if the game has not changed for the bot since the search
began. In all other cases, it makes the planned move.

No request waits for a search. A search changes nothing in the room, and its result may be lost.
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
from cheat.service.delivery.answers import Position, decoded_room
from cheat.service.jobs.handlers import PLAN, Situation
from cheat.service.jobs.queue import Job, JobQueue
from cheat.store.rooms import RoomStore, StoredRoom

LEAST_S = 0.2
"""Minimum seconds of a search. With a quarter of a core, it makes about forty simulations.

A bot with less time does not search, and leaves the time to other bots.
"""
MOST_S = 1.0
"""Maximum seconds for a search, so that other searches do not wait too long.

Nearly all plans leave a bot at least this time.
"""
MOST_SEARCHES = 1000
"""Maximum number of bots whose last search a worker keeps. It drops the oldest search first."""


class BotSearch(msgspec.Struct):
    """A search for the move of a bot.

    `position`: the state of the game, as the bot sees it, when the search began (see `_position`). `result`:
    the move that the search has found, or None.
    """

    position: Position
    result: BotMove | None = None


class BotSearches:
    """The bot searches of a worker. `clock`: ms since 1970."""

    def __init__(
        self, jobs: JobQueue, store: RoomStore, games: GameRegistry, clock: Callable[[], int]
    ) -> None:
        self.jobs, self._store, self._games, self._clock = jobs, store, games, clock
        self.searches: OrderedDict[tuple[str, str], BotSearch] = OrderedDict()

    def start(self, code: str, stored: StoredRoom) -> None:
        """Start a search for each bot of a room, if the bot's planned move leaves enough time.

        A bot searches once for each state of the game: chat does not start another search.
        """
        if self.jobs.is_stopped:
            return
        room = decoded_room(stored, self._games)
        for seat in bots.seats_to_search(room):
            position, key = _position(stored, room, seat), (code, seat.id)
            former_search = self.searches.get(key)
            if former_search is None or former_search.position != position:
                search = self._remember(key, BotSearch(position))
                job = self._job(code, seat, search)
                if job.due_at - self.jobs.clock() >= job.least_s:
                    self.jobs.put(key, job)

    def use_result(self, room: AnyRoom, stored: StoredRoom, now: int) -> bool:
        """If the time of a bot's plan has come, replace the plan by the move from the bot's search.

        Returns whether the plan was replaced. It stays if no search has a move for the present state, or if
        the rules forbid that move. `stored`: the version of `room`. Raises RulesFailed.
        """
        seat = bots.seat_due(room, now) if self.searches else None
        search = self.searches.get((room.code, seat.id)) if seat is not None else None
        if seat is None or search is None or search.result is None:
            return False
        return search.position == _position(stored, room, seat) and bots.improve_plan(
            room, seat, search.result, now
        )

    def _job(self, code: str, seat: Seat, search: BotSearch) -> Job:
        assert seat.bot_state is not None, "a bot plays here"
        assert seat.bot_state.plan is not None, "the bot has a plan"
        return Job(
            kind=PLAN,
            due_at=self.jobs.clock() + (seat.bot_state.plan.at - self._clock()) / 1000,
            prepare=partial(self._situation, code, seat.id, search),
            on_result=partial(_set_result, search),
            least_s=LEAST_S,
            most_s=MOST_S,
        )

    def _situation(self, code: str, player: str, search: BotSearch) -> Situation | None:
        """Return the data of the job from the stored game, or None if the game has changed.

        Raises StoreUnavailable.
        """
        if self.searches.get((code, player)) is not search:
            return None
        room_and_recording = self._store.load_with_recording(code)
        if room_and_recording is None:
            return None
        stored, chunks = room_and_recording
        room = decoded_room(stored, self._games)
        seat = next((seat for seat in bots.seats_to_search(room) if seat.id == player), None)
        if seat is None or seat.bot_state is None or _position(stored, room, seat) != search.position:
            return None
        rules = room.dealt_rules
        document = b"" if self._games.in_catalogue(rules.id) else rules.source
        bot_state = seat.bot_state
        memory = bot_state.memory if bot_state.level in rules.bot_names else {}
        return Situation(
            chunks,
            room.recorder,
            player,
            bot_state.level,
            bots.search_seed(bot_state),
            document,
            room.code,
            memory,
        )

    def _remember(self, key: tuple[str, str], search: BotSearch) -> BotSearch:
        self.searches[key] = search
        self.searches.move_to_end(key)
        while len(self.searches) > MOST_SEARCHES:
            self.searches.popitem(last=False)
        return search


def _position(stored: StoredRoom, room: AnyRoom, seat: Seat) -> Position:
    """Return a value that changes whenever the room changes for this seat, except by chat."""
    return Position(stored.epoch, stored.version - room.chat_versions, seat.private_version)


def _set_result(search: BotSearch, answer: object) -> None:
    search.result = msgspec.convert(answer, BotMove | None)
