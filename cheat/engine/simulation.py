"""Simulation of a table for searches.

Moves and chance are the same as in a room, but no player is told of them.
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

    A game may have a faster one with the same outcomes. Its forms have no words and name no moment, and its
    events say nothing.
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
        """Apply the first decision whose time is up."""
        return engine.expire(self.game, self.table, now)
