"""Record the knowledge that each seat has about cards that it cannot see.

Bots that look ahead use this knowledge to guess hidden cards (`determinize.py`). Tables in rooms do not
record it, to save time. Knowledge is recorded only if a game is played, or replayed, from a deal with
`engine.deal(..., track_knowledge=True)`.

A face is what is printed on a card. Several cards can have the same face.

A seat that saw a card in a zone, or while the card moved, knows where the card went. If cards then leave that
zone unseen, the known card may be among them. So the seat only knows that the card is in one of several
zones. After a shuffle of a zone, the seat still knows which cards are in the zone, but not their places.

All recorded knowledge is certain: a player with a perfect memory would have it, too. Conclusions from the
moves of other players are not recorded.

Most cards leave a pile from the top, and every seat sees how many. But a card may be taken from the middle of
a pile, or put at a place that a seat does not see. Then the seat forgets the places of the pile's cards, but
not which cards are in the pile.

A card is known to a seat if the seat is certain that the card is in a zone, or in one of several zones. All
other cards are unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

import msgspec

from cheat.engine.visibility import Zone

Admits = Callable[[Zone, str], bool]
"""A function that returns False if all players know that a face cannot be in a zone."""


class SeatKnowledge(msgspec.Struct, omit_defaults=True):
    """The knowledge of one seat.

    - `top`: zone -> the faces in it from the top down, with "" for a face that the seat does not know
    - `among`: ids of several zones, separated by spaces -> faces of cards that are certainly in one of these
      zones
    - `most_unknown`: zone -> the maximum number of unknown cards in it. A zone has an entry only if the seat
      has followed all cards that came into the zone since the zone was last empty or visible.
    - `maybe_left`: like `among`, but with faces that were taken out of `among` when a card with the same face
      left a zone. Perhaps an unknown card left instead, and the known card is still there. A determinization
      uses these faces only if a zone would otherwise have more than `most_unknown` unknown cards.
    """

    top: dict[str, list[str]] = {}
    among: dict[str, list[str]] = {}
    most_unknown: dict[str, int] = {}
    maybe_left: dict[str, list[str]] = {}

    def __bool__(self) -> bool:
        return bool(self.top or self.among)

    def holds(self, zones: Mapping[str, Sequence[str]]) -> bool:
        """Return whether the cards of these zones agree with what the seat knows."""
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
        """Note that each of these cards is in one of these zones (ids, separated by spaces)."""
        _add(self.among, zones, faces)

    def forget_places(self, zone: str) -> None:
        """Forget the places of the cards in a zone, but not the cards."""
        self.learn(zone, [face for face in self.top.pop(zone, ()) if face])

    def see_zone(self, zone: str, *cards: Sequence[str]) -> None:
        """Note that the seat sees a zone with these cards.

        Earlier knowledge about the zone is dropped.
        """
        self.top.pop(zone, None)
        self.most_unknown.pop(zone, None)
        if any(zone in key for key in self.among):
            for face in chain(*cards):
                self._note_left(face, zone)
            self._note_empty(zone)

    def follow(self, movement: CardMovement, *, sees_arrival: bool) -> tuple[list[str], int]:
        """Note that cards leave a zone that the seat cannot see. Return what the seat knows of them.

        `sees_arrival`: the seat sees the zone in which the cards arrive. The result has the faces, with the
        top card last, and the maximum number of unknown cards among them. A face that the seat does not know
        is "".
        """
        source, faces = movement.source.id, movement.faces
        touched = [key for key in self.among if source in key]  # “hand:p1” is in “hand:p10”, too: no harm
        if not touched and source not in self.top:
            return (faces, 0) if sees_arrival else ([""] * len(faces), len(faces))
        known_faces = self._known_leaving(movement)
        max_unknown = min(known_faces.count(""), self.most_unknown.get(source, len(faces)))
        if sees_arrival:
            remaining = list(known_faces)
            for face in faces:
                if face in remaining:
                    remaining.remove(face)
                else:
                    self._note_left(face, source)
        elif "" in known_faces and touched:
            self._note_unseen_move(movement)
        if not movement.source.cards:
            self._note_empty(source)
        return (faces, 0) if sees_arrival else (known_faces, max_unknown)

    def _known_leaving(self, movement: CardMovement) -> list[str]:
        """Return the faces that leave, with "" for each card that the seat does not know."""
        source, count = movement.source.id, len(movement.faces)
        if source not in self.top:
            return [""] * count
        if not movement.from_top:
            self.forget_places(source)
        top = self.top.pop(source, [])
        if remaining := top[count:]:
            self.top[source] = remaining
        return [*[""] * (count - len(top)), *reversed(top[:count])]

    def _note_left(self, face: str, zone: str) -> None:
        """Note that a card with this face was seen leaving a zone.

        The card was either a known card with this face that could be in the zone, or an unknown card. In the
        second case, the known card is still in one of its zones.
        """
        keys = _keys_with(self.among, face, zone)
        bound = self.most_unknown.get(zone)
        if not keys:
            if keys_left := _keys_with(self.maybe_left, face, zone):
                _take(self.maybe_left, keys_left[0], face)
            elif bound:
                self.most_unknown[zone] = bound - 1
            return
        shortest = min(keys, key=lambda key: key.count(" "))
        _take(self.among, shortest, face)
        if bound != 0 and any(id in self.most_unknown for id in shortest.split() if id != zone):
            _add(self.maybe_left, shortest, [face])
        # If another key has this face, too, perhaps the card of that key has left, and the card of `shortest`
        # is still there. The seat does not know which of the two cards remains. So the remaining card gets
        # the zones of both keys.
        for key in keys:
            if key != shortest and not set(shortest.split()) <= set(key.split()):
                _take(self.among, key, face)
                self.learn(_key_of(key, shortest), [face])

    def _note_unseen_move(self, movement: CardMovement) -> None:
        """Note that the seat did not see which cards moved.

        Any known card that can be in the source may now be in the target.
        """
        source, target = movement.source.id, movement.target.id
        for groups in (self.among, self.maybe_left):
            for key in [key for key in groups if source in key.split() and target not in key.split()]:
                faces = groups.pop(key)
                possible_faces = [face for face in faces if movement.admits(movement.target, face)]
                _add(groups, _key_of(key, target), possible_faces)
                _add(groups, key, [face for face in faces if face not in possible_faces])

    def _note_empty(self, zone: str) -> None:
        """Note that none of the known cards is left in a zone."""
        for groups in (self.among, self.maybe_left):
            for key in [key for key in groups if zone in key.split()]:
                faces = groups.pop(key)
                if other_zones := " ".join(id for id in key.split() if id != zone):
                    _add(groups, other_zones, faces)

    def arrive(
        self, movement: CardMovement, cards: Sequence[str], max_unknown: int, *, knows_place: bool
    ) -> None:
        """Note that cards arrive in a zone that the seat cannot see.

        In `cards`, a face that the seat does not know is "". Such a card may be one of the known cards in
        `among`. At most `max_unknown` of the cards that arrive are unknown. `knows_place`: the seat knows
        the place of the cards in the zone.
        """
        zone = movement.target
        if not zone.cards:
            self.most_unknown[zone.id] = max_unknown
        elif zone.id in self.most_unknown:
            self.most_unknown[zone.id] += max_unknown
        if zone.kind != "hand" and knows_place:
            top = self.top.get(zone.id, [])
            if not top and not any(cards):
                return
            top = top + [""] * (movement.depth - len(top))
            top[movement.depth : movement.depth] = reversed(cards)
            self._set_top(zone.id, top)
        else:
            if zone.id in self.top:
                self.forget_places(zone.id)
            if any(cards):
                self.learn(zone.id, [card for card in cards if card])

    def lose_sight(self, zone: Zone) -> None:
        """Remember the cards of a zone that the seat no longer sees."""
        self.most_unknown[zone.id] = 0
        if zone.kind == "hand":
            self.learn(zone.id, zone.cards)
        else:
            self._set_top(zone.id, zone.cards[::-1])

    def _set_top(self, zone: str, top: list[str]) -> None:
        while top and not top[-1]:
            top.pop()
        if top:
            self.top[zone] = top


class CardMovement(msgspec.Struct):
    """Cards that have left a zone and are about to arrive in another.

    - `from_top`: the cards were the top cards of the source
    - `depth`: the number of cards that will lie on top of the moved cards in the target
    """

    source: Zone
    target: Zone
    faces: list[str]
    from_top: bool
    depth: int
    admits: Admits


class MoveObserver(NamedTuple):
    """A seat, and the parts of a card movement that this seat can see.

    - `sees_source`: the seat sees the zone that the cards leave
    - `sees_target`: the seat sees the zone that the cards reach
    - `knows_place`: the seat knows the place of the cards in that zone
    """

    seat: str
    sees_source: bool
    sees_target: bool
    knows_place: bool


class Knowledge(msgspec.Struct, omit_defaults=True):
    """The knowledge of all seats, by seat. Seats that know nothing have no entry."""

    seats: dict[str, SeatKnowledge] = {}

    def of(self, seat: str | None) -> SeatKnowledge:
        """Return the knowledge of one seat; a spectator has none."""
        return self.seats.get(seat or "", SeatKnowledge())

    def only_of(self, seat: str | None) -> Knowledge:
        """Return a copy that has only the knowledge of this seat."""
        return Knowledge({id: knowledge for id, knowledge in self.seats.items() if id == seat})

    def declare(self, seats: Sequence[str], faces: Sequence[str], zones: Sequence[str]) -> None:
        """Note for these seats that each of these cards is in one of these zones.

        The seats see none of the zones.
        """
        for seat in seats if faces else ():
            self.seats.setdefault(seat, SeatKnowledge()).learn(_key_of(*zones), faces)

    def follow(self, movement: CardMovement, observers: Iterable[MoveObserver]) -> None:
        """Record what each observer learns from cards that move from one zone to another.

        To save time, seats that have no knowledge and gain none are skipped. Most seats are like this.
        """
        for seat, sees_source, sees_target, knows_place in observers:
            if seat not in self.seats and (sees_target or not sees_source):
                continue
            knowledge, cards, max_unknown = self.seats.setdefault(seat, SeatKnowledge()), movement.faces, 0
            if sees_source:
                knowledge.see_zone(movement.source.id, movement.source.cards, cards)
            else:
                cards, max_unknown = knowledge.follow(movement, sees_arrival=sees_target)
            if not sees_target:
                knowledge.arrive(movement, cards, max_unknown, knows_place=knows_place)
            if not knowledge:
                del self.seats[seat]

    def note_visibility(self, seat: str, zone: Zone, *, saw_before: bool, sees_now: bool) -> None:
        """Note that a seat can now see a zone, or no longer see it, although no card has moved."""
        if saw_before == sees_now or (sees_now and seat not in self.seats):
            return
        knowledge = self.seats.setdefault(seat, SeatKnowledge())
        knowledge.see_zone(zone.id, zone.cards)
        if not sees_now:
            knowledge.lose_sight(zone)
        if not knowledge:
            del self.seats[seat]

    def note_shuffle(self, zone: str) -> None:
        """Forget the order of a zone that was shuffled."""
        for knowledge in self.seats.values():
            knowledge.forget_places(zone)

    def forget(self) -> None:
        """Forget everything, because all cards were gathered and are dealt anew."""
        self.seats.clear()


def _keys_with(groups: dict[str, list[str]], face: str, zone: str) -> list[str]:
    """Return the keys that include this zone and have this face among their values."""
    return [key for key, faces in groups.items() if face in faces and zone in key.split()]


def _add(groups: dict[str, list[str]], zones: str, faces: Sequence[str]) -> None:
    if faces:
        groups[zones] = sorted([*groups.get(zones, ()), *faces])


def _take(groups: dict[str, list[str]], zones: str, face: str) -> None:
    remaining = list(groups[zones])
    remaining.remove(face)
    if remaining:
        groups[zones] = remaining
    else:
        del groups[zones]


def _key_of(*zones: str) -> str:
    """Join ids of zones, or keys of several zones, into one key: sorted, each zone once."""
    return " ".join(sorted({zone for key in zones for zone in key.split()}))
