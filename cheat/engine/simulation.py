"""Tables on which somebody looks ahead: the same moves as in a room, with the same chance, but nobody is told
of them.
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
    """The usual way: as rooms do it. Games may have a quicker one, in which what happens is the same; its
    forms have no words and are tied to no moment, and its events say nothing.
    """

    def __init__(self, game: AnyGame, table: T) -> None:
        self.game, self.table = game, table

    def to_act(self) -> Mapping[str, Sequence[Form]]:
        """Everybody who can act now, clockwise from the first seat, and what each of them may do."""
        return engine.to_act(self.game, self.table)

    def act(self, player: str, name: str, args: Args, forms: Sequence[Form]) -> Sequence[Event]:
        """Carry out a move that one of the player's forms allows. Raises Refused."""
        return engine.act(self.game, self.table, player, name, args, self.table.now, forms)

    def expire(self, now: int) -> Sequence[Event]:
        """Apply the first decision whose time is up."""
        return engine.expire(self.game, self.table, now)
