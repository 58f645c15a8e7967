"""The base of Ivanhoe's action cards: words, times and ways of playing, and effects.

Only the player on turn plays action cards. Their effects on displays concern only players that are still in
the tournament. A display that has cards is never emptied: if all would go, the earliest stays. If a display
has several equal cards, an effect takes the one that came last.
"""

from __future__ import annotations

import abc
from collections.abc import Callable
from typing import ClassVar

from cheat.engine.forms import Field, PlayerField
from cheat.engine.table import Zone
from cheat.games.ivanhoe import deck
from cheat.games.ivanhoe.table import IvanhoeTable, Play
from cheat.i18n.messages import Arg


class Action(abc.ABC):
    """One action card.

    `template` is the text of the event when the card is played; `needs` is the refusal when it cannot be
    played.
    """

    card: ClassVar[str]
    needs: ClassVar[str]
    template: ClassVar[str] = "{by} plays {card}."

    @abc.abstractmethod
    def ways(self, t: IvanhoeTable) -> list[list[Field]]:
        """Return the ways in which it may be played now, each as the fields to fill in with it."""

    @abc.abstractmethod
    def effect(self, t: IvanhoeTable, play: Play) -> None:
        """Apply its effect."""

    def opponents(self, t: IvanhoeTable, play: Play) -> list[str]:
        """Return the players that it is played against."""
        return [play.target] if play.target else []

    def still_applies(self, t: IvanhoeTable, play: Play) -> bool:
        """Return whether it still has an effect, after some players may have left."""
        return not play.target or t.player(play.target).active

    def zone_afterwards(self, t: IvanhoeTable, play: Play) -> Zone:
        """Return the zone of the card after it has taken effect."""
        return t.discard

    def choosers(self, t: IvanhoeTable) -> list[str]:
        """Return the players that have to choose before it can have its effect."""
        return []

    def choices(self, t: IvanhoeTable, player: str) -> list[Field]:
        """Return the fields for the choice of one of the `choosers`."""
        return []

    def slots(self, by: str, play: Play) -> dict[str, Arg]:
        """Return the values for the slots of `template`."""
        said: dict[str, Arg] = {"by": by, "card": deck.name_of(self.card)}
        if play.target:
            said["target"] = play.target
        if play.colour:
            said["colour"] = deck.COLOUR_NAMES[play.colour]
        picked = {"own": play.own, "taken": play.taken}
        return said | {name: deck.name_of(card) for name, card in picked.items() if card}


class AimedAction(Action):
    """A card that is played against one opponent."""

    template = "{by} plays {card} against {target}."

    @abc.abstractmethod
    def targets(self, t: IvanhoeTable) -> list[str]:
        """Return the opponents that it may be played against."""

    def ways(self, t: IvanhoeTable) -> list[list[Field]]:
        targets = self.targets(t)
        return [[target_of(targets)]] if targets else []


def target_of(of: list[str]) -> PlayerField:
    return PlayerField(name="target", label="Opponent", of=of)


def unguarded_rivals(t: IvanhoeTable) -> list[str]:
    """Return the rivals without a Shield that have a card to lose."""
    return [id for id in t.rivals() if not t.guarded(id) and len(t.display(id).cards) > 1]


def cards_that_stay(cards: list[str], goes: Callable[[str], bool]) -> list[str]:
    """Return the cards that stay: all that do not go, or at least the earliest."""
    return [card for card in cards if not goes(card)] or cards[:1]
