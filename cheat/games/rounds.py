"""Games of several rounds: between two of them everybody looks at the result until all are ready."""

from __future__ import annotations

from cheat.games.moves import Form, form
from cheat.games.table import Decision, Mark, Table

NEXT_ROUND_S = 20
"""Time to look at the result of a round before the next is dealt; everybody may say "ready" earlier."""


class RoundsTable(Table):
    """`ready`: who asked for the next round."""

    ready: list[str] = []

    def end_round(self) -> None:
        """Nobody is on turn until all are ready; a decision called `next_round` times out then."""
        self.turn, self.ready = None, []
        until = self.in_seconds(NEXT_ROUND_S)
        self.decisions = [Decision("next_round", self.active(), until, optional=True)]

    def begin_round(self) -> None:
        """Nobody is asked any more whether the next round may begin: it begins now."""
        self.ready = []
        self.settle("next_round")

    def all_ready(self) -> bool:
        """Whether nobody needs to be waited for any more."""
        return set(self.active()) <= set(self.ready)

    def say_ready(self, player: str) -> None:
        """A player has seen enough, and is no longer waited for."""
        self.ready.append(player)
        for decision in self.decisions:
            decision.players = [id for id in decision.players if id != player]
        self.tell("ready", by=player, tone="quiet")

    def ready_forms(self, player: str) -> list[Form]:
        """What there is to do between two rounds."""
        return [] if player in self.ready else [form("ready", "Next round", tone="primary")]

    def ready_marks(self, player: str) -> list[Mark]:
        """Who is ready."""
        return [Mark("ready", "good", "ready")] if player in self.ready else []
