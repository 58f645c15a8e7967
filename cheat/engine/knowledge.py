"""Knowledge of each seat about cards that it cannot see, for searches.

Tables of rooms do not keep this knowledge. It is recorded only if a game is played, or replayed, from a deal
with `engine.deal(..., track_knowledge=True)`. It costs all other tables nothing.

A seat that saw a card in a zone, or while it moved, knows where the card went. Once the seat loses track of
the card, it only knows that the card is in one of several zones. After a shuffle, it knows the zone but not
the place. All recorded knowledge is certain: a player with a perfect memory of the seat's own views would
have it, too.

As a rule, cards leave a pile from the top, and every seat sees how many. A card may also be taken from within
a pile, or go to a place that a seat is not told. This seat then forgets the places of the cards in this pile,
but not the cards. Conclusions from the moves of other players do not count as knowledge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

import msgspec

from cheat.engine.visibility import Zone

Admits = Callable[[Zone, str], bool]
"""A function that tells if a face can lie in a zone, as all players know from the rules."""


class SeatKnowledge(msgspec.Struct, omit_defaults=True):
    """The knowledge of one seat.

    - `top`: by zone, faces from the top down, with an empty text for an unknown face
    - `among`: the keys are ids of zones, separated by spaces; the values are faces that are certainly in one
      of these zones, each on another card
    - `most_unknown`: by zone, the most unknown cards in it. A seat has such a limit if it has seen all cards
      that came into the zone. A zone without an entry has no limit.
    - `maybe_left`, with keys as in `among`: cards that are assumed to have left a zone, because a card with
      the same face left it. They may still be there. They fill up a zone that has too few unknown cards.
    """

    top: dict[str, list[str]] = {}
    among: dict[str, list[str]] = {}
    most_unknown: dict[str, int] = {}
    maybe_left: dict[str, list[str]] = {}

    def __bool__(self) -> bool:
        return bool(self.top or self.among)

    def holds(self, zones: Mapping[str, Sequence[str]]) -> bool:
        """Return whether the cards of these zones are where the seat knows them to be."""
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
        """Note that these cards are in one of these zones."""
        _add(self.among, zones, faces)

    def forget_places(self, zone: str) -> None:
        """Forget the places of the cards in a zone, but not the cards."""
        self.learn(zone, [face for face in self.top.pop(zone, ()) if face])

    def see_zone(self, zone: str, *cards: Sequence[str]) -> None:
        """Note that the seat sees a zone with these cards.

        This replaces everything that it knew about the zone.
        """
        self.top.pop(zone, None)
        self.most_unknown.pop(zone, None)
        if any(zone in key for key in self.among):
            for face in chain(*cards):
                self._note_left(face, zone)
            self._note_empty(zone)

    def follow(self, movement: CardMovement, *, seen: bool) -> tuple[list[str], int]:
        """Follow cards out of a zone that the seat cannot see. `seen`: the seat sees them arrive.

        Returns the faces as far as the seat knows them, the top card last, and the most cards among them that
        the seat does not know.
        """
        source, faces = movement.source.id, movement.faces
        touched = [key for key in self.among if source in key]  # also finds hand:p10 for hand:p1: no harm
        if not touched and source not in self.top:
            return (faces, 0) if seen else ([""] * len(faces), len(faces))
        known = self._known_leaving(movement)
        strangers = min(known.count(""), self.most_unknown.get(source, len(faces)))
        if seen:
            rest = list(known)
            for face in faces:
                if face in rest:
                    rest.remove(face)
                else:
                    self._note_left(face, source)
        elif "" in known and touched:
            self._note_unseen_move(movement)
        if not movement.source.cards:
            self._note_empty(source)
        return (faces, 0) if seen else (known, strangers)

    def _known_leaving(self, movement: CardMovement) -> list[str]:
        """Return the cards that leave, as far as the seat knows their places."""
        source, count = movement.source.id, len(movement.faces)
        if source not in self.top:
            return [""] * count
        if not movement.from_top:
            self.forget_places(source)
        top = self.top.pop(source, [])
        if rest := top[count:]:
            self.top[source] = rest
        return [*[""] * (count - len(top)), *reversed(top[:count])]

    def _note_left(self, face: str, zone: str) -> None:
        """Note that a card with this face was seen leaving a zone.

        It was either a known card that may have been there, or an unknown card. In the second case, the known
        card with this face is still somewhere.
        """
        keys = _keys_with(self.among, face, zone)
        bound = self.most_unknown.get(zone)
        if not keys:
            if keys_left := _keys_with(self.maybe_left, face, zone):
                _take(self.maybe_left, keys_left[0], face)
            elif bound:
                self.most_unknown[zone] = bound - 1
            return
        nearest = min(keys, key=lambda key: key.count(" "))
        _take(self.among, nearest, face)
        if bound != 0 and any(id in self.most_unknown for id in nearest.split() if id != zone):
            _add(self.maybe_left, nearest, [face])
        for other in keys:  # if this one left, the nearest other is still somewhere
            if other != nearest and not set(nearest.split()) <= set(other.split()):
                _take(self.among, other, face)
                self.learn(_joined(other, nearest), [face])

    def _note_unseen_move(self, movement: CardMovement) -> None:
        """Note that cards moved unseen: any known card of the source may now be in the target."""
        source, target = movement.source.id, movement.target.id
        for groups in (self.among, self.maybe_left):
            for key in [key for key in groups if source in key.split() and target not in key.split()]:
                faces = groups.pop(key)
                moved = [face for face in faces if movement.admits(movement.target, face)]
                _add(groups, _joined(key, target), moved)
                _add(groups, key, [face for face in faces if face not in moved])

    def _note_empty(self, zone: str) -> None:
        """Note that none of the known cards is left in a zone."""
        for groups in (self.among, self.maybe_left):
            for key in [key for key in groups if zone in key.split()]:
                faces = groups.pop(key)
                if rest := " ".join(id for id in key.split() if id != zone):
                    _add(groups, rest, faces)

    def arrive(self, movement: CardMovement, cards: Sequence[str], strangers: int, *, placed: bool) -> None:
        """Note that cards arrive in a zone that the seat cannot see.

        An unknown card is an empty text. At most `most_unknown` of them can be none of the known cards.
        `placed`: the seat knows their place in the zone.
        """
        zone = movement.target
        if not zone.cards:
            self.most_unknown[zone.id] = strangers
        elif zone.id in self.most_unknown:
            self.most_unknown[zone.id] += strangers
        if zone.kind != "hand" and placed:
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
        """Note the cards of a zone that the seat has seen until now and no longer sees."""
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

    `from_top`: they were the top cards; `depth`: the number of cards that will lie on top of them.
    """

    source: Zone
    target: Zone
    faces: list[str]
    from_top: bool
    depth: int
    admits: Admits


