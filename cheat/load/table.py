"""One table: its players sit down, and act at planned times.

The table chooses random times for the actions in advance, so the server has no influence on them (an open
loop). If an action must wait for an earlier answer or for news, the table sends the action late. But the
duration of the action counts from the planned time. If it counted from the time of sending, the figures would
leave out the waits that a slow server causes. That error is known as coordinated omission.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Coroutine, Iterator, Mapping
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from cheat.client import steps
from cheat.client.aio import carry_out
from cheat.client.calls import RetryWhen, Steps, is_temporary
from cheat.client.errors import ClientError
from cheat.client.pace import delay_after
from cheat.client.place import Place, room_path
from cheat.client.types import Acted
from cheat.load.choice import Choice, choose
from cheat.load.deliveries import AcceptedAction, Deliveries
from cheat.load.seat import RunContext, Seat

PROGRAM = "cheat-load"
OPENINGS = 6
"""Maximum number of attempts to open a room: a busy server may answer too late."""


class Party(NamedTuple):
    """A kind of table: game, options, number of players and bots, and the `level` of these bots.

    The bots are bots of the server.
    """

    game: str
    options: Mapping[str, Any]
    players: int
    bots: int
    level: str


class Table:
    """A room, and the players that this program plays in it.

    `newest`: the newest version that any of these players knows.
    """

    def __init__(self, party: Party, context: RunContext, chance: Random) -> None:
        self.party, self._context, self._chance = party, context, chance
        self._connections, self._retry_policy, self._measures = context
        self.seats: list[Seat] = []
        self.finished_games = 0
        self.actions = 0
        self._news_or_answer = asyncio.Event()
        self._deliveries = Deliveries()
        self.newest = 0
        self._is_over = False

    # Sitting down

    async def open(self) -> None:
        """Take the seats, add the bots, and begin a game. Raises ClientError.

        It may be uncertain whether a request has taken a seat. Then this method must not send the request
        again, so it opens a new room.
        """
        for failures in range(1, OPENINGS + 1):
            try:
                await self._open()
            except ClientError as error:
                unknown = is_temporary(error) and not is_temporary(error, RetryWhen.UNDONE)
                if not unknown or failures == OPENINGS:
                    raise
                self._measures.count_failure(error)
                await self.close()
                self.seats.clear()
                await asyncio.sleep(delay_after(failures, self._chance.random()))
            else:
                return

    async def _open(self) -> None:
        body = {"game": self.party.game, "options": dict(self.party.options)}
        self._sit(await self._run(self._take_seat("/api/rooms", body)))
        host = self.seats[0].place
        for _ in range(1, self.party.players):
            self._sit(await self._run(self._take_seat(f"{room_path(host.code)}/players", {})))
        for _ in range(self.party.bots):
            await self._run(host.send("add_bot", {"level": self.party.level}, self._retry_policy))
        await self._run(host.send("start", {}, self._retry_policy))

    def _take_seat(self, path: str, body: dict[str, Any]) -> Steps[Place]:
        name = f"Load {len(self.seats) + 1}"
        return steps.take_seat(path, name, {**body, "client": PROGRAM}, self._retry_policy)

    def _sit(self, place: Place) -> None:
        seat = Seat(place, self._context, self)
        self.seats.append(seat)
        seat.open()

    async def _run(self, to_do: Steps[Any]) -> Any:
        return await carry_out(to_do, self._connections.send)

    async def close(self) -> None:
        """Leave the room."""
        for seat in self.seats:
            await seat.close()
        for seat in self.seats:
            await seat.leave()

    # Playing

    async def play(self, think_s: float, until: float) -> None:
        """Act until the time `until`, on average every `think_s` seconds.

        The times between actions are random, with an exponential distribution.
        """
        moments = self._moments(think_s, until)
        async with asyncio.TaskGroup() as acting:
            for planned_at in moments:
                wait_s = planned_at - perf_counter()
                await asyncio.sleep(wait_s)
                self._measures.planned += 1
                if wait_s > 0:
                    self._measures.count_delay(perf_counter() - planned_at)
                choice = await self._next_choice(planned_at, moments)
                if choice is None:
                    self._measures.idle += 1
                else:
                    acting.create_task(self._act(self.seats[choice.seat].act(choice, planned_at)))

    def _moments(self, think_s: float, until: float) -> Iterator[float]:
        moment = perf_counter()
        while (moment := moment + self._chance.expovariate(1 / think_s)) < until:
            yield moment

    async def _next_choice(self, planned_at: float, later: Iterator[float]) -> Choice | None:
        """Wait until a player has a move, and return the move. `later`: the planned times to come.

        Returns None if no player has a move, and no player waits for the server. Then the game waits for its
        clock or for bots.
        """
        while (choice := choose([seat.table for seat in self.seats], self._chance)) is None:
            if not self._is_waiting_for_server():
                return None
            self._news_or_answer.clear()
            try:
                await self._news_or_answer.wait()
            except asyncio.CancelledError:
                self._count_unanswered(planned_at, later)
                raise
        return choice

    def _count_unanswered(self, planned_at: float, later: Iterator[float]) -> None:
        """Count the actions that the server has not answered by the end of the load.

        These are the action planned for `planned_at`, and all actions whose planned time has passed since.
        """
        now = perf_counter()
        self._measures.count_unanswered(planned_at, now)
        for moment in itertools.takewhile(lambda moment: moment < now, later):
            self._measures.planned += 1
            self._measures.count_unanswered(moment, now)

    async def _act(self, action: Coroutine[Any, Any, None]) -> None:
        await action
        if not any(seat.is_acting for seat in self.seats):
            self._deliveries.forget(min(seat.check.version for seat in self.seats))
        self._news_or_answer.set()

    def _is_waiting_for_server(self) -> bool:
        """Return whether a player waits for an answer, or for news of an action."""
        return any(seat.is_acting for seat in self.seats) or bool(self.seats_behind(self.newest))

    # Reports of seats

    def on_news(self, seat: Seat, versions: range, at: float) -> None:
        """Note news of a seat."""
        self.newest = max(self.newest, seat.check.version)
        if seat is self.seats[0]:
            self.finished_games += self._has_just_ended(seat)
        self._measures.count_deliveries(self._deliveries.add_news(seat.id, versions, at))
        self._news_or_answer.set()

    def on_accepted(self, seat: Seat, acted: Acted, planned_at: float, at: float) -> None:
        """Note an accepted action of a seat."""
        self.actions += 1
        self.newest = max(self.newest, acted["version"])
        self._measures.count_deliveries(
            self._deliveries.add_action(acted["version"], AcceptedAction(seat.id, planned_at, at))
        )

    def _has_just_ended(self, seat: Seat) -> bool:
        was_over, self._is_over = self._is_over, seat.check.phase == "over"
        return self._is_over and not was_over

    # The end

    def seats_behind(self, version: int) -> list[str]:
        """Return messages about seats that lack this version, or news of their own action."""
        return [
            f"{seat.check.seat_name}: still at version {seat.check.version}, and there is {version}"
            for seat in self.seats
            if not seat.is_over and (seat.check.version < version or not seat.has_own_action)
        ]

    @property
    def compared_count(self) -> int:
        """The number of snapshots that the seats have compared with the tables of polls."""
        return sum(seat.check.compared_count for seat in self.seats)

    async def compare(self) -> None:
        """Read the table of a random seat again, and compare it with the tables of polls."""
        await self._chance.choice(self.seats).compare()
