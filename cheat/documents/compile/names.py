"""Make the expressions for names: variables, zones, options, attributes, “players” and more.

The check replaces each name by an expression, so generated code does not look up names.

- A value that does not exist, such as the top card of an empty pile, is `none`. A value computed from `none`
  is also `none`, and a condition on `none` is false.
- A name such as `hand` belongs to the player or team in scope. This is the value before the dot (in
  `winner.hand`), or the item of “where” or “by”, or else the acting player.
- A bound value is a value that gets a name while rules run, such as the item of “where”. A place is the
  number of a bound value.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import Any

from cheat.documents.compile.emit import Expr, ItemExpr, Writer, always, applied, bound_at, deepest
from cheat.documents.compile.scope import Names, Scope, Variable
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
    """Return an expression for a name that all documents share, or None for another name."""
    if name == "it":
        item = scope.item
        return bound_at(item.type, item.place, cost=1) if item is not None else always(ANY, None)
    if name == "team":
        team = team_of(scope)
        return Expr(team.type, 1, 1, team.emit)
    if name == "members":
        return applied(PLAYERS, _members, team_of(scope), with_run=True)
    if name in ("suits", "ranks"):
        values = names.deck.suits if name == "suits" else names.deck.ranks
        names_of_all = [value for value in values if value != "none" or name == "ranks"]
        return applied(list_of(SUIT if name == "suits" else RANK), names_of_all.copy)
    if name == "me":
        return Expr(PLAYER, 1, 1, lambda w: "r.me", is_mine=not scope.by)
    if name in _STANDARD_NAMES:
        type, code = _STANDARD_NAMES[name]
        return Expr(type, 1, 1, lambda w: w.players(code) if type is PLAYERS else code)
    return applied(CARDS, _all_cards, with_run=True) if name == "cards" else None


def _members(r: Run, team: Any) -> list[int]:
    return [seat for seat in r.active if r.shape.team[seat] == team]


def _all_cards(r: Run) -> list[Card]:
    r.spend(len(r.zones) + sum([len(zone.cards) >> 2 for zone in r.zones]))
    cards: list[Card] = []
    for by_face, zone in zip(r.cards, r.zones, strict=True):
        cards += map(by_face.__getitem__, zone.cards)
    return cards


_STANDARD_NAMES: dict[str, tuple[Type, str]] = {
    "turn": (PLAYER, "r.t.seat"),
    "players": (PLAYERS, "r.active[:]"),
    "others": (PLAYERS, "[one for one in r.active if one != r.me]"),
    "next": (PLAYER, "r.seat_after(r.me)"),
    "direction": (NUMBER, "r.t.direction"),
    "teams": (list_of(TEAM), "[*range(r.shape.teams)]"),
    "leaver": (maybe(PLAYER), "r.leaver"),
}
"""Name -> its type and its Python code, for names that always have the same code."""


def _seat(w: Writer, owner: Expr) -> str:
    """Write the code that computes the number of a seat or team. Return the number's name.

    If the type is unknown, a value that is neither a player nor a team becomes `none`.
    """
    seat = w.as_name(w.of(owner))
    return w.call(seat_or_none, "r", seat) if owner.type.kind == "any" else seat


def team_of(scope: Scope) -> Expr:
    """Return an expression for the team in scope, or the team of the player in scope.

    The expression costs no steps.
    """
    if scope.team is not None:
        return scope.team
    player = scope.player

    def emit(w: Writer) -> str:
        seat = _seat(w, player)
        return w.unless_none((seat,), f"r.shape.team[{seat}]", sure=False)

    return Expr(maybe(TEAM) if may_be_none(player.type) else TEAM, 0, 0, emit)


def zone(zone: DeclaredZone, scope: Scope, names: Names) -> Expr:
    """Return an expression for a zone.

    If the zone is declared for each suit, the value is the zones of all suits. If it is declared for each
    player or team, the value is the zone of the player or team in scope.
    """
    number = zone.number
    if zone.per == "suit":
        count = len(names.deck.suits)
        zones = f"[r.shape.bases[{number}] + at for at in range({count})]"
        return Expr(ZONES, 1 + count // 2, 1, lambda w: w.sure_name(zones), zone=zone)
    if not zone.per:
        return Expr(ZONE, 1, 1, lambda w: w.sure_name(f"r.shape.bases[{number}]"), zone=zone)
    of = scope.player if zone.per == "player" else team_of(scope)

    def emit(w: Writer) -> str:
        owner = _seat(w, of)
        return w.unless_none((owner,), f"r.shape.bases[{number}] + {owner}")

    type_ = maybe(ZONE) if may_be_none(of.type) else ZONE
    return Expr(type_, 1, scope.player.depth + 1, emit, zone=zone, is_mine=scope.player.is_mine)


def zone_of_suit(zone: DeclaredZone, suit: Expr, names: Names) -> Expr:
    """Return an expression for the zone of one suit."""
    places, number = {name: at for at, name in enumerate(names.deck.suits)}, zone.number

    def find_zone(r: Run, suit_name: Any) -> Any:
        place = places.get(suit_name)
        return None if place is None else r.shape.bases[number] + place

    return applied(maybe(ZONE), find_zone, suit, with_run=True, zone=zone)


def cards_of(zones: Expr) -> Expr:
    """Return an expression for the cards of a zone, or of several zones in their order."""
    if zones.type.kind == "zones":

        def all_cards(w: Writer) -> str:
            zone_list = w.as_name(w.of(zones))
            w.spend(f"{CALLING} * len({zone_list})")
            return w.sure_name(f"[*{w.value(chain.from_iterable)}(map(r.in_zone, {zone_list}))]")

        return Expr(CARDS, zones.cost, zones.depth, all_cards)

    def zone_cards(w: Writer) -> str:
        zone = w.as_name(w.of(zones))
        with w.if_not_none(zone):
            w.spend(f"len(r.zones[{zone}].cards) >> 2")
        return w.unless_none((zone,), f"[*map(r.cards[{zone}].__getitem__, r.zones[{zone}].cards)]")

    return Expr(
        CARDS, zones.cost, zones.depth, zone_cards, zone=zones.zone, is_mine=zones.is_mine, all_cards_of=zones
    )


def cards_seen(zones: Expr, *, public: bool) -> Expr:
    """Return an expression for the cards of one or more zones, as the acting player sees them.

    A card that the player does not see has no suit, no rank and no points. `public`: cards that not all
    players see count as unseen.
    """

    def visible_cards(r: Run, value: Any) -> Any:
        if value is None:
            return None
        cards: list[Card] = []
        for zone in value if isinstance(value, list) else [value]:
            in_zone = r.in_zone(zone)
            cards += in_zone if r.is_visible(zone, public=public) else [r.cards[zone][UNSEEN]] * len(in_zone)
        return cards

    return applied(CARDS, visible_cards, zones, with_run=True, cost=-1)


def card_seen(r: Run, card: Card, *, public: bool) -> Card:
    """Return a card as the acting player sees it. A hidden card has no face.

    `public`: a card that not all players see counts as hidden.
    """
    zone = card.zone
    if r.is_visible(zone, public=public) or card.face not in r.zones[zone].cards:
        return card
    return r.cards[zone][UNSEEN]


def variable(variable: Variable, scope: Scope) -> Expr:
    """Return an expression for a variable of the game, or of the player or team in scope.

    If players see the result, cards that these players do not see have no faces.
    """
    stored_expr, public = _stored(variable, scope), scope.public
    if item_of(variable.type).kind == "card":
        if not scope.blanks:
            return applied(stored_expr.type, cards_stored, stored_expr, with_run=True)

        def cards(r: Run, pairs: Any) -> Any:
            cards = cards_stored(r, pairs)
            return None if cards is None else [card_seen(r, card, public=public) for card in cards]

        return applied(stored_expr.type, cards, stored_expr, with_run=True)
    if variable.type.kind != "card":
        return Expr(stored_expr.type, 1, 1, stored_expr.emit)
    if scope.blanks:

        def single_card(r: Run, pair: Any) -> Any:
            return None if pair is None else card_seen(r, r.cards[pair[1]][pair[0]], public=public)

        return applied(stored_expr.type, single_card, stored_expr, with_run=True)

    def card(w: Writer) -> str:
        """Write the code that finds a card by its face and its zone. Return the card's name."""
        pair = w.as_name(w.of(stored_expr))
        return w.unless_none((pair,), f"r.cards[{pair}[1]][{pair}[0]]")

    return Expr(stored_expr.type, 1, 1, card)


