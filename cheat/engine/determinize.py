"""Determinization: complete tables that agree with everything that a seat has seen.

A bot that looks ahead needs the cards that it cannot see, so it imagines them. All cards out of sight are
dealt at random, each to a zone in which it may lie as far as the seat knows. If the game has more cards than
lie on the table, the rest stays outside.
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
"""A card, and the zones among which it must lie."""
Guess = Callable[[Any, str | None, Rng], None]
"""A function that swaps hidden cards of an imagined table for more likely ones.

It gets the table, its viewer and a random generator.
"""
OUTSIDE = ""
"""The place of cards that are not on the table."""

_DECKS = PerGameCache[tuple[str, ...]](8)


def determinize(
    game: AnyGame, table: Table, viewer: str | None, rng: Rng, guess: Guess | None = None
) -> Table:
    """Return one table that agrees with everything that the viewer knows.

    The imagined table does not record what seats know of cards. `table` may be a full table, or a table from
    which `engine.observation` has hidden what the viewer may not see. Raises ValueError if the game's `deck`
    lists fewer cards than the table has.
    """
    return Determinization(game, table, viewer, guess).table(rng)


class Determinization:
    """The part of determinization that is the same for all imagined tables of a viewer.

    It reads only what `engine.observation` shows the viewer.
    """

    def __init__(self, game: AnyGame, table: Table, viewer: str | None, guess: Guess | None = None) -> None:
        self.game, self.viewer, self.guess = game, viewer, guess
        seen = observation(game, table, viewer)
        self.known = known = SeatKnowledge() if seen.knowledge is UNSET else seen.knowledge.of(viewer)
        seen.knowledge = UNSET
        self._stored = msgspec.json.encode(seen)
        self._options = seen.options
        self._decoder = msgspec.json.Decoder(game.table_type)
        self.hidden_zones = [zone for zone in seen.zones.values() if not sees(zone.viewers, viewer)]
        self.pool = Counter(deck(game, seen.options, len(seen.players)))
        for zone in seen.zones.values():
            if zone not in self.hidden_zones:
                self.pool.subtract(zone.cards)
                known.see_zone(zone.id, zone.cards)
        self.free_places = {zone.id: len(zone.cards) for zone in self.hidden_zones}
        self.free_places[OUTSIDE] = self.pool.total() - sum(self.free_places.values())
        if self.free_places[OUTSIDE] < 0 or min(self.pool.values(), default=0) < 0:
            raise ValueError(f"{game.id} has cards that its deck has not")
        self.known_places = self._places(known)
        self.confined_by_knowledge = [
            card for card in self._confined(known.among) if self._take_from_pool(card[0])
        ]
        self.maybe_left = self._confined(known.maybe_left)
        self.known_needed = {
            id: max(0, known_places - known.most_unknown.get(id, known_places))
            for id, known_places in self.free_places.items()
        }
        self.confined_by_rules = self._confined_by_rules(seen)
        self.unconfined = sorted(self.pool.elements())

    def _places(self, known: SeatKnowledge) -> dict[str, dict[int, str]]:
        """Return the cards with known places, by zone and index."""
        places: dict[str, dict[int, str]] = {zone.id: {} for zone in self.hidden_zones}
        for zone in self.hidden_zones:
            last = len(zone.cards) - 1
            for depth, face in enumerate(known.top.get(zone.id, ())):
                if face and depth <= last and self._take_from_pool(face):
                    places[zone.id][last - depth] = face
                    self.free_places[zone.id] -= 1
        return places

    def _confined(self, groups: dict[str, list[str]]) -> list[ConfinedCard]:
        """Return the cards that are known to be in one of several zones."""
        return [
            (face, [id for id in key.split() if id in self.free_places])
            for key, faces in sorted(groups.items())
            for face in faces
        ]

    def _confined_by_rules(self, seen: Table) -> list[ConfinedCard]:
        """Return the cards that, by the rules, cannot lie in every zone."""
        confined = []
        for face in sorted(self.pool):
            zones = [zone.id for zone in self.hidden_zones if seen.admits(zone, face)]
            if zones and len(zones) < len(self.hidden_zones):
                places = [*zones, OUTSIDE] if self.free_places[OUTSIDE] else zones
                confined += [(face, places)] * self.pool.pop(face)
        return confined

    def _take_from_pool(self, face: str) -> bool:
        is_there = self.pool[face] > 0
        self.pool[face] -= is_there
        return is_there

    def table(self, rng: Rng) -> Table:
        """Return a new imagined table."""
        table: Table = self._decoder.decode(self._stored)
        table.options = self._options
        shares, rest = self._deal_confined(rng)
        rng.shuffle(rest)
        for zone in self.hidden_zones:
            mine, more = shares[zone.id], self.free_places[zone.id] - len(shares[zone.id])
            cards = [*mine, *rest[len(rest) - more :]]
            del rest[len(rest) - more :]
            if mine:
                rng.shuffle(cards)
            table.zones[zone.id].cards = self._in_place(zone, cards)
        table.rng = Rng(format(rng.below(2**64), "032x"))
        self._fit_to_cards(table, rng)
        return table

    def _deal_confined(self, rng: Rng) -> tuple[dict[str, list[str]], list[str]]:
        """Deal each confined card to one of its zones, at random.

        Returns the dealt cards by zone, and all other cards. If no zone has room for a confined card, it is
        among the other cards. This happens only if the real card lies where the rules do not allow it.
        """
        confined, known, maybe = (
            [*self.confined_by_knowledge, *self.confined_by_rules, *self.maybe_left],
            len(self.confined_by_knowledge),
            len(self.maybe_left),
        )
        matching, rest = _Matching([zones for _, zones in confined], self.known_needed), list(self.unconfined)
        waiting = _few_first(list(range(known)), confined, rng)
        if any(self.known_needed.values()):  # first the zones that must hold some confined cards
            waiting = [one for one in waiting if not matching.place(one, rng, set())]
            for one in _few_first(list(range(len(confined) - maybe, len(confined))), confined, rng):
                if confined[one][0] in rest and matching.place(one, rng, set()):
                    rest.remove(confined[one][0])
        matching.room = self.free_places
        waiting += _few_first(list(range(known, len(confined) - maybe)), confined, rng)
        rest += [confined[one][0] for one in waiting if not matching.place(one, rng, set())]
        return {id: [confined[one][0] for one in held] for id, held in matching.cards_in.items()}, rest

    def _fit_to_cards(self, table: Table, rng: Rng) -> None:
        """Let the game and the guess adapt the table.

        If the result contradicts what the viewer knows, all cards return to where they were.
        """
        before = {zone.id: list(table.zones[zone.id].cards) for zone in self.hidden_zones}
        self.game.fit_to_hidden_cards(table, self.viewer, rng)
        if self.guess is not None:
            self.guess(table, self.viewer, rng)
        if not self.known.holds({id: zone.cards for id, zone in table.zones.items()}):
            for id, cards in before.items():
                table.zones[id].cards = cards

    def _in_place(self, zone: Zone, cards: list[str]) -> list[str]:
        """Return the cards with the known ones at their places; hands are sorted."""
        for index in sorted(self.known_places[zone.id]):
            cards.insert(index, self.known_places[zone.id][index])
        order = self.game.table_type.hand_order
        return sorted(cards, key=order) if order and zone.kind == "hand" else cards


def deck(game: AnyGame, options: Options, seats: int) -> Sequence[str]:
    """Return all cards of a game with this number of seats, in any order."""
    return _DECKS.get(game, (options, seats), lambda: tuple(game.deck(options, seats)))


def _few_first(order: list[int], confined: Sequence[ConfinedCard], rng: Rng) -> list[int]:
    """Return the indices in random order, but cards with few possible zones first."""
    rng.shuffle(order)
    return sorted(order, key=lambda one: len(confined[one][1]))


class _Matching:
    """A matching of cards to zones by augmenting paths (Kuhn 1955).

    Each card goes to one of its own zones. A card may move to another of its zones to make room for a card
    without a zone.
    """

    def __init__(self, zones: list[list[str]], room: dict[str, int]) -> None:
        self.zones, self.room = zones, room
        self.cards_in: dict[str, list[int]] = {id: [] for id in room}

    def place(self, one: int, rng: Rng, tried: set[str]) -> bool:
        """Find a zone for a card. Return whether there was one."""
        zones = self.zones[one]
        free = [self.room[id] - len(self.cards_in[id]) for id in zones]
        if (total := sum(free)) > 0:
            at = rng.below(total) if len(zones) > 1 else 0
            for id, places in zip(zones, free, strict=True):
                if at < places:
                    self.cards_in[id].append(one)
                    return True
                at -= places
        return any(self._exchange(one, id, rng, tried) for id in zones if id not in tried)

    def _exchange(self, one: int, zone: str, rng: Rng, tried: set[str]) -> bool:
        tried.add(zone)
        for other in self.cards_in[zone]:
            if self.place_elsewhere(other, zone, rng, tried):
                self.cards_in[zone].remove(other)
                self.cards_in[zone].append(one)
                return True
        return False

    def place_elsewhere(self, one: int, zone: str, rng: Rng, tried: set[str]) -> bool:
        """Move a card from this zone to another. Return whether that was possible."""
        for id in self.zones[one]:
            if id != zone and len(self.cards_in[id]) < self.room[id]:
                self.cards_in[id].append(one)
                return True
        return any(self._exchange(one, id, rng, tried) for id in self.zones[one] if id not in tried)
