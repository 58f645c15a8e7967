"""A seat's conclusions about the place of a face, from its views alone: simple and slow.

This is a second account of the engine's `knowledge`.

For one face it keeps every way in which all cards with it may be spread over the zones, and follows each
through what the seat is told. It knows no order within a zone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement

from cheat.engine.determinize import OUTSIDE
from cheat.engine.table import Event, Moved, Table, sees

Spread = tuple[tuple[str, int], ...]
"""By zone, the number of its cards with the face."""


class Beliefs:
    """All spreads of one face that agree with what `viewer` was shown since the deal."""

    def __init__(self, face: str, count: int, outside: int, viewer: str, table: Table) -> None:
        self.face, self.count, self.outside, self.viewer = face, count, outside, viewer
        self.spreads: set[Spread] = set()
        self._anything(table)

    def _anything(self, table: Table) -> None:
        places = [*table.zones, OUTSIDE] if self.outside else list(table.zones)
        every = combinations_with_replacement(places, self.count)
        self._keep(map(Counter, every), table)

    def hear(self, events: Sequence[Event], table: Table) -> None:
        """One step was told, and ended at this table."""
        if any(event.type == "dealt" for event in events):  # not all that a deal moves is told
            self._anything(table)
            return
        found: Iterable[Counter[str]] = map(Counter, map(dict, self.spreads))
        for event in events:
            for moved in event.cards:
                found = [after for spread in found for after in self._after(spread, moved)]
        self._keep(found, table)

    def _after(self, spread: Counter[str], moved: Moved) -> Iterator[Counter[str]]:
        here = spread[moved.source]
        counts: Iterable[int] = range(min(here, len(moved.faces)) + 1)
        if sees(moved.viewers, self.viewer):
            counts = [moved.faces.count(self.face)]
        for count in counts:
            if count <= here:
                yield spread - Counter({moved.source: count}) + Counter({moved.target: count})

    def _keep(self, spreads: Iterable[Counter[str]], table: Table) -> None:
        self.spreads = {tuple(sorted(one.items())) for one in spreads if self._agrees(one, table)}

    def _agrees(self, spread: Counter[str], table: Table) -> bool:
        """Return whether it agrees with the seat's present view, and fits the sizes of zones."""
        if set(spread) - {*table.zones, OUTSIDE} or spread[OUTSIDE] > self.outside:
            return False
        return all(
            spread[id] == zone.cards.count(self.face)
            if sees(zone.viewers, self.viewer)
            else spread[id] <= len(zone.cards)
            for id, zone in table.zones.items()
        )

    def allow(self, table: Table) -> bool:
        """Return whether the cards of this table are spread in one of those ways."""
        here = Counter({id: zone.cards.count(self.face) for id, zone in table.zones.items()})
        here[OUTSIDE] = self.count - here.total()
        return tuple(sorted((+here).items())) in self.spreads
