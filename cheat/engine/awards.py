"""Awards at the end of a game, for what players did most often."""

from __future__ import annotations

from msgspec import Struct

from cheat.engine.table import Player
from cheat.i18n.messages import Say, Text, Words


class AwardKind(Struct, frozen=True):
    """An award that a game gives: for what (`kind`, as `Table.count` names it), what it is called, and how
    often it was done, in words (`one`, and `many` where that is not 1).
    """

    kind: str
    label: str
    one: str
    many: str

    def award(self, players: list[Player]) -> Award | None:
        """To those who did it most often; to nobody where all or none of them did it alike."""
        counts = [one.tally.get(self.kind, 0) for one in players]
        best = max(counts, default=0)
        if best == min(counts, default=0):
            return None
        winners = [one.id for one, count in zip(players, counts, strict=True) if count == best]
        return Award(self.kind, self.label, Text(self.one, {"count": best}, self.many), winners)


class Award(Struct):
    """An award, for the players who did something more often than the others."""

    kind: str
    label: Words
    text: Words
    players: list[str]

    def view(self, say: Say) -> AwardView:
        """The award in the words of a reader."""
        return AwardView(self.kind, say(self.label), say(self.text), self.players)


class AwardView(Struct):
    """An award in an answer."""

    kind: str
    label: str
    text: str
    players: list[str]
