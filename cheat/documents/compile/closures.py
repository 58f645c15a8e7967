"""Functions that compute expressions from the functions of their parts.

Rules that run look up no names: the check has replaced each name by a function. A value that cannot be had,
such as the top card of an empty pile, is `none`. A value computed from `none` is `none`, too, and a condition
on it is false.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cheat.documents.check.scope import Names, Variable, Zoned
from cheat.documents.check.typed_tree import Each, Fn, Scope, Typed, always, applied, bound_at, deepest
from cheat.documents.compile.emit import Writer
from cheat.documents.parse.types import (
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
    has_all,
    item_of,
    list_of,
    may_nest,
    maybe,
)
from cheat.documents.runtime.state import MOST_ITEMS, Card, Run, bounded, held

# Names


def given(name: str, scope: Scope, names: Names) -> Typed | None:
    """Return a name that every document has, None for other names."""
    if name == "it":
        it = scope.it
        return bound_at(it.type, it.place, cost=1) if it is not None else always(ANY, None)
    if name == "team":
        team = team_of(scope)
        return Typed(TEAM, team.fn, code=team.code)
    if name == "members":
        return applied(PLAYERS, _members, team_of(scope), with_run=True)
    if name in ("suits", "ranks"):
        values = names.deck.suits if name == "suits" else names.deck.ranks
        shown = [one for one in values if one != "none" or name == "ranks"]
        return applied(list_of(SUIT if name == "suits" else RANK), shown.copy)
    if name == "me":
        return Typed(PLAYER, lambda r: r.me, mine=True, code=lambda w: "r.me")
    if name in _GIVEN:
        type, fn, code = _GIVEN[name]
        return Typed(type, fn, code=lambda w: w.players(code) if type is PLAYERS else code)
    return applied(CARDS, _all_cards, with_run=True) if name == "cards" else None


def _members(r: Run, team: Any) -> list[int]:
    return [one for one in r.active if r.shape.team[one] == team]


def _all_cards(r: Run) -> list[Card]:
    r.spend(len(r.zones))
    return [card for zone in range(len(r.zones)) for card in r.in_zone(zone)]


_GIVEN: dict[str, tuple[Type, Fn, str]] = {
    "turn": (PLAYER, lambda r: r.t.seat, "r.t.seat"),
    "players": (PLAYERS, lambda r: list(r.active), "r.active[:]"),
    "others": (
        PLAYERS,
        lambda r: [one for one in r.active if one != r.me],
        "[one for one in r.active if one != r.me]",
    ),
    "next": (PLAYER, lambda r: r.after(r.me), "r.after(r.me)"),
    "direction": (NUMBER, lambda r: r.t.direction, "r.t.direction"),
    "teams": (list_of(TEAM), lambda r: list(range(r.shape.teams)), "[*range(r.shape.teams)]"),
    "leaver": (maybe(PLAYER), lambda r: r.leaver, "r.leaver"),
}
"""Names that depend on no other value: type, closure and generated code of each."""


def team_of(scope: Scope) -> Typed:
    """Return the nearest team: the one in scope, or that of the nearest player. Costs no steps."""
    if scope.team is not None:
        return scope.team
    player = scope.player

    def team(r: Run) -> Any:
        seat = player.fn(r)
        return None if seat is None else r.shape.team[seat]

    def code(w: Writer) -> str:
        seat = w.named(w.of(player))
        return w.unless_none((seat,), f"r.shape.team[{seat}]", sure=False)

    return Typed(TEAM, team, 0, 0, code=code)


def zone(zone: Zoned, scope: Scope, names: Names) -> Typed:
    """Return a zone: that of the nearest player or team, or the only one.

    If the zone is one for each suit, returns all of them.
    """
    number = zone.number
    if zone.per == "suit":
        count = len(names.deck.suits)
        return Typed(
            ZONES,
            lambda r: [r.shape.bases[number] + at for at in range(count)],
            1 + count // 2,
            zone=zone,
            code=lambda w: w.known(f"[r.shape.bases[{number}] + at for at in range({count})]"),
        )
    if not zone.per:
        code = f"r.shape.bases[{number}]"
        return Typed(ZONE, lambda r: r.shape.bases[number], zone=zone, code=lambda w: w.known(code))
    of = scope.player if zone.per == "player" else team_of(scope)

    def owned(r: Run) -> Any:
        owner = of.fn(r)
        return None if owner is None else r.shape.bases[number] + owner

    def written(w: Writer) -> str:
        owner = w.named(w.of(of))
        return w.unless_none((owner,), f"r.shape.bases[{number}] + {owner}")

    return Typed(ZONE, owned, 1, scope.player.depth + 1, zone=zone, mine=scope.player.mine, code=written)


def zone_of_suit(zone: Zoned, suit: Typed, names: Names) -> Typed:
    """Return the zone of one suit, for a zone that is one for each suit."""
    places, number = {name: at for at, name in enumerate(names.deck.suits)}, zone.number

    def found(r: Run, name: Any) -> Any:
        place = places.get(name)
        return None if place is None else r.shape.bases[number] + place

    return applied(ZONE, found, suit, with_run=True, zone=zone)


def cards_of(zones: Typed) -> Typed:
    """Return the cards of a zone, or of several one after the other."""
    fn = zones.fn
    if zones.type.kind == "zones":

        def of_all(r: Run) -> Any:
            return [card for zone in fn(r) for card in r.in_zone(zone)]

        def all_written(w: Writer) -> str:
            return w.known(f"[card for zone in {w.of(zones)} for card in r.in_zone(zone)]")

        return Typed(CARDS, of_all, zones.cost, zones.depth, code=all_written)

    def of_one(r: Run) -> Any:
        zone = fn(r)
        if zone is None:
            return None
        return r.in_zone(zone)

    def one_written(w: Writer) -> str:
        zone = w.named(w.of(zones))
        with w.where_there(zone):
            w.spend(f"len(r.zones[{zone}].cards) >> 2")
        return w.unless_none((zone,), f"[*map(r.cards[{zone}].__getitem__, r.zones[{zone}].cards)]")

    return Typed(
        CARDS,
        of_one,
        zones.cost,
        zones.depth,
        zone=zones.zone,
        mine=zones.mine,
        whole=zones,
        code=one_written,
    )


def variable(variable: Variable, scope: Scope) -> Typed:
    """Return a variable of the game, or that of the nearest player or team."""
    stored = _stored(variable, scope)
    if item_of(variable.type).kind == "card":
        return applied(variable.type, _cards, stored, with_run=True)
    if variable.type.kind != "card":
        return Typed(variable.type, stored.fn, code=stored.code)

    def card(r: Run) -> Any:
        """Return a card from its stored form: the face and the zone."""
        pair = stored.fn(r)
        return None if pair is None else r.cards[pair[1]][pair[0]]

    def code(w: Writer) -> str:
        pair = w.named(w.of(stored))
        return w.unless_none((pair,), f"r.cards[{pair}[1]][{pair}[0]]")

    return Typed(variable.type, card, code=code)


def _stored(variable: Variable, scope: Scope) -> Typed:
    """Return a variable as it is stored. Costs no steps."""
    name = variable.name
    if variable.of == "game":
        fn: Fn = lambda r: r.values[name]  # noqa: E731 - as short as what it stands for
        return Typed(variable.type, fn, 0, 0, code=lambda w: w.same(f"r.values[{w.value(name)}]"))
    of = scope.player if variable.of == "player" else team_of(scope)

    def owned(r: Run) -> Any:
        owner = of.fn(r)
        return None if owner is None else r.values[name][owner]

    def code(w: Writer) -> str:
        owner = w.named(w.of(of))
        return w.unless_none((owner,), f"r.values[{w.value(name)}][{owner}]", sure=False)

    return Typed(variable.type, owned, 0, 0, code=code)


def _cards(r: Run, pairs: Any) -> Any:
    if pairs is None:
        return None
    r.spend(len(pairs) >> 1)
    return [r.cards[zone][face] for face, zone in pairs]


def option(name: str, names: Names) -> Typed:
    """Return the chosen value of an option."""
    fn: Fn = lambda r: getattr(r.t.options, name)  # noqa: E731 - as short as what it stands for
    number = list(names.options).index(name)
    return Typed(names.options[name].type, fn, code=lambda w: w.known(f"r.chosen[{number}]"))


def attribute(card: Typed, place: int, name: str) -> Typed:
    """Return an attribute of a card."""
    fn, bound = card.fn, card.place
    type_ = {"rank": RANK, "suit": SUIT}.get(name, NUMBER)

    def run(r: Run) -> Any:
        of = fn(r) if bound is None else r.v[bound]
        return None if of is None else of.values[place]

    def code(w: Writer) -> str:
        of = w.named(w.of(card))
        return w.unless_none((of,), f"{of}.values[{place}]")

    return Typed(maybe(type_) if card.type.maybe else type_, run, card.cost + 1, card.depth + 1, code=code)


def bound(body: Typed, args: Sequence[tuple[int, Typed]], cost: int) -> Typed:
    """Return `body`, computed after arguments are bound to its parameters, each at its place.

    `cost`: the cost of all arguments together.
    """
    fn, pairs = body.fn, [(place, arg.fn) for place, arg in args]

    def run(r: Run) -> Any:
        values = [value(r) for _, value in pairs]
        for (place, _), value in zip(pairs, values, strict=True):
            r.v[place] = value
        return fn(r)

    def code(w: Writer) -> str:
        for place, value in [(place, w.of(arg)) for place, arg in args]:
            w.called(place, value)
        return w.of(body)

    cost, depth = body.cost + cost + 1, deepest(body, *(arg for _, arg in args))
    return Typed(body.type, run if pairs else fn, cost, depth, zone=body.zone, mine=body.mine, code=code)


def of_one(of: Typed, place: int, inner: Typed) -> Typed:
    """Return a name that belongs to one value, such as `winner.hand`."""
    fn, body = of.fn, inner.fn

    def run(r: Run) -> Any:
        value = fn(r)
        if value is None:
            return None
        r.v[place] = value
        return body(r)

    def code(w: Writer) -> str:
        value = w.called(place, w.of(of))
        if w.is_sure(value):
            return w.of(inner)
        found = w.name("None")
        with w.where_there(value):
            w.put(f"{found} = {w.of(inner)}")
        return found

    type_ = maybe(inner.type) if of.type.maybe and inner.type.kind not in ("zone", "zones") else inner.type
    return Typed(
        type_,
        run,
        of.cost + inner.cost,
        deepest(of, inner),
        zone=inner.zone,
        mine=inner.mine,
        code=code,
    )


def of_each(of: Typed, place: int, inner: Typed) -> Typed:
    """Return a list of a name that belongs to each value of a list, such as `players.hand`.

    If the results are lists, they are joined into one.
    """
    fn, body, per = of.fn, inner.fn, inner.cost
    flat = inner.type.kind in ("list", "zones")
    type_ = {"zone": ZONES, "zones": ZONES, "list": inner.type}.get(inner.type.kind, list_of(inner.type))
    weighs = may_nest(type_)

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
                r.spend(len(one or ()) >> 2)
                found += one or ()
                bounded(found)
            elif one is not None or type_ is not ZONES:
                found.append(one)
        if weighs:
            r.spend(held(found))
        return bounded(found)

    def code(w: Writer) -> str:
        values = w.named(w.of(of))
        with w.made_of(values) as found:
            w.put(f"{found} = []")
            with w.each(Each(inner, place, []), values, sure=has_all(of.type)) as value:
                if flat:
                    more = w.name(f"{value} or ()")
                    w.spend(f"len({more}) >> 2")
                    w.put(f"{found} += {more}")
                    w.put(f"if len({found}) > {MOST_ITEMS}: {w.value(bounded)}({found})")
                elif type_ is ZONES:
                    w.put(f"if {value} is not None: {found}.append({value})")
                else:
                    w.put(f"{found}.append({value})")
            if weighs:
                w.spend(f"{w.value(held)}({found})")
            w.put(f"{w.value(bounded)}({found})")
        return found

    return Typed(type_, run, of.cost + 1, deepest(of, inner), zone=inner.zone, code=code)
