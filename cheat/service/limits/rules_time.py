"""A limit for the processor time of games that users wrote, in all rooms of one address.

Each step of the rules is cheap. But a game can make many steps without players, through timers and bots. Each
step needs a view for each player. And if the cache of documents is full, a worker loads the same rules again
and again. So each address has a share of one processor core for all its rooms with games that users wrote.
Once the share is used up, the worker refuses moves for a moment, and timers and polls have to wait.

The payers of a room are the address that opened the room and, with IPv6, the network of that address. The
processor time of the room's rules is charged to its payers.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from types import TracebackType

from cheat.engine.registry import Payers
from cheat.rooms.room import AnyRoom
from cheat.rooms.tokens import short_hash
from cheat.service.limits.gcra import Debts
from cheat.service.limits.rate_limits import NETWORK_FACTOR, limit_keys, rate_limited
from cheat.settings import Settings

FREE = nullcontext()
"""The context for rules whose time is charged to no payer.

All calls share this object, to save time: an action enters the context several times, for itself and for each
poll that it wakes.
"""
NETWORK_MARK = "/"
"""The last character of a payer's key if the payer is a network.

The limit of a network is `NETWORK_FACTOR` times as high.
"""

BURST_S = 2.0
"""Seconds of processor time that an address may take in one burst."""
PAUSE_S = 0.25
"""Minimum pause before a timer or a poll checks again whether the rules may run, in seconds."""


class RulesTime:
    """The processor time that games written by users have taken in this worker.

    The event loop may call all methods, because none of them waits.
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
        """Raise RateLimited if a payer of a room has used up its processor time."""
        if self._is_on:
            self.check_payers(rules_payers(room))

    def pause(self, payers: Payers) -> float:
        """Return the seconds until the next check; 0 if the rules of these payers may run now."""
        wait_s = self.seconds_left(payers) if payers and self._is_on else 0.0
        return max(wait_s, PAUSE_S) if wait_s else 0.0

    def charge_room(self, room: AnyRoom) -> AbstractContextManager[object]:
        """Return a context for code that calls the rules of a room. The code must not wait."""
        return self.charge_rules(rules_payers(room)) if self._is_on else FREE

    def charge_rules(self, payers: Payers) -> AbstractContextManager[object]:
        """Return a context for code that calls rules. The code must not wait.

        If there are payers, the processor time of the code is charged to them.
        """
        return self.charge(payers) if payers and self._is_on else FREE

    def charge(self, payers: Payers) -> ChargedCall:
        """Return a context for code that calls rules. The code's time is charged to these payers."""
        return ChargedCall(self, payers)

    def check_address(self, address: str) -> list[str]:
        """Return the payers for the work that an address asks for, such as a replay.

        Raises RateLimited if one of these payers has used up its processor time.
        """
        payers = self.payers(address)
        self.check_payers(payers)
        return payers

    def payers(self, address: str) -> list[str]:
        """Return the payers for the work of an address; none without an address or without limits."""
        return payers_of(address) if self._is_on and address else []

    def check_payers(self, payers: Payers) -> None:
        """Raise RateLimited if one of these payers has used up its processor time."""
        if payers and self._is_on and (wait_s := self.seconds_left(payers)):
            raise _refused(wait_s)

    def spend(self, payers: Payers, seconds: float) -> None:
        """Charge seconds of processor time to payers."""
        for payer in payers if self._is_on else ():
            self._debts.add(payer, seconds / self._share_of(payer))

    def seconds_left(self, payers: Payers) -> float:
        """Return the seconds until rules may run again for all these payers; 0 if rules may run now."""
        return max((self._debts.left(payer, BURST_S / self._share) for payer in payers), default=0.0)

    def _share_of(self, payer: str) -> float:
        return self._share * (NETWORK_FACTOR if NETWORK_MARK in payer else 1)


class ChargedCall:
    """A context whose processor time is charged to some payers."""

    __slots__ = ("_charged_until", "_rules_time", "payers")

    def __init__(self, rules_time: RulesTime, payers: Payers) -> None:
        self._rules_time, self.payers, self._charged_until = rules_time, payers, 0.0

    def __enter__(self) -> ChargedCall:
        self.resume()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.spend()

    def spend(self) -> None:
        """Charge the processor time since the last charge.

        Long work calls this often, to notice the limit in time.
        """
        if self.payers:
            began_at, self._charged_until = self._charged_until, self._rules_time.processor()
            self._rules_time.spend(self.payers, self._charged_until - began_at)

    def resume(self) -> None:
        """Skip the processor time since the last charge: this thread did other work in that time."""
        if self.payers:
            self._charged_until = self._rules_time.processor()


def payers_of(address: str) -> list[str]:
    """Return the payers for the work of an address: itself and, with IPv6, its network."""
    return [short_hash(key) + (NETWORK_MARK if factor > 1 else "") for key, factor in limit_keys(address)]


def is_of_users(room: AnyRoom) -> bool:
    """Return whether a room plays a game that a user has written."""
    return room.games.in_catalogue(room.dealt_game if room.table else room.game) is None


def rules_payers(room: AnyRoom) -> list[str]:
    """Return the payers for the rules of a room; none if it plays a built-in game."""
    return room.payers if is_of_users(room) else []


def _refused(wait_s: float) -> Exception:
    return rate_limited("rules_cpu", "This game takes up too much processor time.", wait_s)
