"""Conclusions of Uno bots about the hands of other players, from what all players have seen.

A card fits if it has the colour in force, or the number or symbol of the top card, or if it is black. The
bots assume that a player draws by choice only if no card of the hand fits. Cards that the player draws later
may be any cards. So each card of a hand gets a list of the colours and symbols that it cannot have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import prod
from typing import Any

from cheat.bots.bot import Memory
from cheat.engine.table import EventView
from cheat.games.uno.deck import BLACK, DECK, colour_of, draw_count, is_black
from cheat.games.uno.rules import UnoTable

Lacks = list[str]
"""Properties that one card cannot have: colours, numbers, symbols, or `black`."""


def follow_hands(memory: Memory, events: Sequence[EventView]) -> None:
    """Remember in `memory` what the events of one step show.

    - `cards`: player -> a list of `Lacks`, one for each card of the hand
    - `colour`, `before`: the colour in force, and the previous colour
    - `sign`: the number or symbol of the top card
    - `due`: whether the next player has to draw cards
    - `each`: the number of cards dealt to each player
    """
    for index, event in enumerate(events):
        match event.type:
            case "dealt":
                memory.update(each=event.args["count"], cards={}, colour="", sign="", due=False)
            case "swapped" | "rotated":
                memory.update(each=0, cards={})
            case "start_card" | "played":
                _lie_on_top(memory, event)
            case "colour_chosen":
                _put_in_force(memory, event.args["colour"])
            case "drew" if event.by is not None:
                _draw(memory, event.by, event.args["count"], by_choice=index == 0)
            case "hand_returned":
                memory.get("cards", {}).pop(event.by, None)


def _cards(memory: Memory, player: str) -> list[Lacks]:
    fresh: list[Lacks] = [[] for _ in range(memory.get("each", 0))]
    cards: list[Lacks] = memory.setdefault("cards", {}).setdefault(player, fresh)
    return cards


def _put_in_force(memory: Memory, colour: Any) -> None:
    memory["before"], memory["colour"] = memory.get("colour", ""), colour


def _lie_on_top(memory: Memory, event: EventView) -> None:
    """Note that a card was played, or turned over as the first card of a round.

    A played card is removed from the remembered hand. If several remembered cards can be the played card, the
    card with the shortest list of colours and symbols is removed.
    """
    (face,) = event.cards[0].faces or [""]
    if event.type == "played" and (cards := _cards(memory, event.by or "")):
        possible = [lacks for lacks in cards if not _excludes(lacks, face)]
        cards.remove(min(possible or cards, key=len))
    _put_in_force(memory, event.args.get("colour") or colour_of(face))
    memory["sign"], memory["due"] = face[1], event.type == "played" and draw_count(face) > 0


def _draw(memory: Memory, player: str, count: Any, *, by_choice: bool) -> None:
    """Note drawn cards.

    A player that draws by choice is assumed to have no card that fits. Due cards are not drawn by choice.
    """
    cards = _cards(memory, player)
    if by_choice and not memory.get("due"):
        for lacks in cards:
            lacks += {memory.get("colour", ""), memory.get("sign", ""), BLACK} - {"", *lacks}
            lacks.sort()
    memory["due"] = False
    cards += ([] for _ in range(count))


def _excludes(lacks: Sequence[str], face: str) -> bool:
    return (colour_of(face) or BLACK) in lacks or face[1] in lacks


class Hands:
    """The probabilities of certain cards in the hands of the other players, for one decision."""

    def __init__(self, observation: UnoTable, me: str, memory: Memory) -> None:
        seen_cards = Counter([*observation.hand(me).cards, *observation.discard.cards])
        self._unseen = Counter(DECK) - seen_cards
        self._sizes = {id: len(observation.hand(id).cards) for id in observation.others(me)}
        self._lacks_by_player: dict[str, list[Lacks]] = memory.get("cards", {})
        self._possible: dict[tuple[str, ...], dict[str, int]] = {}

    def chance_stuck(self, player: str, colour: str, sign: str = "") -> float:
        """Return the chance that a player has no card of the colour or the sign, and no black card."""
        return self._chance_of_none(player, colour, sign, black=True)

    def lacks(self, player: str, colour: str) -> float:
        """Return the chance that a player holds no card of a colour."""
        return self._chance_of_none(player, colour, "", black=False)

    def _chance_of_none(self, player: str, colour: str, sign: str, *, black: bool) -> float:
        """Return the chance that the hand has no card of the colour or the sign.

        If `black` is set, the hand must have no black card, either. Each card of the hand is treated as if it
        was drawn at random from all unseen cards that it can be.
        """

        def is_wanted(face: str) -> bool:
            return (black and is_black(face)) or colour_of(face) == colour or face[1] == sign

        size = self._sizes[player]
        known_lacks = [tuple(lacks) for lacks in self._lacks_by_player.get(player, [])[:size]]
        groups = Counter([*known_lacks, *[()] * (size - len(known_lacks))])
        return prod((1 - self._share(lacks, is_wanted)) ** count for lacks, count in groups.items())

    def _share(self, lacks: tuple[str, ...], is_wanted: Any) -> float:
        """Return the probability that a hidden card is wanted.

        `lacks`: the colours and symbols that the card cannot have. All unseen cards without these properties
        are equally likely.
        """
        if lacks not in self._possible:
            self._possible[lacks] = {
                face: count for face, count in self._unseen.items() if not _excludes(lacks, face)
            }
        possible = self._possible[lacks]
        return sum(count for face, count in possible.items() if is_wanted(face)) / max(
            1, sum(possible.values())
        )