class MoveObserver(NamedTuple):
    """A seat, and whether it sees the cards before and after a move, and is told their place."""

    seat: str
    before: bool
    after: bool
    placed: bool


class Knowledge(msgspec.Struct, omit_defaults=True):
    """The knowledge of all seats. A seat that knows nothing is left out."""

    seats: dict[str, SeatKnowledge] = {}

    def of(self, seat: str | None) -> SeatKnowledge:
        """Return the knowledge of one seat; a spectator has none."""
        return self.seats.get(seat or "", SeatKnowledge())

    def only_of(self, seat: str | None) -> Knowledge:
        """Return a copy that has only the knowledge of this seat."""
        return Knowledge({id: known for id, known in self.seats.items() if id == seat})

    def declare(self, seats: Sequence[str], faces: Sequence[str], zones: Sequence[str]) -> None:
        """Note that these cards are in one of these zones, for seats that see none of them."""
        for seat in seats if faces else ():
            self.seats.setdefault(seat, SeatKnowledge()).learn(_joined(*zones), faces)

    def follow(self, movement: CardMovement, watchers: Iterable[MoveObserver]) -> None:
        """Follow cards that have left a zone and are about to arrive in another.

        Most seats neither know nor learn anything, and are skipped.
        """
        for seat, before, after, placed in watchers:
            if seat not in self.seats and (after or not before):
                continue
            mine, cards, strangers = self.seats.setdefault(seat, SeatKnowledge()), movement.faces, 0
            if before:
                mine.see_zone(movement.source.id, movement.source.cards, cards)
            else:
                cards, strangers = mine.follow(movement, seen=after)
            if not after:
                mine.arrive(movement, cards, strangers, placed=placed)
            if not mine:
                del self.seats[seat]

    def note_visibility(self, seat: str, zone: Zone, *, before: bool, after: bool) -> None:
        """Note that a seat starts or stops seeing a zone, while the cards stay where they are."""
        if before == after or (after and seat not in self.seats):
            return
        mine = self.seats.setdefault(seat, SeatKnowledge())
        mine.see_zone(zone.id, zone.cards)
        if not after:
            mine.lose_sight(zone)
        if not mine:
            del self.seats[seat]

    def note_shuffle(self, zone: str) -> None:
        """Forget the order of a zone that was shuffled."""
        for known in self.seats.values():
            known.forget_places(zone)

    def forget(self) -> None:
        """Forget everything, because all cards were gathered and are dealt anew."""
        self.seats.clear()


def _keys_with(groups: dict[str, list[str]], face: str, zone: str) -> list[str]:
    """Return the keys that include this zone and under which a face is recorded."""
    return [key for key, faces in groups.items() if face in faces and zone in key.split()]


def _add(groups: dict[str, list[str]], zones: str, faces: Sequence[str]) -> None:
    if faces:
        groups[zones] = sorted([*groups.get(zones, ()), *faces])


def _take(groups: dict[str, list[str]], zones: str, face: str) -> None:
    rest = list(groups[zones])
    rest.remove(face)
    if rest:
        groups[zones] = rest
    else:
        del groups[zones]


def _joined(*zones: str) -> str:
    """Return all these zones, each once."""
    return " ".join(sorted({zone for some in zones for zone in some.split()}))
