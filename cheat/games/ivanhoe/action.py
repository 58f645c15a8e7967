"""The base classes of Ivanhoe's action cards.

An action card has texts, ways in which it can be played, and an effect.

Only the player on turn plays action cards. An effect changes only the displays of players that are still in
the tournament. It never empties a display: if all cards would go, the card that was added first stays. If a
display has several equal cards and an effect takes one of them, it takes the one that was added last.
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

    `template` is the text of the event when the card is played. `needs` is the message to a player that
    cannot play the card now.
    """

    card: ClassVar[str]
    needs: ClassVar[str]
    template: ClassVar[str] = "{by} plays {card}."

    @abc.abstractmethod
    def ways(self, t: IvanhoeTable) -> list[list[Field]]:
        """Return the ways in which the card can be played now, each as a list of fields."""

    @abc.abstractmethod
    def effect(self, t: IvanhoeTable, play: Play) -> None:
        """Apply the effect of the card."""

    def opponents(self, t: IvanhoeTable, play: Play) -> list[str]:
        """Return the opponents that the card affects."""
        return [play.target] if play.target else []

    def still_applies(self, t: IvanhoeTable, play: Play) -> bool:
        """Return whether the card still has an effect. It has no effect if its target has left."""
        return not play.target or t.player(play.target).active

    def zone_afterwards(self, t: IvanhoeTable, play: Play) -> Zone:
        """Return the zone to which the card itself goes when it takes effect."""
        return t.discard

    def choosers(self, t: IvanhoeTable) -> list[str]:
        """Return the players that have to choose before the card takes effect."""
        return []

    def choices(self, t: IvanhoeTable, player: str) -> list[Field]:
        """Return the fields that one of the `choosers` has to fill in."""
        return []

    def slots(self, by: str, play: Play) -> dict[str, Arg]:
        """Return the values for the slots of `template`."""
        slots: dict[str, Arg] = {"by": by, "card": deck.name_of(self.card)}
        if play.target:
            slots["target"] = play.target
        if play.colour:
            slots["colour"] = deck.COLOUR_NAMES[play.colour]
        card_slots = {"own": play.own_card, "taken": play.taken_card}
        return slots | {name: deck.name_of(card) for name, card in card_slots.items() if card}


class AimedAction(Action):
    """An action card that is played against one opponent."""

    template = "{by} plays {card} against {target}."

    @abc.abstractmethod
    def targets(self, t: IvanhoeTable) -> list[str]:
        """Return the possible targets of the card."""

    def ways(self, t: IvanhoeTable) -> list[list[Field]]:
        targets = self.targets(t)
        return [[target_of(targets)]] if targets else []


def target_of(of: list[str]) -> PlayerField:
    return PlayerField(name="target", label="Opponent", of=of)


def vulnerable_rivals(t: IvanhoeTable) -> list[str]:
    """Return the rivals that have no Shield and can lose a card of their display."""
    return [id for id in t.rivals() if not t.has_shield(id) and len(t.display(id).cards) > 1]


def cards_that_stay(cards: list[str], is_lost: Callable[[str], bool]) -> list[str]:
    """Return the cards for which `is_lost` is false. If there are none, return the first card."""
    return [card for card in cards if not is_lost(card)] or cards[:1]
