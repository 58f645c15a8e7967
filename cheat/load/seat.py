"""One player: it has one held poll and at most one action at a time, and checks all news."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from time import perf_counter
from typing import Any, NamedTuple, Protocol

from cheat.client import steps
from cheat.client.aio import carry_out
from cheat.client.calls import Request, RetryPolicy
from cheat.client.errors import ClientError, Refused, Unreachable
from cheat.client.place import HOLD_S, Place
from cheat.client.types import Acted, Snapshot, Table
from cheat.load.choice import Choice
from cheat.load.consistency import ConsistencyCheck
from cheat.load.http import Answer
from cheat.load.measures import Measures
from cheat.load.wire import ConnectionPool

NO_RETRY = RetryPolicy(patience=0)


class SeatListener(Protocol):
    """An object that gets reports about a seat. Times are in seconds."""

    def on_news(self, seat: Seat, versions: range, at: float) -> None:
        """Take note of news of these versions."""

    def on_accepted(self, seat: Seat, acted: Acted, planned_at: float, at: float) -> None:
        """Take note of an accepted action."""


class RunContext(NamedTuple):
    """The connections, the retry policy and the counts, which all seats share."""

    connections: ConnectionPool
    retry_policy: RetryPolicy
    measures: Measures


class Seat:
    """A seat. `is_over`: whether the player has lost the seat, which is a fault."""

    def __init__(self, place: Place, context: RunContext, table: SeatListener) -> None:
        self.place, self._listener = place, table
        self._connections, self._retry_policy, self._measures = context
        snapshot = Snapshot(version=place.version, cursor=place.cursor, table=place.table)
        self.check = ConsistencyCheck(f"{place.player} in {place.code}", snapshot)
        self.is_acting = False
        self.is_over = False
        self._last_acted: Acted | None = None
        self._sent_at = self._answered_at = 0.0
        self._polling: asyncio.Task[None] | None = None

    @property
    def id(self) -> str:
        """The id of the player."""
        assert self.place.player is not None, "a spectator plays no game"
        return self.place.player

    @property
    def table(self) -> Table | None:
        """The table, or None while the player waits for the answer to an action, or for news of it."""
        return None if self.is_over or self.is_acting or not self.has_own_action else self.place.table

    @property
    def has_own_action(self) -> bool:
        """True if the table includes this player's last action."""
        return self._last_acted is None or self.place.knows(self._last_acted)

    # Polls

    def open(self) -> None:
        """Poll from now on."""
        self._polling = asyncio.create_task(self._follow())

    async def close(self) -> None:
        """Stop polling."""
        if self._polling is not None:
            self._polling.cancel()
            await asyncio.wait([self._polling])

    async def _follow(self) -> None:
        try:
            while True:
                await carry_out(self.place.poll(HOLD_S, self._retry_policy), self._poll)
        except ClientError as error:
            self.is_over = True
            self._measures.count_faults([f"{self.check.seat_name}: the seat is lost: {error}"])

    async def _poll(self, request: Request) -> Answer:
        """Send a poll, and check the answer before the client uses it."""
        self._measures.held_polls += 1
        try:
            answer = await self._connections.send(request)
        finally:
            self._measures.held_polls -= 1
        if answer.status_code == 200:
            self._check_answer(request.query["since"], answer)
        return answer

    def _check_answer(self, since: str, answer: Answer) -> None:
        try:
            body = answer.json()
        except ValueError:
            return  # the client itself reports this failure
        last_version = self.check.version
        self._measures.count_faults(self.check.check_poll(since, body))
        self._measures.resets += body.get("reset", False)
        if body.get("table") is not None:
            self._measures.news += 1
            self._measures.versions += max(0, self.check.version - last_version)
            self._listener.on_news(self, range(last_version + 1, self.check.version + 1), answer.at)

    # Actions

    def act(self, choice: Choice, planned_at: float) -> Coroutine[Any, Any, None]:
        """Carry out a move that the table offers now.

        If the server refuses the move, the table must have changed meanwhile (a lost race). Otherwise, the
        refusal is a fault.
        """
        self.is_acting = True
        return self._act(choice, planned_at, self.place.cursor)

    async def _act(self, choice: Choice, planned_at: float, cursor: str) -> None:
        try:
            acted = await carry_out(
                self.place.send(choice.form, choice.values, self._retry_policy), self._send
            )
        except Refused as refusal:
            self._measures.count_answered(planned_at, self._sent_at, self._answered_at)
            await self._check_lost_race(choice.form["name"], refusal, cursor)
        except (Unreachable, asyncio.CancelledError) as error:
            self._measures.count_unanswered(planned_at, perf_counter())
            if isinstance(error, asyncio.CancelledError):
                raise
        else:
            self._last_acted = acted
            self._measures.count_answered(planned_at, self._sent_at, self._answered_at)
            self._measures.accepted += 1
            self._listener.on_accepted(self, acted, planned_at, self._answered_at)
        finally:
            self.is_acting = False

    async def _send(self, request: Request) -> Answer:
        self._sent_at = perf_counter()
        answer = await self._connections.send(request)
        self._answered_at = answer.at
        return answer

    async def _check_lost_race(self, move: str, refusal: Refused, cursor: str) -> None:
        """Check that the table has changed, because the server has refused a move.

        `cursor`: the cursor of the table that offered the move.
        """
        try:
            newer = await self._snapshot(self._retry_policy)
        except ClientError as error:
            self._measures.count_failure(error)
            return
        if newer["cursor"] != cursor and refusal.status in (403, 409) and refusal.code != "rules_failed":
            self._measures.lost_races[refusal.code] += 1
        else:
            self._measures.count_faults(
                [f"{self.check.seat_name}: {move} was offered, and refused: {refusal}"]
            )

    # Checks

    async def compare(self) -> None:
        """Read the table again, and compare it with the tables of polls."""
        try:
            self._measures.count_faults(self.check.check_snapshot(await self._snapshot(NO_RETRY)))
        except ClientError as error:
            self._measures.count_failure(error)

    async def _snapshot(self, policy: RetryPolicy) -> Snapshot:
        return await carry_out(steps.snapshot(self.place, policy), self._connections.send)

    async def leave(self) -> None:
        """Leave the room, if the server allows this at the first attempt."""
        with suppress(ClientError):
            await carry_out(self.place.send("leave", {}, NO_RETRY), self._connections.send)
