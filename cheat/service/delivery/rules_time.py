"""A limit for the processor time that users' games take in the rooms of an address.

Each step of rules is cheap, but a game may make steps by itself, with timers and bots, and each version is
drawn for each player. So an address has a share of a core, over all its rooms with games that users write.
Once it has used that up, its moves are refused for a moment, and its timers and polls come later.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType

from msgspec import UNSET

from cheat.rooms.room import AnyRoom
from cheat.service.limits.gcra import Debts
from cheat.service.limits.rate_limits import NETWORK_FACTOR, limit_keys, rate_limited
from cheat.service.tokens import short_hash
from cheat.settings import Settings

NETWORK_MARK = "/"
"""Mark at the end of a network's key.

A network may take as much as several addresses.
"""

BURST_S = 2.0
"""Seconds of processor time that an address may take at once."""
PAUSE_S = 0.25
"""Shortest time in seconds after which a timer or a poll looks again."""


class RulesTime:
    """The processor time that the rules of users' games have taken in this worker.

    Payers are those of `RoomMemory`: the address that opened a room, and the network around it. Safe to use
    from the event loop: nothing here waits.
    """

    def __init__(
        self,
        settings: Settings,
        clock: Callable[[], float] = time.monotonic,
        processor: Callable[[], float] = time.thread_time,
    ) -> None:
        self._is_on = settings.rate_limits == "on"
        self._share = settings.rules_cpu
        self.clock, self.processor = clock, processor
        self._debts = Debts(lambda: self.clock())

    def check(self, room: AnyRoom) -> None:
        """Raise RateLimited if the address of a room has used up its time."""
        if left := self.left(room):
            raise _refused(left)

    def left(self, room: AnyRoom) -> float:
        """Return the seconds until the rules of a room may run again, 0 if they may."""
        return self.seconds_left(_payers(room)) if self._is_on else 0.0

    def pause(self, room: AnyRoom) -> float:
        """Return the seconds after which to look again if the rules may run, 0 if they may."""
        left = self.left(room)
        return max(left, PAUSE_S) if left else 0.0

    def of(self, room: AnyRoom) -> ChargedCall:
        """Return a context for code that calls the rules of a room. It must not wait."""
        return ChargedCall(self, _payers(room) if self._is_on else [])

    def check_address(self, address: str) -> list[str]:
        """Return the payers of a call from an address.

        Raises RateLimited if they have used up their time.
        """
        payers = payers_of(address) if self._is_on and address else []
        if left := self.seconds_left(payers):
            raise _refused(left)
        return payers

    def spend(self, payers: list[str], seconds: float) -> None:
        """Count seconds of processor time."""
        for payer in payers:
            self._debts.add(payer, seconds / self._share_of(payer))

    def seconds_left(self, payers: list[str]) -> float:
        return max((self._debts.left(payer, BURST_S / self._share) for payer in payers), default=0.0)

    def _share_of(self, payer: str) -> float:
        return self._share * (NETWORK_FACTOR if NETWORK_MARK in payer else 1)


class ChargedCall:
    """A context whose processor time counts for some payers."""

    __slots__ = ("_began", "_payers", "_time")

    def __init__(self, of: RulesTime, payers: list[str]) -> None:
        self._time, self._payers, self._began = of, payers, 0.0

    def __enter__(self) -> None:
        if self._payers:
            self._began = self._time.processor()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._payers:
            self._time.spend(self._payers, self._time.processor() - self._began)


def payers_of(address: str) -> list[str]:
    """Return the keys for which a call counts: of the address, and of its network with IPv6."""
    return [short_hash(key) + (NETWORK_MARK if factor > 1 else "") for key, factor in limit_keys(address)]


def is_of_users(room: AnyRoom) -> bool:
    """Return whether a room plays a game that a user has written."""
    return room.games.in_catalogue(room.dealt_game if room.table else room.game) is None


def _payers(room: AnyRoom) -> list[str]:
    """Return the payers of a room; none if it plays a game of the server's own."""
    return room.memory.payers if room.memory is not UNSET and is_of_users(room) else []


def _refused(left: float) -> Exception:
    return rate_limited("rules_cpu", "This game takes up too much processor time.", left)
