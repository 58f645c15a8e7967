"""Functions that compute expressions, out of those of their parts. Rules that run look up no names.

A value that cannot be had is `none`, and so is whatever is computed of it; a condition on it is false.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cheat.documents.names import Names, Variable, Zoned
from cheat.documents.typed import Fn, Scope, Typed, bound_at, constant, costs, deepest
from cheat.documents.types import (
    ANY,
    CARDS,
    NUMBER,
    PLAYER,
    PLAYERS,
    RANK,
    SUIT,
    TEAM,
    ZONE,
    ZONES,
    Type,
    item_of,
    list_of,
    maybe,
)
from cheat.documents.values import Card, Run, bounded

# Names


def given(name: str, scope: Scope, names: Names) -> Typed | None:
    """A name that every document has."""
    if name == "it":
        it = scope.it
        return bound_at(it.type, it.place, cost=1) if it is not None else Typed(ANY, constant(None))
    if name == "team":
        return Typed(TEAM, team_of(scope))
    if name == "members":
        team = team_of(scope)
        return Typed(PLAYERS, lambda r: [one for one in r.active if r.shape.team[one] == team(r)])
    if name in ("suits", "ranks"):
        values = names.deck.suits if name == "suits" else names.deck.ranks
        shown = [one for one in values if one != "none" or name == "ranks"]
        return Typed(list_of(SUIT if name == "suits" else RANK), lambda r: list(shown))
    if name == "me":
        return Typed(PLAYER, lambda r: r.me, mine=True)
    made = _GIVEN.get(name)
    return Typed(*made) if made else None


def _turn(r: Run) -> Any:
    return r.t.seat


def _all_cards(r: Run) -> list[Card]:
    r.spend(len(r.zones))
    return [card for zone in range(len(r.zones)) for card in r.in_zone(zone)]


_GIVEN: dict[str, tuple[Type, Fn]] = {
    "turn": (PLAYER, _turn),
    "players": (PLAYERS, lambda r: list(r.active)),
    "others": (PLAYERS, lambda r: [one for one in r.active if one != r.me]),
    "next": (PLAYER, lambda r: r.after(r.me)),
    "direction": (NUMBER, lambda r: r.t.direction),
    "cards": (CARDS, _all_cards),
    "teams": (list_of(TEAM), lambda r: list(range(r.shape.teams))),
    "leaver": (maybe(PLAYER), lambda r: r.leaver),
}


def team_of(scope: Scope) -> Fn:
    """The nearest team: that in scope, or that of the nearest player."""
    if scope.team is not None:
        return scope.team.fn
    player = scope.player.fn

    def team(r: Run) -> Any:
        seat = player(r)
        return None if seat is None else r.shape.team[seat]

    return team


def zone(zone: Zoned, scope: Scope, names: Names) -> Typed:
    """The zone of the nearest player or team, or the one there is; without a suit, all those of suits."""
    number = zone.number
    if zone.per == "suit":
        count = len(names.deck.suits)
        return Typed(ZONES, lambda r: [r.shape.bases[number] + at for at in range(count)], zone=zone)
    if not zone.per:
        return Typed(ZONE, lambda r: r.shape.bases[number], zone=zone)
    of = scope.player.fn if zone.per == "player" else team_of(scope)

    def owned(r: Run) -> Any:
        owner = of(r)
        return None if owner is None else r.shape.bases[number] + owner

    return Typed(ZONE, owned, 1, scope.player.depth + 1, zone=zone, mine=scope.player.mine)


def zone_of_suit(zone: Zoned, suit: Typed, names: Names) -> Typed:
    """One of the zones that there are for suits."""
    places, fn, number = {name: at for at, name in enumerate(names.deck.suits)}, suit.fn, zone.number

    def found(r: Run) -> Any:
        place = places.get(fn(r))
        return None if place is None else r.shape.bases[number] + place

    return Typed(ZONE, found, costs(suit), deepest(suit), zone=zone)


def cards_of(zones: Typed) -> Typed:
    """The cards of a zone, or of several one after the other."""
    fn = zones.fn
    if zones.type.kind == "zones":

        def of_all(r: Run) -> Any:
            return [card for zone in fn(r) for card in r.in_zone(zone)]

        return Typed(CARDS, of_all, zones.cost, zones.depth)

    def of_one(r: Run) -> Any:
        zone = fn(r)
        if zone is None:
            return None
        cards = r.cards[zone]
        return [cards[face] for face in r.zones[zone].cards]

    return Typed(CARDS, of_one, zones.cost, zones.depth, zone=zones.zone, mine=zones.mine)


def variable(variable: Variable, scope: Scope) -> Typed:
    """A variable of the game, or that of the nearest player or team."""
    name = variable.name
    fn: Fn
    if variable.of == "game":
        fn = lambda r: r.values[name]  # noqa: E731 - as short as what it stands for
    else:
        of = scope.player.fn if variable.of == "player" else team_of(scope)

        def fn(r: Run) -> Any:
            owner = of(r)
            return None if owner is None else r.values[name][owner]

    if variable.type.kind == "card":
        fn = _card(fn)
    elif item_of(variable.type).kind == "card":
        fn = _cards(fn)
    return Typed(variable.type, fn)


def _card(stored: Fn) -> Fn:
    """A card out of its stored form: the face and the zone."""

    def card(r: Run) -> Any:
        pair = stored(r)
        return None if pair is None else r.cards[pair[1]][pair[0]]

    return card


def _cards(stored: Fn) -> Fn:
    def cards(r: Run) -> Any:
        pairs = stored(r)
        return None if pairs is None else [r.cards[zone][face] for face, zone in pairs]

    return cards


def option(name: str) -> Fn:
    """What was chosen for an option."""
    return lambda r: getattr(r.t.options, name)


def attribute(card: Typed, place: int, name: str) -> Typed:
    """An attribute of a card."""
    fn, bound = card.fn, card.place
    type_ = {"rank": RANK, "suit": SUIT}.get(name, NUMBER)

    def run(r: Run) -> Any:
        of = fn(r) if bound is None else r.v[bound]
        return None if of is None else of.values[place]

    return Typed(maybe(type_) if card.type.maybe else type_, run, card.cost + 1, card.depth + 1)


def bound(body: Typed, args: Sequence[tuple[int, Typed]], cost: int) -> Typed:
    """What is computed with values bound to parameters, each at its place. `cost`: that of all of them."""
    fn, pairs = body.fn, [(place, arg.fn) for place, arg in args]

    def run(r: Run) -> Any:
        values = [value(r) for _, value in pairs]
        for (place, _), value in zip(pairs, values, strict=True):
            r.v[place] = value
        return fn(r)

    cost, depth = body.cost + cost + 1, deepest(body, *(arg for _, arg in args))
    return Typed(body.type, run if pairs else fn, cost, depth, zone=body.zone, mine=body.mine)


def of_one(of: Typed, place: int, inner: Typed) -> Typed:
    """A name of one value."""
    fn, body = of.fn, inner.fn

    def run(r: Run) -> Any:
        value = fn(r)
        if value is None:
            return None
        r.v[place] = value
        return body(r)

    type_ = maybe(inner.type) if of.type.maybe and inner.type.kind not in ("zone", "zones") else inner.type
    return Typed(type_, run, of.cost + inner.cost, deepest(of, inner), zone=inner.zone, mine=inner.mine)


def of_each(of: Typed, place: int, inner: Typed) -> Typed:
    """A name of each value of a list; lists become one."""
    fn, body, per = of.fn, inner.fn, inner.cost
    flat = inner.type.kind in ("list", "zones")
    type_ = {"zone": ZONES, "zones": ZONES, "list": inner.type}.get(inner.type.kind, list_of(inner.type))

    def run(r: Run) -> Any:
        values = fn(r)
        if values is None:
            return None
        r.spend(len(values) * per)
        v = r.v
        found: list[Any] = []
        for value in values:
            v[place] = value
            one = body(r)
            if flat:
                found += one or ()
            elif one is not None or type_ is not ZONES:
                found.append(one)
        return bounded(found)

    return Typed(type_, run, of.cost + 1, deepest(of, inner), zone=inner.zone)
