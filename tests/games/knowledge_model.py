"""A simple and slow model of a seat's knowledge about one face, to check the engine's `knowledge`.

The model keeps every way in which the cards with this face may be spread over the zones, and follows each way
through the events that the seat sees. It knows no order within a zone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement

from cheat.engine.determinize import OFF_TABLE
from cheat.engine.table import Event, Moved, Table, sees

Spread = tuple[tuple[str, int], ...]
"""By zone, the number of its cards with the face."""


class Beliefs:
    """All spreads of one face that agree with everything that `viewer` has seen since the deal."""

    def __init__(self, face: str, count: int, outside: int, viewer: str, table: Table) -> None:
        self.face, self.count, self.outside, self.viewer = face, count, outside, viewer
        self.spreads: set[Spread] = set()
        self._anything(table)

    def _anything(self, table: Table) -> None:
        places = [*table.zones, OFF_TABLE] if self.outside else list(table.zones)
        every = combinations_with_replacement(places, self.count)
        self._keep(map(Counter, every), table)

    def hear(self, events: Sequence[Event], table: Table) -> None:
        """Follow the events of one step, which ended at this table."""
        if any(event.type == "dealt" for event in events):  # events do not show all moves of a deal
            self._anything(table)
            return
        spreads: Iterable[Counter[str]] = map(Counter, map(dict, self.spreads))
        for event in events:
            for moved in event.cards:
                spreads = [after for spread in spreads for after in self._after(spread, moved)]
        self._keep(spreads, table)

    def _after(self, spread: Counter[str], moved: Moved) -> Iterator[Counter[str]]:
        at_source = spread[moved.source]
        counts: Iterable[int] = range(min(at_source, len(moved.faces)) + 1)
        if sees(moved.viewers, self.viewer):
            counts = [moved.faces.count(self.face)]
        for count in counts:
            if count <= at_source:
                yield spread - Counter({moved.source: count}) + Counter({moved.target: count})

    def _keep(self, spreads: Iterable[Counter[str]], table: Table) -> None:
        self.spreads = {tuple(sorted(spread.items())) for spread in spreads if self._agrees(spread, table)}

    def _agrees(self, spread: Counter[str], table: Table) -> bool:
        """Return whether a spread agrees with the seat's present view and the sizes of zones."""
        if set(spread) - {*table.zones, OFF_TABLE} or spread[OFF_TABLE] > self.outside:
            return False
        return all(
            spread[id] == zone.cards.count(self.face)
            if sees(zone.viewers, self.viewer)
            else spread[id] <= len(zone.cards)
            for id, zone in table.zones.items()
        )

    def allow(self, table: Table) -> bool:
        """Return whether the cards of this table are spread in one of the possible ways."""
        counts = Counter({id: zone.cards.count(self.face) for id, zone in table.zones.items()})
        counts[OFF_TABLE] = self.count - counts.total()
        return tuple(sorted((+counts).items())) in self.spreads
