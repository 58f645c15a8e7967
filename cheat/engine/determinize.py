"""Determinization: make complete tables that agree with everything that a seat has seen.

A bot that looks ahead needs a table with all cards. An imagined table is such a table: guesses replace the
cards that the bot cannot see. To make an imagined table, `Determinization` deals the hidden cards at random.
Each card goes to a zone in which it can lie, as far as the seat knows. If the game's deck has more cards than
the table, the cards that remain after dealing are left out.

A confined card is a hidden card that can lie only in some of the hidden zones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from cheat.engine.engine import observation
from cheat.engine.game import AnyGame
from cheat.engine.knowledge import SeatKnowledge
from cheat.engine.options import Options
from cheat.engine.per_game_cache import PerGameCache
from cheat.engine.rng import Rng
from cheat.engine.table import Table, Zone, sees

ConfinedCard = tuple[str, list[str]]
"""A confined card: its face, and the zones in which it can lie."""
Guess = Callable[[Any, str | None, Rng], None]
"""A function that swaps hidden cards of an imagined table to make the table more likely.

Its arguments are the table, the viewer and a random generator.
"""
OFF_TABLE = ""
"""The zone id that stands for “not on the table”."""

_DECKS = PerGameCache[tuple[str, ...]](8)


def determinize(
    game: AnyGame, table: Table, viewer: str | None, rng: Rng, guess: Guess | None = None
) -> Table:
    """Return one table that agrees with everything that the viewer knows.

    `table` may be the full table, or the viewer's copy from `engine.observation`. The imagined table does not
    record the knowledge of seats. Raises ValueError if the game's `deck` lists fewer cards than the table
    has.
    """
    return Determinization(game, table, viewer, guess).table(rng)


class Determinization:
    """Maker of imagined tables for one viewer.

    Work that is the same for all these tables is done only once, at the start. The maker reads only the
    viewer's copy of the table (see `engine.observation`).
    """

    def __init__(self, game: AnyGame, table: Table, viewer: str | None, guess: Guess | None = None) -> None:
        self._game, self._viewer, self._guess = game, viewer, guess
        observed = observation(game, table, viewer)
        self._knowledge = knowledge = (
            SeatKnowledge() if observed.knowledge is UNSET else observed.knowledge.of(viewer)
        )
        observed.knowledge = UNSET
        self._stored = msgspec.json.encode(observed)
        self._options = observed.options
        self._decoder = msgspec.json.Decoder(game.table_type)
        self._hidden_zones = [zone for zone in observed.zones.values() if not sees(zone.viewers, viewer)]
        self._pool = Counter(deck(game, observed.options, len(observed.players)))
        for zone in observed.zones.values():
            if zone not in self._hidden_zones:
                self._pool.subtract(zone.cards)
                knowledge.see_zone(zone.id, zone.cards)
        self._free_places = {zone.id: len(zone.cards) for zone in self._hidden_zones}
        self._free_places[OFF_TABLE] = self._pool.total() - sum(self._free_places.values())
        if self._free_places[OFF_TABLE] < 0 or min(self._pool.values(), default=0) < 0:
            raise ValueError(f"{game.id} has cards that its deck has not")
        self._known_places = self._places(knowledge)
        self._confined_by_knowledge = [
            card for card in self._confined(knowledge.among) if self._take_from_pool(card[0])
        ]
        self._maybe_left = self._confined(knowledge.maybe_left)
        self._known_needed = {
            id: max(0, places - knowledge.most_unknown.get(id, places))
            for id, places in self._free_places.items()
        }
        self._confined_by_rules = self._take_confined_by_rules(observed)
        self._unconfined = sorted(self._pool.elements())

    def _places(self, knowledge: SeatKnowledge) -> dict[str, dict[int, str]]:
        """Return the cards at known places: zone -> index in the zone -> face."""
        places: dict[str, dict[int, str]] = {zone.id: {} for zone in self._hidden_zones}
        for zone in self._hidden_zones:
            top_index = len(zone.cards) - 1
            for depth, face in enumerate(knowledge.top.get(zone.id, ())):
                if face and depth <= top_index and self._take_from_pool(face):
                    places[zone.id][top_index - depth] = face
                    self._free_places[zone.id] -= 1
        return places

    def _confined(self, groups: dict[str, list[str]]) -> list[ConfinedCard]:
        """Return the cards of `groups`, which has the form of `SeatKnowledge.among`."""
        return [
            (face, [id for id in key.split() if id in self._free_places])
            for key, faces in sorted(groups.items())
            for face in faces
        ]

    def _take_confined_by_rules(self, observed: Table) -> list[ConfinedCard]:
        """Remove from the pool the cards that the rules exclude from some zones. Return these cards.

        The pool has all hidden cards that are not yet known to be confined or to lie in a certain place.
        """
        confined = []
        for face in sorted(self._pool):
            zones = [zone.id for zone in self._hidden_zones if observed.admits(zone, face)]
            if zones and len(zones) < len(self._hidden_zones):
                places = [*zones, OFF_TABLE] if self._free_places[OFF_TABLE] else zones
                confined += [(face, places)] * self._pool.pop(face)
        return confined

    def _take_from_pool(self, face: str) -> bool:
        is_there = self._pool[face] > 0
        self._pool[face] -= is_there
        return is_there

    def table(self, rng: Rng) -> Table:
        """Return a new imagined table."""
        table: Table = self._decoder.decode(self._stored)
        table.options = self._options
        shares, other_cards = self._deal_confined(rng)
        rng.shuffle(other_cards)
        for zone in self._hidden_zones:
            confined, missing = shares[zone.id], self._free_places[zone.id] - len(shares[zone.id])
            cards = [*confined, *other_cards[len(other_cards) - missing :]]
            del other_cards[len(other_cards) - missing :]
            if confined:
                rng.shuffle(cards)
            table.zones[zone.id].cards = self._in_place(zone, cards)
        table.rng = Rng(format(rng.below(2**64), "032x"))
        self._fit_to_cards(table, rng)
        return table

    def _deal_confined(self, rng: Rng) -> tuple[dict[str, list[str]], list[str]]:
        """Deal each confined card to one of its zones, at random.

        Returns a dict, zone -> dealt cards, and a list of all other cards. This list includes confined cards
        for which no zone has room. There are such cards only if the real table breaks a rule about where
        cards lie.
        """
        confined, known_count, maybe_count = (
            [*self._confined_by_knowledge, *self._confined_by_rules, *self._maybe_left],
            len(self._confined_by_knowledge),
            len(self._maybe_left),
        )
        matching, other_cards = (
            _Matching([zones for _, zones in confined], self._known_needed),
            list(self._unconfined),
        )
        unplaced = _fewest_zones_first(list(range(known_count)), confined, rng)
        if any(self._known_needed.values()):  # first fill the zones that certainly contain known cards
            unplaced = [index for index in unplaced if not matching.place(index, rng, set())]
            for index in _fewest_zones_first(
                list(range(len(confined) - maybe_count, len(confined))), confined, rng
            ):
                if confined[index][0] in other_cards and matching.place(index, rng, set()):
                    other_cards.remove(confined[index][0])
        matching.room = self._free_places
        unplaced += _fewest_zones_first(list(range(known_count, len(confined) - maybe_count)), confined, rng)
        other_cards += [confined[index][0] for index in unplaced if not matching.place(index, rng, set())]
        return {
            id: [confined[index][0] for index in indices] for id, indices in matching.cards_in.items()
        }, other_cards

    def _fit_to_cards(self, table: Table, rng: Rng) -> None:
        """Let the game, and then the function `guess` (see `Guess`), change the table.

        If the changed table contradicts the viewer's knowledge, all cards return to where they were.
        """
        cards_before = {zone.id: list(table.zones[zone.id].cards) for zone in self._hidden_zones}
        self._game.fit_to_hidden_cards(table, self._viewer, rng)
        if self._guess is not None:
            self._guess(table, self._viewer, rng)
        if not self._knowledge.holds({id: zone.cards for id, zone in table.zones.items()}):
            for id, cards in cards_before.items():
                table.zones[id].cards = cards

    def _in_place(self, zone: Zone, cards: list[str]) -> list[str]:
        """Insert the zone's known cards at their places among `cards`. Return all cards.

        If the table keeps hands sorted, the cards of a hand are sorted.
        """
        for index in sorted(self._known_places[zone.id]):
            cards.insert(index, self._known_places[zone.id][index])
        order = self._game.table_type.hand_order
        return sorted(cards, key=order) if order and zone.kind == "hand" else cards


def deck(game: AnyGame, options: Options, seats: int) -> Sequence[str]:
    """Return all cards that a game uses with this number of seats, in any order."""
    return _DECKS.get(game, (options, seats), lambda: tuple(game.deck(options, seats)))


def _fewest_zones_first(order: list[int], confined: Sequence[ConfinedCard], rng: Rng) -> list[int]:
    """Return the indices of cards: those with the fewest zones first, ties in random order."""
    rng.shuffle(order)
    return sorted(order, key=lambda index: len(confined[index][1]))


class _Matching:
    """An assignment of cards to zones, found by augmenting paths (Kuhn 1955).

    Each card goes to one of the zones in which it can lie. To make room for a card that has no zone yet,
    another card may move to another of its own zones.
    """

    def __init__(self, zones: list[list[str]], room: dict[str, int]) -> None:
        self.zones, self.room = zones, room
        self.cards_in: dict[str, list[int]] = {id: [] for id in room}

    def place(self, card: int, rng: Rng, tried_zones: set[str]) -> bool:
        """Place a card in one of its zones. Return whether there was room for it."""
        zones = self.zones[card]
        free = [self.room[id] - len(self.cards_in[id]) for id in zones]
        if (total := sum(free)) > 0:
            place = rng.below(total) if len(zones) > 1 else 0
            for id, places in zip(zones, free, strict=True):
                if place < places:
                    self.cards_in[id].append(card)
                    return True
                place -= places
        return any(self._exchange(card, id, rng, tried_zones) for id in zones if id not in tried_zones)

    def _exchange(self, card: int, zone: str, rng: Rng, tried_zones: set[str]) -> bool:
        tried_zones.add(zone)
        for held_card in self.cards_in[zone]:
            if self.place_elsewhere(held_card, zone, rng, tried_zones):
                self.cards_in[zone].remove(held_card)
                self.cards_in[zone].append(card)
                return True
        return False

    def place_elsewhere(self, card: int, zone: str, rng: Rng, tried_zones: set[str]) -> bool:
        """Place a card of this zone in another zone. Return whether there was room for it."""
        for id in self.zones[card]:
            if id != zone and len(self.cards_in[id]) < self.room[id]:
                self.cards_in[id].append(card)
                return True
        return any(
            self._exchange(card, id, rng, tried_zones) for id in self.zones[card] if id not in tried_zones
        )
