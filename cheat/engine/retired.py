"""A stand-in for a game whose rules are gone, or whose table cannot be read."""

from __future__ import annotations

from cheat.engine.game import Game
from cheat.engine.options import Options
from cheat.engine.registry import DataTable
from cheat.errors import NotFound

OLDER_ID = "doc:older"
"""The game id of a table that an older release stored and this release cannot read."""
OLDER_RELEASE = "This game was started before the server was updated and can't go on. Start a new one."


class RetiredGame(Game[DataTable, Options]):
    """A game that can neither be dealt nor continued.

    `why_retired` is the reason that players read. Players can still see the zones of its last table.
    """

    name = "A game that no longer exists"
    summary = "Its rules are no longer available."
    minutes = "0"
    rules = ""
    seats = (2, 10)
    faces = {}
    options_type = Options
    table_type = DataTable
    why_retired = "The rules of this game are no longer available. Choose another game."

    def __init__(self, id: str) -> None:
        self.id = id  # type: ignore[misc]
        if id == OLDER_ID:
            self.why_retired = OLDER_RELEASE  # type: ignore[misc]

    def deal(self, table: DataTable, previous: DataTable | None, host: str) -> None:
        """Refuse to deal."""
        raise NotFound(self.why_retired, "game_not_found")
