"""Awards at the end of a game, for things that players did most often."""

from __future__ import annotations

from msgspec import Struct

from cheat.engine.table import Player
from cheat.i18n.messages import Say, Text, Words


class AwardKind(Struct, frozen=True):
    """An award that a game gives.

    `kind` is the name under which `Table.count` counts, and `label` is the name of the award. `one` is the
    sentence for a count of 1, and `many` the sentence for any other count.
    """

    kind: str
    label: str
    one: str
    many: str

    def award(self, players: list[Player]) -> Award | None:
        """Return the award for the players with the highest count.

        Returns None if all players have the same count, such as 0.
        """
        counts = [player.tally.get(self.kind, 0) for player in players]
        best = max(counts, default=0)
        if best == min(counts, default=0):
            return None
        winners = [player.id for player, count in zip(players, counts, strict=True) if count == best]
        return Award(self.kind, self.label, Text(self.one, {"count": best}, self.many), winners)


class Award(Struct):
    """An award for the players with the highest count."""

    kind: str
    label: Words
    text: Words
    players: list[str]

    def view(self, say: Say) -> AwardView:
        """Return the award in the words of a reader."""
        return AwardView(self.kind, say(self.label), say(self.text), self.players)


class AwardView(Struct):
    """An award in an answer."""

    kind: str
    label: str
    text: str
    players: list[str]