def _stored(variable: Variable, scope: Scope) -> Expr:
    """Return an expression for the stored form of a variable's value. It costs no steps."""
    name = variable.name
    if variable.of == "game":
        return Expr(variable.type, 0, 0, lambda w: w.cached_name(f"r.values[{w.value(name)}]"))
    of = scope.player if variable.of == "player" else team_of(scope)
    type_ = maybe(variable.type) if may_be_none(of.type) else variable.type

    def emit(w: Writer) -> str:
        owner = _seat(w, of)
        return w.unless_none((owner,), f"r.values[{w.value(name)}][{owner}]", sure=False)

    return Expr(type_, 0, 0, emit)


def cards_stored(r: Run, pairs: Any) -> Any:
    """Return the cards for a list of stored cards. A stored card is a face and a zone."""
    if pairs is None:
        return None
    r.spend(len(pairs) >> 1)
    return [r.cards[zone][face] for face, zone in pairs]


def option(name: str, names: Names) -> Expr:
    """Return an expression for the chosen value of an option."""
    number = list(names.options).index(name)
    return Expr(names.options[name].type, 1, 1, lambda w: w.sure_name(f"r.option_values[{number}]"))


def attribute(card: Expr, place: int, name: str) -> Expr:
    """Return an expression for an attribute of a card. `place`: its index in `Card.values`."""
    type_ = {"rank": RANK, "suit": SUIT}.get(name, NUMBER)
    type_ = maybe(type_) if may_be_none(card.type) else type_
    return Expr(type_, card.cost + 1, card.depth + 1, partial(_attribute, card, place))


