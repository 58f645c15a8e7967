"""What each seat knows of cards that it cannot see, for whoever looks ahead.

Tables of rooms keep none of this. It is followed where a game is played, or played again, from its deal on
with `engine.deal(..., follow=True)`, and costs no other table anything.

A seat that saw a card where it was, or on its way, knows it where it went, until it cannot follow it any
more: then it knows a few zones in one of which the card is, or, after a shuffle, the zone but not the
place. Only what is certain is kept, and never more than a perfect memory of the seat's own views holds.

Cards leave a pile from the top, and everybody sees from how far down; a card that comes from within or
goes to a place that a seat is not told makes that seat forget the places in this pile, not the cards.
What can be concluded from what others do or do not do is no knowledge of cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

import msgspec

from cheat.engine.visibility import Zone

Admits = Callable[[Zone, str], bool]
"""Whether a face can lie in a zone, as everybody knows from the rules."""


class Known(msgspec.Struct, omit_defaults=True):
    """What one seat knows.

    `top`: by zone, faces from the top down, an empty text where one is not known. `among`: by the ids of
    zones, separated by spaces: faces that are certainly in one of them, each another card.

    Who has seen all that came into a zone knows what else is not there. `strangers`: by zone, how many of
    its cards at the most are none of those that are known, where that is not all of them. `perhaps`, like
    `among`: cards that are taken for gone because one like them went; they may fill up such a zone.
    """

    top: dict[str, list[str]] = {}
    among: dict[str, list[str]] = {}
    strangers: dict[str, int] = {}
    perhaps: dict[str, list[str]] = {}

    def __bool__(self) -> bool:
        return bool(self.top or self.among)

    def holds(self, zones: Mapping[str, Sequence[str]]) -> bool:
        """Whether the cards of these zones are where the seat knows them to be."""
        for zone, top in self.top.items():
            lying = zones[zone][::-1]
            if any(face and lying[depth : depth + 1] != [face] for depth, face in enumerate(top)):
                return False
        return all(
            sum(zones[zone].count(face) for zone in key.split() if zone in zones) >= faces.count(face)
            for key, faces in self.among.items()
            for face in faces
        )

    def learn(self, zones: str, faces: Sequence[str]) -> None:
        """These cards are in these zones."""
        _add(self.among, zones, faces)

    def forget_places(self, zone: str) -> None:
        """The seat does not know any more where in a zone the cards are."""
        self.learn(zone, [face for face in self.top.pop(zone, ()) if face])

    def look(self, zone: str, *cards: Sequence[str]) -> None:
        """The seat sees a zone of which it may have had to know before, and in it these cards."""
        self.top.pop(zone, None)
        self.strangers.pop(zone, None)
        if any(zone in key for key in self.among):
            for face in chain(*cards):
                self._drop(face, zone)
            self._emptied(zone)

    def follow(self, trip: Trip, *, seen: bool) -> tuple[list[str], int]:
        """Cards leave a zone that the seat cannot see; `seen`: it sees them where they arrive. Returns what
        it knows of them, the last one on top, and how many strangers there are among them at the most.
        """
        source, faces = trip.source.id, trip.faces
        touched = [key for key in self.among if source in key]  # also hand:p1 in hand:p10
        if not touched and source not in self.top:
            return (faces, 0) if seen else ([""] * len(faces), len(faces))
        known = self._lifted(trip)
        strangers = min(known.count(""), self.strangers.get(source, len(faces)))
        if seen:
            rest = list(known)
            for face in faces:
                if face in rest:
                    rest.remove(face)
                else:
                    self._drop(face, source)
        elif "" in known and touched:
            self._loosen(trip)
        if not trip.source.cards:
            self._emptied(source)
        return (faces, 0) if seen else (known, strangers)

    def _lifted(self, trip: Trip) -> list[str]:
        """What is known by place of the cards that leave."""
        source, count = trip.source.id, len(trip.faces)
        if source not in self.top:
            return [""] * count
        if not trip.from_top:
            self.forget_places(source)
        top = self.top.pop(source, [])
        if rest := top[count:]:
            self.top[source] = rest
        return [*[""] * (count - len(top)), *reversed(top[:count])]

    def _drop(self, face: str, zone: str) -> None:
        """A card with this face was seen to leave: it was one of those that may have been there, or else a
        stranger, and then that one is still somewhere.
        """
        claims = _about(self.among, face, zone)
        bound = self.strangers.get(zone)
        if not claims:
            if perhaps := _about(self.perhaps, face, zone):
                _take(self.perhaps, perhaps[0], face)
            elif bound:
                self.strangers[zone] = bound - 1
            return
        nearest = min(claims, key=lambda key: key.count(" "))
        _take(self.among, nearest, face)
        if bound != 0 and any(id in self.strangers for id in nearest.split() if id != zone):
            _add(self.perhaps, nearest, [face])
        for other in claims:  # it may have been that one, and then the nearest is still somewhere
            if other != nearest and not set(nearest.split()) <= set(other.split()):
                _take(self.among, other, face)
                self.learn(_joined(other, nearest), [face])

    def _loosen(self, trip: Trip) -> None:
        """Some cards went unseen: what was in the one zone may be in the other."""
        source, target = trip.source.id, trip.target.id
        for claims in (self.among, self.perhaps):
            for key in [key for key in claims if source in key.split() and target not in key.split()]:
                faces = claims.pop(key)
                moved = [face for face in faces if trip.admits(trip.target, face)]
                _add(claims, _joined(key, target), moved)
                _add(claims, key, [face for face in faces if face not in moved])

    def _emptied(self, zone: str) -> None:
        """Nothing of what is looked for is left in a zone."""
        for claims in (self.among, self.perhaps):
            for key in [key for key in claims if zone in key.split()]:
                faces = claims.pop(key)
                if rest := " ".join(id for id in key.split() if id != zone):
                    _add(claims, rest, faces)

    def arrive(self, trip: Trip, cards: Sequence[str], strangers: int, *, placed: bool) -> None:
        """Cards come into a zone that the seat cannot see; an empty text for one that it does not know, of
        which so many may be `strangers`. `placed`: it knows the place.
        """
        zone = trip.target
        if not zone.cards:
            self.strangers[zone.id] = strangers
        elif zone.id in self.strangers:
            self.strangers[zone.id] += strangers
        if zone.kind != "hand" and placed:
            top = self.top.get(zone.id, [])
            if not top and not any(cards):
                return
            top = top + [""] * (trip.depth - len(top))
            top[trip.depth : trip.depth] = reversed(cards)
            self._keep_top(zone.id, top)
        else:
            if zone.id in self.top:
                self.forget_places(zone.id)
            if any(cards):
                self.learn(zone.id, [card for card in cards if card])

    def lay_down(self, zone: Zone) -> None:
        """The seat has seen all cards of a zone, and sees them no longer."""
        self.strangers[zone.id] = 0
        if zone.kind == "hand":
            self.learn(zone.id, zone.cards)
        else:
            self._keep_top(zone.id, zone.cards[::-1])

    def _keep_top(self, zone: str, top: list[str]) -> None:
        while top and not top[-1]:
            top.pop()
        if top:
            self.top[zone] = top


class Trip(msgspec.Struct):
    """Cards that have left a zone and are about to arrive in another. `from_top`: they were the top ones;
    `depth`: how many cards will lie on them.
    """

    source: Zone
    target: Zone
    faces: list[str]
    from_top: bool
    depth: int
    admits: Admits


class Watcher(NamedTuple):
    """A seat while cards move: whether it sees where they were and where they go, and is told their place."""

    seat: str
    before: bool
    after: bool
    placed: bool


class Knowledge(msgspec.Struct, omit_defaults=True):
    """What all seats know; one that knows nothing is left out."""

    seats: dict[str, Known] = {}

    def of(self, seat: str | None) -> Known:
        """What one of them knows; nothing for a spectator."""
        return self.seats.get(seat or "", Known())

    def only(self, seat: str | None) -> Knowledge:
        """The same without what the others know."""
        return Knowledge({id: known for id, known in self.seats.items() if id == seat})

    def declare(self, seats: Sequence[str], faces: Sequence[str], zones: Sequence[str]) -> None:
        """These cards are in one of these zones, as these seats know, which see none of them."""
        for seat in seats if faces else ():
            self.seats.setdefault(seat, Known()).learn(_joined(*zones), faces)

    def follow(self, trip: Trip, watchers: Iterable[Watcher]) -> None:
        """Cards have left a zone and are about to arrive in another. Most seats neither know nor learn
        anything.
        """
        for seat, before, after, placed in watchers:
            if seat not in self.seats and (after or not before):
                continue
            mine, cards, strangers = self.seats.setdefault(seat, Known()), trip.faces, 0
            if before:
                mine.look(trip.source.id, trip.source.cards, cards)
            else:
                cards, strangers = mine.follow(trip, seen=after)
            if not after:
                mine.arrive(trip, cards, strangers, placed=placed)
            if not mine:
                del self.seats[seat]

    def shown(self, seat: str, zone: Zone, *, before: bool, after: bool) -> None:
        """Whether a seat sees the faces of a zone has changed, while the cards stay where they are."""
        if before == after or (after and seat not in self.seats):
            return
        mine = self.seats.setdefault(seat, Known())
        mine.look(zone.id, zone.cards)
        if not after:
            mine.lay_down(zone)
        if not mine:
            del self.seats[seat]

    def mixed(self, zone: str) -> None:
        """A zone was shuffled: nobody knows its order."""
        for known in self.seats.values():
            known.forget_places(zone)

    def forget(self) -> None:
        """All cards were gathered and are dealt anew."""
        self.seats.clear()


def _about(claims: dict[str, list[str]], face: str, zone: str) -> list[str]:
    """Where a card with this face may be, of all that may be in this zone."""
    return [key for key, faces in claims.items() if face in faces and zone in key.split()]


def _add(claims: dict[str, list[str]], zones: str, faces: Sequence[str]) -> None:
    if faces:
        claims[zones] = sorted([*claims.get(zones, ()), *faces])


def _take(claims: dict[str, list[str]], zones: str, face: str) -> None:
    rest = list(claims[zones])
    rest.remove(face)
    if rest:
        claims[zones] = rest
    else:
        del claims[zones]


def _joined(*zones: str) -> str:
    """All these zones, each once."""
    return " ".join(sorted({zone for some in zones for zone in some.split()}))
