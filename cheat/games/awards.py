"""Awards at the end of a game, for what players did most often."""

from __future__ import annotations

from msgspec import Struct

from cheat.games.table import Player
from cheat.words import Say, Text, Words


class Honour(Struct, frozen=True):
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
    """What these players did more often than the others."""

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


HONOURS = {
    "cheat": (
        Honour("lies", "Boldest liar", "{count} lie", many="{count} lies"),
        Honour("catches", "Best catcher", "{count} lie caught", many="{count} lies caught"),
        Honour("trusted", "Wrongly accused", "{count} time", many="{count} times"),
        Honour("taken", "Collector", "{count} card taken", many="{count} cards taken"),
    ),
    "ivanhoe": (
        Honour("tournaments", "Champion", "{count} tournament won", many="{count} tournaments won"),
        Honour("deeds", "Fiercest knight", "{count} action card", many="{count} action cards"),
        Honour("cancelled", "Guardian", "{count} card cancelled", many="{count} cards cancelled"),
        Honour("withdrawals", "Most prudent", "{count} withdrawal", many="{count} withdrawals"),
    ),
    "kittens": (
        Honour("defused", "Steadiest hands", "{count} kitten defused", many="{count} kittens defused"),
        Honour("nopes", "Spoilsport", "{count} Nope", many="{count} Nopes"),
        Honour("attacks", "Most dangerous", "{count} Attack", many="{count} Attacks"),
        Honour("got", "Light fingers", "{count} card got from others", many="{count} cards got from others"),
    ),
    "uno": (
        Honour("collected", "Card magnet", "{count} card drawn", many="{count} cards drawn"),
        Honour("wilds", "Most colourful", "{count} black card played", many="{count} black cards played"),
        Honour("catches", "Sharpest eyes", "{count} player caught", many="{count} players caught"),
    ),
}
"""What the games that come with the project give awards for, by game."""