def _attribute(card: Expr, place: int, w: Writer) -> str:
    of = w.as_name(w.of(card))
    if card.type.kind == "any":
        of = w.call(card_or_none, of)
    return w.unless_none((of,), f"{of}.values[{place}]")


def with_arguments(body: Expr, args: Sequence[tuple[int, Expr]], cost: int) -> Expr:
    """Return an expression that binds arguments to parameters, and then computes `body`.

    `args`: the place and the argument of each parameter; `cost`: the cost of all arguments together.
    """

    def emit(w: Writer) -> str:
        for place, value in [(place, w.of(arg)) for place, arg in args]:
            w.bind_name(place, value)
        return w.of(body)

    cost, depth = body.cost + cost + 1, deepest(body, *(arg for _, arg in args))
    return Expr(body.type, cost, depth, emit, zone=body.zone, is_mine=body.is_mine)


def of_one(of: Expr, place: int, inner: Expr) -> Expr:
    """Return an expression for a name after a single value and a dot, such as `winner.hand`.

    `of`: the value before the dot, which is bound at `place`; `inner`: the expression of the name, which
    reads the value from `place`.
    """

    def emit(w: Writer) -> str:
        value = w.bind_name(place, w.of(of))
        if w.is_sure(value):
            return w.of(inner)
        result = w.name("None")
        with w.if_not_none(value):
            w.write(f"{result} = {w.of(inner)}")
        return result

    type_ = maybe(inner.type) if may_be_none(of.type) else inner.type
    return Expr(type_, of.cost + inner.cost, deepest(of, inner), emit, zone=inner.zone, is_mine=inner.is_mine)


def of_each(of: Expr, place: int, inner: Expr) -> Expr:
    """Return an expression for a name after a list and a dot, such as `players.hand`.

    The name is computed for each item of the list, and the result is the list of all values. If the values
    are lists, they are joined into one list. `of`, `place` and `inner` are as in `of_one`.
    """
    flat = inner.type.kind in ("list", "zones")
    type_ = {"zone": ZONES, "zones": ZONES, "list": inner.type}.get(inner.type.kind, list_of(inner.type))
    weighs = may_nest(type_)

    def emit(w: Writer) -> str:
        values = w.as_name(w.of(of))
        with w.derived(values) as items:
            w.write(f"{items} = []")
            with w.loop(ItemExpr(inner, place, []), values, sure=has_all(of.type)) as value:
                if flat:
                    inner_items = w.name(f"{value} or ()")
                    w.spend(f"len({inner_items}) >> 2")
                    w.write(f"{items} += {inner_items}")
                    w.write(f"if len({items}) > {MOST_ITEMS}: {w.value(checked_length)}({items})")
                elif type_ is ZONES:
                    w.write(f"if {value} is not None: {items}.append({value})")
                else:
                    w.write(f"{items}.append({value})")
            if weighs:
                w.spend(f"{w.value(item_count)}({items})")
            w.write(f"{w.value(checked_length)}({items})")
        return items

    return Expr(type_, of.cost + 1 + CALLING, deepest(of, inner), emit, zone=inner.zone)
