"""Simulation: continue a game from a given table, for a bot that looks ahead.

Moves and chance work as in a room, but players get no messages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

from cheat.engine import engine
from cheat.engine.forms import Args, Form
from cheat.engine.game import AnyGame
from cheat.engine.table import Event, Table

T = TypeVar("T", bound=Table)


class EngineSimulation(Generic[T]):
    """The usual simulation, which plays as rooms do.

    A game may have a faster simulation with the same outcomes. To save time, the forms of the faster
    simulation have neither words nor moments, and its events have no text.
    """

    def __init__(self, game: AnyGame, table: T) -> None:
        self.game, self.table = game, table

    def legal_moves(self) -> Mapping[str, Sequence[Form]]:
        """Return the forms of all players that can act now, clockwise from the first seat."""
        return engine.legal_moves(self.game, self.table)

    def act(self, player: str, name: str, args: Args, forms: Sequence[Form]) -> Sequence[Event]:
        """Carry out a move that one of the player's forms allows. Raises Refused."""
        return engine.act(self.game, self.table, player, name, args, self.table.now, forms)

    def expire(self, now: int) -> Sequence[Event]:
        """Time out the decision whose time was up first."""
        return engine.expire(self.game, self.table, now)
