"""Carry out effects of rules: change the table, and add events, which appear in the log.

Work costs steps, and rules may use only a limited number of steps. A hushed run is a run of a simulation: it
adds no events. A conclusion is something that all players know about a hidden zone: that the zone has at
least one of certain faces, or none of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from cheat.documents.runtime.state import MOVING, TELLING, Card, RulesFunction, Run
from cheat.documents.runtime.words import DocumentText
from cheat.engine.registry import Conclusion
from cheat.engine.table import Event, Moved, Zone, take
from cheat.engine.visibility import Viewers

ACTING = 12
"""Number of steps of each effect that moves, shuffles or reveals cards."""
REVEALING = 3
"""Number of steps that each revealed zone costs."""
CONCLUDING = 60
"""Number of steps of a conclusion, which is compared with all earlier conclusions."""
SHUFFLING = 6
"""Number of steps that each shuffled card costs.

This is less than `DRAWING`, the cost of one random number, because a shuffle computes many of them at once.
"""
MOST_CLAIMS, MOST_FACES = 64, 1024
"""Maximum number of conclusions, and of faces in all conclusions together.

If there would be more, the oldest conclusions are dropped.
"""


def move(
    r: Run, cards: Sequence[Card], target: int, *, bottom: bool = False, show: bool = False
) -> list[Moved]:
    """Move cards to the top of a zone, or to the bottom. `show`: all players see the faces.

    Cards that are already in this zone, or in no zone, are ignored.
    """
    groups = [
        move_faces(r, zone, faces, target, bottom=bottom, show=show)
        for zone, faces in _by_zone(r, cards, target)
    ]
    return [group for group in groups if group.faces]


def _by_zone(r: Run, cards: Sequence[Card], target: int) -> list[tuple[int, list[str]]]:
    """Return the faces of the cards that move to `target`, in groups: (zone, faces).

    The cards of a group are in the same zone, and follow each other in `cards`.
    """
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


def _present_faces(r: Run, zone: Zone, faces: list[str]) -> list[str]:
    """Return those faces that are in a zone.

    No face is returned more often than the zone has it. If `faces` are not those of the top cards, looking
    for them costs further steps.
    """
    count, size = len(faces), len(zone.cards)
    r.spend(MOVING + 2 * count)
    if faces and zone.cards[-count:] != faces:
        r.spend((count + 4) * (size >> 4))
        if count == 1:
            return faces if faces[0] in zone.cards else []
        counts = dict(Counter(zone.cards))
        faces = [face for face in faces if _take_one(counts, face)]
    return faces


def _take_one(counts: dict[str, int], face: str) -> bool:
    """Subtract 1 from the count of a face. Return whether the count was greater than 0."""
    count = counts.get(face, 0)
    counts[face] = count - 1
    return count > 0


def move_faces(
    r: Run, source: int, faces: list[str], target: int, *, bottom: bool = False, show: bool = False
) -> Moved:
    """Move cards with these faces from one zone to another. Missing faces are ignored."""
    origin, destination, t = r.zones[source], r.zones[target], r.t
    faces = _present_faces(r, origin, faces)
    at = 0 if bottom else None
    if r.hushed:
        move_hushed(r, source, faces, target, bottom=bottom, show=show)
        return Moved(source=origin.id, target=destination.id, faces=faces, viewers="all")
    _conclude(r, origin, destination, faces, public=show or "all" in (origin.viewers, destination.viewers))
    if show:  # all players see the faces while they move
        passage = Zone(id="", kind="row", viewers="all")
        t.move(faces, origin, passage)
        t.move(faces, passage, destination, at=at, placed="all")
        moved_cards = Moved(source=origin.id, target=destination.id, faces=faces, viewers="all")
    else:
        moved_cards = t.move(faces, origin, destination, at=at, placed="all")
    if target in r.shape.keys:
        r.unsorted.add(target)
    if r.game.card_variables:
        _follow(r, source, faces, target)
    if not origin.cards:
        t.show(origin, r.shape.declared_viewers(source, r.seats))
    return moved_cards


def move_hushed(r: Run, source: int, faces: list[str], target: int, *, bottom: bool, show: bool) -> None:
    """Move cards in a hushed run. All these faces must be in the zone `source`."""
    origin, destination, shape = r.zones[source], r.zones[target], r.shape
    r.t.spend((1 + len(faces)) * (2 if show else 1))
    take(origin, faces)
    if bottom:
        destination.cards[0:0] = faces
    else:
        destination.cards += faces
    if target in shape.keys:
        r.unsorted.add(target)
    if r.game.card_variables:
        _follow(r, source, faces, target)
    if not origin.cards:
        r.t.show(origin, shape.declared_viewers(source, r.seats))


def move_one(r: Run, card: Card | None, target: int, bottom: bool, show: bool) -> Any:
    """Move one card. Return its movement. In a hushed run, return whether the card moved."""
    if not r.hushed:
        return move(r, [] if card is None else [card], target, bottom=bottom, show=show)
    r.spend(ACTING)
    if card is None:
        return False
    r.spend(1)
    zone = r.place_of(card)
    if zone is None or zone == target:
        return False
    move_hushed(r, zone, _present_faces(r, r.zones[zone], [card.face]), target, bottom=bottom, show=show)
    return True


def move_some(r: Run, cards: Sequence[Card], target: int, bottom: bool, show: bool) -> Any:
    """Move cards. Return their movements. In a hushed run, return whether any card moved."""
    if not r.hushed:
        return move(r, cards, target, bottom=bottom, show=show)
    has_moved = False
    for zone, wanted_faces in _by_zone(r, cards, target):
        faces = _present_faces(r, r.zones[zone], wanted_faces)
        move_hushed(r, zone, faces, target, bottom=bottom, show=show)
        has_moved = has_moved or bool(faces)
    return has_moved


def shuffle(r: Run, zone: int) -> None:
    """Shuffle a zone.

    If the document sets an order for the zone, note that it must be sorted again.
    """
    r.spend(ACTING + SHUFFLING * len(r.zones[zone].cards))
    r.t.shuffle_zone(r.zones[zone])
    if zone in r.shape.keys:
        r.unsorted.add(zone)


def _follow(r: Run, source: int, faces: list[str], target: int) -> None:
    """Update variables that contain moved cards.

    For each card, a variable stores the face and the zone. The zone has now changed.
    """
    moved_faces = set(faces)
    for name in r.game.card_variables:
        _follow_in(r, r.values[name], source, moved_faces, target)


def _follow_in(r: Run, value: Any, source: int, faces: set[str], target: int) -> None:
    if not isinstance(value, list):
        return
    if len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], int):
        if value[1] == source and value[0] in faces:
            value[1] = target
    else:
        r.spend(2 * len(value))
        for item in value:
            _follow_in(r, item, source, faces, target)


def _conclude(r: Run, source: Zone, target: Zone, faces: list[str], *, public: bool) -> None:
    """Drop those conclusions about two zones that may be wrong once these cards have moved.

    Call this before the cards move, because the move uses the conclusions to update the knowledge of seats.
    """
    if not r.t.conclusions:
        return

    moved_faces = set(faces)

    def holds(conclusion: Conclusion) -> bool:
        if conclusion.zone != (source if conclusion.is_there else target).id:
            return True
        return public and moved_faces.isdisjoint(conclusion.faces)

    r.t.conclusions = [conclusion for conclusion in r.t.conclusions if holds(conclusion)]


def conclude(r: Run, zone: int | None, is_there: bool, faces: list[str]) -> None:
    """Add a conclusion about a zone, unless the zone is open or the run is hushed.

    `is_there`: True if the zone has at least one of these faces, False if it has none of them.
    """
    if zone is not None and r.zones[zone].viewers != "all" and not r.hushed:
        add_conclusion(r, zone, is_there, faces)


def add_conclusion(r: Run, zone: int, is_there: bool, faces: list[str]) -> None:
    """Add a conclusion about a zone. If there are too many, drop the oldest conclusions."""
    conclusion = Conclusion(r.zones[zone].id, is_there, faces)
    claims = [*(claim for claim in r.t.conclusions if claim != conclusion), conclusion][-MOST_CLAIMS:]
    while sum(len(claim.faces) for claim in claims) > MOST_FACES:
        del claims[0]
    r.t.conclusions = claims


def draw(r: Run, count: int, source: int, target: int, refill: tuple[int | None, int]) -> list[Moved]:
    """Draw `count` cards one by one. Before each card, refill the pile if it is empty."""
    r.spend(ACTING)
    moves: list[Moved] = []
    for _ in range(count):
        r.spend(1)
        if not refill_if_empty(r, source, refill) or source == target:
            break
        drawn_cards = move_faces(r, source, [r.zones[source].cards[-1]], target)
        last = moves[-1] if moves else None
        if last is not None and last.viewers == drawn_cards.viewers:
            last.faces += drawn_cards.faces
        else:
            moves.append(drawn_cards)
    return moves


def refill_if_empty(r: Run, zone: int, refill: tuple[int | None, int]) -> bool:
    """Refill a pile if it is empty. Return whether the pile has a card now.

    `refill`: the zone that refills the pile, and the number of cards that stay there.
    """
    cards, (refill_zone, keep) = r.zones[zone].cards, refill
    if not cards and refill_zone is not None:
        source = r.shape.bases[refill_zone]
        faces = r.zones[source].cards[:-keep] if keep else list(r.zones[source].cards)
        if faces:
            moved_cards = move_faces(r, source, faces, zone)
            shuffle(r, zone)
            report_event(r, "reshuffled", "The pile is refilled and shuffled.", {}, [moved_cards])
    return bool(r.zones[zone].cards)


def deal(
    r: Run, count: int | None, source: int, targets: list[int], refill: tuple[int | None, int]
) -> list[Moved]:
    """Deal `count` cards to each target, one by one in turn, until no card is left.

    If `count` is None, deal all cards. If it is negative, deal none, and charge as for 0 cards.
    """
    r.spend(ACTING)
    pile = r.zones[source].cards
    if count is not None:
        count = max(0, count)
    if count is None or count * len(targets) <= len(pile):
        total = len(pile) if count is None else count * len(targets)
        faces = pile[len(pile) - total :][::-1]
        r.spend(total)
        shares = [faces[at :: len(targets)] for at in range(len(targets))]
        return [
            move_faces(r, source, share, target)
            for share, target in zip(shares, targets, strict=True)
            if share
        ]
    moves: list[Moved] = []
    for _ in range(count):
        for target in targets:
            moves += draw(r, 1, source, target, refill)
    return moves


def reveal(r: Run, zones: list[int], viewers: Viewers | None) -> list[Moved]:
    """Change the viewers of zones.

    When one of these zones becomes empty, it gets its declared viewers back. `viewers`: the new viewers; None
    means the viewers that the document declares.
    """
    r.spend(ACTING)
    for zone in zones:
        r.spend(REVEALING)
        r.t.show(r.zones[zone], r.shape.declared_viewers(zone, r.seats) if viewers is None else viewers)
    return []


AROUND_EVENT = 60
"""Number of bytes that an event costs, in addition to its words."""
HIDDEN_EVENT = Event(type="hidden")
"""Stands for all events in a hushed run."""


def report_text(
    r: Run,
    kind: str,
    document_text: DocumentText,
    moved_cards: Any,
    tone: str = "info",
    to: RulesFunction | None = None,
) -> None:
    """Add an event with a text of the document. `to`: the readers; None means all players.

    A hushed run only charges the cost of the event.
    """
    if r.hushed:
        document_text.weigh(r)
        if to is not None:
            to.run(r)
        count_event(r, to is None)
        return
    template, args, by = document_text.fill(r, moved_cards)
    viewers: Viewers = "all" if to is None else [r.seats[seat] for seat in to.run(r)]
    report_event(r, kind, template, args, moved_cards, by=by, tone=tone, viewers=viewers)


def report_moves(r: Run, kind: str, moved_cards: Any, tone: str) -> None:
    """Add an event about moved cards, without words."""
    if r.hushed:
        count_event(r, True)
    else:
        report_event(r, kind, "", {}, moved_cards, tone=tone)


def report_event(
    r: Run,
    kind: str,
    template: str,
    args: dict[str, Any],
    moved_cards: list[Moved],
    *,
    by: bool = False,
    tone: str = "info",
    viewers: Viewers = "all",
) -> None:
    """Add an event."""
    if r.hushed:
        count_event(r, viewers == "all")
        return
    r.spend(TELLING)
    r.say(len(template) + AROUND_EVENT)
    player_id = r.seats[r.me] if by or moved_cards else None
    r.t.tell(kind, template, by=player_id, tone=tone, cards=moved_cards, viewers=viewers, **args)  # type: ignore[arg-type]
    r.has_public_event = r.has_public_event or viewers == "all"


def count_event(r: Run, is_public: bool) -> None:
    """Count an event in a hushed run. `is_public`: in a room, all players would read the event."""
    r.spend(TELLING)
    r.t.spend()
    r.t.events.append(HIDDEN_EVENT)
    r.has_public_event = r.has_public_event or is_public


def report_unstated(r: Run, kind: str, template: str = "", **args: Any) -> None:
    """Add an event that the document does not write itself, such as a timeout."""
    if r.hushed:
        count_event(r, False)
    else:
        r.spend(TELLING)
        r.t.tell(kind, template, **args)
