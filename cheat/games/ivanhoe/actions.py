"""The action cards of Ivanhoe, one class for each.

The cards that affect several displays are in `sweeps.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec import UNSET, UnsetType

from cheat.engine.forms import CardsField, ChoiceField, Field
from cheat.engine.table import Zone
from cheat.games.ivanhoe import deck
from cheat.games.ivanhoe.action import Action, AimedAction, cards_that_stay, target_of, vulnerable_rivals
from cheat.games.ivanhoe.sweeps import Adapt, Charge, Countercharge, Disgrace, Outmaneuver
from cheat.games.ivanhoe.table import IvanhoeTable, Play

# The colour


class Unhorse(Action):
    """Changes a purple tournament to red, blue or yellow, as the actor chooses."""

    card, needs = deck.UNHORSE, "You can play Unhorse only in a purple tournament."
    template = "{by} plays {card} and chooses {colour}."
    colours: ClassVar[tuple[str, ...]] = (deck.PURPLE,)

    def ways(self, t: IvanhoeTable) -> list[list[Field]]:
        if t.colour not in self.colours:
            return []
        other_colours = [colour for colour in deck.WEAPONS if colour != t.colour]
        return [[ChoiceField(name="colour", label="Colour", of=deck.choices_of(other_colours))]]

    def effect(self, t: IvanhoeTable, play: Play) -> None:
        colour = deck.COLOUR_NAMES[play.colour]
        t.turn_to(play.colour)
        t.tell(
            "colour", "The colour of the tournament is now {colour}.", by=t.turn, kind="colour", colour=colour
        )


class ChangeWeapon(Unhorse):
    """Changes a red, blue or yellow tournament to another of these three colours."""

    card, needs = deck.CHANGE_WEAPON, "You can play Change Weapon only in a red, blue or yellow tournament."
    colours = deck.WEAPONS


class DropWeapon(Action):
    """Changes a red, blue or yellow tournament to green."""

    card, needs = deck.DROP_WEAPON, "You can play Drop Weapon only in a red, blue or yellow tournament."

    def ways(self, t: IvanhoeTable) -> list[list[Field]]:
        return [[]] if t.colour in deck.WEAPONS else []

    def effect(self, t: IvanhoeTable, play: Play) -> None:
        Unhorse().effect(t, Play(self.card, colour=deck.GREEN))


# One opponent


class BreakLance(AimedAction):
    """Discards all purple cards of a display."""

    card, needs = deck.BREAK_LANCE, "You can't play Break Lance against any opponent right now."

    def targets(self, t: IvanhoeTable) -> list[str]:
        if t.colour != deck.PURPLE and not t.options.break_lance_any_colour:
            return []
        return [id for id in vulnerable_rivals(t) if self.remaining(t, id) != t.display(id).cards]

    def remaining(self, t: IvanhoeTable, player: str) -> list[str]:
        return cards_that_stay(t.display(player).cards, lambda card: deck.VALUES[card].colour == deck.PURPLE)

    def effect(self, t: IvanhoeTable, play: Play) -> None:
        t.reduce(play.target, self.remaining(t, play.target))


class Riposte(AimedAction):
    """Moves the card that an opponent added last from the opponent's display to the actor's."""

    card, needs = deck.RIPOSTE, "You can't take a card from any opponent right now."

    def targets(self, t: IvanhoeTable) -> list[str]:
        if not t.may_add(t.actor):
            return []
        return [id for id in vulnerable_rivals(t) if t.has_room_for(t.actor, t.display(id).cards[-1])]

    def effect(self, t: IvanhoeTable, play: Play) -> None:
        display, template = t.display(play.target), "{by} takes {card} from {player}."
        card = display.cards[-1]
        moved = t.move([card], display, t.display(t.actor))
        t.cards_added += 1
        t.tell("took_over", template, by=t.turn, cards=[moved], card=deck.name_of(card), player=play.target)


class Dodge(Action):
    """Discards a card of the actor's choice from an opponent's display."""

    card, needs = deck.DODGE, "No opponent has a card that you can discard."
    template = "{by} plays {card} against {target} and picks {taken}."

    def ways(self, t: IvanhoeTable) -> list[list[Field]]:
        return [[target_of([id]), _card_field("taken", [t.display(id)])] for id in vulnerable_rivals(t)]

    def effect(self, t: IvanhoeTable, play: Play) -> None:
        remaining = list(t.display(play.target).cards)
        del remaining[len(remaining) - 1 - remaining[::-1].index(play.taken_card)]
        t.reduce(play.target, remaining)


class KnockDown(AimedAction):
    """Moves a random card of an opponent's hand to the actor's hand."""

    card, needs = deck.KNOCK_DOWN, "No opponent has a hand that you can take a card from."

    def targets(self, t: IvanhoeTable) -> list[str]:
        protected = [id for id in t.active() if t.has_shield(id) and t.options.shield_blocks_knock_down]
        return [id for id in t.others(t.actor) if t.hand(id).cards and id not in protected]

    def effect(self, t: IvanhoeTable, play: Play) -> None:
        hand = t.hand(play.target)
        moved = t.move([t.rng.choice(hand.cards)], hand, t.hand(t.actor))
        template = "{by} takes a card from {player}'s hand."
        t.tell("stole", template, by=t.turn, cards=[moved], player=play.target)


class Stunned(AimedAction):
    """Stays before an opponent. This opponent can then add only one card in each turn."""

    card, needs = deck.STUNNED, "All opponents are already stunned."

    def targets(self, t: IvanhoeTable) -> list[str]:
        return [id for id in t.rivals() if not t.is_stunned(id)]

    def zone_afterwards(self, t: IvanhoeTable, play: Play) -> Zone:
        return t.front(play.target)

    def effect(self, t: IvanhoeTable, play: Play) -> None:
        t.tell("stunned", "{by} is stunned.", by=play.target, tone="bad")


class Outwit(Action):
    """Swaps a card that lies before the actor for a card that lies before an opponent."""

    card, needs = deck.OUTWIT, "There are no two cards that you can exchange."
    template = "{by} plays {card} against {target}: {own} for {taken}."

    def ways(self, t: IvanhoeTable) -> list[list[Field]]:
        return [way for id in t.rivals() for way in self._ways_with(t, id)]

    def _ways_with(self, t: IvanhoeTable, target: str) -> list[list[Field]]:
        """Return the ways of playing the card against this target.

        If several cards of the actor can be swapped for the same cards of the target, one way offers all of
        them.
        """
        groups: dict[tuple[str, ...], list[str]] = {}
        for own_card in _cards_before(t, t.actor):
            possible_gains = tuple(
                card for card in _cards_before(t, target) if self.is_fair(t, target, own_card, card)
            )
            groups.setdefault(possible_gains, []).append(own_card)
        return [
            [
                target_of([target]),
                _pick_field(t, "own", t.actor, own_cards),
                _pick_field(t, "taken", target, possible_gains),
            ]
            for possible_gains, own_cards in groups.items()
            if possible_gains
        ]

    def is_fair(self, t: IvanhoeTable, target: str, own_card: str, taken_card: str) -> bool:
        """Return whether the swap changes something, and the rules allow both displays afterwards."""
        gives_value, takes_value = deck.is_value(own_card), deck.is_value(taken_card)
        if own_card == taken_card or (
            takes_value and t.has_shield(target) and t.options.shield_blocks_outwit_display
        ):
            return False
        if gives_value and not takes_value:
            return len(t.display(t.actor).cards) > 1 and t.has_room_for(target, own_card)
        if takes_value and not gives_value:
            grows = t.may_add(t.actor) and t.has_room_for(t.actor, taken_card)
            return grows and len(t.display(target).cards) > 1
        return not gives_value or (t.has_room_for(t.actor, taken_card) and t.has_room_for(target, own_card))

    def effect(self, t: IvanhoeTable, play: Play) -> None:
        moved = [
            t.move([play.own_card], t.place(t.actor, play.own_card), t.place(play.target, play.own_card)),
            t.move(
                [play.taken_card], t.place(play.target, play.taken_card), t.place(t.actor, play.taken_card)
            ),
        ]
        t.cards_added += deck.is_value(play.taken_card) and not deck.is_value(play.own_card)
        own_name, taken_name = deck.name_of(play.own_card), deck.name_of(play.taken_card)
        template = "{by} gives {own} to {player} for {taken}."
        t.tell(
            "swapped", template, by=t.turn, cards=moved, own=own_name, player=play.target, taken=taken_name
        )


def _cards_before(t: IvanhoeTable, player: str) -> list[str]:
    """Return the different cards that lie before a player."""
    return list(dict.fromkeys([*t.display(player).cards, *t.front(player).cards]))


def _pick_field(t: IvanhoeTable, name: str, player: str, of: Iterable[str]) -> CardsField:
    return _card_field(name, [t.display(player), t.front(player)], list(of))


def _card_field(name: str, zones: list[Zone], of: list[str] | UnsetType = UNSET) -> CardsField:
    """Return a field for a card before a player. `of`: the faces that may be picked, if not all."""
    return CardsField(
        name=name,
        zones=[zone.id for zone in zones],
        min=1,
        max=1,
        of=of,
        empty="Choose a card in front of a player, too.",
    )


# The actor


class Retreat(Action):
    """Moves a card of the actor's own display back to the actor's hand."""

    card, needs = deck.RETREAT, "You have no card in your display that you can take back."
    template = "{by} plays {card} and picks {own}."

    def ways(self, t: IvanhoeTable) -> list[list[Field]]:
        display = t.display(t.actor)
        return [[_card_field("own", [display])]] if len(display.cards) > 1 else []

    def effect(self, t: IvanhoeTable, play: Play) -> None:
        moved, card = (
            t.move([play.own_card], t.display(t.actor), t.hand(t.actor)),
            deck.name_of(play.own_card),
        )
        t.tell("retreated", "{by} takes back {card}.", by=t.turn, cards=[moved], card=card)


class Shield(Action):
    """Stays before the actor, and protects against all action cards of opponents except Outwit."""

    card, needs = deck.SHIELD, "You already have a Shield in front of you."

    def ways(self, t: IvanhoeTable) -> list[list[Field]]:
        return [] if t.has_shield(t.actor) else [[]]

    def zone_afterwards(self, t: IvanhoeTable, play: Play) -> Zone:
        return t.front(t.actor)

    def effect(self, t: IvanhoeTable, play: Play) -> None:
        t.tell("shielded", "{by} is protected by a Shield.", by=t.turn, tone="good")


ACTIONS: dict[str, Action] = {
    action.card: action
    for action in (
        Unhorse(), ChangeWeapon(), DropWeapon(), BreakLance(), Riposte(), Dodge(), Retreat(), KnockDown(),
        Outmaneuver(), Charge(), Countercharge(), Disgrace(), Adapt(), Outwit(), Shield(), Stunned(),
    )
}  # fmt: skip
"""All action cards except IVANHOE, by code.

Unlike IVANHOE, they are played in the player's turn.
"""
