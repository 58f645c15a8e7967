"""Awards: titles at the end of a game, such as “Boldest liar” for the most lies."""

from __future__ import annotations

from msgspec import Struct

from cheat.engine.table import Player
from cheat.i18n.messages import Say, Text, Words

MOST_WINNERS = 2
"""Maximum number of players that share an award. A title of three players is no distinction."""


class AwardKind(Struct, frozen=True):
    """An award that a game gives.

    - `kind`: the name under which the rules count, such as `lies` (see `Table.count`)
    - `label`: the name of the award, as players read it
    - `one`: the text for a count of 1
    - `many`: the text for any other count, such as `{count} lies`
    """

    kind: str
    label: str
    one: str
    many: str

    def award(self, players: list[Player]) -> Award | None:
        """Return the award for the players with the highest count.

        Returns None if all players have the same count, such as 0, if more than `MOST_WINNERS` players
        have the highest one, or if two players did it just once: that is no distinction either.
        """
        counts = [player.tally.get(self.kind, 0) for player in players]
        best = max(counts, default=0)
        if best == min(counts, default=0):
            return None
        winners = [player.id for player, count in zip(players, counts, strict=True) if count == best]
        if len(winners) > (MOST_WINNERS if best > 1 else 1):
            return None
        return Award(self.kind, self.label, Text(self.one, {"count": best}, self.many), winners)


class Award(Struct):
    """An award, with the players that get it: those with the highest count."""

    kind: str
    label: Words
    text: Words
    players: list[str]

    def view(self, say: Say) -> AwardView:
        """Return the award in the language of a reader."""
        return AwardView(self.kind, say(self.label), say(self.text), self.players)


class AwardView(Struct):
    """An award in an answer."""

    kind: str
    label: str
    text: str
    players: list[str]
