"""Emitters of names: variables, zones, options, attributes, and the names of every document.

Running rules look up no names, because the check has replaced each name by an emitter. A value that does not
exist, such as the top card of an empty pile, is `none`. A value computed from `none` is also `none`, and a
condition on it is false.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import Any

from cheat.documents.check.scope import Names, Scope, Variable
from cheat.documents.compile.emit import Each, Expr, Writer, always, applied, bound_at, deepest
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
    may_be_none,
    may_nest,
    maybe,
)
from cheat.documents.runtime.state import (
    CALLING,
    MOST_ITEMS,
    UNSEEN,
    Card,
    DeclaredZone,
    Run,
    card_or_none,
    checked_length,
    item_count,
    seat_or_none,
)

# Names


def standard_name(name: str, scope: Scope, names: Names) -> Expr | None:
    """Return a name that every document has, or None for other names."""
    if name == "it":
        it = scope.it
        return bound_at(it.type, it.place, cost=1) if it is not None else always(ANY, None)
    if name == "team":
        team = team_of(scope)
        return Expr(team.type, 1, 1, team.emit)
    if name == "members":
        return applied(PLAYERS, _members, team_of(scope), with_run=True)
    if name in ("suits", "ranks"):
        values = names.deck.suits if name == "suits" else names.deck.ranks
        shown = [one for one in values if one != "none" or name == "ranks"]
        return applied(list_of(SUIT if name == "suits" else RANK), shown.copy)
    if name == "me":
        return Expr(PLAYER, 1, 1, lambda w: "r.me", mine=not scope.by)
    if name in _GIVEN:
        type, code = _GIVEN[name]
        return Expr(type, 1, 1, lambda w: w.players(code) if type is PLAYERS else code)
    return applied(CARDS, _all_cards, with_run=True) if name == "cards" else None


def _members(r: Run, team: Any) -> list[int]:
    return [one for one in r.active if r.shape.team[one] == team]


def _all_cards(r: Run) -> list[Card]:
    r.spend(len(r.zones) + sum([len(zone.cards) >> 2 for zone in r.zones]))
    cards: list[Card] = []
    for known, zone in zip(r.cards, r.zones, strict=True):
        cards += map(known.__getitem__, zone.cards)
    return cards


_GIVEN: dict[str, tuple[Type, str]] = {
    "turn": (PLAYER, "r.t.seat"),
    "players": (PLAYERS, "r.active[:]"),
    "others": (PLAYERS, "[one for one in r.active if one != r.me]"),
    "next": (PLAYER, "r.after(r.me)"),
    "direction": (NUMBER, "r.t.direction"),
    "teams": (list_of(TEAM), "[*range(r.shape.teams)]"),
    "leaver": (maybe(PLAYER), "r.leaver"),
}
"""Names that depend on no other value, with the type and generated code of each."""


def _seat(w: Writer, owner: Expr) -> str:
    """Write the code that finds a seat or a team.

    If the type is unknown, any other value counts as `none`.
    """
    seat = w.named(w.of(owner))
    return w.call(seat_or_none, "r", seat) if owner.type.kind == "any" else seat


def team_of(scope: Scope) -> Expr:
    """Return the nearest team: the team in scope, or that of the nearest player. Costs no steps."""
    if scope.team is not None:
        return scope.team
    player = scope.player

    def emit(w: Writer) -> str:
        seat = _seat(w, player)
        return w.unless_none((seat,), f"r.shape.team[{seat}]", sure=False)

    return Expr(maybe(TEAM) if may_be_none(player.type) else TEAM, 0, 0, emit)


def zone(zone: DeclaredZone, scope: Scope, names: Names) -> Expr:
    """Return a zone: the zone of the nearest player or team, or the only one.

    If there is a zone for each suit, return all of them.
    """
    number = zone.number
    if zone.per == "suit":
        count = len(names.deck.suits)
        every = f"[r.shape.bases[{number}] + at for at in range({count})]"
        return Expr(ZONES, 1 + count // 2, 1, lambda w: w.known(every), zone=zone)
    if not zone.per:
        return Expr(ZONE, 1, 1, lambda w: w.known(f"r.shape.bases[{number}]"), zone=zone)
    of = scope.player if zone.per == "player" else team_of(scope)

    def emit(w: Writer) -> str:
        owner = _seat(w, of)
        return w.unless_none((owner,), f"r.shape.bases[{number}] + {owner}")

    type_ = maybe(ZONE) if may_be_none(of.type) else ZONE
    return Expr(type_, 1, scope.player.depth + 1, emit, zone=zone, mine=scope.player.mine)


def zone_of_suit(zone: DeclaredZone, suit: Expr, names: Names) -> Expr:
    """Return the zone of one suit, if there is a zone for each suit."""
    places, number = {name: at for at, name in enumerate(names.deck.suits)}, zone.number

    def found(r: Run, name: Any) -> Any:
        place = places.get(name)
        return None if place is None else r.shape.bases[number] + place

    return applied(maybe(ZONE), found, suit, with_run=True, zone=zone)


def cards_of(zones: Expr) -> Expr:
    """Return the cards of a zone, or the cards of several zones one after the other."""
    if zones.type.kind == "zones":

        def of_all(w: Writer) -> str:
            held = w.named(w.of(zones))
            w.spend(f"{CALLING} * len({held})")
            return w.known(f"[*{w.value(chain.from_iterable)}(map(r.in_zone, {held}))]")

        return Expr(CARDS, zones.cost, zones.depth, of_all)

    def of_one(w: Writer) -> str:
        zone = w.named(w.of(zones))
        with w.where_there(zone):
            w.spend(f"len(r.zones[{zone}].cards) >> 2")
        return w.unless_none((zone,), f"[*map(r.cards[{zone}].__getitem__, r.zones[{zone}].cards)]")

    return Expr(CARDS, zones.cost, zones.depth, of_one, zone=zones.zone, mine=zones.mine, whole=zones)


def cards_seen(zones: Expr, *, public: bool) -> Expr:
    """Return the cards of a zone, or of several, as the acting player sees them.

    A card that the player does not see has no face, so it has no suit, no rank and no points. `public`: as
    all players see them.
    """

    def seen(r: Run, value: Any) -> Any:
        if value is None:
            return None
        found: list[Card] = []
        for zone in value if isinstance(value, list) else [value]:
            cards = r.in_zone(zone)
            found += cards if r.shows(zone, public=public) else [r.cards[zone][UNSEEN]] * len(cards)
        return found

    return applied(CARDS, seen, zones, with_run=True, cost=-1)


def card_seen(r: Run, card: Card, *, public: bool) -> Card:
    """Return a card as the acting player, or all players, see it: perhaps without its face."""
    zone = card.zone
    if r.shows(zone, public=public) or card.face not in r.zones[zone].cards:
        return card
    return r.cards[zone][UNSEEN]


def variable(variable: Variable, scope: Scope) -> Expr:
    """Return a variable of the game, or that of the nearest player or team.

    Where others see the result, its cards are as they see them.
    """
    stored, public = _stored(variable, scope), scope.public
    if item_of(variable.type).kind == "card":
        if not scope.blanks:
            return applied(stored.type, cards_stored, stored, with_run=True)

        def cards(r: Run, pairs: Any) -> Any:
            found = cards_stored(r, pairs)
            return None if found is None else [card_seen(r, one, public=public) for one in found]

        return applied(stored.type, cards, stored, with_run=True)
    if variable.type.kind != "card":
        return Expr(stored.type, 1, 1, stored.emit)
    if scope.blanks:

        def one(r: Run, pair: Any) -> Any:
            return None if pair is None else card_seen(r, r.cards[pair[1]][pair[0]], public=public)

        return applied(stored.type, one, stored, with_run=True)

    def card(w: Writer) -> str:
        """Write the code that finds a card by its stored form: the face and the zone."""
        pair = w.named(w.of(stored))
        return w.unless_none((pair,), f"r.cards[{pair}[1]][{pair}[0]]")

    return Expr(stored.type, 1, 1, card)


def _stored(variable: Variable, scope: Scope) -> Expr:
    """Return a variable in its stored form. Costs no steps."""
    name = variable.name
    if variable.of == "game":
        return Expr(variable.type, 0, 0, lambda w: w.same(f"r.values[{w.value(name)}]"))
    of = scope.player if variable.of == "player" else team_of(scope)
    type_ = maybe(variable.type) if may_be_none(of.type) else variable.type

    def emit(w: Writer) -> str:
        owner = _seat(w, of)
        return w.unless_none((owner,), f"r.values[{w.value(name)}][{owner}]", sure=False)

    return Expr(type_, 0, 0, emit)


def cards_stored(r: Run, pairs: Any) -> Any:
    """Return cards by their stored form."""
    if pairs is None:
        return None
    r.spend(len(pairs) >> 1)
    return [r.cards[zone][face] for face, zone in pairs]


def option(name: str, names: Names) -> Expr:
    """Return the chosen value of an option."""
    number = list(names.options).index(name)
    return Expr(names.options[name].type, 1, 1, lambda w: w.known(f"r.option_values[{number}]"))


def attribute(card: Expr, place: int, name: str) -> Expr:
    """Return an attribute of a card."""
    type_ = {"rank": RANK, "suit": SUIT}.get(name, NUMBER)
    type_ = maybe(type_) if may_be_none(card.type) else type_
    return Expr(type_, card.cost + 1, card.depth + 1, partial(_attribute, card, place))


def _attribute(card: Expr, place: int, w: Writer) -> str:
    of = w.named(w.of(card))
    if card.type.kind == "any":
        of = w.call(card_or_none, of)
    return w.unless_none((of,), f"{of}.values[{place}]")


def bound(body: Expr, args: Sequence[tuple[int, Expr]], cost: int) -> Expr:
    """Return `body`, computed after the arguments are bound at the places of its parameters.

    `cost`: the cost of all arguments together.
    """

    def emit(w: Writer) -> str:
        for place, value in [(place, w.of(arg)) for place, arg in args]:
            w.called(place, value)
        return w.of(body)

    cost, depth = body.cost + cost + 1, deepest(body, *(arg for _, arg in args))
    return Expr(body.type, cost, depth, emit, zone=body.zone, mine=body.mine)


def of_one(of: Expr, place: int, inner: Expr) -> Expr:
    """Return a name that belongs to one value, such as `winner.hand`."""

    def emit(w: Writer) -> str:
        value = w.called(place, w.of(of))
        if w.is_sure(value):
            return w.of(inner)
        found = w.name("None")
        with w.where_there(value):
            w.put(f"{found} = {w.of(inner)}")
        return found

    type_ = maybe(inner.type) if may_be_none(of.type) else inner.type
    return Expr(type_, of.cost + inner.cost, deepest(of, inner), emit, zone=inner.zone, mine=inner.mine)


def of_each(of: Expr, place: int, inner: Expr) -> Expr:
    """Return a list: for each value of a list, a name that belongs to it, as in `players.hand`.

    If the results are lists, they are joined into one.
    """
    flat = inner.type.kind in ("list", "zones")
    type_ = {"zone": ZONES, "zones": ZONES, "list": inner.type}.get(inner.type.kind, list_of(inner.type))
    weighs = may_nest(type_)

    def emit(w: Writer) -> str:
        values = w.named(w.of(of))
        with w.made_of(values) as found:
            w.put(f"{found} = []")
            with w.each(Each(inner, place, []), values, sure=has_all(of.type)) as value:
                if flat:
                    more = w.name(f"{value} or ()")
                    w.spend(f"len({more}) >> 2")
                    w.put(f"{found} += {more}")
                    w.put(f"if len({found}) > {MOST_ITEMS}: {w.value(checked_length)}({found})")
                elif type_ is ZONES:
                    w.put(f"if {value} is not None: {found}.append({value})")
                else:
                    w.put(f"{found}.append({value})")
            if weighs:
                w.spend(f"{w.value(item_count)}({found})")
            w.put(f"{w.value(checked_length)}({found})")
        return found

    return Expr(type_, of.cost + 1 + CALLING, deepest(of, inner), emit, zone=inner.zone)
