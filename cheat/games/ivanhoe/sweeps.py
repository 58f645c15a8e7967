"""The action cards of Ivanhoe that take cards from several displays at once."""

from __future__ import annotations

import abc

from cheat.engine.forms import Field, one_of
from cheat.games.ivanhoe import deck
from cheat.games.ivanhoe.action import Action, cards_that_stay, vulnerable_rivals
from cheat.games.ivanhoe.table import IvanhoeTable, Play


class Sweep(Action):
    """Takes cards from several displays at once."""

    @abc.abstractmethod
    def remaining(self, t: IvanhoeTable, player: str) -> list[str]:
        """Return the cards that stay in a display."""

    def reach(self, t: IvanhoeTable) -> list[str]:
        """Return the affected players.

        These are the opponents without a Shield and, if an option says so, the actor.
        """
        hits_actor = t.options.mass_effects == "all"
        return [id for id in t.in_play() if (hits_actor if id == t.turn else not t.has_shield(id))]

    def losers(self, t: IvanhoeTable) -> dict[str, list[str]]:
        """Return the remaining cards of each player that loses cards."""
        remaining = {id: self.remaining(t, id) for id in self.reach(t)}
        return {id: cards for id, cards in remaining.items() if cards != t.display(id).cards}

    def ways(self, t: IvanhoeTable) -> list[list[Field]]:
        return [[]] if self.losers(t) else []

    def opponents(self, t: IvanhoeTable, play: Play) -> list[str]:
        return list(self.losers(t))

    def still_applies(self, t: IvanhoeTable, play: Play) -> bool:
        return bool(self.losers(t))

    def effect(self, t: IvanhoeTable, play: Play) -> None:
        for id, remaining in self.losers(t).items():
            t.reduce(id, remaining)


class Outmaneuver(Sweep):
    """Takes from each opponent's display the card that was added last."""

    card, needs = deck.OUTMANEUVER, "No opponent has a card to lose."

    def reach(self, t: IvanhoeTable) -> list[str]:
        return vulnerable_rivals(t)

    def remaining(self, t: IvanhoeTable, player: str) -> list[str]:
        return t.display(player).cards[:-1]


class Charge(Sweep):
    """Finds the lowest value in all displays, and takes all cards that have it."""

    card, needs = deck.CHARGE, "No card would be discarded."

    def remaining(self, t: IvanhoeTable, player: str) -> list[str]:
        values = [deck.card_value(card) for id in t.in_play() for card in t.display(id).cards]
        if not values:
            return []
        value = self.extreme(values)
        return cards_that_stay(t.display(player).cards, lambda card: deck.card_value(card) == value)

    def extreme(self, values: list[int]) -> int:
        """Return the value of the cards to take. `values`: the values of the cards in all displays."""
        return min(values)


class Countercharge(Charge):
    """Finds the highest value in all displays, and takes all cards that have it."""

    card = deck.COUNTERCHARGE

    def extreme(self, values: list[int]) -> int:
        return max(values)


class Disgrace(Sweep):
    """Takes all supporters."""

    card, needs = deck.DISGRACE, "No supporter would be discarded."

    def remaining(self, t: IvanhoeTable, player: str) -> list[str]:
        return cards_that_stay(t.display(player).cards, deck.is_supporter)


class Adapt(Sweep):
    """Leaves one card of each value in a display.

    If a display has different cards of the same value, its owner chooses which of them stays. Of equal cards,
    the one that was added last stays.
    """

    card, needs = deck.ADAPT, "No player affected has two cards of the same value."

    def remaining(self, t: IvanhoeTable, player: str) -> list[str]:
        cards, chosen_cards = (
            t.display(player).cards,
            t.pending_action.kept_cards.get(player, []) if t.pending_action else [],
        )
        last_places = {deck.card_value(card): place for place, card in enumerate(cards)}
        chosen_places = {
            deck.card_value(card): len(cards) - 1 - cards[::-1].index(card) for card in chosen_cards
        }
        return [cards[place] for place in sorted({**last_places, **chosen_places}.values())]

    def choosers(self, t: IvanhoeTable) -> list[str]:
        """Return the affected players with different cards of the same value in the display."""
        return [id for id in self.losers(t) if self.choices(t, id)]

    def choices(self, t: IvanhoeTable, player: str) -> list[Field]:
        faces: dict[int, list[str]] = {}
        for card in dict.fromkeys(t.display(player).cards):
            faces.setdefault(deck.card_value(card), []).append(card)
        return [
            one_of(f"value_{value}", t.display(player), of)
            for value, of in sorted(faces.items())
            if len(of) > 1
        ]
