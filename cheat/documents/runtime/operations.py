"""The effects on a table: they move cards, update variables and drop outdated conclusions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from cheat.documents.compile.emit import Function
from cheat.documents.runtime.state import MOVING, TELLING, Card, Run
from cheat.documents.runtime.words import DocumentText
from cheat.engine.registry import Conclusion
from cheat.engine.table import Event, Moved, Zone, take
from cheat.engine.visibility import Viewers

ACTING = 4
"""Steps for an effect that moves or shuffles cards, even if there are none."""
CONCLUDING = 60
"""Steps for a conclusion of all players, since it is compared with all earlier ones."""
SHUFFLING = 5
"""Steps for each card that is shuffled.

A single random number costs twice as many steps: a shuffle makes many numbers at once, which is cheaper.
"""
MOST_CLAIMS, MOST_FACES = 64, 1024
"""Most conclusions, and most faces in all of them together.

Beyond that, the oldest are forgotten.
"""


def move(
    r: Run, cards: Sequence[Card], target: int, *, bottom: bool = False, show: bool = False
) -> list[Moved]:
    """Move cards onto a zone, or below it. Cards that are there already, or nowhere, stay."""
    moved = [
        move_faces(r, zone, faces, target, bottom=bottom, show=show)
        for zone, faces in _by_zone(r, cards, target)
    ]
    return [one for one in moved if one.faces]


def _by_zone(r: Run, cards: Sequence[Card], target: int) -> list[tuple[int, list[str]]]:
    """Return the faces that move onto a zone, grouped by the zones they come from."""
    r.spend(ACTING + len(cards))
    groups: list[tuple[int, list[str]]] = []
    for card in cards:
        zone = r.place_of(card)
        if zone is None or zone == target:
            continue
        if groups and groups[-1][0] == zone:
            groups[-1][1].append(card.face)
        else:
            groups.append((zone, [card.face]))
    return groups


def _there(r: Run, here: Zone, faces: list[str]) -> list[str]:
    """Return those of the given faces that are in a zone, each at most as often as it is there.

    Charges steps for the search. If the faces are the top cards, there is no search to charge.
    """
    count, size = len(faces), len(here.cards)
    r.spend(MOVING + 2 * count)
    if faces and here.cards[-count:] != faces:
        r.spend((count + 4) * (size >> 4))
        if count == 1:
            return faces if faces[0] in here.cards else []
        left = dict(Counter(here.cards))
        faces = [face for face in faces if _one_less(left, face)]
    return faces


def _one_less(left: dict[str, int], face: str) -> bool:
    """Take one of these cards, if there still is one, and return whether there was."""
    count = left.get(face, 0)
    left[face] = count - 1
    return count > 0


def move_faces(
    r: Run, source: int, faces: list[str], target: int, *, bottom: bool = False, show: bool = False
) -> Moved:
    """Move these faces from one zone to another, except for faces that are not there."""
    here, there, t = r.zones[source], r.zones[target], r.t
    faces = _there(r, here, faces)
    at = 0 if bottom else None
    if r.hushed:
        move_hushed(r, source, faces, target, bottom=bottom, show=show)
        return Moved(source=here.id, target=there.id, faces=faces, viewers="all")
    _conclude(r, here, there, faces, public=show or "all" in (here.viewers, there.viewers))
    if show:  # all players see the faces on their way
        way = Zone(id="", kind="row", viewers="all")
        t.move(faces, here, way)
        t.move(faces, way, there, at=at, placed="all")
        moved = Moved(source=here.id, target=there.id, faces=faces, viewers="all")
    else:
        moved = t.move(faces, here, there, at=at, placed="all")
    if target in r.shape.keys:
        r.unsorted.add(target)
    if r.game.card_variables:
        _follow(r, source, faces, target)
    if not here.cards:
        t.show(here, r.shape.seen(source, r.seats))
    return moved


def move_hushed(r: Run, source: int, faces: list[str], target: int, *, bottom: bool, show: bool) -> None:
    """Move faces from zone to zone in a hushed run. All of them must be in the first zone."""
    here, there, shape = r.zones[source], r.zones[target], r.shape
    r.t.spend((1 + len(faces)) * (2 if show else 1))
    take(here, faces)
    if bottom:
        there.cards[0:0] = faces
    else:
        there.cards += faces
    if target in shape.keys:
        r.unsorted.add(target)
    if r.game.card_variables:
        _follow(r, source, faces, target)
    if not here.cards:
        r.t.show(here, shape.seen(source, r.seats))


def move_one(r: Run, card: Card | None, target: int, bottom: bool, show: bool) -> Any:
    """Move one card, and return what moved; in a hushed run, whether it moved."""
    if not r.hushed:
        return move(r, [] if card is None else [card], target, bottom=bottom, show=show)
    r.spend(ACTING)
    if card is None:
        return False
    r.spend(1)
    zone = r.place_of(card)
    if zone is None or zone == target:
        return False
    move_hushed(r, zone, _there(r, r.zones[zone], [card.face]), target, bottom=bottom, show=show)
    return True


def move_some(r: Run, cards: Sequence[Card], target: int, bottom: bool, show: bool) -> Any:
    """Move cards, and return what moved; in a hushed run, whether any moved."""
    if not r.hushed:
        return move(r, cards, target, bottom=bottom, show=show)
    moved = False
    for zone, some in _by_zone(r, cards, target):
        faces = _there(r, r.zones[zone], some)
        move_hushed(r, zone, faces, target, bottom=bottom, show=show)
        moved = moved or bool(faces)
    return moved


def shuffle(r: Run, zone: int) -> None:
    """Shuffle a zone. If it has an order, it is sorted again after the step."""
    r.spend(ACTING + SHUFFLING * len(r.zones[zone].cards))
    r.t.shuffle_zone(r.zones[zone])
    if zone in r.shape.keys:
        r.unsorted.add(zone)


def _follow(r: Run, source: int, faces: list[str], target: int) -> None:
    """Update variables that hold these cards: a variable also stores the zone of its card."""
    moved = set(faces)
    for name in r.game.card_variables:
        _follow_in(r, r.values[name], source, moved, target)


def _follow_in(r: Run, held: Any, source: int, faces: set[str], target: int) -> None:
    if not isinstance(held, list):
        return
    if len(held) == 2 and isinstance(held[0], str) and isinstance(held[1], int):
        if held[1] == source and held[0] in faces:
            held[1] = target
    else:
        r.spend(2 * len(held))
        for one in held:
            _follow_in(r, one, source, faces, target)


def _conclude(r: Run, source: Zone, target: Zone, faces: list[str], *, public: bool) -> None:
    """Drop the conclusions about two zones that may no longer hold once these cards move.

    Call this before the cards move: the move updates what seats know, and asks the conclusions which cards a
    zone may hold.
    """
    if not r.t.conclusions:
        return

    moved = set(faces)

    def holds(one: Conclusion) -> bool:
        if one.zone != (source if one.is_there else target).id:
            return True
        return public and moved.isdisjoint(one.faces)

    r.t.conclusions = [one for one in r.t.conclusions if holds(one)]


def conclude(r: Run, zone: int | None, has: bool, faces: list[str]) -> None:
    """Let all players conclude that a hidden zone has one of these faces, or lacks all of them."""
    if zone is not None and r.zones[zone].viewers != "all" and not r.hushed:
        add_conclusion(r, zone, has, faces)


def add_conclusion(r: Run, zone: int, has: bool, faces: list[str]) -> None:
    """Add a conclusion about a zone, which all players may draw."""
    new = Conclusion(r.zones[zone].id, has, faces)
    claims = [*(one for one in r.t.conclusions if one != new), new][-MOST_CLAIMS:]
    while sum(len(one.faces) for one in claims) > MOST_FACES:
        del claims[0]
    r.t.conclusions = claims


def draw(r: Run, count: int, source: int, target: int, refill: tuple[int | None, int]) -> list[Moved]:
    """Draw so many cards one by one, from a pile that is refilled when it is empty."""
    r.spend(ACTING)
    found: list[Moved] = []
    for _ in range(count):
        r.spend(1)
        if not filled_up(r, source, refill) or source == target:
            break
        one = move_faces(r, source, [r.zones[source].cards[-1]], target)
        last = found[-1] if found else None
        if last is not None and last.viewers == one.viewers:
            last.faces += one.faces
        else:
            found.append(one)
    return found


def filled_up(r: Run, zone: int, refill: tuple[int | None, int]) -> bool:
    """Refill a pile if it is empty, and return whether it has a card then.

    `refill`: another zone, and how many of its cards stay there. The others are shuffled into this pile.
    """
    cards, (other, keep) = r.zones[zone].cards, refill
    if not cards and other is not None:
        source = r.shape.bases[other]
        faces = r.zones[source].cards[:-keep] if keep else list(r.zones[source].cards)
        if faces:
            moved = move_faces(r, source, faces, zone)
            shuffle(r, zone)
            report_event(r, "reshuffled", "The pile is refilled and shuffled.", {}, [moved])
    return bool(r.zones[zone].cards)


def deal(
    r: Run, count: int | None, source: int, targets: list[int], refill: tuple[int | None, int]
) -> list[Moved]:
    """Deal cards one by one, in turn, until each target has got `count`, or no card is left.

    `count`: None for all cards.
    """
    left = r.zones[source].cards
    if count is None or count * len(targets) <= len(left):
        total = len(left) if count is None else count * len(targets)
        faces = left[len(left) - total :][::-1]
        r.spend(total)
        shares = [faces[at :: len(targets)] for at in range(len(targets))]
        return [
            move_faces(r, source, share, target)
            for share, target in zip(shares, targets, strict=True)
            if share
        ]
    found: list[Moved] = []
    for _ in range(count):
        for target in targets:
            found += draw(r, 1, source, target, refill)
    return found


def reveal(r: Run, zones: list[int], seen: Viewers | None) -> list[Moved]:
    """Change the viewers of zones; for each zone this lasts until it is empty.

    `seen`: the new viewers; None for those that the document states for the zone.
    """
    for zone in zones:
        r.spend(1)
        r.t.show(r.zones[zone], r.shape.seen(zone, r.seats) if seen is None else seen)
    return []


AROUND_EVENT = 60
"""Bytes of an event in addition to its words."""
HIDDEN_EVENT = Event(type="hidden")
"""The event that stands for any event in a hushed run."""


def report_text(
    r: Run,
    kind: str,
    spoken: DocumentText,
    moved: Any,
    tone: str = "info",
    to: Function | None = None,
) -> None:
    """Report an event with a text of the document, to all players or to some.

    A hushed run makes no words, but charges the same cost.
    """
    if r.hushed:
        spoken.weigh(r)
        if to is not None:
            to.run(r)
        count_event(r, to is None)
        return
    template, args, by = spoken.fill(r, moved)
    seen: Viewers = "all" if to is None else [r.seats[seat] for seat in to.run(r)]
    report_event(r, kind, template, args, moved, by=by, tone=tone, seen=seen)


def report_moves(r: Run, kind: str, moved: Any, tone: str) -> None:
    """Report moved cards without words."""
    if r.hushed:
        count_event(r, True)
    else:
        report_event(r, kind, "", {}, moved, tone=tone)


def report_event(
    r: Run,
    kind: str,
    template: str,
    args: dict[str, Any],
    moved: list[Moved],
    *,
    by: bool = False,
    tone: str = "info",
    seen: Viewers = "all",
) -> None:
    """Report an event."""
    if r.hushed:
        count_event(r, seen == "all")
        return
    r.spend(TELLING)
    r.say(len(template) + AROUND_EVENT)
    who = r.seats[r.me] if by or moved else None
    r.t.tell(kind, template, by=who, tone=tone, cards=moved, viewers=seen, **args)  # type: ignore[arg-type]
    r.has_public_event = r.has_public_event or seen == "all"


def count_event(r: Run, is_public: bool) -> None:
    """Count an event of a hushed run, which has no words.

    `is_public`: all players would have read it.
    """
    r.spend(TELLING)
    r.t.spend()
    r.t.events.append(HIDDEN_EVENT)
    r.has_public_event = r.has_public_event or is_public


def report_unstated(r: Run, kind: str, template: str = "", **said: Any) -> None:
    """Report an event that the document does not state itself."""
    if r.hushed:
        count_event(r, False)
    else:
        r.spend(TELLING)
        r.t.tell(kind, template, **said)
