"""What an action card of Ivanhoe is: its words, when and how it may be played, and what it does.

All of them are played by the player on turn. What they say of a display holds for those who are still in the
tournament. A display that has cards is never emptied: if all would go, the earliest stays. Of equal cards
in a display the one that came last is meant.
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
    """One action card. `told` says that it was played, `needs` why it cannot be played when it cannot."""

    card: ClassVar[str]
    needs: ClassVar[str]
    told: ClassVar[str] = "{by} plays {card}."

    @abc.abstractmethod
    def ways(self, t: IvanhoeTable) -> list[list[Field]]:
        """The ways in which it may be played now, each as what has to be said with it."""

    @abc.abstractmethod
    def effect(self, t: IvanhoeTable, play: Play) -> None:
        """What it does."""

    def hits(self, t: IvanhoeTable, play: Play) -> list[str]:
        """Against whom it is played."""
        return [play.target] if play.target else []

    def holds(self, t: IvanhoeTable, play: Play) -> bool:
        """Whether it still has an effect, after some may have left."""
        return not play.target or t.player(play.target).active

    def rest(self, t: IvanhoeTable, play: Play) -> Zone:
        """Where the card lies when it has taken effect."""
        return t.discard

    def choosers(self, t: IvanhoeTable) -> list[str]:
        """Who has to choose before it can have its effect."""
        return []

    def choices(self, t: IvanhoeTable, player: str) -> list[Field]:
        """What each of them chooses."""
        return []

    def slots(self, by: str, play: Play) -> dict[str, Arg]:
        """What stands in the slots of `told`."""
        said: dict[str, Arg] = {"by": by, "card": deck.name_of(self.card)}
        if play.target:
            said["target"] = play.target
        if play.colour:
            said["colour"] = deck.COLOUR_NAMES[play.colour]
        picked = {"own": play.own, "taken": play.taken}
        return said | {name: deck.name_of(card) for name, card in picked.items() if card}


class Aimed(Action):
    """A card that is played against one opponent."""

    told = "{by} plays {card} against {target}."

    @abc.abstractmethod
    def targets(self, t: IvanhoeTable) -> list[str]:
        """Against whom it may be played."""

    def ways(self, t: IvanhoeTable) -> list[list[Field]]:
        targets = self.targets(t)
        return [[target_of(targets)]] if targets else []


def target_of(of: list[str]) -> PlayerField:
    return PlayerField(name="target", label="Opponent", of=of)


def unguarded(t: IvanhoeTable) -> list[str]:
    """Rivals without a Shield who have a card to lose."""
    return [id for id in t.rivals() if not t.guarded(id) and len(t.display(id).cards) > 1]


def without(cards: list[str], goes: Callable[[str], bool]) -> list[str]:
    """What stays: all that does not go, or at least the earliest."""
    return [card for card in cards if not goes(card)] or cards[:1]
